#! --playouts 300 --threads 1 --seed 1
# What must still be played under the rules in force is played, and nothing else (examples 6, 9 and 10 of the rule texts).
loadsgf eternal-life.sgf
komi 0
10 reg_genmove w
#? [C12]
20 wakari-reinforcements w
#? [C12 20/2[04](\n.*)?]
kata-set-rules japanese-1989
# Under the rules of 1989 White needs nothing if the game stops: Black is dead then, and if he asks for it
# to be resumed White moves first (article 9-3); a play costs a point, as its gain of -1 says. But the text adds that actual play
# could lead to eternal life: as long as Black has not passed he may play C12 himself, White takes two at E12, Black two
# at D12, and so on. That is what the play is made against.
# Known to fail: the search plays a game in progress, which is read less far than a diagram.
30 reg_genmove w
#? [pass]*
40 reg_genmove b
#? [pass]*
50 wakari-reinforcements w
#? []
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
