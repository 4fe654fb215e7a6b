//! The host's rights, and the seat of a match's creator.

use tinsel_catalog::GameId;
use tinsel_client::{Client, Token};
use tinsel_harness::{Api, Refusal, TestMatch, World, created, creating, refused, soon};
use tinsel_history::verify;
use tinsel_proto::v1::{
    AbortMatchRequest, AddBotRequest, CreateMatchRequest, GetMatchRequest, JoinMatchRequest, LeaveMatchRequest, Match,
    MatchPhase, StartMatchRequest, StartPolicy, TakeSeat, TransferHostRequest, Visibility,
};
use tinsel_store::Memory;

const MINUTE: u64 = 60_000;

/// Two replicas on a store.
async fn replicas(seed: u64) -> [World; 2] {
    let memory = Memory::default();
    [
        World::new(memory.clone(), seed).await,
        World::new(memory, seed + 1).await,
    ]
}

fn transferring(table: &TestMatch, seat: u32) -> TransferHostRequest {
    TransferHostRequest {
        match_id: table.match_id.clone(),
        request_id: format!("to-{seat}"),
        seat: Some(seat),
    }
}

async fn shown(api: &Api, table: &TestMatch) -> Match {
    table.state(api, None).await.r#match.unwrap()
}

/// The events are in the history that each player exports and verifies.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_host_gives_its_rights_to_a_player() {
    let worlds = replicas(241).await;
    let [first, second] = [worlds[0].api(), worlds[1].api()];
    let asked = CreateMatchRequest {
        start_policy: StartPolicy::ByHost.into(),
        ..created("")
    };
    let mut table = TestMatch::create(first, &asked).await;
    for seat in 0..2 {
        table.join(first, seat).await;
    }
    let creator = table.host.clone();
    let mut stream = second.watch(&table.match_id, None, Some(&creator)).await.unwrap();
    soon("the snapshot", stream.message()).await.unwrap();

    let given = first.ask(&transferring(&table, 0), Some(&creator)).await.unwrap();
    assert_eq!(given.revision, 4);
    let again = second.ask(&transferring(&table, 0), Some(&creator)).await.unwrap();
    assert_eq!(again, given);
    let cut = loop {
        match soon("the end of the stream", stream.message()).await {
            Ok(said) => assert!(said.is_some(), "the stream ends without an error"),
            Err(status) => break Refusal::of(&status),
        }
    };
    assert_eq!(cut.reason, "HOST_TRANSFERRED");
    let bot = AddBotRequest {
        match_id: table.match_id.clone(),
        ..AddBotRequest::default()
    };
    for (token, reason) in [
        (&creator, "HOST_TRANSFERRED"),
        (&table.token(1).to_owned(), "HOST_ONLY"),
    ] {
        assert_eq!(refused(second.ask(&bot, Some(token)).await).reason, reason);
    }
    table.host = table.token(0).to_owned();
    for seat in 2..8 {
        table.add_bot(second, seat).await;
    }
    assert_eq!(shown(second, &table).await.host_seat, Some(0));
    let start = StartMatchRequest {
        match_id: table.match_id.clone(),
        ..StartMatchRequest::default()
    };
    first.ask(&start, Some(&table.host)).await.unwrap();
    let leave = LeaveMatchRequest {
        match_id: table.match_id.clone(),
        ..LeaveMatchRequest::default()
    };
    first.ask(&leave, Some(&table.host)).await.unwrap();
    assert_eq!(shown(second, &table).await.host_seat, Some(1));
    let abort = AbortMatchRequest {
        match_id: table.match_id.clone(),
        ..AbortMatchRequest::default()
    };
    second.ask(&abort, Some(table.token(1))).await.unwrap();

    let client = Client::connect([worlds[1].url()]).unwrap();
    for token in [None, Some(Token::new(table.token(1)))] {
        let exported = client.export(&table.match_id, token.as_ref()).await.unwrap();
        verify(&exported).unwrap();
    }
}

