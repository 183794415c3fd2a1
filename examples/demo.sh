#!/usr/bin/env bash
# The whole story on the demo cartridge, as commands that can be typed: `./run demo`.
# With another ROM it begins the same way: give the file in GBATOOL_ROM.
set -euo pipefail
cd "$(dirname "$0")/.."

bold='' dim='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then
  bold=$'\033[1m' dim=$'\033[2m' plain=$'\033[0m'
fi
tell() {
  printf '\n'
  printf "$dim# %s$plain\n" "$@"
}
run() {
  printf '%s$ %s%s\n' "$bold" "$*" "$plain"
  "$@"
}

rm -rf out/demo
mkdir -p out/demo
unset GBATOOL_PROFILE GBATOOL_STATE GBATOOL_SESSION
export GBATOOL_ROM=gbatool/demo/demo.gba

tell "A cartridge of which nothing is known but what its header says."
run gbatool rom info

tell "From power-on: press until the player can walk, find what could be the structures" \
  "that the game keeps in RAM, and try each of them on the running game until one is left."
run gbatool derive --out out/demo/profile.yaml --save-states out/demo/states
export GBATOOL_PROFILE=out/demo/profile.yaml

tell "A session begins where the player can walk. Each command goes on where the last ended."
export GBATOOL_SESSION=out/demo/session
run gbatool session start --state out/demo/states/overworld.ss0
run gbatool decode map --png out/demo/bedroom.png

tell "Down the stairs, until the ground floor takes input."
run gbatool walk-to --warp 0 --through

tell "To the person downstairs, and a press of A to be spoken to."
run gbatool walk-to --object 1
run gbatool press a

tell "A conversation is one action: every box, up to the next decision."
run gbatool dial

tell "Out of the door, into the town."
run gbatool walk-to --warp 0 --through
run gbatool decode map --png out/demo/town.png
run gbatool screenshot out/demo/screen.png --scale 3

tell "The session knows what was done, and can go back."
run gbatool session status

tell "Pictures: out/demo/bedroom.png, out/demo/town.png, out/demo/screen.png." \
  "The profile, with the evidence beside each address: out/demo/profile.yaml."
