//! The presentation of a match over gRPC: scenes, sentences, forms and answers.

use std::num::NonZeroU32;

use tinsel_catalog::GameId;
use tinsel_harness::{Api, Choice, Replica, TestMatch, World, created, creating, owed_by, refused, revision_of, soon};
use tinsel_proto::{
    games::grunkle_match,
    v1::{
        Answer, CreateMatchRequest, FieldAnswer, Form, GameConfig, GetGameRequest, GetMatchRequest, HistoryEntry,
        HistoryEvent, JoinMatchRequest, LeaveMatchRequest, ListHistoryRequest, ListLegalActionsRequest, MatchEvent,
        MatchState, OptionValues, Picks, QuickMatchRequest, SubmitActionRequest, SubstituteSeatRequest, Text,
        ValidateActionRequest, WatchMatchRequest, field_answer::Value, form_field::Kind, game_config::Game,
        watch_match_request::Position, watch_match_response::Message,
    },
};
use tinsel_store::{Limits, Memory, UnixMillis};

/// Number of steps of a match that are compared.
const STEPS: usize = 6;

async fn presented(api: &Api, table: &TestMatch, token: Option<&str>, at_revision: Option<u64>) -> MatchState {
    let asked = GetMatchRequest {
        presentation: true,
        at_revision,
        ..table.getting()
    };
    api.ask(&asked, token).await.expect("the match").state.expect("a state")
}

/// The updates with presentation, after a revision up to `head`: each with its events, and the newest state.
async fn watched(
    api: &Api,
    table: &TestMatch,
    token: Option<&str>,
    (after, head): (u64, u64),
) -> (Vec<Vec<MatchEvent>>, MatchState) {
    let asked = WatchMatchRequest {
        match_id: table.match_id.clone(),
        presentation: true,
        position: Some(Position::AfterRevision(after)),
        ..WatchMatchRequest::default()
    };
    let mut stream = api.watch_with(asked, token).await.expect("a stream");
    let mut events = Vec::new();
    loop {
        let told = soon("an update", stream.message()).await.unwrap().expect("an update");
        let Some(Message::Update(update)) = told.message else {
            panic!("not an update: {told:?}")
        };
        events.push(update.events);
        if update.revision == head {
            return (events, update.state.expect("the newest state"));
        }
    }
}

/// The whole history with sentences and scenes.
async fn history(api: &Api, table: &TestMatch, token: Option<&str>) -> Vec<HistoryEntry> {
    let mut entries: Vec<HistoryEntry> = Vec::new();
    loop {
        let asked = ListHistoryRequest {
            presentation: true,
            scenes: true,
            ..table.listing(entries.last().map_or(0, |entry| entry.revision), 500)
        };
        let page = api.ask(&asked, token).await.expect("a page").entries;
        if page.is_empty() {
            return entries;
        }
        assert!(page.len() <= 50, "{} entries", page.len());
        entries.extend(page);
    }
}

/// A seat and a spectator see the same past by `at_revision`, in the history and on a watch, as when it was the present.
/// Another replica, which has seen nothing of it, replays it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_past_is_presented_as_it_was_in_every_game() {
    for game in GameId::ALL {
        let store = Memory::default();
        let world = World::new(store.clone(), 1).await;
        let table = TestMatch::of_players(&[world.api()], &creating(&game.testkit().setups()[0], "")).await;
        let viewers = [Some(table.token(0)), None];
        let mut present = Vec::new();
        for _ in 0..STEPS {
            for token in viewers {
                present.push((token, presented(world.api(), &table, token, None).await));
            }
            table.play_step_in_order(&[world.api()], Choice::Bot(7)).await;
        }
        let other = World::new(store, 2).await;
        for (token, state) in &present {
            assert!(state.scene.is_some(), "{game}");
            let past = presented(other.api(), &table, *token, Some(revision_of(state))).await;
            assert_eq!((&past.view, &past.scene), (&state.view, &state.scene), "{game}");
        }
        for token in viewers {
            let newest = presented(world.api(), &table, token, None).await;
            let (events, last) = watched(other.api(), &table, token, (0, revision_of(&newest))).await;
            assert_eq!(last, newest, "{game}");
            let told: Vec<_> = events.concat();
            assert!(told.iter().all(|event| event.sentence.is_some()), "{game}");
            let entries = history(other.api(), &table, token).await;
            // The end of a match discloses the events of others.
            let received = |event: &&HistoryEvent| event.to_everyone || token.is_some() && event.to_seats.contains(&0);
            let listed = entries.iter().flat_map(|entry| &entry.events).filter(received);
            let listed: Vec<_> = listed.map(|event| event.event.clone().expect("an event")).collect();
            for (listed, told) in listed.iter().zip(&told) {
                assert_eq!(listed, told, "{game}");
            }
            assert_eq!(listed.len(), told.len(), "{game}");
            for (_, state) in present.iter().filter(|(of, _)| *of == token) {
                let index = usize::try_from(revision_of(state)).unwrap() - 1;
                assert_eq!(entries[index].scene, state.scene, "{game}");
            }
        }
    }
}

