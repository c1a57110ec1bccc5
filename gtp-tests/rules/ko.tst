# A ko may not be taken back at once; after a play elsewhere it may. So in every rule set.
#
#   . . . . .
#   . . X O .
#   . X . X O
#   . . X O .
#   . . . . .
#~ turned
boardsize 5
clear_board
play b c4
play b b3
play b c2
play w d4
play w e3
play w d2
play w c3
play b d3
10 play w c3
#? [? illegal move.*]
play w a5
play b e5
20 play w c3
#? []
30 play b d3
#? [? illegal move.*]
