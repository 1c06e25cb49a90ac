# Starhall: everything a developer runs. Needs Python 3.11+ and make; a C compiler for `fast`.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
DEV := .venv/dev
RECIPE := pyproject.toml constraints.txt setup.py tools/venv.py
STARHALL = PYTHONPATH="$$($(BIN)/python tools/fast.py path)" $(BIN)/starhall

.PHONY: help play early browser test test-plain lint docs peers mutants fast draft web web-check format wheel clean

help:
	@echo "make play    open the hall in the browser (ARGS=... for options, ARGS=--help lists them)"
	@echo "make test    all checks, the compiled build and the tests"
	@echo "make fast    compile the hot modules into build/fast; play and friends then use it"
	@echo "make draft   the same in half the time, for tests: less optimised, into build/draft"
	@echo "make docs    build the guides and the API reference into build/docs"
	@echo "make mutants break the rules and see which tests notice (GAME=, RULE=, SEED=, NUMBER=, ARGS=)"
	@echo "make peers   install the engines that starhall bench --peers compares with"
	@echo "make format  let ruff tidy the sources"
	@echo "make wheel   build the wheel into dist/"
	@echo "make clean   remove what was built; the virtual environment stays"

# The hall: one port, one database file, the browser client built when it has changed. At the
# first start that happens while the Python packages come in, where there is a Node.js.
play:
	@$(MAKE) --no-print-directory -j2 $(READY) early
	@$(MAKE) --no-print-directory web
	@$(STARHALL) serve --open $(ARGS)

early:
	@$(PYTHON) tools/web.py --early

browser:
	@$(PYTHON) tools/browser.py

web: $(READY)
	@$(BIN)/python tools/web.py

# Rules and engine are tested as plain Python, the form in which people read and debug them; all other
# tests run as a hall does: compiled, where that could be built. While mypyc reads the sources, which
# takes one core, the other one is free for linters and plain tests. Later there is a third worker,
# because many tests wait. Those of the browser client open a real Chromium, which is installed where
# it is missing and apt may install it. The tests start many processes: each would compile all
# modules again if the environment forbids to store them.
PLAIN := tests/engine tests/games tests/golden tests/examples tests/tools README.md
test: export PYTHONDONTWRITEBYTECODE =
test: export PYTHONPYCACHEPREFIX = $(CURDIR)/build/bytecode
test:
	@$(MAKE) --no-print-directory -j3 $(DEV) early browser
	@$(MAKE) --no-print-directory -j2 draft lint web-check test-plain
	PYTHONPATH="$$($(BIN)/python tools/fast.py path)" $(BIN)/python -m pytest -n 3 \
		$(filter-out $(PLAIN) tests/__pycache__/,$(patsubst %/,%,$(wildcard tests/*/))) $(ARGS)

test-plain: $(DEV)
	$(BIN)/python -m pytest -q -n 2 $(PLAIN) $(ARGS)

# The types of the browser client, those shared with the hall too, and the tests of its state.
web-check: web $(DEV)
	$(BIN)/python tools/protocol.py --check
	$(BIN)/python tools/web.py --check

lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict src tools tests
	$(BIN)/lint-imports --no-cache --no-logo

# The guides, and the reference from the docstrings. A link that leads nowhere is an error.
docs: $(DEV)
	$(BIN)/mkdocs build
	@echo "The documentation is in build/docs/index.html."

# Changes the rules one by one, in a copy, and runs the tests that cite them; docs/testing.md.
mutants: $(DEV)
	@$(BIN)/python tools/mutants.py $(GAME) $(if $(RULE),--rule $(RULE)) \
		$(if $(SEED),--seed $(SEED)) $(if $(NUMBER),--number $(NUMBER)) $(ARGS)

# The engines that `starhall bench --peers` compares with.
peers: $(DEV)
	@$(PYTHON) tools/venv.py peers

fast: $(DEV)
	$(BIN)/python tools/fast.py

# Compiled in half the time for tests; nothing to do where the fast build is up to date.
draft: $(DEV)
	$(BIN)/python tools/fast.py draft

format: $(DEV)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

wheel: web $(DEV)
	rm -rf build/lib* build/bdist*
	$(BIN)/python -m pip wheel --no-deps --wheel-dir dist .

clean:
	rm -rf build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis

# The virtual environment, made once and brought up to date when its recipe changes.
$(READY): $(RECIPE)
	@$(PYTHON) tools/venv.py
	@touch $@

# With what only developers need.
$(DEV): $(RECIPE)
	@$(PYTHON) tools/venv.py dev
	@touch $(READY) $@
