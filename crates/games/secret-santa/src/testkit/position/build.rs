//! Builds a match from the set facts, and refuses positions that no match can reach.

use tinsel_engine::{BySeat, Events, SeatCount, SeatIndex, SeatSet};
use tinsel_engine_testkit::{Change, Verdict};

use super::{At, Position};
use crate::{
    components::{Cards, Place, Special, TableOrder},
    config::{Config, configure},
    invariants::{self, hold},
    state::{Deal, Round, SecretSanta, Stage, nothing_answered},
};

/// The match that a position describes.
pub(super) fn game(position: Position) -> Result<SecretSanta, String> {
    let draft = position.draft.clone().unwrap_or_default();
    let config = configure(Some(u32::from(position.players)), draft);
    let config = config.map_err(|error| format!("these options cannot be played with: {error}"))?;
    position.names_seats_of(config.players)?;
    let game = SecretSanta {
        sheet: position.sheet(config.players)?,
        deal: position.deal(&config)?,
        stage: position.stage(config.players),
        config,
    };
    position.fits(&game)?;
    keeps_invariants(&game)?;
    Ok(game)
}

impl Position {
    fn waits_for(&self) -> At {
        self.at.unwrap_or(At::Turn(self.leader.unwrap_or(0)))
    }

    fn names_seats_of(&self, players: SeatCount) -> Verdict {
        let turn = match self.waits_for() {
            At::Turn(seat) => Some(seat),
            At::Fruitcake | At::Over => None,
        };
        let single = [turn, self.leader, self.dealer, self.last_gift, self.barred];
        let lists = [&self.placed, &self.undeclared, &self.haunted, &self.passed];
        let laid = self.plays.iter().map(|play| play.seat.get());
        let named = single.into_iter().flatten().chain(lists.into_iter().flatten().copied());
        let stranger = named
            .chain(laid)
            .chain(self.used.iter().map(|used| used.seat.get()))
            .chain(self.hands.iter().map(|(seat, _)| *seat))
            .chain(self.declines.iter().map(|(seat, _)| *seat))
            .find(|seat| !players.has(SeatIndex::new(*seat)));
        hold(stranger.is_none(), || format!("there is no seat {stranger:?}"))
    }

    fn sheet(&self, players: SeatCount) -> Result<Vec<BySeat<Place>>, String> {
        let row = |order: &Vec<u8>| {
            let mut sorted = order.clone();
            sorted.sort_unstable();
            let all: Vec<u8> = players.iter().map(SeatIndex::get).collect();
            hold(sorted == all, || format!("{order:?} is no finishing order"))?;
            Ok(BySeat::from_fn(players, |seat| {
                Place::after(order.iter().position(|other| *other == seat.get()).unwrap_or(0))
            }))
        };
        self.finished.iter().map(row).collect()
    }

    fn stage(&self, players: SeatCount) -> Stage {
        match self.waits_for() {
            At::Fruitcake => Stage::Fruitcake {
                answers: nothing_answered(players),
            },
            At::Turn(seat) => Stage::Turn {
                seat: SeatIndex::new(seat),
            },
            At::Over => Stage::Over,
        }
    }

    fn deal(&self, config: &Config) -> Result<Deal, String> {
        let mut hands = BySeat::from_fn(config.players, |_| Cards::NONE);
        for (seat, held) in &self.hands {
            hands.at_mut(SeatIndex::new(*seat)).add_all(held);
        }
        let round = self.round_of(&hands);
        let mut elsewhere = round.table().plus(&self.hidden);
        for hand in hands.iter() {
            elsewhere.add_all(hand);
        }
        let mut discards = config.deck();
        hold(discards.contains(&elsewhere), || {
            format!("the deck {discards} does not have {elsewhere}")
        })?;
        discards.take_all(&elsewhere);
        let last = config.players.get().saturating_sub(1);
        let top = self.plays.last().map(|play| play.seat);
        let mut deal = Deal {
            undeclared: set(&self.undeclared),
            places: self.places(&hands, &round),
            last_gift: self.last_gift.map(SeatIndex::new).or(top),
            discards,
            hidden: self.hidden,
            round,
            ..Deal::new(config, SeatIndex::new(self.dealer.unwrap_or(last)), hands)
        };
        if let Some(order) = &self.order {
            deal.order = order.iter().copied().map(SeatIndex::new).collect::<TableOrder>();
        }
        for (seat, standing) in &self.declines {
            let before = deal.declines.at_mut(SeatIndex::new(*seat)).replace(*standing);
            hold(before.is_none(), || format!("seat {seat} declines twice"))?;
        }
        Ok(deal)
    }

    fn round_of(&self, hands: &BySeat<Cards>) -> Round {
        let laid = self.plays.iter().map(|play| play.seat);
        let haunted = self.haunted.iter().copied().map(SeatIndex::new);
        let mut round = Round {
            number: self.number.unwrap_or(1),
            leader: Some(SeatIndex::new(self.leader.unwrap_or(0))),
            passed: set(&self.passed),
            played: laid.chain(haunted).collect(),
            barred: self.barred.map(SeatIndex::new),
            plays: self.plays.clone(),
            specials: self.used.clone(),
            ..Round::default()
        };
        if let Some(barred) = round.barred {
            round.passed = round.passed.with(barred);
        }
        match self.waits_for() {
            At::Fruitcake => {
                round.number = self.number.unwrap_or(0);
                round.leader = self.leader.map(SeatIndex::new);
            }
            At::Turn(_) => {
                let unplaced = round.played.iter().filter(|seat| !self.placed.contains(&seat.get()));
                round.gone = unplaced.filter(|seat| hands.at(*seat).is_empty()).collect();
            }
            At::Over => {}
        }
        round
    }

