//! The builder.

mod steps;

use tinsel_engine::{BySeat, Chance, Events, GameEngine, SeatIndex};

use self::steps::{NoDraw, Step, decisions};
use super::notation;
use crate::{
    action::Action,
    components::{Bank, ByGift, Chips, GiftId, GiftName, Method, Naughty, Part, Scoring},
    config::{Config, Draft},
    event::Event,
    rules,
    state::{Deal, JingleBrawl, Stage, Table, Turn},
};

/// A position to be set up, in the notation of the worked examples.
///
/// Seats that are not mentioned hold no gift and have their starting chips. Gifts that are not mentioned are wrapped.
/// The Bank has what is missing. Gift 0 is "Gift 1", and so on. Every duel is fought with `REPORTED`, so that nothing
/// is chosen and [`won`](Self::won) decides it, unless other [`methods`](Self::methods) are said.
///
/// ```
/// use tinsel_jingle_brawl::testkit::Position;
///
/// // JB-W5, up to the discard.
/// let game = Position::opened(6, 5, 5)
///     .holds("0:g0(N2) 1:g1(N1)")
///     .bids("0:5 1:4")
///     .does(5, tinsel_jingle_brawl::testkit::yields())
///     .won(0)
///     .build();
/// ```
///
/// ```
/// use tinsel_jingle_brawl::testkit::Position;
///
/// // JB-W11, where Active chooses the path.
/// let game = Position::lottery(5, 3, "g3(N1)")
///     .holds("0:g0(N3) 1:g1(N0) 2:g2(N1)")
///     .pile("g4(N0)")
///     .chips([9, 9, 9, 4, 9])
///     .build();
/// ```
#[derive(Debug, Clone)]
pub struct Position {
    config: Config,
    at: At,
    number: Option<u8>,
    hands: BySeat<Option<GiftId>>,
    naughty: ByGift<Option<Naughty>>,
    pile: Vec<GiftId>,
    chips: Option<Vec<u16>>,
    head_elf: Option<SeatIndex>,
    wishes: Option<BySeat<ByGift<u8>>>,
    steps: Vec<Step>,
}

#[derive(Debug, Clone, Copy)]
enum At {
    /// The Opener is drawn.
    Opening(SeatIndex),
    /// The Opener opens this gift.
    Opened(SeatIndex, GiftId),
    /// The Active player is drawn.
    Lottery(SeatIndex),
    End,
}

impl Position {
    /// A Main Game turn: the Opener is to open a gift. At least two are wrapped.
    ///
    /// # Panics
    ///
    /// If a match cannot have so many players.
    #[must_use]
    pub fn opening(players: u8, opener: u8) -> Self {
        Self::at(players, At::Opening(SeatIndex::new(opener)))
    }

    /// A Main Game turn: the Opener has just opened this gift, and bids are asked for.
    ///
    /// # Panics
    ///
    /// If a match cannot have so many players.
    #[must_use]
    pub fn opened(players: u8, opener: u8, gift: u8) -> Self {
        Self::at(players, At::Opened(SeatIndex::new(opener), GiftId::new(gift)))
    }

    /// A Lottery turn: this Target Misfit, such as `g3(N1)`, has just come to the table.
    ///
    /// # Panics
    ///
    /// If a match cannot have so many players, or the gift is not in the notation.
    #[must_use]
    pub fn lottery(players: u8, active: u8, target: &str) -> Self {
        let (gift, naughty) = notation::gift(target);
        let mut position = Self::at(players, At::Lottery(SeatIndex::new(active)));
        position.naughty.put(gift, Some(naughty));
        position.pile = vec![gift];
        position
    }

    /// The match is over. Every seat holds a gift.
    ///
    /// # Panics
    ///
    /// If a match cannot have so many players.
    #[must_use]
    pub fn end(players: u8) -> Self {
        Self::at(players, At::End)
    }

