#!/usr/bin/env bash
# The cargo commands the tests use, built only where they are missing.
set -euo pipefail

for part in clippy rustfmt; do
  cargo "${part/rustfmt/fmt}" --version >/dev/null 2>&1 || rustup component add "$part"
done

# Without nextest the tests run under `cargo test` (tests/setup/core-tests.sh).
cargo nextest --version >/dev/null 2>&1 || cargo install --locked cargo-nextest ||
  echo "parley: cargo-nextest could not be installed; falling back to cargo test" >&2

cargo deny --version >/dev/null 2>&1 || cargo install --locked cargo-deny
