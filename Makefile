# Two commands matter: `make play` and `make test`. Both make their own environment in .venv first.
PYTHON ?= python3
VENV := .venv
PIP := $(VENV)/bin/pip --disable-pip-version-check --quiet

.PHONY: play test lock clean

play: $(VENV)/play.ready
	@$(VENV)/bin/tholos play

test: $(VENV)/test.ready
	@$(VENV)/bin/python tests/check.py

# Each set is installed from its lock file alone: exact versions, every hash checked.
$(VENV)/%.ready: .ci/lock-%.txt pyproject.toml | $(VENV)/bin/pip
	@echo "installing what '$*' needs into $(VENV) ..."
	@$(PIP) install --require-hashes --only-binary :all: -r .ci/lock-$*.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "make: $(PYTHON) is too old: the companion needs Python 3.11 or newer; try: make PYTHON=python3.11 $(MAKECMDGOALS)"; exit 2; }
	@$(PYTHON) -m venv $(VENV) || \
	  { echo "make: $(PYTHON) cannot make a virtual environment; on Debian: sudo apt install python3-venv"; exit 2; }

# Renews the lock files from pyproject.toml; needs uv (pip install uv).
lock:
	uv pip compile pyproject.toml --extra play --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-annotate --custom-compile-command "make lock" -o .ci/lock-play.txt
	uv pip compile pyproject.toml --extra play --extra test --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-annotate --custom-compile-command "make lock" -o .ci/lock-test.txt

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache
