# The commands that ask for the score, on boards where nothing is open to judgement.
boardsize 9
kata-set-rules chinese
komi 7.5
clear_board
10 final_score
#? [W\+7\.5]
20 final_status_list dead
#? []
30 final_status_list alive
#? []
40 final_status_list nosuch
#? [? .+]
50 final_status_list
#? [? .+]
60 final_status
#? [? .+]
70 final_status k1
#? [? .+]
komi 0
80 final_score
#? [0]
