# A player's engine refuses what the rules forbid, but takes two moves of one side; a record is read whatever it
# breaks. Either way what was broken can be asked for.
#! --rules chinese
boardsize 5
play b b4
play w c4
play w c2
10 wakari-breaches
#? [foul play: move 3, White C2: out of turn]

#   . . . . .
#   . X O . .
#   X O . O .
#   . X O . .
#   . . . . O
play b a3
play w d3
play b b2
play w e1
play b c3
play w b3
20 play b c3
#? [? illegal move: ko]
30 wakari-breaches
#? [foul play: move 3, White C2: out of turn]
loadsgf breaches.sgf
40 wakari-breaches
#? [foul play: move 10, White B3: ko\nfoul play: move 12, Black E2: out of turn]
loadsgf breaches.sgf 10
50 wakari-breaches
#? []
# Stones set up within a game do not make it forget, and moves are counted through.
loadsgf breaches-set-up.sgf
60 wakari-breaches
#? [foul play: move 10, White B3: ko\nfoul play: move 13, White E3: out of turn]
