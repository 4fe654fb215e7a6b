# What there is to do here. CI calls only these.

GAME ?= presents_of_mine
BUF := .tools/buf/bin/buf

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
test: tools ## Run every test, installing what is missing
	cargo test --workspace --no-fail-fast

.PHONY: e2e
e2e: tools ## Run the end-to-end tests only
	cargo test -p tinsel-harness --test e2e

.PHONY: lint
lint: tools-buf ## Check formatting, lints, docs and protos
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --all-features -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps
	$(BUF) lint proto
	$(BUF) format --diff --exit-code proto

.PHONY: fmt
fmt: tools-buf ## Format everything
	cargo fmt --all
	$(BUF) format -w proto

.PHONY: bench
bench: tools ## Measure every game alone, and its actions beside the floor; GAME=<game> measures one
	cargo bench -p tinsel-harness --bench actions -- $(if $(filter file,$(origin GAME)),,$(GAME))

.PHONY: bench-engine
bench-engine: ## Measure every game alone at each of its tables; GAME=<game> measures one
	cargo bench -p tinsel-harness --bench actions -- engine $(if $(filter file,$(origin GAME)),,$(GAME))

.PHONY: bench-streams
bench-streams: tools ## Measure what 10,000 idle watch streams cost a server in memory, beside bare tonic streams
	cargo bench -p tinsel-harness --bench actions -- idle_streams

.PHONY: bench-rolls
bench-rolls: tools ## Measure what forty players notice of three servers that are replaced three times
	cargo bench -p tinsel-harness --bench actions -- rolls

.PHONY: playthroughs
playthroughs: ## Write the golden transcripts of every game anew
	UPDATE_PLAYTHROUGHS=1 cargo test $(patsubst crates/games/%/Cargo.toml,-p tinsel-%,$(wildcard crates/games/*/Cargo.toml)) --test conformance playthroughs

.PHONY: refusals
refusals: ## Write the page of all refusals anew from the protos
	UPDATE_REFUSALS=1 cargo test -p tinsel-harness --test tidy reasons

.PHONY: fixtures
fixtures: tools ## Keep matches as this release stores them, where none are kept; RELEASE=<date> names it
	KEEP_FIXTURES=$(or $(RELEASE),$(shell date +%F)) cargo test -p tinsel-harness --test e2e releases::earlier::matches_of_this_release

.PHONY: fixtures-shown
fixtures-shown: tools ## Keep what is shown of kept matches besides what was
	UPDATE_SHOWN=1 cargo test -p tinsel-harness --test e2e releases::earlier::every_match

.PHONY: charts
charts: tools ## Check the chart, the image, the compose file, dashboards and alerts
	cargo test -p tinsel-harness --test charts

.PHONY: image-binary
image-binary: ## Build what the image holds, as it does and without Docker, and play with it
	cargo test -p tinsel-harness --test charts -- --ignored --nocapture image

.PHONY: image
image: ## Build the image tinsel:dev, which needs Docker
	docker build --file deploy/Dockerfile --tag tinsel:dev .

.PHONY: tools
tools: ## Install what the tests need and is missing
	.ci/tools redis-server python3-venv helm kubeconform kubernetes-schemas promtool hadolint dclint jaeger

.PHONY: tools-buf
tools-buf:
	.ci/tools buf
