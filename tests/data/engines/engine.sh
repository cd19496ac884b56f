#!/bin/sh
# An engine for tests. It knows one move, a1, and misbehaves as its first argument says; the second
# is a file for the numbers of processes that it leaves behind.
mode=${1:-good}
notes=${2:-/dev/null}
end=''

say() { printf '%s%b' "$1" "$end\n"; }
for_ever() { while :; do sleep 1; done; }

case $mode in
  crash-at-start) echo 'the board is missing' >&2; exit 3 ;;
  hang-at-start) for_ever ;;
  deaf-at-start) exec <&-; for_ever ;;
  garbage-at-start) say 'hello'; say 'option name'; say 'option'; say 'id' ;;
  crlf) end='\r' ;;
  stubborn) trap '' TERM ;;
esac

answer() {
  case $mode in
    crash-in-move) echo 'out of' >&2; echo 'luck' >&2; exit 4 ;;
    signal-in-move) kill -SEGV $$ ;;
    hang-in-move) for_ever ;;
    flood) yes 'info depth 1 nodes 1 score cp 0 pv a1' ;;
    late) sleep 0.6; say 'bestmove a1' ;;
    closed-output) exec >&-; for_ever ;;
    leaves-child) sleep 1000 & echo $! >"$notes"; say 'bestmove a1' ;;
    leaves-child-and-crashes) sleep 1000 & echo $! >"$notes"; exit 5 ;;
    long-line) head -c 50000000 /dev/zero | tr '\0' x; say ''; say 'bestmove a1' ;;
    long-bestmove) printf 'bestmove '; head -c 50000000 /dev/zero | tr '\0' x; say '' ;;
    endless-line) tr '\0' x </dev/zero ;;
    illegal) say 'bestmove Ca1' ;;
    off-board) say 'bestmove z9' ;;
    empty-answer) say 'bestmove' ;;
    none) say 'bestmove --' ;;
    binary) printf 'bestmove \377\376\001\n' ;;
    no-newline) printf 'bestmove a1'; exit 0 ;;
    noise) yes 'what a noise' | head -c 5000000 >&2; say 'bestmove a1' ;;
    twice) say 'bestmove a1'; say 'bestmove b1' ;;
    marks) say '  bestmove   a1*!   ponder b1' ;;
    informs) say 'info depth 3 seldepth 5 nodes 70 nps 7 time 10 score cp 50 pv a1 e5'
             say 'info depth 4 time 11'; say 'bestmove a1' ;;
    *) say 'bestmove a1' ;;
  esac
}

while read -r line; do
  case $line in
    tei)
      say 'id name Script'
      say 'id author a test'
      [ "$mode" = no-komi ] || say 'option name HalfKomi type spin default 0 min -8 max 8'
      [ "$mode" = newer ] && say 'size 5 6 halfkomi 0 4'
      say 'option name Style of Play type combo default calm var calm var very wild'
      say 'option name Debug type check default false'
      say 'option name Clear type button'
      say 'teiok' ;;
    isready)
      [ "$mode" = never-ready ] || say 'readyok' ;;
    teinewgame*)
      echo "$line" >&2
      [ "$mode" != crash-at-game ] || exit 6 ;;
    setoption*) echo "$line" >&2 ;;
    position*)
      echo "$line" >&2
      [ "$mode" != shows-position ] || exit 7 ;;
    go*)
      echo "$line" >&2
      [ "$mode" != shows-go ] || exit 8
      answer ;;
    quit) [ "$mode" = stubborn ] && for_ever; exit 0 ;;
  esac
done
[ "$mode" != stubborn ] || for_ever
