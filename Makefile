# What the project can do: `make help`. It needs make and a Python of 3.11 or newer; the rest is fetched into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PYTEST := $(BIN)/python -m pytest -q

CODE := $(wildcard src tests examples benchmarks web/build.py)
# What runs in all three ways, compiled, un-jitted and bounds-checked: all that is about rules and chance. Files, logs
# and planted faults are the same in each.
RULES_TESTS := tests/contract tests/games $(addprefix tests/core/test_,bits.py chance.py record.py) \
  $(addprefix --ignore=tests/contract/test_,compiled.py match.py planted_faults.py)

# The page, built into the server's package.
PAGE := src/kafelki/server/static/app/index.html
PAGE_SOURCES := $(shell find web -name node_modules -prune -o -type f -print 2>/dev/null) $(wildcard docs/rules/*.md)

# Two things at once, each with its output in one piece (a make too old for that mixes them).
SIDE_BY_SIDE = $(MAKE) --no-print-directory -j2 $(if $(filter output-sync,$(.FEATURES)),--output-sync)

# $(call part,what,command): say it, do it, say how long it took.
part = @echo 'kafelki: $(1)'; begun=$$(date +%s); $(2) && echo "kafelki: $(1): $$(($$(date +%s) - begun)) s"

.DEFAULT_GOAL := help
.PHONY: help setup play test check bench load ladder soak shake clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-6s  %s\n", $$1, $$2 }' Makefile

setup: $(VENV)/play ## .venv with what playing needs
	@echo 'kafelki: $(VENV) is ready; try $(BIN)/kafelki --help'

play: $(VENV)/play $(PAGE) ## the table on this machine; the page opens
	@$(BIN)/kafelki

test: $(VENV)/browser ## everything below `check`, and all the tests
	@$(MAKE) --no-print-directory quick
	@echo 'kafelki: compiling the rules, and what needs no compiled ones, two at a time'
	@$(SIDE_BY_SIDE) warm bounds plain types page
	@$(MAKE) --no-print-directory suite

check: quick types rules ## style, types, import directions, sizes; the rules un-jitted and bounds-checked

bench: $(VENV)/bench ## side by side with OpenSpiel, PettingZoo and Pgx: about four minutes
	@echo 'kafelki: random play, in turn with OpenSpiel, best of three'
	@$(BIN)/python -m benchmarks.side_by_side
	@echo 'kafelki: searches, in turn with OpenSpiel, best of three'
	@$(BIN)/python -m benchmarks.thinking
	@echo 'kafelki: environments, in turn with PettingZoo, OpenSpiel and Pgx, best of three'
	@$(BIN)/python -m benchmarks.environments

load: $(VENV)/load ## a full house of 300 tables here, on SQLite and on PostgreSQL: about four minutes
	@$(BIN)/python -m benchmarks.load

ladder: $(VENV)/play ## each level of the bots against the one below, into docs/ladder.md: at most two hours
	@echo 'kafelki: the ladder; stopped, the same command goes on from build/ladder'
	@$(BIN)/python benchmarks/ladder.py

soak: warm page ## what takes long, at full size
	$(call part,the long tests,KAFELKI_SOAK=1 $(PYTEST) -n auto --dist worksteal -m soak)

shake: warm page ## server, page and arena five times in random order, every core busy: about forty minutes
	@$(BIN)/python -m tests.shake

clean: ## remove .venv and what the tools leave behind
	rm -rf web/node_modules src/kafelki/server/static/app
	rm -rf $(VENV) .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +

# ---- The parts of check and test, what fails fastest first

.PHONY: quick types warm rules plain bounds page suite
quick types warm rules plain bounds page: $(VENV)/test
suite soak shake: $(VENV)/browser

quick:
	$(call part,style,$(BIN)/ruff check $(CODE) && $(BIN)/ruff format --check $(CODE))
	$(call part,import directions and sizes,$(PYTEST) tests/test_house.py)

types:
	$(call part,types,$(BIN)/mypy --strict $(CODE))

warm: # once, first: each process that found nothing compiled would compile it all
	$(call part,compiling the rules,$(BIN)/kafelki warm && $(BIN)/python -m kafelki.envs.warm)

rules:
	@echo 'kafelki: the rules un-jitted, and bounds-checked, side by side'
	@$(SIDE_BY_SIDE) plain bounds

plain:
	$(call part,the rules un-jitted,NUMBA_DISABLE_JIT=1 $(PYTEST) -x -m 'not soak' $(RULES_TESTS))

bounds: # compiles all of it a second time, on one core
	$(call part,the rules bounds-checked,NUMBA_BOUNDSCHECK=1 $(PYTEST) -x -m 'not soak' $(RULES_TESTS))

page: # its types are those the server speaks now, and it builds
	$(call part,the page,$(BIN)/python -m kafelki.server.openapi >web/src/wire/openapi.json \
	  && $(BIN)/python web/build.py stale check build)

suite:
	$(call part,all tests,$(PYTEST) -n auto --dist worksteal --durations=12 -m 'not soak')

$(PAGE): $(PAGE_SOURCES) | $(VENV)/play
	@echo 'kafelki: building the page (about a minute the first time)'
	@$(BIN)/python web/build.py
	@touch $@

# ---- The environment
#
# .venv/whole holds the folder the environment was made in. It is away while pip works: a set-up that was cut short,
# and a checkout that has moved, are seen by that and begun again from nothing.

.PHONY: begin-again
ifneq "$(shell test -x $(BIN)/python && cat $(VENV)/whole 2>/dev/null)" "$(CURDIR)"
$(VENV)/play: begin-again
endif

# $(call install,extras,if it fails): what pyproject.toml asks for, and the stamp that says so.
define install
	@rm -f $(VENV)/whole
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-input -e '.$(1)' \
	  || { $(2); echo 'kafelki: could not install that; the lines above say why' >&2; exit 1; }
	@pwd -P >$(VENV)/whole
	@touch $@
endef

$(VENV)/play: pyproject.toml Makefile
	@command -v $(PYTHON) >/dev/null \
	  || { echo 'kafelki: needs Python 3.11 or newer; there is no $(PYTHON) here' >&2; exit 1; }
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(v < (3, 11) and "kafelki: needs Python 3.11 or newer;\
	 $(PYTHON) is %d.%d.%d (another one: make PYTHON=python3.12 ...)" % v[:3])'
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	  || { echo 'kafelki: needs the module venv; $(PYTHON) has none (on Debian: apt install python3-venv)' >&2; exit 1; }
	@echo 'kafelki: installing what playing needs (once, about half a minute)'
	@test "$$(cat $(VENV)/whole 2>/dev/null)" = "$$(pwd -P)" || $(PYTHON) -m venv --clear $(VENV) \
	  || { rm -rf $(VENV); echo 'kafelki: could not make $(VENV); the lines above say why' >&2; exit 1; }
	$(call install,,test -f $@ && pwd -P >$(VENV)/whole || rm -rf $(VENV))

$(VENV)/test: $(VENV)/play
	@echo 'kafelki: installing what the tests need (once, about a minute; 1 GB)'
	$(call install,[test],pwd -P >$(VENV)/whole)

$(VENV)/browser: $(VENV)/test # the page is tested in a real one
	@$(BIN)/python -m tests.page.browser \
	  || { echo 'kafelki: no browser could be installed; the lines above say why' >&2; exit 1; }
	@touch $@

$(VENV)/bench: $(VENV)/play
	@echo 'kafelki: installing what the benchmarks need (once, about a minute)'
	$(call install,[bench],pwd -P >$(VENV)/whole)

$(VENV)/load: $(VENV)/play
	@echo 'kafelki: installing what the full house needs (once, about half a minute)'
	$(call install,[load],pwd -P >$(VENV)/whole)