/// Without the beginning of the match in the log, what is stored is returned in sentences, but without past scenes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_whose_beginning_is_no_longer_stored_has_sentences_but_no_past_scenes() {
    let limits = Limits {
        log_entries_min: 12,
        batch: NonZeroU32::MIN,
        ..Limits::default()
    };
    let store = Memory::new(|| UnixMillis(0), limits);
    let world = World::new(store.clone(), 1).await;
    let table = TestMatch::of_players(&[world.api()], &created("")).await;
    table.play_step_in_order(&[world.api()], Choice::Default).await;
    let head = revision_of(&table.state(world.api(), None).await);
    let other = World::new(store, 2).await;
    let asked = ListHistoryRequest {
        presentation: true,
        scenes: true,
        ..table.listing(0, 500)
    };
    let page = other.api().ask(&asked, None).await.expect("a page");
    assert_eq!((page.oldest_revision, page.entries.len()), (head - 11, 12));
    assert!(page.entries.iter().all(|entry| entry.scene.is_none()));
    let told = page.entries.iter().flat_map(|entry| &entry.events);
    let told: Vec<_> = told.map(|event| event.event.clone().expect("an event")).collect();
    assert!(told.iter().all(|event| event.sentence.is_some()));

    let (updates, _) = watched(other.api(), &table, None, (head - 3, head)).await;
    let updates = updates.concat();
    assert!(!updates.is_empty() && told.ends_with(&updates));
}

/// A player who left the lobby keeps its name in the sentences about it, also after another player took the seat.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sentence_about_the_lobby_names_the_player_of_that_time() {
    let world = World::new(Memory::default(), 1).await;
    let api = world.api();
    let table = TestMatch::create(api, &created("")).await;
    let join = |name: &str| JoinMatchRequest {
        request_id: name.to_owned(),
        display_name: name.to_owned(),
        seat: Some(0),
        ..table.joining(0)
    };
    let first = api.ask(&join("Ada"), None).await.expect("a seat");
    let leave = LeaveMatchRequest {
        match_id: table.match_id.clone(),
        ..LeaveMatchRequest::default()
    };
    api.ask(&leave, Some(&first.seat_token))
        .await
        .expect("the player leaves");
    api.ask(&join("Grace"), None).await.expect("the same seat");
    let entries = history(api, &table, None).await;
    let sentences = entries.iter().flat_map(|entry| &entry.events);
    let sentences = sentences.map(|event| event.event.as_ref()?.sentence.as_ref());
    let english = |sentence: &Text| -> String { sentence.runs.iter().map(|run| run.text.as_str()).collect() };
    let sentences: Option<Vec<_>> = sentences.map(|sentence| sentence.map(english)).collect();
    let expected = [
        "Ada takes a seat.",
        "Ada leaves; the seat is open again.",
        "Grace takes a seat.",
    ];
    assert_eq!(sentences.expect("all events are told")[1..], expected);
}

/// A caller that does not request a presentation gets none.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_request_nothing_is_presented() {
    let world = World::new(Memory::default(), 1).await;
    let api = world.api();
    let table = TestMatch::of_players(&[api], &created("")).await;
    let token = Some(table.token(0));
    let state = table.state(api, token).await;
    assert_eq!((&state.scene, &state.form), (&None, &None));
    let asked = ListLegalActionsRequest {
        match_id: table.match_id.clone(),
        ..ListLegalActionsRequest::default()
    };
    assert_eq!(api.ask(&asked, token).await.unwrap().form, None);
    let entries = api.ask(&table.listing(0, 500), token).await.unwrap().entries;
    for entry in entries {
        assert_eq!(entry.scene, None);
        let sentences = entry
            .events
            .iter()
            .filter_map(|event| event.event.as_ref()?.sentence.as_ref());
        assert_eq!(sentences.count(), 0);
    }
}

