# A white stone that cannot live in Black's corner. Where the dead are taken off it is worth two points by
# territory and nothing by area; where every stone on the board lives it spoils Black's corner.
#
#   . . X O . .
#   . O X O O O
#   . . X O . .
#   X X X O O O
#   . X X O . .
#   X X X O O O
#   . X X O . .
rectangular_boardsize 6 7
komi 0
clear_board
gogui-setup b c7 b c6 b c5 b c4 b c3 b c2 b c1 b b4 b a4 b b3 b b2 b a2 b b1 w d7 w d6 w d5 w d4 w d3 w d2 w d1 w e6 w f6 w e4 w f4 w e2 w f2 w b6
kata-set-rules japanese-1989
10 final_score
#? [B\+1]
20 final_status b6
#? [dead]
30 final_status_list dead
#? [B6]
kata-set-rules proposal-2012
40 final_score
#? [B\+1]
50 final_status_list dead
#? [B6]
kata-set-rules chinese
60 final_score
#? [0]
70 final_status_list dead
#? [B6]
kata-set-rules tromp-taylor
80 final_score
#? [W\+7]
90 final_status b6
#? [alive]
100 final_status_list dead
#? []
kata-set-rules cgos
110 final_score
#? [W\+7]
kata-set-rules pure-go
120 final_score
#? [W\+1]
