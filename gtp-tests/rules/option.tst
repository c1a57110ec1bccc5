#! --rules new-zealand --size 5 --komi 3.5
# Controllers send rules rarely: the command line gives them, and size and komi with them.
10 kata-get-rules
#? [\{.*"ko": ?"SITUATIONAL".*\}]
20 get_komi
#? [3\.5]
30 play b f1
#? [? .+]
40 play b e5
#? []
