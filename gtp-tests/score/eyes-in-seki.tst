# One board, two results. 分かりやすい日本囲碁規約(試案) (2012), part IV 3(1), figure 1: under the proposal
# Black has 11 points and White 4; under the rules of 1989 only White's groups at the sides have two eyes, so
# that White has 4 points, and Black, all in seki, none.
loadsgf eyes-in-seki.sgf
komi 0
kata-set-rules proposal-2012
10 final_status B9
#? [alive]
20 final_status E9
#? [alive]
30 final_status F9
#? [alive]
40 final_status H9
#? [alive]
50 final_status A8
#? [alive]
60 final_status D8
#? [alive]
70 final_status J8
#? [alive]
80 final_status B7
#? [alive]
90 final_status H7
#? [alive]
100 final_status A6
#? [alive]
110 final_status C6
#? [alive]
120 final_status G6
#? [alive]
130 final_status J6
#? [alive]
140 final_status A5
#? [alive]
150 final_status B5
#? [alive]
160 final_status D5
#? [alive]
170 final_status F5
#? [alive]
180 final_status H5
#? [alive]
190 final_status J5
#? [alive]
200 final_status E1
#? [alive]
210 final_score
#? [B\+7]
300 final_status_list seki
#? []
kata-set-rules japanese-1989
310 final_score
#? [W\+4]
320 final_status_list dead
#? []
330 final_status B9
#? [seki]
335 final_status H3
#? [alive]
340 final_status A9
#? [dame]
