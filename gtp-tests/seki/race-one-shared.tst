# One shared liberty is as good as none for the side that is behind.
# Each position also with colors exchanged.
# By the letter of 1989 a dame left open makes seki of what wins a race, too; in a game that was stopped it does not.
#~ turned
rectangular_boardsize 9 7
komi 0
#   . X . O X X O O .
#   X X X O X X O O O
#   X X . O X X O O O
#   X X X O . X O O O
#   X X X O X X . O O
#   X X . O X X O O O
#   . X X O X X O O .
set_position b A2 b A3 b A4 b A5 b A6 b B1 b B2 b B3 b B4 b B5 b B6 b B7 b C1 b C3 b C4 b C6 w D1 w D2 w D3 w D4 w D5 w D6 w D7 b E1 b E2 b E3 b E5 b E6 b E7 b F1 b F2 b F3 b F4 b F5 b F6 b F7 w G1 w G2 w G4 w G5 w G6 w G7 w H1 w H2 w H3 w H4 w H5 w H6 w H7 w J2 w J3 w J4 w J5 w J6
kata-set-rules korean
10 final_status d3
#? [alive]
20 final_status f3
#? [dead]
kata-set-rules chinese
30 final_status d3
#? [alive]
40 final_status f3
#? [dead]
kata-set-rules proposal-2012
50 final_status d3
#? [alive]
60 final_status f3
#? [dead]
kata-set-rules japanese-1989
70 final_status d3
#? [seki]
80 final_status f3
#? [dead]
wakari-param_rules judge_as game
1010 final_status d3
#? [alive]
1020 final_status f3
#? [dead]
wakari-param_rules judge_as auto
#   . O . X O O X X .
#   O O O X O O X X X
#   O O . X O O X X X
#   O O O X . O X X X
#   O O O X O O . X X
#   O O . X O O X X X
#   . O O X O O X X .
set_position w A2 w A3 w A4 w A5 w A6 w B1 w B2 w B3 w B4 w B5 w B6 w B7 w C1 w C3 w C4 w C6 b D1 b D2 b D3 b D4 b D5 b D6 b D7 w E1 w E2 w E3 w E5 w E6 w E7 w F1 w F2 w F3 w F4 w F5 w F6 w F7 b G1 b G2 b G4 b G5 b G6 b G7 b H1 b H2 b H3 b H4 b H5 b H6 b H7 b J2 b J3 b J4 b J5 b J6
kata-set-rules korean
90 final_status d3
#? [alive]
100 final_status f3
#? [dead]
kata-set-rules chinese
110 final_status d3
#? [alive]
120 final_status f3
#? [dead]
kata-set-rules proposal-2012
130 final_status d3
#? [alive]
140 final_status f3
#? [dead]
kata-set-rules japanese-1989
150 final_status d3
#? [seki]
160 final_status f3
#? [dead]
wakari-param_rules judge_as game
1030 final_status d3
#? [alive]
1040 final_status f3
#? [dead]
wakari-param_rules judge_as auto
#   . X X O X X . O .
#   X X X O X X O O O
#   X X X O X X . O O
#   X X X O . X O O O
#   X X . O X X O O O
#   X X X O X X . O O
#   . X X O X X O O .
set_position b A2 b A3 b A4 b A5 b A6 b B1 b B2 b B3 b B4 b B5 b B6 b B7 b C1 b C2 b C4 b C5 b C6 b C7 w D1 w D2 w D3 w D4 w D5 w D6 w D7 b E1 b E2 b E3 b E5 b E6 b E7 b F1 b F2 b F3 b F4 b F5 b F6 b F7 w G1 w G3 w G4 w G6 w H1 w H2 w H3 w H4 w H5 w H6 w H7 w J2 w J3 w J4 w J5 w J6
kata-set-rules korean
170 final_status d3
#? [dead]
180 final_status f3
#? [alive]
kata-set-rules chinese
190 final_status d3
#? [dead]
200 final_status f3
#? [alive]
kata-set-rules proposal-2012
210 final_status d3
#? [dead]
220 final_status f3
#? [alive]
kata-set-rules japanese-1989
230 final_status d3
#? [dead]
240 final_status f3
#? [seki]
wakari-param_rules judge_as game
1050 final_status d3
#? [dead]
1060 final_status f3
#? [alive]
wakari-param_rules judge_as auto
#   . O O X O O . X .
#   O O O X O O X X X
#   O O O X O O . X X
#   O O O X . O X X X
#   O O . X O O X X X
#   O O O X O O . X X
#   . O O X O O X X .
set_position w A2 w A3 w A4 w A5 w A6 w B1 w B2 w B3 w B4 w B5 w B6 w B7 w C1 w C2 w C4 w C5 w C6 w C7 b D1 b D2 b D3 b D4 b D5 b D6 b D7 w E1 w E2 w E3 w E5 w E6 w E7 w F1 w F2 w F3 w F4 w F5 w F6 w F7 b G1 b G3 b G4 b G6 b H1 b H2 b H3 b H4 b H5 b H6 b H7 b J2 b J3 b J4 b J5 b J6
kata-set-rules korean
250 final_status d3
#? [dead]
260 final_status f3
#? [alive]
kata-set-rules chinese
270 final_status d3
#? [dead]
280 final_status f3
#? [alive]
kata-set-rules proposal-2012
290 final_status d3
#? [dead]
300 final_status f3
#? [alive]
kata-set-rules japanese-1989
310 final_status d3
#? [dead]
320 final_status f3
#? [seki]
wakari-param_rules judge_as game
1070 final_status d3
#? [dead]
1080 final_status f3
#? [alive]
wakari-param_rules judge_as auto
