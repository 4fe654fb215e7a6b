//! Rematches: the next match of the same players.

use std::collections::BTreeSet;

use tinsel_catalog::GameId;
use tinsel_client::Client;
use tinsel_harness::{Api, Choice, RedisServer, Seated, TestMatch, World, created, creating, of_platform, refused};
use tinsel_history::verify;
use tinsel_proto::v1::{
    AbortMatchRequest, AbortMatchResponse, CreateMatchRequest, CreateRematchRequest, CreateRematchResponse,
    JoinMatchRequest, LeaveMatchRequest, ListPlayerMatchesRequest, Match, MatchPhase, Occupant, SpectateMatchRequest,
    StartPolicy, TransferHostRequest, Visibility, match_event::Event, watch_match_response::Message,
};
use tinsel_store::{MatchStore, Memory, Redis, RedisOptions};
use tonic::Status;

/// How long seats are reserved, in milliseconds.
const RESERVED_MS: u64 = 600_000;

async fn rematch(api: &Api, table: &TestMatch, token: &str) -> Result<CreateRematchResponse, Status> {
    let asked = CreateRematchRequest {
        match_id: table.match_id.clone(),
        nonce: vec![7; 8].into(),
    };
    api.ask(&asked, Some(token)).await
}

async fn abort(api: &Api, match_id: &str, token: &str) -> Result<AbortMatchResponse, Status> {
    let asked = AbortMatchRequest {
        match_id: match_id.to_owned(),
        ..AbortMatchRequest::default()
    };
    api.ask(&asked, Some(token)).await
}

/// The rematch of an old match, with the tokens of those who have asked for it.
fn table_of(old: &TestMatch, responses: &[CreateRematchResponse]) -> TestMatch {
    let mut seats = vec![Seated::Bot; old.seats.len()];
    for response in responses.iter().filter(|response| response.seat.is_some()) {
        seats[usize::try_from(response.seat()).unwrap()] = Seated::Player(response.seat_token.clone());
    }
    TestMatch {
        match_id: responses[0].match_id.clone(),
        host: responses.iter().map(|response| response.host_token.clone()).collect(),
        seats,
        code: responses[0].join_code.clone(),
    }
}

async fn shown(api: &Api, table: &TestMatch, token: Option<&str>) -> Match {
    table.state(api, token).await.r#match.unwrap()
}

/// A match that its host has aborted in the lobby, with players in all seats.
async fn ended(api: &Api, asked: &CreateMatchRequest) -> TestMatch {
    let by_host = CreateMatchRequest {
        start_policy: StartPolicy::ByHost.into(),
        ..asked.clone()
    };
    let table = TestMatch::of_players(&[api], &by_host).await;
    abort(api, &table.match_id, &table.host).await.unwrap();
    table
}

/// A stranger who wants a seat of a match.
async fn stranger(api: &Api, match_id: &str, seat: Option<u32>) -> Result<u32, Status> {
    let asked = JoinMatchRequest {
        match_id: match_id.to_owned(),
        display_name: "Stranger".to_owned(),
        seat,
        ..JoinMatchRequest::default()
    };
    api.ask(&asked, None).await.map(|joined| joined.seat())
}

