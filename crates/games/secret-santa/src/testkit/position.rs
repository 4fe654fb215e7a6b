//! The builder.

use tinsel_engine::{BySeat, SeatCount, SeatIndex, SeatSet};

use super::words::{act, cards};
use crate::{
    action::Action,
    components::{Cards, Gift, Place, Standing, TableOrder},
    config::{Config, Draft, configure},
    state::{Deal, Laid, Play, Round, SecretSanta, Stage, Used, nothing_answered},
};

/// A position to be set up, in the notation of [`cards`](super::cards()) and [`act`](super::act()).
///
/// Unless something else is said: default options, the first deal, dealt by the last seat; the first round, led by
/// seat 0; nothing on the table; nobody has passed, is barred, or has made a play; seats with one card are `DECLARED`.
/// What lies in no hand and not on the table is discarded. A seat without cards is out, and placed after those
/// that [`placed`](Self::placed) names. What is set stands as it is set, whether or not it can be reached by play.
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
/// ```
#[derive(Debug, Clone)]
pub struct Position {
    draft: Draft,
    players: u8,
    at: At,
    finished: Vec<Vec<u8>>,
    dealer: Option<u8>,
    order: Option<Vec<u8>>,
    hands: Vec<(u8, Cards)>,
    placed: Vec<u8>,
    undeclared: Vec<u8>,
    declines: Vec<(u8, Standing)>,
    last_gift: Option<u8>,
    hidden: Cards,
    round: Round,
}

#[derive(Debug, Clone, Copy)]
enum At {
    Fruitcake,
    Turn(u8),
    Over,
}

impl Position {
    /// A position for so many, 3 to 8, at the start of the first round.
    #[must_use]
    pub fn seats(players: u8) -> Self {
        Self {
            draft: Draft::default(),
            players,
            at: At::Turn(0),
            finished: Vec::new(),
            dealer: None,
            order: None,
            hands: Vec::new(),
            placed: Vec::new(),
            undeclared: Vec::new(),
            declines: Vec::new(),
            last_gift: None,
            hidden: Cards::NONE,
            round: Round {
                number: 1,
                leader: Some(SeatIndex::new(0)),
                ..Round::default()
            },
        }
    }

    /// The options.
    #[must_use]
    pub fn options(mut self, draft: Draft) -> Self {
        self.draft = draft;
        self
    }

    /// What a seat holds, such as `3×2, 9, Mouse, 2 Elves`.
    ///
    /// # Panics
    ///
    /// If it is not in the notation.
    #[must_use]
    pub fn hand(mut self, seat: u8, held: &str) -> Self {
        self.hands.push((seat, cards(held)));
        self
    }

    /// The seat that leads the round and has its turn.
    #[must_use]
    pub fn leads(mut self, seat: u8) -> Self {
        self.round.leader = Some(SeatIndex::new(seat));
        self.at = At::Turn(seat);
        self
    }

    /// The seat that has its turn, whoever led.
    #[must_use]
    pub fn turn(mut self, seat: u8) -> Self {
        self.at = At::Turn(seat);
        self
    }

    /// The window before the first round is open.
    #[must_use]
    pub fn fruitcake(mut self) -> Self {
        self.round = Round::default();
        self.at = At::Fruitcake;
        self
    }

    /// The match is over, with this last deal and those that are [`finished`](Self::finished).
    #[must_use]
    pub fn over(mut self) -> Self {
        self.at = At::Over;
        self
    }

    /// A deal before this one, by its finishing order, such as `[1, 0, 2, 3]`.
    #[must_use]
    pub fn finished<const N: usize>(mut self, order: [u8; N]) -> Self {
        self.finished.push(order.to_vec());
        self
    }

    /// Who dealt.
    #[must_use]
    pub fn dealer(mut self, seat: u8) -> Self {
        self.dealer = Some(seat);
        self
    }

    /// How the seats sit, clockwise.
    #[must_use]
    pub fn order<const N: usize>(mut self, seats: [u8; N]) -> Self {
        self.order = Some(seats.to_vec());
        self
    }

    /// The number of the round.
    #[must_use]
    pub fn round(mut self, number: u8) -> Self {
        self.round.number = number;
        self
    }

    /// A play that stands, such as `2×5 + Elf` or `zeros Mouse`; of several, the last one is on top.
    ///
    /// # Panics
    ///
    /// If it is not in the notation, or no play.
    #[must_use]
    pub fn play(mut self, seat: u8, laid: &str) -> Self {
        let seat = SeatIndex::new(seat);
        let laid = self::laid(&act(laid));
        self.round.plays.push(Play { seat, laid });
        self.round.played = self.round.played.with(seat);
        self.last_gift = Some(seat.get());
        self
    }

    /// A special card that was played for its effect in this round and lies on the table.
    ///
    /// # Panics
    ///
    /// If there is no such card.
    #[must_use]
    pub fn used(mut self, seat: u8, name: &str) -> Self {
        self.round.specials.push(Used {
            seat: SeatIndex::new(seat),
            special: super::special(name),
        });
        self
    }

