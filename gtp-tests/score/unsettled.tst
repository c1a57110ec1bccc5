# A game stopped with one dame open at D3: White there would make Black connect at B3. Counted as it stands it
# is even; what would have to be filled is told. The board of to-be-filled.
#
#   . X O . O
#   X X O O .
#   . . X . O
#   X X O O .
#   . X O . O
boardsize 5
komi 0
clear_board
gogui-setup w c5 w e5 b a4 b b4 w c4 w d4 b c3 w e3 b a2 b b2 w c2 w d2 b b1 w c1 w e1
play b b5
kata-set-rules japanese-1989
10 wakari-unsettled
#? [(?s)Black first: W\+1.White first: W\+1.*Black would have to fill: B3.*White would have to fill:]
20 final_score
#? [0]
30 wakari-unsettled
#? [(?s)Black first: W\+1.White first: W\+1.*Black would have to fill: B3.*White would have to fill:]
40 wakari-unsettled 3
#? [? syntax error.*]
