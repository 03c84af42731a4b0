#!/usr/bin/env bash
# Installs the newest Debian package on a bare Debian 12 (debootstrap and chroot, so as root)
# and uses it there: the command line, the manual, the window. Leaves its pictures and a
# report in target/package.
set -euo pipefail
cd "$(dirname "$0")/../.."
fail() { printf 'parley: %s\n' "$*" >&2; exit 1; }

[ "$(id -u)" = 0 ] || fail "a bare system is made with debootstrap and chroot, which need root: sudo make try-deb"
command -v debootstrap >/dev/null || apt-get install -q -y --no-install-recommends debootstrap >/dev/null
deb=$(find "${CARGO_TARGET_DIR:-target}/release/bundle/deb" -name '*.deb' -printf '%T@ %p\n' | sort -n | tail -n 1 | cut -d' ' -f2-)
[ -n "$deb" ] || fail "there is no package yet: make deb"
out=target/package
bare=${BARE:-/var/tmp/parley-bare}
mkdir -p "$out"

[ -x "$bare/usr/bin/apt-get" ] || debootstrap --variant=minbase bookworm "$bare" http://deb.debian.org/debian
mounted=()
undo() { for place in "${mounted[@]}"; do umount -l "$bare/$place"; done; }
trap undo EXIT
for place in proc sys dev; do
  mkdir -p "$bare/$place"
  mount --rbind "/$place" "$bare/$place"
  mount --make-rslave "$bare/$place"
  mounted=("$place" "${mounted[@]}")
done
cp /etc/resolv.conf "$bare/etc/resolv.conf"
cp "$deb" "$bare/var/tmp/parley.deb"

cat >"$bare/var/tmp/try.sh" <<'INSIDE'
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive LANG=C.UTF-8
# The slim images leave out manuals; the one of Parley is looked at here.
rm -f /etc/dpkg/dpkg.cfg.d/docker*
apt-get update -q >/dev/null
echo "== install"
apt-get install -q -y --no-install-recommends /var/tmp/parley.deb >/var/tmp/install.log 2>&1 || { tail -n 20 /var/tmp/install.log; exit 1; }
echo "== what the package left"
dpkg -L parley | sort
echo "== every library is there"
! ldd /usr/bin/parley /usr/bin/understudy /usr/bin/parley-guardian | grep 'not found'
adduser --disabled-password --gecos '' --quiet someone 2>/dev/null || true
as_someone() { su someone -c "cd; $1"; }
echo "== command line, as a user"
as_someone 'parley --version'
as_someone 'mkdir -p w; echo hello >w/a.txt; parley exec --agent guide --approve always --workspace w "read a.txt"' | tee /var/tmp/exec.txt | tail -n 3
grep -q '"completed"' /var/tmp/exec.txt
as_someone 'parley agents'
as_someone 'parley check guide --workspace w' >/dev/null
echo "== the window"
apt-get install -q -y --no-install-recommends xvfb xdotool imagemagick fonts-dejavu-core man-db desktop-file-utils bash-completion procps >/var/tmp/more.log 2>&1 || { tail -n 20 /var/tmp/more.log; exit 1; }
man -w parley parley-exec
desktop-file-validate /usr/share/applications/*arley*.desktop
bash -n /usr/share/bash-completion/completions/parley
Xvfb :77 -screen 0 1360x860x24 >/dev/null 2>&1 &
server=$!
trap 'kill $server 2>/dev/null' EXIT
until [ -e /tmp/.X11-unix/X77 ]; do sleep 0.1; done
su someone -c 'cd; DISPLAY=:77 DBUS_SESSION_BUS_ADDRESS=disabled: LIBGL_ALWAYS_SOFTWARE=1 exec parley' >/var/tmp/app.log 2>&1 &
app=$!
window=$(DISPLAY=:77 timeout 60 xdotool search --sync --onlyvisible --name Parley | head -n 1) || { cat /var/tmp/app.log; exit 1; }
# The page is up when it is no longer one colour.
for _ in $(seq 100); do
  colours=$(DISPLAY=:77 import -window root png:- | identify -format '%k' png:-)
  [ "$colours" -gt 200 ] && break
  sleep 0.2
done
DISPLAY=:77 import -window root /var/tmp/window.png
echo "window $window shows $colours colours"
[ "$colours" -gt 200 ]
pkill -TERM -x parley
for _ in $(seq 100); do pgrep -x 'parley|understudy|parley-guardian' >/dev/null || break; sleep 0.1; done
! pgrep -a -x 'parley|understudy|parley-guardian'
echo "== removal"
apt-get remove -q -y parley >/dev/null 2>&1
! command -v parley
ls -d /home/someone/.local/share/*arley* && echo "what the user made is still there"
INSIDE
chroot "$bare" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/var/tmp bash /var/tmp/try.sh | tee "$out/try-deb.txt"
cp "$bare/var/tmp/window.png" "$out/window.png"
echo "it works; see $out"
