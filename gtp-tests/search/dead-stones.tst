#! --playouts 2000 --threads 1 --seed 1 --resign 0
# The board of dead-or-alive (score). By territory nothing needs to be played. Where every stone on the
# board lives, the dead one has to be captured before the end; and so in a cleanup.
#
#   . . X O . .
#   . O X O O O
#   . . X O . .
#   X X X O O O
#   . X X O . .
#   X X X O O O
#   . X X O . .
rectangular_boardsize 6 7
komi 0.5
clear_board
gogui-setup b c7 b c6 b c5 b c4 b c3 b c2 b c1 b b4 b a4 b b3 b b2 b a2 b b1 w d7 w d6 w d5 w d4 w d3 w d2 w d1 w e6 w f6 w e4 w f4 w e2 w f2 w b6
kata-set-rules proposal-2012
10 reg_genmove b
#? [(?i)pass]
kata-set-rules japanese-1989
20 reg_genmove b
#? [(?i)pass]
kata-set-rules tromp-taylor
komi -0.5
30 reg_genmove b
#? [(?i)[AB][567]]
kata-set-rules chinese
40 kgs-genmove_cleanup b
#? [(?i)[AB][567]]
