//! The reasons of Presents of Mine.

use tinsel_harness::{Choice, Replica, Table, created, default_of, game_reasons, refused};
use tinsel_proto::{
    games::presents_of_mine::v1::{self as pom, Letter, Present, action::Action as Kind},
    v1::{CreateMatchRequest, GameAction, game_action},
};

use super::{Reached, UNREACHABLE_IN_PRESENTS_OF_MINE};
use crate::nonsense::{passing, selection, stealing};

/// Submits for seat 0 what must be refused for `reason`, with this field to blame, if any.
async fn refuse(replica: &Replica, table: &Table, action: GameAction, (reason, field): (&str, &str)) -> Reached {
    let before = table.bytes(replica.api(), None).await;
    let refusal = refused(table.submit(replica.api(), 0, action).await);
    let mut reached = Reached::default();
    reached.note(reason, &refusal);
    let fields: Vec<_> = refusal
        .violations
        .iter()
        .map(|violation| violation.field.as_str())
        .collect();
    let expected = (!field.is_empty()).then(|| format!("action.presents_of_mine.{field}"));
    assert_eq!(
        fields,
        expected.iter().map(String::as_str).collect::<Vec<_>>(),
        "{reason}"
    );
    assert!(refusal.metadata["rule"].starts_with("PM-"), "{refusal:?}");
    assert!(refusal.revision().is_some(), "{refusal:?}");
    assert_eq!(
        table.bytes(replica.api(), None).await,
        before,
        "{reason} changed something"
    );
    reached
}

/// The passes of seat 0's default, with its replacement.
async fn passes(replica: &Replica, table: &Table) -> (Vec<Present>, Option<pom::Replacement>) {
    let state = table.state(replica.api(), Some(table.token(0))).await;
    let Some(game_action::Game::PresentsOfMine(action)) = default_of(&state, 0).unwrap().game else {
        panic!("a match of Presents of Mine")
    };
    match action.action.unwrap() {
        Kind::PassPresents(passed) => (passed.passes, passed.replacement),
        other => panic!("not a pass: {other:?}"),
    }
}

