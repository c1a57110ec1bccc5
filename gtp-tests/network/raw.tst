#! --playouts 20 --seed 1 --threads 1 --network random.bin.gz
# What a network says of a position. Its weights are random; see src/mcts/network/tests.rs.
boardsize 4 3
clear_board
komi 0.5
10 kata-raw-nn 0
#? [symmetry 0\nwhiteWin .*]
20 kata-raw-nn all 0.5
#? [symmetry 0\n(.|\n)*symmetry 7\n(.|\n)*]
30 kata-raw-nn 8
#? [? syntax error.*]
40 kata-raw-nn
#? [? syntax error.*]
50 kata-raw-nn 0 2
#? [? syntax error.*]
55 kata-raw-nn w 3
#? [symmetry 3\nwhiteWin .*]
# Who plays with it knows nothing, but the rules.
60 reg_genmove b
#? [[A-D][1-3]|pass]
70 estimate_score
#? [0|[BW]\+[0-9.]+]
80 final_score
#? [W\+0\.5]
