# The twin of seki: White has a second eye at H2, so White may take the shared liberty and Black is dead.
#
#   X X X O O O O O
#   X . X . O . O .
#   X X X X O O O O
rectangular_boardsize 8 3
komi 0
clear_board
gogui-setup b a1 b b1 b c1 b d1 b a2 b c2 b a3 b b3 b c3 w d3 w e3 w f3 w g3 w h3 w e2 w g2 w e1 w f1 w g1 w h1
kata-set-rules japanese-1989
10 final_status a1
#? [dead]
20 final_status g3
#? [alive]
30 final_status_list seki
#? []
kata-set-rules proposal-2012
40 final_status a1
#? [dead]
50 final_score
#? [W\+22]
kata-set-rules chinese
60 final_status a1
#? [dead]
70 final_score
#? [W\+24]
