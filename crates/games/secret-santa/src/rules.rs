//! Validates and applies decisions, and executes the steps that follow without one: the chain A1 to A9 of the
//! specification, section 5.

mod commit;
mod deal;
mod fruitcake;
mod holly;
mod judge;
mod round;
mod snow;
mod turn;

use std::mem;

use tinsel_engine::{BySeat, Chance, Events, SeatCount, SeatIndex, SeatSet, never};

use self::commit::Commit;
use crate::{
    absent::default_of,
    action::{Action, Made, Move},
    components::{Cards, FinalGift, Phase, Special, Standing, TableOrder},
    config::Config,
    event::{self, Event},
    reject::Rejected,
    score,
    state::{Answer, Deal, Round, SecretSanta, Stage, Turn, all_answered, nothing_answered},
};

/// The first state of a match, after the first deal.
// SS-2, SS-6
pub(crate) fn start(config: &Config, chance: &mut dyn Chance) -> (SecretSanta, Events<Event>) {
    let dealer = config
        .first_dealer
        .unwrap_or_else(|| drawn_dealer(config.players, chance));
    let nothing = BySeat::from_fn(config.players, |_| Cards::NONE);
    let mut game = SecretSanta {
        config: config.clone(),
        sheet: Vec::new(),
        deal: Deal::new(config, dealer, nothing),
        stage: Stage::Over,
    };
    let mut events = Events::new();
    game.stage = commit_of(&mut game, chance, &mut events).deal_out(dealer);
    (game, events)
}

// SS-R5, SS-R60
fn drawn_dealer(players: SeatCount, chance: &mut dyn Chance) -> SeatIndex {
    let seats: Vec<SeatIndex> = players.iter().collect();
    let drawn = chance.pick("SS-6: first dealer", &seats);
    drawn.copied().unwrap_or(SeatIndex::new(0))
}

/// Maximum number of decisions of a match, with withdrawals (SS-I21).
pub(crate) fn decisions_max(config: &Config) -> u64 {
    let (seats, deck) = (u64::from(config.players.get()), u64::from(config.deck().len()));
    let rounds = deck.saturating_add(seats);
    let in_a_round = seats.saturating_mul(seats.saturating_mul(2).saturating_add(35));
    let in_a_deal = rounds.saturating_mul(in_a_round).saturating_add(seats);
    in_a_deal.saturating_mul(u64::from(config.deals))
}

fn commit_of<'a>(game: &'a mut SecretSanta, chance: &'a mut dyn Chance, events: &'a mut Events<Event>) -> Commit<'a> {
    Commit {
        config: &game.config,
        sheet: &mut game.sheet,
        deal: &mut game.deal,
        chance,
        events,
    }
}

/// Validates an action by the checks of the specification, section 6, in their order.
pub(crate) fn resolve(game: &SecretSanta, seat: SeatIndex, action: &Action) -> Result<Move, Rejected> {
    judge::judged(game, seat, action).map(|made| Move { seat, made })
}

/// The default of an inactive seat (section 9).
pub(crate) fn absent(game: &SecretSanta, seat: SeatIndex) -> Result<Move, Rejected> {
    // A seat without a default owes nothing, so every action is refused.
    resolve(game, seat, &default_of(game, seat).unwrap_or(Action::Pass))
}

/// Applies a validated decision and its consequences, until a seat owes a decision or the match is over.
pub(crate) fn commit(game: &mut SecretSanta, made: Move, forfeited: SeatSet, chance: &mut dyn Chance) -> Events<Event> {
    let Move { seat, made } = made;
    let mut events = Events::new();
    let stage = mem::replace(&mut game.stage, Stage::Over);
    let mut commit = commit_of(game, chance, &mut events);
    game.stage = match (made, stage) {
        (Made::Withdrew, stage) => {
            commit.decline(seat, None);
            stage
        }
        (Made::Took(took), Stage::Turn { .. }) => commit.take_turn(seat, took),
        (Made::Answered(answer, _), Stage::Fruitcake { answers }) => commit.answer_fruitcake(seat, answer, answers),
        (Made::Answered(answer, standing), Stage::Holly { turn, answers }) => {
            commit.answer_secretly(seat, standing);
            commit.answer_holly(seat, answer, turn, answers)
        }
        (Made::Answered(answer, _), Stage::Snow { answers }) => commit.answer_snow(seat, answer, answers),
        (Made::Took(_), stage @ (Stage::Fruitcake { .. } | Stage::Holly { .. } | Stage::Snow { .. } | Stage::Over))
        | (Made::Answered(..), stage @ (Stage::Turn { .. } | Stage::Over)) => {
            never!("SS-23: a move is committed on the state it was judged on");
            stage
        }
    };
    if game.phase() == Phase::Over {
        let totals = game.totals();
        let ranking = score::ranking(&totals, forfeited);
        events.everyone(Event::MatchEnded { ranking, totals });
    }
    events
}

