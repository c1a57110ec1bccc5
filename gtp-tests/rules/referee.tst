# A referee takes every move that fits on the board and remembers what it breaks: gogui-twogtp reports a refused
# move as an error of the referee.
#~ turned
#! --referee --rules chinese --score-playouts 100

#   . . . . .
#   . X O . .
#   X O . O .
#   . X O . .
#   . . . . .
boardsize 5
play b b4
play w c4
play b a3
play w d3
play b b2
play w c2
play b c3
play w b3
1 wakari-breaches
#? []
# The ko is taken back at once, both ways; then Black moves twice.
10 play b c3
#? []
20 wakari-breaches
#? [foul play: move 9, Black C3: ko]
30 play b e5
#? []
40 wakari-breaches
#? [foul play: move 9, Black C3: ko\nfoul play: move 10, Black E5: out of turn]
50 wakari-score
#? [(?s).*result .*\nfoul play: move 9, Black C3: ko\n.*]
# What does not fit is refused, and leaves everything as it was.
60 play w e5
#? [? illegal move: occupied]
70 play w f1
#? [? illegal move: off the board]
80 wakari-breaches
#? [foul play: move 9, Black C3: ko\nfoul play: move 10, Black E5: out of turn]
90 final_score
#? [[BW]\+\d+(\.5)?]
# What is taken back breaks nothing.
gg-undo 2
100 wakari-breaches
#? []

# Suicide of one stone: it is off the board at once, and a prisoner.
clear_board
play w a2
play w b1
play b e5
110 play b a1
#? []
120 wakari-breaches
#? [(?s).*foul play: move \d, Black A1: suicide]
130 showboard
#? [(?s).*Captured by Black 0, by White 1.*]

# Superko, where the rules have it: the second ko taking is the same board again.
#
#   . . . . .
#   . X O . .
#   X . X O .
#   . X O . .
#   . . . . X
kata-set-rules tromp-taylor
clear_board
play b b4
play w c4
play b a3
play w d3
play b b2
play w c2
play b e1
play w b3
play b c3
play w pass
play b pass
140 play w b3
#? []
150 wakari-breaches
#? [foul play: move 12, White B3: superko]
# Under other rules it is none.
kata-set-rules japanese
160 wakari-breaches
#? []

# Two moves at the start of an even game are a foul; a game taken up again after two passes is none.
#
#   . . . . X
#   . . O . .
#   . . O . .
#   . . . . .
#   X . . . .
clear_board
play b a1
play b e5
play w c3
play b pass
play w pass
play w c4
170 wakari-breaches
#? [foul play: move 2, Black E5: out of turn]
# Under rules by which a foul loses, it decides.
180 final_score
#? [W\+F foul play: move 2, Black E5: out of turn]
190 wakari-score
#? [White wins by forfeit: foul play of Black, out of turn\nfoul play: move 2, Black E5: out of turn]
kata-set-rules chinese
200 final_score
#? [[BW]\+\d+(\.5)?]
kata-set-rules japanese-1949
210 final_score
#? [W\+F .*]
# With the colors exchanged.
clear_board
play w a1
play w e5
play b c3
220 final_score
#? [B\+F foul play: move 2, White E5: out of turn]
kata-set-rules proposal-2012
230 final_score
#? [B\+F .*]
# Handicap stones are put down before.
clear_board
set_free_handicap a1 e5
play w c3
play b c2
240 wakari-breaches
#? []

# 1949: the opponent may consent to a foul (60), which then decides nothing; nobody else may.
kata-set-rules japanese-1949
clear_board
250 wakari-ending w consent
#? [? there is nothing to consent to]
#
#   . . . . X
#   . . . . .
#   . . O . .
#   . . . . .
#   X . . . .
play b a1
play b e5
play w c3
260 final_score
#? [W\+F .*]
270 wakari-ending b consent
#? [? there is nothing to consent to]
280 wakari-ending w consent
#? [phase: play]
290 final_score
#? [!.*F.*]
300 wakari-breaches
#? [foul play: move 2, Black E5: out of turn\nthe opponent consents to move 2 \(article 60\): it decides nothing]
# The next one is not forgiven by it.
#
#   . . . . X
#   X . . . .
#   X . O . .
#   . . . . .
#   X . . . .
play b a3
play b a4
310 final_score
#? [W\+F foul play: move 5, Black A4: out of turn]
# Under other rules nobody may.
kata-set-rules japanese-1989
320 wakari-ending w consent
#? [? not in this phase of the ending]
330 final_score
#? [W\+F foul play: move 2, Black E5: out of turn]

# 1989: a foul that is found after both passes, and even after the count, decides until both have confirmed the result
# (10-4, 14).
kata-set-rules japanese-1989
boardsize 5
play b b3
play b d3
#   . . . . .
#   . . . . .
#   . X . X .
#   . . . . .
#   . . . . .
play w pass
play b pass
340 final_score
#? [W\+F .*]
wakari-ending b claim
350 wakari-ending w claim
#? [phase: over, .*]
360 final_score
#? [W\+F .*]
370 wakari-ending w yes
#? [(?s)phase: over, .*\nWhite confirms the result]
380 final_score
#? [W\+F .*]
390 wakari-ending b yes
#? [(?s)phase: over, .*\nBlack confirms the result\nWhite confirms the result]
400 final_score
#? [[BW]\+\d+(\.5)?]

# 2012: four passes are the end (9), so that a foul found after them does not decide (12).
kata-set-rules proposal-2012
clear_board
play b b3
play b d3
#   . . . . .
#   . . . . .
#   . X . X .
#   . . . . .
#   . . . . .
play w pass
play b pass
play w pass
410 final_score
#? [W\+F .*]
play b pass
420 final_score
#? [[BW]\+\d+(\.5)?|0]
