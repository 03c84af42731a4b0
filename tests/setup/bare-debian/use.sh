#!/usr/bin/env bash
# Inside the bare Debian (see ../try-deb.sh): installs /try/parley.deb and uses it, then window.sh
# opens its window and removes it.
# Every step says what it does; the first that is not as it should be ends it.
. /try/words.sh

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
someone 'MANWIDTH=80 man parley' | head -n 8
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

# No network from here on: the first turn is to need none, and the display is to be nobody else's.
exec unshare --net bash /try/window.sh
