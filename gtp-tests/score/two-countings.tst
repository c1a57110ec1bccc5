# Both sides have three eyes; Black has filled all five neutral points between them. By area that is five
# points, by territory it is nothing. The fifth stone counts as any other under stone counting.
#
#   . X X O .
#   X X X O O
#   . X X O .
#   X X X O O
#   . X X O .
boardsize 5
komi 0
clear_board
play b b1
play w d1
play b b2
play b b3
play b b4
play b b5
play b a2
play b a4
play w d2
play w d3
play w d4
play w d5
play w e2
play w e4
play b c1
play b c2
play b c3
play b c4
play b c5
kata-set-rules japanese-1989
10 final_score
#? [0]
kata-set-rules proposal-2012
20 final_score
#? [0]
kata-set-rules japanese-1949
21 final_score
#? [0]
kata-set-rules improved-2009
22 final_score
#? [0]
kata-set-rules korean
23 final_score
#? [0]
kata-set-rules chinese
30 final_score
#? [B\+5]
kata-set-rules chinese-ogs
31 final_score
#? [B\+5]
kata-set-rules aga
32 final_score
#? [B\+5]
kata-set-rules new-zealand
33 final_score
#? [B\+5]
kata-set-rules ing
34 final_score
#? [B\+5]
kata-set-rules tromp-taylor
40 final_score
#? [B\+5]
kata-set-rules cgos
41 final_score
#? [B\+5]
kata-set-rules pure-go
50 final_score
#? [B\+5]
kata-set-rules stone-scoring
51 final_score
#? [B\+5]
60 final_status_list dead
#? []
70 final_status_list seki
#? []
80 final_status c3
#? [alive]
komi 4.5
90 final_score
#? [B\+0\.5]
kata-set-rules chinese
100 final_score
#? [B\+0\.5]
kata-set-rules japanese-1989
110 final_score
#? [W\+4\.5]
