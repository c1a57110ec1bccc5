# Small questions about the board, as GNU Go and KataGo know them.
boardsize 3
10 set_position b a2 w a1 w b2 b c1
#? []
20 list_stones b
#? [C1 A2]
30 list_stones
#? [? syntax error.*]
40 is_legal b b1
#? [1]
50 is_legal b i1
#? [? syntax error.*]
60 play b b1
#? []
70 captures b
#? [1]
80 captures w
#? [0]
90 captures
#? [? syntax error.*]
100 is_legal w a1
#? [0]
110 is_legal w pass
#? [1]
120 all_legal w
#? [C2 A3 B3 C3]
130 all_legal
#? [? syntax error.*]
140 set_position b a1 w a1
#? [? illegal setup.*]
150 set_position b a1 w b1 w a2
#? [? illegal setup.*]
160 set_position b
#? [? syntax error.*]
170 list_stones w
#? [B2]
180 set_position
#? []
190 list_stones b
#? []
