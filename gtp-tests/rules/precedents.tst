# The precedents that article 45 of the rules of 1949 refers to, named by those who explain by it alone.
#
#   X X X . O X X
#   . O O O O X .
#   O O X X X X X
#   X X X X X X X
#   X . X X X . X
#   X X X X X X X
#~ turned
#! --score-playouts 100
boardsize 7 6
komi 0
kata-set-rules japanese-1949
gogui-setup b a6 b b6 b c6 w e6 b f6 b g6 w b5 w c5 w d5 w e5 b f5 w a4 w b4 b c4 b d4 b e4 b f4 b g4 b a3 b b3 b c3 b d3 b e3 b f3 b g3 b a2 b c2 b d2 b e2 b g2 b a1 b b1 b c1 b d1 b e1 b f1 b g1
10 final_status a4
#? [dead]
20 wakari-explain a4
#? [(?s).*Bent four in the corner: by the precedent \(article 45\).*]
30 wakari-explain a6
#? [!(?s).*four in the corner: by the precedent.*]
kata-set-rules japanese-1989
40 final_status a4
#? [dead]
50 wakari-explain a4
#? [!(?s).*four in the corner: by the precedent.*]
