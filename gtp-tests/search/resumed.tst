# Play that is taken up again after a dispute, with few playouts.
#! --playouts 100 --threads 1 --seed 1 --resign 0 --score-playouts 200
#~ turned
boardsize 9

# The opponent has called all stones dead and asked to go on. Nothing is open, so a side that has nothing to do passes, and plays
# nothing in its own territory.
#   . X O O O O . . .
#   . X X O O . . . O
#   X O X X X O O O .
#   . O . . . X O . .
#   . O X X . X X O O
#   . X O O O . . X O
#   . X X . O X X . X
#   . X O O O O X . .
#   . . . . . . . . .
kata-set-rules japanese-1989
clear_board
komi 6.5
gogui-setup b b9 w c9 w d9 w e9 w f9 b b8 b c8 w d8 w e8 w j8 b a7 w b7 b c7 b d7 b e7 w f7 w g7 w h7 w b6 b f6 w g6 w b5 b c5 b d5 b f5 b g5 w h5 w j5 b b4 w c4 w d4 w e4 b h4 w j4 b b3 b c3 w e3 b f3 b g3 b j3 b b2 w c2 w d2 w e2 w f2 b g2
gogui-setup_player w
play w pass
play b pass
10 wakari-ending w resume
#? [phase: play]
20 reg_genmove b
#? [pass]
play w pass

# The opponent has called all stones dead and asked to go on. Nothing is open, so a side that has nothing to do passes, and plays
# nothing in its own territory.
#   . O X X X X . . .
#   . O O X X . . . X
#   O X O O O X X X .
#   . X . . . O X . .
#   . X O O . O O X X
#   . O X X X . . O X
#   . O O . X O O . O
#   . O X X X X O . .
#   . . . . . . . . .
kata-set-rules japanese-1989
clear_board
komi -6.5
gogui-setup w b9 b c9 b d9 b e9 b f9 w b8 w c8 b d8 b e8 b j8 w a7 b b7 w c7 w d7 w e7 b f7 b g7 b h7 b b6 w f6 b g6 b b5 w c5 w d5 w f5 w g5 b h5 b j5 w b4 b c4 b d4 b e4 w h4 b j4 w b3 w c3 b e3 w f3 w g3 w j3 w b2 b c2 b d2 b e2 b f2 w g2
gogui-setup_player b
play b pass
play w pass
110 wakari-ending b resume
#? [phase: play]
120 reg_genmove w
#? [pass]
play b pass

# Played out by the rules of 2009 with much of the board open: who passes there for as long as all of its stones are called
# seki loses them.
#   . . . . . . . . .
#   . . X . O O X X .
#   . X . . O X O O O
#   . X O O O X . X X
#   . X X X O X . . .
#   X O X O O X X X .
#   . O O X O O O O .
#   O X X X X O . . .
#   . O . . . . . . .
kata-set-rules improved-2009
clear_board
komi 6.5
gogui-setup b c8 w e8 w f8 b g8 b h8 b b7 w e7 b f7 w g7 w h7 w j7 b b6 w c6 w d6 w e6 b f6 b h6 b j6 b b5 b c5 b d5 w e5 b f5 b a4 w b4 b c4 w d4 w e4 b f4 b g4 b h4 w b3 w c3 b d3 w e3 w f3 w g3 w h3 w a2 b b2 b c2 b d2 b e2 w f2 w b1
gogui-setup_player w
play w pass
play b pass
wakari-ending b no
wakari-ending w no
play w pass
play b pass
wakari-ending b yes
wakari-ending w yes
wakari-ending b claim g7
210 wakari-ending w claim
#? [(?s)phase: play out.*]
220 reg_genmove w
#? [!(?i)pass]*

# Played out by the rules of 2009 with much of the board open: who passes there for as long as all of its stones are called
# seki loses them.
#   . . . . . . . . .
#   . . O . X X O O .
#   . O . . X O X X X
#   . O X X X O . O O
#   . O O O X O . . .
#   O X O X X O O O .
#   . X X O X X X X .
#   X O O O O X . . .
#   . X . . . . . . .
kata-set-rules improved-2009
clear_board
komi -6.5
gogui-setup w c8 b e8 b f8 w g8 w h8 w b7 b e7 w f7 b g7 b h7 b j7 w b6 b c6 b d6 b e6 w f6 w h6 w j6 w b5 w c5 w d5 b e5 w f5 w a4 b b4 w c4 b d4 b e4 w f4 w g4 w h4 b b3 b c3 w d3 b e3 b f3 b g3 b h3 b a2 w b2 w c2 w d2 w e2 b f2 b b1
gogui-setup_player b
play b pass
play w pass
wakari-ending b no
wakari-ending w no
play b pass
play w pass
wakari-ending b yes
wakari-ending w yes
wakari-ending b claim g7
310 wakari-ending w claim
#? [(?s)phase: play out.*]
320 reg_genmove b
#? [!(?i)pass]*
