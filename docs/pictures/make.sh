#!/usr/bin/env bash
# Makes the pictures of the documents anew. Needs Chromium, pngquant and npm, and the built program.
set -euo pipefail
cd "$(dirname "$0")/../.."
wakari=${WAKARI:-$PWD/target/release/wakari}
pictures=$PWD/docs/pictures
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A page as a picture: FILE OUTPUT WIDTH HEIGHT SCALE
photograph() {
    chromium --headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking --hide-scrollbars \
        --user-data-dir="$work/profile" --window-size="$3,$4" --force-device-scale-factor="$5" \
        --screenshot="$work/shot.png" "file://$1" 2>"$work/log" || { cat "$work/log"; exit 1; }
    pngquant --quality 60-95 --strip --force --output "$2" "$work/shot.png"
}

# A finished game, judged.
"$wakari" score --svg "$work" gtp-tests/sgf/finished.sgf >"$work/score.txt"
mv "$work/finished.svg" "$pictures/score.svg"

# The upper part of its report.
"$wakari" report gtp-tests/sgf/finished.sgf -o "$work/report.html"
photograph "$work/report.html" "$pictures/report.png" 900 1280 0.8

# Its lower part, with the mistakes; needs the convert of ImageMagick. The picture of KaTrain is a photograph of its window.
"$wakari" report gtp-tests/sgf/finished.sgf --analyze 2000 -o "$work/report.html"
photograph "$work/report.html" "$work/whole.png" 1000 4100 1
convert "$work/whole.png" -crop 1000x1130+0+2895 +repage -resize 80% "$work/part.png"
pngquant --quality 60-95 --strip --force --output "$pictures/mistakes.png" "$work/part.png"

# Analysis in the middle of the game, on Sabaki's board without its wood grain. The blank line ends the analysis.
{ printf 'loadsgf gtp-tests/sgf/finished.sgf 20\nshowboard\nlz-analyze 100\n'; sleep 1; printf '\nquit\n'; } \
    | "$wakari" --seed 1 --threads 1 >"$work/engine.txt" 2>"$work/log"
cp "$pictures/analysis.js" "$work"
(cd "$work" && npm install --silent --no-audit --no-fund @sabaki/shudan@1.7.1 preact@10 esbuild@0.28)
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
photograph "$work/page.html" "$pictures/analysis.png" 406 406 1
ls -l "$pictures"