/// Each part of a decision is the same in a read, on a stream and in `ListLegalActions`, and only its seat gets it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_state_has_the_form_and_the_legal_actions_that_its_caller_requests() {
    let mut compared = 0;
    for game in GameId::ALL {
        let world = World::new(Memory::default(), 1).await;
        let api = world.api();
        let table = TestMatch::of_players(&[api], &creating(&game.testkit().setups()[0], "")).await;
        for _ in 0..STEPS {
            for (viewer, token) in table.watchers() {
                let asked = GetMatchRequest {
                    form: true,
                    legal: true,
                    ..table.getting()
                };
                let state = api.ask(&asked, token).await.expect("the match").state.expect("a state");
                let stream = WatchMatchRequest {
                    match_id: table.match_id.clone(),
                    form: true,
                    legal: true,
                    ..WatchMatchRequest::default()
                };
                let mut stream = api.watch_with(stream, token).await.expect("a stream");
                let told = soon("a snapshot", stream.message()).await.unwrap().expect("a snapshot");
                let Some(Message::Snapshot(snapshot)) = told.message else {
                    panic!("not a snapshot: {told:?}")
                };
                assert_eq!(snapshot.state.as_ref(), Some(&state), "{game}");
                let with_scene = presented(api, &table, token, None).await;
                assert_eq!((&state.scene, &state.form), (&None, &with_scene.form), "{game}");

                let owes = viewer
                    .seat()
                    .is_some_and(|seat| owed_by(&state, seat.get().into()).is_some());
                assert_eq!((state.legal.is_some(), state.form.is_some()), (owes, owes), "{game}");
                let listing = ListLegalActionsRequest {
                    match_id: table.match_id.clone(),
                    presentation: true,
                };
                let listed = api.ask(&listing, token).await.expect("legal actions");
                if owes {
                    assert_eq!((&state.legal, &state.form), (&listed.legal, &listed.form), "{game}");
                    assert_eq!(state.choice_actions, listed.choice_actions, "{game}");
                    assert_eq!(state.choice_actions.len(), state.form.expect("a form").choices.len());
                }
                for action in state.choice_actions {
                    api.ask(&table.validating(action), token).await.expect("a legal action");
                    compared += 1;
                }
            }
            table.play_step_in_order(&[api], Choice::Bot(7)).await;
        }
        without_form_or_decision(api, &creating(&game.testkit().setups()[0], "")).await;
    }
    assert!(compared > 20, "{compared}");
}

/// Legal actions without a form have no choices, and a seat that a bot plays gets neither.
async fn without_form_or_decision(api: &Api, created: &CreateMatchRequest) {
    let table = TestMatch::of_players(&[api], created).await;
    let mut owing = None;
    for seat in table.players() {
        // Only a seat itself may know whether it owes a decision.
        let state = table.state(api, Some(table.token(seat))).await;
        owing = owing.or(owed_by(&state, seat).map(|_| seat));
    }
    let token = Some(table.token(owing.expect("a pending decision")));
    let state = async |form| {
        let asked = GetMatchRequest {
            form,
            legal: true,
            ..table.getting()
        };
        api.ask(&asked, token).await.expect("the match").state.expect("a state")
    };
    let without = state(false).await;
    assert!(without.legal.is_some() && without.form.is_none() && without.choice_actions.is_empty());
    let bot = SubstituteSeatRequest {
        match_id: table.match_id.clone(),
        ..SubstituteSeatRequest::default()
    };
    api.ask(&bot, token).await.expect("a bot");
    let of_bot = state(true).await;
    assert_eq!((of_bot.legal, of_bot.form), (None, None));
}

