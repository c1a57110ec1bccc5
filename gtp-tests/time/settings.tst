# Clocks. GTP version 2, section 4.2; kgsGtp; KataGo.
10 time_settings 600 30 5
#? []
20 time_settings 0 1 0
#? []
30 time_settings 0 5 1
#? []
40 time_settings 300 0 0
#? []
50 time_settings
#? [? .+]
60 time_settings 600
#? [? .+]
70 time_settings a b c
#? [? .+]
80 time_settings -1 0 0
#? [? .+]
90 time_settings 1e400 0 0
#? [? .+]
100 time_left b 30 0
#? []
110 time_left w 30 5
#? []
120 time_left b
#? [? .+]
130 time_left x 30 0
#? [? .+]
140 time_left b soon 0
#? [? .+]

200 kgs-time_settings none
#? []
210 kgs-time_settings absolute 300
#? []
220 kgs-time_settings byoyomi 300 30 5
#? []
230 kgs-time_settings canadian 300 300 25
#? []
240 kgs-time_settings
#? [? .+]
250 kgs-time_settings nosuch 5
#? [? .+]
260 kgs-time_settings byoyomi 300
#? [? .+]

300 kata-list_time_settings
#? [(.*\n| .*|.* )?none\b.*]
310 kata-list_time_settings
#? [.*\bfischer-capped\b.*]
320 kata-time_settings none
#? []
330 kata-time_settings absolute 30.5
#? []
340 kata-time_settings byoyomi 30.5 2.5 3
#? []
350 kata-time_settings canadian 30.5 2.5 3
#? []
360 kata-time_settings fischer 30 2.5
#? []
370 kata-time_settings fischer-capped 30 2.5 60 10
#? []
380 kata-time_settings fischer-capped 30 2.5 60 -1
#? []
390 kata-time_settings nosuch 1
#? [? .+]
400 kata-time_settings fischer 30
#? [? .+]
410 kata-time_settings
#? [? .+]
