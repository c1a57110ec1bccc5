# The board of two-countings, but Black has taken a stone on the way: one point where prisoners count.
#
#   . X X O .
#   X X X O O
#   . X X O .
#   X X X O O
#   . X X O .
boardsize 5
komi 0
clear_board
play w a3
play b b1
play b b2
play b b3
play b b4
play b b5
play b a2
play b a4
play w d1
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
#? [B\+1]
kata-set-rules proposal-2012
20 final_score
#? [B\+1]
kata-set-rules chinese
30 final_score
#? [B\+5]
# The stones of the same color that follow one another are no passes of the other side.
undo
play w c5
kata-set-rules japanese-1989
40 final_score
#? [B\+1]
kata-set-rules chinese
50 final_score
#? [B\+3]
