//! Attacks: throws, Paul's double throw and Emily's rush, from the die to the next action.
//!
//! The chain of one throw, each step calling the next: `judge.rs` validates it, `threw` spends the die, `snowball` adds
//! its event, and `hits` resolves the hits one at a time. A hit with a possible reaction stops the chain in
//! `Stage::Reaction`. The answer, validated in `judge/reactions.rs`, is `dodged`, `intercepted` or `took_hit`, and these
//! continue with `hits`. A hit that lands calls `token`, and on a character `cool`. After the last hit, `attack_over`
//! continues with a second throw, or the next action.

use tinsel_engine::{SeatIndex, never};

use super::{
    commit::Commit,
    judge::{Reactions, reactions},
};
use crate::{
    action::Spend,
    components::{Character, Die, DieUse, Piece, Slot, Symbol, other},
    event::Event,
    field::Field,
    state::{Attack, Condition, EndReason, Stage},
};

impl Commit<'_> {
    // SW-40
    pub(super) fn threw(&mut self, seat: SeatIndex, spend: Spend, target: Piece) -> Stage {
        self.spend(seat, (spend.character, spend.slot), Some(spend.value), DieUse::Throw);
        let again = self.is_double(spend);
        self.snowball((spend.character, target), 1, again, false)
    }

    // SW-42
    pub(super) fn threw_again(&mut self, character: Character, target: Piece) -> Stage {
        self.snowball((character, target), 1, false, true)
    }

    /// Adds the event of a snowball, and resolves its hits.
    pub(super) fn snowball(&mut self, (by, target): (Character, Piece), hits: u8, again: bool, second: bool) -> Stage {
        self.everyone(Event::SnowballThrown {
            character: by,
            target,
            hits,
            second,
        });
        let attack = Attack {
            by,
            target,
            hits,
            again,
        };
        self.hits(attack, 1)
    }

    /// Resolves the hits of an attack, from this one on, until a seat must react to one.
    // SW-46, SW-53: range and line are not checked again
    pub(super) fn hits(&mut self, attack: Attack, from: u8) -> Stage {
        let target = attack.target;
        for hit in from..=attack.hits {
            // SW-R49
            if self.table.position(target).is_none() {
                let count = attack.hits.saturating_sub(hit).saturating_add(1);
                self.everyone(Event::HitsLost { target, count });
                break;
            }
            // SW-47, SW-50, SW-R41, SW-R50, SW-R58
            let may_react = reactions(self.config, self.table, target) != Reactions::default();
            if let Some(defender) = self.table.owner(target).filter(|_| may_react) {
                self.everyone(Event::HitPending {
                    target,
                    defender,
                    hit,
                    hits: attack.hits,
                });
                return Stage::Reaction { attack, hit };
            }
            if let Some(over) = self.token(target) {
                return over;
            }
        }
        self.attack_over(attack)
    }

    // SW-48
    pub(super) fn dodged(&mut self, seat: SeatIndex, (attack, hit): (Attack, u8), (slot, value): (Slot, Die)) -> Stage {
        if let Piece::Character(character) = attack.target {
            self.spend(seat, (character, slot), Some(value), DieUse::Dodge);
            self.everyone(Event::HitDodged { character });
        }
        self.hits(attack, hit.saturating_add(1))
    }

    // SW-49, SW-R43, SW-R47, SW-R48
    pub(super) fn intercepted(&mut self, seat: SeatIndex, (attack, hit): (Attack, u8), slot: Slot) -> Stage {
        let by = Character::Robert;
        self.spend(seat, (by, slot), None, DieUse::Intercept);
        let target = attack.target;
        self.everyone(Event::HitIntercepted { target, by });
        self.cool(by);
        self.hits(attack, hit.saturating_add(1))
    }

    pub(super) fn took_hit(&mut self, (attack, hit): (Attack, u8)) -> Stage {
        match self.token(attack.target) {
            Some(over) => over,
            None => self.hits(attack, hit.saturating_add(1)),
        }
    }

    /// Applies a hit: a token, and its consequences; returns the end of the match for a knock-out.
    // SW-51
    fn token(&mut self, piece: Piece) -> Option<Stage> {
        match piece {
            Piece::Character(character) => {
                self.cool(character);
                None
            }
            Piece::Snowman(seat) => {
                let snowman = self.table.snowmen.at_mut(seat);
                snowman.tokens = snowman.tokens.saturating_add(1);
                let tokens = snowman.tokens;
                self.everyone(Event::TokenAdded { piece, tokens });
                // SW-54, SW-R53
                (tokens >= self.config.snowman_limit).then_some(Stage::Finished {
                    reason: EndReason::Knockout,
                })
            }
        }
    }

    fn cool(&mut self, character: Character) {
        let scarf = self.config.sheet(character).scarf;
        let figure = self.table.characters.at_mut(character);
        figure.tokens = figure.tokens.saturating_add(1);
        let tokens = figure.tokens;
        // SW-52
        let lost = (tokens >= scarf).then(|| {
            let lost = figure.dice().map(|(_, die)| die).collect();
            figure.dice = [None, None];
            figure.condition = Some(Condition::RunAway);
            lost
        });
        let piece = Piece::Character(character);
        self.everyone(Event::TokenAdded { piece, tokens });
        if let Some(dice) = lost {
            self.everyone(Event::CharacterRanAway { character, dice });
        }
    }

    /// Continues after the hits of an attack: with the second throw of a double symbol, or the next action.
    fn attack_over(&mut self, attack: Attack) -> Stage {
        let character = attack.by;
        let Some(seat) = self.table.characters.at(character).owner else {
            never!("SW-22: an attacker is in a team");
            return Stage::Finished {
                reason: EndReason::TurnLimit,
            };
        };
        if !attack.again {
            return self.next_action(seat);
        }
        // SW-43
        let field = Field::on(self.config, self.table);
        let is_target = |(target, _)| {
            let is_enemy = self.table.owner(target) == Some(other(seat));
            is_enemy && field.can_throw(character, target)
        };
        if field.standing().any(is_target) {
            let kind = Symbol::Throw;
            self.everyone(Event::SecondDue { seat, character, kind });
            return Stage::ThrowAgain { character };
        }
        self.skipped(seat, character, true)
    }

    /// Ends an action without its second throw or move.
    pub(super) fn skipped(&mut self, seat: SeatIndex, character: Character, automatic: bool) -> Stage {
        self.everyone(Event::SecondSkipped { character, automatic });
        self.next_action(seat)
    }
}
