//! Positions with the answers of the game, for every reason and for the order of the checks.

use tinsel_engine::{MatchRng, Seed};
use tinsel_engine_testkit::checks::CheckedPosition;

use super::{Position, act, play};
use crate::{components::Standing, config::Draft, state::SecretSanta};

/// The position after a script.
fn after(position: Position, script: &str) -> SecretSanta {
    let mut game = position.build();
    play(&mut game, script, &mut MatchRng::new(Seed::new([0; 32])));
    game
}

/// Positions with the answers of the game, for every reason. Actions with several faults show the order of the checks.
///
/// # Panics
///
/// A row cannot be read.
#[must_use]
pub fn checked_positions() -> Vec<CheckedPosition<SecretSanta>> {
    let mut positions = turns();
    positions.extend(windows());
    positions
}

const LEADS: &str = "
0 fruitcake 2 to 1 | WRONG_PHASE SS-58
0 carol 1          | WRONG_PHASE SS-34
0 mouse            | WRONG_PHASE SS-34
0 ghost            | WRONG_PHASE SS-34
0 tree self        | WRONG_PHASE SS-59
0 scrooge 1        | WRONG_PHASE SS-59
0 decline          | WRONG_PHASE SS-40
0 1×0              | VALUE_OUT_OF_RANGE SS-8 limit 1 in play_gifts.value
0 0×2 + Elf        | GIFT_REQUIRED SS-27 limit 1 in play_gifts.gifts
0 2 + 4 Elves      | COUNT_OUT_OF_RANGE SS-R1 limit 3
0 4×2              | CARD_NOT_IN_HAND SS-12
0 2 + 2 Elves      | CARD_NOT_IN_HAND SS-R56
0 3×2!             | FINAL_GIFT_NOT_DUE SS-50
0 santa!           | FINAL_GIFT_NOT_DUE SS-50
0 zeros Ghost!     | GIFTS_STILL_HELD SS-29
0 zeros Elf        | GIFTS_STILL_HELD SS-29
0 pass             | MUST_LEAD SS-13
0 3×2              | accepted
0 9                | accepted
0 santa            | accepted
1 pass             | NO_DECISION_OWED SS-23
1 withdraw         | NO_STANDING_DECLINE SS-75";

const LEADS_ZEROS: &str = "
0 zeros              | EMPTY_PLAY SS-29 limit 1 in play_zeros.cards
0 zeros ?            | NOT_A_SPECIAL SS-29 in play_zeros.cards[0]
0 zeros Mouse, ?     | NOT_A_SPECIAL SS-29 in play_zeros.cards[1]
0 zeros Ghost!       | CARD_NOT_IN_HAND SS-29
0 zeros 2 Mouse!     | CARD_NOT_IN_HAND SS-29
0 zeros 2 Elves!     | CARD_NOT_IN_HAND SS-29
0 zeros 255 Mouse!   | CARD_NOT_IN_HAND SS-29
0 zeros Mouse!       | FINAL_GIFT_NOT_DUE SS-50
0 zeros Tree, Mouse! | accepted
0 zeros Mouse, Tree! | accepted
0 zeros Mouse        | accepted";

const FOLLOWS: &str = "
1 0×0 + 9 Elves!       | VALUE_OUT_OF_RANGE SS-8 limit 1 in play_gifts.value
1 13                   | VALUE_OUT_OF_RANGE SS-8 limit 12 in play_gifts.value
1 2×261                | VALUE_OUT_OF_RANGE SS-8 limit 12 in play_gifts.value
1 0×5 + 4 Elves!       | GIFT_REQUIRED SS-27 limit 1 in play_gifts.gifts
1 0×5 + Santa          | GIFT_REQUIRED SS-27 limit 1 in play_gifts.gifts
1 9×5 + 4 Elves!       | COUNT_OUT_OF_RANGE SS-R1 limit 3
1 5 + 4294967295 Elves | COUNT_OUT_OF_RANGE SS-R1 limit 3
1 3×3 + 3 Elves!       | CARD_NOT_IN_HAND SS-14
1 3×3!                 | CARD_NOT_IN_HAND SS-14
1 3 + 2 Elves!         | CARD_NOT_IN_HAND SS-R56
1 4294967295×3         | CARD_NOT_IN_HAND SS-14
1 258×5                | CARD_NOT_IN_HAND SS-14
1 3!                   | WRONG_COUNT SS-14 limit 2
1 2×3 + Elf!           | WRONG_COUNT SS-14 limit 2
1 2×3!                 | VALUE_TOO_LOW SS-14 limit 5
1 3 + Elf + Santa!     | VALUE_TOO_LOW SS-14 limit 5
1 2×5!                 | FINAL_GIFT_NOT_DUE SS-50
1 6 + Elf + Santa!     | FINAL_GIFT_NOT_DUE SS-50
1 6 + Elf + Santa      | accepted
1 2×5                  | accepted";

