#!/usr/bin/env bash
# A Debian package of the app. The two programs it starts are bundled as Tauri sidecars,
# which the bundler wants as src-tauri/binaries/<name>-<target triple>.
set -euo pipefail
cd "$(dirname "$0")/../.."

triple=$(rustc --print host-tuple)
cargo build --locked --release -p parley-process -p parley-understudy
mkdir -p src-tauri/binaries
for program in understudy parley-guardian; do
  install -m 755 "target/release/$program" "src-tauri/binaries/$program-$triple"
done

cd src-tauri
../ui/node_modules/.bin/tauri build --ci --bundles deb --config tauri.bundle.conf.json -- --locked
cd ..
ls -l target/release/bundle/deb/*.deb
