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
#? [(?s)COLOR .* B6.*TEXT White B6.*; zone [0-9]+ \(settled\): no opposing stones can stay in it]
50 wakari-gfx-answer F6 E2
#? [(?s)COLOR .*VAR b F6 .*TEXT Black E2.*]
60 wakari-gfx-answer C5
#? [(?s)MARK .*VAR b [A-G][1-7].*TEXT Black moves first: [A-G][1-7]]
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

# Where a chain was read, tries of who fails are answered: the bent four in the corner, dead by the proposal, is White's.
#
#   X X X . O X X X .
#   . O O O O X X X X
#   O O X X X X X X .
#   X X X X X X X X X
boardsize 9 4
gogui-setup b a4 b b4 b c4 w e4 b f4 b g4 b h4 w b3 w c3 w d3 w e3 b f3 b g3 b h3 b j3 w a2 w b2 b c2 b d2 b e2 b f2 b g2 b h2 b a1 b b1 b c1 b d1 b e1 b f1 b g1 b h1 b j1
120 wakari-gfx-answer B2
#? [(?s)MARK A3 D4.*TEXT White moves first]
130 wakari-gfx-answer B2 D4
#? [(?s)MARK .*VAR w D4 b A3.*TEXT White D4: Black answers A3]
140 wakari-gfx-answer B2 J4
#? [(?s)MARK A3 D4.*TEXT White cannot play J4, or it does not matter]
150 wakari-gfx-answer B4 D4
#? [(?s).*VAR b pass w D4 b A3.*TEXT White D4: Black answers A3]
