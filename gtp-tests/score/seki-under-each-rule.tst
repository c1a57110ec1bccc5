# Two chains without eyes that share two liberties, between groups with two eyes each: seki. The rules that know it name
# it so, the others have all stones alive; no point changes by it, for there is no eye in it. Position made for this case.
#
#   . X O . X O .
#   X X O X X O O
#   . X O X X O .
#   X X O X X O O
#   . X O . X O .
rectangular_boardsize 7 5
komi 0
clear_board
gogui-setup b b5 w c5 b e5 w f5 b a4 b b4 w c4 b d4 b e4 w f4 w g4 b b3 w c3 b d3 b e3 w f3 b a2 b b2 w c2 b d2 b e2 w f2 w g2 b b1 w c1 b e1 w f1
kata-set-rules japanese-1989
10 final_status c3
#? [seki]
20 final_status d3
#? [seki]
30 final_status b3
#? [alive]
40 final_status_list dead
#? []
50 final_score
#? [0]
kata-set-rules korean
60 final_status c3
#? [seki]
70 final_status d3
#? [seki]
80 final_score
#? [0]
kata-set-rules japanese-1949
90 final_status c3
#? [seki]
100 final_status d3
#? [seki]
110 final_score
#? [0]
kata-set-rules proposal-2012
120 final_status c3
#? [alive]
130 final_status_list seki
#? []
140 final_score
#? [0]
kata-set-rules chinese
150 final_status c3
#? [alive]
160 final_status d3
#? [alive]
kata-set-rules new-zealand
170 final_status c3
#? [alive]
180 final_status d3
#? [alive]
