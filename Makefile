# Every target sets up what it needs by itself; a second call sets nothing up again. `make help` lists the targets.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help setup demo sample test slow long programs drill bench judge-report calibration golden lint types imports check lock clean

# Without byte code on disk every process compiles the 2,000 modules it imports anew: ten seconds each, hundreds of times.
unexport PYTHONDONTWRITEBYTECODE

bin := .venv/bin
ready := .setup/set-up --quiet
# For example `make demo DEMO_ARGS=--full` or `make test PYTEST_ARGS="-k records -x"`; `-n 0` there: one at a time.
DEMO_ARGS ?=
PYTEST_ARGS ?=
JUDGE_ARGS ?=

help: ## say what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## virtual environment, locked dependencies, a Chromium, a sandbox; done by the others too
	@.setup/set-up

demo: ## the main job from seeds to report, without a model key
	@$(ready)
	@$(bin)/benchwright demo $(DEMO_ARGS)

sample: ## make generated/sample anew, after an edit of the catalog or the judge
	@$(ready)
	@$(bin)/benchwright demo --write-sample

# Three processes also on two cores, since tests wait for pages and clocks for a quarter of their time. The checks run
# beside the tests: they use one core and need the same minute.
test: lint ## everything that must hold before a commit, except the slow tests
	@{ $(MAKE) --no-print-directory types imports >.venv/checks.log 2>&1 & } ; checks=$$!; \
	tests=0; $(bin)/python -m pytest --numprocesses 3 --dist worksteal $(PYTEST_ARGS) || tests=$$?; \
	checked=0; wait $$checks || checked=$$?; cat .venv/checks.log; \
	[ $$tests = 0 ] && [ $$checked = 0 ]

slow: ## the tests that take longer, of one room by PYTEST_ARGS=tests/agents/browser: kill -9, whole gates, whole runs
	@$(ready)
	@$(bin)/python -m pytest -m 'slow and not programs and not long' --timeout=900 --numprocesses auto --maxprocesses 2 --dist worksteal $(PYTEST_ARGS)

long: ## the slow tests that take minutes each: 300 hostile pages, 20 repeats of every verdict, 50 kills
	@$(ready)
	@$(bin)/python -m pytest -m long --timeout=1800 --numprocesses auto --maxprocesses 2 --dist worksteal $(PYTEST_ARGS)

programs: ## code agents that people use, installed and driven against a scripted model and killed; fetches 2 GB the first time
	@$(ready)
	@$(bin)/python -m pytest -m programs --timeout=900 $(PYTEST_ARGS)

drill: ## fault drill: by hand and before a release; at most 10 minutes
	@$(ready)
	@$(bin)/python -m pytest tests/drill -m drill --session-timeout=600 --numprocesses 2 --dist worksteal $(PYTEST_ARGS)

bench: ## speed and memory; wants a quiet machine
	@$(ready)
	@$(bin)/python -m pytest tests/benchmarks -m bench --timeout=1800 -s $(PYTEST_ARGS)

judge-report: ## how far the judge agrees with people; fails beneath tests/corpus/FLOOR.yaml
	@$(ready)
	@$(bin)/python -m tests.corpus.report --hold floor $(JUDGE_ARGS)

calibration: ## how often the judge is wrong, as data that reports correct rates by; after a change of the judge
	@$(ready)
	@$(bin)/python -m tests.corpus.calibration $(JUDGE_ARGS)

golden: ## writes the golden files of tests/golden anew, after a change that means to change them
	@$(ready)
	@BENCHWRIGHT_RENEW_GOLDEN=1 $(bin)/python -m pytest tests/golden $(PYTEST_ARGS)

lint: ## ruff alone
	@$(ready)
	@$(bin)/ruff check
	@$(bin)/ruff format --check

check: lint types imports ## ruff, types and the import contract

types: ## basedpyright alone
	@$(ready)
	@$(bin)/basedpyright

imports: ## the import contract alone
	@$(ready)
	@$(bin)/lint-imports --no-logo

lock: ## renew requirements.lock from pyproject.toml
	@.setup/lock

clean: ## remove what was set up and what runs left in caches; runs/ is kept
	rm -rf .venv .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find agents pipeline plans review tests .setup -name __pycache__ -type d -prune -exec rm -rf {} +
