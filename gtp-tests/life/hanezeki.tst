# Hanezeki: a seki that rests on a squeeze; only the single stone at A5 is dead.
# 分かりやすい日本囲碁規約(試案) (2012), example 3.
loadsgf hanezeki.sgf
kata-set-rules proposal-2012
komi 0
10 final_status A10
#? [alive]
20 final_status E10
#? [alive]
30 final_status F10
#? [alive]
40 final_status G10
#? [alive]
50 final_status A7
#? [alive]
60 final_status A5
#? [dead]
70 final_score
#? [W\+13]
