# The eye at D1 is false: the stone at C2 cuts its ring, and what is on the right has no other liberty. White
# takes there, and what is left has one eye.
#
#   O O O O O O O O
#   X X O X X O . O
#   . X X . X O O .
rectangular_boardsize 8 3
komi 0
clear_board
gogui-setup w a3 w b3 w c3 w d3 w e3 w f3 w g3 w h3 b a2 b b2 w c2 b d2 b e2 w f2 w h2 b b1 b c1 b e1 w f1 w g1
kata-set-rules japanese-1989
10 final_status a2
#? [dead]
20 final_status e1
#? [dead]
30 final_status c2
#? [alive]
kata-set-rules proposal-2012
40 final_status a2
#? [dead]
kata-set-rules chinese
50 final_status a2
#? [dead]
60 final_score
#? [W\+24]
