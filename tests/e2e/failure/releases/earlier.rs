//! Every release loads all stored matches of earlier releases: it shows them unchanged, returns the same responses to
//! retries, and plays them to their end.

use serde_json::Value;
use tinsel_catalog::GameId;
use tinsel_client::{Client, Token};
use tinsel_harness::{
    Choice, Fixture, FixtureLocation, Moment, Operator, RawMatch, RedisServer, Seated, TestMatch, World, asked_for,
    asked_to, creating, first_difference, revision_of, shown, stored_bytes, stored_game,
};
use tinsel_history::verify;
use tinsel_proto::v1::{CreateMatchRequest, StartMatchRequest, StartPolicy, Visibility};
use tinsel_store::{MatchStore, Memory, Redis, RedisOptions};

use super::bank;

/// How the players of these tests decide.
const CHOICE: Choice = Choice::Bot(7);

/// A number for each fixture, so that all matches differ.
fn seed(location: &FixtureLocation) -> u64 {
    let letters = location.to_string().into_bytes().into_iter();
    letters.fold(7, |seed: u64, letter| seed.wrapping_mul(31).wrapping_add(letter.into()))
}

/// The request for a match at this moment.
fn asked(game: GameId, moment: Moment) -> CreateMatchRequest {
    let (usual, secret) = (game.testkit().setups()[0].clone(), game.testkit().secrets().setup);
    match moment {
        Moment::Lobby => CreateMatchRequest {
            display_name: "A match of long ago".to_owned(),
            start_policy: StartPolicy::ByHost.into(),
            ..creating(&secret, "kept-lobby")
        },
        Moment::Private => CreateMatchRequest {
            visibility: Visibility::Private.into(),
            start_policy: StartPolicy::ByHost.into(),
            ..creating(&secret, "kept-private")
        },
        Moment::Clocks => CreateMatchRequest {
            time_control: Some(bank()),
            ..creating(&secret, "kept-clocks")
        },
        Moment::Start | Moment::Middle | Moment::End | Moment::Bots => creating(&usual, &format!("kept-{moment}")),
    }
}

/// Seats players, and bots between them if `bots`.
async fn seat(world: &World, asked: &CreateMatchRequest, bots: bool) -> TestMatch {
    let mut table = TestMatch::create(world.api(), asked).await;
    for seat in 0..table.seats.len() {
        if bots && seat % 2 == 1 {
            table.add_bot(world.api(), seat).await;
        } else {
            table.join(world.api(), seat).await;
        }
    }
    table
}

/// Plays to about the middle of a match. The length is that of another match, and differs much in some games.
async fn to_the_middle(world: &World, asked: &CreateMatchRequest, bots: bool) -> TestMatch {
    let other = CreateMatchRequest {
        request_id: String::new(),
        ..asked.clone()
    };
    let other = seat(world, &other, bots).await;
    let mut steps = 0;
    while !other.is_over(world.api()).await {
        other.play_step_in_order(&[world.api()], CHOICE).await;
        steps += 1;
    }
    let table = seat(world, asked, bots).await;
    for _ in 0..steps / 5 {
        table.play_step_in_order(&[world.api()], CHOICE).await;
    }
    assert!(!table.is_over(world.api()).await);
    table
}

/// A match at a moment, as this release plays it.
async fn reach(world: &World, game: GameId, moment: Moment) -> TestMatch {
    let (api, asked) = (world.api(), asked(game, moment));
    match moment {
        Moment::Lobby | Moment::Private => {
            let mut table = TestMatch::create(api, &asked).await;
            table.join(api, 0).await;
            table.add_bot(api, 1).await;
            if table.seats.len() > 2 {
                table.join(api, 2).await;
            }
            table
        }
        Moment::Start => seat(world, &asked, false).await,
        Moment::Middle => to_the_middle(world, &asked, false).await,
        Moment::Bots => to_the_middle(world, &asked, true).await,
        Moment::End => {
            let table = seat(world, &asked, false).await;
            while !table.is_over(api).await {
                table.play_step_in_order(&[api], CHOICE).await;
            }
            table
        }
        Moment::Clocks => {
            let table = seat(world, &asked, false).await;
            for milliseconds in [7_000, 20_000] {
                world.clock().pass(milliseconds);
                table.play_step_in_order(&[api], CHOICE).await;
            }
            world.clock().pass(1_234);
            table
        }
    }
}

/// Writes this release's match to a location, unless there is a fixture.
async fn keep(location: &FixtureLocation) {
    if location.is_kept() {
        return;
    }
    let server = RedisServer::start();
    let store = Redis::connect(&server.url(), RedisOptions::default()).unwrap();
    let world = World::new(store, seed(location)).await;
    let table = reach(&world, location.game, location.moment).await;
    let id = table.match_id.parse().unwrap();
    let raw = RawMatch::read(&mut Operator::of(&server), id);
    let fixture = Fixture::new(location.game, &table, world.clock().millis(), &raw);
    location.keep(&fixture, &shown(world.api(), &table).await);
}

