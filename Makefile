# make run    index the bundled sample, ask it a question, show it
# make test   everything that must hold: ruff, mypy, import contracts, pytest
# make lint   the same without pytest
# make guide  the pictures of the user guide and its tables of keys and settings, made anew
# make bench  how long indexing and asking take on this machine; CORPORA="sotu_1m" names what to read
#
# The first run makes a virtual environment in .venv and installs the locked dependencies; after that no network is needed.

PYTHON ?= python3
BIN := .venv/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

# What was installed, and where: a changed lock or a moved checkout is installed anew, a file merely touched is not.
INSTALLED := .venv/installed-from
FINGERPRINT := { echo "$(CURDIR)"; cat pyproject.toml constraints.txt; }

.PHONY: run test lint guide pictures bench setup install

run: setup
	@$(BIN)/python -m graphrag_desktop demo

test: lint
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest

lint: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

guide: pictures
	@$(BIN)/python -m tests.guide_tables

pictures: setup
	@$(BIN)/python packaging/guide_pictures.py

bench: setup
	@$(BIN)/python -m tests.bench.index $(CORPORA)

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
