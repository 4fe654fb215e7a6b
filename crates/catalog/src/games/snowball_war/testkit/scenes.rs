//! Positions, and the actions that the game refuses in them.

use tinsel_engine::SeatIndex;
use tinsel_snowball_war::{
    Action, Arrival, CardAsked, Character, Choice, Obstacle, Piece, Placement, Reason, SnowballWar, Spot,
    testkit::{
        Position, allocate, come_back, deploy, discard, dodge, double_throw, force_reroll, intercept, move_again, pick,
        reroll, rush, skip, swap, take_hit, throw, throw_again, throw_as, walk,
    },
};

use crate::{
    testkit::{Refused, RefusedPosition},
    wire::WireGame,
};

/// The refused seat in every scene that names no other.
const SEAT: SeatIndex = SeatIndex::new(0);
const OTHER: SeatIndex = SeatIndex::new(1);

pub(super) fn all() -> Vec<RefusedPosition> {
    vec![
        malformed(),
        draft(),
        not_deciding(),
        deployment(),
        reroll_phase(),
        allocation(),
        action(),
        abilities(),
        without_abilities(),
        reaction(),
        reaction_of_a_snowman(),
        throw_again_phase(),
        homecoming(),
        finished(),
    ]
}

fn here(action: &Action, reason: &'static str) -> Refused {
    Refused::here(SnowballWar::write_action(action), reason)
}

fn unset(action: &Action, field: &'static str) -> Refused {
    Refused::always(SnowballWar::write_action(action), "MALFORMED", field)
}

#[expect(clippy::too_many_lines, reason = "one row for each field reads best in one place")]
fn malformed() -> RefusedPosition {
    let half = Some(Spot { x: Some(3), y: None });
    let nobody: Option<Character> = None;
    let refused = vec![
        unset(&Action::PickCharacter { character: None }, "pick_character.character"),
        unset(
            &Action::Deploy {
                snowman: None,
                characters: Vec::new(),
            },
            "deploy.snowman",
        ),
        unset(
            &Action::Deploy {
                snowman: half,
                characters: Vec::new(),
            },
            "deploy.snowman.y",
        ),
        unset(
            &Action::Deploy {
                snowman: Some(Spot { x: Some(1), y: Some(1) }),
                characters: vec![Placement {
                    character: Some(Character::Paul),
                    at: None,
                }],
            },
            "deploy.characters[0].at",
        ),
        unset(
            &Action::Allocate {
                cards: vec![CardAsked::default()],
            },
            "allocate.cards[0].character",
        ),
        unset(
            &Action::Throw {
                character: Some(Character::Paul),
                die: None,
                as_value: None,
                target: None,
            },
            "throw_snowball.die",
        ),
        unset(
            &Action::Move {
                character: nobody,
                die: Some(0),
                as_value: None,
                to: half,
            },
            "move.character",
        ),
        unset(&Action::DoubleThrow { target: None }, "double_throw.target"),
        unset(
            &Action::React {
                choice: Some(Choice::Intercept { die: None }),
            },
            "react.intercept.die",
        ),
        unset(&Action::React { choice: None }, "react.choice"),
        unset(
            &Action::Return {
                characters: vec![Arrival {
                    character: Some(Character::Paul),
                    y: None,
                }],
            },
            "return_characters.characters[0].y",
        ),
    ];
    RefusedPosition::of(Position::action(0).dice(Character::Paul, [1, 2]).build(), SEAT, refused)
}

fn draft() -> RefusedPosition {
    let picked = Position::draft(1).then(1, pick(Character::Paul)).build();
    let refused = vec![
        here(&pick(Character::Paul), "CHARACTER_TAKEN"),
        here(&skip(), "WRONG_ACTION"),
    ];
    RefusedPosition::of(picked, SEAT, refused)
}

fn not_deciding() -> RefusedPosition {
    let refused = vec![here(&discard(Character::Bianca, 0), "NOT_YOUR_DECISION")];
    RefusedPosition::of(
        Position::action(0).dice(Character::Paul, [1, 2]).build(),
        OTHER,
        refused,
    )
}

