#!/usr/bin/env bash
# Installs the newest Debian package on a bare Debian 12 and uses it there as its first user
# would: command line, manual, completions, a first turn with the guide in a real window,
# removal. What is done inside is bare-debian/use.sh. Leaves its report and pictures in
# target/package.
# The bare system is made once with debootstrap and kept for a month, with the packages that
# were fetched, in PARLEY_TRY_CACHE [~/.cache/parley-try-deb]; each run gets a fresh copy.
set -euo pipefail
cd "$(dirname "$0")/../.."
fail() { printf 'parley: %s\n' "$*" >&2; exit 1; }

[ "$(id -u)" = 0 ] || fail "a bare system is made with debootstrap and chroot, which need root: sudo make try-deb"
deb=$(find "${CARGO_TARGET_DIR:-target}/release/bundle/deb" -maxdepth 1 -name '*.deb' -printf '%T@ %p\n' 2>/dev/null | sort -n | tail -n 1 | cut -d' ' -f2-)
[ -n "$deb" ] || fail "there is no package yet: make deb"
out=target/package
cache=${PARLEY_TRY_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/parley-try-deb}
mirror=${MIRROR:-http://deb.debian.org/debian}
mkdir -p "$out" "$cache/archives"

seed=$cache/bookworm.tar
if [ -z "$(find "$seed" -mtime -30 2>/dev/null)" ]; then
  command -v debootstrap >/dev/null || apt-get install -q -y --no-install-recommends debootstrap >/dev/null
  echo "making a bare Debian 12 (a minute or two, once a month)"
  new=$(mktemp -d /var/tmp/parley-seed.XXXXXX)
  debootstrap --variant=minbase --include=ca-certificates bookworm "$new" "$mirror" >"$out/debootstrap.log" 2>&1 ||
    fail "debootstrap failed; see $out/debootstrap.log"
  tar -C "$new" -cf "$seed.new" .
  mv "$seed.new" "$seed"
  rm -rf --one-file-system "$new"
fi

bare=$(mktemp -d /var/tmp/parley-bare.XXXXXX)
# Nothing is mounted here by then: the mounts below end with their own namespace.
trap 'rm -rf --one-file-system "$bare"' EXIT
tar -C "$bare" -xf "$seed"
# A temporary folder is its maker's alone; in there it is /, and a user has to get through it.
chmod 755 "$bare"
cp /etc/resolv.conf "$bare/etc/resolv.conf"
mkdir "$bare/try"
cp "$deb" "$bare/try/parley.deb"
cp tests/setup/bare-debian/* "$bare/try/"

export bare cache
status=0
# A namespace of its own for mounts and processes: whatever is left in there ends with it.
unshare --mount --pid --fork --kill-child bash -euc '
  mount -t proc proc "$bare/proc"
  mount --rbind --make-rslave /dev "$bare/dev"
  mount --bind "$cache/archives" "$bare/var/cache/apt/archives"
  exec chroot "$bare" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 bash /try/use.sh
' 2>&1 | tee "$out/try-deb.txt" || status=$?
cp "$bare"/try/*.png "$bare"/try/*.log "$out/" 2>/dev/null || true
[ "$status" = 0 ] || fail "it does not work there; see $out"
echo "it works; see $out"
