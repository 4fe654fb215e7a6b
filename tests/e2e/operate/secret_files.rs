//! Secrets in files, and files of API keys and operator tokens: invalid ones, and replaced ones.

use std::fs;

use tinsel_harness::{Api, Mounted, Process, RedisServer, Refusal, TestMatch, created, redis, refused};
use tinsel_proto::v1::{
    AddBotRequest, CheckStoreRequest, CreateMatchRequest, JoinMatchRequest, ListMatchesRequest, QuickMatchRequest,
    TakeSeat,
};

use super::configuration::folder;

#[test]
fn an_invalid_file_of_api_keys_is_one_line_without_any_key() {
    let wrong = [
        ("", "no API key"),
        ("wr0ng", "line 1"),
        ("wr0ng = 'a key that nobody may see'", "[name]"),
        ("[name]\n", "key of [name]"),
        ("[name]\nkey = 'wr0ng'", "16 characters"),
        ("[name]\nkey = 'wr0ng with spaces in it'", "without spaces"),
        ("[name]\nkey = 'wr0ngüwr0ngwr0ngwr0ng'", "ASCII"),
        ("[name]\nkey = true", "line 2"),
        ("[Wr0ng]\nkey = 'wr0ng-wr0ng-wr0ng-wr0ng'", "a to z"),
        ("['']\nkey = 'wr0ng-wr0ng-wr0ng-wr0ng'", "a to z"),
        ("[name]\nkey = 'wr0ng-wr0ng-wr0ng-wr0ng'\nwr0ng = 1", "line 3"),
        ("[name]\nkey = 'wr0ng-wr0ng-wr0ng-wr0ng'\nkey = 'wr0ng'", "line 3"),
        ("[name]\nkey = 'wr0ng-wr0ng-wr0ng-wr0ng'\n[name]", "line 3"),
        (
            "[name]\nkey = 'wr0ng-wr0ng-wr0ng-wr0ng'\nstreams_max = 'wr0ng'",
            "streams_max of [name]",
        ),
        (
            "[name]\nkey = 'wr0ng-wr0ng-wr0ng-wr0ng'\ncalls_burst = 0",
            "1 to 1000000",
        ),
        (
            "[name]\nkey = 'wr0ng-wr0ng-wr0ng-wr0ng'\ncalls_per_second = -1",
            "0 to 1000000",
        ),
        (
            "[name]\nkey = 'a-secret-of-the-studio'\nlobby = 'Wr0ng'",
            "lobby of [name] must be 1 to 64 of a to z",
        ),
        ("[name]\nkey = 'a-secret-of-the-studio'\nlobby = ''", "lobby of [name]"),
        ("[name]\nkey = 'a-secret-of-the-studio'\nloby = 'wr0ng'", "and lobby"),
        (
            "[one]\nkey = 'wr0ng-wr0ng-wr0ng-wr0ng'\n[two]\nkey = 'wr0ng-wr0ng-wr0ng-wr0ng'",
            "[one] and [two]",
        ),
    ];
    check_invalid_files("api_keys", &wrong);
}

#[test]
fn an_invalid_file_of_operator_tokens_is_one_line_without_any_token() {
    let wrong = [
        ("", "no token"),
        ("wr0ng = 'a token that nobody may see'", "[name]"),
        ("[name]\n", "token of [name]"),
        ("[name]\ntoken = 'wr0ng'", "16 characters"),
        ("[name]\nkey = 'wr0ng-wr0ng-wr0ng-wr0ng'", "line 2"),
        ("[Wr0ng]\ntoken = 'wr0ng-wr0ng-wr0ng-wr0ng'", "a to z"),
        (
            "[one]\ntoken = 'wr0ng-wr0ng-wr0ng-wr0ng'\n[two]\ntoken = 'wr0ng-wr0ng-wr0ng-wr0ng'",
            "[one] and [two]",
        ),
    ];
    check_invalid_files("operator_tokens", &wrong);
}

