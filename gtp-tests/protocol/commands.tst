# Every command that controllers count on is known: Sabaki, GoGui, kgsGtp, gtp2ogs and CGOS each skip in
# silence what an engine does not list.
10 known_command protocol_version
#? [true]
11 known_command name
#? [true]
12 known_command version
#? [true]
13 known_command known_command
#? [true]
14 known_command list_commands
#? [true]
15 known_command quit
#? [true]
20 known_command boardsize
#? [true]
21 known_command rectangular_boardsize
#? [true]
22 known_command clear_board
#? [true]
23 known_command komi
#? [true]
24 known_command get_komi
#? [true]
30 known_command play
#? [true]
31 known_command genmove
#? [true]
32 known_command undo
#? [true]
33 known_command gg-undo
#? [true]
34 known_command reg_genmove
#? [true]
40 known_command set_free_handicap
#? [true]
41 known_command place_free_handicap
#? [true]
42 known_command fixed_handicap
#? [true]
50 known_command final_score
#? [true]
51 known_command final_status_list
#? [true]
52 known_command final_status
#? [true]
60 known_command time_settings
#? [true]
61 known_command time_left
#? [true]
62 known_command kgs-time_settings
#? [true]
63 known_command kata-time_settings
#? [true]
64 known_command kata-list_time_settings
#? [true]
70 known_command showboard
#? [true]
71 known_command loadsgf
#? [true]
72 known_command printsgf
#? [true]
73 known_command cputime
#? [true]
74 known_command gomill-cpu_time
#? [true]
80 known_command kata-set-rules
#? [true]
81 known_command kata-get-rules
#? [true]
82 known_command kata-set-rule
#? [true]
83 known_command kgs-rules
#? [true]
84 known_command kgs-genmove_cleanup
#? [true]
85 known_command kgs-game_over
#? [true]
# Newer versions of kgsGtp break on an engine that chats.
90 known_command kgs-chat
#? [false]
910 help
#? [.*Points look like D4.*\n  genmove COLOR +finds a move and plays it\n.*The score:\n.*]
920 help play
#? [usage: play COLOR VERTEX, or COLOR resign\n  plays a move for a side, or has it resign]
930 help nosuch
#? [? unknown command]
