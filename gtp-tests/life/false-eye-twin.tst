# The twin of false-eye: with a stone of its own at C2 the ring holds, and both eyes are real.
#
#   O O O O O O O O
#   X X X X X O . O
#   . X X . X O O .
rectangular_boardsize 8 3
komi 0
clear_board
gogui-setup w a3 w b3 w c3 w d3 w e3 w f3 w g3 w h3 b a2 b b2 b c2 b d2 b e2 w f2 w h2 b b1 b c1 b e1 w f1 w g1
kata-set-rules japanese-1989
10 final_status a2
#? [alive]
20 final_status_list dead
#? []
30 final_score
#? [0]
kata-set-rules proposal-2012
40 final_score
#? [0]
kata-set-rules chinese
50 final_score
#? [W\+4]
