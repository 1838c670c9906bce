# Two commands matter on a PC: `make play` and `make test`. Both make their own environment in .venv first.
# On a Raspberry Pi: `sudo make install` and `sudo make uninstall`. DRY_RUN=1 only says what they would do, ROOT=...
# does it below another folder, to try it.
PYTHON ?= python3
VENV := .venv
# A module run by Python, which Ctrl-C ends at once and without a traceback.
MODULE := -c 'import runpy, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); del sys.argv[0]; \
  runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)'
# What is never imported need not be compiled: that saves two seconds.
INSTALL = $(VENV)/bin/python $(MODULE) pip --disable-pip-version-check --quiet install --no-compile
VERSION := -c 'import sys; print(sys.version)'

WHEELS ?= wheels
NEW_ENOUGH = $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
  { echo "make: $(PYTHON) is not there or too old: the companion needs Python 3.11 or newer; try: make PYTHON=python3.11 $(MAKECMDGOALS)"; exit 2; }
# A word that nothing here knows is a slip: whoever writes DRYRUN=1 or WHEEL=... would get what they did not ask for.
KNOWN := DRY_RUN LANGUAGE PORT PYTHON ROOT WHEELS
SLIPS = $(filter-out $(KNOWN),$(foreach name,$(.VARIABLES),$(if $(filter command line,$(origin $(name))),$(name))))
REFUSE_SLIPS = $(if $(SLIPS),$(error make $@ knows no $(SLIPS); what it knows is $(KNOWN)))
# The folder of wheels that somebody names, whether it is there or not; else `wheels`, if that is there; else the
# network, as with `WHEELS=`.
FROM_WHEELS = $(if $(filter file,$(origin WHEELS)),$(wildcard $(WHEELS)),$(WHEELS))
SERVICE = $(REFUSE_SLIPS)$(NEW_ENOUGH); $(PYTHON) -B systemd/install.py $@ $(if $(DRY_RUN),--dry-run) $(if $(ROOT),--root '$(ROOT)')

LANGUAGE ?= en

.PHONY: play test hardware stl parts-check flash install uninstall wheels lock clean

play: $(VENV)/play.ready
	@$(VENV)/bin/tholos play

test: $(VENV)/test.ready
	@$(VENV)/bin/python tests/check.py

install:
	@$(SERVICE) $(if $(FROM_WHEELS),--wheels '$(WHEELS)')

uninstall:
	@$(SERVICE)

# What a Pi without a network needs, fetched on any machine that has one.
wheels: $(VENV)/play.ready
	@$(VENV)/bin/python systemd/wheels.py '$(WHEELS)'

# Writes every file that is made from one in hardware/, the engravings of the web pages among them; the tests fail when a committed one is stale.
hardware: $(VENV)/test.ready
	@$(VENV)/bin/python -m hardware.generate
	@$(VENV)/bin/python -m hardware.parts.engravings
	@$(VENV)/bin/python -m hardware.parts.pictures

# The sensors' firmware onto the Pico that is plugged in; PORT=... names one of several.
flash: $(VENV)/flash.ready
	@$(VENV)/bin/tholos flash $(if $(PORT),--port $(PORT))

# The printed parts as STL files in build/stl, the panel lettered in LANGUAGE; needs OpenSCAD.
stl: $(VENV)/test.ready
	@$(VENV)/bin/python -m hardware.parts.render build/stl $(LANGUAGE)

# That each is one closed solid which fits the bed, and that nothing collides; part of `make test`, too.
parts-check: $(VENV)/test.ready
	@$(VENV)/bin/python -m hardware.parts.check

# Each set is installed from its lock file alone: exact versions, every hash checked.
# Who is interrupted leaves the mark `installing`, and the next one begins with a new environment.
$(VENV)/%.ready: .ci/lock-%.txt pyproject.toml $(VENV)/python.version
	@echo "installing what '$*' needs into $(VENV); the first time this takes a minute or two ..."
	@touch $(VENV)/installing
	@$(INSTALL) --require-hashes --only-binary :all: -r .ci/lock-$*.txt
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@rm $(VENV)/installing
	@touch $@

# Which Python the environment was made with, written once it is whole. It is made anew where an installation was
# interrupted, where its Python is gone, and where PYTHON=... names another one.
$(VENV)/python.version: FORCE
	@if [ -e $@ ] && [ ! -e $(VENV)/installing ] && $(VENV)/bin/python $(VERSION) >/dev/null 2>&1 && \
	  { [ '$(origin PYTHON)' = file ] || [ "$$($(PYTHON) $(VERSION))" = "$$(cat $@)" ]; }; then exit 0; fi; \
	$(NEW_ENOUGH); \
	echo "making an environment for $$($(PYTHON) --version) in $(VENV) ..."; \
	$(PYTHON) $(MODULE) venv --clear $(VENV) || \
	  { echo "make: $(PYTHON) cannot make a virtual environment; on Debian: sudo apt install python3-venv"; exit 2; }; \
	$(PYTHON) $(VERSION) >$@

FORCE:

# Renews the lock files from pyproject.toml; needs uv (pip install uv).
lock:
	uv pip compile pyproject.toml --extra play --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-annotate --custom-compile-command "make lock" -o .ci/lock-play.txt
	uv pip compile pyproject.toml --extra flash --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-annotate --custom-compile-command "make lock" -o .ci/lock-flash.txt
	uv pip compile pyproject.toml --extra play --extra flash --extra test --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-annotate --custom-compile-command "make lock" -o .ci/lock-test.txt
	uv pip compile pyproject.toml --extra pi --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-annotate --custom-compile-command "make lock" -o .ci/lock-pi.txt

clean:
	rm -rf $(VENV) build dist wheels .mypy_cache .ruff_cache .pytest_cache
