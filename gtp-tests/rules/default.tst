# Without any option: 19×19, the proposal of 2012 (territory, no suicide, a ko by the simple rule).
10 play b t19
#? []
20 kata-get-rules
#? [\{.*"scoring": ?"TERRITORY".*\}]
30 kata-get-rules
#? [\{.*"suicide": ?false.*\}]
