#!/usr/bin/env bash
# Photographs the windows of KaTrain, qGo and Lizzie with the engine on a screen of its own:
#   docs/pictures/windows.sh [katrain] [qgo] [lizzie]
# Needs Xvfb, openbox, xdotool, ImageMagick and pngquant; for KaTrain pip and Mesa's drivers, for qGo its package, for Lizzie
# Debian's liblizzie-java and Java with its windows.
set -euo pipefail
cd "$(dirname "$0")/../.."
wakari=$(realpath "${WAKARI:-target/release/wakari}")
pictures=$PWD/docs/pictures
work=$(mktemp -d)
mkdir "$work/home"
running=()
finish() {
    for process in "${running[@]}"; do kill "$process" 2>/dev/null || true; done
    rm -rf "$work"
}
trap finish EXIT

export DISPLAY=${SCREEN:-:97}
Xvfb "$DISPLAY" -screen 0 1280x1000x24 -nolisten tcp >"$work/screen.log" 2>&1 &
running+=($!)
sleep 2
HOME=$work/home openbox >"$work/openbox.log" 2>&1 &
running+=($!)

# The game as it is after 24 moves, as a file to open.
position() {
    python3 - "$1" <<'PYTHON'
import re, sys
text = open("gtp-tests/sgf/finished.sgf").read()
moves = [found.end() for found in re.finditer(r";[BW]\[[a-z]*\]", text)]
print(text[: moves[int(sys.argv[1]) - 1]] + ")")
PYTHON
}

# Waits for a window with this name and prints its number.
window() {
    for _ in $(seq 120); do
        for found in $(xdotool search --onlyvisible --class . 2>/dev/null); do
            if xdotool getwindowname "$found" 2>/dev/null | grep -q "$1"; then
                echo "$found"
                return 0
            fi
        done
        sleep 1
    done
    echo "there is no window $1" >&2
    return 1
}

# A window with its frame as a picture: WINDOW NAME WIDTH
photograph() {
    import -window "$1" -frame "$work/shot.png" 2>/dev/null || import -window "$1" "$work/shot.png"
    convert "$work/shot.png" -resize "$3>" "$work/small.png"
    pngquant 64 --strip --force --output "$pictures/$2" "$work/small.png"
}

take_katrain() {
    local python=${KATRAIN_PYTHON:-$work/venv/bin/python}
    if [ ! -x "$python" ]; then
        python3 -m venv "$work/venv"
        "$python" -m pip install --quiet --disable-pip-version-check katrain==1.20.0
    fi
    mkdir "$work/home/.katrain"
    WAKARI=$wakari "$python" - "$work/home/.katrain/config.json" <<'PYTHON'
import importlib.resources, json, os, sys
config = json.loads(importlib.resources.files("katrain").joinpath("config.json").read_text())
config["engine"].update(katago=os.environ["WAKARI"], max_visits=200, fast_visits=50)
config["general"]["load_sgf_rewind"] = False
config["ui_state"].update(restoresize=True, size=[1040, 800])
json.dump(config, open(sys.argv[1], "w"))
PYTHON
    position 24 >"$work/game.sgf"
    HOME=$work/home "$python" -m katrain "$work/game.sgf" >"$work/katrain.log" 2>&1 &
    running+=($!)
    local shown
    shown=$(window 'KaTrain')
    sleep 10
    xdotool windowactivate --sync "$shown" key End
    sleep 60
    photograph "$shown" katrain.png 800
}

# A game of the engine with itself: qGo asks for both colors.
take_qgo() {
    local settings=$work/home/.config/qGo log=$work/qgo.gtp
    mkdir -p "$settings"
    ln -s "$wakari" "$work/gnugo"
    cat >"$settings/qGo.conf" <<CONF
[General]
DEFAULT_ENGINE=0

[ENGINES]
1\\path=$work/gnugo
1\\args=gtp --rules japanese-1989 --threads 1 --seed 5 --playouts 4000 --log $log
size=1
CONF
    HOME=$work/home PATH=$PATH:/usr/games qgo >"$work/qgo.log" 2>&1 &
    running+=($!)
    xdotool windowactivate --sync "$(window '^qGo 2')" key ctrl+n
    # The dialog for a new game: two names, each with a mark for the computer, size, handicap, komi.
    xdotool windowactivate --sync "$(window '^Dialog$')"
    xdotool key --delay 60 ctrl+a type Wakari
    xdotool key --delay 60 Tab space Tab ctrl+a type Wakari
    xdotool key --delay 60 Tab space Tab ctrl+a type 9
    xdotool key --delay 60 Tab Tab ctrl+a type 6.5
    xdotool key Return
    local shown
    shown=$(window 'Wakari vs')
    xdotool windowsize --sync "$shown" 860 640
    for _ in $(seq 120); do
        [ "$(grep -c genmove "$log")" -gt 30 ] && break
        sleep 0.5
    done
    photograph "$shown" qgo.png 800
}

# Debian's Lizzie has its settings in the home folder.
take_lizzie() {
    mkdir -p "$work/home/.config/leela-zero" "$work/home/.local/share/leela-zero"
    cat >"$work/home/.config/leela-zero/lizzie-config.txt" <<CONF
{"leelaz": {"engine-command": "$wakari gtp --threads 1 --override-version 0.17", "analyze-update-interval-centisec": 20},
 "ui": {"board-size": 9, "confirm-exit": false, "window-size": [1000, 760], "window-maximized": false}}
CONF
    position 24 >"$work/game.sgf"
    java -Duser.home="$work/home" -jar /usr/share/java/lizzie.jar "$work/game.sgf" >"$work/lizzie.log" 2>&1 &
    running+=($!)
    local shown
    shown=$(window '^Lizzie(')
    xdotool windowfocus "$shown"
    sleep 30
    # A candidate under the pointer shows its variation.
    xdotool mousemove --window "$shown" 480 300
    sleep 10
    photograph "$shown" lizzie.png 800
}

for name in "${@:-katrain}"; do "take_$name"; done
ls -l "$pictures"
