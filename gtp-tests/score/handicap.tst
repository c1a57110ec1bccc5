# The board of two-countings, two of Black's stones being handicap: White receives a point for each by the
# rules of China, for each but the first by those of the AGA, nothing in New Zealand and Japan.
#
#   . X X O .
#   X X X O O
#   . X X O .
#   X X X O O
#   . X X O .
boardsize 5
komi 0
clear_board
set_free_handicap b1 b2
play w d1
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
kata-set-rules chinese
10 final_score
#? [B\+3]
kata-set-rules aga
20 final_score
#? [B\+4]
kata-set-rules new-zealand
30 final_score
#? [B\+5]
kata-set-rules tromp-taylor
40 final_score
#? [B\+5]
kata-set-rules japanese-1989
50 final_score
#? [0]
kata-set-rules proposal-2012
60 final_score
#? [0]
