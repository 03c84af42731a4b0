#!/usr/bin/env bash
# core-tests.sh [REPORT [cargo selection…]]: the Rust tests, by nextest where it is installed.
# REPORT gets JUnit from nextest, libtest's own lines from `cargo test`.
set -euo pipefail
cd "$(dirname "$0")/../.."

report=${1:-}
shift || true

if cargo nextest --version >/dev/null 2>&1; then
  code=0
  rm -f target/nextest/ci/junit.xml
  cargo nextest run --locked --profile ci "$@" || code=$?
  [ -z "$report" ] || cp target/nextest/ci/junit.xml "$report"
  exit $code
fi

cargo test --locked --no-fail-fast --lib --bins --tests "$@" 2>&1 | tee "${report:-/dev/null}"
