# 分かりやすい日本囲碁規約(試案) 死活例7-2 「隅の曲り四目」と「万年劫」の併存
loadsgf bent-four-twin.sgf
kata-set-rules proposal-2012
komi 0
10 final_status A9
#? [alive]
20 final_status E9
#? [dead]
30 final_status F9
#? [alive]
40 final_status A4
#? [alive]
50 final_status A3
#? [alive]
60 final_status B2
#? [alive]
70 final_status A1
#? [alive]
80 final_score
#? [B\+18]
