# Two shared liberties and one liberty too few: both liberties outside are his who has them. The twin is the seki.
# Each position also with colors exchanged.
# By the letter of 1989 a dame left open makes seki of what wins a race, too; in a game that was stopped it does not.
#~ turned
rectangular_boardsize 9 9
komi 0
#   . X X O . X O O .
#   X X X O X X O O O
#   X X X O X X O O O
#   X X X O X X O O O
#   X X . O X X O O O
#   X X X O X X O O O
#   X X . O X X O O O
#   X X X O X X O O O
#   . X X O . X O O .
set_position b A2 b A3 b A4 b A5 b A6 b A7 b A8 b B1 b B2 b B3 b B4 b B5 b B6 b B7 b B8 b B9 b C1 b C2 b C4 b C6 b C7 b C8 b C9 w D1 w D2 w D3 w D4 w D5 w D6 w D7 w D8 w D9 b E2 b E3 b E4 b E5 b E6 b E7 b E8 b F1 b F2 b F3 b F4 b F5 b F6 b F7 b F8 b F9 w G1 w G2 w G3 w G4 w G5 w G6 w G7 w G8 w G9 w H1 w H2 w H3 w H4 w H5 w H6 w H7 w H8 w H9 w J2 w J3 w J4 w J5 w J6 w J7 w J8
kata-set-rules korean
10 final_status d4
#? [alive]
20 final_status f4
#? [dead]
kata-set-rules chinese
30 final_status d4
#? [alive]
40 final_status f4
#? [dead]
kata-set-rules proposal-2012
50 final_status d4
#? [alive]
60 final_status f4
#? [dead]
kata-set-rules japanese-1989
70 final_status d4
#? [seki]
80 final_status f4
#? [dead]
wakari-param_rules judge_as game
1010 final_status d4
#? [alive]
1020 final_status f4
#? [dead]
wakari-param_rules judge_as auto
#   . O O X . O X X .
#   O O O X O O X X X
#   O O O X O O X X X
#   O O O X O O X X X
#   O O . X O O X X X
#   O O O X O O X X X
#   O O . X O O X X X
#   O O O X O O X X X
#   . O O X . O X X .
set_position w A2 w A3 w A4 w A5 w A6 w A7 w A8 w B1 w B2 w B3 w B4 w B5 w B6 w B7 w B8 w B9 w C1 w C2 w C4 w C6 w C7 w C8 w C9 b D1 b D2 b D3 b D4 b D5 b D6 b D7 b D8 b D9 w E2 w E3 w E4 w E5 w E6 w E7 w E8 w F1 w F2 w F3 w F4 w F5 w F6 w F7 w F8 w F9 b G1 b G2 b G3 b G4 b G5 b G6 b G7 b G8 b G9 b H1 b H2 b H3 b H4 b H5 b H6 b H7 b H8 b H9 b J2 b J3 b J4 b J5 b J6 b J7 b J8
kata-set-rules korean
90 final_status d4
#? [alive]
100 final_status f4
#? [dead]
kata-set-rules chinese
110 final_status d4
#? [alive]
120 final_status f4
#? [dead]
kata-set-rules proposal-2012
130 final_status d4
#? [alive]
140 final_status f4
#? [dead]
kata-set-rules japanese-1989
150 final_status d4
#? [seki]
160 final_status f4
#? [dead]
wakari-param_rules judge_as game
1030 final_status d4
#? [alive]
1040 final_status f4
#? [dead]
wakari-param_rules judge_as auto
#   . X X O . X O O .
#   X X X O X X O O O
#   X X X O X X . O O
#   X X X O X X O O O
#   X X X O X X O O O
#   X X X O X X O O O
#   X X . O X X O O O
#   X X X O X X O O O
#   . X X O . X O O .
set_position b A2 b A3 b A4 b A5 b A6 b A7 b A8 b B1 b B2 b B3 b B4 b B5 b B6 b B7 b B8 b B9 b C1 b C2 b C4 b C5 b C6 b C7 b C8 b C9 w D1 w D2 w D3 w D4 w D5 w D6 w D7 w D8 w D9 b E2 b E3 b E4 b E5 b E6 b E7 b E8 b F1 b F2 b F3 b F4 b F5 b F6 b F7 b F8 b F9 w G1 w G2 w G3 w G4 w G5 w G6 w G8 w G9 w H1 w H2 w H3 w H4 w H5 w H6 w H7 w H8 w H9 w J2 w J3 w J4 w J5 w J6 w J7 w J8
kata-set-rules korean
170 final_status d4
#? [seki]
180 final_status f4
#? [seki]
kata-set-rules chinese
190 final_status d4
#? [alive]
200 final_status f4
#? [alive]
kata-set-rules proposal-2012
210 final_status d4
#? [alive]
220 final_status f4
#? [alive]
kata-set-rules japanese-1989
230 final_status d4
#? [seki]
240 final_status f4
#? [seki]
wakari-param_rules judge_as game
1050 final_status d4
#? [seki]
1060 final_status f4
#? [seki]
wakari-param_rules judge_as auto
#   . O O X . O X X .
#   O O O X O O X X X
#   O O O X O O . X X
#   O O O X O O X X X
#   O O O X O O X X X
#   O O O X O O X X X
#   O O . X O O X X X
#   O O O X O O X X X
#   . O O X . O X X .
set_position w A2 w A3 w A4 w A5 w A6 w A7 w A8 w B1 w B2 w B3 w B4 w B5 w B6 w B7 w B8 w B9 w C1 w C2 w C4 w C5 w C6 w C7 w C8 w C9 b D1 b D2 b D3 b D4 b D5 b D6 b D7 b D8 b D9 w E2 w E3 w E4 w E5 w E6 w E7 w E8 w F1 w F2 w F3 w F4 w F5 w F6 w F7 w F8 w F9 b G1 b G2 b G3 b G4 b G5 b G6 b G8 b G9 b H1 b H2 b H3 b H4 b H5 b H6 b H7 b H8 b H9 b J2 b J3 b J4 b J5 b J6 b J7 b J8
kata-set-rules korean
250 final_status d4
#? [seki]
260 final_status f4
#? [seki]
kata-set-rules chinese
270 final_status d4
#? [alive]
280 final_status f4
#? [alive]
kata-set-rules proposal-2012
290 final_status d4
#? [alive]
300 final_status f4
#? [alive]
kata-set-rules japanese-1989
310 final_status d4
#? [seki]
320 final_status f4
#? [seki]
wakari-param_rules judge_as game
1070 final_status d4
#? [seki]
1080 final_status f4
#? [seki]
wakari-param_rules judge_as auto
