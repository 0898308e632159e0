# Everything a newcomer needs: `make demo` and `make test` set up .venv by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip --disable-pip-version-check --quiet

.PHONY: demo test check fuzz processors bench format readme pictures notebooks clean

# The toolkit alone; versions as pinned in constraints.txt.
$(VENV)/.core: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) install -c constraints.txt -e .
	touch $@

# And what the tests, checks, benchmarks and notebooks need.
$(VENV)/.dev: $(VENV)/.core
	$(PIP) install -c constraints.txt -e ".[dev]"
	touch $@

demo: $(VENV)/.core  ## the main job, small
	rm -rf runs/demo
	$(BIN)/neuroevo evolve quick --out runs/demo
	$(BIN)/neuroevo runs
	$(BIN)/neuroevo simulate spades --players runs/demo,random,random,random --rotate --rounds 100000
	$(BIN)/neuroevo simulate spades --players greedy,random,random,random --rotate --rounds 100000

test: $(VENV)/.dev  ## every test, on two cores
	$(BIN)/python -m pytest -n 2

check: $(VENV)/.dev  ## lint, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

CASES ?= 3000
SEED ?= 1
fuzz: $(VENV)/.dev  ## absurd command lines and damaged files, each in a process of its own
	$(BIN)/python tests/fuzz.py $(CASES) $(SEED)

processors: $(VENV)/.dev  ## the same bytes, compiled for other processors; WHOLE=1: a whole run too
	$(BIN)/python tests/processors.py $(if $(WHOLE),--whole)

bench: $(VENV)/.dev  ## speed against others, and against the run before: docs/benchmarks.md
	$(BIN)/python benchmarks/page.py

readme: $(VENV)/.core  ## what the README's commands print today
	$(BIN)/python docs/refresh_readme.py

pictures: $(VENV)/.core  ## the README's pictures
	$(BIN)/python docs/make_pictures.py

notebooks: $(VENV)/.dev  ## run the notebooks and store what they say
	$(BIN)/python notebooks/execute.py

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +
