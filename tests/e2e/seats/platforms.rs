//! Users of platforms: their seats, their tokens, and their matches.

use std::collections::BTreeMap;

use tinsel_client::{Client, Token};
use tinsel_harness::{Api, Choice, RedisServer, Seated, TestMatch, World, created, refused, soon};
use tinsel_history::verify;
use tinsel_proto::v1::{
    AbortMatchRequest, Audit, CreateMatchRequest, DeleteMatchRequest, JoinMatchRequest, JoinMatchResponse,
    LeaveMatchRequest, ListHistoryRequest, ListPlayerMatchesRequest, PlayerMatch, PlayerMatchFilter, QuickMatchRequest,
    ReissueSeatTokenRequest, ReissueSeatTokenResponse, RemovePlayerRequest, StartPolicy, TakeSeat, TransferHostRequest,
    match_event::Event, watch_match_response::Message,
};
use tinsel_service::{ApiKey, KeyQuota, Settings};
use tinsel_store::{MatchStore, Memory, Redis, RedisOptions};
use tonic::Status;

const KEYS: [&str; 2] = ["the key of studio one", "the key of studio two"];
const USER: &str = "user:4711";

/// Two servers on one store, and the callers of two platforms on the first.
async fn worlds() -> ([World; 2], [Api; 2]) {
    worlds_on(Memory::default()).await
}

async fn worlds_on<S: MatchStore>(store: S) -> ([World; 2], [Api; 2]) {
    let names = ["one", "two"];
    let settings = || Settings {
        api_keys: names
            .iter()
            .zip(KEYS)
            .map(|(name, key)| ApiKey::new(*name, key.as_bytes(), KeyQuota::default()))
            .collect(),
        ..Settings::default()
    };
    let worlds = [
        World::with(store.clone(), 301, settings()).await,
        World::with(store, 302, settings()).await,
    ];
    let platforms = KEYS.map(|key| worlds[0].api().with("x-api-key", key));
    (worlds, platforms)
}

fn joining(table: &TestMatch, name: &str, player_ref: &str) -> JoinMatchRequest {
    JoinMatchRequest {
        match_id: table.match_id.clone(),
        display_name: name.to_owned(),
        player_ref: player_ref.to_owned(),
        ..JoinMatchRequest::default()
    }
}

async fn join(api: &Api, table: &TestMatch, name: &str, player_ref: &str) -> Result<JoinMatchResponse, Status> {
    api.ask(&joining(table, name, player_ref), None).await
}

fn reissuing(table: &TestMatch, player_ref: &str, request_id: &str) -> ReissueSeatTokenRequest {
    ReissueSeatTokenRequest {
        match_id: table.match_id.clone(),
        request_id: request_id.to_owned(),
        player_ref: player_ref.to_owned(),
    }
}

