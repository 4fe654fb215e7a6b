//! Browsers: the page, gRPC-Web, and the check of origins; and clients without the protos.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use prost::Message as _;
use tinsel_catalog::GameId;
use tinsel_harness::{Api, Http1, Process, Replica, TestMatch, created, frame, frames};
use tinsel_proto::v1::{GetMatchRequest, GetMatchResponse, ListGamesResponse};
use tinsel_server::Config;
use tokio_stream::StreamExt as _;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_browser_calls_with_grpc_web_over_http_1() {
    let replica = Replica::in_memory().await;
    let table = TestMatch::of_players(&[replica.api()], &created("")).await;
    let origin = format!("http://{}", replica.address());
    let headers = [
        ("content-type", "application/grpc-web+proto"),
        ("x-grpc-web", "1"),
        ("origin", origin.as_str()),
    ];
    let path = ("POST", "/tinsel.v1.GameService/ListGames");
    let answer = Http1::ask(replica.address(), path, &headers, &frame(&[])).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers["content-type"], "application/grpc-web+proto");
    assert_eq!(answer.headers["access-control-allow-origin"], origin);
    let frames_of = frames(&answer.body);
    assert_eq!(frames_of[0].0, 0);
    let games = ListGamesResponse::decode(frames_of[0].1).unwrap();
    let ids: Vec<_> = games.games.iter().map(|game| game.game_id.as_str()).collect();
    assert_eq!(ids, GameId::ALL.iter().map(|game| game.as_str()).collect::<Vec<_>>());
    assert_eq!(frames_of[1].0, 0x80, "trailers come as the last frame");
    assert!(String::from_utf8_lossy(frames_of[1].1).contains("grpc-status:0"));

    // In the text format, with a token.
    let bearer = format!("Bearer {}", table.token(2));
    let headers = [
        ("content-type", "application/grpc-web-text"),
        ("accept", "application/grpc-web-text"),
        ("authorization", bearer.as_str()),
    ];
    let asked = GetMatchRequest {
        match_id: table.match_id.clone(),
        ..GetMatchRequest::default()
    };
    let body = STANDARD.encode(frame(&asked.encode_to_vec()));
    let path = ("POST", "/tinsel.v1.MatchService/GetMatch");
    let answer = Http1::ask(replica.address(), path, &headers, body.as_bytes()).await;
    assert_eq!(answer.status, 200);
    // Each frame has its own padding.
    let decoded: Vec<_> = answer
        .body
        .chunks(4)
        .flat_map(|four| STANDARD.decode(four).expect("base 64"))
        .collect();
    let state = GetMatchResponse::decode(frames(&decoded)[0].1).unwrap().state.unwrap();
    assert_eq!(state.viewer.unwrap().seat, Some(2));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_browser_can_read_the_reason_of_a_refusal_and_the_date() {
    let replica = allowing(&["https://example.org"]).await;
    let headers = [
        ("content-type", "application/grpc-web+proto"),
        ("origin", "https://example.org"),
    ];
    let path = ("POST", "/tinsel.v1.MatchService/GetMatch");
    let answer = Http1::ask(replica.address(), path, &headers, &frame(&[])).await;
    let exposed = &answer.headers["access-control-expose-headers"];
    let trailers = frames(&answer.body)
        .iter()
        .map(|(_, content)| String::from_utf8_lossy(content))
        .collect::<String>();
    for name in [
        "grpc-status",
        "grpc-message",
        "grpc-status-details-bin",
        "x-trace-id",
        "date",
    ] {
        assert!(exposed.contains(name), "{name} is not exposed: {exposed}");
        assert!(
            trailers.contains(name) || answer.headers.contains_key(name),
            "no {name}: {answer:?}"
        );
    }
}

