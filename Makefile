# Everything a person or a machine does with this checkout.
# `make run` on a fresh machine is meant to work; `make help` lists the rest.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# The app and the two programs it starts lie side by side in the target folder.
PROGRAMS := -p parley -p parley-process -p parley-understudy
UI_SOURCES := $(shell find ui -path ui/node_modules -prune -o -path 'ui/dist*' -prune -o -type f -print)
export CARGO_TERM_PROGRESS_WHEN ?= never

.PHONY: help
help: ## This list
	@awk 'BEGIN { FS = ":.*## " } /^[a-z0-9-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

.PHONY: run
run: display build ## Install what is missing, build, open the app (ARGS="…" reaches it)
	@exec target/debug/parley $(ARGS)

# Said before the build, not after it.
.PHONY: display
display:
	@tests/setup/display.sh

.PHONY: build
build: setup-build ui ## Install what is missing and build the app
	cargo build --locked $(PROGRAMS)

.PHONY: ui
ui: ui/dist/index.html

ui/dist/index.html: ui/node_modules/.package-lock.json $(UI_SOURCES)
	npm --prefix ui run build
	@touch $@

ui/node_modules/.package-lock.json: ui/package-lock.json
	npm --prefix ui ci --no-audit --no-fund
	@touch $@

.PHONY: setup-build setup-test setup-bench
setup-build:
	@tests/setup/debian.sh build
setup-bench: setup-test
	@tests/setup/debian.sh bench
setup-test:
	@tests/setup/debian.sh test
	@tests/setup/cargo-tools.sh

.PHONY: test
test: setup-test ## Every lint and every test, from nothing; ends with a count
	@tests/setup/everything.sh

.PHONY: check
check: setup-build ui/node_modules/.package-lock.json ## Fast lints and unit tests, without Tauri
	cargo fmt --all --check
	cargo clippy --locked --all-targets -- -D warnings
	npm --prefix ui run format:check
	npm --prefix ui run lint
	npm --prefix ui run check
	npm --prefix ui test
	cargo build --locked -p parley-process -p parley-understudy
	@tests/setup/core-tests.sh

.PHONY: e2e
e2e: setup-test build ## The real app in a real window (ONE=name runs the tests whose name holds it)
	@tests/setup/e2e.sh

.PHONY: soak
soak: setup-test build ## An hour of four agents in the real window, compressed: nothing may grow or be lost (SOAK_MINUTES=8)
	cargo build --locked -p parley-tests --example soak-items
	node tests/soak/window.mjs

.PHONY: soak-processes
soak-processes: setup-build ## 500 agents started and stopped, 50 hosts killed: nothing may be left
	cargo build --locked -p parley-process -p parley-understudy
	cargo run --locked -p parley-tests --example soak-processes

.PHONY: soak-archive
soak-archive: setup-build ## A host killed 200 times while four agents stream: nothing told may be lost
	cargo build --locked -p parley-process -p parley-understudy
	cargo run --locked -p parley-tests --example soak-archive

.PHONY: fuzz
fuzz: setup-build ## Hostile inputs through everything that reads an agent (FUZZ_SECONDS=60 each, FUZZ_SEED=7, FUZZ_TARGET=nib, FUZZ_AT_ONCE=1)
	cargo run --locked -p parley-tests --example fuzz

.PHONY: browser
browser: setup-test ui/node_modules/.package-lock.json ## The window in a plain browser: look, axe, keyboard (PARLEY_BLESS=1 keeps new pictures)
	npm --prefix ui run build:replay
	@tests/setup/ui-browser.sh

.PHONY: gallery
gallery: setup-test ui/node_modules/.package-lock.json ## Picture every row and component in every state: ui/shots/gallery
	npm --prefix ui run gallery

.PHONY: screenshots
screenshots: setup-test build ## Take the pictures of the README from the real window
	node tests/e2e/screenshots.mjs
	node tests/e2e/screenshots-approvals.mjs
	node tests/e2e/screenshots-pages.mjs

BENCH_PROGRAMS := bench-stream bench-markdown bench-fill soak-archive
.PHONY: bench
bench: setup-bench ui ## Measure speed, size and memory beside named baselines (ONE="four open" for some)
	. tests/setup/release-flags.sh; cargo build --locked --release "$${release_flags[@]}" --features parley/perf $(PROGRAMS)
	. tests/setup/release-flags.sh; cargo build --locked --release "$${release_flags[@]}" -p parley-tests $(BENCH_PROGRAMS:%=--example %)
	. tests/setup/release-flags.sh; cargo bench --locked "$${release_flags[@]}" --no-run -p parley-archive --bench archive
	npm --prefix ui run build:replay
	node tests/bench/run.mjs $(ONE)

.PHONY: deb rpm
deb: setup-build ui ## A Debian package of the app and its two programs: target/release/bundle/deb
	tests/setup/packages.sh deb
rpm: setup-build ui ## The same for Fedora and its like: target/release/bundle/rpm
	tests/setup/packages.sh rpm

.PHONY: try-deb
try-deb: setup-build ui ## Build the Debian package, install it on a bare system, use it there (needs root)
	tests/setup/packages.sh deb
	tests/setup/try-deb.sh
