//! Positions with the answers of the game, for every reason and for the order of the checks.

mod turn;

use tinsel_engine_testkit::checks::CheckedPosition;

use super::{Position, come_back, deploy, discard, pick, reroll, skip};
use crate::{
    action::{Action, Arrival, CardAsked, Choice, Placement, Spot},
    components::{
        Character::{self, Bianca, Emily, Natasha, Paul, Robert, Stephen},
        FIRST, Obstacle, Piece, SECOND,
    },
    state::{EndReason, SnowballWar},
};

type Checked = CheckedPosition<SnowballWar>;

const SNOWMAN: Piece = Piece::Snowman(FIRST);
const SECOND_SNOWMAN: Piece = Piece::Snowman(SECOND);

/// Positions with the answers of the game, for every reason. Actions with several faults show the order of the checks.
///
/// # Panics
///
/// No match can reach one of them.
#[must_use]
pub fn checked_positions() -> Vec<Checked> {
    let malformed = malformed_actions().into_iter();
    let malformed = malformed.map(|(action, rule)| (action, format!("MALFORMED {rule}")));
    let bench = Position::action(0).dice(Paul, [1, 2]).build();
    let knockout = Position::finished(EndReason::Knockout).snowman_tokens(1, 4).build();
    let turn_limit = Position::finished(EndReason::TurnLimit).build();
    let mut all = vec![
        Checked::of(bench, 0, malformed)
            .and(0, [(skip(), "WRONG_PHASE SW-38")])
            .and(1, [(discard(Bianca, 0), "NO_DECISION_OWED SW-36")])
            .absent(1, "NO_DECISION_OWED SW-36"),
        Checked::of(knockout, 0, [(pick(Paul), "MATCH_OVER SW-54")]).absent(0, "MATCH_OVER SW-54"),
        Checked::of(turn_limit, 1, [(discard(Paul, 0), "MATCH_OVER SW-70")]),
    ];
    picks(&mut all);
    deployments(&mut all);
    deployments_on_two_things(&mut all);
    rerolls(&mut all);
    allocations(&mut all);
    turn::add(&mut all);
    returns(&mut all);
    turn::double_throws_past_a_piece(&mut all);
    all
}

const fn half() -> Option<Spot> {
    Some(Spot { x: Some(3), y: None })
}

/// Each field omitted, with the rule of its action and the path of the field.
#[expect(clippy::too_many_lines, reason = "one row for each field")]
#[must_use]
pub fn malformed_actions() -> Vec<(Action, &'static str)> {
    let whole = Some(Spot { x: Some(3), y: Some(3) });
    let placed = |character, at| Action::Deploy {
        snowman: whole,
        characters: vec![Placement { character, at }],
    };
    let throw = |character, die, target| Action::Throw {
        character,
        die,
        as_value: None,
        target,
    };
    let walk = |character, die, to| Action::Move {
        character,
        die,
        as_value: None,
        to,
    };
    let card = |character| Action::Allocate {
        cards: vec![CardAsked {
            character,
            dice: Vec::new(),
        }],
    };
    let arrival = |character, y| Action::Return {
        characters: vec![Arrival { character, y }],
    };
    let react = |choice| Action::React { choice: Some(choice) };
    let (someone, die) = (Some(Paul), Some(0));
    vec![
        (
            Action::PickCharacter { character: None },
            "SW-22 in pick_character.character",
        ),
        (
            Action::Deploy {
                snowman: None,
                characters: vec![],
            },
            "SW-23 in deploy.snowman",
        ),
        (
            Action::Deploy {
                snowman: half(),
                characters: vec![],
            },
            "SW-23 in deploy.snowman.y",
        ),
        (placed(None, whole), "SW-23 in deploy.characters[0].character"),
        (placed(someone, None), "SW-23 in deploy.characters[0].at"),
        (placed(someone, half()), "SW-23 in deploy.characters[0].at.y"),
        (card(None), "SW-34 in allocate.cards[0].character"),
        (throw(None, die, Some(SNOWMAN)), "SW-40 in throw_snowball.character"),
        (throw(someone, None, Some(SNOWMAN)), "SW-40 in throw_snowball.die"),
        (throw(someone, die, None), "SW-40 in throw_snowball.target"),
        (walk(None, die, whole), "SW-41 in move.character"),
        (walk(someone, None, whole), "SW-41 in move.die"),
        (walk(someone, die, None), "SW-41 in move.to"),
        (
            walk(someone, die, Some(Spot { x: None, y: Some(1) })),
            "SW-41 in move.to.x",
        ),
        (
            Action::DiscardDie { character: None, die },
            "SW-37 in discard_die.character",
        ),
        (
            Action::DiscardDie {
                character: someone,
                die: None,
            },
            "SW-37 in discard_die.die",
        ),
        (Action::DoubleThrow { target: None }, "SW-62 in double_throw.target"),
        (
            Action::ForceReroll {
                die: None,
                target: Some(SNOWMAN),
            },
            "SW-63 in force_reroll.die",
        ),
        (
            Action::ForceReroll { die, target: None },
            "SW-63 in force_reroll.target",
        ),
        (
            Action::SwapPlaces {
                die: None,
                team_mate: someone,
            },
            "SW-64 in swap_places.die",
        ),
        (
            Action::SwapPlaces { die, team_mate: None },
            "SW-64 in swap_places.team_mate",
        ),
        (Action::RushSnowman { die: None }, "SW-66 in rush_snowman.die"),
        (Action::ThrowAgain { target: None }, "SW-42 in throw_again.target"),
        (Action::MoveAgain { to: None }, "SW-42 in move_again.to"),
        (Action::MoveAgain { to: half() }, "SW-42 in move_again.to.y"),
        (Action::React { choice: None }, "SW-47 in react.choice"),
        (
            react(Choice::Dodge {
                die: None,
                as_value: Some(1),
            }),
            "SW-48 in react.dodge.die",
        ),
        (react(Choice::Intercept { die: None }), "SW-49 in react.intercept.die"),
        (
            arrival(None, Some(1)),
            "SW-74 in return_characters.characters[0].character",
        ),
        (arrival(someone, None), "SW-74 in return_characters.characters[0].y"),
    ]
}

