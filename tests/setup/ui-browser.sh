#!/usr/bin/env bash
# ui-browser.sh [REPORT]: the tests in a plain browser. ONE=text runs only the tests whose name holds it.
set -euo pipefail
cd "$(dirname "$0")/../.."

options=(--test --test-concurrency=1 --test-reporter=spec --test-reporter-destination=stdout)
[ -z "${1:-}" ] || options+=(--test-reporter=junit "--test-reporter-destination=$1")
[ -z "${ONE:-}" ] || options+=("--test-name-pattern=$ONE")
exec node "${options[@]}" tests/e2e/browser/*.test.mjs
