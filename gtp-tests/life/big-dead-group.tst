# Fifteen stones with a single eye of two points, enclosed by groups with two eyes: dead under every set of rules.
# Position made for this case.
#
#   . X O O O O X X .
#   X X O . . O X . X
#   X X O O O O X X X
#   X X O O O O X X X
#   . X X O X X X X .
#   X X X X X X X X X
#   X . X X X X X . X
#   X X X X X X X X X
#   X X X X X X X X X
rectangular_boardsize 9 9
komi 0
clear_board
gogui-setup b b9 w c9 w d9 w e9 w f9 b g9 b h9 b a8 b b8 w c8 w f8 b g8 b j8 b a7 b b7 w c7 w d7 w e7 w f7 b g7 b h7 b j7 b a6 b b6 w c6 w d6 w e6 w f6 b g6 b h6 b j6 b b5 b c5 w d5 b e5 b f5 b g5 b h5 b a4 b b4 b c4 b d4 b e4 b f4 b g4 b h4 b j4 b a3 b c3 b d3 b e3 b f3 b g3 b j3 b a2 b b2 b c2 b d2 b e2 b f2 b g2 b h2 b j2 b a1 b b1 b c1 b d1 b e1 b f1 b g1 b h1 b j1
kata-set-rules japanese-1989
10 final_status c9
#? [dead]
20 final_status f6
#? [dead]
30 final_status a8
#? [alive]
40 final_score
#? [B\+39]
kata-set-rules korean
50 final_status c9
#? [dead]
60 final_status f6
#? [dead]
70 final_status a8
#? [alive]
80 final_score
#? [B\+39]
kata-set-rules proposal-2012
90 final_status c9
#? [dead]
100 final_status f6
#? [dead]
110 final_status a8
#? [alive]
120 final_score
#? [B\+39]
kata-set-rules chinese
130 final_status c9
#? [dead]
140 final_status f6
#? [dead]
150 final_status a8
#? [alive]
160 final_score
#? [B\+81]
