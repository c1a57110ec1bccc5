# Two eyes in the corner, a false one beside them. Explanation of the Japanese rules of 1989, reference figure 6.
loadsgf two-eyes.sgf
kata-set-rules japanese-1989
komi 0
10 final_status A9
#? [alive]
20 final_status B9
#? [alive]
30 final_score
#? [0]
