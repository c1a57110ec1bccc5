# 分かりやすい日本囲碁規約(試案) 死活例1 「取らず三目」
loadsgf three-points-without-capturing.sgf
kata-set-rules proposal-2012
komi 0
10 final_status B9
#? [dead]
20 final_status D9
#? [alive]
30 final_status A8
#? [dead]
40 final_status A7
#? [alive]
50 final_score
#? [B\+6]
