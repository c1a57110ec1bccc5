#!/bin/sh
# A GTP program that plays like another one, but claims that all stones of its opponent are dead.
#
#   wakari match --black wakari --white 'sh examples/liar.sh gnugo --mode gtp' --rules improved-2009 --out games
#
# It forwards every command except those about the ending. Needs a shell and mkfifo.
folder=$(mktemp -d) || exit 1
mkfifo "$folder/in" "$folder/out"
trap 'rm -rf "$folder"' EXIT
"$@" <"$folder/in" >"$folder/out" &
exec 3>"$folder/in" 4<"$folder/out"

# Forwards a command and keeps the reply, the lines up to a blank one.
ask() {
    printf '%s\n' "$1" >&3
    answer=
    while IFS= read -r reply <&4; do
        case $reply in '' | "$(printf '\r')") test -z "$answer" || break; continue ;; esac
        answer=${answer:+$answer
}$reply
    done
}

opponent=white
while IFS= read -r line; do
    # The id of the command, if it has one, also comes before the reply.
    number=
    case $line in
    [0-9]*' '*)
        number=${line%% *}
        line=${line#* }
        ;;
    esac
    case $line in
    'final_status_list dead')
        ask "list_stones $opponent"
        ;;
    'final_status_list seki')
        answer='='
        ;;
    # A reply would reveal the false claim.
    final_score | wakari-ending*)
        answer='? unknown command'
        ;;
    list_commands)
        ask list_commands
        answer=$(printf '%s\n' "$answer" | grep -v -e '^final_score$' -e '^wakari-ending$')
        ;;
    *)
        case $line in
        genmove*[Ww]* | kgs-genmove_cleanup*[Ww]*) opponent=black ;;
        genmove* | kgs-genmove_cleanup*) opponent=white ;;
        esac
        ask "$line"
        ;;
    esac
    text=${answer#?}
    printf '%s%s%s\n\n' "${answer%"$text"}" "$number" "$text"
    test "$line" != quit || exit 0
done
