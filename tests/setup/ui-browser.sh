#!/usr/bin/env bash
# ui-browser.sh [REPORT]: the tests in a plain browser. ONE=text runs only the tests whose name holds it.
# With a report, for every change: what must hold on any machine, axe and the keyboard too. Without, all of
# it: also how it looks beside the pictures that were kept, which fonts and load move.
set -euo pipefail
cd "$(dirname "$0")/../.."

options=(--test --test-concurrency=1 --test-reporter=spec --test-reporter-destination=stdout)
[ -z "${1:-}" ] || options+=(--test-reporter=junit "--test-reporter-destination=$1")
[ -z "${ONE:-}" ] || options+=("--test-name-pattern=$ONE")
tests=(tests/e2e/browser/*.test.mjs)
[ -z "${1:-}" ] || tests=(tests/e2e/browser/{access,keyboard,layout,long-message,styles,transcript}.test.mjs)
exec node "${options[@]}" "${tests[@]}"