    fn places(&self, hands: &BySeat<Cards>, round: &Round) -> Vec<SeatIndex> {
        let mut placed: Vec<SeatIndex> = self.placed.iter().copied().map(SeatIndex::new).collect();
        for seat in hands.seats().iter().filter(|seat| hands.at(*seat).is_empty()) {
            if !placed.contains(&seat) && !round.gone.contains(&seat) {
                placed.push(seat);
            }
        }
        placed
    }

    /// Checks conditions that are not invariants of every state.
    fn fits(&self, game: &SecretSanta) -> Verdict {
        let (deal, round) = (&game.deal, &game.deal.round);
        let is_over = matches!(game.stage, Stage::Over);
        let finished = game.sheet.len();
        hold((finished == usize::from(game.config.deals)) == is_over, || {
            format!("{finished} of {} deals are finished", game.config.deals)
        })?;
        match &game.stage {
            Stage::Fruitcake { .. } => {
                let held = deal.hands.iter().any(|hand| hand.has(Special::Fruitcake));
                let fresh = deal.places.is_empty() && deal.hidden.is_empty() && deal.undeclared.is_empty();
                let fresh = fresh && *round == Round::default() && deal.last_gift.is_none();
                hold(held && fresh, || {
                    "the Fruitcake window is the first of a deal".to_owned()
                })
            }
            Stage::Turn { seat } => {
                self.fits_round(deal)?;
                let able = deal.is_active(*seat) && !deal.undeclared.contains(*seat);
                hold(able, || format!("{seat} cannot have a turn"))
            }
            Stage::Holly { .. } | Stage::Snow { .. } | Stage::Over => Ok(()),
        }
    }

    /// The conditions of a running round.
    fn fits_round(&self, deal: &Deal) -> Verdict {
        let round = &deal.round;
        let late = deal.places.iter().find(|seat| round.played.contains(**seat));
        hold(late.is_none(), || {
            format!("{late:?} is placed in the round in which it played")
        })?;
        let late = deal.places.iter().find(|seat| round.passed.contains(**seat));
        hold(late.is_none(), || format!("{late:?} is placed, and passes"))?;
        hold(!round.gone.is_empty() || deal.seats_in().len() > 1, || {
            "one seat is in, and none went out in this round".to_owned()
        })?;
        let used = |seat| round.specials.iter().any(|used| used.seat == seat);
        let barred = round
            .barred
            .filter(|seat| round.played.contains(*seat) || used(*seat) || deal.is_out(*seat));
        hold(barred.is_none(), || format!("{barred:?} is barred, and plays a card"))?;
        let top = round.top().map(|play| play.seat);
        let made_last = |last: SeatIndex| Some(last) == top || self.haunted.contains(&last.get());
        hold(round.played.is_empty() || deal.last_gift.is_some_and(made_last), || {
            format!("{:?} did not make the last play", deal.last_gift)
        })
    }
}

/// The invariants of a position, without those about later decisions.
fn keeps_invariants(game: &SecretSanta) -> Verdict {
    type OfState = fn(&SecretSanta) -> Verdict;
    let of_state: [(&str, OfState); 9] = [
        ("SS-I1", invariants::cards_are_conserved),
        ("SS-I2", invariants::hands_are_the_cards_not_on_the_table_or_discarded),
        ("SS-I3", invariants::out_means_without_cards),
        ("SS-I4", invariants::one_card_is_declared_or_not),
        ("SS-I5", invariants::plays_climb),
        ("SS-I6", invariants::plays_hold_what_they_may),
        ("SS-I7", invariants::somebody_owes_and_can_act),
        (
            "SS-I10",
            invariants::while_nothing_is_in_play_only_the_barred_have_passed,
        ),
        ("SS-I17", invariants::points_add_up),
    ];
    for (id, holds) in of_state {
        holds(game).map_err(|wrong| format!("{id}: {wrong}"))?;
    }
    type OfChange = fn(Change<'_, SecretSanta>) -> Verdict;
    let of_passage: [(&str, OfChange); 6] = [
        ("SS-I8", invariants::a_seat_that_cannot_act_owes_nothing),
        ("SS-I9", invariants::windows_come_where_they_belong),
        ("SS-I13", invariants::windows_are_bounded),
        ("SS-I15", invariants::the_order_is_a_permutation),
        ("SS-I16", invariants::places_are_given_in_order),
        ("SS-I22", invariants::standing_declines_are_given_by_their_seats),
    ];
    let (before, events) = (Some(game), &Events::new());
    for (id, holds) in of_passage {
        let after = game;
        let change = Change {
            before,
            after,
            events,
            draws: &[],
        };
        holds(change).map_err(|wrong| format!("{id}: {wrong}"))?;
    }
    Ok(())
}

fn set(seats: &[u8]) -> SeatSet {
    seats.iter().map(|seat| SeatIndex::new(*seat)).collect()
}