    fn at(players: u8, at: At) -> Self {
        let draft = Draft {
            duel_methods: vec![Some(Method::Reported)],
            ..Draft::default()
        };
        let config = match JingleBrawl::configure(Some(u32::from(players)), draft) {
            Ok(config) => config,
            Err(error) => panic!("{error}"),
        };
        let seats = config.players;
        Self {
            config,
            at,
            number: None,
            hands: BySeat::from_fn(seats, |_| None),
            naughty: ByGift::from_fn(seats, |_| None),
            pile: Vec::new(),
            chips: None,
            head_elf: None,
            wishes: None,
            steps: Vec::new(),
        }
    }

    /// Changes the options, which are the default ones but for `REPORTED` as the only method.
    #[must_use]
    pub fn options(mut self, change: impl FnOnce(&mut Config)) -> Self {
        change(&mut self.config);
        self
    }

    /// The duel methods in play.
    #[must_use]
    pub fn methods<const N: usize>(self, methods: [Method; N]) -> Self {
        self.options(|config| config.duel_methods = methods.to_vec())
    }

    /// What is in gift 0, gift 1 and so on.
    #[must_use]
    pub fn names<const N: usize>(self, names: [&str; N]) -> Self {
        self.options(|config| config.gift_names = names.map(GiftName::new).to_vec())
    }

    /// What gift 0, gift 1 and so on are worth to seat 0, to seat 1 and so on; wish points count.
    ///
    /// # Panics
    ///
    /// If there are too many seats.
    #[must_use]
    pub fn wishes<const N: usize>(mut self, wishes: [[u8; N]; N]) -> Self {
        self.config.scoring = Scoring::WishPoints;
        let each = wishes.map(|worth| ByGift::from_vec(worth.to_vec()));
        let seats = BySeat::from_vec(each.to_vec());
        self.wishes = Some(seats.unwrap_or_else(|| panic!("a match does not have {N} seats")));
        self
    }

    /// Which turn of its part it is. Otherwise the first of the Lottery; in the Main Game as many turns as gifts were
    /// opened.
    #[must_use]
    pub const fn turn(mut self, number: u8) -> Self {
        self.number = Some(number);
        self
    }

    /// What the seats hold: `1:g0(N2) 2:g1(N0)`.
    ///
    /// # Panics
    ///
    /// If it is not in the notation.
    #[must_use]
    pub fn holds(mut self, hands: &str) -> Self {
        for (seat, (gift, naughty)) in notation::hands(hands) {
            *self.hands.at_mut(seat) = Some(gift);
            self.naughty.put(gift, Some(naughty));
        }
        self
    }

    /// The Misfits, oldest first, behind a Target Misfit: `g2(N2) g3(N0)`.
    ///
    /// # Panics
    ///
    /// If it is not in the notation.
    #[must_use]
    pub fn pile(mut self, misfits: &str) -> Self {
        for (gift, naughty) in notation::gifts(misfits) {
            self.pile.push(gift);
            self.naughty.put(gift, Some(naughty));
        }
        self
    }

    /// Everybody's chips.
    #[must_use]
    pub fn chips<const N: usize>(mut self, chips: [u16; N]) -> Self {
        self.chips = Some(chips.to_vec());
        self
    }

    /// Who is Head Elf; otherwise who was at the start.
    #[must_use]
    pub const fn head_elf(mut self, seat: u8) -> Self {
        self.head_elf = Some(SeatIndex::new(seat));
        self
    }

    /// Then a seat does this.
    #[must_use]
    pub fn does(mut self, seat: u8, action: Action) -> Self {
        self.steps.push(Step::Act(SeatIndex::new(seat), action));
        self
    }

    /// Then a seat's clock runs out.
    #[must_use]
    pub fn absent(mut self, seat: u8) -> Self {
        self.steps.push(Step::Absent(SeatIndex::new(seat)));
        self
    }

    /// Then everybody bids who has not: these seats so much, `1:5 2:4`, and all others nothing.
    ///
    /// # Panics
    ///
    /// If it is not in the notation.
    #[must_use]
    pub fn bids(mut self, bids: &str) -> Self {
        self.steps.push(Step::Bids(notation::amounts(bids)));
        self
    }