    /// Who made a play in this round that stands no more.
    #[must_use]
    pub fn haunted(mut self, seat: u8) -> Self {
        self.round.played = self.round.played.with(SeatIndex::new(seat));
        self
    }

    /// Who has passed.
    #[must_use]
    pub fn passed<const N: usize>(mut self, seats: [u8; N]) -> Self {
        self.round.passed = set(&seats);
        self
    }

    /// Who must pass in this round because of Scrooge.
    #[must_use]
    pub fn barred(mut self, seat: u8) -> Self {
        let seat = SeatIndex::new(seat);
        self.round.barred = Some(seat);
        self.round.passed = self.round.passed.with(seat);
        self
    }

    /// Who made the most recent play of the deal; whoever made that on top, if nothing is said.
    #[must_use]
    pub fn last_gift(mut self, seat: u8) -> Self {
        self.last_gift = Some(seat);
        self
    }

    /// Who holds one card and forgot to declare it.
    #[must_use]
    pub fn undeclared<const N: usize>(mut self, seats: [u8; N]) -> Self {
        self.undeclared.extend(seats);
        self
    }

    /// Who has a standing decline.
    #[must_use]
    pub fn declines(mut self, seat: u8, standing: Standing) -> Self {
        self.declines.push((seat, standing));
        self
    }

    /// Who is out and placed already, in finishing order.
    #[must_use]
    pub fn placed<const N: usize>(mut self, seats: [u8; N]) -> Self {
        self.placed.extend(seats);
        self
    }

    /// What the Tree has discarded face down.
    ///
    /// # Panics
    ///
    /// If it is not in the notation.
    #[must_use]
    pub fn hidden(mut self, gifts: &str) -> Self {
        self.hidden = cards(gifts);
        self
    }

    /// The position.
    ///
    /// # Panics
    ///
    /// If there are not so many players or options, if the deck does not have the cards, or if whoever has its turn
    /// could not have it.
    #[must_use]
    pub fn build(self) -> SecretSanta {
        let config = match configure(Some(u32::from(self.players)), self.draft.clone()) {
            Ok(config) => config,
            Err(error) => panic!("these options cannot be played with: {error}"),
        };
        let players = config.players;
        let stage = match self.at {
            At::Fruitcake => Stage::Fruitcake {
                answers: nothing_answered(players),
            },
            At::Turn(seat) => Stage::Turn {
                seat: SeatIndex::new(seat),
            },
            At::Over => Stage::Over,
        };
        let game = SecretSanta {
            sheet: self.finished.iter().map(|order| places(players, order)).collect(),
            deal: self.deal(&config),
            stage,
            config,
        };
        if let Stage::Turn { seat } = game.stage
            && (!game.deal.is_active(seat) || game.deal.undeclared.contains(seat))
        {
            panic!("{seat} cannot have a turn");
        }
        game
    }

    fn deal(self, config: &Config) -> Deal {
        let mut hands = BySeat::from_fn(config.players, |_| Cards::NONE);
        for (seat, held) in &self.hands {
            hands.at_mut(SeatIndex::new(*seat)).add_all(held);
        }
        let mut elsewhere = self.round.table().plus(&self.hidden);
        for hand in hands.iter() {
            elsewhere.add_all(hand);
        }
        let mut discards = config.deck();
        if !discards.contains(&elsewhere) {
            panic!("the deck {discards} does not have {elsewhere}");
        }
        discards.take_all(&elsewhere);
        let last = config.players.get().saturating_sub(1);
        let mut placed: Vec<SeatIndex> = self.placed.iter().map(|seat| SeatIndex::new(*seat)).collect();
        let empty: Vec<SeatIndex> = hands
            .enumerate()
            .filter(|(_, hand)| hand.is_empty())
            .map(|(seat, _)| seat)
            .collect();
        placed.extend(empty.into_iter().filter(|seat| !self.placed.contains(&seat.get())));
        let mut deal = Deal {
            undeclared: set(&self.undeclared),
            places: placed,
            last_gift: self.last_gift.map(SeatIndex::new),
            discards,
            hidden: self.hidden,
            round: self.round,
            ..Deal::new(config, SeatIndex::new(self.dealer.unwrap_or(last)), hands)
        };
        if let Some(order) = self.order {
            deal.order = order.into_iter().map(SeatIndex::new).collect::<TableOrder>();
        }
        for (seat, standing) in self.declines {
            *deal.declines.at_mut(SeatIndex::new(seat)) = Some(standing);
        }
        deal
    }
}

fn set(seats: &[u8]) -> SeatSet {
    seats.iter().map(|seat| SeatIndex::new(*seat)).collect()
}

fn places(players: SeatCount, order: &[u8]) -> BySeat<Place> {
    BySeat::from_fn(players, |seat| {
        let place = order.iter().position(|other| *other == seat.get());
        Place::after(place.unwrap_or_else(|| panic!("{seat} has no place in {order:?}")))
    })
}

/// What a play lays.
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
    laid.unwrap_or_else(|| panic!("{action:?} lays nothing"))
}
