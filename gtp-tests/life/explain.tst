# Why stones live or die, in words and as a drawing.
loadsgf bent-four.sgf
10 wakari-explain A7
#? [White A7, 7 stones: dead .proved by reading.\nRule: proposal of 2012, article 7: .*White moves first.*\nNow the position is settled: dead.*]
20 wakari-explain j9
#? [J9: Black's territory\nOnly living Black stones surround it .article 8.\nSurrounded by: Black B1 alive .proved.]
30 wakari-explain T19
#? [? T19 is off the board]
40 wakari-explain pass
#? [? .+]
50 wakari-gfx-explain A7
#? [MARK A7 B7 .*\nVAR w [A-T][0-9]+ b .*\nTEXT White A7, 7 stones: dead .proved by reading.]
60 wakari-explain E5
#? [E5: Black's territory\n.*]
70 wakari-explain A1
#? [A1: Black's territory\n.*]
kata-set-rules chinese
80 wakari-explain A7
#? [White A7, 7 stones: .*Not proved.*]
kata-set-rules japanese-1989
90 wakari-explain A7
#? [White A7, 7 stones: dead .proved by reading.\nRule: rules of 1989, article 7: .*Black moves first.*]
kata-set-rules tromp-taylor
100 wakari-explain A7
#? [White A7, 7 stones: alive .proved.\n.*nder these rules every stone left on the board is alive]