    /// Then both duelists report that this seat has won.
    #[must_use]
    pub fn won(mut self, seat: u8) -> Self {
        self.steps.push(Step::Won(SeatIndex::new(seat)));
        self
    }

    /// The position. Nothing may be drawn while it is set up.
    ///
    /// # Panics
    ///
    /// If there is no such position, a step is refused, or something is drawn.
    #[must_use]
    pub fn build(self) -> JingleBrawl {
        self.resolve(&mut NoDraw).0
    }

    /// The position, with the draws that it needs, and what its last step told.
    ///
    /// # Panics
    ///
    /// If there is no such position, or a step is refused.
    #[must_use]
    pub fn resolve(mut self, chance: &mut dyn Chance) -> (JingleBrawl, Events<Event>) {
        let steps = std::mem::take(&mut self.steps);
        let (mut game, mut events) = self.opened_up(chance);
        for step in steps {
            for (seat, action) in decisions(&game, step) {
                let made = match &action {
                    Some(action) => game.resolve(seat, action),
                    None => game.absent(seat),
                };
                match made {
                    Ok(made) => events = game.commit(made, chance),
                    Err(rejected) => panic!("{seat} cannot do {action:?}: {rejected}"),
                }
            }
        }
        (game, events)
    }

    /// The position before the steps, with what was told last.
    fn opened_up(self, chance: &mut dyn Chance) -> (JingleBrawl, Events<Event>) {
        let (at, number) = (self.at, self.number);
        let opened = self
            .naughty
            .enumerate()
            .filter(|(_, naughty)| naughty.is_some())
            .count();
        let next = u8::try_from(opened).unwrap_or(u8::MAX).saturating_add(1);
        let mut game = self.game();
        match at {
            At::Opening(seat) | At::Opened(seat, _) => {
                game.turn = Turn::new(Part::Main, number.unwrap_or(next), seat);
                game.stage = Stage::Opening;
                let At::Opened(_, gift) = at else {
                    return (game, Events::new());
                };
                match game.apply(seat, &super::open(gift.get()), chance) {
                    Ok(events) => (game, events),
                    Err(rejected) => panic!("{seat} cannot open {gift}: {rejected}"),
                }
            }
            At::Lottery(seat) => {
                game.turn = Turn::new(Part::Lottery, number.unwrap_or(1), seat);
                let events = rules::begin_lottery_turn(&mut game, chance);
                (game, events)
            }
            At::End => {
                game.turn = Turn::new(
                    Part::Main,
                    number.unwrap_or(game.config.players.get()),
                    SeatIndex::new(0),
                );
                game.stage = Stage::Finished;
                (game, Events::new())
            }
        }
    }

    fn game(self) -> JingleBrawl {
        let seats = self.config.players;
        let started = self.config.starting_chips;
        let chips = self
            .chips
            .map(|chips| BySeat::from_vec(chips.into_iter().map(Chips::new).collect()));
        let chips = chips.flatten().unwrap_or_else(|| BySeat::from_fn(seats, |_| started));
        assert!(chips.seats() == seats, "everybody's chips are {} amounts", seats.get());
        let total = |amount: Chips| i32::from(amount.get());
        let bank =
            total(started).saturating_mul(i32::from(seats.get())) - chips.iter().copied().map(total).sum::<i32>();
        let identity = ByGift::from_fn(seats, GiftId::get);
        let wished = || BySeat::from_fn(seats, |_| ByGift::from_fn(seats, |gift| gift.get().saturating_add(1)));
        let counts = self.config.scoring == Scoring::WishPoints;
        JingleBrawl {
            deal: Deal {
                names: identity,
                wishes: counts.then(|| self.wishes.unwrap_or_else(wished)),
            },
            table: Table {
                chips,
                bank: Bank::new(bank),
                pot: Chips::ZERO,
                hands: self.hands,
                naughty: self.naughty,
                pile: self.pile,
                contested: None,
                head_elf: self.head_elf.unwrap_or(self.config.head_elf_seat),
            },
            turn: Turn::new(Part::Main, 1, SeatIndex::new(0)),
            stage: Stage::Opening,
            config: self.config,
        }
    }
}
