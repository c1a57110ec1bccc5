# A game left with one dame, at which either side would put itself in atari: White's group at the top has only its eye F7 besides, and
# Black's stones on E4 only C5. So nobody has passed it over, it is what both live by, and under the rules of 1989
# (article 8) Black's eyes at A6 and C5 are no territory, as groups that possess dame are in seki: 8 points and a
# prisoner against a prisoner, and 6.5. Under the proposal, which knows no seki, all three eyes count.
boardsize 7
komi 6.5
kata-set-rules japanese-1989
gogui-play_sequence B D4 W D3 B C4 W C3 B E3 W E2 B F3 W B4 B B5 W B3 B C6 W F2 B E4 W G3 B G4 W G2 B A4 W A3 B A5 W F5 B F4 W E6 B D5 W D6 B B7 W A6 B D7 W G6 B F7 W E7 B E5 W F6 B C7 W G7 B B6 W D2 B A7 W B1 B pass W C1 B pass W pass
10 final_score
#? [W\+14\.5]
30 final_status A5
#? [seki]
40 final_status E7
#? [seki]
50 final_status A3
#? [alive]
kata-set-rules proposal-2012
60 final_score
#? [W\+13\.5]
