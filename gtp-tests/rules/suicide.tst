# A stone without a liberty that captures nothing may not be played, whatever the rules. Two stones may be
# lost that way under the rules of New Zealand and of Tromp and Taylor, not under those of China or Japan.
#~ turned
boardsize 5
kata-set-rules new-zealand
clear_board
play w a2
play w b1
10 play b a1
#? [? illegal move.*]

#   . . . . .
#   . . . . .
#   . . . . .
#   O O . . .
#   X . O . .
clear_board
play b a1
play w a2
play w b2
play w c1
20 play b b1
#? []
# The two are off the board again.
30 play w a1
#? []
40 play w b1
#? []

kata-set-rules chinese
clear_board
play b a1
play w a2
play w b2
play w c1
50 play b b1
#? [? illegal move.*]

# The stones of the position before a1 come back with the suicide: positional superko forbids it. Where
# they have not stood on the board before, it does not.
kata-set-rules tromp-taylor
clear_board
play w a2
play w b2
play w c1
play b a1
60 play b b1
#? [? illegal move.*]
clear_board
play b a1
play w a2
play w b2
play w c1
70 play b b1
#? []

# What captures is no suicide.
#
#   . . . . .
#   . . . . .
#   X . . . .
#   O X . . .
#   . O X . .
kata-set-rules chinese
clear_board
play b c1
play b b2
play w b1
play w a2
play b a3
80 play b a1
#? []
# Both stones are off: now it is White who would have no liberty there.
90 play w b1
#? [? illegal move.*]
100 play b b1
#? []