const fn present(letter: Letter, staleness: u32, layers: u32) -> Present {
    Present {
        letter: letter as i32,
        staleness,
        layers,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_reason_of_presents_of_mine_is_reached() {
    let replica = Replica::on_redis().await;
    let api = replica.api();
    let mut reached = Reached::default();
    let config = CreateMatchRequest {
        seats: Some(7),
        ..created("")
    };
    reached.note("INVALID_CONFIG", &refused(api.ask(&config, None).await));

    let table = Table::of_players(&[api], &created("")).await;
    let held = present(Letter::A, 0, 0);
    let selections: [(GameAction, (&str, &str)); 5] = [
        (passing(vec![held; 3], None), ("WRONG_ACTION", "")),
        (selection(&[1, 2, 3, 4]), ("SELECTION_COUNT", "select_presents.letters")),
        (
            selection(&[1, 2, 3, 4, 11]),
            ("UNKNOWN_PRESENT", "select_presents.letters[4]"),
        ),
        (
            selection(&[1, -1, 3, 4, 5]),
            ("UNKNOWN_PRESENT", "select_presents.letters[1]"),
        ),
        (
            selection(&[1, 2, 3, 2, 5]),
            ("DUPLICATE_PRESENT", "select_presents.letters[3]"),
        ),
    ];
    for (action, expected) in selections {
        reached.0.extend(refuse(&replica, &table, action, expected).await.0);
    }
    let action = table.choice(api, 0, Choice::Default).await.unwrap();
    table.submit(api, 0, action.clone()).await.unwrap();
    reached
        .0
        .extend(refuse(&replica, &table, action, ("ALREADY_SUBMITTED", "")).await.0);
    table.play_step(&[api], Choice::Default).await;

    let (passed, _) = passes(&replica, &table).await;
    let swap = pom::Replacement {
        discard: Some(passed[0]),
        take: Letter::K.into(),
    };
    // Everybody selected A and was given one more, at another staleness.
    let mut twice = passed.clone();
    twice[1] = twice[0];
    let first_round = [
        (
            passing(passed[..2].to_vec(), None),
            ("PASS_COUNT", "pass_presents.passes"),
        ),
        (
            passing(vec![passed[0], present(Letter::K, 0, 0), passed[1]], None),
            ("BAD_PRESENT_REF", "pass_presents.passes[1]"),
        ),
        (
            passing(vec![passed[0], passed[1], present(Letter::A, 99, 0)], None),
            ("PRESENT_NOT_HELD", ""),
        ),
        (passing(twice, None), ("NOT_ENOUGH_COPIES", "")),
        (passing(passed.clone(), Some(swap)), ("REPLACEMENT_NOT_ALLOWED", "")),
    ];
    for (action, expected) in first_round {
        reached.0.extend(refuse(&replica, &table, action, expected).await.0);
    }
    table.play_step(&[api], Choice::Default).await;

    let (passed, replacement) = passes(&replica, &table).await;
    let kept = replacement.unwrap().discard.unwrap();
    let with = |discard, take: Letter| {
        let take = take.into();
        passing(passed.clone(), Some(pom::Replacement { discard, take }))
    };
    let discard = "pass_presents.replacement.discard";
    let second_round = [
        (passing(passed.clone(), None), ("REPLACEMENT_REQUIRED", "")),
        (with(None, Letter::K), ("BAD_PRESENT_REF", discard)),
        (
            with(Some(present(Letter::B, 77, 0)), Letter::K),
            ("PRESENT_NOT_HELD", ""),
        ),
        (with(Some(kept), Letter::M), ("UNKNOWN_REPLACEMENT", "")),
        (with(Some(kept), Letter::Unspecified), ("UNKNOWN_REPLACEMENT", "")),
    ];
    for (action, expected) in second_round {
        reached.0.extend(refuse(&replica, &table, action, expected).await.0);
    }
    // A present of which every copy is passed.
    let hand = hand(&replica, &table).await;
    let only = passed.iter().find(|one| {
        let count = |of: &[Present]| of.iter().filter(|other| other == one).count();
        count(&hand) == count(&passed)
    });
    let action = with(Some(*only.expect("a present that is passed whole")), Letter::K);
    reached
        .0
        .extend(refuse(&replica, &table, action, ("REPLACEMENT_NOT_KEPT", "")).await.0);
    table.play_step(&[api], Choice::Default).await;
    table.play_step(&[api], Choice::Default).await;

    let stolen = present(Letter::A, 88, 0);
    let fourth_round = [
        (stealing(vec![stolen; 4]), ("STEAL_COUNT", "steal_presents.steals")),
        (
            stealing(vec![stolen, stolen, present(Letter::Unspecified, 0, 0)]),
            ("BAD_PRESENT_REF", "steal_presents.steals[2]"),
        ),
        (stealing(vec![stolen; 3]), ("TARGET_LACKS_PRESENT", "")),
    ];
    for (action, expected) in fourth_round {
        reached.0.extend(refuse(&replica, &table, action, expected).await.0);
    }
    table.play(&[api], Choice::Default).await;
    let late = selection(&[1, 2, 3, 4, 5]);
    reached
        .0
        .extend(refuse(&replica, &table, late, ("MATCH_FINISHED", "")).await.0);
    reached.check_complete(&game_reasons("presents_of_mine"), UNREACHABLE_IN_PRESENTS_OF_MINE);
}

/// The hand of seat 0.
async fn hand(replica: &Replica, table: &Table) -> Vec<Present> {
    let state = table.state(replica.api(), Some(table.token(0))).await;
    let Some(tinsel_proto::v1::game_view::Game::PresentsOfMine(view)) = state.view.unwrap().game else {
        panic!("a match of Presents of Mine")
    };
    view.seats[0].hand.clone()
}
