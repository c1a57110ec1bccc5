#! --playouts 300 --threads 1 --seed 1
# What must still be played under the rules in force is played, and nothing else (examples 6, 9 and 10 of the rule texts).
loadsgf eternal-life.sgf
komi 0
10 reg_genmove w
#? [C12]
20 wakari-reinforcements w
#? [C12 20/2[04](\n.*)?]
kata-set-rules japanese-1989
# Known to fail: read further, the procedure of 1989 lets Black gain by a second move in a row, and the play is made.
30 reg_genmove w
#? [pass]*
40 reg_genmove b
#? [pass]*
50 wakari-reinforcements w
#? []*
kata-set-rules proposal-2012
loadsgf direct-ko.sgf
komi 0
60 genmove b
#? [C9]
70 genmove w
#? [pass]
80 genmove b
#? [pass]
loadsgf approach-move-ko.sgf
komi 0
90 reg_genmove b
#? [pass]
100 reg_genmove w
#? [pass]
kata-set-rules japanese-1989
110 reg_genmove b
#? [pass]
kata-set-rules chinese
120 wakari-reinforcements b
#? []
130 wakari-reinforcements
#? [? .+]
