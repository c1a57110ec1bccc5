#! --playouts 1000 --threads 1 --seed 1 --resign 0
# Nothing is left to gain: the board of two-countings, filled. A move would cost a point by territory or
# an eye by area.
#
#   . X X O .
#   X X X O O
#   . X X O .
#   X X X O O
#   . X X O .
boardsize 5
komi 0.5
clear_board
play b b1
play b b2
play b b3
play b b4
play b b5
play b a2
play b a4
play w d1
play w d2
play w d3
play w d4
play w d5
play w e2
play w e4
play b c1
play b c2
play b c3
play b c4
play b c5
kata-set-rules proposal-2012
10 reg_genmove w
#? [(?i)pass]
20 reg_genmove b
#? [(?i)pass]
kata-set-rules japanese-1989
30 reg_genmove w
#? [(?i)pass]
kata-set-rules chinese
40 reg_genmove w
#? [(?i)pass]
50 reg_genmove b
#? [(?i)pass]
kata-set-rules tromp-taylor
60 reg_genmove w
#? [(?i)pass]

# The twin: one neutral point is open, worth a point by area; the game hangs on it.
undo
komi 4.5
kata-set-rules chinese
70 reg_genmove b
#? [(?i)C5]
80 reg_genmove w
#? [(?i)C5]