/// A server that accepts calls of pages of these origins.
async fn allowing(origins: &[&str]) -> Replica {
    Replica::start(Config {
        cors_origins: origins.iter().map(|origin| (*origin).to_owned()).collect(),
        ..Config::default()
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn preflight_requests_of_configured_origins_are_accepted() {
    let replica = allowing(&["https://example.org"]).await;
    let headers = [
        ("origin", "https://example.org"),
        ("access-control-request-method", "POST"),
        (
            "access-control-request-headers",
            "authorization,tinsel-token,content-type,x-grpc-web,x-user-agent,baggage",
        ),
    ];
    let path = ("OPTIONS", "/tinsel.v1.MatchService/CreateMatch");
    let answer = Http1::ask(replica.address(), path, &headers, &[]).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers["access-control-allow-origin"], "https://example.org");
    assert_eq!(answer.headers["access-control-max-age"], "7200");
    assert!(answer.headers["access-control-allow-methods"].contains("POST"));
    let allowed = answer.headers["access-control-allow-headers"].to_lowercase();
    for name in [
        "authorization",
        "tinsel-token",
        "content-type",
        "x-grpc-web",
        "x-user-agent",
        "baggage",
    ] {
        assert!(
            allowed.split(',').any(|one| one.trim() == name),
            "{name} is not allowed: {allowed}"
        );
    }
    assert!(
        !answer.headers.contains_key("access-control-allow-credentials"),
        "tokens, never cookies"
    );
}

/// A web site that a player visits cannot call a server on the player's machine, not even under a name of its own that
/// resolves to that machine.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_of_other_web_sites_are_refused() {
    let replica = Replica::in_memory().await;
    let other = ("origin", "https://example.org");
    let [own_name, rebound] = [("host", "evil.example"), ("origin", "http://evil.example")];
    let grpc_web = ("content-type", "application/grpc-web+proto");
    let path = "/tinsel.v1.MatchService/CreateMatch";
    for (method, headers) in [
        ("OPTIONS", &[other, ("access-control-request-method", "POST")][..]),
        ("POST", &[other, grpc_web]),
        ("POST", &[other, ("content-type", "application/grpc")]),
        ("POST", &[other, ("content-type", "application/json")]),
        ("POST", &[own_name, rebound, grpc_web]),
    ] {
        let answer = Http1::ask(replica.address(), (method, path), headers, &frame(&[])).await;
        assert_eq!(answer.status, 403, "{method} {headers:?}");
        assert!(!answer.headers.contains_key("access-control-allow-origin"));
        let sentence = String::from_utf8(answer.body).unwrap();
        assert!(sentence.contains("--cors-origins"), "{sentence}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_is_served_only_under_host_names_of_the_server() {
    let replica = Replica::in_memory().await;
    let page =
        async |method: &str, headers: &[(&str, &str)]| Http1::ask(replica.address(), (method, "/"), headers, &[]).await;
    let answer = page("GET", &[]).await;
    assert_eq!(answer.status, 200);
    assert!(answer.headers["content-type"].starts_with("text/html"));
    assert!(answer.headers["content-security-policy"].contains("frame-ancestors 'none'"));
    assert_eq!(answer.headers["x-content-type-options"], "nosniff");
    assert!(
        String::from_utf8(answer.body)
            .unwrap()
            .contains("<title>Tinsel</title>")
    );
    let etag = answer.headers["etag"].as_str();
    assert_eq!(page("GET", &[("if-none-match", etag)]).await.status, 304);
    assert_eq!(page("HEAD", &[]).await.status, 200);
    let refused = page("GET", &[("host", "evil.example")]).await;
    assert_eq!(refused.status, 421);
    assert!(String::from_utf8(refused.body).unwrap().contains("--web-host"));

    let named = Replica::start(Config {
        web_host: vec!["play.example".to_owned()],
        ..Config::default()
    })
    .await;
    let host = [("host", "play.example:8443")];
    assert_eq!(Http1::ask(named.address(), ("GET", "/"), &host, &[]).await.status, 200);
    let without = Replica::start(Config {
        web: false,
        ..Config::default()
    })
    .await;
    assert_eq!(Http1::ask(without.address(), ("GET", "/"), &[], &[]).await.status, 415);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_is_also_served_by_the_name_of_its_file() {
    let replica = Replica::in_memory().await;
    let get = async |path: &str| Http1::ask(replica.address(), ("GET", path), &[], &[]).await;
    let (page, file) = (get("/").await, get("/index.html").await);
    assert_eq!(file.status, 200);
    assert_eq!(file.body, page.body);
    assert_eq!(
        file.headers["content-security-policy"],
        page.headers["content-security-policy"]
    );
}

/// A server whose page the sites with these origins may show in a frame.
async fn framed_by(origins: &[&str]) -> Replica {
    Replica::start(Config {
        web_frame_ancestors: origins.iter().map(|origin| (*origin).to_owned()).collect(),
        ..Config::default()
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_configured_sites_may_show_the_page_in_a_frame_and_the_page_receives_their_origins() {
    let (alone, framed) = (
        framed_by(&[]).await,
        framed_by(&["https://site.example", "http://localhost:8000"]).await,
    );
    let get = async |replica: &Replica, path: &str| Http1::ask(replica.address(), ("GET", path), &[], &[]).await;
    for path in ["/", "/index.html", "/app.js", "/config.json"] {
        let [before, after] = [&alone, &framed].map(|replica| get(replica, path));
        let (before, after) = (before.await, after.await);
        let policy = &before.headers["content-security-policy"];
        assert!(policy.ends_with("; frame-ancestors 'none'"), "{path}: {policy}");
        assert_eq!(
            after.headers["content-security-policy"],
            policy.replace(
                "frame-ancestors 'none'",
                "frame-ancestors https://site.example http://localhost:8000"
            ),
            "{path}"
        );
        for name in [
            "x-content-type-options",
            "referrer-policy",
            "cache-control",
            "content-type",
        ] {
            assert_eq!(after.headers[name], before.headers[name], "{path}: {name}");
        }
    }
    assert_eq!(
        String::from_utf8(get(&alone, "/config.json").await.body)
            .unwrap()
            .trim(),
        r#"{ "servers": [] }"#
    );
    assert_eq!(
        String::from_utf8(get(&framed, "/config.json").await.body).unwrap(),
        r#"{"servers":[],"embed":{"parents":["https://site.example","http://localhost:8000"]}}"#
    );
    let head = Http1::ask(framed.address(), ("HEAD", "/config.json"), &[], &[]).await;
    assert_eq!((head.status, head.body.len()), (200, 0));
}

/// A browser applies the policy that it has stored with the page, so it must not keep a page with an old one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stored_page_is_confirmed_only_if_the_same_sites_may_show_it() {
    let servers = [
        framed_by(&[]).await,
        framed_by(&["https://site.example"]).await,
        framed_by(&["https://other.example"]).await,
    ];
    for (at, stored_by) in servers.iter().enumerate() {
        let page = Http1::ask(stored_by.address(), ("GET", "/"), &[], &[]).await;
        let known = [("if-none-match", page.headers["etag"].as_str())];
        for (to, server) in servers.iter().enumerate() {
            let answer = Http1::ask(server.address(), ("GET", "/"), &known, &[]).await;
            assert_eq!(answer.status, if at == to { 304 } else { 200 }, "{at} {to}");
        }
    }
}

#[test]
fn the_sites_that_may_show_the_page_are_a_flag_a_variable_and_a_line_of_the_file() {
    let file = std::env::temp_dir().join(format!("tinsel-frame-ancestors-{}.toml", std::process::id()));
    std::fs::write(
        &file,
        "web_frame_ancestors = ['https://a.example', 'https://b.example']",
    )
    .unwrap();
    let origins = "https://A.example, https://b.example";
    for (arguments, environment) in [
        (&["--web-frame-ancestors", origins][..], &[][..]),
        (&[], &[("TINSEL_WEB_FRAME_ANCESTORS", origins)]),
        (&["--config", file.to_str().unwrap()], &[]),
    ] {
        let exit = Process::run(&[&["--print-config"], arguments].concat(), environment);
        let line = "web_frame_ancestors = [\"https://a.example\", \"https://b.example\"]";
        assert!(exit.stdout.lines().any(|printed| printed == line), "{exit:?}");
    }
    std::fs::remove_file(file).unwrap();
    for wrong in ["*", "site.example", "http://site.example", "https://site.example/"] {
        let exit = Process::run(&["--web-frame-ancestors", wrong], &[]);
        assert_eq!(exit.code, Some(2), "{wrong}: {exit:?}");
        assert!(
            exit.stderr
                .contains("web_frame_ancestors must be origins separated by commas, such as https://site.example"),
            "{wrong}: {exit:?}"
        );
    }
}

/// Connect, JSON and plain HTTP get a sentence that names the supported protocols.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_protocols_are_refused_with_the_supported_ones() {
    let replica = Replica::in_memory().await;
    let json: &[_] = &[("content-type", "application/json")];
    let connect: &[_] = &[("content-type", "application/connect+proto")];
    for (what, headers) in [
        (("GET", "/no-such-file"), &[][..]),
        (("POST", "/"), &[]),
        (("GET", "/tinsel.v1.GameService/ListGames"), &[]),
        (("POST", "/tinsel.v1.GameService/ListGames"), json),
        (("POST", "/tinsel.v1.GameService/ListGames"), connect),
    ] {
        let answer = Http1::ask(replica.address(), what, headers, b"{}").await;
        assert_eq!(answer.status, 415, "{what:?}");
        assert_eq!(answer.headers["content-type"], "text/plain; charset=utf-8");
        let sentence = String::from_utf8(answer.body).unwrap();
        assert!(sentence.contains("gRPC-Web"), "{sentence}");
    }
}

macro_rules! services {
    ($api:expr, $version:ident) => {{
        use tonic_reflection::pb::$version::{
            ServerReflectionRequest, server_reflection_client::ServerReflectionClient,
            server_reflection_request::MessageRequest, server_reflection_response::MessageResponse,
        };
        let api: &Api = $api;
        let ask = |message_request| ServerReflectionRequest {
            host: String::new(),
            message_request: Some(message_request),
        };
        let answers = async |asked: Vec<ServerReflectionRequest>| {
            let mut client = ServerReflectionClient::new(api.transport());
            let answers = client.server_reflection_info(tokio_stream::iter(asked)).await;
            let answers = answers.unwrap().into_inner();
            let answers = answers.map(|answer| answer.unwrap().message_response.unwrap());
            answers.collect::<Vec<_>>().await
        };
        let listed = answers(vec![ask(MessageRequest::ListServices(String::new()))]).await;
        let MessageResponse::ListServicesResponse(list) = &listed[0] else {
            panic!("no services: {listed:?}")
        };
        let services: Vec<_> = list.service.iter().map(|service| service.name.clone()).collect();
        let symbols = services.iter().cloned().chain(["google.rpc.ErrorInfo".to_owned()]);
        let asked = symbols.map(|symbol| ask(MessageRequest::FileContainingSymbol(symbol)));
        for described in answers(asked.collect()).await {
            assert!(
                matches!(described, MessageResponse::FileDescriptorResponse(_)),
                "{described:?}"
            );
        }
        services
    }};
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reflection_describes_all_services_that_it_lists_in_both_versions() {
    let replica = Replica::in_memory().await;
    for services in [services!(replica.api(), v1), services!(replica.api(), v1alpha)] {
        for service in [
            "tinsel.v1.MatchService",
            "tinsel.v1.GameService",
            "grpc.health.v1.Health",
            "grpc.reflection.v1.ServerReflection",
            "grpc.reflection.v1alpha.ServerReflection",
        ] {
            assert!(
                services.iter().any(|listed| listed == service),
                "{service} is not in {services:?}"
            );
        }
    }
}
