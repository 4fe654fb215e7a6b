# What there is to do here. CI calls only these.

GAME ?= presents_of_mine

.DEFAULT_GOAL := help

.PHONY: help
help: ## List what there is to do
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: demo
demo: ## Play a whole match with bots over a real socket; GAME=<game> chooses another
	cargo run -p tinsel-cli -- demo $(GAME)

.PHONY: serve
serve: ## Run a server that keeps matches in memory, on 127.0.0.1:7400
	cargo run -p tinsel-cli -- serve

.PHONY: test
test: ## Run the tests of the product, installing redis-server and Python with venv where they are missing
	@.ci/tools redis-server python3-venv
	.ci/cargo-test python-clients -- --workspace --no-fail-fast

.PHONY: test-all
test-all: ## Run the tests of the product, without sampling
	TINSEL_TEST_ALL=1 $(MAKE) test

.PHONY: test-deploy
test-deploy: ## Check the chart, the image, the compose file, dashboards, alerts, and traces in Jaeger
	@.ci/tools redis-server python3-venv
	.ci/cargo-test helm kubernetes-validate promtool hadolint dclint jaeger -- --workspace --test deploy --no-fail-fast

.PHONY: e2e
e2e: ## Run the end-to-end tests only
	@.ci/tools redis-server python3-venv
	.ci/cargo-test python-clients -- --workspace --test e2e

.PHONY: lint
lint: ## Check formatting, lints, docs and protos
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --all-features -- -D warnings
	cargo clippy --workspace --test deploy --all-features -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps
	.ci/buf lint proto
	.ci/buf format --diff --exit-code proto

.PHONY: fmt
fmt: ## Format everything
	cargo fmt --all
	.ci/buf format -w proto

BENCH := cargo run --release -p tinsel-harness --bin tinsel-bench --

.PHONY: bench
bench: ## Measure every game alone, and its actions beside the floor; GAME=<game> measures one
	@.ci/tools redis-server
	$(BENCH) $(if $(filter file,$(origin GAME)),,$(GAME))

.PHONY: bench-engine
bench-engine: ## Measure every game alone at each of its tables; GAME=<game> measures one
	$(BENCH) engine $(if $(filter file,$(origin GAME)),,$(GAME))

.PHONY: bench-streams
bench-streams: ## Measure what 10,000 idle watch streams cost a server in memory, beside bare tonic streams
	@.ci/tools redis-server
	$(BENCH) idle_streams

.PHONY: bench-rolls
bench-rolls: ## Measure what forty players notice of three servers that are replaced three times
	@.ci/tools redis-server
	$(BENCH) rolls

.PHONY: playthroughs
playthroughs: ## Write the golden transcripts of every game anew
	UPDATE_PLAYTHROUGHS=1 cargo test $(patsubst crates/games/%/Cargo.toml,-p tinsel-%,$(wildcard crates/games/*/Cargo.toml)) --test conformance playthroughs

.PHONY: refusals
refusals: ## Write the page of all refusals anew from the protos
	UPDATE_REFUSALS=1 cargo tidy reasons

.PHONY: wire
wire: ## Write the golden files of the wire format of every game again
	UPDATE_WIRE=1 cargo test --workspace --test golden

.PHONY: fixtures
fixtures: ## Keep matches as this release stores them, where none are kept; RELEASE=<date> names it
	KEEP_FIXTURES=$(or $(RELEASE),$(shell date +%F)) cargo e2e releases::earlier::matches_of_this_release

.PHONY: fixtures-shown
fixtures-shown: ## Keep what is shown of kept matches besides what was
	UPDATE_SHOWN=1 cargo e2e releases::earlier::every_match

.PHONY: image-binary
image-binary: ## Build what the image holds, as it does and without Docker, and play with it
	cargo deploy -- --ignored --nocapture image

.PHONY: image
image: ## Build the image tinsel:dev, which needs Docker
	docker build --file deploy/Dockerfile --tag tinsel:dev .
