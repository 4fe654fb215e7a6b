# All commands of development. CI calls only these.

GAME ?= presents_of_mine

.DEFAULT_GOAL := help

.PHONY: help
help: ## List the commands
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: demo
demo: ## Play a complete match with bots over real connections; GAME=<game> selects the game
	cargo run -p tinsel-cli -- demo $(GAME)

.PHONY: serve
serve: ## Run a server with an in-memory store on 127.0.0.1:7400
	cargo run -p tinsel-cli -- serve

.PHONY: test
test: ## Run the tests of the product; installs redis-server and Python with venv if they are missing
	@.ci/tools redis-server python3-venv
	.ci/cargo-test python-clients moto -- --workspace --no-fail-fast

.PHONY: test-all
test-all: ## Run the tests of the product, without sampling
	TINSEL_TEST_ALL=1 TINSEL_TEST_SECONDS=$${TINSEL_TEST_SECONDS:-14400} $(MAKE) test

.PHONY: test-clients
test-clients: ## Test the client libraries in all languages; builds those for Go and TypeScript
	@.ci/tools redis-server python3-venv
	.ci/cargo-test python-clients python-lowest ruff mypy pyright typescript-client go-client -- --workspace --test clients --no-fail-fast

.PHONY: test-web
test-web: ## Test the web page in Chromium, with real servers; installs Chromium if it is missing
	@.ci/tools redis-server
	@.ci/test-web

ACTIONS ?= 1000

.PHONY: test-web-long
test-web-long: ## Make random double clicks, reloads and second tabs in matches on the page; ACTIONS=<number>
	@.ci/tools redis-server
	TINSEL_HASTY_ACTIONS=$(ACTIONS) TINSEL_TEST_TIMEOUT_MS=7200000 .ci/test-web hasty.test

.PHONY: test-deploy
test-deploy: ## Check the chart, the image, the compose file, dashboards, alerts, and traces in Jaeger
	@.ci/tools redis-server python3-venv
	.ci/cargo-test helm kubernetes-validate promtool hadolint dclint jaeger -- --workspace --test deploy --no-fail-fast

.PHONY: e2e
e2e: ## Run the end-to-end tests only
	@.ci/tools redis-server python3-venv
	.ci/cargo-test python-clients -- --workspace --test e2e

SECONDS_EACH ?= 45

.PHONY: campaign
campaign: ## Run servers and Redis under faults, and check what clients observed; SECONDS_EACH=<seconds> for each topology
	@.ci/tools redis-server
	@.ci/campaign $(SECONDS_EACH)

.PHONY: lint
lint: ## Check formatting, lints, docs, protos, and the English of public texts
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --all-features -- -D warnings
	cargo clippy --workspace --test deploy --all-features -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps
	cargo tidy prose
	.ci/buf lint proto
	.ci/buf format --diff --exit-code proto
	.ci/buf breaking proto --against proto/baseline.binpb.gz
	@.ci/lint-wasm
	@.ci/lint-web

.PHONY: advisories
advisories: ## Check the locked dependencies of every ecosystem for known vulnerabilities
	.ci/advisories

.PHONY: locks
locks: ## Rewrite the lock files of the tools, with hashes, from the versions in .ci/lock
	.ci/lock

.PHONY: fmt
fmt: ## Format everything
	cargo fmt --all
	.ci/buf format -w proto

# One build for all benchmarks. With the test, dependencies keep the features that the other tests use.
BUILD_BENCH := cargo build --release --workspace --bin tinsel-bench --bin tinsel-allocations --test tidy
BENCH := $(BUILD_BENCH) && target/release/tinsel-bench

.PHONY: bench
bench: ## Benchmark every game engine, and its actions over gRPC against a baseline; GAME=<game> selects one
	@.ci/tools redis-server
	$(BENCH) $(if $(filter file,$(origin GAME)),,$(GAME))

.PHONY: bench-engine
bench-engine: ## Benchmark every game engine in each of its test setups; GAME=<game> selects one
	$(BENCH) engine $(if $(filter file,$(origin GAME)),,$(GAME))

.PHONY: bench-streams
bench-streams: ## Measure the memory of 10,000 idle watch streams, compared with bare tonic streams
	@.ci/tools redis-server
	$(BENCH) idle_streams

.PHONY: bench-watchers
bench-watchers: ## Benchmark the updates of one match; SPECTATORS=<number>, by default 1,000
	@.ci/tools redis-server
	$(BENCH) watchers $(SPECTATORS)