/// A stream that requests the latest only skips updates, and ends with the newest state.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_watcher_of_the_latest_gets_the_newest_state_without_each_update() {
    let world = World::new(Memory::default(), 1).await;
    let api = world.api();
    let table = TestMatch::of_players(&[api], &created("")).await;
    let asked = WatchMatchRequest {
        match_id: table.match_id.clone(),
        presentation: true,
        latest_only: true,
        ..WatchMatchRequest::default()
    };
    let mut stream = api.watch_with(asked, None).await.expect("a stream");
    let last = table.play(&[api], Choice::Default).await;
    let (mut states, mut newest) = (0, None);
    while let Some(told) = soon("a message", stream.message()).await.unwrap() {
        let state = match told.message {
            Some(Message::Update(update)) => update.state,
            Some(Message::Snapshot(snapshot)) => snapshot.state,
            _ => None,
        };
        states += u64::from(state.is_some());
        newest = state.or(newest);
    }
    let newest = newest.expect("a state");
    assert_eq!(revision_of(&newest), revision_of(&last));
    assert!(newest.scene.is_some());
    assert!(
        states < revision_of(&last) / 2,
        "{states} states of {}",
        revision_of(&last)
    );
}

/// A match whose form of seat 0 asks for presents.
async fn asked_for_presents(api: &Api) -> (TestMatch, Form) {
    let table = TestMatch::of_players(&[api], &created("")).await;
    let form = presented(api, &table, Some(table.token(0)), None).await.form;
    (table, form.expect("a form"))
}

fn picks(field: &str, options: &[&str]) -> FieldAnswer {
    let options = options.iter().map(|option| (*option).to_owned()).collect();
    FieldAnswer {
        field: field.to_owned(),
        value: Some(Value::Picks(Picks { options })),
    }
}

/// An answer has the same effect as its action, and both calls judge it in the same way.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_is_refused_names_its_field_and_changes_nothing() {
    let replica = Replica::in_memory().await;
    let api = replica.api();
    let (table, form) = asked_for_presents(api).await;
    let token = Some(table.token(0));
    let field = form.fields[0].field_id.as_str();
    let before = table.bytes(api, token).await;
    let Some(Kind::Pick(field_of)) = &form.fields[0].kind else {
        panic!("{form:?}")
    };
    let five: Vec<&str> = field_of
        .options
        .iter()
        .take(5)
        .map(|option| &*option.option_id)
        .collect();
    let in_form = |fields: Vec<FieldAnswer>| Answer {
        decision: form.decision.clone(),
        fields,
    };
    let other = Answer {
        decision: "nothing".to_owned(),
        ..in_form(Vec::new())
    };
    let number = FieldAnswer {
        field: field.to_owned(),
        value: Some(Value::Number(3)),
    };
    let path = format!("answer.fields[{field}]");
    let expected = [
        (
            in_form(vec![picks("nowhere", &five)]),
            "MALFORMED_REQUEST",
            "answer.fields[nowhere]".to_owned(),
        ),
        (in_form(vec![number]), "MALFORMED_REQUEST", path.clone()),
        (
            in_form(vec![picks(field, &five), picks(field, &five)]),
            "MALFORMED_REQUEST",
            path.clone(),
        ),
        (other, "ANSWER_NOT_IN_FORM", "answer.decision".to_owned()),
        (in_form(vec![picks(field, &five[..4])]), "ANSWER_NOT_IN_FORM", path),
    ];
    for (answer, reason, path) in expected {
        let submit = SubmitActionRequest {
            match_id: table.match_id.clone(),
            answer: Some(answer.clone()),
            ..SubmitActionRequest::default()
        };
        let validate = ValidateActionRequest {
            match_id: table.match_id.clone(),
            answer: Some(answer),
            ..ValidateActionRequest::default()
        };
        for refusal in [
            refused(api.ask(&submit, token).await),
            refused(api.ask(&validate, token).await),
        ] {
            let fields: Vec<_> = refusal.violations.iter().map(|violation| &violation.field).collect();
            assert_eq!((refusal.reason.as_str(), fields), (reason, vec![&path]), "{refusal:?}");
        }
    }
    let action = table.choice(api, 0, Choice::Default).await;
    let both = SubmitActionRequest {
        match_id: table.match_id.clone(),
        answer: form.default_answer.clone(),
        action,
        ..SubmitActionRequest::default()
    };
    assert_eq!(refused(api.ask(&both, token).await).reason, "MALFORMED_REQUEST");
    assert_eq!(table.bytes(api, token).await, before);
    let submit = SubmitActionRequest { action: None, ..both };
    api.ask(&submit, token).await.expect("accepted");
    assert_ne!(table.bytes(api, token).await, before);
    let again = refused(api.ask(&submit, token).await);
    let fields: Vec<_> = again
        .violations
        .iter()
        .map(|violation| violation.field.as_str())
        .collect();
    assert_eq!(fields, ["answer.decision"], "a reason of the game: {again:?}");
}

