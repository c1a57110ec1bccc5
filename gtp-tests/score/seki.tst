# Each side has one eye, and neither may take the last shared liberty at D2. Where the rules know seki, all
# stones are in it; the proposal of 2012 knows only alive and dead.
#
#   X X X O O O O
#   X . X . O . O
#   X X X X O O O
rectangular_boardsize 7 3
komi 0
clear_board
gogui-setup b a1 b b1 b c1 b d1 b a2 b c2 b a3 b b3 b c3 w d3 w e3 w f3 w g3 w e2 w g2 w e1 w f1 w g1
kata-set-rules japanese-1989
10 final_status a1
#? [seki]
20 final_status g3
#? [seki]
30 final_status_list alive
#? []
40 final_status_list dead
#? []
50 final_score
#? [0]
kata-set-rules proposal-2012
60 final_status a1
#? [alive]
70 final_status_list seki
#? []
80 final_status_list dead
#? []
90 final_score
#? [0]
kata-set-rules chinese
100 final_score
#? [0]
