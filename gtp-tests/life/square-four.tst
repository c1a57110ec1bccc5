# Four points in a square are one eye, whoever moves first. A big group dead as it stands.
#
#   O O O O O O O O O
#   O . O X X X X O O
#   O O O X . . X O O
#   O . O X . . X O O
#   O O O X X X X O O
#   O O O O O O O O O
rectangular_boardsize 9 6
komi 0
clear_board
gogui-setup w a6 w b6 w c6 w d6 w e6 w f6 w g6 w h6 w j6 w a5 w c5 b d5 b e5 b f5 b g5 w h5 w j5 w a4 w b4 w c4 b d4 b g4 w h4 w j4 w a3 w c3 b d3 b g3 w h3 w j3 w a2 w b2 w c2 b d2 b e2 b f2 b g2 w h2 w j2 w a1 w b1 w c1 w d1 w e1 w f1 w g1 w h1 w j1
kata-set-rules japanese-1989
10 final_status d5
#? [dead]
20 final_status a1
#? [alive]
30 final_score
#? [W\+30]
kata-set-rules proposal-2012
40 final_score
#? [W\+30]
kata-set-rules chinese
50 final_score
#? [W\+54]
