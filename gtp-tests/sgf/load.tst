# The main line to its end, or up to the position before a move. GTP version 2, section 6.3.10.
loadsgf game.sgf
10 get_komi
#? [5\.5]
20 play b e5
#? [? illegal move.*]
30 play b g3
#? [? illegal move.*]
40 play b c7
#? []
loadsgf game.sgf 4
50 play w g3
#? []
loadsgf game.sgf 1
60 play b e5
#? []
70 undo
#? []
80 undo
#? [? cannot undo.*]
90 loadsgf game.sgf 1000
#? []
100 undo
#? []
110 loadsgf game.sgf x
#? [? .+]

# Stones that are set up, taken off, and the player to move.
loadsgf setup.sgf
120 play b a9
#? [? illegal move.*]
130 play b b9
#? [? illegal move.*]
140 play b e5
#? []
150 play w e4
#? [? illegal move.*]
160 get_komi
#? [0(\.0)?]

# Sides of different length, old and foreign encodings.
loadsgf rectangle.sgf
170 play b h1
#? [? .+]
180 play b a1
#? [? illegal move.*]
190 play b g3
#? [? illegal move.*]
200 play b a3
#? []
loadsgf shift-jis.sgf
210 play b a9
#? [? illegal move.*]
220 play b j1
#? [? illegal move.*]
loadsgf latin-1.sgf
230 play w a9
#? [? illegal move.*]
loadsgf gb18030.sgf
240 play w a9
#? [? illegal move.*]
