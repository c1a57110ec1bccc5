# Two liberties outside, C2 and C4, decide the race, and they are dame. What was set up is a diagram, and by the letter of 1989 a dame
# left open makes seki; a game that its players have stopped is judged with the dame filled. Each can be asked for by name.
#~ turned
rectangular_boardsize 9 5
komi 0
kata-set-rules japanese-1989
#   . X X O . X O O .
#   X X . O X X O O O
#   X X X O X X O O O
#   X X . O X X O O O
#   . X X O . X O O .
set_position b A2 b A3 b A4 b B1 b B2 b B3 b B4 b B5 b C1 b C3 b C5 w D1 w D2 w D3 w D4 w D5 b E2 b E3 b E4 b F1 b F2 b F3 b F4 b F5 w G1 w G2 w G3 w G4 w G5 w H1 w H2 w H3 w H4 w H5 w J2 w J3 w J4
10 final_status d3
#? [seki]
wakari-param_rules judge_as game
20 final_status d3
#? [alive]
30 final_status f3
#? [dead]
play b pass
play w pass
40 final_status d3
#? [alive]
wakari-param_rules judge_as diagram
50 final_status d3
#? [seki]
60 final_status f3
#? [dead]
wakari-param_rules judge_as game
70 final_status d3
#? [alive]
wakari-param_rules judge_as auto
80 final_status d3
#? [seki]
90 wakari-param_rules judge_as photograph
#? [? judge_as must be auto, diagram or game]
100 final_status d3
#? [seki]
# The Korean rules make no such difference.
kata-set-rules korean
110 final_status d3
#? [alive]
wakari-param_rules judge_as diagram
120 final_status d3
#? [alive]
