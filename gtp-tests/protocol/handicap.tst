# GTP version 2, section 4.1: fixed handicap on the usual points, free handicap where the players like.
boardsize 9
clear_board
10 fixed_handicap 4
#? [(?i)([CG][37] ?){4}]
20 play w c3
#? [? illegal move.*]
30 fixed_handicap 4
#? [? .*board not empty.*]
clear_board
40 fixed_handicap 5
#? [(?i)(E5|[CG][37]|[ ])+]
clear_board
50 fixed_handicap 1
#? [? .+]
60 fixed_handicap 10
#? [? .+]
70 fixed_handicap
#? [? .+]
boardsize 19
clear_board
80 fixed_handicap 9
#? [(?i)((D4|D10|D16|K4|K10|K16|Q4|Q10|Q16) ?){9}]
boardsize 5
clear_board
90 fixed_handicap 2
#? [? .+]

# Sabaki sends every list of two or more black stones this way: any distinct empty points will do.
boardsize 9
clear_board
100 set_free_handicap a1 a2 a3 b1
#? []
110 play w a1
#? [? illegal move.*]
120 set_free_handicap e5 e6
#? [? .*board not empty.*]
clear_board
130 set_free_handicap e5
#? [? .+]
140 set_free_handicap e5 e5
#? [? .+]
150 set_free_handicap e5 k1
#? [? .+]
160 set_free_handicap e5 pass
#? [? .+]
170 set_free_handicap
#? [? .+]
180 play w e5
#? []

clear_board
190 place_free_handicap 3
#? [(?i)([A-HJ][1-9] ?){3}]
200 place_free_handicap 3
#? [? .*board not empty.*]
clear_board
210 place_free_handicap 1
#? [? .+]
220 place_free_handicap 0
#? [? .+]
230 place_free_handicap x
#? [? .+]
