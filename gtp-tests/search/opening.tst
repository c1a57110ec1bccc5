#! --playouts 1000 --threads 1 --seed 1
# The first move on a small board belongs near the middle; on a large one not on the edge.
boardsize 5
clear_board
10 reg_genmove b
#? [(?i)[BCD][234]]
boardsize 19
clear_board
20 reg_genmove b
#? [(?i)[B-HJ-S]([2-9]|1[0-8])]
