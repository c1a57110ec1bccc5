#! --playouts 300 --threads 1 --seed 1 --resign 0
# The smallest boards and the narrowest.
boardsize 2
clear_board
10 genmove b
#? [(?i)([AB][12]|pass)]
20 genmove w
#? [(?i)([AB][12]|pass)]
30 genmove b
#? [(?i)([AB][12]|pass)]
rectangular_boardsize 2 25
clear_board
40 genmove b
#? [(?i)([AB]\d+|pass)]
50 final_score
#? [.+]
boardsize 25
clear_board
60 genmove b
#? [(?i)([A-HJ-Z]\d+|pass)]
# A game that goes on after two passes, and a color that moves twice.
boardsize 5
clear_board
play b pass
play w pass
70 genmove b
#? [(?i)([A-E][1-5]|pass)]
80 genmove b
#? [(?i)([A-E][1-5]|pass)]
