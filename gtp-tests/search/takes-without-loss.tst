#! --playouts 60 --threads 1 --seed 1 --resign 0 --rules cgos
#~ turned
# White has passed, and what is dead has to be taken. E1 takes a stone, though it can be taken back, A3 another one; C1 would leave
# thirteen stones with one liberty.
boardsize 5
gogui-play_sequence b C3 w C4 b D3 w B3 b B2 w B4 b D4 w A2 b C2 w D5 b A3 w A4 b E4 w E2 b B1 w D1 b D2 w pass b B5 w pass b E5 w pass b C5 w pass b A1 w pass b E3 w pass
10 genmove b
#? [(?i)(E1|A3)]
undo
kata-set-rules chinese
20 kgs-genmove_cleanup b
#? [(?i)(E1|A3)]
