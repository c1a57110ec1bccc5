# A white stone in Black's eye of three points, which Black need not take. Position made for this case.
#
#   . X X O .
#   X O X O O
#   . . X X O
#   X X X O O
#   . X X O .
rectangular_boardsize 5 5
komi 0
clear_board
gogui-setup b b5 b c5 w d5 b a4 w b4 b c4 w d4 w e4 b c3 b d3 w e3 b a2 b b2 b c2 w d2 w e2 b b1 b c1 w d1
kata-set-rules japanese-1989
10 final_status b4
#? [dead]
20 final_status c3
#? [alive]
30 final_score
#? [B\+4]
kata-set-rules korean
40 final_status b4
#? [dead]
50 final_status c3
#? [alive]
60 final_score
#? [B\+4]
kata-set-rules proposal-2012
70 final_status b4
#? [dead]
80 final_status c3
#? [alive]
90 final_score
#? [B\+4]
