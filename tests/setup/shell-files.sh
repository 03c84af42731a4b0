#!/usr/bin/env bash
# What the packages for Linux hold beside the programs: manual pages and completions, written
# by the program that was just built, licences and what changed. Called by the bundler before it
# packs (tauri.bundle.linux.conf.json).
#   PARLEY_BINARY  the program that is asked [target/release/parley]
#   INTO           the folder [src-tauri/gen/package]
set -euo pipefail
cd "$(dirname "$0")/../.."

parley=${PARLEY_BINARY:-${CARGO_TARGET_DIR:-target}/release/parley}
into=${INTO:-src-tauri/gen/package}
maintainer=$(sed -n 's/.*"publisher": "\(.*\)".*/\1/p' src-tauri/tauri.bundle.conf.json)
version=$("$parley" --version | cut -d' ' -f2)
rm -rf "$into/man"
mkdir -p "$into/man"

"$parley" manual "$into/man"
for page in src-tauri/package/*.1; do
  sed "s/@VERSION@/$version/" "$page" >"$into/man/${page##*/}"
done
gzip -9n "$into"/man/*.1

"$parley" completions bash >"$into/parley.bash"
"$parley" completions zsh >"$into/_parley"
"$parley" completions fish >"$into/parley.fish"

node tests/setup/licences.mjs >"$into/third-party.txt"
gzip -9nc "$into/third-party.txt" >"$into/third-party.txt.gz"
gzip -9nc CHANGELOG.md >"$into/NEWS.gz"
cp src-tauri/package/copyright "$into/copyright"

# The day of the last commit, so that the same source makes the same package.
when=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
gzip -9n >"$into/changelog.gz" <<CHANGELOG
parley ($version) unstable; urgency=medium

  * What changed for users is told in /usr/share/doc/parley/NEWS.gz.

 -- $maintainer  $(LC_ALL=C date -u -R -d "@$when")
CHANGELOG
