# Names as KataGo has them, and those it cannot have.
10 kata-set-rules tromp-taylor
#? []
20 kata-get-rules
#? [\{.*"ko": ?"POSITIONAL".*\}]
30 kata-get-rules
#? [\{.*"scoring": ?"AREA".*\}]
40 kata-get-rules
#? [\{.*"suicide": ?true.*\}]
50 kata-get-rules
#? [\{.*"friendlyPassOk": ?false.*\}]
60 kata-set-rules japanese
#? []
70 kata-get-rules
#? [\{.*"ko": ?"SIMPLE".*\}]
80 kata-get-rules
#? [\{.*"tax": ?"SEKI".*\}]
90 kata-set-rules aga
#? []
100 kata-get-rules
#? [\{.*"whiteHandicapBonus": ?"N-1".*\}]
110 kata-set-rules stone-scoring
#? []
120 kata-get-rules
#? [\{.*"tax": ?"ALL".*\}]
130 kata-set-rules aga-button
#? []
140 kata-get-rules
#? [\{.*"hasButton": ?true.*\}]
150 kata-set-rules New_Zealand
#? []
160 kata-get-rules
#? [\{.*"ko": ?"SITUATIONAL".*\}]
170 kata-set-rules nosuch
#? [? .+]
180 kata-set-rules
#? [? .+]
190 kata-get-rules
#? [\{.*"ko": ?"SITUATIONAL".*\}]
200 kata-set-rules proposal-2012
#? []
201 kata-set-rules japanese-1989
#? []
202 kata-set-rules japanese-1949
#? []
203 kata-set-rules improved-2009
#? []
204 kata-set-rules korean
#? []
205 kata-set-rules chinese
#? []
206 kata-set-rules chinese-ogs
#? []
207 kata-set-rules chinese-kgs
#? []
208 kata-set-rules bga
#? []
209 kata-set-rules french
#? []
210 kata-set-rules ing
#? []
211 kata-set-rules goe
#? []
212 kata-set-rules pure-go
#? []
213 kata-set-rules cgos
#? []
214 kata-set-rules WMSG
#? []
215 get_komi
#? [6.5]
216 kata-set-rules egf
#? []
217 kata-set-rules EGF area
#? []
218 version
#? [.*\(egf-area rules\)]

# The object, whole or in part: what is missing is as in Tromp and Taylor's rules, but a tax goes with
# territory. Unknown keys and values are refused and change nothing.
300 kata-set-rules {"ko":"SIMPLE","scoring":"TERRITORY","tax":"SEKI","suicide":false,"hasButton":false,"whiteHandicapBonus":"0","friendlyPassOk":true}
#? []
310 kata-get-rules
#? [\{.*"scoring": ?"TERRITORY".*\}]
320 kata-set-rules {"scoring":"TERRITORY"}
#? []
330 kata-get-rules
#? [\{.*"ko": ?"POSITIONAL".*\}]
340 kata-get-rules
#? [\{.*"tax": ?"SEKI".*\}]
350 kata-set-rules {"nosuch":1}
#? [? .+]
360 kata-set-rules {"ko":"NOSUCH"}
#? [? .+]
370 kata-set-rules {"ko":
#? [? .+]
380 kata-get-rules
#? [\{.*"scoring": ?"TERRITORY".*\}]

# One switch.
390 kata-set-rule ko SITUATIONAL
#? []
400 kata-get-rules
#? [\{.*"ko": ?"SITUATIONAL".*\}]
410 kata-set-rule ko
#? [? .+]
420 kata-set-rule nosuch true
#? [? .+]
430 kata-set-rule suicide maybe
#? [? .+]
440 kata-get-rules
#? [\{.*"ko": ?"SITUATIONAL".*\}]

# kgsGtp: four names, and more words may follow.
500 kgs-rules japanese
#? []
510 kgs-rules chinese and more words
#? []
520 kgs-rules new_zealand
#? []
530 kgs-rules aga
#? []
540 kgs-rules nosuch
#? [? .+]
550 kgs-rules
#? [? .+]

# Rules outlive the game.
kata-set-rules new-zealand
boardsize 9
clear_board
560 kata-get-rules
#? [\{.*"ko": ?"SITUATIONAL".*\}]
# A game has the komi of its rules until one is set: that of the komi games of 1949 (article 19) is 4.5.
570 kata-set-rules japanese-1949
#? []
580 get_komi
#? [4\.5]
590 kata-set-rules japanese-1989
#? []
600 get_komi
#? [6\.5]
