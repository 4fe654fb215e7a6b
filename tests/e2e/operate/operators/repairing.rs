//! Repairs by operators: defaults, extended deadlines, and aborting. Each is applied once, on any replica, and
//! disclosed to everyone.

use tinsel_catalog::GameId;
use tinsel_engine::Hides;
use tinsel_harness::{Choice, TestMatch, World, created, creating, refused, stored_bytes, stored_game};
use tinsel_history::Checked;
use tinsel_proto::v1::{MatchPhase, OperatorAction, RepairMatchResponse};
use tinsel_store::{MatchStore, Memory};

use super::*;

fn told(action: OperatorAction) -> OperatorActed {
    OperatorActed {
        action: action.into(),
        reason: WHY.to_owned(),
        ..OperatorActed::default()
    }
}

async fn repair(world: &World, table: &TestMatch, repair: Repair) -> u64 {
    let answer = world.operators().ask(&repairing(table, "", repair), None).await;
    answer.expect("repaired").revision
}

/// Calls both replicas with the same request ID: the second call changes nothing and returns the same response.
async fn repair_twice(worlds: &[World; 2], table: &TestMatch, asked: &RepairMatchRequest) -> RepairMatchResponse {
    let [one, other] = worlds;
    // The other replica has an old state of the match in its cache.
    let before = head(other, table).await;
    let answer = one.operators().ask(asked, None).await.expect("repaired");
    assert_eq!(answer.revision, before + 1);
    let after = seen(one.api(), table).await;
    let again = other.operators().ask(asked, None).await.expect("the same answer");
    assert_eq!(again, answer);
    assert_eq!(
        seen(other.api(), table).await,
        after,
        "a repeated call changes something"
    );
    answer
}

/// The deadlines of all pending decisions, in milliseconds since 1970.
fn deadlines(seen: &Match) -> Vec<i64> {
    let deadlines = seen.pending_decisions.iter().map(|waiting| waiting.deadline.unwrap());
    deadlines
        .map(|at| at.seconds * 1000 + i64::from(at.nanos) / 1_000_000)
        .collect()
}

/// A watch of the whole match contains these actions of operators, without the operator's name.
async fn check_disclosed(world: &World, table: &TestMatch, expected: &[(u64, OperatorActed)]) {
    for (_, token) in table.watchers() {
        let entries = listed(world.api(), table, token).await;
        assert_eq!(deeds(&entries), expected);
        let watched = table.told(world.api(), Some(0), token, u64::MAX).await;
        assert!(watched.len() >= entries.len(), "{} of {}", watched.len(), entries.len());
        let watched = format!("{watched:?} {entries:?}");
        assert!(!watched.contains(OLGA));
        assert_eq!(
            watched.matches(WHY).count(),
            2 * expected.len(),
            "by the stream and by the list"
        );
    }
    let by_operator = examined(world, table).await.recent.into_iter();
    let by_operator = by_operator.filter(|recent| !recent.operator.is_empty());
    for recent in by_operator {
        assert_eq!((recent.operator.as_str(), recent.action.as_str()), (OLGA, ""));
    }
}

