#! --playouts 60 --threads 1 --seed 1 --resign 0 --rules cgos
#~ turned
# White has passed, and the seventeen stones in the corner have to be taken. J1 kills them, though it is next to none of them;
# their liberties, J2 and G1, would let them live.
#
#   . O . O O O X . .
#   O . O . O X . X X
#   O . O . O X X X O
#   O O O O O X X O O
#   O X X O X X X X O
#   X X . X O O X X O
#   . X X X O O O O O
#   . . . X O O O O .
#   . . X X X O . X .
boardsize 9
komi 7
gogui-setup w b9 w d9 w e9 w f9 b g9 w a8 w c8 w e8 b f8 b h8 b j8 w a7 w c7 w e7 b f7 b g7 b h7 w j7 w a6 w b6 w c6 w d6 w e6 b f6 b g6 w h6 w j6 w a5 b b5 b c5 w d5 b e5 b f5 b g5 b h5 w j5 b a4 b b4 b d4 w e4 w f4 b g4 b h4 w j4 b b3 b c3 b d3 w e3 w f3 w g3 w h3 w j3 b d2 w e2 w f2 w g2 w h2 b c1 b d1 b e1 w f1 b h1
play w pass
10 genmove b
#? [(?i)J1]
undo
kata-set-rules tromp-taylor
20 genmove b
#? [(?i)J1]
undo
kata-set-rules chinese
30 kgs-genmove_cleanup b
#? [(?i)J1]
