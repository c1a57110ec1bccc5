#! --playouts 1500 --threads 1 --seed 1 --resign 0
# What the last moves are worth: a pass is right only where no play gains. Each board also turned by a quarter, with the
# colors exchanged.
#
# Example 5 of the proposal: the four stones count for nothing as they stand.
#   . O X X . O X . X X .
#   X X O X . O X X X X X
#   X X O X X O X . X X .
#   O O O O O X X X X X X
#   . . . . O O X X . X .
#   O O O O O O X X X X X
#   O O O O . O X X . X .
#   O O O O O O X X X X X
#   . O . O . O X X . X .
#   O O O O O O X X X X X
#   . O . O . O X X . X .
boardsize 11
komi 8.5
kata-set-rules proposal-2012
clear_board
gogui-setup w b11 b c11 b d11 w f11 b g11 b j11 b k11 b a10 b b10 w c10 b d10 w f10 b g10 b h10 b j10 b k10 b l10 b a9 b b9 w c9 b d9 b e9 w f9 b g9 b j9 b k9 w a8 w b8 w c8 w d8 w e8 b f8 b g8 b h8 b j8 b k8 b l8 w e7 w f7 b g7 b h7 b k7 w a6 w b6 w c6 w d6 w e6 w f6 b g6 b h6 b j6 b k6 b l6 w a5 w b5 w c5 w d5 w f5 b g5 b h5 b k5 w a4 w b4 w c4 w d4 w e4 w f4 b g4 b h4 b j4 b k4 b l4 w b3 w d3 w f3 b g3 b h3 b k3 w a2 w b2 w c2 w d2 w e2 w f2 b g2 b h2 b j2 b k2 b l2 w b1 w d1 w f1 b g1 b h1 b k1
10 reg_genmove w
#? [(?i)(A11)]
#
#   . X . X X X . X O O .
#   X X X X X X . X O O X
#   . X . X X X . X X X O
#   X X X X X X . X O O O
#   . X . X . X X X O . .
#   X X X X X X X O X X X
#   O O O O O O O O O O O
#   O O O O O O O O . O .
#   . O . O . O . O O O O
#   O O O O O O O O O O O
#   . O . O . O . O . O .
boardsize 11
komi -8.5
kata-set-rules proposal-2012
clear_board
gogui-setup b b11 b d11 b e11 b f11 b h11 w j11 w k11 b a10 b b10 b c10 b d10 b e10 b f10 b h10 w j10 w k10 b l10 b b9 b d9 b e9 b f9 b h9 b j9 b k9 w l9 b a8 b b8 b c8 b d8 b e8 b f8 b h8 w j8 w k8 w l8 b b7 b d7 b f7 b g7 b h7 w j7 b a6 b b6 b c6 b d6 b e6 b f6 b g6 w h6 b j6 b k6 b l6 w a5 w b5 w c5 w d5 w e5 w f5 w g5 w h5 w j5 w k5 w l5 w a4 w b4 w c4 w d4 w e4 w f4 w g4 w h4 w k4 w b3 w d3 w f3 w h3 w j3 w k3 w l3 w a2 w b2 w c2 w d2 w e2 w f2 w g2 w h2 w j2 w k2 w l2 w b1 w d1 w f1 w h1 w k1
20 reg_genmove b
#? [(?i)(L11)]
#
# Figure 17 of the commentary on the rules of 1989.
#   . X O X O X X X X
#   X . O X O X X . X
#   O O O . O X X X X
#   X X O O O X X X X
#   X X X X X X X X X
#   X X X X X X X X X
#   X X X X X X X . X
#   X . X X X X X X X
#   X X X X X X X X X
boardsize 9
komi 2.5
kata-set-rules japanese-1989
clear_board
gogui-setup b b9 w c9 b d9 w e9 b f9 b g9 b h9 b j9 b a8 w c8 b d8 w e8 b f8 b g8 b j8 w a7 w b7 w c7 w e7 b f7 b g7 b h7 b j7 b a6 b b6 w c6 w d6 w e6 b f6 b g6 b h6 b j6 b a5 b b5 b c5 b d5 b e5 b f5 b g5 b h5 b j5 b a4 b b4 b c4 b d4 b e4 b f4 b g4 b h4 b j4 b a3 b b3 b c3 b d3 b e3 b f3 b g3 b j3 b a2 b c2 b d2 b e2 b f2 b g2 b h2 b j2 b a1 b b1 b c1 b d1 b e1 b f1 b g1 b h1 b j1
30 reg_genmove w
#? [(?i)(D7)]
#
#   O O O O O O X O .
#   O . O O O O X . O
#   O O O O O X X X X
#   O O O O O X . O O
#   O O O O O X X X X
#   O O O O O O O O O
#   O O O O O O O O O
#   O O . O O O O . O
#   O O O O O O O O O
boardsize 9
komi -2.5
kata-set-rules japanese-1989
clear_board
gogui-setup w a9 w b9 w c9 w d9 w e9 w f9 b g9 w h9 w a8 w c8 w d8 w e8 w f8 b g8 w j8 w a7 w b7 w c7 w d7 w e7 b f7 b g7 b h7 b j7 w a6 w b6 w c6 w d6 w e6 b f6 w h6 w j6 w a5 w b5 w c5 w d5 w e5 b f5 b g5 b h5 b j5 w a4 w b4 w c4 w d4 w e4 w f4 w g4 w h4 w j4 w a3 w b3 w c3 w d3 w e3 w f3 w g3 w h3 w j3 w a2 w b2 w d2 w e2 w f2 w g2 w j2 w a1 w b1 w c1 w d1 w e1 w f1 w g1 w h1 w j1
40 reg_genmove b
#? [(?i)(G6)]
#
# Example 1 of 1989, after White has played in it: Black answers.
#   O . . O O O . O O
#   O . . O O . O O O
#   X O O O O O O O O
#   X X X O O O O O O
#   X X X X X X X X X
#   X . X X X X X X X
#   X X X X . X X X X
#   X X X X X X X X X
#   X X X X X X X X X
boardsize 9
komi -1
kata-set-rules japanese-1989
clear_board
gogui-setup b b9 b c9 w d9 w e9 w f9 w h9 w j9 w a8 b b8 b c8 w d8 w e8 w g8 w h8 w j8 b a7 w b7 w c7 w d7 w e7 w f7 w g7 w h7 w j7 b a6 b b6 b c6 w d6 w e6 w f6 w g6 w h6 w j6 b a5 b b5 b c5 b d5 b e5 b f5 b g5 b h5 b j5 b a4 b c4 b d4 b e4 b f4 b g4 b h4 b j4 b a3 b b3 b c3 b d3 b f3 b g3 b h3 b j3 b a2 b b2 b c2 b d2 b e2 b f2 b g2 b h2 b j2 b a1 b b1 b c1 b d1 b e1 b f1 b g1 b h1 b j1
play w A9
50 reg_genmove b
#? [(?i)(B8)]
#
#   O O O O O O O X X
#   O O O . O O X . .
#   O O O O O O X . .
#   O O O O O X X X X
#   O O . O O X X X X
#   O O O O O X X . X
#   O O O O O X X X .
#   O O O O O X X X X
#   O O O O O X X X X
boardsize 9
komi 1
kata-set-rules japanese-1989
clear_board
gogui-setup w a9 w b9 w c9 w d9 w e9 w f9 w g9 b h9 w a8 w b8 w c8 w e8 w f8 b g8 w h8 w j8 w a7 w b7 w c7 w d7 w e7 w f7 b g7 w h7 w j7 w a6 w b6 w c6 w d6 w e6 b f6 b g6 b h6 b j6 w a5 w b5 w d5 w e5 b f5 b g5 b h5 b j5 w a4 w b4 w c4 w d4 w e4 b f4 b g4 b j4 w a3 w b3 w c3 w d3 w e3 b f3 b g3 b h3 w a2 w b2 w c2 w d2 w e2 b f2 b g2 b h2 b j2 w a1 w b1 w c1 w d1 w e1 b f1 b g1 b h1 b j1
play b J9
60 reg_genmove w
#? [(?i)(H8)]
#
# Example 1 of the proposal: Black loses three points by beginning.
#   . X X O O . O O .
#   O X X O . O O O O
#   X O O O O O O O .
#   X X X X X X O O O
#   . X . X X X O O O
#   X X X X X X X X X
#   X X X X . X . X .
#   X X X X X X X X X
#   . X . X . X . X .
boardsize 9
komi 2.5
kata-set-rules proposal-2012
clear_board
gogui-setup b b9 b c9 w d9 w e9 w g9 w h9 w a8 b b8 b c8 w d8 w f8 w g8 w h8 w j8 b a7 w b7 w c7 w d7 w e7 w f7 w g7 w h7 b a6 b b6 b c6 b d6 b e6 b f6 w g6 w h6 w j6 b b5 b d5 b e5 b f5 w g5 w h5 w j5 b a4 b b4 b c4 b d4 b e4 b f4 b g4 b h4 b j4 b a3 b b3 b c3 b d3 b f3 b h3 b a2 b b2 b c2 b d2 b e2 b f2 b g2 b h2 b j2 b b1 b d1 b f1 b h1
70 reg_genmove b
#? [(?i)(pass)]
#
#   . O O O . O O X .
#   O O O O O O X O O
#   . O O O . O X O O
#   O O O O O O X X X
#   . O . O O O X . X
#   O O O O O O X X .
#   . O . O X X X X X
#   O O O O X X X X X
#   . O . O X X . X .
boardsize 9
komi -2.5
kata-set-rules proposal-2012
clear_board
gogui-setup w b9 w c9 w d9 w f9 w g9 b h9 w a8 w b8 w c8 w d8 w e8 w f8 b g8 w h8 w j8 w b7 w c7 w d7 w f7 b g7 w h7 w j7 w a6 w b6 w c6 w d6 w e6 w f6 b g6 b h6 b j6 w b5 w d5 w e5 w f5 b g5 b j5 w a4 w b4 w c4 w d4 w e4 w f4 b g4 b h4 w b3 w d3 b e3 b f3 b g3 b h3 b j3 w a2 w b2 w c2 w d2 b e2 b f2 b g2 b h2 b j2 w b1 w d1 b e1 b f1 b h1
80 reg_genmove w
#? [(?i)(pass)]
#
# Example 25: a double ko is no reason to go on.
#   . X . X O X X X .
#   X X X O O X X X X
#   O X O . O X X X .
#   . O O O O X X X X
#   O O X X X X X X .
#   X X X X X X X X X
#   X X X X . X . X .
#   X X X X X X X X X
#   . X . X . X . X .
boardsize 9
komi 20.5
kata-set-rules proposal-2012
clear_board
gogui-setup b b9 b d9 w e9 b f9 b g9 b h9 b a8 b b8 b c8 w d8 w e8 b f8 b g8 b h8 b j8 w a7 b b7 w c7 w e7 b f7 b g7 b h7 w b6 w c6 w d6 w e6 b f6 b g6 b h6 b j6 w a5 w b5 b c5 b d5 b e5 b f5 b g5 b h5 b a4 b b4 b c4 b d4 b e4 b f4 b g4 b h4 b j4 b a3 b b3 b c3 b d3 b f3 b h3 b a2 b b2 b c2 b d2 b e2 b f2 b g2 b h2 b j2 b b1 b d1 b f1 b h1
90 reg_genmove b
#? [(?i)(pass)]
#
#   . O O O X . X O .
#   O O O O X X O O O
#   . O O O O X X O .
#   O O O O O X . X O
#   . O . O O X X X X
#   O O O O O O O O O
#   . O . O O O O O O
#   O O O O O O O O O
#   . O . O . O . O .
boardsize 9
komi -20.5
kata-set-rules proposal-2012
clear_board
gogui-setup w b9 w c9 w d9 b e9 b g9 w h9 w a8 w b8 w c8 w d8 b e8 b f8 w g8 w h8 w j8 w b7 w c7 w d7 w e7 b f7 b g7 w h7 w a6 w b6 w c6 w d6 w e6 b f6 b h6 w j6 w b5 w d5 w e5 b f5 b g5 b h5 b j5 w a4 w b4 w c4 w d4 w e4 w f4 w g4 w h4 w j4 w b3 w d3 w e3 w f3 w g3 w h3 w j3 w a2 w b2 w c2 w d2 w e2 w f2 w g2 w h2 w j2 w b1 w d1 w f1 w h1
100 reg_genmove w
#? [(?i)(pass)]
#
# Black owes a play in the corner: fifteen points, though nothing is dead as it stands.
#   . . . X O . O X .
#   X X X X O . O X .
#   O O O O O . O X .
#   . . . . . . O X .
#   . . . . . O O X .
#   . . . . . O X X .
#   O O O . O O X . .
#   X X O O O X X . .
#   . X X X X X . . .
boardsize 9
komi -8
kata-set-rules proposal-2012
clear_board
gogui-setup b d9 w e9 w g9 b h9 b a8 b b8 b c8 b d8 w e8 w g8 b h8 w a7 w b7 w c7 w d7 w e7 w g7 b h7 w g6 b h6 w f5 w g5 b h5 w f4 b g4 b h4 w a3 w b3 w c3 w e3 w f3 b g3 b a2 b b2 w c2 w d2 w e2 b f2 b g2 b b1 b c1 b d1 b e1 b f1
110 reg_genmove b
#? [(?i)(B9)]
#
#   . O X . . . X O .
#   O O X . . . X O .
#   O X X . . . X O .
#   O X . . . . X O O
#   O X X . . . X X X
#   O O X X X . . . .
#   . O O O X X X X X
#   . . . O O O O O O
#   . . . . . . . . .
boardsize 9
komi 8
kata-set-rules proposal-2012
clear_board
gogui-setup w b9 b c9 b g9 w h9 w a8 w b8 b c8 b g8 w h8 w a7 b b7 b c7 b g7 w h7 w a6 b b6 b g6 w h6 w j6 w a5 b b5 b c5 b g5 b h5 b j5 w a4 w b4 b c4 b d4 b e4 w b3 w c3 w d3 b e3 b f3 b g3 b h3 b j3 w d2 w e2 w f2 w g2 w h2 w j2
120 reg_genmove w
#? [(?i)(J8)]
#
# And White takes them.
#   . . . X O . O X .
#   X X X X O . O X .
#   O O O O O . O X .
#   . . . . . . O X .
#   . . . . . O O X .
#   . . . . . O X X .
#   O O O . O O X . .
#   X X O O O X X . .
#   . X X X X X . . .
boardsize 9
komi 6.5
kata-set-rules proposal-2012
clear_board
gogui-setup b d9 w e9 w g9 b h9 b a8 b b8 b c8 b d8 w e8 w g8 b h8 w a7 w b7 w c7 w d7 w e7 w g7 b h7 w g6 b h6 w f5 w g5 b h5 w f4 b g4 b h4 w a3 w b3 w c3 w e3 w f3 b g3 b a2 b b2 w c2 w d2 w e2 b f2 b g2 b b1 b c1 b d1 b e1 b f1
130 reg_genmove w
#? [(?i)(B9)]
#
#   . O X . . . X O .
#   O O X . . . X O .
#   O X X . . . X O .
#   O X . . . . X O O
#   O X X . . . X X X
#   O O X X X . . . .
#   . O O O X X X X X
#   . . . O O O O O O
#   . . . . . . . . .
boardsize 9
komi -6.5
kata-set-rules proposal-2012
clear_board
gogui-setup w b9 b c9 b g9 w h9 w a8 w b8 b c8 b g8 w h8 w a7 b b7 b c7 b g7 w h7 w a6 b b6 b g6 w h6 w j6 w a5 b b5 b c5 b g5 b h5 b j5 w a4 w b4 b c4 b d4 b e4 w b3 w c3 w d3 b e3 b f3 b g3 b h3 b j3 w d2 w e2 w f2 w g2 w h2 w j2
140 reg_genmove b
#? [(?i)(J8)]
#
# A ko for half a point, which decides the game, is taken.
#   . . X X X O O O .
#   . . X X X O O O .
#   . . X X X O O O .
#   . . X X X O O O .
#   . . X X O . O O .
#   . . X X X O O O .
#   . . X X X O O O .
#   . . X X X O O O .
#   . . X X X O O O .
boardsize 9
komi 9.5
kata-set-rules japanese-1989
clear_board
gogui-setup b c9 b d9 b e9 w f9 w g9 w h9 b c8 b d8 b e8 w f8 w g8 w h8 b c7 b d7 b e7 w f7 w g7 w h7 b c6 b d6 b e6 w f6 w g6 w h6 b c5 b d5 w e5 w g5 w h5 b c4 b d4 b e4 w f4 w g4 w h4 b c3 b d3 b e3 w f3 w g3 w h3 b c2 b d2 b e2 w f2 w g2 w h2 b c1 b d1 b e1 w f1 w g1 w h1
150 reg_genmove b
#? [(?i)(F5)]
#
#   . . . . . . . . .
#   . . . . . . . . .
#   O O O O O O O O O
#   O O O O O O O O O
#   O O O O X O O O O
#   X X X X . X X X X
#   X X X X X X X X X
#   X X X X X X X X X
#   . . . . . . . . .
boardsize 9
komi -9.5
kata-set-rules japanese-1989
clear_board
gogui-setup w a7 w b7 w c7 w d7 w e7 w f7 w g7 w h7 w j7 w a6 w b6 w c6 w d6 w e6 w f6 w g6 w h6 w j6 w a5 w b5 w c5 w d5 b e5 w f5 w g5 w h5 w j5 b a4 b b4 b c4 b d4 b f4 b g4 b h4 b j4 b a3 b b3 b c3 b d3 b e3 b f3 b g3 b h3 b j3 b a2 b b2 b c2 b d2 b e2 b f2 b g2 b h2 b j2
160 reg_genmove w
#? [(?i)(E4)]
#
# The other side fills it.
#   . . X X X O O O .
#   . . X X X O O O .
#   . . X X X O O O .
#   . . X X X O O O .
#   . . X X O . O O .
#   . . X X X O O O .
#   . . X X X O O O .
#   . . X X X O O O .
#   . . X X X O O O .
boardsize 9
komi 9.5
kata-set-rules japanese-1989
clear_board
gogui-setup b c9 b d9 b e9 w f9 w g9 w h9 b c8 b d8 b e8 w f8 w g8 w h8 b c7 b d7 b e7 w f7 w g7 w h7 b c6 b d6 b e6 w f6 w g6 w h6 b c5 b d5 w e5 w g5 w h5 b c4 b d4 b e4 w f4 w g4 w h4 b c3 b d3 b e3 w f3 w g3 w h3 b c2 b d2 b e2 w f2 w g2 w h2 b c1 b d1 b e1 w f1 w g1 w h1
170 reg_genmove w
#? [(?i)(F5)]
#
#   . . . . . . . . .
#   . . . . . . . . .
#   O O O O O O O O O
#   O O O O O O O O O
#   O O O O X O O O O
#   X X X X . X X X X
#   X X X X X X X X X
#   X X X X X X X X X
#   . . . . . . . . .
boardsize 9
komi -9.5
kata-set-rules japanese-1989
clear_board
gogui-setup w a7 w b7 w c7 w d7 w e7 w f7 w g7 w h7 w j7 w a6 w b6 w c6 w d6 w e6 w f6 w g6 w h6 w j6 w a5 w b5 w c5 w d5 b e5 w f5 w g5 w h5 w j5 b a4 b b4 b c4 b d4 b f4 b g4 b h4 b j4 b a3 b b3 b c3 b d3 b e3 b f3 b g3 b h3 b j3 b a2 b b2 b c2 b d2 b e2 b f2 b g2 b h2 b j2
180 reg_genmove b
#? [(?i)(E4)]
