# Four points with one bend, away from the corner, are two eyes.
#
#   O O O O O O O O O
#   O . O X X X X X O
#   O O O X . . . X O
#   O . O X X X . X O
#   O O O O O X X X O
#   O O O O O O O O O
rectangular_boardsize 9 6
komi 0
clear_board
gogui-setup w a6 w b6 w c6 w d6 w e6 w f6 w g6 w h6 w j6 w a5 w c5 b d5 b e5 b f5 b g5 b h5 w j5 w a4 w b4 w c4 b d4 b h4 w j4 w a3 w c3 b d3 b e3 b f3 b h3 w j3 w a2 w b2 w c2 w d2 w e2 b f2 b g2 b h2 w j2 w a1 w b1 w c1 w d1 w e1 w f1 w g1 w h1 w j1
kata-set-rules japanese-1989
10 final_status d5
#? [alive]
20 final_score
#? [B\+2]
kata-set-rules proposal-2012
30 final_score
#? [B\+2]
kata-set-rules chinese
40 final_score
#? [W\+18]
