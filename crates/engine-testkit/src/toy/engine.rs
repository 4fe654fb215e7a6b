//! The toy's rules.

use std::sync::atomic::{AtomicU32, Ordering};

use tinsel_engine::{
    Audience, BySeat, Chance, ConfigError, Decision, DefaultFacts, Events, GameEngine, GameFacts, Outcome, ScoreOrder,
    SeatCount, SeatIndex, SeatSet, Secrecy, Standing, Viewer, options::facts, ranks,
};

use super::{
    bug,
    parts::{Bid, Config, Draft, Event, Legal, Rejected, Round, Sealed, Shared, Toy, View, Why, bound},
    present::ROUNDS,
};

/// Maximum number of chips that a seat is dealt.
pub(super) const CHIPS_MAX: u8 = 3;

/// The source of the toy with its own randomness.
static OWN: AtomicU32 = AtomicU32::new(0);

fn invalid(option: &'static str) -> ConfigError {
    ROUNDS.reason.error(option, "ask for less")
}

impl<const BUG: u8> Toy<BUG> {
    fn deal(&mut self, chance: &mut dyn Chance, events: &mut Events<Event>) {
        self.bids = self.bids.map(|_, _| None);
        self.chips = self
            .chips
            .map(|_, _| u8::try_from(chance.below("TOY-1 chips", bound(CHIPS_MAX + 1))).unwrap());
        for (seat, chips) in self.chips.enumerate() {
            let leaks = if self.round.0 == 0 {
                BUG == bug::START_LEAKS
            } else {
                BUG == bug::DEAL_LEAKS
            };
            let to = if leaks {
                Audience::Everyone
            } else {
                Audience::seat(seat)
            };
            events.push(to, Event::Dealt { chips: *chips });
        }
    }

    fn is_over(&self) -> bool {
        self.round.0 >= self.config.rounds
    }

    fn show(&mut self, chance: &mut dyn Chance, events: &mut Events<Event>) {
        self.shown = self.bids.iter().map(|bid| bid.unwrap()).collect();
        let shown = Event::Shown {
            bids: self.shown.clone(),
        };
        match BUG {
            bug::SPECTATOR_MISSES => events.push(Audience::Only(self.config.seats.all()), shown),
            _ => events.everyone(shown),
        }
        let winner = self.winner(chance);
        *self.points.at_mut(winner) += 1;
        events.everyone(Event::Point { seat: winner });
        self.round = Round(self.round.0 + 1);
        if !self.is_over() {
            self.deal(chance, events);
        }
    }

    fn winner(&self, chance: &mut dyn Chance) -> SeatIndex {
        let most = self.shown.iter().max().copied();
        let best: Vec<SeatIndex> = self
            .bids
            .enumerate()
            .filter(|(_, bid)| **bid == most)
            .map(|(seat, _)| seat)
            .collect();
        match best.as_slice() {
            [one] => *one,
            several if BUG == bug::FIRST_WINS => several[0],
            several if BUG == bug::OWN_CHANCE => several[OWN.fetch_add(1, Ordering::SeqCst) as usize % several.len()],
            several => *chance.pick("TOY-3 tie", several).unwrap(),
        }
    }

    fn refuse(&self, why: Why) -> Rejected<BUG> {
        let leaks = BUG == bug::REFUSAL_LEAKS;
        let hint = if leaks {
            self.bids.iter().flatten().max().copied().unwrap_or(0)
        } else {
            0
        };
        Rejected { why, hint }
    }

    fn judge(&self, seat: SeatIndex, bid: i64) -> Result<u8, Rejected<BUG>> {
        if BUG == bug::PANICS {
            let _ = bid.checked_abs().expect("a bid has a size");
        }
        let chips = match u8::try_from(bid) {
            Ok(chips) if chips <= CHIPS_MAX => chips,
            Ok(4) if BUG == bug::ACCEPTS_TOO_MUCH && self.chips.get(seat) == Some(&3) => return Ok(4),
            Ok(_) | Err(_) => return Err(self.refuse(Why::Range)),
        };
        if chips > *self.chips.at(seat) {
            Err(self.refuse(Why::AboveChips))
        } else {
            Ok(chips)
        }
    }

    fn check(&self, seat: SeatIndex) -> Result<(), Rejected<BUG>> {
        if self.is_over() && !(BUG == bug::AFTER_END && self.config.seats.has(seat)) {
            return Err(self.refuse(Why::Over));
        }
        let again = matches!(BUG, bug::SEALS_TWICE | bug::OFFERS_AGAIN | bug::VOLUNTEERS);
        let sealed_again = again && self.config.seats.has(seat);
        if !self.owing().contains(seat) && !sealed_again && BUG != bug::AFTER_END {
            return Err(self.refuse(Why::NotOwing));
        }
        Ok(())
    }
}

const SEAL_ZERO: DefaultFacts = DefaultFacts::new("Bid", "SEAL_ZERO", "It bids nothing.");

