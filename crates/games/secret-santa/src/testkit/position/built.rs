//! From what is set to a match, and what no match can reach.

use tinsel_engine::{BySeat, Events, SeatCount, SeatIndex, SeatSet};

use super::{At, Position};
use crate::{
    action::Made,
    components::{Cards, Place, Special, Standing, TableOrder},
    config::{Config, configure},
    invariants::{self, Kept, Passage, hold},
    rules,
    state::{Answer, Deal, Round, SecretSanta, Stage, Turn, nothing_answered},
    testkit::said,
};

/// The match that a position describes.
pub(super) fn game(position: Position) -> Result<SecretSanta, String> {
    let draft = position.draft.clone().unwrap_or_default();
    let config = configure(Some(u32::from(position.players)), draft);
    let config = config.map_err(|error| format!("these options cannot be played with: {error}"))?;
    position.names_seats_of(config.players)?;
    let mut game = SecretSanta {
        sheet: position.sheet(config.players)?,
        deal: position.deal(&config)?,
        stage: position.stage(config.players),
        config,
    };
    position.fits(&game)?;
    position.answer(&mut game)?;
    if let At::Start(first) = position.waits_for() {
        rules::start_round(&mut game, SeatIndex::new(first));
    }
    keeps_invariants(&game)?;
    Ok(game)
}

impl Position {
    fn waits_for(&self) -> At {
        self.at.unwrap_or(At::Turn(self.leader.unwrap_or(0)))
    }

