# Two passes do not end a game of 2012 if the opponent does not agree (article 9): a pass would open the ko that was taken last,
# and to close it costs nothing. By the rules of 1989 the opponent would have to let the other side move first. Each board also
# with the colors exchanged. Known to fail (50 and 70): the solver grants only proved stones, and its pass is confirmed by a short
# search, which does not see the ko that the pass opens.
#! --playouts 100 --threads 1 --seed 1 --resign 0 --score-playouts 200
#~ turned
boardsize 9
#
#   . O X X . . . . .
#   . O O X . O X . .
#   . . O X X . X . .
#   . . O O X . X X X
#   . . O X X X O O X
#   O X O X X O O . O
#   O O O X O O O O .
#   O X O X X O . O O
#   X X X X O . O . .
kata-set-rules proposal-2012
clear_board
komi 6.5
gogui-setup b a1 b b1 b c1 b d1 b f1 b b2 b d2 b e2 b d3 b b4 b d4 b e4 b d5 b e5 b f5 b j5 b e6 b g6 b h6 b j6 b d7 b e7 b g7 b d8 b g8 b c9 b d9 w g1 w a2 w c2 w f2 w h2 w j2 w a3 w b3 w c3 w e3 w f3 w g3 w h3 w a4 w c4 w f4 w g4 w j4 w c5 w g5 w h5 w c6 w d6 w c7 w b8 w c8 w f8 w b9
gogui-setup_player w
play w e1
play b pass
10 reg_genmove w
#? [(?i)F1]
#
#   . O X X . . . . .
#   . O O X . O X . .
#   . . O X X . X . .
#   . . O O X . X X X
#   . . O X X X O O X
#   O X O X X O O . O
#   O O O X O O O O .
#   O X O X X O . O O
#   X X X X O . O . .
kata-set-rules japanese-1989
clear_board
komi 6.5
gogui-setup b a1 b b1 b c1 b d1 b f1 b b2 b d2 b e2 b d3 b b4 b d4 b e4 b d5 b e5 b f5 b j5 b e6 b g6 b h6 b j6 b d7 b e7 b g7 b d8 b g8 b c9 b d9 w g1 w a2 w c2 w f2 w h2 w j2 w a3 w b3 w c3 w e3 w f3 w g3 w h3 w a4 w c4 w f4 w g4 w j4 w c5 w g5 w h5 w c6 w d6 w c7 w b8 w c8 w f8 w b9
gogui-setup_player w
play w e1
play b pass
20 reg_genmove w
#? [(?i)pass]
#
#   . X O O . . . . .
#   . X X O . X O . .
#   . . X O O . O . .
#   . . X X O . O O O
#   . . X O O O X X O
#   X O X O O X X . X
#   X X X O X X X X .
#   X O X O O X . X X
#   O O O O X . X . .
kata-set-rules proposal-2012
clear_board
komi -6.5
gogui-setup b g1 b a2 b c2 b f2 b h2 b j2 b a3 b b3 b c3 b e3 b f3 b g3 b h3 b a4 b c4 b f4 b g4 b j4 b c5 b g5 b h5 b c6 b d6 b c7 b b8 b c8 b f8 b b9 w a1 w b1 w c1 w d1 w f1 w b2 w d2 w e2 w d3 w b4 w d4 w e4 w d5 w e5 w f5 w j5 w e6 w g6 w h6 w j6 w d7 w e7 w g7 w d8 w g8 w c9 w d9
gogui-setup_player b
play b e1
play w pass
30 reg_genmove b
#? [(?i)F1]
#
#   . X O O . . . . .
#   . X X O . X O . .
#   . . X O O . O . .
#   . . X X O . O O O
#   . . X O O O X X O
#   X O X O O X X . X
#   X X X O X X X X .
#   X O X O O X . X X
#   O O O O X . X . .
kata-set-rules japanese-1989
clear_board
komi -6.5
gogui-setup b g1 b a2 b c2 b f2 b h2 b j2 b a3 b b3 b c3 b e3 b f3 b g3 b h3 b a4 b c4 b f4 b g4 b j4 b c5 b g5 b h5 b c6 b d6 b c7 b b8 b c8 b f8 b b9 w a1 w b1 w c1 w d1 w f1 w b2 w d2 w e2 w d3 w b4 w d4 w e4 w d5 w e5 w f5 w j5 w e6 w g6 w h6 w j6 w d7 w e7 w g7 w d8 w g8 w c9 w d9
gogui-setup_player b
play b e1
play w pass
40 reg_genmove b
#? [(?i)pass]
#
#   . . O . . O . O X
#   . O . O . O O X X
#   . . . O . O X . X
#   . . O X O O X X .
#   . . O X O X O O X
#   . . O X O X . X .
#   . . O X X . X . .
#   . O O X . X . . .
#   . O X X . . . . .
kata-set-rules proposal-2012
clear_board
komi 6.5
gogui-setup b c1 b d1 b d2 b f2 b d3 b e3 b g3 b d4 b f4 b h4 b d5 b f5 b j5 b d6 b g6 b h6 b g7 b j7 b h8 b j8 b g9 b j9 w b1 w b2 w c2 w c3 w c4 w e4 w c5 w e5 w g5 w h5 w c6 w e6 w f6 w d7 w f7 w b8 w d8 w f8 w g8 w c9 w f9
gogui-setup_player w
play w h9
play b pass
50 reg_genmove w
#? [(?i)G9]*
#
#   . . O . . O . O X
#   . O . O . O O X X
#   . . . O . O X . X
#   . . O X O O X X .
#   . . O X O X O O X
#   . . O X O X . X .
#   . . O X X . X . .
#   . O O X . X . . .
#   . O X X . . . . .
kata-set-rules japanese-1989
clear_board
komi 6.5
gogui-setup b c1 b d1 b d2 b f2 b d3 b e3 b g3 b d4 b f4 b h4 b d5 b f5 b j5 b d6 b g6 b h6 b g7 b j7 b h8 b j8 b g9 b j9 w b1 w b2 w c2 w c3 w c4 w e4 w c5 w e5 w g5 w h5 w c6 w e6 w f6 w d7 w f7 w b8 w d8 w f8 w g8 w c9 w f9
gogui-setup_player w
play w h9
play b pass
60 reg_genmove w
#? [(?i)pass]
#
#   . . X . . X . X O
#   . X . X . X X O O
#   . . . X . X O . O
#   . . X O X X O O .
#   . . X O X O X X O
#   . . X O X O . O .
#   . . X O O . O . .
#   . X X O . O . . .
#   . X O O . . . . .
kata-set-rules proposal-2012
clear_board
komi -6.5
gogui-setup b b1 b b2 b c2 b c3 b c4 b e4 b c5 b e5 b g5 b h5 b c6 b e6 b f6 b d7 b f7 b b8 b d8 b f8 b g8 b c9 b f9 w c1 w d1 w d2 w f2 w d3 w e3 w g3 w d4 w f4 w h4 w d5 w f5 w j5 w d6 w g6 w h6 w g7 w j7 w h8 w j8 w g9 w j9
gogui-setup_player b
play b h9
play w pass
70 reg_genmove b
#? [(?i)G9]*
#
#   . . X . . X . X O
#   . X . X . X X O O
#   . . . X . X O . O
#   . . X O X X O O .
#   . . X O X O X X O
#   . . X O X O . O .
#   . . X O O . O . .
#   . X X O . O . . .
#   . X O O . . . . .
kata-set-rules japanese-1989
clear_board
komi -6.5
gogui-setup b b1 b b2 b c2 b c3 b c4 b e4 b c5 b e5 b g5 b h5 b c6 b e6 b f6 b d7 b f7 b b8 b d8 b f8 b g8 b c9 b f9 w c1 w d1 w d2 w f2 w d3 w e3 w g3 w d4 w f4 w h4 w d5 w f5 w j5 w d6 w g6 w h6 w g7 w j7 w h8 w j8 w g9 w j9
gogui-setup_player b
play b h9
play w pass
80 reg_genmove b
#? [(?i)pass]
