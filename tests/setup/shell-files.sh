#!/usr/bin/env bash
# Manual pages and completions for the packages, written by the program that was just built.
# Called by the bundler before it packs (tauri.bundle.conf.json), on Linux only.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ "$(uname -s)" = Linux ] || exit 0

parley=${CARGO_TARGET_DIR:-target}/release/parley
into=src-tauri/gen/package
rm -rf "$into"
mkdir -p "$into/man"
"$parley" manual "$into/man"
gzip -9n "$into"/man/*.1
"$parley" completions bash >"$into/parley.bash"
"$parley" completions zsh >"$into/_parley"
"$parley" completions fish >"$into/parley.fish"
