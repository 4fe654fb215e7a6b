//! The course of a match, from its creation to its end.

use std::collections::BTreeSet;

use tinsel_proto::v1::{
    HistoryDecision, HistoryEntry, HistoryEvent, MatchAborted, MatchBegun, MatchCreated, MatchEnded, MatchEvent,
    match_event::Event,
};

use super::{Checked, State, claim::Claim, seating::Seating};
use crate::{
    name,
    replay::{self, Playing},
};

/// A match during verification, and the revisions that may come next.
pub(super) struct Course<'a> {
    claim: &'a Claim<'a>,
    stage: Stage,
    seating: Seating,
    decisions: u64,
    defaults: u64,
    /// The one seat that this history belongs to, once an entry shows it: in a game that keeps secrets.
    whose: Option<u32>,
    /// The state after the newest revision; `None` if it is secret.
    state: Option<Vec<u8>>,
    /// The seats of which the name of a player was erased.
    erased: BTreeSet<u32>,
    /// The ID of the rematch; empty without one.
    rematch: String,
}

enum Stage {
    /// Not created yet.
    Nothing,
    /// The lobby: players take and leave seats.
    Lobby,
    /// The match is running and replayed.
    Replayed(Playing),
    /// The match is running and not disclosed.
    Secret,
    /// It has ended.
    Over,
}

impl<'a> Course<'a> {
    pub(super) fn new(claim: &'a Claim<'a>) -> Self {
        Self {
            claim,
            stage: Stage::Nothing,
            seating: Seating::open(claim.shown.seats.len()),
            decisions: 0,
            defaults: 0,
            whose: None,
            state: Some(Vec::new()),
            erased: BTreeSet::new(),
            rematch: String::new(),
        }
    }