async fn reissue(api: &Api, table: &TestMatch, player_ref: &str) -> Result<ReissueSeatTokenResponse, Status> {
    api.ask(&reissuing(table, player_ref, ""), None).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_token_replaces_the_old_one_on_every_server_and_only_the_seat_is_told() {
    let (worlds, [own, _]) = worlds().await;
    let mut table = TestMatch::create(&own, &created("")).await;
    let old = join(&own, &table, "Ann", USER).await.unwrap();
    table.seats[0] = Seated::Player(old.seat_token.clone());
    for seat in 1..table.seats.len() {
        table.add_bot(&own, seat).await;
    }
    let mut streams = Vec::new();
    for world in &worlds {
        let watched = world.api().watch(&table.match_id, None, Some(&old.seat_token)).await;
        let mut stream = watched.unwrap();
        soon("the snapshot", stream.message()).await.unwrap();
        streams.push(stream);
    }
    let first = own.ask(&reissuing(&table, USER, "again"), None).await.unwrap();
    for mut stream in streams {
        let cut = soon("the end", async {
            loop {
                if let Err(end) = stream.message().await {
                    return end;
                }
            }
        });
        assert_eq!(refused::<()>(Err(cut.await)).reason, "TOKEN_REPLACED");
    }
    assert_eq!(first.seat, Some(0));
    assert_ne!(first.seat_token, old.seat_token);
    // A retry returns the same token.
    assert_eq!(own.ask(&reissuing(&table, USER, "again"), None).await.unwrap(), first);
    for world in &worlds {
        let with_old = world.api().ask(&table.getting(), Some(&old.seat_token)).await;
        assert_eq!(refused(with_old).reason, "TOKEN_REPLACED");
        world
            .api()
            .ask(&table.getting(), Some(&first.seat_token))
            .await
            .unwrap();
    }
    let newest = reissue(&own, &table, USER).await.unwrap();
    let with_first = own.ask(&table.getting(), Some(&first.seat_token)).await;
    assert_eq!(refused(with_first).reason, "TOKEN_REPLACED");
    // The new token decides for the seat.
    table.seats[0] = Seated::Player(newest.seat_token.clone());
    table.play(&[worlds[1].api()], Choice::Default).await;

    let told = async |token: Option<&str>| {
        let asked = ListHistoryRequest {
            match_id: table.match_id.clone(),
            ..ListHistoryRequest::default()
        };
        let history = own.ask(&asked, token).await.unwrap();
        let events = history.entries.into_iter().flat_map(|entry| entry.events);
        let reissued = events.filter(|told| {
            let event = told.event.as_ref().and_then(|event| event.event.as_ref());
            matches!(event, Some(Event::TokenReissued(_)))
        });
        reissued.count()
    };
    assert_eq!(told(Some(&newest.seat_token)).await, 2);
    let client = Client::connect([worlds[0].url()]).unwrap();
    for token in [None, Some(Token::new(newest.seat_token))] {
        let export = client.export(&table.match_id, token.as_ref()).await.unwrap();
        verify(&export).unwrap();
    }
}

#[tokio::test]
async fn while_a_match_goes_on_others_do_not_learn_of_a_new_token() {
    let (_worlds, [own, _]) = worlds().await;
    let table = TestMatch::create(&own, &created("")).await;
    join(&own, &table, "Ann", USER).await.unwrap();
    let mut watched = own.watch(&table.match_id, None, None).await.unwrap();
    soon("the snapshot", watched.message()).await.unwrap();
    reissue(&own, &table, USER).await.unwrap();
    let update = soon("the update", watched.message()).await.unwrap().unwrap();
    let Some(Message::Update(update)) = update.message else {
        panic!("not an update: {update:?}");
    };
    assert_eq!(update.events, []);
}

#[tokio::test]
async fn a_user_has_one_seat_and_no_other_platform_can_use_the_reference() {
    let (_worlds, [own, other]) = worlds().await;
    let table = TestMatch::create(&own, &created("")).await;
    join(&own, &table, "Ann", USER).await.unwrap();
    let again = refused(join(&own, &table, "Ann again", USER).await);
    assert_eq!(
        (again.reason.as_str(), again.metadata["seat"].as_str()),
        ("PLAYER_SEATED", "0")
    );
    for (api, player_ref) in [(&own, "user:9"), (&other, USER)] {
        assert_eq!(
            refused(reissue(api, &table, player_ref).await).reason,
            "PLAYER_NOT_FOUND"
        );
    }
    // The same reference of another platform is another user.
    let theirs = join(&other, &table, "Zoe", USER).await.unwrap();
    assert_eq!(theirs.seat, Some(1));
    assert_eq!(reissue(&other, &table, USER).await.unwrap().seat, Some(1));
    assert_eq!(reissue(&own, &table, USER).await.unwrap().seat, Some(0));
}

#[tokio::test]
async fn references_need_an_api_key_and_a_valid_form() {
    let (worlds, [own, _]) = worlds().await;
    let table = TestMatch::create(&own, &created("")).await;
    let keyless = worlds[0].api();
    assert_eq!(
        refused(join(keyless, &table, "Ann", USER).await).reason,
        "API_KEY_MISSING"
    );
    assert_eq!(refused(reissue(keyless, &table, USER).await).reason, "API_KEY_MISSING");
    for wrong in ["a b", "ä", "a/b", &"x".repeat(65)] {
        let refusal = refused(join(&own, &table, "Ann", wrong).await);
        assert_eq!(refusal.reason, "MALFORMED_REQUEST", "{wrong}");
        assert_eq!(refusal.violations[0].field, "player_ref", "{wrong}");
    }
    assert_eq!(
        refused(reissue(&own, &table, "").await).violations[0].field,
        "player_ref"
    );
    join(&own, &table, "Ann", &"x".repeat(64)).await.unwrap();
}

#[tokio::test]
async fn a_user_can_join_again_after_leaving_and_cannot_after_a_removal() {
    let (_worlds, [own, other]) = worlds().await;
    let table = TestMatch::create(&own, &created("")).await;
    let first = join(&own, &table, "Ann", USER).await.unwrap();
    let leaving = LeaveMatchRequest {
        match_id: table.match_id.clone(),
        ..LeaveMatchRequest::default()
    };
    own.ask(&leaving, Some(&first.seat_token)).await.unwrap();
    assert_eq!(refused(reissue(&own, &table, USER).await).reason, "PLAYER_NOT_FOUND");
    join(&own, &table, "Ann", USER).await.unwrap();
    let removing = RemovePlayerRequest {
        match_id: table.match_id.clone(),
        seat: Some(0),
        ..RemovePlayerRequest::default()
    };
    own.ask(&removing, Some(&table.host)).await.unwrap();
    assert_eq!(refused(join(&own, &table, "Ann", USER).await).reason, "SEAT_REMOVED");
    join(&other, &table, "Zoe", USER).await.unwrap();
}

#[tokio::test]
async fn creators_and_players_of_quick_match_have_references_and_a_host_keeps_its_rights() {
    let (_worlds, [own, _]) = worlds().await;
    let asked = CreateMatchRequest {
        start_policy: StartPolicy::ByHost.into(),
        take_seat: Some(TakeSeat {
            display_name: "Ann".to_owned(),
            player_ref: USER.to_owned(),
            ..TakeSeat::default()
        }),
        ..created("")
    };
    let mut table = TestMatch::create(&own, &asked).await;
    let transfer = TransferHostRequest {
        match_id: table.match_id.clone(),
        seat: Some(0),
        ..TransferHostRequest::default()
    };
    own.ask(&transfer, Some(&table.host)).await.unwrap();
    let reissued = reissue(&own, &table, USER).await.unwrap();
    table.host = reissued.seat_token;
    // The host adds a bot with the new token.
    table.add_bot(&own, 1).await;

    let quick = QuickMatchRequest {
        request_id: "quick".to_owned(),
        display_name: "Ann".to_owned(),
        config: created("").config,
        player_ref: USER.to_owned(),
        ..QuickMatchRequest::default()
    };
    let seated = own.ask(&quick, None).await.unwrap();
    let asked = ReissueSeatTokenRequest {
        match_id: seated.match_id,
        player_ref: USER.to_owned(),
        ..ReissueSeatTokenRequest::default()
    };
    assert_eq!(own.ask(&asked, None).await.unwrap().seat, seated.seat);
}

fn listing(player_ref: &str, filter: PlayerMatchFilter, page_token: &str) -> ListPlayerMatchesRequest {
    ListPlayerMatchesRequest {
        player_ref: player_ref.to_owned(),
        page_size: 2,
        page_token: page_token.to_owned(),
        filter: filter.into(),
    }
}

/// All pages of a user's matches.
async fn listed(api: &Api, filter: PlayerMatchFilter) -> Vec<PlayerMatch> {
    let (mut all, mut page_token) = (Vec::new(), String::new());
    loop {
        let page = api.ask(&listing(USER, filter, &page_token), None).await.unwrap();
        assert!(page.matches.len() <= 2);
        all.extend(page.matches);
        page_token = page.next_page_token;
        if page_token.is_empty() {
            return all;
        }
    }
}

fn ids(matches: &[PlayerMatch]) -> Vec<&str> {
    let shown = matches.iter().filter_map(|listed| listed.r#match.as_ref());
    shown.map(|shown| shown.match_id.as_str()).collect()
}

async fn check_lists<S: MatchStore>(store: S) {
    use PlayerMatchFilter::{Active, Ended, Lobby, MyTurn, Unspecified};

    let (worlds, [own, other]) = worlds_on(store).await;
    let world = &worlds[0];
    let mut tables = Vec::new();
    for name in ["lobby", "mine", "theirs", "over", "left", "of-others"] {
        world.clock().pass(1_000);
        let mut table = TestMatch::create(&own, &created(name)).await;
        if name != "of-others" {
            let joined = join(&own, &table, "Ann", USER).await.unwrap();
            table.seats[0] = Seated::Player(joined.seat_token);
        }
        join(&other, &table, "Zoe", USER).await.unwrap();
        table.seats[1] = Seated::Player(String::new());
        tables.push(table);
    }
    let tables: [TestMatch; 6] = tables.try_into().expect("a match for each name");
    let [lobby, mine, theirs, over, left, of_others] = &tables;
    for table in [mine, theirs, over] {
        for seat in 2..table.seats.len() {
            table.clone().add_bot(&own, seat).await;
        }
    }
    // One player has decided, the other has not.
    let action = theirs.choice(&own, 0, Choice::Default).await.unwrap();
    theirs.submit(&own, 0, action).await.unwrap();
    let leaving = LeaveMatchRequest {
        match_id: left.match_id.clone(),
        ..LeaveMatchRequest::default()
    };
    own.ask(&leaving, Some(left.token(0))).await.unwrap();
    let aborting = AbortMatchRequest {
        match_id: over.match_id.clone(),
        ..AbortMatchRequest::default()
    };
    world.clock().pass(1_000);
    own.ask(&aborting, Some(&over.host)).await.unwrap();
    for world in &worlds {
        world.sweep().await;
    }
    let id = |table: &TestMatch| table.match_id.clone();
    let expected = [
        (Lobby, vec![id(lobby)]),
        (MyTurn, vec![id(mine)]),
        (Active, vec![id(theirs), id(mine)]),
        (Ended, vec![id(over)]),
        (Unspecified, vec![id(over), id(theirs), id(mine), id(lobby)]),
    ];
    for api in [&own, &worlds[1].api().with("x-api-key", KEYS[0])] {
        for (filter, expected) in &expected {
            let matches = listed(api, *filter).await;
            assert_eq!(ids(&matches), *expected, "{filter:?}");
            assert!(matches.iter().all(|listed| listed.seat == Some(0)));
        }
    }
    // The same reference of another platform is another user, with other seats. That user is alone in the last match.
    let listed_for_other = listed(&other, Unspecified).await;
    let seats = listed_for_other.iter().map(|listed| listed.seat);
    let seats: BTreeMap<_, _> = ids(&listed_for_other).into_iter().zip(seats).collect();
    let expected = tables.iter().map(|table| {
        let is_alone = table.match_id == of_others.match_id;
        (table.match_id.as_str(), Some(u32::from(!is_alone)))
    });
    assert_eq!(seats, expected.collect());
    // A deleted match is left out.
    let deleting = DeleteMatchRequest {
        match_id: id(lobby),
        audit: Some(Audit {
            operator: "olga".to_owned(),
            reason: "a test".to_owned(),
        }),
    };
    world.operators().ask(&deleting, None).await.unwrap();
    assert_eq!(listed(&own, Lobby).await, []);
    assert_eq!(listed(&own, Unspecified).await.len(), 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_matches_of_a_user_are_listed_for_its_platform_only() {
    check_lists(Memory::default()).await;
    let redis = RedisServer::start();
    check_lists(Redis::connect(&redis.url(), RedisOptions::default()).unwrap()).await;
}

#[tokio::test]
async fn lists_need_an_api_key_and_a_valid_request() {
    let (worlds, [own, _]) = worlds().await;
    let asked = listing(USER, PlayerMatchFilter::Unspecified, "");
    assert_eq!(
        refused(worlds[0].api().ask(&asked, None).await).reason,
        "API_KEY_MISSING"
    );
    let wrong = ListPlayerMatchesRequest {
        player_ref: String::new(),
        page_token: "elsewhere".to_owned(),
        filter: 99,
        ..asked
    };
    let refusal = refused(own.ask(&wrong, None).await);
    let fields: Vec<_> = refusal.violations.iter().map(|wrong| wrong.field.as_str()).collect();
    assert_eq!(fields, ["player_ref", "filter", "page_token"]);
}

#[tokio::test]
async fn the_same_request_of_another_platform_gets_another_seat() {
    let (_worlds, [own, other]) = worlds().await;
    let table = TestMatch::create(&own, &created("")).await;
    let asked = JoinMatchRequest {
        request_id: "same".to_owned(),
        ..joining(&table, "Ann", USER)
    };
    let first = own.ask(&asked, None).await.unwrap();
    assert_eq!(own.ask(&asked, None).await.unwrap(), first);
    // Also the name is the same, which only one player of a match can have.
    assert_eq!(refused(other.ask(&asked, None).await).reason, "NAME_TAKEN");
    let asked = JoinMatchRequest {
        display_name: "Zoe".to_owned(),
        ..asked
    };
    let theirs = other.ask(&asked, None).await.unwrap();
    assert_eq!(theirs.seat, Some(1));
    assert_ne!(theirs.seat_token, first.seat_token);
}
