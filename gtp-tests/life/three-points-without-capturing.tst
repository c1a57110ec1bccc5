# Three points without capturing (取らず三目): by the precedent of 1949 White has three points for the corner as it stands.
# The rules of 1989 take all five stones for alive, and where it is played out White takes them.
# Japanese rules of 1949, precedent (2); commentary of 1989, part IV (2).
#
#   . X X O O O . O O
#   O X X O O . O O O
#   X O O O O O O O O
#   X X X O O O O O O
#   X X X X X X X X X
#   X . X X X X X X X
#   X X X X . X X X X
#   X X X X X X X X X
#   X X X X X X X X X
rectangular_boardsize 9 9
komi 0
clear_board
gogui-setup b b9 b c9 w d9 w e9 w f9 w h9 w j9 w a8 b b8 b c8 w d8 w e8 w g8 w h8 w j8 b a7 w b7 w c7 w d7 w e7 w f7 w g7 w h7 w j7 b a6 b b6 b c6 w d6 w e6 w f6 w g6 w h6 w j6 b a5 b b5 b c5 b d5 b e5 b f5 b g5 b h5 b j5 b a4 b c4 b d4 b e4 b f4 b g4 b h4 b j4 b a3 b b3 b c3 b d3 b f3 b g3 b h3 b j3 b a2 b b2 b c2 b d2 b e2 b f2 b g2 b h2 b j2 b a1 b b1 b c1 b d1 b e1 b f1 b g1 b h1 b j1
kata-set-rules japanese-1949
10 final_status b9
#? [dead]
20 final_status a8
#? [dead]
30 final_score
#? [W\+3]
40 wakari-explain b9
#? [Black B8, 4 stones: dead .proved by reading.\nRule: rules of 1949, articles 29 to 33: .*\nThree points without capturing: by the precedent .* White has three points .*]
50 wakari-explain a7
#? [Black A1, .* alive .proved.\nRule: rules of 1949, articles 29 to 33: [^\n]*\nIt lives even if .*]
kata-set-rules japanese-1989
60 final_status b9
#? [seki]
70 final_status a8
#? [seki]
80 final_score
#? [0]
kata-set-rules proposal-2012
90 final_status b9
#? [dead]
100 final_status a8
#? [dead]
110 final_score
#? [0]
