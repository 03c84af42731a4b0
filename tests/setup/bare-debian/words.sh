# Sourced by what runs inside the bare Debian.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive
say() { printf '\n== %s\n' "$*"; }
wrong() { printf 'WRONG: %s\n' "$*"; exit 1; }
apt() { apt-get -q -y --no-install-recommends -o APT::Keep-Downloaded-Packages=true "$@" >/try/apt.log 2>&1 || { tail -n 20 /try/apt.log; exit 1; }; }
someone() { su someone -s /bin/bash -c "cd; $1"; }