    fn names_seats_of(&self, players: SeatCount) -> Kept {
        let turn = match self.waits_for() {
            At::Turn(seat) | At::Holly(seat) | At::Snow(seat) | At::Start(seat) => Some(seat),
            At::Fruitcake | At::Over => None,
        };
        let single = [turn, self.leader, self.dealer, self.last_gift, self.barred, self.named];
        let lists = [&self.placed, &self.gone, &self.undeclared, &self.haunted, &self.passed];
        let laid = self.plays.iter().map(|play| play.seat.get());
        let mut named = single.into_iter().flatten().chain(lists.into_iter().flatten().copied());
        let stranger = named
            .by_ref()
            .chain(laid)
            .chain(self.used.iter().map(|used| used.seat.get()))
            .chain(self.hands.iter().map(|(seat, _)| *seat))
            .chain(self.declines.iter().map(|(seat, _)| *seat))
            .chain(self.answers.iter().map(|(seat, _)| *seat))
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
        let answers = nothing_answered(players);
        match self.waits_for() {
            At::Fruitcake => Stage::Fruitcake { answers },
            At::Turn(seat) => Stage::Turn {
                seat: SeatIndex::new(seat),
            },
            At::Holly(seat) => {
                let on_top = self.plays.last().is_some_and(|play| play.seat.get() == seat);
                let turn = Turn {
                    seat: SeatIndex::new(seat),
                    stands: on_top && !self.passed.contains(&seat) && !self.haunted.contains(&seat),
                };
                Stage::Holly { turn, answers }
            }
            At::Snow(_) => Stage::Snow { answers },
            At::Start(_) | At::Over => Stage::Over,
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
        let mut played: SeatSet = self.plays.iter().map(|play| play.seat).collect();
        played = self
            .haunted
            .iter()
            .fold(played, |all, seat| all.with(SeatIndex::new(*seat)));
        let number = self.number.unwrap_or(1);
        let mut round = Round {
            number,
            leader: Some(SeatIndex::new(self.leader.unwrap_or(0))),
            passed: set(&self.passed),
            played,
            barred: self.barred.map(SeatIndex::new),
            named: self.named.map(SeatIndex::new),
            plays: self.plays.clone(),
            specials: self.used.clone(),
            gone: self.gone.iter().copied().map(SeatIndex::new).collect(),
            winner: None,
        };
        if let Some(barred) = round.barred {
            round.passed = round.passed.with(barred);
        }
        match self.waits_for() {
            At::Fruitcake => {
                round.number = self.number.unwrap_or(0);
                round.leader = self.leader.map(SeatIndex::new);
            }
            At::Start(_) => round.number = number.saturating_sub(1),
            At::Snow(winner) => round.winner = Some(SeatIndex::new(winner)),
            At::Holly(_) | At::Turn(_) => {
                let empty = hands.seats().iter().filter(|seat| hands.at(*seat).is_empty());
                let left = empty.filter(|seat| played.contains(*seat) && !self.is_named_out(*seat));
                round.gone.extend(left.filter(|seat| !self.is_turn_answered(*seat)));
            }
            At::Over => {}
        }
        round
    }

    fn is_named_out(&self, seat: SeatIndex) -> bool {
        self.placed.contains(&seat.get()) || self.gone.contains(&seat.get())
    }

    /// Whether it is the seat of a turn that is still answered to, so that it is in without a card.
    fn is_turn_answered(&self, seat: SeatIndex) -> bool {
        matches!(self.waits_for(), At::Holly(turn) if turn == seat.get())
    }

    fn places(&self, hands: &BySeat<Cards>, round: &Round) -> Vec<SeatIndex> {
        let mut placed: Vec<SeatIndex> = self.placed.iter().copied().map(SeatIndex::new).collect();
        for seat in hands.seats().iter().filter(|seat| hands.at(*seat).is_empty()) {
            if !placed.contains(&seat) && !round.gone.contains(&seat) && !self.is_turn_answered(seat) {
                placed.push(seat);
            }
        }
        placed
    }

    /// What is not an invariant of every state, and cannot be either.
    fn fits(&self, game: &SecretSanta) -> Kept {
        let (deal, round) = (&game.deal, &game.deal.round);
        let (is_over, starts) = match self.waits_for() {
            At::Over => (true, false),
            At::Start(_) => (false, true),
            At::Fruitcake | At::Turn(_) | At::Holly(_) | At::Snow(_) => (false, false),
        };
        let finished = game.sheet.len();
        hold((finished == usize::from(game.config.deals)) == is_over, || {
            format!("{finished} of {} deals are finished", game.config.deals)
        })?;
        let scrooge = round.specials.iter().any(|used| used.special == Special::Scrooge);
        hold(round.named.is_none() || starts || scrooge, || {
            "a seat is named, and no Scrooge was played".to_owned()
        })?;
        let in_round = matches!(game.stage, Stage::Turn { .. } | Stage::Holly { .. });
        hold(in_round || round.gone.is_empty(), || {
            "seats are gone, and no round is played".to_owned()
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
            Stage::Holly { turn, .. } => {
                self.fits_round(deal)?;
                let acted = turn.stands || round.passed.contains(turn.seat) || self.haunted.contains(&turn.seat.get());
                hold(acted, || format!("{} neither played nor passed", turn.seat))?;
                hold(deal.opens_holly(&game.config, *turn), || {
                    "no Holly window opens: no Holly card is at large, or no seat can answer".to_owned()
                })
            }
            Stage::Snow { .. } => {
                let standing = deal.declines.iter().any(|decline| *decline == Some(Standing::Round));
                hold(!standing, || "the round is over, and with it its declines".to_owned())?;
                hold(deal.opens_snow(&game.config), || {
                    "no interlude window opens: no Snow card is at large, or no seat can answer".to_owned()
                })
            }
            Stage::Over => Ok(()),
        }
    }

    /// Those of a round that is played.
    fn fits_round(&self, deal: &Deal) -> Kept {
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
        hold(round.named.is_none(), || {
            "a seat is named, and no Scrooge was played in this round".to_owned()
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

    /// Seats with a standing decline have declined as the window opened; then the answers that are set.
    fn answer(&self, game: &mut SecretSanta) -> Kept {
        if let Stage::Holly { turn, .. } = &game.stage {
            for seat in game.deal.eligible_for_holly(turn.seat).iter() {
                if game.deal.declines.at(seat).is_some() {
                    put(game, seat, Answer::Declined);
                }
            }
        }
        for (seat, action) in &self.answers {
            let seat = SeatIndex::new(*seat);
            let made = rules::resolve(game, seat, action).map(|made| made.made);
            match made {
                Ok(Made::Answered(answer, None)) => put(game, seat, answer),
                Ok(Made::Answered(_, Some(_)) | Made::Took(_) | Made::Withdrew) => {
                    return Err(format!("{} of {seat} is no answer for this window alone", said(action)));
                }
                Err(rejected) => return Err(format!("{seat} cannot answer {}: {rejected}", said(action))),
            }
        }
        Ok(())
    }
}

fn put(game: &mut SecretSanta, seat: SeatIndex, answer: Answer) {
    match &mut game.stage {
        Stage::Fruitcake { answers } | Stage::Holly { answers, .. } | Stage::Snow { answers } => {
            *answers.at_mut(seat) = Some(answer);
        }
        Stage::Turn { .. } | Stage::Over => {}
    }
}

/// The invariants that speak of a position, not of what happens next.
fn keeps_invariants(game: &SecretSanta) -> Kept {
    type OfState = fn(&SecretSanta) -> Kept;
    let of_state: [(&str, OfState); 9] = [
        ("SS-I1", invariants::cards_are_conserved),
        ("SS-I2", invariants::hands_are_what_is_not_on_the_table_or_discarded),
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
    type OfPassage = fn(Passage<'_>) -> Kept;
    let of_passage: [(&str, OfPassage); 6] = [
        ("SS-I8", invariants::who_cannot_act_owes_nothing),
        ("SS-I9", invariants::windows_come_where_they_belong),
        ("SS-I13", invariants::windows_are_bounded),
        ("SS-I15", invariants::the_order_is_a_permutation),
        ("SS-I16", invariants::places_are_given_in_order),
        ("SS-I22", invariants::standing_declines_are_given_by_their_seats),
    ];
    let (before, events) = (Some(game), &Events::new());
    for (id, holds) in of_passage {
        let after = game;
        let passage = Passage { before, after, events };
        holds(passage).map_err(|wrong| format!("{id}: {wrong}"))?;
    }
    Ok(())
}

fn set(seats: &[u8]) -> SeatSet {
    seats.iter().map(|seat| SeatIndex::new(*seat)).collect()
}
