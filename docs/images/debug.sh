#!/usr/bin/env bash
# Makes the pictures of docs/how-to/debug.md from the real program: opens the view in a terminal of 160 by 50 characters,
# types what the page says, and draws the screen. tests/terminal/run looks whether they are still what it shows.
#
#   docs/images/debug.sh BCP [FOLDER]
#
# Needs tmux and Node.js.
set -euo pipefail
cd "$(dirname "$0")/../.."
bcp=$1
folder=${2:-docs/images}
socket=bcp-pictures-$$
state=$(mktemp -d)
trap 'tmux -L "$socket" kill-server; rm -rf "$state"' EXIT

on() { tmux -L "$socket" "$@"; }

# Waits until the screen shows a text, at most five minutes: a machine may be busy.
shows() {
    for _ in $(seq 3000); do
        if on capture-pane -p | grep --quiet --fixed-strings -- "$1"; then return; fi
        sleep 0.1
    done
    echo "the view does not show \`$1\`" >&2
    exit 1
}

# Types a command of the page.
command() {
    on send-keys -l ":$1"
    on send-keys Enter
    shows "> $1"
}

picture() { on capture-pane -e -p | node docs/images/screen.js 160 50 "$2" >"$folder/debug-$1.svg"; }

on -f /dev/null new-session -d -x 160 -y 50 "XDG_STATE_HOME='$state' '$bcp' debug 96"
shows "? shows the keys"
picture start "The view where the search begins"
command "break report if r6 >= 13"
for depth in 13 14; do
    on send-keys c
    shows "iteration $depth"
    command "print s(r0)"
    command line
done
shows "Qd8+ Qf8 Rxh6+"
picture report "Depth 14 is complete"
command "break better if s(r0) == 2 && word(ply) == path"
on send-keys C
shows " better t2v.s"
picture better "The moment at which the root learns of two pawns"