/// Values of options have the same effect as the game's message, and omitted ones have the specified defaults.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_is_created_with_values_of_options() {
    let world = World::new(Memory::default(), 1).await;
    let api = world.api();
    let created = async |seats: u32, config: Option<GameConfig>, options: Option<OptionValues>| {
        let request = CreateMatchRequest {
            seats: Some(seats),
            config,
            options,
            ..CreateMatchRequest::default()
        };
        let match_id = api.ask(&request, None).await.expect("a match").match_id;
        let asked = GetMatchRequest {
            match_id,
            ..GetMatchRequest::default()
        };
        let state = api.ask(&asked, None).await.expect("the match").state;
        state.and_then(|state| state.r#match?.config)
    };
    for game in GameId::ALL {
        let about = GetGameRequest {
            game_id: game.to_string(),
            presentation: true,
            ..GetGameRequest::default()
        };
        let about = api.ask(&about, None).await.expect("the game");
        let seats = about.game.expect("a game").seats_max;
        let by_values = |values| {
            let game_id = game.to_string();
            created(seats, None, Some(OptionValues { game_id, values }))
        };
        let defaults = about.option_specs.into_iter().filter_map(|spec| spec.default_answer);
        assert_eq!(
            by_values(defaults.collect()).await,
            by_values(Vec::new()).await,
            "{game}"
        );
    }
    let config = grunkle_match::v1::Config {
        starting_garnets: Some(31),
        ..grunkle_match::v1::Config::default()
    };
    let config = Some(GameConfig {
        game: Some(Game::GrunkleMatch(config)),
    });
    let options = OptionValues {
        game_id: "grunkle_match".to_owned(),
        values: vec![FieldAnswer {
            field: "starting_garnets".to_owned(),
            value: Some(Value::Number(31)),
        }],
    };
    assert_eq!(created(7, config, None).await, created(7, None, Some(options)).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn values_of_options_that_are_refused_are_named() {
    let world = World::new(Memory::default(), 1).await;
    let value = |field: &str, value| FieldAnswer {
        field: field.to_owned(),
        value,
    };
    let number = |field, number| value(field, Some(Value::Number(number)));
    let game = "grunkle_match";
    let garnets = "starting_garnets";
    let expected = [
        ("chess", Vec::new(), "MALFORMED_REQUEST", "options.game_id"),
        (
            game,
            vec![value(garnets, None)],
            "MALFORMED_REQUEST",
            "options.values[0]",
        ),
        (
            game,
            vec![number("nothing", 3)],
            "MALFORMED_REQUEST",
            "options.values[nothing]",
        ),
        (
            game,
            vec![value(garnets, Some(Value::Flag(true)))],
            "MALFORMED_REQUEST",
            "options.values[starting_garnets]",
        ),
        (
            game,
            vec![number(garnets, 20), number(garnets, 20)],
            "MALFORMED_REQUEST",
            "options.values[starting_garnets]",
        ),
        (
            game,
            vec![number(garnets, 1_000_000)],
            "STARTING_GARNETS_OUT_OF_RANGE",
            "options.values[starting_garnets]",
        ),
        (
            game,
            vec![number(garnets, -1)],
            "STARTING_GARNETS_OUT_OF_RANGE",
            "options.values[starting_garnets]",
        ),
    ];
    for (game_id, values, reason, path) in expected {
        let options = OptionValues {
            game_id: game_id.to_owned(),
            values,
        };
        let create = CreateMatchRequest {
            options: Some(options.clone()),
            ..CreateMatchRequest::default()
        };
        let quick = QuickMatchRequest {
            request_id: "quick".to_owned(),
            display_name: "Ann".to_owned(),
            options: Some(options),
            ..QuickMatchRequest::default()
        };
        for refusal in [
            refused(world.api().ask(&create, None).await),
            refused(world.api().ask(&quick, None).await),
        ] {
            let fields: Vec<_> = refusal.violations.iter().map(|violation| &*violation.field).collect();
            assert_eq!((refusal.reason.as_str(), fields), (reason, vec![path]), "{refusal:?}");
        }
    }
    let both = CreateMatchRequest {
        options: Some(OptionValues::default()),
        ..created("")
    };
    assert_eq!(
        refused(world.api().ask(&both, None).await).violations[0].field,
        "options"
    );
}
