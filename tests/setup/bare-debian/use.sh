#!/usr/bin/env bash
# Inside the bare Debian (see ../try-deb.sh): installs /try/parley.deb, uses it, removes it.
# Every step says what it does; the first that is not as it should be ends it.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive
say() { printf '\n== %s\n' "$*"; }
wrong() { printf 'WRONG: %s\n' "$*"; exit 1; }
apt() { apt-get -q -y --no-install-recommends -o APT::Keep-Downloaded-Packages=true "$@" >/try/apt.log 2>&1 || { tail -n 20 /try/apt.log; exit 1; }; }
someone() { su someone -s /bin/bash -c "cd; $1"; }

echo 'deb http://deb.debian.org/debian bookworm main' >/etc/apt/sources.list
apt update

say "install, with nothing but what it depends on"
dpkg-deb -f /try/parley.deb
packages_before=$(dpkg-query -f . -W | wc -c)
apt install /try/parley.deb
echo "it brought $(($(dpkg-query -f . -W | wc -c) - packages_before - 1)) other packages"
mapfile -t owned < <(dpkg -L parley)
printf '%s\n' "${owned[@]}" | sort
missing=$(ldd /usr/bin/parley /usr/bin/understudy /usr/bin/parley-guardian | grep 'not found' || true)
[ -z "$missing" ] || wrong "$missing"

say "command line, as a user"
adduser --disabled-password --gecos '' --quiet someone
someone 'parley --version'
someone 'mkdir -p w; echo hello >w/a.txt; parley exec --agent guide --approve always --workspace w "read a.txt"' >/try/exec.log
tail -n 1 /try/exec.log
grep -q '"completed"' /try/exec.log || wrong "the turn did not complete"
grep -q 'hello' /try/exec.log || wrong "the file was not read"
someone 'parley agents'
someone 'parley check guide --workspace w'

# From here on with what a desktop and a shell have.
apt install man-db bash-completion zsh fish desktop-file-utils appstream lintian libgtk-3-bin \
  xvfb xdotool imagemagick fonts-dejavu-core dbus dbus-x11 at-spi2-core python3-gi gir1.2-atspi-2.0 procps

say "manual"
# minbase leaves manuals of later packages in; this one was installed before man-db.
for page in parley parley-exec parley-agents parley-check parley-nib parley-export parley-import parley-repair \
  parley-completions understudy parley-guardian; do
  man -w "$page" >/dev/null || wrong "no manual page of $page"
  warnings=$(man --warnings -Tutf8 -Z "$page" 2>&1 >/dev/null)
  [ -z "$warnings" ] || wrong "$page: $warnings"
done
MANWIDTH=80 man parley | head -n 8
apropos parley | sort

say "completions"
bash -c '. /usr/share/bash-completion/bash_completion; _completion_loader parley
  COMP_WORDS=(parley ex) COMP_CWORD=1 COMP_LINE="parley ex" COMP_POINT=9
  _parley parley ex parley; echo "bash: ${COMPREPLY[*]}"' | tee /try/completed.log
zsh -fc 'autoload -Uz compinit; compinit -u -d /tmp/zcompdump; echo "zsh: ${_comps[parley]}"' | tee -a /try/completed.log
fish -c 'echo "fish:" (complete -C "parley ex" | cut -f1)' | tee -a /try/completed.log
grep -q '^bash: .*exec.*export\|^bash: .*export.*exec' /try/completed.log || wrong "bash does not complete"
grep -q '^zsh: _parley$' /try/completed.log || wrong "zsh does not complete"
grep -q '^fish: exec export$' /try/completed.log || wrong "fish does not complete"

say "desktop entry, icons, store entry"
entry=/usr/share/applications/parley.desktop
desktop-file-validate "$entry" || wrong "$entry"
for size in 16 24 32 48 64 128 256 512; do
  [ "$(identify -format '%wx%h' "/usr/share/icons/hicolor/${size}x$size/apps/parley.png")" = "${size}x$size" ] || wrong "icon of $size pixels"
done
appstreamcli validate --no-net /usr/share/metainfo/dev.parley.desktop.metainfo.xml | tail -n 1

say "lintian"
lintian --allow-root --fail-on error /try/parley.deb || wrong "lintian found errors"

say "the window, as a user"
Xvfb -ac -displayfd 3 -screen 0 1360x860x24 3>/try/display >/dev/null 2>&1 &
until [ -s /try/display ]; do sleep 0.1; done
display=:$(cat /try/display)
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
echo "the first turn is on the screen and in the archive"
running() { ps -eo comm=,pid= | grep -E '^(parley|understudy)' || true; }
[ -n "$(running)" ] || wrong "the app is gone before it was closed"
pkill -TERM -x parley
for _ in $(seq 200); do [ -n "$(running)" ] || break; sleep 0.1; done
[ -z "$(running)" ] || wrong "still running: $(running)"
echo "closed, and no process is left"

say "removal"
apt purge parley
for path in "${owned[@]}"; do [ -d "$path" ] || [ ! -e "$path" ] || wrong "$path is left"; done
left=$(find / -xdev \( -path /proc -o -path /try -o -path /home -o -path /var/cache/apt -o -path /tmp \) -prune \
  -o \( -iname '*parley*' -o -name '*understudy*' \) -print)
[ -z "$left" ] || wrong "left: $left"
[ -d /home/someone/.local/share/parley ] || wrong "what the user made is gone"
echo "nothing of the package is left; what the user made is"