const WITHOUT_SANTA: &str = "
1 3 + Santa!  | CARD_NOT_IN_HAND SS-33
1 2×5 + Santa | CARD_NOT_IN_HAND SS-33
1 santa       | CARD_NOT_IN_HAND SS-33";

const DUE_WITH_SANTA: &str = "
1 zeros!          | EMPTY_PLAY SS-29 limit 1 in play_zeros.cards
1 zeros ?!        | NOT_A_SPECIAL SS-29 in play_zeros.cards[0]
1 zeros Ghost, ?! | NOT_A_SPECIAL SS-29 in play_zeros.cards[1]
1 zeros Ghost!    | NOT_LEADING SS-29
1 zeros Mouse     | NOT_LEADING SS-29
1 santa!          | CARD_NOT_IN_HAND SS-33
1 pass            | accepted";

const LEADS_FREELY: &str = "
0 2×1! | accepted
0 1!   | FINAL_GIFT_NOT_DUE SS-50
0 5    | accepted";

const OVER: &str = "
0 pass     | MATCH_OVER SS-70
0 withdraw | MATCH_OVER SS-70";

const DECLINES: &str = "
0 withdraw | NO_STANDING_DECLINE SS-75
1 withdraw | NO_STANDING_DECLINE SS-75
2 withdraw | accepted";

const FRUITCAKE: &str = "
0 2                         | WRONG_PHASE SS-23
0 fruitcake 0 to ?          | UNKNOWN_SEAT SS-58
0 fruitcake 13 to 4         | UNKNOWN_SEAT SS-58
0 fruitcake 1 to 255        | UNKNOWN_SEAT SS-58
0 fruitcake 13 to 0         | SELF_TARGET SS-58
0 fruitcake 0 to 1          | VALUE_OUT_OF_RANGE SS-8 limit 1 in play_fruitcake.value
0 fruitcake 4294967295 to 1 | VALUE_OUT_OF_RANGE SS-8 limit 12 in play_fruitcake.value
0 fruitcake 257 to 1        | VALUE_OUT_OF_RANGE SS-8 limit 12 in play_fruitcake.value
0 fruitcake 12 to 1         | CARD_NOT_IN_HAND SS-58
0 fruitcake 2 to 1          | accepted
0 decline round             | SCOPE_NOT_ALLOWED SS-40
0 decline ?                 | SCOPE_NOT_ALLOWED SS-40
1 fruitcake 13 to 1         | SELF_TARGET SS-58
1 fruitcake 13 to 0         | VALUE_OUT_OF_RANGE SS-8 limit 12 in play_fruitcake.value
1 fruitcake 3 to 0          | CARD_NOT_IN_HAND SS-58";

const HOLLY: &str = "
0 decline   | NO_DECISION_OWED SS-39
1 2         | WRONG_PHASE SS-23
1 zeros Elf | WRONG_PHASE SS-23
1 pass      | WRONG_PHASE SS-23
1 santa     | WRONG_PHASE SS-26
1 tree left | WRONG_PHASE SS-59
1 carol ?!  | UNKNOWN_SEAT SS-44
1 carol 4!  | UNKNOWN_SEAT SS-44
1 carol 1!  | SELF_TARGET SS-44
1 carol 0!  | FINAL_GIFT_NOT_DUE SS-50
1 carol 0   | accepted
1 mouse!    | FINAL_GIFT_NOT_DUE SS-50
1 mouse     | accepted
1 ghost!    | FINAL_GIFT_NOT_DUE SS-50
1 ghost     | accepted
1 decline ? | SCOPE_NOT_ALLOWED SS-40
2 carol ?!  | UNKNOWN_SEAT SS-44
2 carol 2!  | SELF_TARGET SS-44
2 carol 0!  | CARD_NOT_IN_HAND SS-44
2 mouse!    | CARD_NOT_IN_HAND SS-45
2 ghost!    | CARD_NOT_IN_HAND SS-46";

const DUE: &str = "
1 ghost! | CARD_NOT_IN_HAND SS-46
1 mouse! | accepted
2 mouse! | CARD_NOT_IN_HAND SS-45
2 ghost! | accepted";

const HAUNTED: &str = "
2 mouse! | NOTHING_IN_PLAY SS-45
2 ghost! | CARD_NOT_IN_HAND SS-46
3 mouse! | CARD_NOT_IN_HAND SS-45
3 mouse  | CARD_NOT_IN_HAND SS-45";

const PASSED: &str = "
2 ghost! | NO_GIFT_JUST_PLAYED SS-46
2 ghost  | NO_GIFT_JUST_PLAYED SS-46
2 mouse  | accepted
3 ghost  | CARD_NOT_IN_HAND SS-46";

