# White is one move short of the ko (一手ヨセ劫), so the stone at B9 is dead and Black has the points.
# 分かりやすい日本囲碁規約(試案) (2012), example 10. Its twin is ko-defence.
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
