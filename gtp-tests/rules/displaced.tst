# Stones displaced in the middle of a recorded game: what the referee makes of it under each set of rules. White has played
# where the stone stood, so that it cannot be put back.
#! --referee --displaced --score-playouts 100
kata-set-rules proposal-2012
loadsgf displaced.sgf
10 final_score
#? [0 no result: stones were displaced and stay so]
20 wakari-breaches
#? [stones displaced after move 2: off A5; on A4\nno result: stones were displaced and stay so]
30 printsgf
#? [(?s).*RE\[Void\].*]
kata-set-rules japanese-1989
40 final_score
#? [0 both lose: stones were displaced and cannot be put back]
50 wakari-breaches
#? [(?s).*\nboth lose: stones were displaced and cannot be put back \(article 13-2\)]
# 1949: it goes on if both consent (61).
kata-set-rules japanese-1949
60 final_score
#? [0 no result: .*]
wakari-ending b consent
70 final_score
#? [0 no result: .*]
wakari-ending w consent
80 final_score
#? [[BW]\+.*|0]
90 wakari-breaches
#? [(?s).*\nthe game goes on as the board stands \(article 61\)]
# A move before it was made: the stone is put back.
kata-set-rules proposal-2012
loadsgf displaced.sgf 4
100 final_score
#? [!.*no result.*]
110 wakari-breaches
#? [(?s).*\nput back to where they stood: the game goes on]
# Rules that say nothing of it count the board as it stands.
kata-set-rules chinese
120 wakari-breaches
#? [stones displaced after move 2: off A5; on A4]
