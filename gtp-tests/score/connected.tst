# The twin of to-be-filled: once Black has connected, the point is gone.
#
#   . X O . O
#   X X O O .
#   . X X . O
#   X X O O .
#   . X O . O
boardsize 5
komi 0
clear_board
gogui-setup w c5 w e5 b a4 b b4 w c4 w d4 b b3 b c3 w e3 b a2 b b2 w c2 w d2 b b1 w c1 w e1
play b b5
kata-set-rules japanese-1989
10 final_score
#? [W\+1]
play w pass
20 final_score
#? [W\+1]
kata-set-rules proposal-2012
30 final_score
#? [W\+1]