/// Two worlds with the same randomness: an operator takes the same defaults as the deadlines would.
async fn check_defaults(game: GameId, steps: usize) {
    let stores = [Memory::default(), Memory::default()];
    let worlds = [world(stores[0].clone(), 521).await, world(stores[1].clone(), 521).await];
    let asked = a_minute(creating(&game.testkit().setups()[0], "the same in both"));
    let asked = CreateMatchRequest {
        request_id: String::new(),
        ..asked
    };
    let mut tables = Vec::new();
    for world in &worlds {
        let table = TestMatch::of_players(&[world.api()], &asked).await;
        for _ in 0..steps {
            table.play_step_in_order(&[world.api()], Choice::Bot(2)).await;
        }
        tables.push(table);
    }
    let before = head(&worlds[0], &tables[0]).await;
    assert_eq!(before, head(&worlds[1], &tables[1]).await);
    for world in &worlds {
        world.clock().pass(60_000);
    }
    repair(&worlds[0], &tables[0], defaults_of(None)).await;
    worlds[1].sweep().await;
    let mut games = Vec::new();
    for (store, table) in stores.iter().zip(&tables) {
        games.push(stored_bytes(store, &table.match_id).await);
    }
    assert_eq!(games[0], games[1], "{game}, after {steps} steps");
    let heads = (head(&worlds[0], &tables[0]).await, head(&worlds[1], &tables[1]).await);
    assert!(heads.1 > before, "{game}: no decision is pending");
    assert_eq!(heads.0, heads.1 + 1, "{game}: one more revision discloses it");
    let [one, other] = [
        seen(worlds[0].api(), &tables[0]).await,
        seen(worlds[1].api(), &tables[1]).await,
    ];
    assert_eq!(
        (one.pending_decisions, one.seats),
        (other.pending_decisions, other.seats),
        "{game}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_defaults_that_an_operator_takes_are_those_of_the_deadlines_in_every_game() {
    for game in GameId::ALL {
        for steps in 0..4 {
            check_defaults(*game, steps).await;
        }
    }
}

/// All repairs, in a match that is then played to its end and verifies.
async fn check_repairs<S: MatchStore>(store: impl Fn() -> S, seed: u64, game: GameId) {
    let worlds = replicas(&store, seed).await;
    let apis = [worlds[0].api(), worlds[1].api()];
    let table = TestMatch::of_players(&apis, &a_minute(creating(&game.testkit().setups()[0], ""))).await;
    table.play_step(&apis, Choice::Bot(1)).await;
    let mut expected = Vec::new();

    let before = seen(apis[0], &table).await;
    let all = repair_twice(&worlds, &table, &repairing(&table, "all", defaults_of(None))).await;
    expected.push((all.revision, told(OperatorAction::TakeDefaults)));
    let after = seen(apis[0], &table).await;
    assert!(after.revision > all.revision, "{game}");
    assert!(
        after.revision <= all.revision + before.pending_decisions.len() as u64,
        "{game}: one default of each"
    );

    let seat = after.pending_decisions.last().unwrap().seat();
    let playing = stored_game(&store(), &table.match_id).await;
    let is_secret = playing.secrecy().hides(Hides::Defaults);
    let owing = playing.owing();
    let one = repair_twice(&worlds, &table, &repairing(&table, "one", defaults_of(Some(seat)))).await;
    let acted = OperatorActed {
        seat: Some(seat).filter(|_| !is_secret),
        ..told(OperatorAction::TakeDefaults)
    };
    expected.push((one.revision, acted));
    assert_eq!(head(&worlds[0], &table).await, one.revision + 1, "{game}: one default");
    if owing.len() > 1 {
        let still = stored_game(&store(), &table.match_id).await.owing();
        let others = owing.iter().filter(|other| u32::from(other.get()) != seat);
        assert!(
            others.into_iter().all(|other| still.contains(other)),
            "{game}: {still:?}"
        );
    }

    let before = deadlines(&seen(apis[0], &table).await);
    let more = repair_twice(&worlds, &table, &repairing(&table, "more", more_time(90))).await;
    let acted = OperatorActed {
        extension: duration(90),
        ..told(OperatorAction::ExtendDeadlines)
    };
    expected.push((more.revision, acted));
    let later: Vec<_> = before.iter().map(|at| at + 90_000).collect();
    let extended = seen(apis[1], &table).await;
    assert_eq!(deadlines(&extended), later, "{game}");
    for (passed, fired) in [(60_000, false), (89_999, false), (1, true)] {
        for world in &worlds {
            world.clock().pass(passed);
        }
        worlds[1].sweep().await;
        assert_eq!(
            seen(apis[0], &table).await.revision > extended.revision,
            fired,
            "{game}"
        );
    }
    // The next decision has its normal time.
    let now = i64::try_from(worlds[0].clock().millis()).unwrap();
    assert!(
        deadlines(&seen(apis[0], &table).await)
            .iter()
            .all(|at| *at <= now + 60_000),
        "{game}"
    );

    table.play(&apis, Choice::Bot(3)).await;
    check_disclosed(&worlds[1], &table, &expected).await;
    let secret = !game.game().facts().discloses_everything;
    for (viewer, export, verified) in check_exports(&worlds[0], &table).await {
        assert_eq!(verified.checked == Checked::WhatIsPublic, secret, "{viewer} of {game}");
        assert_eq!(deeds(&export.entries), expected);
        check_tampering(&export, &expected);
    }
    let late = worlds[0]
        .operators()
        .ask(&repairing(&table, "late", abort()), None)
        .await;
    assert_eq!(refused(late).reason, "MATCH_OVER");
}

/// An export in which an operator's action is missing or changed does not verify.
fn check_tampering(export: &MatchExport, expected: &[(u64, OperatorActed)]) {
    for (revision, acted) in expected {
        let index = usize::try_from(revision - 1).unwrap();
        let refuted = |what: &str, change: &dyn Fn(&mut MatchExport)| {
            let mut touched = export.clone();
            change(&mut touched);
            let wrong = verify(&touched).expect_err(what);
            assert!(!wrong.to_string().is_empty());
        };
        let altered = |what: &str, by: &dyn Fn(&mut OperatorActed)| {
            refuted(what, &|export| {
                let told = export.entries[index].events[0].event.as_mut().unwrap();
                match told.event.as_mut().unwrap() {
                    Event::OperatorActed(acted) => by(acted),
                    other => panic!("not what an operator did: {other:?}"),
                }
            });
        };
        refuted("its entry", &|export| drop(export.entries.remove(index)));
        refuted("its entry, with later entries moved up", &|export| {
            export.entries.remove(index);
            export.entries[index..].iter_mut().for_each(|entry| entry.revision -= 1);
        });
        refuted("its event", &|export| export.entries[index].events.clear());
        refuted("its event, twice", &|export| {
            let event = export.entries[index].events[0].clone();
            export.entries[index].events.push(event);
        });
        refuted("for whom it is", &|export| {
            export.entries[index].events[0].to_everyone = false
        });
        altered("its reason", &|acted| acted.reason.push('!'));
        altered("its action", &|acted| acted.action = OperatorAction::Reveal.into());
        altered("its seat", &|acted| {
            acted.seat = Some(acted.seat.map_or(0, |seat| seat + 1))
        });
        altered("its extension", &|acted| acted.extension = duration(7));
        assert!(!acted.reason.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_repair_has_one_effect_that_is_public_and_verifiable_in_every_game() {
    for (game, seed) in GameId::ALL.iter().zip(530..) {
        let memory = Memory::default();
        check_repairs(|| memory.clone(), 2 * seed, *game).await;
        let (_server, redis, _) = own_redis();
        check_repairs(|| redis.clone(), 2 * seed + 100, *game).await;
    }
}

/// An export with an operator's action at an impossible place does not verify.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_operator_action_after_the_end_or_together_with_a_decision_is_refuted() {
    let world = world(Memory::default(), 541).await;
    let table = TestMatch::of_players(&[world.api()], &created("")).await;
    repair(&world, &table, defaults_of(Some(2))).await;
    table.play(&[world.api()], Choice::Bot(1)).await;
    let export = exported(&world, &table, None).await;
    verify(&export).expect("sound");
    let acted = export.entries[10].clone();
    assert_eq!(deeds(std::slice::from_ref(&acted)).len(), 1);
    for index in [0, 5, 9, 11, 20, export.entries.len() - 1] {
        let mut touched = export.clone();
        touched.entries[index].events.extend(acted.events.clone());
        let wrong = verify(&touched).expect_err("another event");
        assert_eq!(
            wrong.location,
            tinsel_history::Location::Revision(index as u64 + 1),
            "{wrong}"
        );
    }
    let mut longer = export;
    let revision = longer.entries.len() as u64 + 1;
    longer.entries.push(HistoryEntry { revision, ..acted });
    verify(&longer).expect_err("after the end");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn extended_deadlines_cost_no_bank() {
    let world = world(Memory::default(), 542).await;
    let api = world.api();
    let table = TestMatch::of_players(&[api], &banks(created(""))).await;
    let began = i64::try_from(world.clock().millis()).unwrap();
    repair(&world, &table, more_time(100)).await;
    assert_eq!(deadlines(&seen(api, &table).await), vec![began + 160_000; 8]);
    world.clock().pass(99_000);
    let action = table.choice(api, 3, Choice::Default).await.unwrap();
    table.submit(api, 3, action).await.unwrap();
    world.clock().pass(11_000);
    let action = table.choice(api, 4, Choice::Default).await.unwrap();
    table.submit(api, 4, action).await.unwrap();
    world.clock().pass(50_000);
    world.sweep().await;
    let after = seen(api, &table).await;
    let left: Vec<_> = after.seats.iter().map(|seat| seat.bank_left.unwrap().seconds).collect();
    assert_eq!(left, [5, 5, 5, 65, 55, 5, 5, 5]);
    // The deadline of all is that of the last seat, which has only its bank.
    let due = vec![began + 225_000; 8];
    assert_eq!(deadlines(&after), due);
    // Repeated extensions of the same decision add up.
    repair(&world, &table, more_time(1)).await;
    repair(&world, &table, more_time(2)).await;
    let more: Vec<_> = due.iter().map(|at| at + 3_000).collect();
    assert_eq!(deadlines(&seen(api, &table).await), more);
}

async fn check_aborting<S: MatchStore>(store: impl Fn() -> S, seed: u64) {
    let worlds = replicas(&store, seed).await;
    let apis = [worlds[0].api(), worlds[1].api()];
    for game in GameId::ALL {
        for begun in [false, true] {
            let asked = a_minute(creating(&game.testkit().setups()[0], ""));
            let mut table = TestMatch::create(apis[0], &asked).await;
            let seats = if begun { table.seats.len() } else { 1 };
            for seat in 0..seats {
                table.join(apis[seat % 2], seat).await;
            }
            if begun {
                table.play_step(&apis, Choice::Bot(1)).await;
            }
            let ended = repair_twice(&worlds, &table, &repairing(&table, "end", abort())).await;
            let aborted = seen(apis[1], &table).await;
            assert_eq!(
                (aborted.phase(), aborted.revision),
                (MatchPhase::Aborted, ended.revision + 1)
            );
            assert_eq!((&aborted.pending_decisions[..], &aborted.outcome), (&[][..], &None));
            let expected = [(ended.revision, told(OperatorAction::Abort))];
            let seat = table.token(0).to_owned();
            for token in [None, Some(seat.as_str()), Some(&table.host)] {
                let entries = listed(apis[0], &table, token).await;
                assert_eq!(deeds(&entries), expected, "{game}");
                let last = entries.last().unwrap().events[0].event.as_ref().unwrap();
                assert!(matches!(last.event, Some(Event::MatchAborted(_))));
                let export = exported(&worlds[0], &table, token).await;
                verify(&export).unwrap_or_else(|wrong| panic!("{game}: {wrong}"));
                check_tampering(&export, &expected);
            }
            // No clock is running any more.
            for world in &worlds {
                world.clock().pass(600_000);
                world.sweep().await;
            }
            assert_eq!(seen(apis[0], &table).await, aborted);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_operator_ends_a_match_in_the_lobby_and_in_play() {
    let memory = Memory::default();
    check_aborting(|| memory.clone(), 551).await;
    let (_server, redis, _) = own_redis();
    check_aborting(|| redis.clone(), 553).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_conditional_repair_is_refused_if_the_match_has_a_newer_revision() {
    let memory = Memory::default();
    let worlds = replicas(|| memory.clone(), 555).await;
    let apis = [worlds[0].api(), worlds[1].api()];
    let table = TestMatch::of_players(&apis, &a_minute(created(""))).await;
    let stood = examined(&worlds[0], &table).await.stored.unwrap().revision;
    let at = |revision, repair| RepairMatchRequest {
        expected_revision: Some(revision),
        ..repairing(&table, "", repair)
    };
    let action = table.choice(apis[1], 0, Choice::Default).await.unwrap();
    table.submit(apis[1], 0, action).await.unwrap();
    for world in &worlds {
        for repair in [defaults_of(None), defaults_of(Some(1)), more_time(1), abort()] {
            for revision in [0, stood, stood + 2, u64::MAX] {
                let answer = world.operators().ask(&at(revision, repair), None).await;
                let refusal = refused(answer);
                assert_eq!(refusal.reason, "REVISION_MISMATCH");
                assert_eq!(refusal.metadata["revision"], (stood + 1).to_string());
            }
        }
    }
    assert_eq!(head(&worlds[0], &table).await, stood + 1);
    // Also by a replica with an older state in its cache.
    let answer = worlds[0].operators().ask(&at(stood + 1, more_time(1)), None).await;
    assert_eq!(answer.expect("the current revision").revision, stood + 2);
    let answer = worlds[1].operators().ask(&at(stood + 2, abort()), None).await;
    assert_eq!(answer.expect("the current revision").revision, stood + 3);
    let late = worlds[1].operators().ask(&at(1, abort()), None).await;
    assert_eq!(refused(late).reason, "MATCH_OVER", "that it is over comes first");
}