/// A server refuses to start with each of these files for an option, in one line with the expected text.
fn check_invalid_files(option: &str, wrong: &[(&str, &str)]) {
    let folder = folder();
    let path = folder.join("secrets.toml");
    let flag = format!("--{}", option.replace('_', "-"));
    for (text, names) in wrong {
        fs::write(&path, text).unwrap();
        let exit = Process::run(&[&flag, path.to_str().unwrap()], &[]);
        assert_eq!(exit.code, Some(2), "{text:?}: {exit:?}");
        assert_eq!(exit.stderr.lines().count(), 1, "{text:?}: {}", exit.stderr);
        let lower = exit.stderr.to_lowercase();
        assert!(
            !lower.contains("wr0ng") && !lower.contains("nobody may see"),
            "{text:?}: {}",
            exit.stderr
        );
        let file = format!("{option} file");
        assert!(exit.stderr.contains(&file), "{text:?}: {}", exit.stderr);
        assert!(
            exit.stderr.contains(names),
            "{text:?} does not name {names}: {}",
            exit.stderr
        );
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn only_the_name_of_a_file_of_api_keys_is_printed() {
    let folder = folder();
    let path = folder.join("keys.toml");
    let keys = "[studio]\nkey = 'a-secret-of-the-studio'\nopen_matches_max = 7\n[other]\nkey = 'a-secret-of-another'\n";
    fs::write(&path, keys).unwrap();
    let path = path.to_str().unwrap();
    let exit = Process::run(&["--print-config"], &[("TINSEL_API_KEYS", path)]);
    assert_eq!((exit.code, exit.stderr.as_str()), (Some(0), ""));
    assert!(!exit.stdout.contains("a-secret"), "{}", exit.stdout);
    let line = format!("api_keys = \"{path}\"");
    assert!(
        exit.stdout.lines().any(|printed| printed == line),
        "no {line}: {}",
        exit.stdout
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn secrets_in_files_are_used_and_never_printed() {
    let files = Mounted::new(&[
        ("store", "redis://user:topsecret@127.0.0.1:1/2\n"),
        ("secret", "topsecret of the tokens\n"),
        ("previous", "topsecret of old times\ntopsecret of older times\n"),
        ("operators.toml", "[olga]\ntoken = 'topsecret-of-the-operator'"),
    ]);
    let names = ["store", "secret", "previous", "operators.toml"];
    let [store, secret, previous, operators] = names.map(|name| files.path(name));
    let environment = [
        ("TINSEL_STORE_FILE", store.as_str()),
        ("TINSEL_TOKEN_SECRET_FILE", &secret),
        ("TINSEL_PREVIOUS_TOKEN_SECRETS_FILE", &previous),
        ("TINSEL_OPERATOR_TOKENS", &operators),
    ];
    let exit = Process::run(&["--print-config"], &environment);
    assert_eq!((exit.code, exit.stderr.as_str()), (Some(0), ""));
    assert!(!exit.stdout.contains("topsecret"), "{}", exit.stdout);
    for line in [
        "store = \"redis://127.0.0.1:1/2\"",
        "token_secret = \"***\"",
        "previous_token_secrets = [",
        &format!("operator_tokens = \"{operators}\""),
    ] {
        assert!(exit.stdout.contains(line), "no {line}: {}", exit.stdout);
    }
    assert_eq!(exit.stdout.matches("***").count(), 3, "{}", exit.stdout);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_password_with_the_special_characters_of_urls_is_used_from_its_file() {
    const PASSWORD: &str = "p@ss/w#r%d?";
    let exit = Process::run(&["--store", &format!("redis://:{PASSWORD}@127.0.0.1:1/0")], &[]);
    assert_eq!(exit.code, Some(2));
    for part in ["percent-encode", "%40 for @", "store_password"] {
        assert!(exit.stderr.contains(part), "{part}: {}", exit.stderr);
    }
    assert!(!exit.stderr.contains("w#r"), "{}", exit.stderr);

    let redis = RedisServer::start();
    redis.tell(&format!("CONFIG SET requirepass {PASSWORD}"));
    let mounted = Mounted::new(&[("password", &format!("{PASSWORD}\n"))]);
    let server = Process::start(&redis, &["--store-password-file", &mounted.path("password")]);
    let api = Api::connect(&server.url()).await;
    TestMatch::create(&api, &created("")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn replaced_api_keys_apply_without_a_restart_and_invalid_ones_do_not() {
    let keys = |secret: &str| format!("[studio]\nkey = '{secret}'\nopen_matches_max = 2\n");
    let mut mounted = Mounted::new(&[("keys.toml", &keys("the-first-key-of-the-studio"))]);
    let server = Process::start(redis(), &["--api-keys", &mounted.path("keys.toml")]);
    let api = Api::connect(&server.url()).await;
    let [first, second] =
        ["the-first-key-of-the-studio", "the-second-key-of-the-studio"].map(|key| api.with("x-api-key", key));
    TestMatch::create(&first, &created("")).await;

    mounted.replace(&[("keys.toml", &keys("the-second-key-of-the-studio"))]);
    server.hang_up();
    let _ = server.line_with("file reloaded");
    let refusal = refused(first.ask(&created(""), None).await);
    assert_eq!(refusal.reason, "API_KEY_UNKNOWN");
    TestMatch::create(&second, &created("")).await;
    // The matches of the holder count, with whichever key they were created.
    let refusal = refused(second.ask(&created(""), None).await);
    assert_eq!(refusal.reason, "OPEN_MATCH_LIMIT_REACHED");

    mounted.replace(&[("keys.toml", "[studio]\nkey = 'short'")]);
    server.hang_up();
    let warning = server.line_with("file not reloaded");
    assert!(
        warning.contains("\"level\":\"WARN\"") && !warning.contains("short"),
        "{warning}"
    );
    let refusal = refused(second.ask(&created(""), None).await);
    assert_eq!(refusal.reason, "OPEN_MATCH_LIMIT_REACHED");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replaced_lobby_of_tenants_applies_to_new_matches_without_a_restart() {
    let tenants = ["north", "south"];
    let keys = |lobby: &str| {
        tenants
            .map(|name| format!("[{name}]\nkey = 'the-key-of-{name}-side'\n{lobby}\n"))
            .concat()
    };
    let mut mounted = Mounted::new(&[("keys.toml", &keys(""))]);
    let redis = RedisServer::start();
    let server = Process::start(&redis, &["--api-keys", &mounted.path("keys.toml")]);
    let api = Api::connect(&server.url()).await;
    let [north, south] = tenants.map(|name| api.with("x-api-key", &format!("the-key-of-{name}-side")));
    let listed = async |api: &Api| {
        let page = api.ask(&ListMatchesRequest::default(), None).await.expect("a page");
        page.matches
            .into_iter()
            .map(|listed| listed.match_id)
            .collect::<Vec<_>>()
    };
    let before = TestMatch::create(&north, &created("")).await;
    assert_eq!(
        (listed(&north).await, listed(&south).await),
        (vec![before.match_id], vec![])
    );

    mounted.replace(&[("keys.toml", &keys("lobby = 'compass'"))]);
    server.hang_up();
    let _ = server.line_with("file reloaded");
    let after = TestMatch::create(&north, &created("")).await;
    for api in [&north, &south] {
        assert_eq!(listed(api).await, std::slice::from_ref(&after.match_id));
    }
}

/// In every call with a name, of players, bots and matches.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replaced_filter_of_names_applies_without_a_restart_and_an_invalid_one_does_not() {
    let mut mounted = Mounted::new(&[("names.txt", "# staff\nelf\n")]);
    let server = Process::start(redis(), &["--name-filter", &mounted.path("names.txt")]);
    let api = Api::connect(&server.url()).await;
    let table = TestMatch::create(&api, &created("")).await;
    let name = || "Elf".to_owned();
    let join = JoinMatchRequest {
        match_id: table.match_id.clone(),
        request_id: "join".to_owned(),
        display_name: name(),
        ..JoinMatchRequest::default()
    };
    let bot = AddBotRequest {
        match_id: table.match_id.clone(),
        display_name: name(),
        ..AddBotRequest::default()
    };
    let quick = QuickMatchRequest {
        request_id: "quick".to_owned(),
        display_name: name(),
        config: created("").config,
        seats: created("").seats,
        ..QuickMatchRequest::default()
    };
    let named = CreateMatchRequest {
        display_name: name(),
        ..created("named")
    };
    let seated = CreateMatchRequest {
        take_seat: Some(TakeSeat {
            display_name: name(),
            ..TakeSeat::default()
        }),
        ..created("seated")
    };
    let reasons = async || {
        [
            api.ask(&join, None).await.err(),
            api.ask(&bot, Some(&table.host)).await.err(),
            api.ask(&quick, None).await.err(),
            api.ask(&named, None).await.err(),
            api.ask(&seated, None).await.err(),
        ]
        .map(|refusal| refusal.map(|refusal| Refusal::of(&refusal).reason))
    };
    let refusals = [const { "NAME_REFUSED" }; 5].map(|reason| Some(reason.to_owned()));
    assert_eq!(reasons().await, refusals);

    mounted.replace(&[("names.txt", "fine\n(")]);
    server.hang_up();
    let warning = server.line_with("file not reloaded");
    assert!(warning.contains("line 2 is not a pattern"), "{warning}");
    assert_eq!(reasons().await, refusals);

    mounted.replace(&[("names.txt", "")]);
    server.hang_up();
    let _ = server.line_with("file reloaded");
    let taken = Some("NAME_TAKEN".to_owned());
    assert_eq!(reasons().await, [None, taken, None, None, None]);

    // A retry gets its first response.
    mounted.replace(&[("names.txt", "elf")]);
    let before = server.lines_with("file reloaded");
    server.hang_up();
    let _ = server.line_after(before, "file reloaded");
    let refused = Some("NAME_REFUSED".to_owned());
    assert_eq!(reasons().await, [None, refused, None, None, None]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn replaced_operator_tokens_apply_without_a_restart_and_invalid_ones_do_not() {
    let tokens = |secret: &str| format!("[olga]\ntoken = '{secret}'\n");
    let mut mounted = Mounted::new(&[("operators.toml", &tokens("the-first-token-of-olga"))]);
    let path = mounted.path("operators.toml");
    let server = Process::start(redis(), &["--admin-listen", "127.0.0.1:0", "--operator-tokens", &path]);
    let operators = server.operators().await;
    let is_accepted = async |token: &str| match operators.ask(&CheckStoreRequest {}, Some(token)).await {
        Ok(_) => true,
        refusal => {
            assert_eq!(refused(refusal).reason, "OPERATOR_ONLY");
            false
        }
    };
    assert!(is_accepted("the-first-token-of-olga").await);

    mounted.replace(&[("operators.toml", &tokens("the-second-token-of-olga"))]);
    server.hang_up();
    let _ = server.line_with("file reloaded");
    assert!(!is_accepted("the-first-token-of-olga").await);
    assert!(is_accepted("the-second-token-of-olga").await);

    for invalid in [tokens("short"), String::new()] {
        mounted.replace(&[("operators.toml", &invalid)]);
        server.hang_up();
        let warning = server.line_with("file not reloaded");
        assert!(
            warning.contains("operator tokens") && !warning.contains("short"),
            "{warning}"
        );
        assert!(!is_accepted("short").await);
        assert!(is_accepted("the-second-token-of-olga").await);
    }
}
