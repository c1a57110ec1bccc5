#! --playouts 1500 --threads 1 --seed 1 --resign 0 --rules japanese-1989
#~ turned
# The last ko decides the game: Black takes at F9 and has the last threat. A pass loses by half a point, though no chain's status is
# open.
boardsize 9
komi 6.5
gogui-play_sequence b F4 w G3 b C6 w F3 b D4 w D3 b E4 w E3 b H5 w E8 b C3 w C2 b B2 w G4 b G5 w F7 b E6 w C8 b D2 w E2 b C1 w H4 b G8 w G7 b H7 w B7 b B6 w D7 b C7 w B8 b D6 w H6 b G6 w H8 b J6 w J4 b J8 w F8 b E1 w F1 b H9 w D1 b F9 w A7 b E1 w A6 b G1 w D1 b D8 w E7 b E1 w H1 b F2 w G2 b A5 w E9 b F6 w G9 b D1 w H8 b F1 w H2 b G8 w B3 b F9 w C4 b B4 w G9 b A3 w H8 b J2 w J3 b G8 w B5 b F9 w A4 b C5 w G9 b H8 w A5 b J5 w D9
10 reg_genmove b
#? [(?i)F9]
# With colors exchanged.
clear_board
komi -6.5
gogui-play_sequence w F4 b G3 w C6 b F3 w D4 b D3 w E4 b E3 w H5 b E8 w C3 b C2 w B2 b G4 w G5 b F7 w E6 b C8 w D2 b E2 w C1 b H4 w G8 b G7 w H7 b B7 w B6 b D7 w C7 b B8 w D6 b H6 w G6 b H8 w J6 b J4 w J8 b F8 w E1 b F1 w H9 b D1 w F9 b A7 w E1 b A6 w G1 b D1 w D8 b E7 w E1 b H1 w F2 b G2 w A5 b E9 w F6 b G9 w D1 b H8 w F1 b H2 w G8 b B3 w F9 b C4 w B4 b G9 w A3 b H8 w J2 b J3 w G8 b B5 w F9 b A4 w C5 b G9 w H8 b A5 w J5 b D9
20 reg_genmove w
#? [(?i)F9]
