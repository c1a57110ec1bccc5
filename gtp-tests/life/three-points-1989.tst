# 日本囲碁規約逐条解説 III 死活確認例 (1989), 死活例1 「取らず三目」
loadsgf three-points-1989.sgf
kata-set-rules japanese-1989
komi 0
10 final_status B9
#? [seki]
20 final_status D9
#? [alive]
30 final_status A8
#? [seki]
40 final_status A7
#? [alive]
50 final_score
#? [0]
