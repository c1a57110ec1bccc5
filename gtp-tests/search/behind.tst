#! --playouts 60 --threads 1 --seed 4 --resign 0 --rules tromp-taylor
#~ turned
# White is behind by half a point as it stands, and turns the game by a play: a pass loses.
boardsize 6
gogui-play_sequence b F5 w B3 b E1 w C4 b D3 w D4 b E4 w E3 b E2 w D2 b F3 w C2 b D5 w C5 b C6 w D6 b E6 w B6 b D6 w B5 b D1 w C1 b E3 w C3 b A4
5 final_score
#? [B\+0\.5]
10 reg_genmove w
#? [(?i)[A-F][1-6]]
set_random_seed 2
20 reg_genmove w
#? [(?i)[A-F][1-6]]
set_random_seed 3
30 reg_genmove w
#? [(?i)[A-F][1-6]]
