#! --size 9 --threads 1 --seed 1
# A move comes on any clock, even one that has run down.
clear_board
time_settings 0 1 1
10 genmove b
#? [(?i)([A-HJ][1-9]|pass|resign)]
time_settings 1 0 0
time_left w 1 0
20 genmove w
#? [(?i)([A-HJ][1-9]|pass|resign)]
time_left b 0 0
30 genmove b
#? [(?i)([A-HJ][1-9]|pass|resign)]
time_left w -3 0
40 genmove w
#? [(?i)([A-HJ][1-9]|pass|resign)]
kgs-time_settings byoyomi 0 1 1
time_left b 1 1
50 genmove b
#? [(?i)([A-HJ][1-9]|pass|resign)]
kata-time_settings fischer 0.5 0.1
60 genmove w
#? [(?i)([A-HJ][1-9]|pass|resign)]
