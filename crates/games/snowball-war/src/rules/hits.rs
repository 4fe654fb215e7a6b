//! Hits, one at a time: lost, reacted to, or landed.

use tinsel_engine::SeatIndex;

use super::{
    Course, astray,
    attack::{die_in, value_of, values_in_use},
    form::{Reaction, Wanted},
};
use crate::{
    action::Made,
    components::{Character, Die, Piece, Slot, Use},
    config::Config,
    event::Event,
    legal::Dodge,
    reject::Rejected,
    score::Reason,
    state::{Attack, Condition, SnowballWar, Stage, Table},
};

/// What can be done about a hit, besides taking it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Reactions {
    /// The target's dice that can dodge, each with its value in use; ascending.
    pub(crate) dodges: Vec<Dodge>,
    /// Robert's dice, if he can take the hit; ascending.
    pub(crate) intercepts: Vec<Slot>,
}

/// What can be done about a hit on `target`, besides taking it.
pub(crate) fn reactions(config: &Config, table: &Table, target: Piece) -> Reactions {
    let dodges = target.character().into_iter().flat_map(|character| {
        let dice = table.characters.at(character).dice();
        let as_any =
            move |(slot, value)| values_in_use(character, value).map(move |as_value| Dodge { slot, value, as_value });
        dice.flat_map(as_any)
            .filter(move |dodge| config.sheet(character).face(dodge.as_value).dodge)
    });
    let intercepts = if can_intercept(config, table, target) {
        let dice = table.characters.at(Character::Robert).dice();
        dice.map(|(slot, _)| slot).collect()
    } else {
        Vec::new()
    };
    Reactions {
        dodges: dodges.collect(),
        intercepts,
    }
}

/// Whether Robert could take a hit on `target`, if he has a die.
// SW-49, SW-65, SW-R44, SW-R45, SW-R46
fn can_intercept(config: &Config, table: &Table, target: Piece) -> bool {
    let robert = Piece::Character(Character::Robert);
    let near = table.position(robert).zip(table.position(target));
    table.owner(robert) == table.owner(target)
        && robert != target
        && near.is_some_and(|(robert, target)| robert.is_within(config.measures.move_distance, target))
}

// SW-47, SW-R42
pub(super) fn react(
    game: &SnowballWar,
    _seat: SeatIndex,
    attack: &Attack,
    wanted: &Wanted<'_>,
) -> Result<Made, Rejected> {
    let Wanted::React(reaction) = wanted else {
        return Err(Rejected::WrongAction);
    };
    match reaction {
        Reaction::Dodge { die, as_value } => dodge(game, attack.target, *die, *as_value),
        Reaction::Intercept { die } => intercept(game, attack.target, *die),
        Reaction::TakeHit => Ok(Made::TookHit),
    }
}

// SW-48, SW-55
fn dodge(game: &SnowballWar, target: Piece, die: u32, as_value: Option<u32>) -> Result<Made, Rejected> {
    let Piece::Character(character) = target else {
        return Err(Rejected::CannotDodge);
    };
    let (slot, die) = die_in(game.table.characters.at(character), die)?;
    let value = value_of(character, die, as_value)?;
    if game.config.sheet(character).face(value).dodge {
        Ok(Made::Dodged(slot, value))
    } else {
        Err(Rejected::NoDodge)
    }
}

fn intercept(game: &SnowballWar, target: Piece, die: u32) -> Result<Made, Rejected> {
    if !can_intercept(&game.config, &game.table, target) {
        return Err(Rejected::CannotIntercept);
    }
    let (slot, _) = die_in(game.table.characters.at(Character::Robert), die)?;
    Ok(Made::Intercepted(slot))
}

impl Course<'_> {
    /// Resolves the hits of an attack, from this one on, until somebody is to react to one.
    // SW-46, SW-53: range and line are not judged again
    pub(super) fn hits(&mut self, attack: Attack, from: u8) -> Stage {
        for hit in from..=attack.hits {
            // SW-R49
            if self.table.position(attack.target).is_none() {
                let count = attack.hits.saturating_sub(hit).saturating_add(1);
                let target = attack.target;
                self.tell(Event::HitsLost { target, count });
                break;
            }
            // SW-47, SW-50, SW-R41, SW-R50, SW-R58
            let owner = self.table.owner(attack.target);
            if let Some(defender) = owner.filter(|_| self.may_react(attack.target)) {
                self.tell(Event::HitPending {
                    target: attack.target,
                    defender,
                    hit,
                    hits: attack.hits,
                });
                return Stage::Reaction { attack, hit };
            }
            if let Some(over) = self.token(attack.target) {
                return over;
            }
        }
        self.attack_over(attack)
    }

    fn may_react(&self, target: Piece) -> bool {
        reactions(self.config, self.table, target) != Reactions::default()
    }

    /// A hit lands: a token, and what it brings about; the end of the match if that is a knock-out.
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
                self.tell(Event::TokenAdded { piece, tokens });
                // SW-54, SW-R53
                (tokens >= self.config.snowman_limit).then_some(Stage::Finished {
                    reason: Reason::Knockout,
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
        self.tell(Event::TokenAdded { piece, tokens });
        if let Some(dice) = lost {
            self.tell(Event::CharacterRanAway { character, dice });
        }
    }

    // SW-48
    pub(super) fn dodged(&mut self, stage: Stage, seat: SeatIndex, slot: Slot, value: Die) -> Stage {
        let Stage::Reaction { attack, hit } = stage else {
            return astray(stage);
        };
        if let Piece::Character(character) = attack.target {
            self.spend(seat, (character, slot), Some(value), Use::Dodge);
            self.tell(Event::HitDodged { character });
        }
        self.hits(attack, hit.saturating_add(1))
    }

    // SW-49, SW-R43, SW-R47, SW-R48
    pub(super) fn intercepted(&mut self, stage: Stage, seat: SeatIndex, slot: Slot) -> Stage {
        let Stage::Reaction { attack, hit } = stage else {
            return astray(stage);
        };
        let by = Character::Robert;
        self.spend(seat, (by, slot), None, Use::Intercept);
        let target = attack.target;
        self.tell(Event::HitIntercepted { target, by });
        self.cool(by);
        self.hits(attack, hit.saturating_add(1))
    }

    pub(super) fn took_hit(&mut self, stage: Stage) -> Stage {
        let Stage::Reaction { attack, hit } = stage else {
            return astray(stage);
        };
        match self.token(attack.target) {
            Some(over) => over,
            None => self.hits(attack, hit.saturating_add(1)),
        }
    }
}