.PHONY: bench-growth
bench-growth: ## Benchmark actions with 10 to 100,000 stored matches, and late in long matches; GAME=<game> selects one
	@.ci/tools redis-server
	$(BENCH) growth $(if $(filter file,$(origin GAME)),,$(GAME))

.PHONY: bench-store-sizes
bench-store-sizes: ## Measure the size of a match, live, finished, packed and archived; GAME=<game> selects one
	@.ci/tools redis-server
	$(BENCH) store_sizes $(if $(filter file,$(origin GAME)),,$(GAME))

MATCHES ?= 1000000

.PHONY: bench-archiving
bench-archiving: ## Measure the size of finished matches, and the time to archive them; MATCHES=<number>
	@.ci/tools redis-server
	$(BENCH) archiving $(MATCHES)

.PHONY: bench-allocations
bench-allocations: ## Count the allocations per action; GAME=<game> selects one
	@.ci/tools redis-server
	$(BUILD_BENCH) && target/release/tinsel-allocations $(if $(filter file,$(origin GAME)),,$(GAME))

.PHONY: bench-capacity
bench-capacity: ## Print the resources for 1,000 to 10,000,000 matches, and compare the model with measurements
	@.ci/tools redis-server
	$(BENCH) capacity

.PHONY: bench-failover
bench-failover: ## Measure the time from the death of a Redis master to the next accepted action
	@.ci/tools redis-server
	$(BENCH) failover

.PHONY: bench-peers
bench-peers: ## Benchmark Tinsel beside boardgame.io, Colyseus and OpenSpiel; SMOKE=1 only proves that it runs
	@.ci/tools redis-server python3-venv
	tests/bench/peers/run $(if $(SMOKE),smoke)

.PHONY: bench-rolls
bench-rolls: ## Measure the latency of forty players during rolling restarts of three servers
	@.ci/tools redis-server
	$(BENCH) rolls

.PHONY: transcripts
transcripts: ## Regenerate the transcript and the digests of every game
	UPDATE_TRANSCRIPTS=1 cargo test $(patsubst crates/games/%/Cargo.toml,-p tinsel-%,$(wildcard crates/games/*/Cargo.toml)) -- transcripts digests

.PHONY: dictionary
dictionary: ## Train a dictionary for packed matches; GAME=<game> VERSION=<number> ID=<number above all others>
	@.ci/tools redis-server
	$(BENCH) dictionary $(GAME) $(ID) crates/store/dictionaries/$(GAME).$(VERSION).zdict

.PHONY: refusals
refusals: ## Regenerate proto/REFUSALS.md and the reasons in the protos, from the games and from responses of a server
	UPDATE_REFUSALS=1 cargo e2e errors::
	UPDATE_REFUSALS=1 cargo tidy reasons

.PHONY: baseline
baseline: ## Accept the present protos as the baseline of buf breaking, at each release after make lint
	.ci/buf build proto --exclude-source-info -o proto/baseline.binpb.gz

.PHONY: wire
wire: ## Regenerate the golden files of the wire format of every game
	UPDATE_WIRE=1 cargo test --workspace --test catalog golden

.PHONY: vectors
vectors: ## Regenerate the forms and answers with which the client libraries test their checks
	UPDATE_VECTORS=1 cargo test --workspace --test catalog vectors

.PHONY: fixtures
fixtures: ## Store fixtures of matches of this release, if there are none; RELEASE=<date> names it
	KEEP_FIXTURES=$(or $(RELEASE),$(shell date +%F)) cargo e2e releases::earlier::matches_of_this_release

.PHONY: fixtures-shown
fixtures-shown: ## Add new fields of the API to the expected views of the fixtures
	UPDATE_SHOWN=1 cargo e2e releases::earlier::every_fixture

# Optimization takes twenty minutes, and changes neither the files nor the libraries that the binary needs.
UNOPTIMIZED := CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_OPT_LEVEL=0

.PHONY: image-binary
image-binary: ## Build the binary of the image without Docker, and play a match with it; OPTIMIZED=1 as it is released
	$(if $(OPTIMIZED),,$(UNOPTIMIZED)) cargo deploy -- --ignored --nocapture image

.PHONY: image
image: ## Build the image tinsel:dev; requires Docker
	docker build --file deploy/Dockerfile --tag tinsel:dev .
