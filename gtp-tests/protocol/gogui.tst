# What GoGui sends beside the protocol. A sequence is played whole or not at all.
10 gogui-interrupt
#? []
20 gogui-version 1.6.0
#? []
boardsize 9
clear_board
30 gogui-play_sequence b e5 w pass b c3
#? []
40 gogui-play_sequence w a1 b k1
#? [? .+]
50 play b a1
#? []
60 gogui-play_sequence w a2 b e5
#? [? .+]
70 play w a2
#? []
clear_board
80 gogui-setup b a1 w c3
#? []
90 gogui-setup_player w
#? []
100 gogui-setup b z1
#? [? .+]
110 play b a1
#? [? illegal move.*]
120 gogui-setup_player x
#? [? .+]
# interrupt
130 protocol_version
#? [2]
