//! The configuration of a server at its start.

use std::fs;

use tinsel_harness::{Api, Process, RedisServer, TestMatch, created, soon};

/// Invalid options, and the names that the one line on stderr must contain.
struct Wrong {
    flags: &'static [&'static str],
    environment: &'static [(&'static str, &'static str)],
    file: Option<&'static str>,
    names: &'static [&'static str],
}

const fn flags(flags: &'static [&'static str], names: &'static [&'static str]) -> Wrong {
    Wrong {
        flags,
        environment: &[],
        file: None,
        names,
    }
}

const fn environment(environment: &'static [(&'static str, &'static str)], names: &'static [&'static str]) -> Wrong {
    Wrong {
        flags: &[],
        environment,
        file: None,
        names,
    }
}

const fn file(text: &'static str, names: &'static [&'static str]) -> Wrong {
    Wrong {
        flags: &[],
        environment: &[],
        file: Some(text),
        names,
    }
}

const WRONG: &[Wrong] = &[
    flags(&["--nothing"], &["--nothing"]),
    flags(&["--listen"], &["--listen"]),
    flags(&["--listen", "wr0ng"], &["listen", "127.0.0.1:7400"]),
    flags(&["--listen", "127.0.0.1:99999"], &["listen"]),
    flags(&["--store", "wr0ng://host"], &["store", "memory", "redis://"]),
    flags(&["--store", "redis://"], &["store"]),
    flags(&["--store", "redis://user:wr0ng@host:notaport"], &["store", "redis://"]),
    flags(&["--store", "redis://user:wr0ng@host:99999"], &["store", "redis://"]),
    flags(
        &["--store", "redis://user:wr0ng@host:notaport", "--print-config"],
        &["store", "redis://"],
    ),
    flags(
        &["--store", "rediss://user:wr0ng@host#insecure"],
        &["store", "rediss://"],
    ),
    flags(
        &["--store", "redis+wr0ng://host"],
        &["store", "redis+sentinel://", "redis+cluster://"],
    ),
    flags(
        &["--store", "redis+sentinel://user:wr0ng@host"],
        &["store", "redis+sentinel://", "name-of-the-master"],
    ),
    flags(
        &["--store", "rediss+cluster://user:wr0ng@host/7"],
        &["store", "redis+cluster://", "without a database"],
    ),
    flags(&["--store-ca", "/wr0ng.pem"], &["store_ca", "PEM"]),
    flags(&["--store-ca", "/dev/null"], &["store_ca", "PEM"]),
    flags(&["--store-allow-eviction", "wr0ng"], &["store_allow_eviction", "true"]),
    flags(
        &["--store-certificate", "/dev/null"],
        &["store_certificate requires store_key"],
    ),
    flags(&["--store-key", "/dev/null"], &["store_key requires store_certificate"]),
    flags(
        &["--store-certificate", "/wr0ng.pem", "--store-key", "/wr0ng.pem"],
        &["store_certificate", "PEM", "No such file"],
    ),
    flags(
        &["--tls-certificate", "/dev/null"],
        &["tls_certificate requires tls_key"],
    ),
    flags(&["--tls-key", "/dev/null"], &["tls_key requires tls_certificate"]),
    flags(
        &["--tls-client-ca", "/dev/null"],
        &["tls_client_ca requires tls_certificate"],
    ),
    flags(
        &["--tls-certificate", "/wr0ng.pem", "--tls-key", "/wr0ng.pem"],
        &["tls_certificate", "PEM", "No such file"],
    ),
    flags(
        &["--admin-tls-certificate", "/dev/null", "--admin-tls-key", "/dev/null"],
        &["admin_tls_certificate", "PEM", "contains none"],
    ),
    flags(&["--otlp-ca", "/dev/null"], &["otlp_ca", "PEM"]),
    flags(
        &[
            "--token-secret",
            "long enough for a key",
            "--token-secret-file",
            "/dev/null",
        ],
        &["token_secret and token_secret_file must not both be set"],
    ),
    environment(
        &[("TINSEL_STORE", "memory"), ("TINSEL_STORE_FILE", "/dev/null")],
        &["store and store_file must not both be set"],
    ),
    flags(
        &["--token-secret-file", "/wr0ng"],
        &["token_secret_file", "No such file"],
    ),
    flags(
        &["--previous-token-secrets-file", "/dev/null"],
        &["previous_token_secrets_file", "empty"],
    ),
    flags(&["--operator-tokens", "/dev/null"], &["operator_tokens", "no token"]),
    flags(
        &["--listen", "0.0.0.0:7400"],
        &["store is required", "listen", "memory"],
    ),
    environment(&[("TINSEL_LISTEN", "[::]:7400")], &["store is required"]),
    environment(&[("TINSEL_STORE", "")], &["store must not be empty"]),
    environment(&[("TINSEL_STORE_FILE", "")], &["store_file must not be empty"]),
    environment(&[("TINSEL_STORE_CA", "")], &["store_ca must not be empty"]),
    environment(&[("TINSEL_TOKEN_SECRET", "")], &["token_secret must not be empty"]),
    environment(
        &[("TINSEL_TOKEN_SECRET_FILE", "")],
        &["token_secret_file must not be empty"],
    ),
    environment(
        &[("TINSEL_OPERATOR_TOKENS", "")],
        &["operator_tokens must not be empty"],
    ),
    environment(&[("TINSEL_API_KEYS", "")], &["api_keys must not be empty"]),
    environment(&[("TINSEL_TLS_CLIENT_CA", "")], &["tls_client_ca must not be empty"]),
    file("token_secret = ''", &["token_secret must not be empty"]),
    flags(&["--log", "wr0ng"], &["log", "info"]),
    flags(&["--log", "tinsel=debug"], &["log", "all targets"]),
    flags(&["--store-replicas", "17"], &["store_replicas", "0 to 16"]),
    flags(&["--store", "wr0ng"], &["store", "redis://"]),
    flags(&["--token-secret", "wr0ng"], &["token_secret", "16 characters"]),
    flags(
        &["--previous-token-secrets", "long enough for a key,wr0ng"],
        &["previous_token_secrets", "16 characters"],
    ),
    flags(&["--shards", "0"], &["shards", "1 to 1000"]),
    flags(&["--shards", "1001"], &["shards", "1 to 1000"]),
    flags(&["--shards=-1"], &["shards", "1 to 1000"]),
    flags(&["--heartbeat-seconds", "0"], &["heartbeat_seconds"]),
    flags(&["--lobby-ttl-hours", "0"], &["lobby_ttl_hours", "1 to 8784"]),
    flags(&["--active-ttl-days", "3661"], &["active_ttl_days", "1 to 3660"]),
    flags(&["--finished-ttl-days", "wr0ng"], &["finished_ttl_days", "1 to 3660"]),
    flags(&["--drain-seconds", "wr0ng"], &["drain_seconds"]),
    flags(
        &["--connection-age-seconds", "86401"],
        &["connection_age_seconds", "0 to 86400"],
    ),
    flags(&["--connections-max", "0"], &["connections_max", "1 to 1000000"]),
    flags(
        &["--address-connections-max", "1000001"],
        &["address_connections_max", "0 to 1000000"],
    ),
    flags(&["--message-bytes-max", "1e6"], &["message_bytes_max"]),
    flags(&["--streams-max", "0"], &["streams_max"]),
    flags(&["--calls-max", "99999999999999999999999"], &["calls_max"]),
    flags(
        &["--caller-calls-per-second=-1"],
        &["caller_calls_per_second", "0 to 1000000"],
    ),
    flags(
        &["--caller-calls-per-second", "wr0ng"],
        &["caller_calls_per_second", "0 to 1000000"],
    ),
    flags(&["--caller-calls-burst", "0"], &["caller_calls_burst", "1 to 1000000"]),
    flags(
        &["--address-calls-per-second", "1000001"],
        &["address_calls_per_second", "0 to 1000000"],
    ),
    flags(
        &["--caller-streams-max", "wr0ng"],
        &["caller_streams_max", "0 to 1000000"],
    ),
    flags(
        &["--token-streams-max", "1000001"],
        &["token_streams_max", "0 to 1000000"],
    ),
    flags(&["--open-matches-max", "wr0ng"], &["open_matches_max", "0 to 1000000"]),
    flags(&["--trusted-proxies", "17"], &["trusted_proxies", "0 to 16"]),
    flags(
        &["--api-keys", "/nowhere/at/all.toml"],
        &["api_keys", "/nowhere/at/all.toml"],
    ),
    environment(&[("TINSEL_API_KEYS", "/nowhere/at/all.toml")], &["api_keys"]),
    file(
        "api_keys = '/nowhere/at/all.toml'",
        &["api_keys", "/nowhere/at/all.toml"],
    ),
    flags(&["--admin-listen", "wr0ng"], &["admin_listen", "127.0.0.1:7401"]),
    flags(
        &["--admin-listen", "0.0.0.0:7401"],
        &["operator_tokens is required", "admin_listen"],
    ),
    flags(&["--admin-listen", "[::]:7401"], &["operator_tokens is required"]),
    environment(
        &[("TINSEL_ADMIN_LISTEN", "192.0.2.7:7401")],
        &["operator_tokens is required"],
    ),
    file("admin_listen = '[::]:7401'", &["operator_tokens is required"]),
    flags(&["--web-host", "play.example:wr0ng"], &["web_host", "without ports"]),
    flags(&["--cors-origins", "wr0ng"], &["cors_origins", "https://example.org"]),
    flags(&["--public-list", "wr0ng"], &["public_list", "true or false"]),
    flags(&["--log", "tinsel=wr0ng"], &["log", "info"]),
    flags(&["--log-format", "wr0ng"], &["log_format", "json"]),
    flags(&["--otlp-endpoint", "http://with space"], &["otlp_endpoint", "http://"]),
    flags(&["--otlp-endpoint", "wr0ng:4317"], &["otlp_endpoint", "http://"]),
    flags(&["--otlp-endpoint", "wr0ng", "--print-config"], &["otlp_endpoint"]),
    flags(
        &["--traces-per-thousand", "1001"],
        &["traces_per_thousand", "0 to 1000"],
    ),
    flags(&["--config", "/nowhere/at/all.toml"], &["/nowhere/at/all.toml"]),
    environment(&[("TINSEL_LISTEN", "wr0ng")], &["listen"]),
    environment(&[("TINSEL_STORE", "wr0ng://host")], &["store"]),
    environment(&[("TINSEL_TOKEN_SECRET", "wr0ng")], &["token_secret", "16 characters"]),
    environment(
        &[("TINSEL_STORE", "redis+sentinel://:wr0ng@host")],
        &["store", "redis+sentinel://"],
    ),
    environment(
        &[("TINSEL_PREVIOUS_TOKEN_SECRETS", "wr0ng,wr0ng")],
        &["previous_token_secrets", "16 characters"],
    ),
    environment(&[("OTEL_EXPORTER_OTLP_ENDPOINT", "wr0ng")], &["otlp_endpoint"]),
    environment(&[("OTEL_TRACES_SAMPLER", "wr0ng")], &["traces_per_thousand"]),
    environment(&[("TINSEL_SHARDS", "wr0ng")], &["shards"]),
    environment(&[("TINSEL_LOG_FORMAT", "wr0ng")], &["log_format"]),
    environment(&[("TINSEL_CONFIG", "/nowhere/at/all.toml")], &["/nowhere/at/all.toml"]),
    file("nothing = 1", &["line 1", "nothing"]),
    file("shards = 16\nlisten = true", &["line 2"]),
    file("listen = 'wr0ng'", &["listen", "127.0.0.1:7400"]),
    file("shards = 0", &["shards", "1 to 1000"]),
    file("shards = 'wr0ng'", &["shards"]),
    file("traces_per_thousand = 2000", &["traces_per_thousand", "0 to 1000"]),
    file("token_secret = 'wr0ng'", &["token_secret", "16 characters"]),
    file(
        "previous_token_secrets = ['long enough for a key', 'wr0ng']",
        &["previous_token_secrets"],
    ),
    file("log_format = 'wr0ng'", &["log_format"]),
    file("heartbeat_seconds = 0", &["heartbeat_seconds"]),
    file("[", &["line 1"]),
];

#[test]
fn an_invalid_value_is_one_line_on_stderr_and_exit_code_2() {
    let folder = folder();
    for (number, wrong) in WRONG.iter().enumerate() {
        let mut arguments = wrong.flags.to_vec();
        let path = folder.join(format!("{number}.toml"));
        if let Some(text) = wrong.file {
            fs::write(&path, text).unwrap();
            arguments.extend(["--config", path.to_str().unwrap()]);
        }
        let exit = Process::run(&arguments, wrong.environment);
        let what = format!("{:?} {:?} {:?}", wrong.flags, wrong.environment, wrong.file);
        assert_eq!(exit.code, Some(2), "{what}: {exit:?}");
        assert_eq!(exit.stdout, "", "{what}");
        assert_eq!(exit.stderr.lines().count(), 1, "{what}: {}", exit.stderr);
        assert!(exit.stderr.starts_with("tinsel: "), "{what}: {}", exit.stderr);
        // The value may be a secret at the wrong option.
        assert!(!exit.stderr.contains("wr0ng"), "{what} is repeated: {}", exit.stderr);
        for name in wrong.names {
            assert!(
                exit.stderr.contains(name),
                "{what} does not name {name}: {}",
                exit.stderr
            );
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn an_address_in_use_is_one_line_and_exit_code_1() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let exit = Process::run(&["--listen", &address, "--log", "off"], &[]);
    assert_eq!(exit.code, Some(1), "{exit:?}");
    assert_eq!(exit.stderr.lines().count(), 1, "{exit:?}");
    assert!(exit.stderr.contains(&address), "{exit:?}");
}

/// The line must contain both numbers of shards and the remedy.
fn assert_names_both_numbers(line: &str) {
    for part in ["tinsel: shards must be 8", "is 16", "--shards 8"] {
        assert!(line.contains(part), "{part:?} is not in {line}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_number_of_shards_other_than_that_of_the_store_is_one_line_and_exit_code_2() {
    let redis = RedisServer::start();
    let server = Process::start(&redis, &["--shards", "8"]);
    // Both servers start on an empty store, and the other one creates the first match.
    let mut other = Process::start(&redis, &["--shards", "16"]);
    TestMatch::create(&Api::connect(&server.url()).await, &created("")).await;
    let ending = tokio::task::spawn_blocking(move || other.ended());
    let (status, lines) = soon("the end of the process", ending).await.unwrap();
    assert_eq!(status.code(), Some(2), "{lines:#?}");
    assert_names_both_numbers(lines.last().unwrap());
    let url = redis.url();
    let arguments = [
        "--shards",
        "16",
        "--store",
        &url,
        "--listen",
        "127.0.0.1:0",
        "--log",
        "off",
    ];
    let exit = Process::run(&arguments, &[]);
    assert_eq!((exit.code, exit.stderr.lines().count()), (Some(2), 1), "{exit:?}");
    assert_names_both_numbers(&exit.stderr);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_number_of_shards_is_found_once_the_store_is_reachable() {
    let mut redis = RedisServer::start_durable();
    let server = Process::start(&redis, &["--shards", "8"]);
    TestMatch::create(&Api::connect(&server.url()).await, &created("")).await;
    redis.kill();
    let mut other = Process::start(&redis, &["--shards", "16"]);
    redis.restart();
    let ending = tokio::task::spawn_blocking(move || other.ended());
    let (status, lines) = soon("the end of the process", ending).await.unwrap();
    assert_eq!(status.code(), Some(2), "{lines:#?}");
    assert_names_both_numbers(lines.last().unwrap());
    assert!(!lines.iter().any(|line| line.contains("\"ready\":true")), "{lines:#?}");
}

#[test]
fn the_configuration_is_printed_with_its_secrets_masked() {
    let folder = folder();
    let [path, operators] = ["options.toml", "operators.toml"].map(|name| folder.join(name));
    let options = "shards = 16\nstreams_max = 7\ntoken_secret = 'a secret of the file'\n";
    fs::write(&path, options).unwrap();
    fs::write(&operators, "[olga]\ntoken = 'somebody-somebody'").unwrap();
    let environment = [
        ("TINSEL_STORE", "redis://somebody:a-password@127.0.0.1:6379/2"),
        (
            "TINSEL_PREVIOUS_TOKEN_SECRETS",
            "a secret of old times,another of old times",
        ),
        ("TINSEL_OPERATOR_TOKENS", operators.to_str().unwrap()),
        ("TINSEL_ADMIN_LISTEN", "0.0.0.0:7401"),
        ("TINSEL_WEB_HOST", "Play.example.org, localhost"),
        ("TINSEL_CORS_ORIGINS", "https://Example.org:8443,*"),
        ("TINSEL_SHARDS", "32"),
        ("TINSEL_STREAMS_MAX", "8"),
    ];
    let arguments = ["--print-config", "--config", path.to_str().unwrap(), "--shards", "64"];
    let exit = Process::run(&arguments, &environment);
    assert_eq!((exit.code, exit.stderr.as_str()), (Some(0), ""));
    for secret in ["a secret", "another of", "somebody", "a-password"] {
        assert!(!exit.stdout.contains(secret), "{secret} is printed: {}", exit.stdout);
    }
    let expected = [
        "store = \"redis://127.0.0.1:6379/2\"",
        "token_secret = \"***\"",
        "previous_token_secrets = [\"***\", \"***\"]",
        "admin_listen = \"0.0.0.0:7401\"",
        "public_list = true",
        "web_host = [\"play.example.org\", \"localhost\"]",
        "cors_origins = [\"https://example.org:8443\", \"*\"]",
        // Flags override the environment, and the environment overrides the file.
        "shards = 64",
        "streams_max = 8",
        "connection_age_seconds = 600",
        "connections_max = 10000",
        "address_connections_max = 1000",
        "calls_max = 2000",
        "caller_calls_per_second = 200",
        "caller_calls_burst = 400",
        "address_calls_per_second = 2000",
        "caller_streams_max = 1000",
        "token_streams_max = 16",
        "open_matches_max = 1000",
        "trusted_proxies = 0",
    ];
    for line in expected {
        assert!(
            exit.stdout.lines().any(|printed| printed == line),
            "no {line}: {}",
            exit.stdout
        );
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn no_secret_part_of_a_store_address_is_printed() {
    let addresses = [
        "redis+unix:///run/redis.sock?pass=topsecret&user=topsecret",
        "unix:///run/redis.sock?pass=topsecret",
        "redis://127.0.0.1/?password=topsecret",
        "redis://:topsecret@127.0.0.1",
        "redis://topsecret@127.0.0.1",
        "redis://user:topsecret@at@127.0.0.1",
        "redis://user:topsecret%40@127.0.0.1:notaport",
        "redis+unix:///run/redis.sock?pass=topsecret&user=me@topsecret",
        "rediss+sentinel://user:topsecret@a,b:1/name?sentinel_user=topsecret&sentinel_password=at@topsecret",
        "redis+sentinel://user:topsecret@a,b:notaport/name",
        "redis+cluster://user:topsecret@a,b:1",
    ];
    for address in addresses {
        let exit = Process::run(&["--print-config", "--store", address], &[]);
        assert!([Some(0), Some(2)].contains(&exit.code), "{address}: {exit:?}");
        let printed = exit.stdout + &exit.stderr;
        assert!(!printed.contains("topsecret"), "{address}: {printed}");
    }
}

#[test]
fn an_empty_variable_counts_as_unset() {
    let names = [
        "TINSEL_CONFIG",
        "TINSEL_LISTEN",
        "TINSEL_STORE_REPLICAS",
        "TINSEL_PREVIOUS_TOKEN_SECRETS",
        "TINSEL_ADMIN_LISTEN",
        "TINSEL_SHARDS",
        "TINSEL_HEARTBEAT_SECONDS",
        "TINSEL_DRAIN_SECONDS",
        "TINSEL_CONNECTION_AGE_SECONDS",
        "TINSEL_MESSAGE_BYTES_MAX",
        "TINSEL_STREAMS_MAX",
        "TINSEL_CALLS_MAX",
        "TINSEL_CALLER_CALLS_PER_SECOND",
        "TINSEL_CALLER_CALLS_BURST",
        "TINSEL_CALLER_STREAMS_MAX",
        "TINSEL_TOKEN_STREAMS_MAX",
        "TINSEL_OPEN_MATCHES_MAX",
        "TINSEL_TRUSTED_PROXIES",
        "TINSEL_LOG",
        "TINSEL_LOG_FORMAT",
        "OTEL_EXPORTER_OTLP_ENDPOINT",
        "TINSEL_TRACES_PER_THOUSAND",
    ];
    let usual = Process::run(&["--print-config"], &[]);
    for name in names {
        let exit = Process::run(&["--print-config"], &[(name, "")]);
        assert_eq!(
            (exit.code, exit.stdout, exit.stderr.as_str()),
            (Some(0), usual.stdout.clone(), ""),
            "{name}"
        );
    }
}

#[test]
fn the_printed_configuration_is_a_valid_configuration() {
    let folder = folder();
    let path = folder.join("printed.toml");
    let first = Process::run(&["--print-config", "--heartbeat-seconds", "3"], &[]);
    assert!(first.stdout.contains("previous_token_secrets = []"), "{}", first.stdout);
    fs::write(&path, &first.stdout).unwrap();
    let second = Process::run(&["--print-config", "--config", path.to_str().unwrap()], &[]);
    assert_eq!(
        (second.code, second.stdout),
        (Some(0), first.stdout),
        "{}",
        second.stderr
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn help_and_version_exit_with_code_0() {
    for flag in ["--help", "--version"] {
        let exit = Process::run(&[flag], &[("TINSEL_TOKEN_SECRET", "a key that help must not show")]);
        assert_eq!((exit.code, exit.stderr.as_str()), (Some(0), ""), "{flag}");
        assert!(!exit.stdout.contains("must not show"));
    }
}

/// A folder for this test only.
pub(super) fn folder() -> std::path::PathBuf {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("tinsel-configuration-{}-{number}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}
