//! The reasons of every game, reached by the positions of its testkit.

use tinsel_catalog::{
    GameId,
    testkit::{RefusedPosition, RefusedSetup},
};
use tinsel_harness::{Refusal, Replica, TestMatch, game_reasons, put_game, redis, refused};
use tinsel_proto::v1::CreateMatchRequest;
use tinsel_store::{Redis, RedisOptions};

use super::Reached;

/// Records a refusal, which must be for `reason` and name this invalid field, if any.
fn note(reached: &mut Reached, refusal: &Refusal, reason: &str, field: Option<String>) {
    reached.note(reason, refusal);
    let blamed: Vec<_> = refusal
        .violations
        .iter()
        .map(|violation| violation.field.clone())
        .collect();
    assert_eq!(blamed, field.into_iter().collect::<Vec<_>>(), "{reason}");
}

async fn refuse_setup(replica: &Replica, game: GameId, table: RefusedSetup, reached: &mut Reached) {
    let asked = CreateMatchRequest {
        seats: table.seats,
        config: Some(table.config),
        ..CreateMatchRequest::default()
    };
    let refusal = refused(replica.api().ask(&asked, None).await);
    let field = match table.option {
        Some(option) => format!("config.{game}.{option}"),
        None => "seats".to_owned(),
    };
    note(reached, &refusal, table.reason, Some(field));
}

/// A match in this position.
async fn set_up(replica: &Replica, refused: &RefusedPosition) -> TestMatch {
    let asked = CreateMatchRequest {
        seats: Some(refused.seats),
        config: Some(refused.config.clone()),
        ..CreateMatchRequest::default()
    };
    let table = TestMatch::of_players(&[replica.api()], &asked).await;
    let store = Redis::connect(&redis().url(), RedisOptions::default()).unwrap();
    put_game(&store, &table.match_id, &refused.position).await;
    table
}

async fn refuse_in(replica: &Replica, game: GameId, position: RefusedPosition, reached: &mut Reached) {
    let table = set_up(replica, &position).await;
    let before = table.bytes(replica.api(), None).await;
    for asked in position.refused {
        let answer = table.submit(replica.api(), asked.seat.get().into(), asked.action).await;
        let (refusal, reason) = (refused(answer), asked.reason);
        let field = asked.field.map(|field| format!("action.{game}.{field}"));
        note(reached, &refusal, &reason, field);
        let rule = &refusal.metadata["rule"];
        assert!(game.game().facts().rules.contains(rule), "{refusal:?}");
        assert!(refusal.revision().is_some(), "{refusal:?}");
        let after = table.bytes(replica.api(), None).await;
        assert_eq!(after, before, "{reason} changed something");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_reason_of_every_game_is_reached() {
    let replica = Replica::on_redis().await;
    for game in GameId::ALL {
        let (testkit, mut reached) = (game.testkit(), Reached::default());
        for table in testkit.refused_setups() {
            refuse_setup(&replica, *game, table, &mut reached).await;
        }
        for position in testkit.refused_positions() {
            refuse_in(&replica, *game, position, &mut reached).await;
        }
        reached.check_complete(&game_reasons(*game), testkit.unreachable());
    }
}
