# What cannot be loaded changes nothing.
boardsize 7
komi 3
clear_board
play b d4
10 loadsgf no-such-file.sgf
#? [? cannot load file.*]
20 loadsgf ..
#? [? cannot load file.*]
30 loadsgf no-game.sgf
#? [? cannot load file.*]
40 loadsgf empty.sgf
#? [? cannot load file.*]
50 loadsgf wrong-size.sgf
#? [? cannot load file.*]
60 loadsgf chess.sgf
#? [? cannot load file.*]
70 loadsgf
#? [? .+]
80 play w d4
#? [? illegal move.*]
90 play w h1
#? [? .+]
100 get_komi
#? [3(\.0)?]
110 undo
#? []
120 undo
#? [? cannot undo.*]
130 printsgf no-such-directory/game.sgf
#? [? .+]

# A file that ends in the middle is read as far as it goes.
loadsgf truncated.sgf
140 play w a9
#? [? illegal move.*]