fn picks(all: &mut Vec<Checked>) {
    let game = Position::draft(1).then(1, pick(Emily)).build();
    all.push(Checked::of(
        game,
        0,
        [(pick(Emily), "CHARACTER_TAKEN SW-22"), (pick(Paul), "accepted")],
    ));
}

fn deployments(all: &mut Vec<Checked>) {
    let game = Position::deployment(1)
        .obstacles([Obstacle::rectangle(400, 0, 450, 60)])
        .stands(Stephen, 440, 250)
        .stands(Paul, 30, 40)
        .stands(Robert, 30, 80)
        .snowman(0, 30, 150)
        .build();
    let at = |snowman, bianca, natasha, emily| deploy(snowman, &[(Emily, emily), (Natasha, natasha), (Bianca, bianca)]);
    let (out, far) = ((495, 100), (200, 100));
    all.push(Checked::of(
        game,
        1,
        [
            (
                deploy((495, 30), &[(Bianca, out), (Natasha, out)]),
                "BAD_CHARACTERS SW-23",
            ),
            (
                deploy(out, &[(Bianca, out), (Natasha, out), (Stephen, out)]),
                "BAD_CHARACTERS SW-23",
            ),
            (
                deploy(out, &[(Bianca, out), (Natasha, out), (Natasha, out)]),
                "BAD_CHARACTERS SW-23",
            ),
            // A snowman both off the field and too far away is refused as off the field.
            (at((250, -5), out, out, out), "OUT_OF_FIELD SW-5 limit 15"),
            (at((14, 150), out, out, out), "OUT_OF_FIELD SW-5 limit 15"),
            (at((486, 150), out, out, out), "OUT_OF_FIELD SW-5 limit 485"),
            (at((450, 286), out, out, out), "OUT_OF_FIELD SW-5 limit 285"),
            // A snowman both too far away and in the obstacle is refused as too far away.
            (at((411, 30), out, out, out), "TOO_FAR_FROM_EDGE SW-24 limit 88"),
            (at((430, 70), out, out, out), "OVERLAPS_OBSTACLE SW-24"),
            (at((440, 230), out, out, out), "OVERLAPS_PIECE SW-24"),
            (at((485, 150), out, out, out), "OUT_OF_FIELD SW-5 limit 490"),
            (at((485, 150), (430, 40), out, out), "OVERLAPS_OBSTACLE SW-9"),
            (at((485, 150), (440, 240), out, out), "OVERLAPS_PIECE SW-9"),
            (at((485, 150), (470, 150), out, out), "OVERLAPS_PIECE SW-9"),
            (at((485, 150), far, out, out), "NOT_IN_CONTACT SW-25 limit 26"),
            // One character after the other: any fault of Bianca comes before a fault of Natasha.
            (at((485, 150), (460, 150), out, far), "OUT_OF_FIELD SW-5 limit 490"),
            (at((485, 150), (460, 150), (461, 160), far), "OVERLAPS_PIECE SW-9"),
            (at((485, 150), (460, 150), far, out), "NOT_IN_CONTACT SW-25 limit 26"),
            (
                at((485, 150), (460, 150), (485, 125), out),
                "OUT_OF_FIELD SW-5 limit 490",
            ),
            (at((485, 150), (460, 150), (485, 125), (485, 175)), "accepted"),
        ],
    ));
}

