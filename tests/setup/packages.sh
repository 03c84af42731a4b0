#!/usr/bin/env bash
# Packages of the app for this system: packages.sh deb,rpm (Linux), dmg (macOS), nsis (Windows).
# The bundler is the one of ui/package-lock.json (`npm ci` brings it); it needs nothing else
# for deb and rpm. The two programs the app starts are bundled as Tauri sidecars, which it
# wants as src-tauri/binaries/<name>-<target triple>.
set -euo pipefail
cd "$(dirname "$0")/../.."
kinds=${1:?which packages: deb,rpm or dmg or nsis}
. tests/setup/release-flags.sh

bundler=ui/node_modules/@tauri-apps/cli/tauri.js
[ -e "$bundler" ] || { echo "parley: the bundler is missing ($bundler); run: npm --prefix ui ci" >&2; exit 1; }
triple=$(rustc --print host-tuple)
target=${CARGO_TARGET_DIR:-target}
exe=
case "$triple" in
  *linux*) system=linux ;;
  *darwin*) system=macos ;;
  *windows*) system=windows exe=.exe ;;
  *) echo "parley: no packages are made for $triple" >&2; exit 1 ;;
esac

# The bundled programs of Windows need no runtime of their own.
export STATIC_VCRUNTIME=true
# The same build as the one that is measured (make bench), but for its baselines.
cargo build --locked --release "${release_flags[@]}" -p parley -p parley-process -p parley-understudy
mkdir -p src-tauri/binaries src-tauri/gen/package
for program in understudy parley-guardian; do
  cp "$target/release/$program$exe" "src-tauri/binaries/$program-$triple$exe"
  chmod 755 "src-tauri/binaries/$program-$triple$exe"
done
node tests/setup/licences.mjs >src-tauri/gen/package/third-party.txt

# An older package beside the new one would be taken for it.
for kind in ${kinds//,/ }; do rm -rf "$target/release/bundle/$kind"; done
(cd src-tauri && node "../$bundler" bundle --ci --bundles "$kinds" \
  --config tauri.bundle.conf.json --config "tauri.bundle.$system.conf.json")

for deb in "$target"/release/bundle/deb/*.deb; do
  [ ! -e "$deb" ] || case "$kinds" in *deb*) tests/setup/finish-deb.sh "$deb" ;; esac
done
ls -l "$target/release/parley$exe" "$target"/release/bundle/*/*.{deb,rpm,dmg,exe} 2>/dev/null || true
