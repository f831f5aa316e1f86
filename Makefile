# `make play` starts the game in the browser, `make test` tests what every change should be tested for, and
# `make verify` everything there is. Each sets up what it needs; CONTRIBUTING.md says when to run which.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
READY_TO_TEST := .venv/ready-to-test
READY_TO_VERIFY := .venv/ready-to-verify

.PHONY: play test verify rest lint types warm optimised interpreted bench strength docs screenshots site \
	catalogues lock clean

play: $(READY)
	@$(BIN)/parure serve

# Run a command in silence: name it, and print what it said only if it failed.
# $(call step,name,command)
step = @mkdir -p .venv/log && echo "$(1)…" && { ($(2)) >.venv/log/$(@F).log 2>&1 \
	|| { cat .venv/log/$(@F).log; echo "Failed: $(1). The log is .venv/log/$(@F).log."; exit 1; }; }

# Run a part of the tests: name it, and tell how long it took.
# $(call part,name,command)
part = @echo "== $(1)"; begun=$$(date +%s); $(2) && echo "== $(1): $$(($$(date +%s) - begun)) s"

PYTEST := $(BIN)/python -m pytest
PARALLEL := -n auto --dist loadfile --no-loadscope-reorder
# The build that all tests share (tests/conftest.py), and the one that people use.
CHECKED := NUMBA_BOUNDSCHECK=1 NUMBA_OPT=1
OPTIMISED := NUMBA_BOUNDSCHECK=0 NUMBA_OPT=3

test: $(READY_TO_TEST)
	$(call part,Lint and compilation,$(MAKE) --no-print-directory -j2 lint warm)
	$(call part,Tests,$(PYTEST) $(PARALLEL) -m "not verify")

verify:
	@$(MAKE) --no-print-directory test
	@$(MAKE) --no-print-directory rest

rest: $(READY_TO_VERIFY)
	$(call part,Types with all libraries,$(BIN)/mypy)
	$(call part,Optimised and interpreted rules,$(MAKE) --no-print-directory -j2 optimised interpreted)
	$(call part,Everything else,$(PYTEST) $(PARALLEL) -m verify)

lint: $(READY_TO_TEST)
	$(call step,Checking style words and types,$(BIN)/ruff check && $(BIN)/ruff format --check \
		&& $(BIN)/codespell -D - -D docs/british.txt *.md docs examples training/history.md && $(BIN)/vulture \
		&& $(BIN)/deno lint -q && $(BIN)/deno fmt -q --check && $(BIN)/deno check -q --no-remote src \
		&& $(BIN)/deno check -q --no-remote tests/scripts && $(BIN)/mypy)

warm: $(READY_TO_TEST)
	$(call step,Compiling the rules and the bots for tests,$(CHECKED) $(BIN)/parure warm)

# What is compiled for speed gives the same games, to the bit.
optimised: $(READY_TO_VERIFY)
	$(OPTIMISED) $(PYTEST) -m optimised

# Every line of the rules is reached by their tests.
INTERPRETED := rules core/test_interpreted.py core/test_observe.py core/test_jit.py core/test_compiled_folders.py game/test_lacking.py
interpreted: $(READY_TO_VERIFY)
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -m "not verify" $(INTERPRETED:%=tests/%)
	$(BIN)/coverage report

bench: $(READY_TO_VERIFY)
	$(BIN)/python bench/run.py

# Play the matches of docs/bots.md, which takes an hour or two; after an interruption it goes on.
strength: $(READY_TO_VERIFY)
	$(BIN)/python bench/strength.py
	$(BIN)/python docs/write.py

# Generate the tables of docs/ from the code; a test fails when they are out of date.
docs: $(READY_TO_TEST)
	$(BIN)/python docs/write.py

# Take the pictures of the README in Chromium, from a real table.
screenshots: $(READY_TO_VERIFY)
	$(BIN)/python docs/screenshots.py

# Build the documentation as pages: build/site/index.html.
site: $(READY_TO_VERIFY)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs -q build --strict

# Extract all messages into build/parure.pot, and update the catalogues.
catalogues: $(READY_TO_TEST)
	@mkdir -p build
	$(BIN)/pybabel -q extract --mapping-file=pyproject.toml --keyword=mark --add-location=file --no-wrap --sort-by-file \
		--project=parure --version=0.1 --msgid-bugs-address=Parure \
		--last-translator="The Parure founders" \
		--header-comment="# The words of Parure. This file is distributed under the license of Parure." \
		--output-file=build/parure.pot src/parure
	$(BIN)/pybabel -q update --domain=parure --input-file=build/parure.pot --output-dir=src/parure/locale \
		--no-wrap --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date

# Choose the newest versions that pyproject.toml and deno.json allow, and pin them with their hashes.
lock: $(READY_TO_TEST)
	$(BIN)/uv lock -q --upgrade
	$(BIN)/deno update -q

SYNC := $(BIN)/uv sync -q --frozen --inexact --compile-bytecode
EXTRAS := --extra envs --extra notebook --extra postgres --extra ray --extra render

$(READY): uv.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Parure needs Python 3.11 or newer; name one with: make PYTHON=...")'
	$(call step,Setting up Parure (first run only),$(PYTHON) -m venv .venv && $(BIN)/pip install -q uv==0.13.8 && $(SYNC))
	@touch $@

$(READY_TO_TEST): $(READY) deno.lock
	$(call step,Setting up the tests (first run only),$(SYNC) --group test && $(BIN)/python tests/kit/chromium.py)
	@touch $@

# PyTorch comes from its own index, since PyPI has no small build of it for Linux.
$(READY_TO_VERIFY): $(READY_TO_TEST) requirements-train.txt
	$(call step,Setting up what only make verify needs (first run only),$(SYNC) $(EXTRAS) --group verify \
		&& $(BIN)/pip install -q --retries 1 -r requirements-train.txt && $(BIN)/deno install -q --frozen)
	@touch $@

clean:
	rm -rf .venv .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache build
