# A ko of two stages: the single stone at B12 is dead, A11 lives, and its false eyes count.
# 分かりやすい日本囲碁規約(試案) (2012), example 24.
loadsgf two-stage-ko.sgf
kata-set-rules proposal-2012
komi 0
10 final_status B12
#? [dead]
20 final_status C12
#? [alive]
30 final_status G12
#? [alive]
40 final_status H12
#? [alive]
50 final_status A11
#? [alive]
60 final_status B10
#? [alive]
70 final_status E7
#? [alive]
80 final_score
#? [B\+11]
