#! --threads 1 --seed 1 --size 5 --playouts 100 --override-config maxTime=3
# KataGo's commands about parameters and models.
10 kata-list-params
#? [analysisPVLen assumeMultipleStartingBlackMovesAreHandicap judge maxPlayouts maxTime maxVisits numSearchThreads reportAnalysisWinratesAs]
20 kata-list-params all
#? [? syntax error.*]
30 kata-get-param maxVisits
#? [100]
40 kata-get-param maxTime
#? [3.0]
50 kata-get-param playoutDoublingAdvantage
#? [? Invalid parameter: playoutDoublingAdvantage]
60 kata-set-param maxVisits 50
#? []
70 kata-set-param maxVisits 0
#? [? Could not set params: maxVisits: must be an integer from 1 to 2\^50]
80 kata-set-param nosuch 1
#? [? Could not set params: Unrecognized or non-overridable parameter in kata-set-params: nosuch]
90 kata-set-param analysisWideRootNoise 0.04
#? []
100 kata-get-params
#? [\{"analysisPVLen":1000,"assumeMultipleStartingBlackMovesAreHandicap":true,"judge":false,"maxPlayouts":1125899906842624,"maxTime":3.0,"maxVisits":50,"numSearchThreads":1,"reportAnalysisWinratesAs":"SIDETOMOVE"\}]
110 kata-get-params all
#? [? syntax error.*]
120 kata-set-params {"maxPlayouts": 20, "reportAnalysisWinratesAs": "BLACK", "analysisPVLen": 1}
#? []
130 kata-set-params {"maxPlayouts": 30, "maxTime": "never"}
#? [? Could not set params: maxTime: .*]
140 kata-set-params maxPlayouts
#? [? syntax error.*]
150 kata-get-param maxPlayouts
#? [20]
160 kata-get-param reportAnalysisWinratesAs
#? [BLACK]
# Set by another command: one limit, which is that of the visits.
wakari-param_search playouts 30
170 kata-get-param maxVisits
#? [30]
180 kata-get-param maxPlayouts
#? [1125899906842624]
190 kata-genmove_analyze b movesOwnership true movesOwnershipStdev true maxmoves 1
#? [\ninfo move \S+ [^\n]* pv [A-E][1-5]( [A-E][1-5]| pass)? movesOwnership( -?[01](\.[0-9]+)?){25} movesOwnershipStdev( [01](\.[0-9]+)?){25}\nplay [A-E][1-5]]
200 kata-get-models
#? [\[\]]
boardsize 9
210 kata-get-models
#? [\[\{"internalName":"[^"]+","maxBatchSize":1,"name":"built in","usesHumanSLProfile":false,"usingFP16":"false","version":[0-9]+\}\]]
220 kata-get-models all
#? [? syntax error.*]
230 kata-get-param
#? [? syntax error.*]
240 kata-set-param
#? [? syntax error.*]
