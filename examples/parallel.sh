#!/bin/sh
# Judges an archive of games on the cores of this machine, or of several, with GNU parallel.
#
#   examples/parallel.sh games.jsonl > rulings.jsonl
#
# games.jsonl has one request a line, {"id": ..., "sgf": "(;...)"}; examples/requests.py writes them from SGF files.
# Blocks of 20 lines go to one worker per core. Answers keep the order of the games (--keep-order). If a worker dies, its
# block goes to another one, up to three times (--retries). More options for parallel come from PARALLEL, such as
# PARALLEL="--sshlogin 8/one.example,8/other.example".
set -eu
: "${WAKARI:=wakari}"
exec parallel --pipe -N 20 --keep-order --retries 3 "$WAKARI" score --worker < "$1"
