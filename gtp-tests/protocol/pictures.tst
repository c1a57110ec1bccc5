#! --threads 1 --seed 1 --rules japanese --playouts 200
# What GoGui shows: each answer in the form that its entry in the list promises.
10 gogui-analyze_commands
#? [(?m)(^(gfx|dboard|var|pspairs|plist|hpstring|hstring|string|none|param)/[^/]+/[a-z_-]+( [a-zA-Z%-]+)*\n?)+]
20 gogui-analyze_commands 1
#? [? syntax error.*]
30 gogui-title
#? [Wakari, rules japanese-1989, komi 6.5]
40 gogui-title 1
#? [? syntax error.*]
50 gogui-version
#? [? syntax error.*]
60 gogui-interrupt now
#? [? syntax error.*]

# Nobody has searched yet.
70 wakari-candidates
#? []
80 wakari-variation
#? []

#   Black has the left half, White the right one; E1 is a dame, and the white stone at A9 is dead.
loadsgf pictures.sgf
90 wakari-territory
#? [(?s)BLACK .*WHITE .*MARK .*TEXT [BW]\+[0-9.]+]
100 wakari-territory 1
#? [? syntax error.*]
110 wakari-statuses
#? [(?s)COLOR green .*COLOR red A9\n.*TEXT .*]
120 wakari-statuses a
#? [? syntax error.*]
130 wakari-ownership
#? [\n((-?[01]\.[0-9]{2} ?){9}\n?){9}]
140 wakari-ownership b
#? [? syntax error.*]
150 wakari-dame
#? [E1]
160 wakari-dame 1
#? [? syntax error.*]
170 wakari-reinforcements w
#? []
180 wakari-reinforcements
#? [? syntax error.*]
190 wakari-priors
#? [([A-HJ][1-9] [0-9]+\.[0-9] ?)+]
200 wakari-priors b
#? [? syntax error.*]
210 reg_genmove b
#? [[A-HJ][1-9]|pass]
220 wakari-candidates
#? [(?s)(LABEL .*)?(CIRCLE [A-J][1-9]\n)?TEXT \S+: wins [0-9]+ %, leads by -?[0-9.]+, [0-9]+ playouts]
230 wakari-candidates b
#? [? syntax error.*]
240 wakari-variation
#? [[A-HJ][1-9].*|pass.*]
250 wakari-variation b
#? [? syntax error.*]

# Rules and search as parameters.
260 wakari-param_rules
#? [(?s)\[list/proposal-2012/.*\] rules japanese-1989\n\[string\] komi 6.5\n.*\[bool\] suicide 0\n.*]
270 wakari-param_rules suicide 1
#? []
280 wakari-param_rules
#? [(?s)\[list/custom/.*\] rules custom\n.*\[bool\] suicide 1\n.*]
290 wakari-param_rules rules chinese
#? []
300 version
#? [\S+ \(chinese rules\)]
310 wakari-param_rules nosuch 1
#? [? .+]
320 wakari-param_search
#? [(?s)\[list/none/counts/sequence\] live_gfx none\n.*\[string\] playouts 200\n.*]
330 wakari-param_search playouts 10
#? []
340 wakari-param_search friendly_pass 1
#? []
350 wakari-param_search
#? [(?s).*friendly_pass 1\n\[string\] playouts 10\n.*]
360 wakari-param_search threads none
#? [? .+]

# Why a stone lives or dies, as a drawing.
370 wakari-gfx-explain
#? [? syntax error.*]
380 wakari-gfx-explain e9a
#? [? syntax error.*]
