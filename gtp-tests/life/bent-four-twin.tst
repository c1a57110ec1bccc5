# Bent four in the corner beside a thousand-year ko (万年劫): the corner is judged by itself, so it is dead
# although White would have a ko threat elsewhere. 分かりやすい日本囲碁規約(試案) (2012), example 7-2.
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
