# A dead stone in Black's territory is taken off as it stands: seven points.
# Explanation of the Japanese rules of 1989, reference figure 16.
loadsgf dead-stone.sgf
kata-set-rules japanese-1989
komi 0
10 final_status E9
#? [alive]
20 final_status F9
#? [alive]
30 final_status D8
#? [dead]
40 final_score
#? [B\+7]
