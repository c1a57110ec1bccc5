# Two dead stones that stand within a seki are not taken off at the end: White would have had to.
# Explanation of the Japanese rules of 1989, reference figure 17.
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