const SNOW: &str = "
2 mouse        | WRONG_PHASE SS-34
2 tree ?!      | BAD_DIRECTION SS-63 in play_tree.deal_first
2 tree left!   | FINAL_GIFT_NOT_DUE SS-50
2 tree left    | accepted
2 tree self    | accepted
2 scrooge ?!   | UNKNOWN_SEAT SS-64
2 scrooge 5!   | UNKNOWN_SEAT SS-64
2 scrooge 4!   | TARGET_OUT SS-64
2 scrooge 1!   | TARGET_NOT_A_MISER SS-64
2 scrooge 0!   | TARGET_NOT_A_MISER SS-64
2 scrooge 3!   | FINAL_GIFT_NOT_DUE SS-50
2 scrooge 3    | accepted
2 scrooge 2    | accepted
2 decline deal | SCOPE_NOT_ALLOWED SS-40
0 tree ?!      | BAD_DIRECTION SS-63 in play_tree.deal_first
0 tree left!   | CARD_NOT_IN_HAND SS-63
0 scrooge ?!   | UNKNOWN_SEAT SS-64
0 scrooge 4!   | CARD_NOT_IN_HAND SS-64
0 scrooge 1!   | CARD_NOT_IN_HAND SS-64
1 withdraw     | NO_STANDING_DECLINE SS-75
4 decline      | NO_DECISION_OWED SS-61";

const WITHOUT_MISER: &str = "
2 scrooge 0    | TARGET_NOT_A_MISER SS-64
2 scrooge 1    | TARGET_NOT_A_MISER SS-64
2 scrooge 2    | TARGET_NOT_A_MISER SS-64
2 scrooge 3    | TARGET_NOT_A_MISER SS-64
2 tree self    | accepted
0 decline deal | SCOPE_NOT_ALLOWED SS-40";

fn read(game: SecretSanta, rows: &str) -> CheckedPosition<SecretSanta> {
    CheckedPosition::read(game, rows, act)
}

fn turns() -> Vec<CheckedPosition<SecretSanta>> {
    let leads = Position::hands(["3×2, 9, Elf, Santa", "2×3", "2×4", "2×5"]);
    let leads_zeros = Position::hands(["Mouse, Elf, Tree", "2×1", "2×2", "2×5"]);
    // Seat 1 follows a pair of 4s with seven cards.
    let follows = Position::hands(["2×1", "2×3, 2×5, 6, Elf, Santa", "2×2", "2×7"]);
    let without_santa = Position::hands(["2×1", "2×3, 2×5, 6, Elf", "2×2", "2×7"]);
    // The flag would be due with Santa, but the seat does not hold Santa; the checks come in order.
    let due_with_santa = Position::hands(["2×1", "3, Mouse, Tree", "2×2", "2×5"]);
    vec![
        read(leads.build(), LEADS),
        read(leads_zeros.build(), LEADS_ZEROS),
        read(follows.play(0, "2×4").turn(1).build(), FOLLOWS),
        read(without_santa.play(0, "2×4").turn(1).build(), WITHOUT_SANTA),
        read(due_with_santa.play(0, "2").turn(1).build(), DUE_WITH_SANTA),
        read(Position::hands(["2×1, 5", "2×3", "2×2", "2×7"]).build(), LEADS_FREELY),
    ]
}

fn windows() -> Vec<CheckedPosition<SecretSanta>> {
    let fruitcake = || Position::hands(["5×1, 2, Fruitcake", "2×3", "2×2", "2×5"]).fruitcake();
    let decline = Position::hands(["5×1, 2", "2×3", "2×2, Mouse", "2×5"]).declines(2, Standing::Deal);
    let holly = Position::hands(["5×1, 2", "Carol, Mouse, Ghost", "2×2", "2×5"]);
    let due = Position::hands(["5×1, 2", "3, Mouse", "4, Ghost", "2×5"]);
    let haunted = Position::hands(["5×1, 2", "2×3, Ghost", "3, 4, Mouse, Carol", "2×5"]);
    let passed = Position::hands(["5×1, 2", "2×3", "3, 4, Mouse, Ghost", "2×5"]);
    let snow = Position::hands(["2×1", "2×3", "2×2, Tree, Scrooge", "2×5", ""]).placed([4]);
    let snow = snow.play(0, "2").play(1, "3").passed([0, 2, 3]).turn(1);
    // Santa ends the round before any seat has passed; the Tree keeps the interlude open.
    let without_miser = Position::hands(["2×1, Santa", "2×3", "2×2, Tree, Scrooge", "2×5"]);
    let over = Position::seats(4).options(Draft {
        deals: Some(1),
        ..Draft::default()
    });
    vec![
        read(over.finished([0, 1, 2, 3]).over().build(), OVER),
        read(decline.build(), DECLINES),
        read(fruitcake().build(), FRUITCAKE),
        read(after(fruitcake(), "0 decline"), "0 decline | NO_DECISION_OWED SS-58"),
        read(after(holly, "0 2"), HOLLY),
        read(after(due, "0 2"), DUE),
        // After a Ghost the table is empty, and there is no play just before.
        read(after(haunted, "0 2; 2 decline; 3 decline; 1 ghost"), HAUNTED),
        read(after(passed, "0 2; -; 1 pass"), PASSED),
        read(after(snow, "1 pass"), SNOW),
        read(after(without_miser, "0 santa"), WITHOUT_MISER),
    ]
}
