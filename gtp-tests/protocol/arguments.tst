# Commands that take no arguments take none.
10 protocol_version 2
#? [? syntax error.*]
20 name it
#? [? syntax error.*]
30 version 1
#? [? syntax error.*]
40 list_commands all
#? [? syntax error.*]
50 quit now
#? [? syntax error.*]
60 clear_board 9
#? [? syntax error.*]
70 get_komi 6.5
#? [? syntax error.*]
80 final_score b
#? [? syntax error.*]
90 showboard 1
#? [? syntax error.*]
100 cputime 1
#? [? syntax error.*]
110 gomill-cpu_time 1
#? [? syntax error.*]
120 kata-get-rules ko
#? [? syntax error.*]
130 kata-list_time_settings none
#? [? syntax error.*]
140 wakari-rules chinese
#? [? syntax error.*]
150 wakari-score b
#? [? syntax error.*]
160 wakari-breaches 1
#? [? syntax error.*]

# What is said of a stone, and of the rules.
boardsize 5
play b c3
170 wakari-status c3
#? [alive .*]
180 wakari-status c4
#? [? no stone there]
190 wakari-status
#? [? syntax error.*]
200 wakari-rules
#? [(?s)name: proposal-2012\n.*]
