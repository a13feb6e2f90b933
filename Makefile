# Everything here works on a fresh system with make and Python 3.11 to 3.13 with venv.
#   PYTHON=python3.12 chooses the interpreter, VENV=folder the environment.
VENV ?= .venv
WORKSPACE ?=
TESTS ?=
export PYTHON

python := $(VENV)/bin/python
run_ready := $(VENV)/installed-run
dev_ready := $(VENV)/installed-dev

.DEFAULT_GOAL := help
.PHONY: help run test check format bench wheel requirements clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(run_ready) ## Open the demo workspace; WORKSPACE=path opens yours
	@$(python) packaging/run.py "$(WORKSPACE)"

test: $(dev_ready) ## Run the whole suite, without a screen; TESTS=path runs a part
	@$(python) packaging/system_libraries.py offscreen
	QT_QPA_PLATFORM=offscreen $(python) -m pytest --numprocesses=auto $(TESTS)

check: $(dev_ready) ## Check format, lint, types and import contracts
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/ruff check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports

format: $(dev_ready) ## Format the code and mend what the linter can
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

bench: $(dev_ready) ## Measure speed beside the engine's figures
	@$(python) packaging/system_libraries.py offscreen
	QT_QPA_PLATFORM=offscreen $(python) -m tests.benchmarks

wheel: $(dev_ready) ## Build the wheel into dist/
	$(python) -m build --wheel --no-isolation

requirements: ## Renew the pinned requirements (needs uv)
	sh packaging/pin_requirements.sh

clean: ## Remove what the other commands made
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

$(run_ready): requirements/run.txt packaging/create_environment.sh
	@sh packaging/create_environment.sh $(VENV) run

$(dev_ready): requirements/dev.txt packaging/create_environment.sh
	@sh packaging/create_environment.sh $(VENV) dev
