//! The builder of positions.

mod build;

use tinsel_engine::SeatIndex;

use super::words::{act, cards, written};
use crate::{
    action::Action,
    components::{Cards, Gift, Standing},
    config::Draft,
    state::{Laid, Play, SecretSanta, Used},
};

/// A builder of a position, in the notation of [`cards`](super::cards()) and [`act`](super::act()).
///
/// Without further calls, the position has default options. It is the first deal, dealt by the last seat, and the first
/// round, led by seat 0, which has its turn. The table is empty. No seat has passed, is barred, or has made a play.
/// Seats with one card are `DECLARED`.
///
/// Cards that are in no hand and not on the table are discarded. A seat without cards is out: without a place yet if it
/// made a play in this round, otherwise placed after the seats in [`placed`](Self::placed). To get a window after a turn
/// or a round, play on from the position.
///
/// The calls can come in any order, except for lists with a meaningful order: plays, used cards, seats that are out,
/// finished deals. Setting a single fact twice is an error. The builder refuses a position that no match can reach.
///
/// ```
/// use tinsel_secret_santa::testkit::Position;
///
/// // SS-W7, before the first turn.
/// let game = Position::seats(4)
///     .hand(0, "3×2, 9, 10")
///     .hand(1, "4×1, 5")
///     .hand(2, "4×3, Ghost")
///     .hand(3, "4×4, Mouse")
///     .build();
///
/// // In mid-round: seat 1 has its turn, with a pair of 4s and an Elf as one to be beaten.
/// let game = Position::seats(4)
///     .hand(0, "3×2")
///     .hand(1, "4×5, Santa")
///     .hand(2, "4×3")
///     .hand(3, "4×6")
///     .play(0, "4 + Elf")
///     .passed([3])
///     .turn(1)
///     .build();
///
/// // There is one 12 in the deck.
/// let game = Position::seats(4).hand(0, "3×12").try_build();
/// assert!(game.unwrap_err().ends_with("does not have 3×12"));
/// ```
#[derive(Clone, Default)]
pub struct Position {
    draft: Option<Draft>,
    players: u8,
    at: Option<At>,
    leader: Option<u8>,
    number: Option<u8>,
    finished: Vec<Vec<u8>>,
    dealer: Option<u8>,
    order: Option<Vec<u8>>,
    hands: Vec<(u8, Cards)>,
    placed: Vec<u8>,
    undeclared: Vec<u8>,
    declines: Vec<(u8, Standing)>,
    last_gift: Option<u8>,
    hidden: Cards,
    plays: Vec<Play>,
    used: Vec<Used>,
    haunted: Vec<u8>,
    passed: Vec<u8>,
    barred: Option<u8>,
}

tinsel_engine::redacted!(Position);

#[derive(Clone, Copy)]
enum At {
    Fruitcake,
    Turn(u8),
    Over,
}

impl Position {
    /// A position for this number of seats, 3 to 8.
    #[must_use]
    pub fn seats(players: u8) -> Self {
        Self {
            players,
            ..Self::default()
        }
    }

    /// A position for as many seats as hands; see [`hand`](Self::hand).
    ///
    /// # Panics
    ///
    /// A text is not in the notation.
    #[must_use]
    pub fn hands<const N: usize>(hands: [&str; N]) -> Self {
        let position = Self::seats(u8::try_from(N).unwrap_or(u8::MAX));
        let numbered = (0..).zip(hands);
        numbered.fold(position, |position, (seat, hand)| position.hand(seat, hand))
    }

    /// The options.
    ///
    /// # Panics
    ///
    /// As for every single fact: it was set before.
    #[must_use]
    pub fn options(mut self, draft: Draft) -> Self {
        once(&mut self.draft, draft, "the options");
        self
    }

    /// The hand of a seat, such as `3×2, 9, Mouse, 2 Elves`.
    ///
    /// # Panics
    ///
    /// The text is not in the notation.
    #[must_use]
    pub fn hand(mut self, seat: u8, held: &str) -> Self {
        self.hands.push((seat, cards(held)));
        self
    }

    /// The seat that leads the round; it has its turn unless [`turn`](Self::turn) sets another.
    #[must_use]
    pub fn leads(mut self, seat: u8) -> Self {
        once(&mut self.leader, seat, "the leader");
        self
    }

    /// The seat that has its turn, independent of the leader.
    #[must_use]
    pub fn turn(self, seat: u8) -> Self {
        self.at(At::Turn(seat))
    }

    /// The window before the first round is open.
    #[must_use]
    pub fn fruitcake(self) -> Self {
        self.at(At::Fruitcake)
    }

    /// The match is over, with this last deal; all its deals are [`finished`](Self::finished).
    #[must_use]
    pub fn over(self) -> Self {
        self.at(At::Over)
    }

