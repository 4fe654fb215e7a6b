//! What one viewer may know. The only file that decides who sees what of the state (section 7).

use tinsel_engine::{BySeat, MatchContext, SeatIndex, SeatSet, Viewer};

use crate::{
    components::{
        ByCharacter, Card, Character, DiceSet, Die, Obstacle, Phase, Piece, Point, SEAT_COUNT, Sheet, Symbol,
    },
    config::Measures,
    score::{self, Ending},
    state::{Condition, Opening, SnowballWar, Stage},
};

/// What one viewer may know; what it may not know yet is absent.
#[derive(Clone, PartialEq, Eq)]
pub struct View {
    /// What the match waits for.
    pub phase: Phase,
    /// The turn; 0 before the first.
    pub turn: u8,
    /// The seats whose decision is awaited.
    pub awaited: SeatSet,
    /// The seats whose secret choice of this step is in.
    pub committed: SeatSet,
    /// The seat whose action is going on.
    pub active: Option<SeatIndex>,
    /// Who picked first.
    pub first_picker: SeatIndex,
    /// The lengths of the match.
    pub measures: Measures,
    /// Whether snowmen are in the way of throws.
    pub snowmen_block_sight: bool,
    /// With how many tokens a snowman is knocked out.
    pub snowman_limit: u8,
    /// After how many turns the match ends.
    pub turn_limit: u8,
    /// The sheets in force.
    pub sheets: ByCharacter<Sheet>,
    /// The obstacles, by id.
    pub obstacles: Vec<Obstacle>,
    /// The characters.
    pub characters: ByCharacter<CharacterView>,
    /// The snowmen.
    pub snowmen: BySeat<SnowmanView>,
    /// The dice that belong to no character yet, by index; empty but from the roll to the reveal.
    pub pools: BySeat<Vec<Die>>,
    /// What each seat has re-rolled in this turn, once it is.
    pub rerolled: BySeat<Option<DiceSet>>,
    /// Who started the latest turn that had a starter, and its sums.
    pub opening: Option<Opening>,
    /// The hit that waits for a reaction.
    pub hit: Option<HitView>,
    /// The second throw or move that is still to come, and whose.
    pub second: Option<(Character, Symbol)>,
    /// What the viewer's own seat alone knows; `None` for a spectator.
    pub own: Option<OwnView>,
    /// How the match ended, once it has.
    pub ending: Option<Ending>,
}

/// A character and its card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CharacterView {
    /// Whose team it is in, once it is picked.
    pub owner: Option<SeatIndex>,
    /// Where it is, once it is deployed.
    pub condition: Option<Condition>,
    /// Its tokens.
    pub tokens: u8,
    /// The dice on its card, by slot.
    pub dice: [Option<Die>; 2],
}

/// A snowman.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SnowmanView {
    /// Where it stands, once it is deployed.
    pub at: Option<Point>,
    /// Its tokens.
    pub tokens: u8,
}

/// A hit that waits for a reaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HitView {
    /// Whose hit it is.
    pub attacker: Character,
    /// What it would hit.
    pub target: Piece,
    /// Who is to react.
    pub defender: SeatIndex,
    /// Which hit of the attack, from 1 on.
    pub hit: u8,
    /// How many hits the attack has in all.
    pub hits: u8,
}

/// What a seat alone knows.
#[derive(Clone, PartialEq, Eq)]
pub struct OwnView {
    /// Which seat it is.
    pub seat: SeatIndex,
    /// The dice it has chosen to re-roll, until all have chosen.
    pub reroll: Option<DiceSet>,
    /// How it has allocated its dice, in canonical order, until all have.
    pub allocation: Option<Vec<Card>>,
}

tinsel_engine::redacted!(View, OwnView);

impl View {
    /// Where a piece stands, if it is on the field.
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

    /// Whose a piece is, once it is anybody's.
    #[must_use]
    pub const fn owner(&self, piece: Piece) -> Option<SeatIndex> {
        match piece {
            Piece::Character(character) => self.characters.at(character).owner,
            Piece::Snowman(seat) => Some(seat),
        }
    }
}

/// What `viewer` may know.
pub(crate) fn view(game: &SnowballWar, viewer: Viewer, context: &MatchContext) -> View {
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
        rerolled: table.rerolled.clone(),
        opening: table.opening.clone(),
        hit: hit(game),
        second: game.second(),
        own: viewer
            .seat()
            .filter(|seat| SEAT_COUNT.has(*seat))
            .map(|seat| own(game, seat)),
        ending: score::ending(game, context),
    }
}

fn pools(game: &SnowballWar) -> BySeat<Vec<Die>> {
    if let Stage::Reroll { pools, .. } | Stage::Allocate { pools, .. } = &game.stage {
        pools.clone()
    } else {
        BySeat::from_fn(SEAT_COUNT, |_| Vec::new())
    }
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

// SW-32, SW-34: what is committed is its seat's alone until all have committed
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
