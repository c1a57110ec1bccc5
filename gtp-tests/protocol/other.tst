# Commands of single clients.
10 cputime
#? [[0-9]+(\.[0-9]+)?]
20 gomill-cpu_time
#? [[0-9]+(\.[0-9]+)?]
30 kgs-game_over
#? []
boardsize 5
clear_board
40 showboard
#? [(.*\n)? *A B C D E\n.*\n 1 .* 1\n.*]
50 kgs-genmove_cleanup x
#? [? .+]
60 kgs-genmove_cleanup
#? [? .+]
70 genmove
#? [? .+]
80 genmove x
#? [? .+]
90 reg_genmove
#? [? .+]
