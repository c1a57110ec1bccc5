# Back through plays, passes, captures and handicap stones, to the empty board and no further.
boardsize 9
clear_board
10 undo
#? [? cannot undo.*]

#   . . . . . . . . .
#   . . . . . . . . .
#   . . . . . . . . .
#   . . . . . . . . .
#   . . . . . . . . .
#   . . . . . . . . .
#   . . X . . . . . .
#   O . . . . . . . .
#   . O . . . . . . .
play b a1
play w b1
play b c3
play w a2
20 play b a1
#? [? illegal move.*]
30 undo
#? []
40 play w a1
#? [? illegal move.*]
50 play w c4
#? []
60 gg-undo 4
#? []
70 undo
#? [? cannot undo.*]
80 play w a1
#? []
play b pass
90 undo
#? []
100 gg-undo 2
#? [? .+]
110 gg-undo -1
#? [? .+]
120 gg-undo
#? []
130 play b a1
#? []
