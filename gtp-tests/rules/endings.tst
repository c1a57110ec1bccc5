# The end of a game under each set of rules: what the passes mean, what is asked then, and what a dispute leads to.
#
#   . . X O . . .
#   . . X O . . .
#   . . X O . . .
#   O . X O . . .
#   . . X O . . .
#   . . X O . . .
#   . . X O . . .
#~ turned
#! --score-playouts 100
# 1989: two passes stop the game (9-1).
kata-set-rules japanese-1989
boardsize 7
komi 0
gogui-setup b c1 b c2 b c3 b c4 b c5 b c6 b c7 w d1 w d2 w d3 w d4 w d5 w d6 w d7 w a4
10 wakari-ending
#? [phase: play]
play b pass
play w pass
20 wakari-ending
#? [phase: confirm]
# Black asks to resume: White has the first move (9-3), and nobody asks again for nothing.
30 wakari-ending b resume
#? [phase: play]
31 showboard
#? [(?s).*White to move.*]
play w pass
play b pass
32 wakari-ending b resume
#? [? not in this phase of the ending]
# They do not agree: the rules say what lives (7).
wakari-ending b claim a4
40 wakari-ending w claim
#? [phase: over, W\+6]
50 final_score
#? [W\+6]
51 final_status_list dead
#? [A4]
52 printsgf
#? [(?s).*RE\[W\+6\].*Ending: b resume.*Ending: ruling A4.*]
# Neither agrees and neither asks to resume: both lose (13).
undo
play b pass
wakari-ending b no
60 wakari-ending w no
#? [phase: over, both lose]
70 final_score
#? [0]
71 wakari-score
#? [both lose]
72 printsgf
#? [(?s).*RE\[Void\].*Phase: over, both lose.*]
undo
undo

# 2012: by agreement at any time, or by four passes (9).
kata-set-rules proposal-2012
80 wakari-ending b yes
#? [phase: offer]
90 wakari-ending w yes
#? [phase: confirm]
100 wakari-ending b no
#? [? not in this phase of the ending]
wakari-ending b claim a4
110 wakari-ending w claim a4
#? [phase: over, W\+6]
undo
play b pass
play w pass
120 wakari-ending
#? [phase: .*]
clear_board
gogui-setup b c1 b c2 b c3 b c4 b c5 b c6 b c7 w d1 w d2 w d3 w d4 w d5 w d6 w d7 w a4
play b pass
play w pass
130 wakari-ending
#? [phase: offer]
play b pass
140 wakari-ending
#? [phase: play]
play w pass
150 wakari-ending
#? [phase: confirm]

# What the players agree is counted, and what the rules prove otherwise is named; prisoners can be told.
clear_board
kata-set-rules japanese-1989
gogui-setup b c1 b c2 b c3 b c4 b c5 b c6 b c7 w d1 w d2 w d3 w d4 w d5 w d6 w d7 w a4
152 wakari-agreed a4
#? [W\+6]
153 wakari-agreed b4
#? [? no stone there]
154 wakari-agreed pass
#? [? syntax error.*]
155 wakari-prisoners 3 1
#? []
156 captures b
#? [3]
157 wakari-agreed a4
#? [W\+4]
158 wakari-prisoners 3
#? [? syntax error.*]
159 wakari-prisoners 3 9999999
#? [? invalid number of prisoners: .*]

# China: a dispute is played out; two passes at once leave every stone.
clear_board
kata-set-rules chinese
gogui-setup b c1 b c2 b c3 b c4 b c5 b c6 b c7 w d1 w d2 w d3 w d4 w d5 w d6 w d7 w a4
play b pass
play w pass
wakari-ending b claim a4
160 wakari-ending w claim
#? [phase: play]
play b pass
play w pass
170 wakari-ending
#? [phase: over, W\+22]

# America: each pass hands over a stone, and White passes last.
clear_board
kata-set-rules aga
gogui-setup b c1 b c2 b c3 b c4 b c5 b c6 b c7 w d1 w d2 w d3 w d4 w d5 w d6 w d7 w a4
play b pass
play w pass
180 wakari-ending
#? [phase: confirm\ngiven for passes: Black 1, White 1]