/// A snowman both in an obstacle and on a piece is refused as in the obstacle.
fn deployments_on_two_things(all: &mut Vec<Checked>) {
    let out = (495, 100);
    let at = |snowman, bianca| deploy(snowman, &[(Emily, out), (Natasha, out), (Bianca, bianca)]);
    let game = Position::deployment(1)
        .obstacles([Obstacle::rectangle(400, 100, 420, 200)])
        .stands(Stephen, 445, 150)
        .stands(Paul, 30, 40)
        .stands(Robert, 30, 80)
        .snowman(0, 30, 150)
        .build();
    let both = [
        (at((430, 150), out), "OVERLAPS_OBSTACLE SW-24"),
        (at((485, 150), (428, 150)), "OVERLAPS_OBSTACLE SW-9"),
    ];
    all.push(Checked::of(game, 1, both));
}

fn rerolls(all: &mut Vec<Checked>) {
    let game = Position::rerolling()
        .pool(0, &[1, 2, 3, 4])
        .pool(1, &[1; 6])
        .ran_away(Robert, 2)
        .build();
    all.push(Checked::of(
        game,
        0,
        [
            (reroll(&[0, 0, 4]), "BAD_DIE_INDEX SW-30 limit 3"),
            (reroll(&[u32::MAX]), "BAD_DIE_INDEX SW-30 limit 3"),
            (reroll(&[3, 0, 3]), "DUPLICATE_DIE SW-32 in reroll.dice[2]"),
            (reroll(&[3, 0, 1, 2]), "accepted"),
        ],
    ));
}

fn allocations(all: &mut Vec<Checked>) {
    let game = Position::allocating()
        .pool(0, &[1, 2, 3, 4])
        .pool(1, &[1; 6])
        .ran_away(Robert, 2)
        .build();
    let listed = |cards: &[(Character, &[u32])]| Action::Allocate {
        cards: cards
            .iter()
            .map(|(character, dice)| CardAsked {
                character: Some(*character),
                dice: dice.to_vec(),
            })
            .collect(),
    };
    all.push(Checked::of(
        game,
        0,
        [
            (
                listed(&[(Stephen, &[9]), (Paul, &[9]), (Robert, &[9])]),
                "BAD_CHARACTERS SW-34",
            ),
            (listed(&[(Stephen, &[9]), (Stephen, &[9])]), "BAD_CHARACTERS SW-34"),
            (listed(&[(Stephen, &[9])]), "BAD_CHARACTERS SW-34"),
            (listed(&[(Stephen, &[9]), (Bianca, &[9])]), "BAD_CHARACTERS SW-34"),
            (
                listed(&[(Stephen, &[0, 0, 0]), (Paul, &[1, 4])]),
                "BAD_DIE_INDEX SW-30 limit 3",
            ),
            (
                listed(&[(Stephen, &[]), (Paul, &[u32::MAX])]),
                "BAD_DIE_INDEX SW-30 limit 3",
            ),
            (listed(&[(Stephen, &[0]), (Paul, &[1, 2])]), "BAD_ALLOCATION SW-34"),
            (listed(&[(Stephen, &[0, 1, 2]), (Paul, &[3])]), "BAD_ALLOCATION SW-34"),
            (listed(&[(Stephen, &[0, 0]), (Paul, &[1, 2])]), "BAD_ALLOCATION SW-34"),
            (listed(&[(Stephen, &[0, 1]), (Paul, &[1, 2])]), "BAD_ALLOCATION SW-34"),
            (listed(&[(Stephen, &[]), (Paul, &[])]), "BAD_ALLOCATION SW-34"),
            (listed(&[(Paul, &[3, 1]), (Stephen, &[0, 2])]), "accepted"),
        ],
    ));
}

fn returns(all: &mut Vec<Checked>) {
    let game = Position::homecoming(0)
        .stands(Stephen, 10, 100)
        .returning(Paul)
        .returning(Robert)
        .build();
    all.push(Checked::of(
        game,
        0,
        [
            (come_back(&[(Paul, 9)]), "BAD_CHARACTERS SW-74"),
            (come_back(&[(Paul, 9), (Paul, 9)]), "BAD_CHARACTERS SW-74"),
            (come_back(&[(Paul, 9), (Stephen, 9)]), "BAD_CHARACTERS SW-74"),
            (
                come_back(&[(Paul, 9), (Robert, 9), (Stephen, 9)]),
                "BAD_CHARACTERS SW-74",
            ),
            // The check begins with Paul, in any order of the list.
            (come_back(&[(Robert, 9), (Paul, 100)]), "OVERLAPS_PIECE SW-9"),
            (come_back(&[(Robert, 100), (Paul, 9)]), "OUT_OF_FIELD SW-5 limit 10"),
            (
                come_back(&[(Robert, i32::MAX), (Paul, 200)]),
                "OUT_OF_FIELD SW-5 limit 290",
            ),
            (come_back(&[(Robert, 200), (Paul, 200)]), "OVERLAPS_PIECE SW-9"),
            (come_back(&[(Robert, 220), (Paul, 200)]), "accepted"),
        ],
    ));
}
