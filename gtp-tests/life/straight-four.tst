# Four points in a row are two eyes, whoever moves first.
#
#   O O O O O O O O O
#   O . O X X X X X X
#   O O O X . . . . X
#   O . O X X X X X X
#   O O O O O O O O O
rectangular_boardsize 9 5
komi 0
clear_board
gogui-setup w a5 w b5 w c5 w d5 w e5 w f5 w g5 w h5 w j5 w a4 w c4 b d4 b e4 b f4 b g4 b h4 b j4 w a3 w b3 w c3 b d3 b j3 w a2 w c2 b d2 b e2 b f2 b g2 b h2 b j2 w a1 w b1 w c1 w d1 w e1 w f1 w g1 w h1 w j1
kata-set-rules japanese-1989
10 final_status d3
#? [alive]
20 final_score
#? [B\+2]
kata-set-rules proposal-2012
30 final_score
#? [B\+2]
kata-set-rules chinese
40 final_score
#? [W\+9]
