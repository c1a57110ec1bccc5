# The phased ending of the improved rules of 2009: a white stone at A4, that Black calls dead and White does not, is
# taken when the game is played out, and that costs neither side anything.
#
#   . . X O . . .
#   . . X O . . .
#   . . X O . . .
#   O . X O . . .
#   . . X O . . .
#   . . X O . . .
#   . . X O . . .
#~ turned
kata-set-rules improved-2009
boardsize 7
komi 0
gogui-setup b c1 b c2 b c3 b c4 b c5 b c6 b c7 w d1 w d2 w d3 w d4 w d5 w d6 w d7 w a4
5 wakari-ending
#? [phase: play]
6 wakari-ending b claim a4
#? [? not in this phase of the ending]
play b pass
play w pass
10 wakari-ending b yes
#? [phase: offer]
20 wakari-ending w yes
#? [phase: fill]
play b pass
play w pass
wakari-ending b yes
30 wakari-ending w yes
#? [phase: confirm]
35 wakari-ending b claim a1
#? [? there are no stones on all of these points]
# Agreed, it is W+6.
wakari-ending b claim a4
40 wakari-ending w claim a4
#? [phase: over, W\+6]
50 final_score
#? [W\+6]
# After the end nothing more is played, and the score stays.
52 play b pass
#? [? illegal move: the game is over]
53 play w e5
#? [? illegal move: the game is over]
54 genmove b
#? [pass]
55 wakari-ending
#? [phase: over, W\+6]
56 final_score
#? [W\+6]
57 wakari-ending b resume
#? [? the game is over]
58 printsgf
#? [(?s).*RE\[W\+6\].*Phase: offer.*Ending: b yes.*Phase: fill.*Ending: w claim A4.*]
undo
play w pass
wakari-ending b yes
wakari-ending w yes
wakari-ending b claim a4
60 wakari-ending w claim
#? [phase: play out\nfirst: Black\ngiven for passes: Black 0, White 0]
# Play alternates.
65 play w f4
#? [? illegal move: out of turn]
68 wakari-ending
#? [phase: play out\nfirst: Black\ngiven for passes: Black 0, White 0]

#   . . X O . . .
#   . . X O . . .
#   X . X O . . .
#   . X X O . . .
#   X . X O . . .
#   . . X O . . .
#   . . X O . . .
play b b4
play w pass
play b a3
play w pass
play b a5
70 wakari-ending
#? [phase: play out\nfirst: Black\ngiven for passes: Black 0, White 2]
play w pass
play b pass
80 wakari-ending
#? [phase: confirm\nfirst: Black\ngiven for passes: Black 1, White 3]
# What the engine itself would claim.
85 final_score
#? [W\+6]
wakari-ending w claim
90 wakari-ending b claim
#? [phase: over, W\+6\nfirst: Black\ngiven for passes: Black 1, White 3]
100 final_status_list dead
#? []
# Under other rules the moves and decisions mean what they make of them.
kata-set-rules japanese-1989
110 wakari-ending
#? [phase: .*]
120 wakari-ending b perhaps
#? [? syntax error.*]
