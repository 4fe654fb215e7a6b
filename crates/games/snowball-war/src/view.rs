//! The view: the part of the state that one viewer may know. Only this file decides which viewer sees which part of the
//! state (section 7).

use tinsel_engine::{BySeat, SeatIndex, SeatSet, Viewer, Wire};

use crate::{
    components::{
        ByCharacter, Card, Character, DiceSet, Die, Obstacle, Phase, Piece, Point, SEAT_COUNT, Sheet, Symbol,
    },
    config::Measures,
    score::{self, Ending},
    state::{Condition, Opening, SnowballWar, Stage},
};

/// The part of the state that one viewer may know; facts that it may not know yet are absent.
#[derive(Clone, PartialEq, Eq, Wire)]
pub struct View {
    /// The phase of the match.
    pub phase: Phase,
    /// The number of the turn; 0 before the first.
    pub turn: u8,
    /// The seats that owe a decision.
    #[wire(as = awaited_seats)]
    pub awaited: SeatSet,
    /// The seats that have made their secret choice of this step.
    #[wire(as = committed_seats)]
    pub committed: SeatSet,
    /// The seat of the current action.
    #[wire(as = active_seat)]
    pub active: Option<SeatIndex>,
    /// The first picker.
    pub first_picker: SeatIndex,
    /// The lengths of the match.
    #[wire(as = field)]
    pub measures: Measures,
    /// Whether snowmen block throws.
    pub snowmen_block_sight: bool,
    /// Number of tokens that knock a snowman out.
    pub snowman_limit: u8,
    /// Number of turns after which the match ends.
    pub turn_limit: u8,
    /// The sheets in force.
    pub sheets: ByCharacter<Sheet>,
    /// The obstacles, by id.
    pub obstacles: Vec<Obstacle>,
    /// The characters.
    pub characters: ByCharacter<CharacterView>,
    /// The snowmen.
    pub snowmen: BySeat<SnowmanView>,
    /// The dice of each seat in this turn.
    pub pools: BySeat<PoolView>,
    /// The starter of the latest turn with a starter, and its sums.
    pub opening: Option<Opening>,
    /// The hit that waits for a reaction.
    #[wire(as = pending_hit)]
    pub hit: Option<HitView>,
    /// The pending second throw or move, with its character.
    #[wire(as = pending_second, with = crate::wire::second)]
    pub second: Option<(Character, Symbol)>,
    /// The private part of the viewer's own seat; `None` for a spectator.
    pub own: Option<OwnView>,
    /// The result of the match, after its end.
    pub ending: Option<Ending>,
}

/// A character and its card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CharacterView {
    /// The seat of its team, once it is picked.
    pub owner: Option<SeatIndex>,
    /// Its condition, once it is deployed.
    pub condition: Option<Condition>,
    /// Its tokens.
    pub tokens: u8,
    /// The dice on its card, by slot.
    pub dice: [Option<Die>; 2],
}

/// A snowman.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Wire)]
#[wire(entry)]
pub struct SnowmanView {
    /// Its position, once it is deployed.
    pub at: Option<Point>,
    /// Its tokens.
    pub tokens: u8,
}

/// A hit that waits for a reaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Wire)]
#[wire(as = PendingHit)]
pub struct HitView {
    /// The character that attacks.
    pub attacker: Character,
    /// The piece that would be hit.
    pub target: Piece,
    /// The seat that must react.
    pub defender: SeatIndex,
    /// The number of the hit in the attack, from 1.
    pub hit: u8,
    /// Number of hits of the attack.
    pub hits: u8,
}

/// The dice of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Wire)]
#[wire(as = Pool, entry)]
pub struct PoolView {
    /// The dice that are on no card yet, by index; only non-empty from the roll to the reveal.
    pub values: Vec<Die>,
    /// The re-rolled dice.
    pub rerolled: Option<DiceSet>,
}

/// The private part of a view.
#[derive(Clone, PartialEq, Eq, Wire)]
pub struct OwnView {
    /// The seat.
    pub seat: SeatIndex,
    /// The dice that it has chosen to re-roll, until both seats have chosen.
    pub reroll: Option<DiceSet>,
    /// Its allocation of dice, in canonical order, until both seats have allocated.
    #[wire(with = crate::wire::allocation)]
    pub allocation: Option<Vec<Card>>,
}

tinsel_engine::redacted!(View, OwnView);

impl View {
    /// The position of a piece, if it is on the field.
    #[must_use]
    pub fn position(&self, piece: Piece) -> Option<Point> {
        match piece {
            Piece::Character(character) => match self.characters.at(character).condition? {
                Condition::InPlay(at) => Some(at),
                Condition::RunAway | Condition::Returning => None,
            },
            Piece::Snowman(seat) => self.snowmen.get(seat)?.at,
        }
    }

    /// The seat that owns a piece, if one does.
    #[must_use]
    pub const fn owner(&self, piece: Piece) -> Option<SeatIndex> {
        match piece {
            Piece::Character(character) => self.characters.at(character).owner,
            Piece::Snowman(seat) => Some(seat),
        }
    }
}

/// The part of the state that `viewer` may know.
pub(crate) fn view(game: &SnowballWar, viewer: Viewer, forfeited: SeatSet) -> View {
    let (config, table) = (&game.config, &game.table);
    View {
        phase: game.phase(),
        turn: table.turn,
        awaited: game.owing(),
        committed: game.committed(),
        active: game.active(),
        first_picker: table.first_picker,
        measures: config.measures,
        snowmen_block_sight: config.snowmen_block_sight,
        snowman_limit: config.snowman_limit,
        turn_limit: config.turn_limit,
        sheets: ByCharacter::from_fn(|character| config.sheet(character)),
        obstacles: table.obstacles.clone(),
        characters: table.characters.map(|_, figure| CharacterView {
            owner: figure.owner,
            condition: figure.condition,
            tokens: figure.tokens,
            dice: figure.dice,
        }),
        snowmen: table.snowmen.map(|_, snowman| SnowmanView {
            at: snowman.at,
            tokens: snowman.tokens,
        }),
        pools: pools(game),
        opening: table.opening.clone(),
        hit: hit(game),
        second: game.second(),
        own: viewer
            .seat()
            .filter(|seat| SEAT_COUNT.has(*seat))
            .map(|seat| own(game, seat)),
        ending: score::ending(game, forfeited),
    }
}

fn pools(game: &SnowballWar) -> BySeat<PoolView> {
    let pools = if let Stage::Reroll { pools, .. } | Stage::Allocate { pools, .. } = &game.stage {
        Some(pools)
    } else {
        None
    };
    game.table.rerolled.map(|seat, rerolled| PoolView {
        values: pools.map(|pools| pools.at(seat).clone()).unwrap_or_default(),
        rerolled: *rerolled,
    })
}

fn hit(game: &SnowballWar) -> Option<HitView> {
    let Stage::Reaction { attack, hit } = &game.stage else {
        return None;
    };
    Some(HitView {
        attacker: attack.by,
        target: attack.target,
        defender: game.table.owner(attack.target)?,
        hit: *hit,
        hits: attack.hits,
    })
}

// SW-32, SW-34: only its seat sees a commitment until both have committed
fn own(game: &SnowballWar, seat: SeatIndex) -> OwnView {
    let mut own = OwnView {
        seat,
        reroll: None,
        allocation: None,
    };
    if let Stage::Reroll { chosen, .. } = &game.stage {
        own.reroll = *chosen.at(seat);
    } else if let Stage::Allocate { allocated, .. } = &game.stage {
        own.allocation.clone_from(allocated.at(seat));
    }
    own
}
