#! --playouts 500 --threads 1 --seed 1 --resign 0.1
# A game that cannot be won any more is given up where the engine may; the winner plays on.
#
#   . O . O .
#   . O . O .
#   . O . O .
#   . O . O .
#   . O . O .
boardsize 5
komi 20.5
kata-set-rules chinese
clear_board
play w b1
play w b2
play w b3
play w b4
play w b5
play w d1
play w d2
play w d3
play w d4
play w d5
10 genmove b
#? [(?i)resign]
20 genmove w
#? [!(?i)resign]
