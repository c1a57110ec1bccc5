# If White plays at D3 Black must connect at B3; but as long as nobody does, all four points are Black's, and
# a diagram is counted so. A game that was stopped is counted with the connection made, or, if told to, as it stands.
#
#   . X O . O
#   X X O O .
#   . . X . O
#   X X O O .
#   . X O . O
boardsize 5
komi 0
clear_board
gogui-setup b b5 w c5 w e5 b a4 b b4 w c4 w d4 b c3 w e3 b a2 b b2 w c2 w d2 b b1 w c1 w e1
play b pass
kata-set-rules japanese-1989
10 final_score
#? [0]
play w pass
20 final_score
#? [0]
kata-set-rules proposal-2012
30 final_score
#? [0]
wakari-param_rules judge_as game
40 final_score
#? [W\+1]
41 wakari-unsettled
#? [(?s)Black first: W\+1.White first: W\+1.not settled:.Black would have to fill: B3.White would have to fill:]
wakari-param_rules dame_left open
50 final_score
#? [0]
kata-set-rules japanese-1989
60 final_score
#? [0]
wakari-param_rules dame_left filled
70 final_score
#? [W\+1]
75 wakari-explain b3
#? [(?s)B3: neutral.Black plays here before counting, when the last dame are filled.*]
80 wakari-param_rules dame_left perhaps
#? [? dame_left must be filled or open]
