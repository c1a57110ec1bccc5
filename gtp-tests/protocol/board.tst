# Sizes from 2 to 25, rectangles too; a refused size leaves the board as it is.
10 boardsize 2
#? []
20 boardsize 25
#? []
30 boardsize 1
#? [? unacceptable size.*]
40 boardsize 26
#? [? unacceptable size.*]
50 boardsize 0
#? [? unacceptable size.*]
60 boardsize 1e9
#? [? .+]
70 boardsize 18446744073709551625
#? [? .+]
80 boardsize
#? [? .+]
90 boardsize nine
#? [? .+]
boardsize 9
clear_board
play b e5
100 boardsize 26
#? [? .+]
110 play w e5
#? [? illegal move.*]
120 play w j9
#? []
130 play b k1
#? [? .+]
140 play b a10
#? [? .+]

# Two sides of their own: KataGo's spelling and the one of gtp2ogs.
150 rectangular_boardsize 7 3
#? []
160 play b g3
#? []
170 play w c4
#? [? .+]
180 boardsize 3 7
#? []
190 play b c7
#? []
200 play w d3
#? [? .+]
210 rectangular_boardsize 7
#? [? .+]
220 rectangular_boardsize 1 7
#? [? .+]

# A new size is a new game, on an empty board.
boardsize 9
play b e5
boardsize 9
230 play w e5
#? []
240 clear_board
#? []
250 play w e5
#? []
260 showboard
#? [.*A B C D E F G H J.*O.*]
