# What every controller asks first. GTP version 2, section 6.3.1 (administrative commands).
10 protocol_version
#? [2]
20 name
#? [(?i)wakari]
30 version
#? [\S.*]
40 known_command play
#? [true]
50 known_command nosuch
#? [false]
60 known_command Play
#? [false]
70 nosuch
#? [? unknown command]
80 NAME
#? [? unknown command]

# The list has the commands of the protocol's own examples, one a line, and nothing that makes GoGui a
# ruler (gogui-rules_…) or that Sabaki misreads (analyze).
90 list_commands
#? [(.*\n)?genmove(\n.*)?]
100 list_commands
#? [(.*\n)?protocol_version(\n.*)?]
110 list_commands
#? [!.*gogui-rules_.*]
120 list_commands
#? [!(.*\n)?analyze(\n.*)?]
130 list_commands
#? [!.*[ \t](\n.*)?]

140 quit
#? []