    fn at(mut self, at: At) -> Self {
        once(&mut self.at, at, "what is waited for");
        self
    }

    /// A finished deal, by its finishing order, such as `[1, 0, 2, 3]`.
    #[must_use]
    pub fn finished<const N: usize>(mut self, order: [u8; N]) -> Self {
        self.finished.push(order.to_vec());
        self
    }

    /// The dealer.
    #[must_use]
    pub fn dealer(mut self, seat: u8) -> Self {
        once(&mut self.dealer, seat, "the dealer");
        self
    }

    /// The order of the seats at the table, clockwise.
    #[must_use]
    pub fn order<const N: usize>(mut self, seats: [u8; N]) -> Self {
        once(&mut self.order, seats.to_vec(), "the order");
        self
    }

    /// The number of the round.
    #[must_use]
    pub fn round(mut self, number: u8) -> Self {
        once(&mut self.number, number, "the round");
        self
    }

    /// A standing play, such as `2×5 + Elf` or `zeros Mouse`; of several, the last one is on top.
    ///
    /// # Panics
    ///
    /// The text is not in the notation, or is no play.
    #[must_use]
    pub fn play(mut self, seat: u8, laid: &str) -> Self {
        let (seat, laid) = (SeatIndex::new(seat), self::laid(&act(laid)));
        self.plays.push(Play { seat, laid });
        self
    }

    /// A special card that a seat played for its effect in this round, and that is on the table.
    ///
    /// # Panics
    ///
    /// There is no such card.
    #[must_use]
    pub fn used(mut self, seat: u8, name: &str) -> Self {
        let (seat, special) = (SeatIndex::new(seat), super::special(name));
        self.used.push(Used { seat, special });
        self
    }

    /// The seat with a play of this round that no longer stands.
    #[must_use]
    pub fn haunted(mut self, seat: u8) -> Self {
        self.haunted.push(seat);
        self
    }

    /// The seats that have passed.
    #[must_use]
    pub fn passed<const N: usize>(mut self, seats: [u8; N]) -> Self {
        self.passed.extend(seats);
        self
    }

    /// The seat that must pass in this round because of Scrooge.
    #[must_use]
    pub fn barred(mut self, seat: u8) -> Self {
        once(&mut self.barred, seat, "the barred seat");
        self
    }

    /// The seat with the most recent play of the deal; the default is the seat of the top play.
    #[must_use]
    pub fn last_gift(mut self, seat: u8) -> Self {
        once(&mut self.last_gift, seat, "the last gift seat");
        self
    }

    /// The seats that hold one card and forgot to declare it.
    #[must_use]
    pub fn undeclared<const N: usize>(mut self, seats: [u8; N]) -> Self {
        self.undeclared.extend(seats);
        self
    }

    /// A standing decline of a seat.
    #[must_use]
    pub fn declines(mut self, seat: u8, standing: Standing) -> Self {
        self.declines.push((seat, standing));
        self
    }

    /// The seats that are out and have places, in finishing order.
    #[must_use]
    pub fn placed<const N: usize>(mut self, seats: [u8; N]) -> Self {
        self.placed.extend(seats);
        self
    }

    /// The gifts that the Tree has discarded face down.
    ///
    /// # Panics
    ///
    /// The text is not in the notation.
    #[must_use]
    pub fn hidden(mut self, gifts: &str) -> Self {
        self.hidden.add_all(&cards(gifts));
        self
    }

    /// The position.
    ///
    /// # Panics
    ///
    /// No match can reach it.
    #[must_use]
    pub fn build(self) -> SecretSanta {
        self.try_build().unwrap_or_else(|wrong| panic!("{wrong}"))
    }

    /// The position, or why no match can reach it.
    ///
    /// # Errors
    ///
    /// The fault, or the invariant that it breaks.
    pub fn try_build(self) -> Result<SecretSanta, String> {
        build::game(self)
    }
}

fn once<T>(slot: &mut Option<T>, value: T, what: &str) {
    if slot.replace(value).is_some() {
        panic!("{what} is set twice");
    }
}

/// The cards that a play lays.
fn laid(action: &Action) -> Laid {
    let copies = |count: u32| u8::try_from(count).unwrap_or(u8::MAX);
    let laid = if let Action::PlayGifts {
        value, gifts, elves, ..
    } = action
    {
        Gift::new(*value).map(|gift| Laid::Gifts {
            gift,
            gifts: copies(*gifts),
            elves: copies(*elves),
        })
    } else if let Action::PlayZeros { cards, .. } = action {
        let cards = cards.iter().flatten().map(|special| ((*special).into(), 1));
        Some(Laid::Zeros(cards.collect()))
    } else {
        None
    };
    laid.unwrap_or_else(|| panic!("{} lays nothing", written(action)))
}
