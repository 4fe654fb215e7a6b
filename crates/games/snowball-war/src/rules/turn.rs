//! Turns: the order of actions, the end phase after the last die, and the return of characters.

use tinsel_engine::{BySeat, SeatIndex};

use super::commit::Commit;
use crate::{
    components::{Character, Point, SEAT_COUNT, other},
    event::Event,
    state::{Condition, EndReason, Stage},
};

impl Commit<'_> {
    /// The next turn with a decision, or the end of the match.
    // SW-27, SW-75, SW-R28: a turn without a character in play ends at once
    pub(super) fn next_turn(&mut self) -> Stage {
        loop {
            self.table.turn = self.table.turn.saturating_add(1);
            // SW-R70
            self.table.rerolled = BySeat::from_fn(SEAT_COUNT, |_| None);
            let turn = self.table.turn;
            self.everyone(Event::TurnStarted { turn });
            let pools = self.roll();
            if pools.iter().any(|pool| !pool.is_empty()) {
                let chosen = BySeat::from_fn(SEAT_COUNT, |_| None);
                return Stage::Reroll { pools, chosen };
            }
            if let Some(stage) = self.end_of_turn() {
                return stage;
            }
        }
    }

    pub(super) fn action_due(&mut self, seat: SeatIndex) -> Stage {
        self.everyone(Event::ActionDue { seat });
        Stage::Action { active: seat }
    }

    /// The seat that acts after a complete action of `seat`.
    // SW-36, SW-R36
    pub(super) fn next_action(&mut self, seat: SeatIndex) -> Stage {
        let mut seats = [other(seat), seat].into_iter();
        match seats.find(|seat| self.table.has_dice(*seat)) {
            Some(next) => self.action_due(next),
            None => self.end_of_turn().unwrap_or_else(|| self.next_turn()),
        }
    }

    /// The end of a turn after its action phase; `None` if the next turn follows at once.
    fn end_of_turn(&mut self) -> Option<Stage> {
        // SW-70
        if self.table.turn >= self.config.turn_limit {
            return Some(Stage::Finished {
                reason: EndReason::TurnLimit,
            });
        }
        self.warm_up();
        // SW-74, SW-R63
        let opening = self.table.opening.as_ref();
        let starter = opening.filter(|opening| opening.turn == self.table.turn);
        let first = starter.map_or(self.table.first_picker, |opening| opening.starter);
        self.return_due([first, other(first)])
    }

    /// Removes a token from every character that has run away; after its last token it must return.
    // SW-71, SW-72, SW-R60, SW-R64
    fn warm_up(&mut self) {
        for character in Character::ALL {
            let figure = self.table.characters.at_mut(character);
            if figure.condition != Some(Condition::RunAway) {
                continue;
            }
            figure.tokens = figure.tokens.saturating_sub(1);
            let tokens = figure.tokens;
            if tokens == 0 {
                figure.condition = Some(Condition::Returning);
            }
            self.everyone(Event::TokenRemoved { character, tokens });
        }
    }

    // SW-73, SW-74
    pub(super) fn returned(&mut self, seat: SeatIndex, arrivals: &[(Character, Point)]) -> Stage {
        for (character, at) in arrivals {
            self.table.characters.at_mut(*character).condition = Some(Condition::InPlay(*at));
            self.everyone(Event::CharacterReturned {
                character: *character,
                at: *at,
            });
        }
        self.return_due([other(seat)]).unwrap_or_else(|| self.next_turn())
    }

    /// Lets the first of these seats with returning characters bring them back.
    pub(super) fn return_due<const N: usize>(&mut self, seats: [SeatIndex; N]) -> Option<Stage> {
        let seat = seats
            .into_iter()
            .find(|seat| self.table.returning(*seat).next().is_some())?;
        let characters = self.table.returning(seat).collect();
        self.everyone(Event::ReturnDue { seat, characters });
        Some(Stage::Return { seat })
    }
}
