# Why an empty point is whose it is, in words and as a drawing, with the article of the text in force.
# Three kos of living stones: proposal of 2012, example 26.
loadsgf living-kos.sgf
kata-set-rules proposal-2012
10 wakari-explain A7
#? [A7: Black's territory\nonly living stones of Black surround it .article 8.\naround: Black .*]
20 wakari-explain G7
#? [G7: nobody's\nBlack could take F7 here in a ko, and all stones of the ko live .article 8.\naround: White .*]
30 wakari-explain G3
#? [G3: nobody's\nWhite could take G2 here in a ko, and all stones of the ko live .article 8.\naround: Black .*]
40 wakari-gfx-explain G3
#? [SQUARE G3\nMARK .*\nTEXT G3: nobody's]
kata-set-rules chinese
50 wakari-explain G7
#? [G7: White's territory\nonly living stones of White surround it\naround: .*]
# White's dead stones in an eye of Black's seki: rules of 1949, article 42.
loadsgf article-42.sgf
kata-set-rules japanese-1949
60 wakari-explain J7
#? [J7: nobody's\nan eye of Black's stones in seki .article 34.: their group has dame at G7\ndead stones in it are taken off as prisoners: J8 J9 .article 42.\naround: Black .* seki .*\ntogether with: J7 J8 J9]
70 wakari-explain J9
#? [White J8, 2 stones: dead .*\nrule: rules of 1949, articles 29 to 33: .*precedents .article 45.\n.*a prisoner all the same .article 42., though.*]
80 wakari-explain G7
#? [G7: dame\nliving stones of both sides meet here .article 39.\naround: Black .*, White .*]
90 wakari-explain H9
#? [Black .*in seki .article 32.: it has dame at G7.*]
kata-set-rules japanese-1989
100 wakari-explain J7
#? [J7: nobody's\nan eye of Black's stones in seki .article 8.: their group has dame at G7\naround: Black .*]
110 wakari-explain J9
#? [White J8, 2 stones: dead .*stays on the board and counts nothing .article 10.*]
kata-set-rules proposal-2012
120 wakari-explain J7
#? [J7: Black's territory\nonly living stones of Black surround it .article 8.\ndead stones in it are taken off as prisoners: J8 J9 .article 10.\n.*]
# The Korean text is not at hand.
kata-set-rules korean
130 wakari-explain J7
#? [J7: nobody's\nan eye of Black's stones in seki: their group has dame at G7\naround: .*]
140 wakari-explain K9
#? [? K9 is off the board]
