# A square of four stones in an eye of eight points: the eye is life enough, and the stones are dead, with four points
# around them. Position made for this case.
#
#   X X X X X X O O .
#   X O O . . X O . O
#   X O O . . X O O O
#   X X X X X X O O O
#   X X X X X X O . O
rectangular_boardsize 9 5
komi 0
clear_board
gogui-setup b a5 b b5 b c5 b d5 b e5 b f5 w g5 w h5 b a4 w b4 w c4 b f4 w g4 w j4 b a3 w b3 w c3 b f3 w g3 w h3 w j3 b a2 b b2 b c2 b d2 b e2 b f2 w g2 w h2 w j2 b a1 b b1 b c1 b d1 b e1 b f1 w g1 w j1
kata-set-rules japanese-1989
10 final_status b4
#? [dead]
20 final_status a1
#? [alive]
30 final_score
#? [B\+9]
kata-set-rules korean
40 final_status b4
#? [dead]
50 final_status a1
#? [alive]
60 final_score
#? [B\+9]
kata-set-rules proposal-2012
70 final_status b4
#? [dead]
80 final_status a1
#? [alive]
90 final_score
#? [B\+9]
