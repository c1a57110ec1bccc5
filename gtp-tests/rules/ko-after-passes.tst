# A pass in place of a threat. 分かりやすい日本囲碁規約(試案) (2012), article 5: the ko may be retaken
# after a move elsewhere or a pass (他への着手または着手放棄). 日本棋院囲碁規約 (1949), article 28: the side
# whose stone was taken has to play elsewhere first.
#
#   X . . . .
#   . . X O .
#   . X . X O
#   . . X O .
#   . . . . .
#~ turned
boardsize 5
kata-set-rules proposal-2012
clear_board
play b c4
play b b3
play b c2
play w d4
play w e3
play w d2
play w c3
play b d3
play w pass
play b a5
10 play w c3
#? []

kata-set-rules japanese-1949
clear_board
play b c4
play b b3
play b c2
play w d4
play w e3
play w d2
play w c3
play b d3
play w pass
play b a5
20 play w c3
#? [? illegal move.*]
play w a1
play b a2
30 play w c3
#? []
