# What is proved safe, as GoGui draws it: the zones, and the answers to attacks.
# Each wall lives by the territory behind it.
#
#   . . X O . . .
#   . . X O . . .
#   X X X O O O O
#   . . X O . . .
#   . . X O . . .
#   . . X O . . .
#   . . X O . . .
boardsize 7
komi 0
gogui-setup b a5 b b5 b c1 b c2 b c3 b c4 b c5 b c6 b c7 w d1 w d2 w d3 w d4 w d5 w d6 w d7 w e5 w f5 w g5
10 wakari-gfx-zones b
#? [(?s)COLOR #[0-9a-f]{6} .*LABEL [AB][1-7] 1.*TEXT Black: 9 stones never captured if plays in the zones are answered]
20 wakari-gfx-zones w
#? [(?s)COLOR #[0-9a-f]{6} .*TEXT White: 10 stones never captured .*]
30 wakari-gfx-zones
#? [? syntax error.*]
40 wakari-gfx-answer B6
#? [(?s)COLOR .* B6.*TEXT White B6.*; zone [0-9]+ keeps .*]
50 wakari-gfx-answer F6 E2
#? [(?s)COLOR .*VAR b F6 .*TEXT Black E2.*]
60 wakari-gfx-answer C5
#? [TEXT C5 is in no zone of stones that are proved safe]
70 wakari-gfx-answer H9
#? [? H9 is off the board]
80 wakari-gfx-answer
#? [? syntax error.*]
90 wakari-gfx-answer pass
#? [? .+]

# Where nothing is proved nothing is drawn.
clear_board
100 wakari-gfx-zones b
#? [TEXT no stones of Black's are proved safe by zones]
110 wakari-gfx-answer B6
#? [TEXT B6 is in no zone of stones that are proved safe]
