# Bent four in the corner: dead by precedent under the rules of 1949, by confirmation of life and death under those of
# 1989 and the proposal of 2012, by local judgement under the Korean rules; where it is played out, Black, who
# has nothing to fear, takes it. Japanese rules of 1949, precedent (1).
#
#   X X X . O X X X X
#   . O O O O X X . X
#   O O X X X X X X X
#   X X X X X X X X X
#   X X X X X X X X X
#   X . X X X X X . X
#   X X X X X X X X X
#   X X X X X X X X X
#   X X X X X X X X X
rectangular_boardsize 9 9
komi 0
clear_board
gogui-setup b a9 b b9 b c9 w e9 b f9 b g9 b h9 b j9 w b8 w c8 w d8 w e8 b f8 b g8 b j8 w a7 w b7 b c7 b d7 b e7 b f7 b g7 b h7 b j7 b a6 b b6 b c6 b d6 b e6 b f6 b g6 b h6 b j6 b a5 b b5 b c5 b d5 b e5 b f5 b g5 b h5 b j5 b a4 b c4 b d4 b e4 b f4 b g4 b j4 b a3 b b3 b c3 b d3 b e3 b f3 b g3 b h3 b j3 b a2 b b2 b c2 b d2 b e2 b f2 b g2 b h2 b j2 b a1 b b1 b c1 b d1 b e1 b f1 b g1 b h1 b j1
kata-set-rules japanese-1949
10 final_status b8
#? [dead]
20 final_status a9
#? [alive]
30 final_status_list seki
#? []
40 final_score
#? [B\+19]
kata-set-rules japanese-1989
50 final_status b8
#? [dead]
60 final_status a9
#? [alive]
70 final_status_list seki
#? []
80 final_score
#? [B\+19]
kata-set-rules korean
90 final_status b8
#? [dead]
100 final_status a9
#? [alive]
110 final_status_list seki
#? []
120 final_score
#? [B\+19]
kata-set-rules proposal-2012
130 final_status b8
#? [dead]
140 final_status a9
#? [alive]
150 final_status_list seki
#? []
160 final_score
#? [B\+19]
kata-set-rules chinese
170 final_status b8
#? [dead]
180 final_status a9
#? [alive]
190 final_status_list seki
#? []
200 final_score
#? [B\+81]
kata-set-rules aga
210 final_status b8
#? [dead]
220 final_status a9
#? [alive]
230 final_status_list seki
#? []
240 final_score
#? [B\+81]
