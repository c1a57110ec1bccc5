#!/usr/bin/env bash
# Makes the pictures of the documents anew. Needs Chromium, pngquant and npm, and the built program. Those of KaTrain and qGo are
# photographs of their windows, which windows.sh takes.
set -euo pipefail
cd "$(dirname "$0")/../.."
wakari=${WAKARI:-$PWD/target/release/wakari}
pictures=$PWD/docs/pictures
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cp "$pictures"/{analysis,photograph}.js "$work"
(cd "$work" && npm install --silent --no-audit --no-fund @sabaki/shudan@1.7.1 preact@10 esbuild@0.28 puppeteer-core@25)

# Elements of a page as a picture: PAGE NAME WIDTH SCALE MARGIN SELECTOR…
photograph() {
    local name=$2
    node "$work/photograph.js" "$1" "$work/shot.png" "${@:3}"
    pngquant --quality 60-95 --strip --force --output "$pictures/$name" "$work/shot.png"
}

# A finished game, judged.
"$wakari" score --svg "$work" gtp-tests/sgf/finished.sgf >"$work/score.txt"
mv "$work/finished.svg" "$pictures/score.svg"

# The upper part of its report, as far as the results under each set of rules.
"$wakari" report gtp-tests/sgf/finished.sgf -o "$work/report.html"
photograph "$work/report.html" report.png 900 0.8 16 body\>header .columns '.columns + section'

# The zones that keep stones, with attacks that are answered.
SCRIPT='
    const find = (selector) => document.querySelector(".proof " + selector);
    for (const [zone, point] of [[1, "G3"], [0, "H9"], [1, "J2"]]) {
        find(".zone-choice").selectedIndex = zone;
        find(".zone-choice").dispatchEvent(new Event("change"));
        const attacks = find(".attack-choice");
        attacks.selectedIndex = [...attacks.options].findIndex((option) => option.text.startsWith(point));
        find("button.attack").click();
    }
' photograph "$work/report.html" proof.png 1000 0.8 16 '#proof'

# Its lower part: the mistakes, the board to step through, and the course of the game.
"$wakari" report gtp-tests/sgf/finished.sgf --analyze 2000 -o "$work/report.html"
photograph "$work/report.html" mistakes.png 1000 0.8 16 'section:has(table.mistakes)' '#player'

# Analysis in the middle of the game, on Sabaki's board without its wood grain. The blank line ends the analysis.
{ printf 'loadsgf gtp-tests/sgf/finished.sgf 20\nshowboard\nlz-analyze 100\n'; sleep 1; printf '\nquit\n'; } \
    | "$wakari" --seed 1 --threads 1 >"$work/engine.txt" 2>"$work/log"
{ printf 'const ENGINE = '; node -p 'JSON.stringify(fs.readFileSync(0, "utf8"))' <"$work/engine.txt"; } >"$work/engine.js"
"$work/node_modules/.bin/esbuild" "$work/analysis.js" --bundle --outfile="$work/page.js" --log-level=warning \
    --alias:preact/compat=preact --loader:.svg=dataurl --loader:.png=dataurl
cat >"$work/page.html" <<'PAGE'
<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="page.css">
<style>
  body { margin: 0; width: max-content; font-family: sans-serif }
  .shudan-goban { background-image: none !important }
</style>
<body><script src="engine.js"></script><script src="page.js"></script>
PAGE
photograph "$work/page.html" analysis.png 406 1 0 body
ls -l "$pictures"
