//! Join codes, spectators, and matches that only players may watch.

use tinsel_harness::{
    ANY_GAME, Api, Choice, RedisServer, Refusal, Replica, Streaming, TestMatch, World, created, refused, some_action,
    soon,
};
use tinsel_proto::v1::{
    CreateMatchRequest, JoinMatchRequest, JoinMatchResponse, ListMatchesRequest, MatchPhase, SpectateMatchRequest,
    SpectateMatchResponse, StartMatchRequest, Visibility, WatchMatchResponse,
};
use tinsel_server::{Config, Secret, StoreAddress};
use tonic::Status;

fn private(request_id: &str) -> CreateMatchRequest {
    CreateMatchRequest {
        visibility: Visibility::Private.into(),
        ..created(request_id)
    }
}

async fn join(api: &Api, (match_id, join_code): (&str, &str), name: &str) -> Result<JoinMatchResponse, Status> {
    let asked = JoinMatchRequest {
        match_id: match_id.to_owned(),
        join_code: join_code.to_owned(),
        display_name: name.to_owned(),
        ..JoinMatchRequest::default()
    };
    api.ask(&asked, None).await
}

async fn spectate(api: &Api, (match_id, join_code): (&str, &str)) -> Result<SpectateMatchResponse, Status> {
    let asked = SpectateMatchRequest {
        match_id: match_id.to_owned(),
        join_code: join_code.to_owned(),
    };
    api.ask(&asked, None).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_join_code_works_on_every_replica_in_every_spelling() {
    let replicas = [Replica::on_redis().await, Replica::on_redis().await];
    let apis = [replicas[0].api(), replicas[1].api()];
    let asked = private("invite-1");
    let table = TestMatch::create(apis[0], &asked).await;
    let again = apis[1].ask(&asked, None).await.unwrap();
    assert_eq!((&again.match_id, &again.join_code), (&table.match_id, &table.code));
    let code = &table.code;
    let written = [
        code.clone(),
        code.to_uppercase(),
        code.replace('-', ""),
        format!(" {} ", code.replace('-', " ")),
        code.replace('0', "O").replace('1', "l"),
    ];
    for (code, number) in written.iter().zip(0..) {
        let joined = join(apis[number % 2], ("", code), &format!("Player {number}")).await;
        let joined = joined.unwrap_or_else(|status| panic!("{code}: {status}"));
        assert_eq!(joined.match_id, table.match_id);
    }
    let public = TestMatch::create(apis[0], &created("")).await;
    assert_eq!(public.code, "", "a public match needs no code");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_retry_with_another_visibility_creates_no_second_match() {
    let replica = Replica::in_memory().await;
    for (first, second) in [
        (private("twice-1"), created("twice-1")),
        (created("twice-2"), private("twice-2")),
    ] {
        replica.api().ask(&first, None).await.unwrap();
        let refusal = refused(replica.api().ask(&second, None).await);
        assert_eq!(refusal.reason, "REQUEST_ID_REUSED");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn joining_without_the_join_code_is_refused_and_no_response_contains_it() {
    let replica = Replica::in_memory().await;
    let api = replica.api();
    let mut table = TestMatch::create(api, &private("")).await;
    let (id, code) = (table.match_id.clone(), table.code.clone());
    let by = |refusal: Refusal| refusal.reason;
    assert_eq!(by(refused(join(api, (&id, ""), "Eve").await)), "PRIVATE_MATCH");
    assert_eq!(by(refused(spectate(api, (&id, "")).await)), "PRIVATE_MATCH");
    let other = if code.starts_with('2') { "3" } else { "2" };
    let wrong = format!("{other}{}", &code[1..]);
    assert_eq!(by(refused(join(api, ("", &wrong), "Eve").await)), "JOIN_CODE_UNKNOWN");
    assert_eq!(by(refused(spectate(api, ("", &wrong)).await)), "JOIN_CODE_UNKNOWN");

    table.join(api, 0).await;
    let listed = api.ask(&ListMatchesRequest::default(), None).await.unwrap();
    assert_eq!(listed.matches, [], "a private match is listed");
    let bare = code.replace('-', "");
    for token in [table.token(0), &*table.host] {
        let shown = format!("{:?}", table.state(api, Some(token)).await);
        let told = format!("{:?}", table.told(api, Some(0), Some(token), 2).await);
        for text in [shown, told, id.clone(), token.to_owned()] {
            assert!(!text.contains(&code) && !text.contains(&bare));
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_join_code_is_valid_as_long_as_the_secret_that_made_it() {
    let redis = RedisServer::start();
    let replica = async |token_key: &str, previous: &[&str]| {
        let config = Config {
            store: StoreAddress::Redis(redis.url()),
            token_secret: Secret::parse(token_key),
            previous_token_secrets: previous.iter().map(|key| Secret::parse(key).unwrap()).collect(),
            ..Config::default()
        };
        Replica::start(config).await
    };
    let (old, new) = (
        "the old key of this deployment, of forty bytes",
        "the new key of this deployment, of forty bytes",
    );
    let table = TestMatch::create(replica(old, &[]).await.api(), &private("")).await;
    let both = replica(new, &[old]).await;
    for asked in [private("rotated-1"), created("rotated-2")] {
        let first = replica(old, &[]).await.api().ask(&asked, None).await.unwrap();
        let again = both.api().ask(&asked, None).await.unwrap();
        assert_eq!((again.match_id, again.join_code), (first.match_id, first.join_code));
    }
    let joined = join(both.api(), ("", &table.code), "Ann").await.unwrap();
    assert_eq!(joined.match_id, table.match_id);
    let without = replica(new, &[]).await;
    let refusal = refused(join(without.api(), ("", &table.code), "Bob").await);
    assert_eq!(refusal.reason, "JOIN_CODE_UNKNOWN");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_spectator_may_watch_and_do_nothing_else() {
    let replica = Replica::in_memory().await;
    let api = replica.api();
    for asked in [private(""), created("")] {
        let table = TestMatch::of_players(&[api], &asked).await;
        let id = if table.code.is_empty() {
            table.match_id.as_str()
        } else {
            ""
        };
        let spectator = spectate(api, (id, &table.code)).await.unwrap();
        assert_eq!(spectator.match_id, table.match_id);
        let token = Some(spectator.spectator_token.as_str());
        let state = table.state(api, token).await;
        assert_eq!(state, table.state(api, Some(&table.host)).await);
        assert_eq!(state.viewer.unwrap().seat, None);
        assert!(api.watch(&table.match_id, None, token).await.is_ok());
        assert!(api.ask(&table.listing(0, 0), token).await.is_ok());
        let start = StartMatchRequest {
            match_id: table.match_id.clone(),
            ..StartMatchRequest::default()
        };
        assert_eq!(refused(api.ask(&start, token).await).reason, "HOST_ONLY");
        let submit = table.submitting("", some_action(ANY_GAME));
        assert_eq!(refused(api.ask(&submit, token).await).reason, "SEAT_ONLY");
    }
}

/// Reads a stream to its end. Returns its error, if it has one.
async fn ended(mut stream: Streaming<WatchMatchResponse>) -> Option<Refusal> {
    loop {
        match soon("the end of the stream", stream.message()).await {
            Ok(Some(_)) => {}
            Ok(None) => return None,
            Err(status) => return Some(Refusal::of(&status)),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_active_match_for_players_only_refuses_all_other_watchers() {
    let world = World::new(tinsel_store::Memory::default(), 221).await;
    let api = world.api();
    let asked = CreateMatchRequest {
        players_only: true,
        ..created("")
    };
    let mut table = TestMatch::create(api, &asked).await;
    let spectator = spectate(api, (&table.match_id, "")).await.unwrap().spectator_token;
    let others = [None, Some(spectator.as_str())];
    let mut streams = Vec::new();
    for token in others {
        assert!(table.state(api, token).await.r#match.unwrap().players_only);
        streams.push(api.watch(&table.match_id, None, token).await.unwrap());
    }
    for seat in 0..table.seats.len() {
        table.join(api, seat).await;
    }
    for stream in streams {
        assert_eq!(ended(stream).await.unwrap().reason, "PLAYERS_ONLY");
    }
    for token in others {
        let answers = [
            api.ask(&table.getting(), token).await.map(drop),
            api.ask(&table.listing(0, 0), token).await.map(drop),
            api.watch(&table.match_id, Some(3), token).await.map(drop),
        ];
        for answer in answers {
            assert_eq!(refused(answer).reason, "PLAYERS_ONLY");
        }
    }
    assert_eq!(
        refused(spectate(api, (&table.match_id, "")).await).reason,
        "PLAYERS_ONLY"
    );
    for token in [table.host.as_str(), table.token(0)] {
        assert!(api.ask(&table.getting(), Some(token)).await.is_ok());
    }
    table.play(&[api], Choice::Default).await;
    for token in others {
        let shown = table.state(api, token).await.r#match.unwrap();
        assert_eq!(
            shown.phase(),
            MatchPhase::Finished,
            "afterwards it is there for everyone"
        );
    }
}
