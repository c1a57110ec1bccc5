# Bent four in the corner: dead as it stands. 分かりやすい日本囲碁規約(試案) (2012), example 7-1.
# bent-four-twin has the same corner beside another fight.
loadsgf bent-four.sgf
kata-set-rules proposal-2012
komi 0
10 final_status A9
#? [alive]
20 final_status E9
#? [dead]
30 final_status F9
#? [alive]
40 final_score
#? [B\+31]
