//! Answers outside a form, in every game.

use tinsel_catalog::{GameId, NotAnswered, PendingForm};
use tinsel_engine::{
    SeatSet, Seed,
    present::{Answer, FieldAnswer, Kind, Value},
};

/// A game calls an action malformed that has no such option, which would say nothing about the form.
#[test]
fn an_unknown_option_is_not_in_the_form() {
    for game in GameId::ALL {
        let table = &game.testkit().setups()[0];
        let configured = game.game().configure(table.seats, &table.config).unwrap();
        let mut playing = game
            .game()
            .start(&configured.options, Seed::new([5; 32]))
            .unwrap()
            .after;
        let mut tried = 0;
        while let Some(seat) = playing.owing().iter().next() {
            let PendingForm { form, default, .. } = playing.form(seat, SeatSet::EMPTY).expect("a form");
            let picks = form
                .fields
                .fields
                .iter()
                .filter(|field| matches!(field.kind, Kind::Pick { .. }));
            for field in picks {
                let unknown = Value::Picks(vec!["nowhere".into()]);
                let others = default
                    .iter()
                    .flat_map(|default| &default.fields)
                    .filter(|other| other.field != field.id);
                let unknown = FieldAnswer::new(field.id.clone(), unknown);
                let answer = Answer {
                    fields: others.cloned().chain([unknown]).collect(),
                };
                let read = playing.read_answer(seat, form.decision, &answer, SeatSet::EMPTY);
                match read {
                    Err(NotAnswered::NotInForm(misfit)) => assert!(misfit.path.contains("nowhere"), "{misfit:?}"),
                    Err(NotAnswered::Refused(refusal)) => assert!(!refusal.malformed, "{refusal:?}"),
                    read => panic!("{game}: {read:?}"),
                }
                tried += 1;
            }
            playing = playing.absent(seat, SeatSet::EMPTY).expect("a default").after;
        }
        // Secret Santa asks for branches, which contain its choices.
        assert!(tried > 0 || *game == GameId::SecretSanta, "{game}");
    }
}

#[test]
fn a_refusal_outside_a_form_has_the_reason_of_the_game_if_it_has_one() {
    let game = GameId::GrunkleMatch;
    let table = &game.testkit().setups()[0];
    let configured = game.game().configure(table.seats, &table.config).unwrap();
    let playing = game
        .game()
        .start(&configured.options, Seed::new([5; 32]))
        .unwrap()
        .after;
    let seat = playing.owing().iter().next().unwrap();
    let form = playing.form(seat, SeatSet::EMPTY).unwrap().form;
    let bids = &form.fields.fields[0];
    let Kind::Amounts { slots, .. } = &bids.kind else {
        panic!("{form:?}")
    };
    let too_high = Value::Amounts(vec![(slots[0].id.clone(), slots[0].max + 1)]);
    let answer = Answer::new([FieldAnswer::new(bids.id.clone(), too_high)]);
    let refused = playing.read_answer(seat, form.decision, &answer, SeatSet::EMPTY);
    let Err(NotAnswered::Refused(refusal)) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(
        (refusal.code, refusal.malformed),
        ("BID_OVER_MAX", false),
        "{refusal:?}"
    );
}

/// A client that submits a choice as a typed action submits the same decision.
#[test]
fn the_actions_of_the_choices_are_those_of_their_answers() {
    let mut compared = 0;
    for game in GameId::ALL {
        for table in game.testkit().setups() {
            let configured = game.game().configure(table.seats, &table.config).unwrap();
            let begun = game.game().start(&configured.options, Seed::new([6; 32])).unwrap();
            let mut playing = begun.after;
            while let Some(seat) = playing.owing().iter().next() {
                let pending = playing.form(seat, SeatSet::EMPTY).expect("a form");
                assert_eq!(pending.choices.len(), pending.actions.len(), "{game}");
                for (choice, action) in pending.choices.iter().zip(&pending.actions) {
                    let read = playing.read_answer(seat, pending.form.decision, &choice.answer, SeatSet::EMPTY);
                    assert_eq!(read.expect("an action").message(), action, "{game}");
                    compared += 1;
                }
                playing = playing.absent(seat, SeatSet::EMPTY).expect("a default").after;
            }
        }
    }
    assert!(compared > 100, "{compared}");
}
