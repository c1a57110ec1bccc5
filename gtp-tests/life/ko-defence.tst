# 分かりやすい日本囲碁規約(試案) 死活例9 劫関連の手入れ
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