async fn check_next_match<S: MatchStore>(store: S, game: GameId) {
    let worlds = [World::new(store.clone(), 1).await, World::new(store, 2).await];
    let apis = [worlds[0].api(), worlds[1].api()];
    let asked = CreateMatchRequest {
        display_name: "Friday".to_owned(),
        ..creating(&game.testkit().setups()[0], "")
    };
    let mut old = TestMatch::create(apis[0], &asked).await;
    let last = old.seats.len() - 1;
    old.add_bot(apis[0], last).await;
    for seat in 0..last {
        old.join(apis[0], seat).await;
    }
    let early = rematch(apis[0], &old, old.token(0)).await;
    assert_eq!(refused(early).reason, "MATCH_NOT_OVER", "{game}");
    old.play(&apis, Choice::Bot(3)).await;
    let before = shown(apis[0], &old, None).await;

    let mut responses = vec![rematch(apis[1], &old, &old.host).await.unwrap()];
    for seat in 0..last {
        let response = rematch(apis[seat % 2], &old, old.token(seat)).await.unwrap();
        assert_eq!(response.seat, Some(u32::try_from(seat + 1).unwrap()), "{game}");
        // Also with another nonce, which the rematch does not use.
        let again = CreateRematchRequest {
            match_id: old.match_id.clone(),
            ..CreateRematchRequest::default()
        };
        let again = apis[(seat + 1) % 2].ask(&again, Some(old.token(seat))).await.unwrap();
        assert_eq!(again, response, "{game}");
        responses.push(response);
    }
    let ids: BTreeSet<_> = responses.iter().map(|response| &response.match_id).collect();
    assert_eq!(ids.len(), 1, "{game}");
    let new = table_of(&old, &responses);
    let after = shown(apis[0], &new, None).await;
    assert_eq!(after.rematch_of, old.match_id, "{game}");
    assert_eq!(after.phase(), MatchPhase::Active, "{game}: the last seat was taken");
    assert_eq!(
        (
            &after.config,
            &after.time_control,
            &after.display_name,
            after.visibility,
            after.start_policy
        ),
        (
            &before.config,
            &before.time_control,
            &before.display_name,
            before.visibility,
            before.start_policy
        ),
        "{game}"
    );
    for (seat, was) in before.seats.iter().enumerate() {
        let is = &after.seats[(seat + 1) % before.seats.len()];
        assert_eq!(
            (is.occupant(), &is.display_name),
            (was.occupant(), &was.display_name),
            "{game}"
        );
    }

    // The other server announces it.
    for world in &worlds {
        world.sweep().await;
        world.sweep().await;
    }
    let told = old
        .told(apis[0], Some(before.revision), None, before.revision + 1)
        .await;
    let Some(Message::Update(update)) = &told[0].message else {
        panic!("{game}: no update")
    };
    assert!(
        matches!(&update.events[..], [told] if matches!(&told.event, Some(Event::RematchCreated(of)) if of.match_id == new.match_id)),
        "{game}: {update:?}"
    );
    assert_eq!(shown(apis[1], &old, None).await.rematch, new.match_id, "{game}");
    new.play(&apis, Choice::Bot(4)).await;
    let client = Client::connect([worlds[0].url()]).unwrap();
    for table in [&old, &new] {
        let export = client.export(&table.match_id, None).await.unwrap();
        verify(&export).unwrap();
        let mut forged = export;
        let shown = forged.r#match.as_mut().unwrap();
        shown.rematch.push('x');
        verify(&forged).unwrap_err();
        let shown = forged.r#match.as_mut().unwrap();
        shown.rematch.pop();
        shown.rematch_of.push('x');
        verify(&forged).unwrap_err();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_occupants_of_every_game_play_again_in_the_next_seats() {
    for game in GameId::ALL {
        let server = RedisServer::start();
        check_next_match(Memory::default(), *game).await;
        check_next_match(Redis::connect(&server.url(), RedisOptions::default()).unwrap(), *game).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn simultaneous_calls_create_one_rematch_and_no_stranger_takes_a_reserved_seat() {
    let server = RedisServer::start();
    let store = Redis::connect(&server.url(), RedisOptions::default()).unwrap();
    let worlds = [World::new(store.clone(), 3).await, World::new(store, 4).await];
    for round in 0..20 {
        let old = ended(worlds[0].api(), &created(&format!("simultaneous-{round}"))).await;
        let calls = (0..old.seats.len() * 3).map(|call| {
            let seat = call % old.seats.len();
            rematch(worlds[call / 3 % 2].api(), &old, old.token(seat))
        });
        let responses = futures_util::future::join_all(calls).await;
        let responses: Vec<_> = responses.into_iter().map(Result::unwrap).collect();
        let seats: BTreeSet<_> = responses
            .iter()
            .map(|response| (response.seat(), &response.seat_token))
            .collect();
        assert_eq!(seats.len(), old.seats.len(), "each seat has one token");
        let ids: BTreeSet<_> = responses.iter().map(|response| &response.match_id).collect();
        assert_eq!(ids.len(), 1, "there is one rematch");
    }
    // One player comes, the others do not.
    let old = ended(worlds[0].api(), &created("")).await;
    let first = rematch(worlds[0].api(), &old, old.token(2)).await.unwrap();
    let api = worlds[1].api();
    for seat in [None, Some(0)] {
        let refusal = refused(stranger(api, &first.match_id, seat).await);
        assert_eq!(refusal.reason, "SEAT_RESERVED");
    }
    for world in &worlds {
        world.clock().pass(RESERVED_MS);
    }
    assert_eq!(stranger(api, &first.match_id, None).await.unwrap(), 0);
    let late = rematch(api, &old, old.token(old.seats.len() - 1)).await;
    assert_eq!(refused(late).reason, "SEAT_TAKEN");
    // The reservation has ended, but the seat is still open.
    rematch(api, &old, old.token(0)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_host_stays_the_host() {
    let world = World::new(Memory::default(), 5).await;
    let api = world.api();
    let of_creator = ended(api, &created("")).await;
    let by_player = rematch(api, &of_creator, of_creator.token(0)).await.unwrap();
    assert_eq!(by_player.host_token, "", "the host's rights stay the host's");
    let by_host = rematch(api, &of_creator, &of_creator.host).await.unwrap();
    let new = table_of(&of_creator, &[by_host, by_player]);
    abort(api, &new.match_id, &new.host).await.unwrap();

    let table = TestMatch::of_players(&[api], &created("of-a-seat")).await;
    let transfer = TransferHostRequest {
        match_id: table.match_id.clone(),
        seat: Some(3),
        ..TransferHostRequest::default()
    };
    api.ask(&transfer, Some(&table.host)).await.unwrap();
    abort(api, &table.match_id, table.token(3)).await.unwrap();
    assert_eq!(
        refused(rematch(api, &table, &table.host).await).reason,
        "HOST_TRANSFERRED"
    );
    let first = rematch(api, &table, table.token(0)).await.unwrap();
    let new = table_of(&table, std::slice::from_ref(&first));
    assert_eq!(shown(api, &new, None).await.host_seat, None);
    let host = rematch(api, &table, table.token(3)).await.unwrap();
    assert_eq!(shown(api, &new, None).await.host_seat, Some(4));
    let by_other = abort(api, &new.match_id, &first.seat_token).await;
    assert_eq!(refused(by_other).reason, "HOST_ONLY");
    abort(api, &new.match_id, &host.seat_token).await.unwrap();
    let client = Client::connect([world.url()]).unwrap();
    verify(&client.export(&new.match_id, None).await.unwrap()).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_participants_have_a_rematch_and_a_player_who_left_has_no_seat() {
    let world = World::new(Memory::default(), 6).await;
    let api = world.api();
    let private = CreateMatchRequest {
        visibility: Visibility::Private.into(),
        ..created("private")
    };
    let old = TestMatch::of_players(&[api], &private).await;
    let left = old.token(1).to_owned();
    let leaving = LeaveMatchRequest {
        match_id: old.match_id.clone(),
        ..LeaveMatchRequest::default()
    };
    api.ask(&leaving, Some(&left)).await.unwrap();
    let spectating = SpectateMatchRequest {
        join_code: old.code.clone(),
        ..SpectateMatchRequest::default()
    };
    let spectator = api.ask(&spectating, None).await.unwrap().spectator_token;
    abort(api, &old.match_id, &old.host).await.unwrap();
    assert_eq!(refused(rematch(api, &old, &left).await).reason, "SEAT_LEFT");
    assert_eq!(refused(rematch(api, &old, &spectator).await).reason, "HOST_ONLY");
    let unknown = CreateRematchRequest {
        match_id: old.match_id.clone(),
        ..CreateRematchRequest::default()
    };
    assert_eq!(refused(api.ask(&unknown, None).await).reason, "TOKEN_MISSING");
    let new = rematch(api, &old, old.token(0)).await.unwrap();
    assert_ne!(new.join_code, old.code);
    assert_eq!(
        refused(stranger(api, &new.match_id, None).await).reason,
        "PRIVATE_MATCH"
    );
    // The seat of the player who left is open for everybody with the join code.
    let joining = JoinMatchRequest {
        join_code: new.join_code.clone(),
        display_name: "Player 0".to_owned(),
        ..JoinMatchRequest::default()
    };
    let taken = refused(api.ask(&joining, None).await);
    assert_eq!(taken.reason, "NAME_TAKEN");
    let joining = JoinMatchRequest {
        display_name: "Player 5".to_owned(),
        ..joining
    };
    assert_eq!(api.ask(&joining, None).await.unwrap().seat, Some(2));
    // A guest has taken the name of the old player.
    let fifth = rematch(api, &old, old.token(5)).await.unwrap();
    let new = table_of(&old, &[new, fifth]);
    let after = shown(api, &new, Some(new.token(1))).await;
    assert_eq!(after.seats[6].display_name, "Player 5 2");
    assert_eq!(after.seats[3].occupant(), Occupant::Open);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_belongs_to_the_platform_and_its_users() {
    let world = World::with(Memory::default(), 7, of_platform()).await;
    let platform = world.platform();
    let mut old = TestMatch::create(&platform, &created("")).await;
    let joining = JoinMatchRequest {
        player_ref: "user".to_owned(),
        ..old.joining(0)
    };
    old.seats[0] = Seated::Player(platform.ask(&joining, None).await.unwrap().seat_token);
    abort(&platform, &old.match_id, &old.host).await.unwrap();
    // The player's own client has no API key.
    let new = rematch(world.api(), &old, old.token(0)).await.unwrap();
    world.sweep().await;
    let listing = ListPlayerMatchesRequest {
        player_ref: "user".to_owned(),
        ..ListPlayerMatchesRequest::default()
    };
    let listed = platform.ask(&listing, None).await.unwrap().matches;
    let ids = listed
        .iter()
        .map(|listed| listed.r#match.as_ref().unwrap().match_id.as_str());
    assert_eq!(
        ids.collect::<BTreeSet<_>>(),
        [old.match_id.as_str(), &new.match_id].into()
    );
}
