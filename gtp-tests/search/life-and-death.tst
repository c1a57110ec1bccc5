#! --playouts 3000 --threads 1 --seed 1 --resign 0
# Three points in a line: whoever plays the middle decides. Komi makes the game depend on it.
#
#   . . . X O . .
#   X X X X O . .
#   O O O O O . .
#   O O O O O O O
#   O . O O . O O
#   O O O O O O O
#   O O O O O O O
boardsize 7
komi -40
kata-set-rules chinese
clear_board
gogui-setup b d7 b a6 b b6 b c6 b d6 w e7 w e6 w a5 w b5 w c5 w d5 w e5 w a4 w b4 w c4 w d4 w e4 w f4 w g4 w a3 w c3 w d3 w f3 w g3 w a2 w b2 w c2 w d2 w e2 w f2 w g2 w a1 w b1 w c1 w d1 w e1 w f1 w g1
10 reg_genmove b
#? [(?i)B7]
20 reg_genmove w
#? [(?i)B7]
# Asking has played nothing.
30 play b b7
#? []
undo
# By territory six or twenty-one points are at stake. The proposal's verification would let Black live
# without a move, but White may still play.
kata-set-rules proposal-2012
komi -13.5
40 reg_genmove b
#? [(?i)B7]
50 reg_genmove w
#? [(?i)B7]
