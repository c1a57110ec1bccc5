# Bent four in the corner where stones count: F2 can only wait until Black has filled all outside, makes three stones four and takes
# the corner. Then the same turned with other colors; and without the black stones in the corner, where White makes two eyes.
boardsize 9
kata-set-rules chinese
komi 0
set_position w G9 w H9 b J9 w A8 w B8 w E8 w F8 w G8 b H8 b J8 b A7 w B7 b C7 w D7 w F7 b G7 b H7 b A6 w B6 w C6 w D6 w E6 w F6 b G6 b J6 b A5 b B5 b C5 w D5 b E5 b F5 b H5 b J5 b A4 b B4 w C4 b D4 b E4 w F4 b G4 b H4 w J4 b B3 b D3 w E3 w F3 w G3 w H3 w J3 b C2 b E2 w F2 w H2 b C1 b D1 b E1 w F1 b G1 b H1 b J1
10 final_score
#? [B\+29]
20 final_status f2
#? [dead]
play b pass
play w pass
30 final_score
#? [B\+29]
kata-set-rules aga
40 final_status f2
#? [dead]
kata-set-rules chinese
set_position w D9 w E9 w F9 w G9 b H9 w C8 w D8 w E8 b F8 b G8 b H8 w A7 w B7 b D7 w E7 b F7 w G7 w A6 w C6 w D6 b E6 b F6 b G6 w A5 w B5 b C5 w D5 w E5 b F5 b H5 b A4 b B4 b C4 b D4 w E4 b F4 b G4 b H4 w A3 b C3 w D3 w F3 w G3 b H3 b J3 w A2 b B2 b C2 w D2 w E2 w G2 w H2 b J2 w A1 b C1 b D1 w E1 w F1 w H1 w J1
50 final_score
#? [W\+29]
60 final_status b4
#? [dead]
play b pass
play w pass
70 final_score
#? [W\+29]
set_position w G9 w H9 b J9 w A8 w B8 w E8 w F8 w G8 b H8 b J8 b A7 w B7 b C7 w D7 w F7 b G7 b H7 b A6 w B6 w C6 w D6 w E6 w F6 b G6 b J6 b A5 b B5 b C5 w D5 b E5 b F5 b H5 b J5 b A4 b B4 w C4 b D4 b E4 w F4 b G4 b H4 w J4 b B3 b D3 w E3 w F3 w G3 w H3 w J3 b C2 b E2 w F2 w H2 b C1 b D1 b E1 w F1
80 final_score
#? [W\+1]
90 final_status f2
#? [alive]
play b pass
play w pass
100 final_score
#? [W\+1]
set_position w D9 w E9 w F9 w G9 b H9 w C8 w D8 w E8 b F8 b G8 b H8 w A7 w B7 b D7 w E7 b F7 w G7 w A6 w C6 w D6 b E6 b F6 b G6 w A5 w B5 b C5 w D5 w E5 b F5 b H5 b A4 b B4 b C4 b D4 w E4 b F4 b G4 b H4 b C3 w D3 w F3 w G3 b H3 b J3 b B2 b C2 w D2 w E2 w G2 w H2 b J2 b C1 b D1 w E1 w F1 w H1 w J1
110 final_score
#? [B\+1]
120 final_status b4
#? [alive]
play b pass
play w pass
130 final_score
#? [B\+1]