    pub(super) const fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over)
    }

    /// Whether the match has this rematch; none if it is empty.
    pub(super) fn has_rematch(&self, rematch: &str) -> bool {
        self.rematch == rematch
    }

    pub(super) fn erased(self) -> BTreeSet<u32> {
        self.erased
    }

    pub(super) const fn checked(&self) -> Checked {
        if self.claim.salt.is_none() {
            return Checked::WhatIsPublic;
        }
        Checked::Everything {
            decisions: self.decisions,
            defaults: self.defaults,
        }
    }

    /// Applies a revision if it is possible here; returns the state after it.
    pub(super) fn step(&mut self, entry: &HistoryEntry) -> Result<State, String> {
        let state = self.next(entry)?;
        self.state = match &state {
            State::Replayed(state) => Some(state.clone()),
            State::Secret => None,
        };
        Ok(state)
    }

    fn next(&mut self, entry: &HistoryEntry) -> Result<State, String> {
        if self.is_of_one_seat(entry)? {
            return Ok(self.state.clone().map_or(State::Secret, State::Replayed));
        }
        match std::mem::replace(&mut self.stage, Stage::Over) {
            Stage::Nothing => {
                let game_id = self.claim.shown.game_id.clone();
                let rematch_of = self.claim.shown.rematch_of.clone();
                self.stage = Stage::Lobby;
                let created = MatchCreated { game_id, rematch_of };
                undecided(entry, &[to_everyone(Event::MatchCreated(created))])
            }
            Stage::Lobby if matches!(event_of(entry.events.first()), Some(Event::MatchBegun(_))) => self.begin(entry),
            Stage::Lobby => self.gather(entry),
            Stage::Replayed(playing) => self.replay(entry, playing),
            Stage::Secret => self.listen(entry, true),
            Stage::Over => {
                self.follow(entry)?;
                Ok(self.state.take().map_or(State::Secret, State::Replayed))
            }
        }
    }

    /// Applies a revision after the end of the match.
    fn follow(&mut self, entry: &HistoryEntry) -> Result<(), String> {
        match only_event(entry) {
            Ok(Event::NamesErased(_)) => Ok(()),
            Ok(Event::RematchCreated(created)) if self.rematch.is_empty() => {
                self.rematch.clone_from(&created.match_id);
                Ok(())
            }
            Ok(_) | Err(_) => Err("the match ended at an earlier revision".to_owned()),
        }
    }

    /// Whether a revision is a new token of a seat, of which only the seat has an event. It is possible in every phase.
    fn is_of_one_seat(&mut self, entry: &HistoryEntry) -> Result<bool, String> {
        if entry.decision.is_some() || matches!(self.stage, Stage::Nothing) {
            return Ok(false);
        }
        let reissued = match &entry.events[..] {
            // The recipient of the export did not receive the event.
            [] => return Ok(self.claim.salt.is_none()),
            [told] => match event_of(Some(told)) {
                Some(Event::TokenReissued(reissued)) if !told.to_everyone && told.to_seats == [reissued.seat] => {
                    reissued
                }
                _ => return Ok(false),
            },
            _ => return Ok(false),
        };
        if self.claim.salt.is_none() {
            self.is_of(reissued.seat)?;
        }
        self.seating.require_player(reissued.seat)?;
        Ok(true)
    }

    /// Applies a revision of the lobby: a seat is taken or left, or the match is aborted.
    fn gather(&mut self, entry: &HistoryEntry) -> Result<State, String> {
        self.stage = Stage::Lobby;
        match only_event(entry)? {
            Event::SeatTaken(taken) => {
                let is_erased = name::is_erased(taken)?;
                let seat = taken.seat.as_ref().ok_or("the event names no seat")?;
                self.seating.take(seat, &taken.occupant_hash, is_erased)?;
                self.erased.extend(is_erased.then_some(seat.seat));
            }
            Event::SeatOpened(opened) => self.seating.leave(opened)?,
            Event::HostChanged(changed) => self.seating.change_host(changed)?,
            Event::MatchAborted(aborted) => self.abort(aborted)?,
            // The event changes nothing; the events after it do.
            Event::OperatorActed(_) | Event::NamesErased(_) => {}
            Event::Game(_)
            | Event::MatchCreated(_)
            | Event::MatchBegun(_)
            | Event::MatchEnded(_)
            | Event::TimeCredited(_)
            | Event::TokenReissued(_)
            | Event::RematchCreated(_)
            | Event::SeatControlChanged(_) => return Err("the event cannot occur before the match starts".to_owned()),
        }
        Ok(State::Replayed(Vec::new()))
    }

    fn abort(&mut self, aborted: &MatchAborted) -> Result<(), String> {
        if self.claim.outcome.is_some() {
            return Err("the match is aborted, but has an outcome".to_owned());
        }
        if aborted.server_seed != self.claim.fairness.server_seed {
            return Err("the event reveals another server seed".to_owned());
        }
        self.seating.compare_all(self.claim.shown)?;
        self.stage = Stage::Over;
        Ok(())
    }

    fn begin(&mut self, entry: &HistoryEntry) -> Result<State, String> {
        if !self.seating.is_full() {
            return Err("the match starts with open seats".to_owned());
        }
        self.seating.compare_holders(&self.claim.shown.seats)?;
        let seats = u32::try_from(self.claim.shown.seats.len()).unwrap_or(u32::MAX);
        let begun = to_everyone(Event::MatchBegun(MatchBegun { seats }));
        if self.claim.salt.is_none() {
            compare(entry.events.first(), Some(&begun), 0)?;
            return self.listen(entry, false);
        }
        let acted = replay::begin(self.claim.shown).map_err(|error| error.to_string())?;
        let told = acted.events.into_iter().map(replay::history_event);
        let told: Vec<_> = std::iter::once(begun).chain(told).collect();
        let state = undecided(entry, &told).and(saved(&acted.after));
        self.stage = Stage::Replayed(acted.after);
        state
    }

    fn replay(&mut self, entry: &HistoryEntry, playing: Playing) -> Result<State, String> {
        let Some(decision) = &entry.decision else {
            let state = saved(&playing);
            self.stage = Stage::Replayed(playing);
            return self.pass(entry).and(state);
        };
        let forfeited = self.seating.forfeited();
        let acted = replay::decide(&*playing, decision, forfeited).map_err(|error| error.to_string())?;
        self.decisions += 1;
        self.defaults += u64::from(decision.by_default);
        let mut told: Vec<_> = acted.events.into_iter().map(replay::history_event).collect();
        match acted.after.outcome(forfeited) {
            None => self.stage = Stage::Replayed(acted.after.clone()),
            Some(outcome) => {
                let outcome = replay::outcome(&outcome);
                if self.claim.outcome != Some(&outcome) {
                    return Err("the match ends here with an outcome other than the exported one".to_owned());
                }
                self.seating.compare_all(self.claim.shown)?;
                told.push(self.ended());
                self.stage = Stage::Over;
            }
        }
        compare_all(&entry.events, &told)?;
        saved(&acted.after)
    }

    /// Applies a revision of a running match without a decision of the game.
    fn pass(&mut self, entry: &HistoryEntry) -> Result<(), String> {
        // The revision hides a decision that was secret at this time: it changes nothing visible.
        if entry.events.is_empty() {
            return Ok(());
        }
        match only_event(entry)? {
            Event::TimeCredited(_) | Event::OperatorActed(_) | Event::NamesErased(_) => Ok(()),
            Event::SeatControlChanged(changed) => self.seating.change(changed.seat, changed.control),
            Event::HostChanged(changed) => self.seating.change_host(changed),
            Event::MatchAborted(aborted) => self.abort(aborted),
            Event::Game(_)
            | Event::MatchCreated(_)
            | Event::SeatTaken(_)
            | Event::SeatOpened(_)
            | Event::MatchBegun(_)
            | Event::TokenReissued(_)
            | Event::RematchCreated(_)
            | Event::MatchEnded(_) => Err("an entry without a decision cannot have these events".to_owned()),
        }
    }

    /// Applies the events of a running match that is not disclosed. The caller has already checked the first event of
    /// the starting revision.
    fn listen(&mut self, entry: &HistoryEntry, from_first: bool) -> Result<State, String> {
        self.stage = Stage::Secret;
        if let Some(decision) = &entry.decision {
            self.own(decision)?;
        }
        for (event, index) in entry.events.iter().zip(0..).skip(usize::from(!from_first)) {
            self.hear(event).map_err(|what| format!("event {index}: {what}"))?;
        }
        Ok(State::Secret)
    }

    fn own(&mut self, decision: &HistoryDecision) -> Result<(), String> {
        self.is_of(decision.seat)?;
        let of_game = |action| self.claim.game.game().read_action(action).is_some();
        match (&decision.action, decision.by_default) {
            (Some(action), false) if of_game(action) => Ok(()),
            (None, true) => Ok(()),
            (Some(_), _) | (None, false) => Err("the decision is not an action of this game".to_owned()),
        }
    }

    fn hear(&mut self, told: &HistoryEvent) -> Result<(), String> {
        match (told.to_everyone, &told.to_seats[..]) {
            (true, []) => {}
            (false, [seat]) => self.is_of(*seat)?,
            (true, _) | (false, _) => return Err("the event must be for everyone or for one seat".to_owned()),
        }
        if self.is_over() {
            return Err("the match ended at an earlier revision".to_owned());
        }
        match told.event.as_ref().and_then(|event| event.event.as_ref()) {
            Some(Event::Game(_) | Event::TimeCredited(_) | Event::OperatorActed(_) | Event::NamesErased(_)) => Ok(()),
            Some(Event::SeatControlChanged(changed)) => self.seating.change(changed.seat, changed.control),
            Some(Event::HostChanged(changed)) => self.seating.change_host(changed),
            Some(Event::MatchAborted(aborted)) => self.abort(aborted),
            Some(Event::MatchEnded(_)) => {
                self.stage = Stage::Over;
                self.seating.compare_all(self.claim.shown)?;
                let ended = self.ended();
                if *told == ended {
                    Ok(())
                } else {
                    Err("the end of the match differs from the export".to_owned())
                }
            }
            Some(
                Event::MatchCreated(_)
                | Event::SeatTaken(_)
                | Event::SeatOpened(_)
                | Event::TokenReissued(_)
                | Event::RematchCreated(_)
                | Event::MatchBegun(_),
            )
            | None => Err("the event cannot occur while the match is active".to_owned()),
        }
    }

    /// Only one seat receives facts that are hidden from others.
    fn is_of(&mut self, seat: u32) -> Result<(), String> {
        if *self.whose.get_or_insert(seat) == seat {
            Ok(())
        } else {
            Err("the entry discloses facts of another seat".to_owned())
        }
    }

    fn ended(&self) -> HistoryEvent {
        to_everyone(Event::MatchEnded(MatchEnded {
            outcome: self.claim.outcome.cloned(),
            server_seed: self.claim.fairness.server_seed.clone(),
        }))
    }
}

