#!/usr/bin/env bash
# Games, tests and statistics with GoGui's own programs: gogui.sh ENGINE, with gogui-twogtp, gogui-regress and gogui-statistics on
# the path; exit status 0 if all is well.
set -euo pipefail
engine=$(realpath "$1")
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Two games with a referee: both players and the referee count alike, and nothing goes wrong.
gogui-twogtp -black "$engine --threads 1 --playouts 200 --rules chinese" \
    -white "$engine --threads 1 --playouts 100 --rules chinese" -referee "$engine --referee --rules chinese" \
    -size 9 -komi 7.5 -games 2 -alternate -time 5m -sgffile "$work/game" -auto
awk -F '\t' '
    /^#GAME/ { for (column = 1; column <= NF; column++) at[$column] = column }
    /^#/ { next }
    { games++; if ($at["ERR"] != "0") { print "error: " $0; bad = 1 } }
    $at["RES_R"] !~ /^[BW][+]R/ && ($at["RES_B"] != $at["RES_R"] || $at["RES_W"] != $at["RES_R"]) { print "counts differ: " $0; bad = 1 }
    END { if (games != 2) { print games + 0 " games"; bad = 1 }; exit bad }
' "$work/game.dat"

# Files of tests, as its program for them reads them. It has no pattern for errors, and no end for an analysis that goes on until
# the next command. Options are those of the file.
count=0
for file in $(grep -rLE --include='*.tst' '^#\? *\[\?|analyze' protocol rules score seki life); do
    options=$(sed -n 's/^#! *//p' "$file" | head -1)
    # It says what has failed, and its status does not always.
    (cd "$(dirname "$file")" && gogui-regress -output "$work/regress" "$engine --threads 1 --seed 1 $options" "$(basename "$file")") \
        </dev/null | tee "$work/failed"
    ! grep -q 'unexpected FAIL' "$work/failed"
    count=$((count + 1))
done
[ "$count" -ge 50 ]

# What it asks at each position of a game.
gogui-statistics -program "$engine --threads 1 --playouts 50" -size 9 -commands "final_score" -output "$work/statistics.dat" \
    -force sgf/finished.sgf
test -s "$work/statistics.dat"
echo "GoGui: ok"
