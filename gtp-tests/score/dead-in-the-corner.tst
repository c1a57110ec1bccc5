# Dead stones in both corners are taken off without a move: five points each.
# 分かりやすい日本囲碁規約(試案) (2012), part IV 3(1), figure 2.
loadsgf dead-in-the-corner.sgf
kata-set-rules proposal-2012
komi 0
10 final_status C9
#? [alive]
20 final_status F9
#? [alive]
30 final_status D8
#? [dead]
40 final_status E4
#? [alive]
50 final_status F3
#? [dead]
60 final_status J2
#? [alive]*
70 final_status H1
#? [alive]*
80 final_score
#? [W\+13]*