/// In every game, also in a private match. A retry on another replica gets the same tokens.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_creator_of_a_match_can_take_a_seat_in_the_same_step() {
    let worlds = replicas(243).await;
    let [first, second] = [worlds[0].api(), worlds[1].api()];
    for (number, game) in (0..).zip(GameId::ALL) {
        let visibility = if number % 2 == 0 {
            Visibility::Public
        } else {
            Visibility::Private
        };
        let asked = CreateMatchRequest {
            request_id: format!("create-{}", game.as_str()),
            visibility: visibility.into(),
            take_seat: Some(TakeSeat {
                player_ref: String::new(),
                display_name: "Ada".to_owned(),
                seat: Some(1),
                nonce: vec![7; 16].into(),
            }),
            ..creating(&game.testkit().setups()[0], "")
        };
        let created = first.ask(&asked, None).await.unwrap();
        assert_eq!((created.revision, created.seat), (2, Some(1)), "{}", game.as_str());
        assert_eq!(second.ask(&asked, None).await.unwrap(), created, "{}", game.as_str());
        let other = CreateMatchRequest {
            take_seat: None,
            ..asked.clone()
        };
        assert_eq!(refused(second.ask(&other, None).await).reason, "REQUEST_ID_REUSED");
        let get = GetMatchRequest {
            match_id: created.match_id.clone(),
            ..GetMatchRequest::default()
        };
        let got = second.ask(&get, Some(&created.seat_token)).await.unwrap();
        let state = got.state.unwrap();
        assert_eq!(state.viewer.unwrap().seat, Some(1));
        let seat = state.r#match.unwrap().seats[1].clone();
        assert_eq!((seat.display_name.as_str(), &seat.nonce[..]), ("Ada", &[7; 16][..]));
        let join = JoinMatchRequest {
            match_id: if created.join_code.is_empty() {
                created.match_id.clone()
            } else {
                String::new()
            },
            join_code: created.join_code.clone(),
            display_name: "Ben".to_owned(),
            seat: Some(1),
            ..JoinMatchRequest::default()
        };
        assert_eq!(
            refused(second.ask(&join, None).await).reason,
            "SEAT_TAKEN",
            "{}",
            game.as_str()
        );
        let leave = LeaveMatchRequest {
            match_id: created.match_id.clone(),
            ..LeaveMatchRequest::default()
        };
        second.ask(&leave, Some(&created.seat_token)).await.unwrap();
        // Also after the player has left, as with JoinMatch.
        assert_eq!(first.ask(&asked, None).await.unwrap(), created, "{}", game.as_str());
    }
    let client = Client::connect([worlds[0].url()]).unwrap();
    let asked = CreateMatchRequest {
        take_seat: Some(TakeSeat {
            display_name: "Ada".to_owned(),
            ..TakeSeat::default()
        }),
        ..created("")
    };
    let host = client.create_with(asked).await.unwrap();
    let seat = host.seat().unwrap();
    host.transfer(seat.seat()).await.unwrap();
    let by_seat = client.host(host.match_id(), seat.token().clone());
    by_seat.add_bot().await.unwrap();
    let seated = seat.state().await.unwrap().r#match.unwrap();
    assert_eq!((seated.host_seat, seated.seats[0].nonce.len()), (Some(0), 32));
    let with = |name: &str, seat| CreateMatchRequest {
        take_seat: Some(TakeSeat {
            display_name: name.to_owned(),
            seat,
            ..TakeSeat::default()
        }),
        ..created("")
    };
    let refusal = refused(first.ask(&with("", None), None).await);
    assert!(
        refusal.message.starts_with("take_seat.display_name: must have 1 to 40"),
        "{refusal:?}"
    );
    assert_eq!(
        refused(first.ask(&with("Ada", Some(8)), None).await).reason,
        "NO_SUCH_SEAT"
    );
}

// A5
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_start_a_match_without_its_host_after_the_time_of_its_creator() {
    let world = World::new(Memory::default(), 245).await;
    let api = world.api();
    let two_minutes = prost_types::Duration { seconds: 120, nanos: 0 };
    let asked = CreateMatchRequest {
        start_policy: StartPolicy::ByHost.into(),
        start_without_host_after: Some(two_minutes),
        ..created("")
    };
    let when_full = CreateMatchRequest {
        start_policy: StartPolicy::WhenFull.into(),
        ..asked.clone()
    };
    let refusal = refused(api.ask(&when_full, None).await);
    assert!(
        refusal.message.starts_with("start_without_host_after: must be absent"),
        "{refusal:?}"
    );

    let mut table = TestMatch::create(api, &asked).await;
    table.join(api, 0).await;
    assert_eq!(shown(api, &table).await.start_without_host_time, None);
    for seat in 1..8 {
        table.add_bot(api, seat).await;
    }
    let full = shown(api, &table).await;
    assert_eq!(full.start_without_host_after, Some(two_minutes));
    assert!(full.start_without_host_time.is_some());
    let start = StartMatchRequest {
        match_id: table.match_id.clone(),
        ..StartMatchRequest::default()
    };
    world.clock().pass(2 * MINUTE - 1_000);
    let early = refused(api.ask(&start, Some(table.token(0))).await);
    assert_eq!(
        (early.reason.as_str(), early.metadata["seconds"].as_str()),
        ("START_RESERVED", "1")
    );
    world.clock().pass(1_000);
    let client = Client::connect([world.url()]).unwrap();
    let seat = client.seat(&table.match_id, Token::new(table.token(0)), 0);
    seat.start().await.unwrap();
    let begun = shown(api, &table).await;
    assert_eq!(
        (begun.phase(), begun.start_without_host_time),
        (MatchPhase::Active, None)
    );
}
