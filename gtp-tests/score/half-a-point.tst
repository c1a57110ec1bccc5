# A whole small board with komi: Black 14, White 8.
# 分かりやすい日本囲碁規約(試案) (2012), note (3), figure 3.
loadsgf half-a-point.sgf
kata-set-rules proposal-2012
komi 5.5
10 final_status C9
#? [alive]
20 final_status G9
#? [alive]
30 final_status J9
#? [alive]
40 final_status J8
#? [dead]
50 final_status A7
#? [alive]
60 final_status E6
#? [alive]
70 final_status B5
#? [alive]
80 final_status A4
#? [alive]
90 final_status C3
#? [alive]
100 final_status A2
#? [alive]
110 final_score
#? [B\+0\.5]
