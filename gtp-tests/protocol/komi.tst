# gogui-twogtp sends komi once per process, Sabaki before boardsize and clear_board: it has to survive.
10 komi 3.5
#? []
boardsize 9
clear_board
20 get_komi
#? [3\.5]
boardsize 13
clear_board
30 get_komi
#? [3\.5]
40 komi -7.5
#? []
50 get_komi
#? [-7\.5]
60 komi nan
#? [? .+]
70 komi inf
#? [? .+]
80 komi
#? [? .+]
90 komi 6,5
#? [? .+]
100 komi 1e999
#? [? .+]
110 get_komi
#? [-7\.5]
