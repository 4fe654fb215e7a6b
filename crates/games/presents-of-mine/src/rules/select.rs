//! The pregame: five letters each, and what they start with.

use tinsel_engine::{BySeat, Chance, Events};

use crate::{
    action::{Sealed, Selection},
    components::{Hand, Letter, List, Picture, Points, Present, Staleness, Step},
    config::Config,
    event::{self, Event, LetterCount},
    reject::Rejected,
    score::{self, Scene},
    state::{Last, PassingRound, Stage, Table, nothing_sealed},
};

/// Checks 5 to 7 of a selection.
// PM-10, PM-R3
pub(super) fn judge(letters: &[Option<Letter>]) -> Result<Selection, Rejected> {
    let five = <[Option<Letter>; 5]>::try_from(letters).map_err(|_| Rejected::SelectionCount)?;
    let mut known = [Letter::A; 5];
    for (index, (letter, place)) in five.into_iter().zip(&mut known).enumerate() {
        let letter = letter.filter(|letter| letter.is_starting());
        *place = letter.ok_or(Rejected::UnknownPresent { index })?;
    }
    let repeated = |(index, letter): (usize, &Letter)| known.iter().take(index).any(|earlier| earlier == letter);
    let duplicate = known.iter().enumerate().position(repeated);
    match (duplicate, Selection::new(known)) {
        (None, Some(selection)) => Ok(selection),
        (index, _) => Err(Rejected::DuplicatePresent {
            index: index.unwrap_or(0),
        }),
    }
}

/// Ends the pregame: hands, list, scoring, round 1.
pub(super) fn close(
    config: &Config,
    drawn: Option<List>,
    selected: &BySeat<Sealed<Selection>>,
    chance: &mut dyn Chance,
    events: &mut Events<Event>,
) -> Stage {
    // PM-13, PM-R7
    let list = drawn.unwrap_or_else(|| List::draw(chance));
    if drawn.is_none() {
        event::list_drawn(list, events);
    }
    let table = opened(list, selected);
    event::pregame_closed(config, &table, events);
    Stage::Passing {
        round: PassingRound::Theme,
        sealed: nothing_sealed(),
        table,
    }
}

/// What lies open once all have selected: hands, and totals after the pregame scoring.
pub(crate) fn opened(list: List, selected: &BySeat<Sealed<Selection>>) -> Table {
    let hands = starting_hands(selected);
    // PM-14: nothing counts as passed, and no staleness changes afterwards.
    let pictures = hands.map(|_, hand| Picture::of_kept(hand));
    let scores = score::scores(Scene {
        step: Step::Pregame,
        list,
        pictures: &pictures,
    });
    Table {
        list,
        selected: selected.clone(),
        hands,
        // PM-3
        totals: scores.map(|_, score| Points::ZERO + score.gained()),
        last: Last::Pregame,
    }
}

/// Per letter A–J how many seats selected it, and the staleness that follows.
// PM-11, PM-R4: the extra A does not count.
pub(crate) fn letter_counts(selected: &BySeat<Sealed<Selection>>) -> [LetterCount; 10] {
    Letter::STARTING.map(|letter| {
        let count = selected.iter().filter(|sealed| sealed.content.has(letter)).count();
        let count = u8::try_from(count).unwrap_or(u8::MAX);
        LetterCount {
            letter,
            count,
            staleness: starting_staleness(count),
        }
    })
}

// PM-11
const fn starting_staleness(selectors: u8) -> Option<Staleness> {
    match selectors {
        0 => None,
        1..=2 => Some(Staleness::new(0)),
        3 => Some(Staleness::new(1)),
        4..=5 => Some(Staleness::new(2)),
        6..=u8::MAX => Some(Staleness::new(3)),
    }
}

fn starting_hands(selected: &BySeat<Sealed<Selection>>) -> BySeat<Hand> {
    let counts = letter_counts(selected);
    let staleness = |letter: Letter| {
        let count = counts.iter().find(|count| count.letter == letter);
        count.and_then(|count| count.staleness).unwrap_or_default()
    };
    selected.map(|_, sealed| {
        let [a, b, c, d, e] = sealed
            .content
            .letters()
            .map(|letter| Present::new(letter, staleness(letter)));
        // PM-12
        let extra = Present::new(Letter::A, Staleness::FRESH);
        Hand::new([extra, a, b, c, d, e])
    })
}