fn deployment() -> RefusedPosition {
    use Character::{Paul, Robert, Stephen};
    let at = |snowman, robert, paul| deploy(snowman, &[(Paul, paul), (Robert, robert), (Stephen, (12, 40))]);
    let position = Position::deployment(0)
        .obstacles([Obstacle::circle(70, 150, 20)])
        .build();
    let refused = vec![
        here(&deploy((15, 15), &[(Paul, (40, 12))]), "BAD_CHARACTERS"),
        here(&at((14, 15), (33, 33), (40, 12)), "OUT_OF_FIELD"),
        here(&at((i32::MIN, i32::MAX), (33, 33), (40, 12)), "OUT_OF_FIELD"),
        here(&at((89, 15), (33, 33), (40, 12)), "TOO_FAR_FROM_EDGE"),
        here(&at((60, 140), (33, 33), (40, 12)), "OVERLAPS_OBSTACLE"),
        here(&at((15, 15), (32, 32), (40, 12)), "OVERLAPS_PIECE"),
        here(&at((15, 15), (34, 33), (40, 12)), "NOT_IN_CONTACT"),
    ];
    RefusedPosition::of(position, SEAT, refused)
}

fn reroll_phase() -> RefusedPosition {
    let position = Position::rerolling()
        .pool(0, &[1, 2, 3, 4, 5, 6])
        .pool(1, &[1, 1, 1, 1, 1, 1])
        .build();
    let twice = Refused::always(
        SnowballWar::write_action(&reroll(&[5, 5])),
        "DUPLICATE_DIE",
        "reroll.dice[1]",
    );
    let refused = vec![
        here(&reroll(&[6]), "BAD_DIE_INDEX"),
        here(&reroll(&[u32::MAX]), "BAD_DIE_INDEX"),
        twice,
    ];
    RefusedPosition::of(position, SEAT, refused)
}

fn allocation() -> RefusedPosition {
    use Character::{Bianca, Paul, Robert, Stephen};
    let position = Position::allocating()
        .pool(0, &[1, 2, 3, 4, 5, 6])
        .pool(1, &[1, 1, 1, 1, 1, 1])
        .build();
    let with = |last| allocate(&[(Stephen, [0, 1]), (Paul, [2, 3]), (Robert, last)]);
    let refused = vec![
        here(
            &allocate(&[(Stephen, [0, 1]), (Paul, [2, 3]), (Bianca, [4, 5])]),
            "BAD_CHARACTERS",
        ),
        here(&with([4, 6]), "BAD_DIE_INDEX"),
        here(&with([4, 4]), "BAD_ALLOCATION"),
    ];
    RefusedPosition::of(position, SEAT, refused)
}

fn action() -> RefusedPosition {
    use Character::{Bianca, Natasha, Paul, Robert, Stephen};
    let position = Position::action(0)
        .obstacles([Obstacle::rectangle(230, 60, 250, 80)])
        .stands(Stephen, 200, 150)
        .dice(Stephen, [4, 1])
        .ran_away(Paul, 2)
        .stands(Bianca, 320, 150)
        .stands(Natasha, 260, 150)
        .ran_away(Character::Emily, 1)
        .build();
    let refused = vec![
        here(&discard(Bianca, 0), "NOT_YOUR_CHARACTER"),
        here(&discard(Paul, 0), "CHARACTER_NOT_IN_PLAY"),
        here(&discard(Robert, 0), "NO_SUCH_DIE"),
        here(&discard(Stephen, 7), "NO_SUCH_DIE"),
        here(&throw_as(Stephen, 0, 6, Bianca), "BAD_VALUE"),
        here(&throw(Stephen, 1, Bianca), "WRONG_FACE"),
        here(&throw(Stephen, 0, Robert), "BAD_TARGET"),
        here(&throw(Stephen, 0, Character::Emily), "TARGET_NOT_IN_PLAY"),
        here(&throw(Stephen, 0, Piece::Snowman(OTHER)), "OUT_OF_RANGE"),
        here(&throw(Stephen, 0, Bianca), "NO_LINE_OF_SIGHT"),
        here(&walk(Stephen, 1, (5, 5)), "OUT_OF_FIELD"),
        here(&walk(Stephen, 1, (i32::MAX, i32::MIN)), "OUT_OF_FIELD"),
        here(&walk(Stephen, 1, (100, 150)), "TOO_FAR"),
        here(&walk(Stephen, 1, (235, 75)), "OVERLAPS_OBSTACLE"),
        here(&walk(Stephen, 1, (250, 150)), "OVERLAPS_PIECE"),
        here(&skip(), "WRONG_ACTION"),
        here(&move_again((200, 150)), "WRONG_ACTION"),
    ];
    RefusedPosition::of(position, SEAT, refused)
}

