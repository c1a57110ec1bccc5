#! --playouts 300 --threads 1 --seed 1 --resign 0
# Where stones alone count, a third eye is a point left lying about.
#
#   X X X O O O
#   . X X O . O
#   X . X O O .
#   X X X O O O
#   . X X O O O
#   X X X O . O
boardsize 6
komi 0
kata-set-rules pure-go
clear_board
gogui-setup b a6 b b6 b c6 w d6 w e6 w f6 b b5 b c5 w d5 w f5 b a4 b c4 w d4 w e4 b a3 b b3 b c3 w d3 w e3 w f3 b b2 b c2 w d2 w e2 w f2 b a1 b b1 b c1 w d1 w f1
10 reg_genmove b
#? [(?i)(A5|B4|A2)]
# Two eyes are kept.
#
#   X X X O O O
#   . X X O . O
#   X . X O O .
#   X X X O O O
#   X X X O O O
#   X X X O . O
play b a2
play w pass
20 reg_genmove b
#? [(?i)pass]
