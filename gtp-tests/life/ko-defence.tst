# A ko that Black need not defend: all live, and the open points count for nobody.
# 分かりやすい日本囲碁規約(試案) (2012), example 9. Its twin is ko-without-defence.
loadsgf ko-defence.sgf
kata-set-rules proposal-2012
komi 0
10 final_status A9
#? [alive]
20 final_status B9
#? [alive]
30 final_status D9
#? [alive]
40 final_status E9
#? [alive]
50 final_score
#? [W\+17]
