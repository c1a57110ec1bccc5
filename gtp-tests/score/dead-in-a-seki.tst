# 日本囲碁規約逐条解説 (1989), 参考図17
loadsgf dead-in-a-seki.sgf
kata-set-rules japanese-1989
komi 0
10 final_status B9
#? [seki]
20 final_status C9
#? [seki]
30 final_status D9
#? [dead]
40 final_status F9
#? [alive]
50 final_status A8
#? [seki]
60 final_score
#? [B\+3]
