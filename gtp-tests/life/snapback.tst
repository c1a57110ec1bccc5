# A stone that can be captured but comes back to capture: alive, and what it takes is dead.
# Explanation of the Japanese rules of 1989, reference figure 7.
loadsgf snapback.sgf
kata-set-rules japanese-1989
komi 0
10 final_status B9
#? [alive]
20 final_status C9
#? [alive]
30 final_status A8
#? [dead]
40 final_status C8
#? [alive]
50 final_score
#? [B\+5]
