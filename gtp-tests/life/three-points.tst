# Three points without capturing (取らず三目), one corner and three rulings. The Japanese rules of 1989,
# example 1: four black stones and a white one live, a seki without points. The rules of 1949, precedent 2:
# three points for White. 分かりやすい日本囲碁規約(試案) (2012), example 1: the four black stones and the
# white one are both dead, and count nothing where they stand. The eyes elsewhere are two for each.
loadsgf three-points.sgf
komi 0
kata-set-rules japanese-1989
10 final_status B9
#? [seki]
20 final_status A8
#? [seki]
30 final_status D9
#? [alive]
40 final_score
#? [0]
kata-set-rules proposal-2012
50 final_status B9
#? [dead]
60 final_status A8
#? [dead]
70 final_status A6
#? [alive]
80 final_status D9
#? [alive]
90 final_score
#? [0]
kata-set-rules japanese-1949
100 final_score
#? [W\+3]
