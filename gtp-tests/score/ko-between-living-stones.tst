# The empty point of a ko between living stones is nobody's territory.
# 分かりやすい日本囲碁規約(試案) (2012), example 26: Black 3, White 2.
loadsgf ko-between-living-stones.sgf
kata-set-rules proposal-2012
komi 0
10 final_status B7
#? [alive]
20 final_status F7
#? [alive]
30 final_status A6
#? [alive]
40 final_status G6
#? [alive]
50 final_status D4
#? [alive]
60 final_status E2
#? [alive]
70 final_status G2
#? [alive]
80 final_status D1
#? [alive]
90 final_score
#? [B\+1]