# Tromp and Taylor: nobody is asked.
clear_board
kata-set-rules tromp-taylor
gogui-setup b c1 b c2 b c3 b c4 b c5 b c6 b c7 w d1 w d2 w d3 w d4 w d5 w d6 w d7 w a4
play b pass
play w pass
190 wakari-ending
#? [phase: over, W\+22]
200 wakari-ending b claim a4
#? [? the game is over]

#   . X O . . X O . . X O .
#   X . X O X O . O X . X O
#   . X O . . X O . . X O .
#   . . . . . . . . . . . .
# A triple ko: both consent to leave the game without a result.
kata-set-rules japanese-1989
boardsize 12 4
gogui-setup w c4 b b4 w g4 b f4 w l4 b k4 b a3 w b3 w d3 b e3 b g3 w h3 b j3 w k3 w m3 b b2 w c2 b f2 w g2 b k2 w l2
play b c3
play w f3
play b l3
210 wakari-ending b no-result
#? [? not in this phase of the ending]
play w b3
play b g3
play w k3
220 wakari-ending b no-result
#? [phase: play]
230 wakari-ending w no-result
#? [phase: over, no result]
240 printsgf
#? [(?s).*RE\[Void\].*]

# The proposal of 2012, article 9: who alone plays on after the other's passes does not go through a cycle a second
# time.
#
#   . X O . . X O .
#   X O . O X . X O
#   . X O . . X O .
#   . . . . . . . .
kata-set-rules proposal-2012
boardsize 8 4
gogui-setup b b4 w c4 b f4 w g4 b a3 w b3 w d3 b e3 b g3 w h3 b b2 w c2 b f2 w g2
gogui-play_sequence b c3 w f3 b pass w pass b g3 w b3 b pass w pass
250 play b c3
#? [? illegal move: repeats a cycle to refuse the end]
260 is_legal b c3
#? [0]
270 play b a1
#? []

# A player resigns, by a move or as a decision, in any phase (2012, 6; 1989, 11; 1949, 37-1). undo takes it back like a
# move.
kata-set-rules japanese-1989
boardsize 7
play b d4
300 play w resign
#? []
310 final_score
#? [B\+R]
320 wakari-ending
#? [phase: over, B\+R]
330 play b c3
#? [? illegal move: the game is over]
340 wakari-ending b yes
#? [? the game is over]
350 printsgf
#? [(?s).*RE\[B\+R\].*Ending: w resign.*]
360 undo
#? []
370 wakari-ending
#? [phase: play]
play w e4
play b pass
play w pass
380 wakari-ending b resign
#? [phase: over, W\+R]
390 wakari-score
#? [W\+R]
400 gg-undo 3
#? []
410 list_stones w
#? [E4]
420 play b resign now
#? [? syntax error.*]
kata-set-rules improved-2009
clear_board
play b pass
play w pass
430 wakari-ending w resign
#? [phase: over, B\+R]
kata-set-rules tromp-taylor
clear_board
play b d4
440 play b resign
#? []
450 final_score
#? [W\+R]

# 2009, 8-1: dame are filled in turn, and only the side that was asked to resume play takes back.
#
#   . . X . O . .
#   . . X . O . .
#   . . X . O . .
#   . . X . O . .
#   . . X . O . .
#   . . X . O . .
#   . . X . O . .
kata-set-rules improved-2009
clear_board
gogui-setup b c1 b c2 b c3 b c4 b c5 b c6 b c7 w e1 w e2 w e3 w e4 w e5 w e6 w e7
play b pass
play w pass
wakari-ending b yes
500 wakari-ending w yes
#? [phase: fill]
play b d1
play w d2
play b d3
510 wakari-ending w take-back
#? [? not in this phase of the ending]
520 wakari-ending w resume
#? [phase: play]
530 wakari-ending w take-back
#? [? not in this phase of the ending]
540 wakari-ending b take-back
#? [phase: play]
550 wakari-ending b take-back
#? [phase: play]
560 is_legal b d1
#? [0]
561 is_legal b d2
#? [1]
play w d4
570 wakari-ending b take-back
#? [? not in this phase of the ending]
