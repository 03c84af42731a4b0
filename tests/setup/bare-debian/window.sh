#!/usr/bin/env bash
# Inside the bare Debian, after use.sh: a first turn in the window, and the removal.
. /try/words.sh

say "the window, as a user"
# A number that no display outside has: a client asks for it by name, and names are not kept apart.
number=$((500 + RANDOM % 500))
Xvfb :$number -ac -screen 0 1360x860x24 >/dev/null 2>&1 &
until [ -S /tmp/.X11-unix/X$number ]; do sleep 0.1; done
display=:$number
cat >/try/session.sh <<SESSION
cd; export DISPLAY=$display LIBGL_ALWAYS_SOFTWARE=1 XDG_RUNTIME_DIR=\$HOME/run
mkdir -m 700 -p "\$XDG_RUNTIME_DIR"
echo "\$DBUS_SESSION_BUS_ADDRESS" >\$HOME/bus
/usr/libexec/at-spi-bus-launcher --launch-immediately &
gtk-launch parley
# The session ends with this test.
exec sleep infinity
SESSION
# Started as a click in a menu starts it, by its desktop entry.
su someone -s /bin/bash -c 'exec dbus-run-session -- bash /try/session.sh' >/try/window.log 2>&1 &
until [ -s /home/someone/bus ]; do sleep 0.1; done
in_session() { su someone -s /bin/bash -c "cd; DISPLAY=$display DBUS_SESSION_BUS_ADDRESS='$(cat /home/someone/bus)' XDG_RUNTIME_DIR=\$HOME/run $1"; }
picture() { DISPLAY=$display import -window root "/try/$1.png"; }
window=
for _ in $(seq 600); do
  # A window that goes while it is asked about makes xdotool fail; it is asked again.
  window=$(DISPLAY=$display xdotool search --onlyvisible --class parley 2>/dev/null | head -n 1) || true
  [ -z "$window" ] || break
  sleep 0.2
done
[ -n "$window" ] || { cat /try/window.log; wrong "no window"; }
echo "window $window"
in_session 'python3 -W ignore /try/hand.py press "guide"' || { picture window-failed; wrong "the first page has no way to the guide"; }
picture window-1-composer
in_session 'python3 -W ignore /try/hand.py write "who are you?"' || { picture window-failed; wrong "there is nowhere to write"; }
in_session 'python3 -W ignore /try/hand.py see "not a language model" "Done"' || { picture window-failed; wrong "the turn did not end in the window"; }
picture window-2-turn
someone 'parley export --all --format jsonl' >/try/export.log
grep -q 'not a language model' /try/export.log || wrong "the archive does not have the answer"
grep -q '"outcome":{"kind":"completed"}' /try/export.log || wrong "the archive does not have the turn's end"
echo "the first turn is on the screen and in the archive"
running() { ps -eo comm=,pid= | grep -E '^(parley|understudy)' || true; }
[ -n "$(running)" ] || wrong "the app is gone before it was closed"
pkill -TERM -x parley
for _ in $(seq 200); do [ -n "$(running)" ] || break; sleep 0.1; done
[ -z "$(running)" ] || wrong "still running: $(running)"
echo "closed, and no process is left"

say "removal"
mapfile -t owned < <(dpkg -L parley)
apt purge parley
for path in "${owned[@]}"; do [ -d "$path" ] || [ ! -e "$path" ] || wrong "$path is left"; done
left=$(find / -xdev \( -path /proc -o -path /try -o -path /home -o -path /var/cache/apt -o -path /var/cache/man -o -path /tmp \) -prune \
  -o \( -iname '*parley*' -o -name '*understudy*' \) -print)
[ -z "$left" ] || wrong "left: $left"
[ -d /home/someone/.local/share/parley ] || wrong "what the user made is gone"
echo "nothing of the package is left; what the user made is"