fn abilities() -> RefusedPosition {
    use Character::{Bianca, Emily, Natasha, Paul, Robert, Stephen};
    let position = Position::action(0)
        .team(0, [Paul, Bianca, Natasha])
        .team(1, [Stephen, Robert, Emily])
        .stands(Paul, 200, 150)
        .dice(Paul, [4, 3])
        .stands(Bianca, 100, 150)
        .dice(Bianca, [1, 2])
        .stands(Natasha, 100, 200)
        .dice(Natasha, [1, 2])
        .stands(Stephen, 100, 100)
        .build();
    let refused = vec![
        here(&double_throw(Stephen), "WRONG_DICE"),
        here(&force_reroll(0, Piece::Snowman(OTHER)), "BAD_TARGET"),
        here(&force_reroll(0, Stephen), "TARGET_HAS_NO_DICE"),
        here(&force_reroll(0, Emily), "OUT_OF_RANGE"),
        here(&swap(0, Natasha), "BAD_TARGET"),
        here(&swap(2, Bianca), "NO_SUCH_DIE"),
        here(&swap(0, Paul), "OUT_OF_RANGE"),
        here(&rush(0), "NO_SUCH_ABILITY"),
    ];
    RefusedPosition::of(position, SEAT, refused)
}

fn without_abilities() -> RefusedPosition {
    let refused = vec![
        here(&force_reroll(0, Character::Bianca), "NO_SUCH_ABILITY"),
        here(&swap(0, Character::Paul), "NO_SUCH_ABILITY"),
        here(&rush(0), "NO_SUCH_ABILITY"),
    ];
    let position = Position::action(0).dice(Character::Paul, [1, 2]).build();
    RefusedPosition::of(position, SEAT, refused)
}

/// Stephen has thrown at Bianca; Bianca may dodge.
fn reaction() -> RefusedPosition {
    use Character::{Bianca, Stephen};
    let position = Position::action(0)
        .stands(Stephen, 300, 150)
        .dice(Stephen, [4, 6])
        .stands(Bianca, 380, 150)
        .dice(Bianca, [5, 2])
        .then(0, throw(Stephen, 0, Bianca))
        .build();
    let refused = vec![
        here(&dodge(1), "NO_DODGE"),
        here(&dodge(9), "NO_SUCH_DIE"),
        here(&intercept(0), "CANNOT_INTERCEPT"),
        here(&discard(Bianca, 0), "WRONG_ACTION"),
    ];
    RefusedPosition::of(position, OTHER, refused)
}

/// Bianca has thrown at the snowman, which Robert may save.
fn reaction_of_a_snowman() -> RefusedPosition {
    use Character::{Bianca, Robert};
    let position = Position::action(1)
        .stands(Bianca, 120, 150)
        .dice(Bianca, [3, 1])
        .stands(Robert, 40, 190)
        .dice(Robert, [4, 2])
        .then(1, throw(Bianca, 0, Piece::Snowman(SEAT)))
        .build();
    let refused = vec![here(&dodge(0), "CANNOT_DODGE"), here(&intercept(2), "NO_SUCH_DIE")];
    RefusedPosition::of(position, SEAT, refused)
}

/// Bianca has thrown once, and may throw again.
fn throw_again_phase() -> RefusedPosition {
    use Character::{Bianca, Natasha, Robert, Stephen};
    let position = Position::action(1)
        .stands(Bianca, 300, 150)
        .dice(Bianca, [6, 1])
        .stands(Stephen, 200, 150)
        .ran_away(Robert, 2)
        .then(1, throw(Bianca, 0, Stephen))
        .build();
    let refused = vec![
        here(&throw_again(Natasha), "BAD_TARGET"),
        here(&throw_again(Robert), "TARGET_NOT_IN_PLAY"),
        here(&throw_again(Piece::Snowman(SEAT)), "OUT_OF_RANGE"),
        here(&take_hit(), "WRONG_ACTION"),
    ];
    RefusedPosition::of(position, OTHER, refused)
}

fn homecoming() -> RefusedPosition {
    use Character::{Paul, Robert, Stephen};
    let position = Position::homecoming(0)
        .stands(Stephen, 10, 100)
        .returning(Robert)
        .build();
    let refused = vec![
        here(&come_back(&[(Robert, 250), (Paul, 280)]), "BAD_CHARACTERS"),
        here(&come_back(&[(Robert, 295)]), "OUT_OF_FIELD"),
        here(&come_back(&[(Robert, i32::MIN)]), "OUT_OF_FIELD"),
        here(&come_back(&[(Robert, 119)]), "OVERLAPS_PIECE"),
    ];
    RefusedPosition::of(position, SEAT, refused)
}

fn finished() -> RefusedPosition {
    let refused = vec![
        here(&pick(Character::Paul), "MATCH_OVER"),
        here(&discard(Character::Paul, 0), "MATCH_OVER"),
    ];
    let position = Position::finished(Reason::Knockout).snowman_tokens(1, 4).build();
    RefusedPosition::of(position, SEAT, refused)
}
