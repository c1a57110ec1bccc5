# The board of two-countings with its neutral points open. By territory they are nothing to anyone. By area
# it matters whether the game is over: after two passes they are nobody's.
#
#   . X . O .
#   X X . O O
#   . X . O .
#   X X . O O
#   . X . O .
boardsize 5
komi 0
clear_board
play b b1
play w d1
play b b2
play b b3
play b b4
play b b5
play b a2
play b a4
play w d2
play w d3
play w d4
play w d5
play w e2
play w e4
kata-set-rules japanese-1989
10 final_score
#? [0]
kata-set-rules proposal-2012
20 final_score
#? [0]
play b pass
play w pass
kata-set-rules chinese
30 final_score
#? [0]
kata-set-rules tromp-taylor
40 final_score
#? [0]
kata-set-rules pure-go
50 final_score
#? [0]