/// The steps that follow without a decision, each up to the next decision. The decisions are between them: the
/// Fruitcake (`fruitcake.rs`) after A1, a turn (`turn.rs`) after A3, Holly cards (`holly.rs`) after A4, Snow cards
/// (`snow.rs`) after A7.
impl Commit<'_> {
    /// A1: deals the deck. Then the Fruitcake window, or A2.
    // SS-3, SS-7, SS-10, SS-74
    fn deal_out(&mut self, dealer: SeatIndex) -> Stage {
        let order = TableOrder::of(self.config.players);
        let hands = self.shuffled_hands(&order, dealer);
        *self.deal = Deal::new(self.config, dealer, hands);
        event::dealt(self.deals_finished().saturating_add(1), self.deal, self.events);
        if self.config.deck().has(Special::Fruitcake) {
            self.owe(Phase::Fruitcake, self.config.players.all());
            let answers = nothing_answered(self.config.players);
            return Stage::Fruitcake { answers };
        }
        self.start_round(self.deal.first_leader())
    }

    /// A2: starts a round; the first active seat from `first` on leads it. Then A3, with the leader tested first.
    // SS-11, SS-20, SS-24, SS-R15, SS-R33, SS-R34
    fn start_round(&mut self, first: SeatIndex) -> Stage {
        let before = &self.deal.round;
        let barred = before.named.filter(|named| !self.deal.is_out(*named));
        let number = before.number.saturating_add(1);
        self.deal.round = Round {
            number,
            barred,
            passed: barred.map_or(SeatSet::EMPTY, SeatSet::only),
            ..Round::default()
        };
        let is_active = self.deal.is_active(first);
        let leader = Some(first).filter(|_| is_active).or(self.deal.next_active(first));
        let Some(leader) = leader else {
            never!("SS-R58: two seats are in, and one at most is barred");
            return self.end_deal();
        };
        self.deal.round.leader = Some(leader);
        self.events.everyone(Event::RoundStarted {
            round: number,
            leader,
            barred,
        });
        self.next_turn(Some(leader))
    }

    /// A3: the turn of the active seat `next`, or of the next one that is not `UNDECLARED`; A6 if there is none.
    // SS-23, SS-25, SS-54, SS-R20, SS-R57
    fn next_turn(&mut self, mut next: Option<SeatIndex>) -> Stage {
        while let Some(seat) = next {
            // SS-23, case 2
            if self.deal.final_gift(seat) != FinalGift::Undeclared {
                self.owe(Phase::Turn, SeatSet::only(seat));
                return Stage::Turn { seat };
            }
            match self.deal.round.count() {
                // SS-23, case 3
                None => self.miss_turn(seat, false),
                // SS-23, case 4
                Some(1) => self.miss_turn(seat, self.deal.next_active(seat) == Some(seat)),
                // SS-23, case 5
                Some(_) => self.mark_passed(seat, true),
            }
            next = self.deal.next_active(seat);
        }
        // SS-23, case 1
        self.end_round_on_top()
    }

    /// A4: opens a Holly window, unless public facts show that it cannot have an effect; then A5.
    // SS-35, SS-38, SS-39, SS-40, SS-42, SS-76
    fn open_holly(&mut self, turn: Turn) -> Stage {
        if !self.deal.opens_holly(self.config, turn) {
            return self.close_holly(turn);
        }
        let eligible = self.deal.eligible_for_holly(turn.seat);
        self.owe(Phase::Holly, eligible);
        let mut answers = nothing_answered(self.config.players);
        for seat in eligible.iter().filter(|seat| self.deal.declines.at(*seat).is_some()) {
            *answers.at_mut(seat) = Some(Answer::Declined);
        }
        if all_answered(&answers, eligible) {
            self.events.everyone(Event::WindowClosed { phase: Phase::Holly });
            return self.close_holly(turn);
        }
        Stage::Holly { turn, answers }
    }

    /// A5: ends the turn. Then A3, from the left of its seat.
    // SS-43
    fn close_holly(&mut self, turn: Turn) -> Stage {
        self.out_if_empty(turn.seat);
        self.next_turn(self.deal.next_active(turn.seat))
    }

    /// Ends the round; the top play wins it.
    // SS-19, SS-R58, SS-R62
    fn end_round_on_top(&mut self) -> Stage {
        let top = self.deal.round.top().map(|play| play.seat);
        let Some(winner) = top.or(self.deal.round.leader) else {
            never!("SS-R58: a round lasts until a play stands or Santa is played");
            return self.end_deal();
        };
        self.end_round(winner)
    }

    /// A6: settles the round. Then A7, or A9 once at most one seat is in.
    // SS-18, SS-66, SS-69, SS-70, SS-71, SS-75
    fn end_round(&mut self, winner: SeatIndex) -> Stage {
        self.deal.round.winner = Some(winner);
        self.end_declines(Standing::Round);
        let placed = self.settle();
        self.events.everyone(Event::RoundEnded {
            round: self.deal.round.number,
            winner,
            placed,
        });
        if self.deal.seats_in().len() <= 1 {
            return self.close_snow(winner);
        }
        self.open_snow(winner)
    }

    /// A7: opens an interlude window, unless public facts show that it cannot have an effect; then A8.
    // SS-59, SS-61
    fn open_snow(&mut self, winner: SeatIndex) -> Stage {
        if !self.deal.opens_snow(self.config) {
            return self.close_snow(winner);
        }
        self.owe(Phase::Snow, self.deal.eligible_for_snow());
        let answers = nothing_answered(self.config.players);
        Stage::Snow { answers }
    }

    /// A8: discards the table. Then A2, or A9 once at most one seat is in.
    // SS-20, SS-62, SS-70
    fn close_snow(&mut self, winner: SeatIndex) -> Stage {
        self.clear();
        if self.deal.seats_in().len() <= 1 {
            return self.end_deal();
        }
        self.start_round(winner)
    }

    /// A9: gives the last place and the points. Then A1 with the next dealer, or the match is over.
    // SS-6, SS-70, SS-75
    fn end_deal(&mut self) -> Stage {
        self.end_declines(Standing::Deal);
        self.score_deal();
        if self.deals_finished() < self.config.deals {
            return self.deal_out(deal::next_seat(self.deal.dealer, self.config.players.all()));
        }
        Stage::Over
    }
}
