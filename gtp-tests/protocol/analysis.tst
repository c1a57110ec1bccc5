#! --threads 1 --seed 1 --size 5 --playouts 100
# Searches that tell what they find. A blank line follows each of the endless ones and ends it.
10 kata-analyze b 5
#? [\n(info move [A-Z0-9a-z]+ visits [0-9]+ winrate [01]\.[0-9]{6} scoreMean \S+ scoreStdev \S+ scoreLead \S+ prior \S+ lcb \S+ order [0-9]+ pv( [A-E][1-5]| pass)+\s?)+]
20 kata-analyze w interval 5 maxmoves 1 rootInfo true ownership true
#? [\n(info move \S+ [^\n]* pv( [A-E][1-5]| pass)+ rootInfo visits [0-9]+ winrate \S+ scoreLead \S+ ownership( -?[01](\.[0-9]+)?){25}\n?)+]
30 kata-analyze allow b c3 1 maxmoves 5
#? [\n(info move C3 [^\n]*\n?)+]
40 kata-analyze b avoid b c3,b3,c4 2
#? [!.*move (C3|B3|C4) .*]
50 kata-analyze b 5 nosuch true
#? [? syntax error.*]
60 kata-analyze x
#? [? syntax error.*]
70 lz-analyze b 5
#? [\n(info move [A-Z0-9a-z]+ visits [0-9]+ winrate [0-9]+ prior [0-9]+ lcb [0-9]+ order [0-9]+ pv( [A-E][1-5]| pass)+\s?)+]
80 lz-analyze 5 5
#? [? syntax error.*]
90 lz-genmove_analyze b 100
#? [\ninfo [^\n]*\nplay [A-E][1-5]]
100 lz-genmove_analyze b 100 minmoves
#? [? syntax error.*]
110 kata-genmove_analyze w
#? [\ninfo [^\n]*\nplay [A-E][1-5]]
120 kata-genmove_analyze w avoid
#? [? syntax error.*]
130 cgos-genmove_analyze b
#? [\n\{"winrate":[^\n]*\}\nplay ([A-E][1-5]|pass)]
140 cgos-genmove_analyze black move
#? [? syntax error.*]
150 undo
#? []
160 gg-undo 2
#? []
170 undo
#? [? cannot undo.*]
180 kata-search w
#? [[A-E][1-5]]
190 kata-search w b
#? [? syntax error.*]
200 kata-search_cancellable b
#? [[A-E][1-5]]
210 kata-search_cancellable 5
#? [? syntax error.*]
220 kata-search_analyze b allow b c3 1
#? [\ninfo move C3 [^\n]*\nplay C3]
230 kata-search_analyze b allow b c9z 1
#? [? syntax error.*]
240 kata-search_analyze_cancellable b
#? [\ninfo [^\n]*\nplay [A-E][1-5]]
250 kata-search_analyze_cancellable pvVisits maybe
#? [? syntax error.*]
260 undo
#? [? cannot undo.*]
270 stop
#? []
280 stop now
#? [? syntax error.*]
290 clear_cache
#? []
300 clear_cache all
#? [? syntax error.*]
310 estimate_score
#? [0|[BW]\+[0-9]+(\.[0-9])?]
320 estimate_score b
#? [? syntax error.*]
330 set_random_seed 7
#? []
340 get_random_seed
#? [7]
350 set_random_seed seven
#? [? syntax error.*]
360 get_random_seed 7
#? [? syntax error.*]
