//! Compressed requests and responses.

use tinsel_harness::{Http1, Replica, TestMatch, created, frame, frames, refused};
use tinsel_proto::v1::{
    GetGameRequest, GetMatchRequest, ListGamesRequest, WatchMatchRequest, game_service_client::GameServiceClient,
    match_service_client::MatchServiceClient,
};
use tonic::{Code, codec::CompressionEncoding};

/// The flags of a frame say whether its message is compressed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_large_responses_are_compressed() {
    let replica = Replica::in_memory().await;
    let accepting = [
        ("content-type", "application/grpc-web+proto"),
        ("grpc-accept-encoding", "gzip"),
    ];
    let plain = &accepting[..1];
    let (large, small) = (
        "/tinsel.v1.GameService/ListGames",
        "/tinsel.v1.MatchService/ListMatches",
    );
    for (path, headers, flags) in [
        (large, &accepting[..], 1),
        (small, &accepting[..], 0),
        (large, plain, 0),
    ] {
        let answer = Http1::ask(replica.address(), ("POST", path), headers, &frame(&[])).await;
        assert_eq!(frames(&answer.body)[0].0, flags, "{path} {headers:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_accepts_gzip_gets_it() {
    let replica = Replica::in_memory().await;
    let plain = GameServiceClient::new(replica.api().transport());
    let gzip = plain.clone().accept_compressed(CompressionEncoding::Gzip);
    let asked = GetGameRequest {
        game_id: "secret_santa".to_owned(),
        presentation: true,
        ..GetGameRequest::default()
    };
    let mut answers = Vec::new();
    for (mut client, encoding) in [(plain, None), (gzip, Some("gzip"))] {
        let answer = client.get_game(asked.clone()).await.unwrap();
        let sent = answer.metadata().get("grpc-encoding");
        assert_eq!(sent.map(|sent| sent.to_str().unwrap()), encoding);
        answers.push(answer.into_inner());
    }
    assert_eq!(answers[0], answers[1]);
}

/// Most libraries accept gzip unasked, and compressing every update of many spectators would cost more than it saves.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_is_compressed_only_if_its_request_is() {
    let replica = Replica::in_memory().await;
    let table = TestMatch::of_players(&[replica.api()], &created("")).await;
    let accepting = MatchServiceClient::new(replica.api().transport()).accept_compressed(CompressionEncoding::Gzip);
    let sending = accepting.clone().send_compressed(CompressionEncoding::Gzip);
    for (mut client, encoding) in [(accepting, None), (sending, Some("gzip"))] {
        let asked = WatchMatchRequest {
            match_id: table.match_id.clone(),
            ..WatchMatchRequest::default()
        };
        let mut stream = client.watch_match(asked).await.unwrap();
        let sent = stream.metadata().get("grpc-encoding");
        assert_eq!(sent.map(|sent| sent.to_str().unwrap()), encoding);
        assert!(stream.get_mut().message().await.unwrap().is_some());
    }
}

/// The limit of a message applies after decompression, and the server does not decompress beyond it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_compressed_request_has_the_same_limit() {
    let replica = Replica::in_memory().await;
    let api = replica.api();
    let mut games = GameServiceClient::new(api.transport()).send_compressed(CompressionEncoding::Gzip);
    assert!(
        !games
            .list_games(ListGamesRequest {})
            .await
            .unwrap()
            .into_inner()
            .games
            .is_empty()
    );
    let mut matches = MatchServiceClient::new(api.transport()).send_compressed(CompressionEncoding::Gzip);
    let bomb = GetMatchRequest {
        match_id: "0".repeat(64 * 1024 * 1024),
        ..GetMatchRequest::default()
    };
    let refusal = refused(matches.get_match(bomb).await);
    assert_eq!(
        (refusal.code, refusal.reason.as_str()),
        (Code::ResourceExhausted, "MESSAGE_TOO_LARGE")
    );
    assert_eq!(refusal.metadata["limit_bytes"], "65536");
}
