#! --size 9 --time-per-move 0.2 --threads 1 --seed 1
# Without a clock the command line says how long a move may take.
clear_board
10 genmove b
#? [(?i)([A-HJ][1-9]|pass|resign)]
20 genmove w
#? [(?i)([A-HJ][1-9]|pass|resign)]
