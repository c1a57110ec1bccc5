# What servers tell, which needs no answer but one.
10 cgos-opponent_name GNU Go 3.8
#? []
20 cgos-opponent_name
#? [? syntax error.*]
30 cgos-opponent_rating 1800?
#? []
40 cgos-opponent_rating
#? [? syntax error.*]
50 cgos-gameover B+Resign
#? []
60 cgos-gameover
#? [? syntax error.*]
70 kgs-game_over
#? []
80 kgs-game_over now
#? [? syntax error.*]
