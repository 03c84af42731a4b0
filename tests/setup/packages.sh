#!/usr/bin/env bash
# Packages of the app for this system: packages.sh deb,rpm (Linux), dmg (macOS), nsis (Windows).
# The two programs the app starts are bundled as Tauri sidecars, which the bundler
# wants as src-tauri/binaries/<name>-<target triple>.
set -euo pipefail
cd "$(dirname "$0")/../.."
kinds=${1:?which packages: deb,rpm or dmg or nsis}

triple=$(rustc --print host-tuple)
case "$triple" in *windows*) exe=.exe ;; *) exe= ;; esac
cargo build --locked --release -p parley-process -p parley-understudy
mkdir -p src-tauri/binaries
for program in understudy parley-guardian; do
  cp "${CARGO_TARGET_DIR:-target}/release/$program$exe" "src-tauri/binaries/$program-$triple$exe"
  chmod 755 "src-tauri/binaries/$program-$triple$exe"
done

cd src-tauri
node ../ui/node_modules/@tauri-apps/cli/tauri.js build --ci --bundles "$kinds" --config tauri.bundle.conf.json -- --locked
cd ..
ls -l "${CARGO_TARGET_DIR:-target}/release/parley$exe" "${CARGO_TARGET_DIR:-target}"/release/bundle/*/*.{deb,rpm,dmg,exe} 2>/dev/null || true