impl<const BUG: u8> GameEngine for Toy<BUG> {
    type Draft = Draft;
    type Config = Config;
    type Action = Bid;
    type Move = Sealed;
    type Event = Event;
    type View = View;
    type Legal = Legal;
    type Reject = Rejected<BUG>;

    const FACTS: GameFacts = GameFacts {
        id: "toy",
        title: "Toy",
        summary: "Sealed bids for points.",
        seats_min: 2,
        seats_max: 4,
        rules_version: 1,
        schema_version: 1,
        discloses_everything: true,
        options: || facts(&[&ROUNDS]),
        option_reasons: &[],
        phases: &[],
        score_order: ScoreOrder::HigherIsBetter,
        score_unit: "points",
        labels: &[],
        actions: &[],
        defaults: &[SEAL_ZERO],
        rules: "The highest bid gets the point.",
    };

    fn configure(seats: Option<u32>, draft: Draft) -> Result<Config, ConfigError> {
        let seats = seats.unwrap_or(2);
        let seats = if BUG == bug::SEATS_WRAP { seats % 256 } else { seats };
        let option = if BUG == bug::WRONG_OPTION { "chairs" } else { "seats" };
        let count = u8::try_from(seats)
            .ok()
            .filter(|seats| (2..=4).contains(seats))
            .and_then(SeatCount::new);
        let seats = count.ok_or_else(|| invalid(option))?;
        let most = if BUG == bug::FOUR_ROUNDS { 4 } else { 3 };
        let rounds = u8::try_from(draft.rounds.unwrap_or(2)).unwrap_or(u8::MAX);
        if !(1..=most).contains(&rounds) {
            return Err(invalid("rounds"));
        }
        Ok(Config { seats, rounds })
    }

    fn public_options(config: &Config) -> Draft {
        Draft {
            rounds: Some(config.rounds.into()),
        }
    }

    fn seats(config: &Config) -> SeatCount {
        config.seats
    }

    fn decisions_max(config: &Config) -> u64 {
        let all = u64::from(config.rounds) * u64::from(config.seats.get());
        if BUG == bug::ENDS_LATE { all - 1 } else { all }
    }

    fn start(config: &Config, chance: &mut dyn Chance) -> (Self, Events<Event>) {
        let seats = config.seats;
        let mut toy = Self {
            config: config.clone(),
            round: Round(0),
            chips: BySeat::from_fn(seats, |_| 0),
            bids: BySeat::from_fn(seats, |_| None),
            points: BySeat::from_fn(seats, |_| 0),
            shown: Vec::new(),
            padding: if BUG == bug::BIG { vec![0; 20_000] } else { Vec::new() },
            shared: Shared::default(),
        };
        let mut events = Events::new();
        toy.deal(chance, &mut events);
        (toy, events)
    }

    fn config(&self) -> &Config {
        &self.config
    }

    fn owing(&self) -> SeatSet {
        if self.is_over() {
            return SeatSet::EMPTY;
        }
        self.bids
            .enumerate()
            .filter(|(_, bid)| bid.is_none())
            .map(|(seat, _)| seat)
            .collect()
    }

    fn secrecy(&self) -> Secrecy {
        let (owing, all) = (self.owing(), self.config.seats.all());
        if owing.is_empty() {
            return Secrecy::NONE;
        }
        let decided = all.iter().filter(|seat| !owing.contains(*seat)).collect();
        let seats = if BUG == bug::STEP_OF_FEWER {
            all.without(SeatIndex::new(1))
        } else {
            all
        };
        let mut secrecy = Secrecy::until_resolved(owing, decided);
        if let Some(step) = &mut secrecy.step {
            step.seats = seats;
        }
        secrecy
    }

