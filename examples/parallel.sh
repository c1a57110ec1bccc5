#!/bin/sh
# Judges an archive of games on the cores of this machine, or of several, with GNU parallel.
#
#   examples/parallel.sh games.jsonl > rulings.jsonl
#
# games.jsonl has one request a line, {"id": ..., "sgf": "(;...)"}; examples/requests.py makes them of SGF files.
# Blocks of 20 lines go to one worker for each core. Answers keep the order of the games (--keep-order); a block whose
# worker died is given to another one, up to three times (--retries). Further options for parallel come from
# PARALLEL, such as PARALLEL="--sshlogin 8/one.example,8/other.example".
set -eu
: "${WAKARI:=wakari}"
exec parallel --pipe -N 20 --keep-order --retries 3 "$WAKARI" score --worker < "$1"
