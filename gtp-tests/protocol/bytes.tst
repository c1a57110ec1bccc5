# Words that are no commands, numbers that are no numbers: an error each, and the engine lives.
10 !
#? [? .+]
20 play b \u00e9
#? [? .+]
30 play b 碁
#? [? .+]
40 碁
#? [? .+]
50 boardsize 9 9 9
#? [? .+]
60 known_command
#? [? .+]
70 name
#? [(?i)wakari]