    fn phase_name(&self) -> &'static str {
        "BIDDING"
    }

    fn pending_decisions(&self, viewer: Viewer) -> Vec<Decision<Bid>> {
        let last = self.config.seats.iter().next_back();
        let named = |seat: &SeatIndex| BUG != bug::WAITS_FOR_FEWER || Some(*seat) != last;
        let decision = |seat: SeatIndex| {
            let bid = match BUG {
                bug::DEFAULT_ILLEGAL => 9,
                bug::WAITING_LEAKS => i64::from(*self.chips.at(seat)),
                _ => 0,
            };
            let spectator = BUG == bug::WAITING_TELLS && viewer == Viewer::Spectator;
            let known = viewer.is(seat) || spectator || BUG == bug::WAITING_LEAKS && viewer.seat().is_some();
            let action = known.then_some(Bid::Chips(bid));
            SEAL_ZERO.pending(seat, action)
        };
        self.owing().iter().filter(named).map(decision).collect()
    }

    fn resolve(&self, seat: SeatIndex, action: &Bid) -> Result<Sealed, Rejected<BUG>> {
        let stranger = BUG == bug::STRANGERS && !self.config.seats.has(seat);
        let seat = if stranger { SeatIndex::new(0) } else { seat };
        self.check(seat)?;
        let bid = match action {
            Bid::Unset => return Err(self.refuse(Why::Unset)),
            Bid::Chips(bid) => self.judge(seat, *bid)?,
        };
        Ok(Sealed {
            seat,
            bid,
            absent: false,
        })
    }

    fn absent(&self, seat: SeatIndex) -> Result<Sealed, Rejected<BUG>> {
        if BUG == bug::VOLUNTEERS && !self.owing().contains(seat) {
            return Err(self.refuse(Why::NotOwing));
        }
        let again = BUG == bug::DEFAULT_AGAIN && self.config.seats.has(seat) && !self.is_over();
        if !again {
            self.check(seat)?;
        }
        if BUG == bug::DEFAULT_REFUSED && seat == SeatIndex::new(1) {
            return Err(self.refuse(Why::NotOwing));
        }
        let bid = u8::from(BUG == bug::OTHER_FLOW && *self.chips.at(seat) > 0);
        Ok(Sealed {
            seat,
            bid,
            absent: true,
        })
    }

    fn commit(&mut self, made: Sealed, _: SeatSet, chance: &mut dyn Chance) -> Events<Event> {
        let mut events = Events::new();
        if BUG == bug::DEFAULT_IDLE && made.absent {
            return events;
        }
        if BUG == bug::SHARED {
            self.shared.raise();
        }
        let planted = BUG == bug::PLANTED && self.round.0 == 1 && made.bid == 2 && made.seat == SeatIndex::new(1);
        if planted && self.bids.at(SeatIndex::new(0)).is_some() {
            *self.points.at_mut(made.seat) += 1;
        }
        *self.bids.at_mut(made.seat) = Some(made.bid);
        let shows = BUG == bug::EVENT_LEAKS || BUG == bug::DEFAULT_SHOWS && made.absent;
        let bid = shows.then_some(made.bid);
        events.everyone(Event::Sealed { seat: made.seat, bid });
        if self.bids.iter().all(Option::is_some) {
            if BUG == bug::LAST_WINS {
                *self.points.at_mut(made.seat) += 1;
            }
            self.show(chance, &mut events);
        }
        events
    }

    fn legal(&self, viewer: Viewer) -> Legal {
        let again = matches!(BUG, bug::OFFERS_AGAIN | bug::VOLUNTEERS) && !self.is_over();
        let may = |seat: SeatIndex| {
            if again {
                self.config.seats.has(seat)
            } else {
                self.owing().contains(seat)
            }
        };
        let seat = viewer.seat().filter(|seat| may(*seat));
        let extra = u8::from(BUG == bug::OFFERS_TOO_MUCH);
        let most = seat.map(|seat| *self.chips.at(seat) + extra);
        let hint = if BUG == bug::LEGAL_LEAKS {
            self.chips.iter().sum()
        } else {
            0
        };
        Legal { most, hint }
    }

    fn view(&self, viewer: Viewer, _: SeatSet) -> View {
        let owner = match viewer.seat() {
            None if BUG == bug::SPECTATOR_KNOWS => Some(SeatIndex::new(0)),
            seat => seat,
        };
        let hint = self.bids.iter().flatten().any(|bid| *bid > 1);
        View {
            round: self.round.0,
            points: self.points.iter().copied().collect(),
            shown: self.shown.clone(),
            sealed: self.bids.iter().map(Option::is_some).collect(),
            own_chips: owner.and_then(|seat| self.chips.get(seat).copied()),
            own_bid: owner.and_then(|seat| self.bids.get(seat).copied().flatten()),
            hint: (BUG == bug::VIEW_LEAKS).then_some(hint),
        }
    }

    fn outcome(&self, forfeited: SeatSet) -> Option<Outcome> {
        let early = BUG == bug::OUTCOME_EARLY && self.round.0 + 1 >= self.config.rounds;
        if !self.is_over() && !early {
            return None;
        }
        let factor = if BUG == bug::DOUBLE_SCORE { 2 } else { 1 };
        let standing = |(seat, rank): (SeatIndex, &u8)| Standing {
            rank: *rank,
            score: Some(i64::from(*self.points.at(seat)) * factor),
            labels: vec![],
        };
        let forfeited = if BUG == bug::FORFEITS_WIN {
            SeatSet::EMPTY
        } else {
            forfeited
        };
        let standings = ranks(&self.points, forfeited).enumerate().map(standing).collect();
        let mut outcome = Outcome {
            standings: BySeat::from_vec(standings).unwrap(),
        };
        if BUG == bug::DENSE_RANKS {
            bug::rank_densely(&mut outcome);
        }
        Some(outcome)
    }

    fn apply(
        &mut self,
        seat: SeatIndex,
        action: &Bid,
        chance: &mut dyn Chance,
    ) -> Result<Events<Event>, Rejected<BUG>> {
        if BUG == bug::REFUSAL_DRAWS {
            chance.below("TOY-0 nothing", bound(2));
        }
        let made = self.resolve(seat, action)?;
        Ok(self.commit(made, SeatSet::EMPTY, chance))
    }
}
