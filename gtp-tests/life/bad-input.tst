# What cannot be explained is named, and changes nothing.
boardsize 5
10 wakari-explain C3
#? [C3: neutral\nNo living stone is near\nTogether with: A1 .*]
20 wakari-explain F6
#? [? F6 is off the board]
30 wakari-explain
#? [? syntax error.*]
40 wakari-explain C3 D4
#? [? syntax error.*]
# A stone without a liberty cannot stand in a position; the one at hand stays.
50 loadsgf no-liberty.sgf
#? [? cannot load file: line 1, column 3: the stones cannot stand on the board]
60 wakari-explain A5
#? [A5: neutral\n.*]
play b c3
# Both have passed: the game is over, and its stones can still be explained. What reading did not decide is called
# unsettled.
play w pass
play b pass
70 wakari-explain C3
#? [Black C3, 1 stone: alive .estimate.*reading did not settle it.*]
80 wakari-explain A1
#? [A1: Black's territory\nOnly living Black stones surround it .article 8.\nSurrounded by: Black C3 alive .estimate.*]
