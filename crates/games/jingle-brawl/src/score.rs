//! The result of the match (section 10).

use serde::{Deserialize, Serialize};
use tinsel_engine::{BySeat, Label, LabelFacts, Outcome, SeatIndex, SeatSet, Standing, Wire, never, ranks, wins};

use crate::{
    components::{Bank, Chips, GiftId, Naughty, Scoring},
    state::JingleBrawl,
};

const FINAL_HEAD_ELF: Label = Label("FINAL_HEAD_ELF");

/// The labels of standings.
pub(crate) const LABELS: &[LabelFacts] = &[
    LabelFacts {
        label: Label::WINNER,
        meaning: "the seat has rank 1 by wish points and has not forfeited; without wish points no seat wins",
    },
    LabelFacts {
        label: FINAL_HEAD_ELF,
        meaning: "the seat is Head Elf at the end",
    },
];

/// The result of the match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Wire)]
#[wire(as = Outcome)]
pub struct Ending {
    /// Whether the seats share one rank, or are ranked by wishes.
    pub result: ResultKind,
    /// One entry per seat.
    pub seats: BySeat<SeatEnding>,
    /// The Bank's book value.
    pub bank: Bank,
    /// The Head Elf at the end.
    #[wire(as = head_elf_seat)]
    pub head_elf: SeatIndex,
}

/// The ranking at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
pub enum ResultKind {
    /// All seats have the first rank (JB-R57).
    Shared,
    /// By wish points, then by chips.
    Ranked,
}

/// The final possessions of a seat, and its rank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Wire)]
#[wire(as = SeatOutcome, entry)]
pub struct SeatEnding {
    /// The gift that it holds at the end.
    pub gift: GiftId,
    /// The name of the gift.
    pub name: String,
    /// The number of duels for it.
    #[wire(as = naughty_level)]
    pub naughty: Naughty,
    /// Its chips.
    pub chips: Chips,
    /// 1 is best; equal seats share a rank: 1, 1, 3.
    pub rank: u8,
    /// The value of its gift for the seat, if that counts.
    pub score: Option<u8>,
}

/// The ranking key of a seat: higher is better.
type Key = (u8, Chips);

/// The final gift of every seat (JB-82), with ranks.
pub(crate) fn ending(game: &JingleBrawl, forfeited: SeatSet) -> Ending {
    let keys = keys(game);
    // JB-R65
    let ranks = ranks(&keys, forfeited);
    let seats = game.table.hands.map(|seat, held| {
        let gift = held.unwrap_or_else(|| {
            never!("JB-82: in the end every seat holds a gift");
            GiftId::new(seat.get())
        });
        let (key, ranked) = (keys.at(seat), game.config.scoring == Scoring::WishPoints);
        SeatEnding {
            gift,
            name: game.name(gift).text().to_owned(),
            naughty: game.table.naughty(gift),
            chips: *game.table.chips.at(seat),
            rank: *ranks.at(seat),
            score: ranked.then_some(key.0),
        }
    });
    Ending {
        result: match game.config.scoring {
            Scoring::None => ResultKind::Shared,
            Scoring::WishPoints => ResultKind::Ranked,
        },
        seats,
        bank: game.table.bank,
        head_elf: game.table.head_elf,
    }
}

/// The ranking keys: equal for all seats unless wishes count.
// JB-R57
fn keys(game: &JingleBrawl) -> BySeat<Key> {
    game.table.hands.map(|seat, held| {
        let wishes = game.deal.wishes.as_ref().and_then(|wishes| wishes.get(seat));
        let points = wishes.and_then(|wishes| wishes.get((*held)?).copied());
        points.map_or((0, Chips::ZERO), |points| (points, *game.table.chips.at(seat)))
    })
}

/// The outcome, as the engine's type.
pub(crate) fn outcome(ending: &Ending, forfeited: SeatSet) -> Outcome {
    let standings = ending.seats.map(|seat, ended| Standing {
        rank: ended.rank,
        score: ended.score.map(i64::from),
        labels: labels(ending, seat, forfeited),
    });
    Outcome { standings }
}

// JB-R57, JB-R65
fn labels(ending: &Ending, seat: SeatIndex, forfeited: SeatSet) -> Vec<Label> {
    let wins = match ending.result {
        ResultKind::Shared => false,
        ResultKind::Ranked => wins(seat, ending.seats.at(seat).rank, forfeited),
    };
    Label::that_hold([(wins, Label::WINNER), (seat == ending.head_elf, FINAL_HEAD_ELF)])
}
