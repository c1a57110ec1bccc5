# 日本囲碁規約逐条解説 (1989), 参考図6 <1>
loadsgf two-eyes.sgf
kata-set-rules japanese-1989
komi 0
10 final_status A9
#? [alive]
20 final_status B9
#? [alive]
30 final_score
#? [0]
