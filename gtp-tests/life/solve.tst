# An eye space of three in a row lives or dies by its middle point.
loadsgf three-in-a-row.sgf
10 wakari-solve
#? [(.*\n)*Black B8 .*\nBlack first: alive, by eyes or seki with D9.*\nWhite first: dead with D9.*\n(.*\n)*.*]
20 wakari-solve C8 1
#? [(.*\n)*Black first: alive.*\nWhite first: dead.*\n(.*\n)*.*]
30 wakari-solve C9
#? [? there is no stone at C9]
40 wakari-solve T19
#? [? T19 is off the board]
50 wakari-solve C8 never
#? [? syntax error.*]
clear_board
60 wakari-solve
#? [? no chain was found whose fate depends on who begins]
