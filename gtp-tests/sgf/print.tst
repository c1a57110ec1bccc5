# The game in progress as a file.
boardsize 9
komi 6.5
kata-set-rules japanese-1989
clear_board
play b e5
play w pass
play b c3
10 printsgf
#? [\(;.*\bFF\[4\].*;B\[ee\].*;W\[\].*;B\[cg\]\s*\)\s*]
20 printsgf
#? [.*\bSZ\[9\].*]
30 printsgf
#? [.*\bKM\[6\.5\].*]
40 printsgf
#? [.*\bRU\[[^\]]*(?i:japanese)[^\]]*\].*]
rectangular_boardsize 7 3
clear_board
50 printsgf
#? [.*\bSZ\[7:3\].*]
boardsize 9
clear_board
set_free_handicap c3 g7
60 printsgf
#? [.*\bHA\[2\].*]
70 printsgf
#? [.*\bAB(\[cg\]\s*\[gc\]|\[gc\]\s*\[cg\]).*]
loadsgf setup.sgf 1
80 printsgf
#? [.*\bAW\[ee\].*]
90 printsgf
#? [.*\bPL\[W\].*]
