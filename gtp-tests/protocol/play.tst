# Colors by letter or word in any case, vertices in any case; the same color twice in a row is how Sabaki
# and gtp2ogs set stones up.
boardsize 9
clear_board
10 play b c3
#? []
20 play BLACK C4
#? []
30 play White d3
#? []
40 play W pass
#? []
50 play w PASS
#? []
60 play b J9
#? []
70 play b c3
#? [? illegal move.*]
80 play b i3
#? [? .+]
90 play b a0
#? [? .+]
100 play x e5
#? [? .+]
110 play e5 b
#? [? .+]
120 play b
#? [? .+]
130 play
#? [? .+]
150 play b c-3
#? [? .+]
# What was refused has left no stone.
160 play w e5
#? []

# Tabs are blanks, comments are nothing, numbers are given back.
170	play	b	g7   # here
#? []
