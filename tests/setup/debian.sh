#!/usr/bin/env bash
# Installs what Debian and Ubuntu have and this checkout needs. Quick when all of it is there.
#   debian.sh build   what building and running the app needs
#   debian.sh test    that, and what the tests in a real window need
#   debian.sh bench   that, and what the measurements need
set -euo pipefail

build=(build-essential pkg-config curl file libwebkit2gtk-4.1-dev librsvg2-dev libxdo-dev libssl-dev
  libayatana-appindicator3-dev mold dbus fonts-dejavu-core)
test=(chromium webkit2gtk-driver xvfb xauth xdotool xsel x11-utils imagemagick procps python3 gnome-keyring)

case "${1:-}" in
  build) wanted=("${build[@]}") ;;
  test) wanted=("${build[@]}" "${test[@]}") ;;
  bench) wanted=("${build[@]}" "${test[@]}" valgrind) ;;
  *) echo "usage: $0 build|test|bench" >&2; exit 64 ;;
esac

fail() { printf '\nparley: %s\n' "$@" >&2; exit 1; }

install() {
  local missing=("$@") as_root=()
  if [ "$(id -u)" != 0 ]; then
    if sudo -n true 2>/dev/null; then
      as_root=(sudo -n)
    else
      fail "these Debian packages are missing, and installing them needs a password. Run:

  sudo apt-get install --no-install-recommends ${missing[*]}

and then the same make command again."
    fi
  fi
  echo "installing: ${missing[*]}"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -q
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
}

# Node.js comes from wherever it already is; Debian's only where there is none.
command -v node >/dev/null && command -v npm >/dev/null || wanted+=(nodejs npm)

if command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; then
  missing=()
  for package in "${wanted[@]}"; do
    status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || missing+=("$package")
  done
  [ ${#missing[@]} = 0 ] || install "${missing[@]}"
else
  echo "parley: not a Debian system; taking for granted what these packages hold: ${wanted[*]}" >&2
fi

node_is=$(node --version 2>/dev/null || echo none)
node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' 2>/dev/null ||
  fail "Node.js 20.19 or newer is needed; found: $node_is. Debian 12's own is too old.
Take it from https://nodejs.org/en/download or https://github.com/nodesource/distributions, for example:

  curl -fsSL https://deb.nodesource.com/setup_22.x | sudo bash - && sudo apt-get install -y nodejs

and then run the same make command again."

command -v cargo >/dev/null ||
  fail "Rust is missing (cargo is not on the PATH). Install it with:

  curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y && . \"\$HOME/.cargo/env\"

and then run the same make command again."

needed=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' "$(dirname "$0")/../../Cargo.toml")
found=$(rustc --version | cut -d' ' -f2)
[ "$(printf '%s\n%s\n' "$needed" "$found" | sort -V | head -n 1)" = "$needed" ] ||
  fail "Rust $needed or newer is needed; found: $found. Run: rustup update stable"
