# Sending two, returning one. Black has played a1 beside b1, White has taken both at c1; when Black takes back at b1, the
# stones stand as before a1, but it is White's turn now. Positional superko forbids it, situational superko
# only forbids the second round, simple ko neither.
#
#   . . . . .
#   . . . . .
#   . . . . .
#   O O X . .
#   . . O X .
#~ turned
boardsize 5
kata-set-rules tromp-taylor
clear_board
play b b1
play b c2
play b d1
play w b2
play w a2
play b a1
play w c1
10 play b b1
#? [? illegal move.*]
20 play b e5
#? []

kata-set-rules aga
clear_board
play b b1
play b c2
play b d1
play w b2
play w a2
play b a1
play w c1
30 play b b1
#? []
play w pass
40 play b a1
#? [? illegal move.*]

kata-set-rules chinese
clear_board
play b b1
play b c2
play b d1
play w b2
play w a2
play b a1
play w c1
50 play b b1
#? []
play w pass
60 play b a1
#? []

# The pass for which White gets a point is one like any other (World Mind Sports Games): what was on the board before may not come
# up again. One for the button makes another position.
boardsize 2
kata-set-rules wmsg
gogui-play_sequence b A2 w B2 b B1 w pass b A1 w B2
70 play b A2
#? [? illegal move.*]
kata-set-rules aga-button
clear_board
gogui-play_sequence b A2 w B2 b B1 w pass b A1 w B2
80 play b A2
#? []
