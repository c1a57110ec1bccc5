# 分かりやすい日本囲碁規約(試案) 死活例10 一手ヨセ劫手入れ不要
loadsgf ko-without-defence.sgf
kata-set-rules proposal-2012
komi 0
10 final_status A9
#? [alive]
20 final_status B9
#? [dead]
30 final_status E9
#? [alive]
40 final_status F9
#? [alive]
50 final_score
#? [W\+10]
