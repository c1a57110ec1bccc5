# Why an empty point is whose it is, in words and as a drawing, with the article of the text in force.
# Three kos of living stones: proposal of 2012, example 26.
loadsgf living-kos.sgf
kata-set-rules proposal-2012
10 wakari-explain A7
#? [A7: Black's territory\nOnly living Black stones surround it .article 8.\nSurrounded by: Black .*]
20 wakari-explain G7
#? [G7: neutral\nBlack could take F7 here in a ko, and all stones of the ko live .article 8.\nSurrounded by: White .*]
30 wakari-explain G3
#? [G3: neutral\nWhite could take G2 here in a ko, and all stones of the ko live .article 8.\nSurrounded by: Black .*]
40 wakari-gfx-explain G3
#? [SQUARE G3\nMARK .*\nTEXT G3: neutral]
kata-set-rules chinese
50 wakari-explain G7
#? [G7: White's territory\nOnly living White stones surround it\nSurrounded by: .*]
# White's dead stones in an eye of Black's seki: rules of 1949, article 42.
loadsgf article-42.sgf
kata-set-rules japanese-1949
60 wakari-explain J7
#? [J7: neutral\nAn eye of Black's stones in seki .article 34.: their group has dame at G7\nThe dead stones in it are removed as prisoners: J8 J9 .article 42.\nSurrounded by: Black .* seki .*\nTogether with: J7 J8 J9]
70 wakari-explain J9
#? [White J8, 2 stones: dead .*\nRule: rules of 1949, articles 29 to 33: .*precedents .article 45.\n.*removed as a prisoner .article 42., though.*]
80 wakari-explain G7
#? [G7: dame\nIt borders living stones of both sides .article 39.\nSurrounded by: Black .*, White .*]
90 wakari-explain H9
#? [Black .*In seki .article 32.: it has dame at G7.*]
kata-set-rules japanese-1989
100 wakari-explain J7
#? [J7: neutral\nAn eye of Black's stones in seki .article 8.: their group has dame at G7\nSurrounded by: Black .*]
110 wakari-explain J9
#? [White J8, 2 stones: dead .*stays on the board and does not count .article 10.*]
kata-set-rules proposal-2012
120 wakari-explain J7
#? [J7: Black's territory\nOnly living Black stones surround it .article 8.\nThe dead stones in it are removed as prisoners: J8 J9 .article 10.\n.*]
# The Korean text is not at hand.
kata-set-rules korean
130 wakari-explain J7
#? [J7: neutral\nAn eye of Black's stones in seki: their group has dame at G7\nSurrounded by: .*]
140 wakari-explain K9
#? [? K9 is off the board]
