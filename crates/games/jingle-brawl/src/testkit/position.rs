//! The builder of positions.

mod checks;
mod steps;

use tinsel_engine::{BySeat, Chance, Events, GameEngine, SeatIndex, SeatSet};

use self::{
    checks::{checked, laid_out, wishes},
    steps::{NoDraw, Step, decisions},
};
use super::notation;
use crate::{
    action::Action,
    components::{Bank, ByGift, Chips, GiftId, GiftName, Method, Naughty, Part, Scoring},
    config::{Config, Draft},
    event::Event,
    invariants::{self, hold},
    rules,
    state::{Deal, JingleBrawl, Stage, Table, Turn},
};

/// A builder of a position, in the notation of the worked examples.
///
/// A seat that no call sets holds no gift and has its starting chips. A gift that no call sets is wrapped. The Bank has
/// the remaining chips. Gift 0 is "Gift 1", and so on. The only duel method is `REPORTED`, so that no seat chooses one
/// and [`won`](Self::won) decides each duel, unless [`methods`](Self::methods) sets others.
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
    held: Vec<(SeatIndex, (GiftId, Naughty))>,
    misfits: Vec<(GiftId, Naughty)>,
    chips: Option<Vec<u16>>,
    head_elf: Option<SeatIndex>,
    wishes: Option<Vec<Vec<u8>>>,
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
    /// A Main Game turn: the Opener must open a gift. At least two are wrapped.
    ///
    /// # Panics
    ///
    /// A match cannot have this number of players.
    #[must_use]
    pub fn opening(players: u8, opener: u8) -> Self {
        Self::at(players, At::Opening(SeatIndex::new(opener)))
    }

    /// A Main Game turn: the Opener has just opened this gift, and seats owe bids.
    ///
    /// # Panics
    ///
    /// A match cannot have this number of players.
    #[must_use]
    pub fn opened(players: u8, opener: u8, gift: u8) -> Self {
        Self::at(players, At::Opened(SeatIndex::new(opener), GiftId::new(gift)))
    }

    /// A Lottery turn: this Target Misfit, such as `g3(N1)`, has just come to the table.
    ///
    /// # Panics
    ///
    /// A match cannot have this number of players, or the gift is not in the notation.
    #[must_use]
    pub fn lottery(players: u8, active: u8, target: &str) -> Self {
        let mut position = Self::at(players, At::Lottery(SeatIndex::new(active)));
        position.misfits.push(notation::gift(target));
        position
    }

    /// The match is over. Every seat holds a gift.
    ///
    /// # Panics
    ///
    /// A match cannot have this number of players.
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
        Self {
            config,
            at,
            held: Vec::new(),
            misfits: Vec::new(),
            chips: None,
            head_elf: None,
            wishes: None,
            steps: Vec::new(),
        }
    }

    /// Changes the options. They start as the defaults, except for `REPORTED` as the only method.
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

    /// The names of gift 0, gift 1 and so on.
    #[must_use]
    pub fn names<const N: usize>(self, names: [&str; N]) -> Self {
        self.options(|config| config.gift_names = names.map(GiftName::new).to_vec())
    }

    /// The values of gift 0, gift 1 and so on for seat 0, for seat 1 and so on; wish points count.
    #[must_use]
    pub fn wishes<const N: usize>(mut self, wishes: [[u8; N]; N]) -> Self {
        self.config.scoring = Scoring::WishPoints;
        self.wishes = Some(wishes.map(Vec::from).into());
        self
    }

    /// The gifts of the seats: `1:g0(N2) 2:g1(N0)`.
    ///
    /// # Panics
    ///
    /// The text is not in the notation.
    #[must_use]
    pub fn holds(mut self, hands: &str) -> Self {
        self.held.extend(notation::hands(hands));
        self
    }

    /// The Misfits, oldest first, behind a Target Misfit: `g2(N2) g3(N0)`.
    ///
    /// # Panics
    ///
    /// The text is not in the notation.
    #[must_use]
    pub fn pile(mut self, misfits: &str) -> Self {
        self.misfits.extend(notation::gifts(misfits));
        self
    }

    /// The chips of all seats.
    #[must_use]
    pub fn chips<const N: usize>(mut self, chips: [u16; N]) -> Self {
        self.chips = Some(chips.to_vec());
        self
    }

    /// The Head Elf; the default is the Head Elf of the start.
    #[must_use]
    pub const fn head_elf(mut self, seat: u8) -> Self {
        self.head_elf = Some(SeatIndex::new(seat));
        self
    }

    /// Adds a step: a seat decides.
    #[must_use]
    pub fn does(mut self, seat: u8, action: Action) -> Self {
        self.steps.push(Step::Act(SeatIndex::new(seat), action));
        self
    }

    /// Adds a step: a seat's clock runs out.
    #[must_use]
    pub fn absent(mut self, seat: u8) -> Self {
        self.steps.push(Step::Absent(SeatIndex::new(seat)));
        self
    }

    /// Adds a step: all seats that owe a bid make one, with these amounts, `1:5 2:4`, and 0 for the others. Each seat
    /// in `bids` must owe a bid.
    ///
    /// # Panics
    ///
    /// The text is not in the notation.
    #[must_use]
    pub fn bids(mut self, bids: &str) -> Self {
        self.steps.push(Step::Bids(notation::amounts(bids)));
        self
    }

    /// Adds a step: both duelists report that this seat has won.
    #[must_use]
    pub fn won(mut self, seat: u8) -> Self {
        self.steps.push(Step::Won(SeatIndex::new(seat)));
        self
    }

    /// The position. The setup must not draw.
    ///
    /// # Panics
    ///
    /// There is no such position, the game refuses a step, or the setup draws.
    #[must_use]
    pub fn build(self) -> JingleBrawl {
        self.resolve(&mut NoDraw).0
    }

    /// The position, or why no match can reach it.
    ///
    /// # Errors
    ///
    /// There is no such position, or the game refuses a step.
    ///
    /// # Panics
    ///
    /// The setup draws.
    pub fn try_build(self) -> Result<JingleBrawl, String> {
        self.played(&mut NoDraw).map(|(game, _)| game)
    }

    /// The position, with the draws that it needs, and the events of its last step.
    ///
    /// # Panics
    ///
    /// There is no such position, or the game refuses a step.
    #[must_use]
    pub fn resolve(self, chance: &mut dyn Chance) -> (JingleBrawl, Events<Event>) {
        self.played(chance).unwrap_or_else(|wrong| panic!("{wrong}"))
    }

    fn played(mut self, chance: &mut dyn Chance) -> Result<(JingleBrawl, Events<Event>), String> {
        let steps = std::mem::take(&mut self.steps);
        let (mut game, mut events) = self.opened_up(chance)?;
        for step in steps {
            for (seat, action) in decisions(&game, step)? {
                let made = match &action {
                    Some(action) => game.resolve(seat, action),
                    None => game.absent(seat),
                };
                let what = action.map_or("its default", |action| action.name());
                let made = made.map_err(|rejected| format!("{seat} cannot decide {what}: {rejected}"))?;
                events = game.commit(made, SeatSet::EMPTY, chance);
            }
        }
        Ok((game, events))
    }

    /// The position before the steps, with the last events.
    fn opened_up(self, chance: &mut dyn Chance) -> Result<(JingleBrawl, Events<Event>), String> {
        let at = self.at;
        let mut game = self.game()?;
        let wrapped = game.table.wrapped().count();
        let opened = game.table.naughty.len().saturating_sub(wrapped);
        let drawn = |seat| {
            let giftless = game.table.giftless().contains(seat);
            hold(giftless, || format!("{seat} is drawn and is no seat without a gift"))
        };
        match at {
            At::Opening(seat) => {
                drawn(seat)?;
                hold(wrapped > 1, || "an Opener chooses between two wrapped gifts".to_owned())?;
                game.turn = main_turn(opened, seat);
                Ok((game, Events::new()))
            }
            At::Opened(seat, gift) => {
                drawn(seat)?;
                game.turn = main_turn(opened, seat);
                let events = game.apply(seat, &super::open(gift.get()), chance);
                let events = events.map_err(|rejected| format!("{seat} cannot open {gift}: {rejected}"))?;
                Ok((game, events))
            }
            At::Lottery(seat) => {
                drawn(seat)?;
                hold(wrapped == 0, || "a gift is wrapped in the Lottery".to_owned())?;
                game.turn = Turn::new(Part::Lottery, 1, seat);
                let events = rules::begin_lottery_turn(&mut game, chance);
                Ok((game, events))
            }
            At::End => {
                game.turn = Turn::new(Part::Main, game.config.players.get(), SeatIndex::new(0));
                game.stage = Stage::Finished;
                invariants::at_the_end_every_seat_holds_a_gift(&game)?;
                Ok((game, Events::new()))
            }
        }
    }

    fn game(self) -> Result<JingleBrawl, String> {
        let seats = self.config.players;
        let started = self.config.starting_chips;
        let chips = self
            .chips
            .unwrap_or_else(|| vec![started.get(); usize::from(seats.get())]);
        let chips = BySeat::from_vec(chips.into_iter().map(Chips::new).collect());
        let chips = chips.filter(|chips| chips.seats() == seats);
        let chips = chips.ok_or_else(|| format!("{} seats have as many amounts of chips", seats.get()))?;
        let total = |amount: Chips| i32::from(amount.get());
        let all = total(started).saturating_mul(i32::from(seats.get()));
        let bank = all.saturating_sub(chips.iter().copied().map(total).sum());
        let (hands, naughty) = laid_out(seats, &self.held, &self.misfits)?;
        let game = JingleBrawl {
            deal: Deal {
                names: ByGift::from_fn(seats, GiftId::get),
                wishes: wishes(&self.config, self.wishes)?,
            },
            table: Table {
                chips,
                bank: Bank::new(bank),
                pot: Chips::ZERO,
                hands,
                naughty,
                pile: self.misfits.into_iter().map(|(gift, _)| gift).collect(),
                contested: None,
                head_elf: self.head_elf.unwrap_or(self.config.head_elf_seat),
            },
            turn: Turn::new(Part::Main, 1, SeatIndex::new(0)),
            stage: Stage::Opening,
            config: checked(self.config)?,
        };
        let elf = game.table.head_elf;
        hold(seats.has(elf), || format!("{elf} is Head Elf and no seat"))?;
        invariants::each_gift_is_in_one_place(&game)?;
        invariants::giftless_seats_are_gifts_that_are_free(&game)?;
        invariants::the_pile_is_small(&game)?;
        Ok(game)
    }
}

/// The Main Game turn that follows this number of opened gifts.
fn main_turn(opened: usize, seat: SeatIndex) -> Turn {
    let number = u8::try_from(opened).unwrap_or(u8::MAX).saturating_add(1);
    Turn::new(Part::Main, number, seat)
}
