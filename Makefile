# Two commands matter: `make play` starts the game, `make test` runs all tests. Both set up what they need.
# Contributors also want `make check`, the fast tests: see CONTRIBUTING.md.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
READY_TO_TEST := .venv/ready-to-test

.PHONY: play check test lint compiled checked interpreted apart bench strength docs screenshots site catalogues lock packages warm clean

play: $(READY)
	@$(BIN)/parure serve

# Keep the test modules that pytest rewrites, so that its next processes can reuse them, even if Python
# is told not to write bytecode files.
PYTHON_M := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m
PYTEST := $(PYTHON_M) pytest -n auto --dist loadfile --no-loadscope-reorder

# Under a minute once everything is compiled: lint, types, the rules with the base game and one game of each
# module, and the pages without a browser.
QUICK := rules test_components.py test_docs.py test_formats.py test_i18n.py core/test_interpreted.py test_layers.py \
	core/test_perft.py test_playthroughs.py core/test_properties.py test_scripts.py test_tests.py game/test_game.py \
	game/test_game_views.py game/test_notation.py game/test_record.py game/test_snapshot.py render/test_text.py \
	server/replays/test_end.py server/rules server/tables/test_choices.py server/tables/test_transitions.py \
	server/web/test_pages.py server/web/test_static.py

check: lint
	$(PYTEST) --quick $(QUICK:%=tests/%)

# Tests that exercise the compiled code run with bounds checks: the rules a second time, the rest only so.
# Training comes last, when the bots that share its code are compiled.
COMPILED := bots/test_bots.py envs/test_batch.py envs/test_features.py game/test_knowledge.py game/test_lacking.py \
	envs/test_opponents.py envs/test_policies.py core/test_properties.py envs/test_vector.py bots training
INTERPRETED := core/test_interpreted.py
AHEAD := test_compiling.py
# Third-party programs, and rules without a compiler: one core runs them while the other compiles.
APART := envs/test_gpu.py test_package.py test_site.py test_tutorials.py test_types.py
RULES := rules game/test_game.py core/test_perft.py test_playthroughs.py
# Bounds checks do not depend on optimisation, and less optimisation compiles faster.
CHECKED := NUMBA_BOUNDSCHECK=1 NUMBA_OPT=1

# Single-core jobs come first, two at a time; afterwards the compiled code is there for all others.
# Servers, browsers and processes run on a busy machine here: failures are reported and retried once, alone.
MAIN := $(patsubst %,--ignore=tests/%,$(COMPILED) $(INTERPRETED) $(AHEAD) $(APART))
test: $(READY_TO_TEST)
	@$(BIN)/python tests/kit/chromium.py || true
	@$(MAKE) --no-print-directory -j2 compiled checked apart lint interpreted
	$(PYTEST) $(MAIN) || $(PYTHON_M) pytest --last-failed --last-failed-no-failures none $(MAIN) -rA
	$(CHECKED) $(PYTEST) $(COMPILED:%=tests/%) $(RULES:%=tests/%)

lint: $(READY_TO_TEST)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/codespell -D - -D docs/british.txt *.md docs examples training/history.md
	$(BIN)/mypy
	$(BIN)/vulture
	$(BIN)/deno lint -q
	$(BIN)/deno fmt -q --check
	$(BIN)/deno check -q --no-remote src
	$(BIN)/deno check -q --no-remote tests/scripts

compiled: $(READY_TO_TEST)
	$(PYTHON_M) pytest $(INTERPRETED:%=tests/%) $(AHEAD:%=tests/%)

checked: $(READY_TO_TEST)
	$(CHECKED) $(PYTHON_M) pytest $(INTERPRETED:%=tests/%)

interpreted: $(READY_TO_TEST)
	NUMBA_DISABLE_JIT=1 $(PYTHON_M) coverage run -m pytest --quick tests/rules tests/core/test_interpreted.py tests/core/test_jit.py \
		tests/core/test_compiled_folders.py tests/game/test_lacking.py
	$(BIN)/coverage report

apart: $(READY_TO_TEST)
	$(PYTHON_M) pytest $(APART:%=tests/%)

bench: $(READY_TO_TEST)
	$(BIN)/python bench/run.py

# Play the matches of docs/bots.md, which takes an hour or two; after an interruption it goes on.
strength: $(READY_TO_TEST)
	$(BIN)/python bench/strength.py
	$(BIN)/python docs/write.py

# Generate the tables of docs/ from the code; a test fails when they are out of date.
docs: $(READY_TO_TEST)
	$(BIN)/python docs/write.py

# Take the pictures of the README in Chromium, from a real table.
screenshots: $(READY_TO_TEST)
	$(BIN)/python docs/screenshots.py

# Build the documentation as pages: build/site/index.html.
site: compiled
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

# Choose the newest versions that pyproject.toml and deno.json allow and pin them with their hashes.
COMPILE := $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header pyproject.toml
lock: $(READY)
	$(BIN)/pip install -q uv deno
	$(COMPILE) --group build -o requirements.lock
	$(COMPILE) --extra envs --extra postgres --extra ray --extra render --group dev -c requirements.lock -o requirements-dev.lock
	$(BIN)/deno update -q

INSTALL := $(BIN)/python -m pip install --disable-pip-version-check --no-compile
# Compile bytecode on all cores, unlike pip, even if Python is told not to write bytecode files.
BYTECODE := $(BIN)/python -m compileall -qq -j 0 .venv/lib src || true

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Parure needs Python 3.11 or newer; name one with: make PYTHON=...")'
	@echo "Setting up, first run only: a virtual environment in .venv…"
	@$(PYTHON) -m venv .venv
	@echo "Setting up: what the game needs…"
	@$(INSTALL) --require-hashes -r requirements.lock
	@echo "Setting up: the game itself…"
	@$(INSTALL) --no-build-isolation --no-deps -e .
	@$(BYTECODE)
	@touch $(READY)

# One core unpacks while the other compiles what all tests use; the tests report what fails to compile.
$(READY_TO_TEST): $(READY) requirements-dev.lock requirements-train.txt deno.lock
	@$(MAKE) --no-print-directory -j2 packages warm
	@touch $(READY_TO_TEST)

packages:
	@echo "Setting up the tests, first run only: what they need…"
	@$(INSTALL) --require-hashes -r requirements-dev.lock
	@echo "Setting up the tests: PyTorch, for the examples that learn…"
	@$(INSTALL) --retries 1 -r requirements-train.txt
	@echo "Setting up the tests: html-validate, which judges the pages…"
	-@$(BIN)/deno install -q --frozen

warm:
	-@$(BIN)/parure warm

clean:
	rm -rf .venv .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache build