fn event_of(told: Option<&HistoryEvent>) -> Option<&Event> {
    told?.event.as_ref()?.event.as_ref()
}

/// The only event of a revision without a decision; everyone must receive it.
fn only_event(entry: &HistoryEntry) -> Result<&Event, String> {
    if entry.decision.is_some() {
        return Err("a decision before the match is active".to_owned());
    }
    match &entry.events[..] {
        [told] if told.to_everyone && told.to_seats.is_empty() => {
            event_of(Some(told)).ok_or_else(|| "the event is empty".to_owned())
        }
        [..] => Err("an entry without a decision cannot have these events".to_owned()),
    }
}

fn to_everyone(event: Event) -> HistoryEvent {
    HistoryEvent {
        event: Some(MatchEvent {
            event: Some(event),
            sentence: None,
        }),
        to_everyone: true,
        to_seats: Vec::new(),
    }
}

/// The entry of a revision without a decision, before the game has a state.
fn undecided(entry: &HistoryEntry, told: &[HistoryEvent]) -> Result<State, String> {
    if entry.decision.is_some() {
        return Err("a decision before the match is active".to_owned());
    }
    compare_all(&entry.events, told)?;
    Ok(State::Replayed(Vec::new()))
}

fn saved(playing: &Playing) -> Result<State, String> {
    playing.save().map(State::Replayed).map_err(|error| error.to_string())
}

fn compare_all(said: &[HistoryEvent], told: &[HistoryEvent]) -> Result<(), String> {
    (0..said.len().max(told.len())).try_for_each(|index| compare(said.get(index), told.get(index), index))
}

fn compare(said: Option<&HistoryEvent>, told: Option<&HistoryEvent>, index: usize) -> Result<(), String> {
    match (said, told) {
        _ if said == told => Ok(()),
        (Some(_), None) => Err(format!("event {index} is in the export, but not in the replay")),
        (None, _) => Err(format!("event {index} is missing")),
        (Some(said), Some(told)) if said.event == told.event => {
            Err(format!("event {index} has other recipients in the replay"))
        }
        (Some(_), Some(_)) => Err(format!("event {index} differs from the replay")),
    }
}
