# 分かりやすい日本囲碁規約(試案) (2012), IV 3(1) 1図
loadsgf eyes-in-seki-1989.sgf
kata-set-rules japanese-1989
komi 0
10 final_status B9
#? [seki]
20 final_status E9
#? [seki]
30 final_status F9
#? [seki]
40 final_status H9
#? [seki]
50 final_status A8
#? [seki]
60 final_status D8
#? [seki]
70 final_status J8
#? [seki]
80 final_status B7
#? [seki]
90 final_status H7
#? [seki]
100 final_status A6
#? [seki]
110 final_status C6
#? [seki]
120 final_status G6
#? [seki]
130 final_status J6
#? [seki]
140 final_status A5
#? [alive]
150 final_status B5
#? [seki]
160 final_status D5
#? [seki]
170 final_status F5
#? [seki]
180 final_status H5
#? [seki]
190 final_status J5
#? [alive]
200 final_status E1
#? [seki]
210 final_score
#? [W\+4]
