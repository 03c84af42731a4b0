#!/usr/bin/env bash
# All lints and all tests, each step once, in the order that lets one build serve the next.
# A step that fails does not stop those that can still say something. The last line counts.
# What a step prints goes to target/test-reports/<step>.log; VERBOSE=1 shows it as it comes.
set -uo pipefail
cd "$(dirname "$0")/../.."

reports=target/test-reports
rm -rf "$reports"
mkdir -p "$reports"
passed=0
failed=0
broken=()

# run NAME COMMAND… : runs it with its output in the log, shows the end of the log when it fails.
run() {
  local name=$1 log=$reports/$1.log began=$SECONDS code=0
  shift
  printf '%-24s ' "$name"
  if [ -n "${VERBOSE:-}" ]; then
    echo
    "$@" 2>&1 | tee "$log" || code=$?
  else
    "$@" >"$log" 2>&1 </dev/null || code=$?
  fi
  printf '%s (%d s)\n' "$([ $code = 0 ] && echo ok || echo FAILED)" $((SECONDS - began))
  if [ $code != 0 ]; then
    broken+=("$name")
    [ -n "${VERBOSE:-}" ] || tail -n 120 "$log" | sed "s#$PWD/##g; s/^/    /"
  fi
  return $code
}

# step NAME COMMAND… : counts as one check.
step() {
  if run "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); return 1; fi
}

# suite NAME REPORT COMMAND… : counts the tests of the report it writes (JUnit, or libtest's own lines).
suite() {
  local name=$1 report=$2 code=0 counts
  shift 2
  run "$name" "$@" || code=1
  counts=$(node tests/setup/count.mjs "$report" 2>/dev/null) || { counts="0 0"; code=1; }
  local good=${counts% *} bad=${counts#* }
  # A runner that failed without a failing test (a crash, a build error, no report) is a failure too.
  if [ $code != 0 ] && [ "$bad" = 0 ]; then bad=1; fi
  if [ "$bad" != 0 ] && [ $code = 0 ]; then broken+=("$name"); fi
  printf '%-24s   %s passed, %s failed\n' '' "$good" "$bad"
  passed=$((passed + good))
  failed=$((failed + bad))
}

step ui-packages make ui/node_modules/.package-lock.json
step ui-format npm --prefix ui run format:check
step ui-lint npm --prefix ui run lint
step ui-types npm --prefix ui run check
suite ui-tests $reports/ui.xml \
  npm --prefix ui test -- --reporter=default --reporter=junit --outputFile.junit="../$reports/ui.xml"
step soak-verdict node --test tests/soak/verdict.test.mjs
# The app embeds the built UI, so it comes before anything that compiles the app.
step ui-build npm --prefix ui run build
# The same window in a plain browser: how it looks, how it is heard, what the keyboard reaches.
if step ui-replay npm --prefix ui run build:replay; then
  suite browser $reports/browser.xml tests/setup/ui-browser.sh $reports/browser.xml
else
  failed=$((failed + 1))
  broken+=("browser (its pages were not built)")
fi

step rust-format cargo fmt --all --check
step licences-and-sources cargo deny --locked --workspace check --hide-inclusion-graph licenses bans sources
step clippy cargo clippy --locked --workspace --all-targets -- -D warnings
step programs cargo build --locked -p parley -p parley-process -p parley-understudy
built=$?

suite core-tests $reports/core.xml tests/setup/core-tests.sh $reports/core.xml
suite doc-tests $reports/doc-tests.log cargo test --locked --doc
suite shell-tests $reports/shell.xml tests/setup/core-tests.sh $reports/shell.xml -p parley
if [ $built = 0 ]; then
  # Three times what it takes: whatever hangs is told of, with what came before it.
  suite e2e $reports/e2e.xml timeout --kill-after=30 2700 tests/setup/e2e.sh $reports/e2e.xml
else
  failed=$((failed + 1))
  broken+=("e2e (the app was not built)")
fi

# On a machine that tests every change, a minute for each reader of hostile input; the tests
# above give it some seconds. Last, so that nothing that keeps time has it beside itself.
if [ -n "${CI:-}" ]; then
  step fuzz env FUZZ_SECONDS=60 timeout 1500 cargo run --locked -p parley-tests --example fuzz
fi

echo
[ ${#broken[@]} = 0 ] || printf 'failed: %s\n' "${broken[@]}"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
