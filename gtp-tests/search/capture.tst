#! --playouts 2000 --threads 1 --seed 1 --resign 0
# Five white stones and three black ones are in atari to each other: who moves first takes.
#
#   . . . . . . .
#   . . X X X . .
#   . X O O O X .
#   . X O X X O .
#   . X O X . O .
#   . . . O O O .
#   . . . . . . .
boardsize 7
komi 0.5
kata-set-rules chinese
clear_board
gogui-setup b c6 b d6 b e6 b b5 b f5 b b4 b d4 b e4 b b3 b d3 w c5 w d5 w e5 w c4 w f4 w c3 w f3 w d2 w e2 w f2
10 reg_genmove b
#? [(?i)C2]
20 reg_genmove w
#? [(?i)(E3|C2)]
