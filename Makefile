# Every target sets up what it needs, from nothing; a second run installs nothing.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
QUICK ?=
export PYTHONDONTWRITEBYTECODE = 1

.PHONY: report test test-heavy bench lint format search install clean lock

report: $(READY)
	$(BIN)/dwarfsim report $(if $(QUICK),--quick --out reports/quick)

test: $(READY)
	$(BIN)/python -m pytest -n auto

test-heavy: $(READY)
	$(BIN)/python -m pytest -n auto -m heavy

bench: $(READY)
	$(BIN)/python -m pytest tests/bench -o python_files='bench_*.py' -p no:xdist -s

search: $(READY)
	for search in analyses/search/*.py; do $(BIN)/python $$search || exit 1; done

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

install: $(READY)

$(READY): pyproject.toml constraints.txt
	@command -v $(PYTHON) >/dev/null || { echo "dwarfsim needs Python 3.11 or later; $(PYTHON) is not there: name one as in make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "dwarfsim needs Python 3.11 or later; name one as in: make PYTHON=python3.12")'
	@echo "Setting up $(VENV), once; this takes a minute or two."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev,search]'
	@touch $@

lock: $(READY)
	$(BIN)/python -m pip freeze --exclude-editable > constraints.txt

clean:
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis .benchmarks build dist *.egg-info