/// With `KEEP_FIXTURES=<date>`, the test writes the fixtures that the folder of that release lacks.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_of_this_release_are_kept() {
    if let Some(release) = asked_for("KEEP_FIXTURES") {
        for game in GameId::ALL {
            for moment in Moment::ALL {
                let (release, game) = (release.clone(), *game);
                keep(&FixtureLocation { release, game, moment }).await;
            }
        }
    }
    let kept: Vec<_> = FixtureLocation::all()
        .into_iter()
        .map(|location| (location.stored(), location))
        .collect();
    for game in GameId::ALL {
        let facts = game.game().facts();
        // Only a match with a player as its host has a later one.
        let schema = 1;
        let now = (schema, facts.schema_version, facts.rules_version);
        for moment in Moment::ALL {
            let is_now = |(of, location): &(Fixture, FixtureLocation)| {
                (location.game, location.moment) == (*game, moment)
                    && (of.schema, of.game_schema, of.rules_version) == now
            };
            assert!(
                kept.iter().any(is_now),
                "no match of {game} is kept ({moment}) of schema {}, game schema {} and rules version {}: run \
                 `make fixtures`, and commit what it adds",
                now.0,
                now.1,
                now.2
            );
        }
    }
}

/// Compares the responses of the API with the expected ones. With `UPDATE_SHOWN=1`, additional values are written to
/// the fixture.
fn check_shown(location: &FixtureLocation, now: &Value) {
    let was = location.shown();
    if let Some(what) = first_difference(&was, now) {
        panic!("{location}: a response differs: {what}");
    }
    if *now != was && asked_to("UPDATE_SHOWN") {
        location.keep_shown(now);
    } else if let Some(what) = first_difference(now, &was) {
        panic!("{location}: a response has new values; run `make fixtures-shown` and review them: {what}");
    }
}

/// A retry returns the first response.
async fn check_answers(world: &World, location: &FixtureLocation, table: &TestMatch) {
    for seat in table.players() {
        let again = world.api().ask(&table.joining(seat), None).await;
        let again = again.unwrap_or_else(|refusal| panic!("{location}: {refusal}"));
        assert_eq!(again.seat_token, table.token(seat), "{location}");
    }
}

/// Plays a match to its end.
async fn finish(world: &World, moment: Moment, table: &mut TestMatch) {
    let api = world.api();
    if [Moment::Lobby, Moment::Private].contains(&moment) {
        let taken = table.seats.clone().into_iter().zip(0..);
        for (_, open) in taken.filter(|(seated, _)| *seated == Seated::Open) {
            table.join(api, open).await;
        }
        let start = StartMatchRequest {
            match_id: table.match_id.clone(),
            ..StartMatchRequest::default()
        };
        api.ask(&start, Some(&table.host)).await.expect("it starts");
    }
    if moment != Moment::Clocks {
        table.play(&[api], CHOICE).await;
        return;
    }
    // No player returns, so the stored deadlines must end the match.
    while !table.is_over(api).await {
        let before = revision_of(&table.state(api, None).await);
        let mut after = before;
        // A seat that has often decided quickly can have more in its bank than at the start.
        for _ in 0..10 {
            if after > before {
                break;
            }
            world.clock().pass(61_000);
            world.sweep().await;
            after = revision_of(&table.state(api, None).await);
        }
        assert!(after > before, "nothing was due");
    }
}

/// The saved bytes of a state must not change while the rules version of the game is the same. `verify` would notice it
/// only for games that disclose everything.
async fn check_saved<S: MatchStore>(store: &S, location: &FixtureLocation, match_id: &str) {
    if let Some(bytes) = stored_bytes(store, match_id).await {
        let again = stored_game(store, match_id).await.save().unwrap();
        assert!(
            again == bytes,
            "{location} is saved otherwise than it was, so the rules version has to be raised"
        );
    }
}

/// Serves a match of `store` and plays it to its end. Calls `looked_at` after the reads and before the first write.
async fn serve<S: MatchStore>(store: S, location: &FixtureLocation, fixture: &Fixture, looked_at: impl FnOnce()) {
    let world = World::new(store, seed(location).wrapping_add(1)).await;
    world.clock().set(fixture.clock_ms);
    let mut table = fixture.table();
    check_shown(location, &shown(world.api(), &table).await);
    check_answers(&world, location, &table).await;
    looked_at();
    finish(&world, location.moment, &mut table).await;
    let client = Client::connect([world.url()]).unwrap();
    let export = client
        .export(&table.match_id, Some(&Token::new(&table.host)))
        .await
        .expect("an export");
    let verified = verify(&export);
    let wrong = verified.err();
    assert!(wrong.is_none(), "{location} can no longer be verified: {wrong:?}");
}

/// Serves a match from memory and from Redis. That Redis is its own, because sweeping processes all matches in it.
async fn load(location: &FixtureLocation) {
    let fixture = location.stored();
    let (id, raw) = (fixture.id(), fixture.raw());
    let server = RedisServer::start();
    let mut operator = Operator::of(&server);
    raw.put(&mut operator, id);
    let redis = Redis::connect(&server.url(), RedisOptions::default()).unwrap();
    let memory = Memory::default();
    raw.copy(id, &redis, &memory).await;
    check_saved(&redis, location, &fixture.match_id).await;
    serve(memory, location, &fixture, || ()).await;
    let unwritten = || {
        let now = RawMatch::read(&mut operator, id);
        assert_eq!(now, raw, "{location}: a read has changed the stored match");
    };
    serve(redis, location, &fixture, unwritten).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_fixture_is_served_to_its_end_from_memory_and_from_redis() {
    let locations = FixtureLocation::all();
    assert!(!locations.is_empty());
    for location in locations {
        load(&location).await;
    }
}
