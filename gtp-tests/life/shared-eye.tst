# All alive: neither side can take the other's stones. 分かりやすい日本囲碁規約(試案) (2012), example 2.
loadsgf shared-eye.sgf
kata-set-rules proposal-2012
komi 0
10 final_status B9
#? [alive]
20 final_status C9
#? [alive]
30 final_status E9
#? [alive]
40 final_status F9
#? [alive]
50 final_status A8
#? [alive]
60 final_score
#? [B\+14]
