#! --playouts 3000 --threads 1 --seed 1 --resign 0
# Two games lost to GNU Go by half a point, by a play at home that territory rules punish; a pass wins.
loadsgf half-point.sgf
10 reg_genmove b
#? [(?i)pass]
loadsgf half-point-2.sgf
20 reg_genmove b
#? [(?i)pass]
