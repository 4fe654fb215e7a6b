//! What a game lends to tests that know no game: tables to play at, nonsense, other worlds, and how each of its
//! refusals comes about.
//!
//! Only with the feature `testkit`. A game implements `Lend` in the `testkit.rs` of its folder below `games`, mostly
//! with what its own crate has under its feature `testkit`.
#![expect(clippy::expect_used, reason = "tests that are lent nonsense fail by panicking")]

use std::{fmt, sync::Arc};

use tinsel_engine::{Chance, MatchRng, SeatIndex, Seed, Viewer};
use tinsel_grunkle_match::GrunkleMatch;
use tinsel_jingle_brawl::JingleBrawl;
use tinsel_presents_of_mine::PresentsOfMine;
use tinsel_proto::v1::{GameAction, GameConfig};
use tinsel_secret_santa::SecretSanta;
use tinsel_snowball_war::SnowballWar;

use crate::{
    any_game::Of,
    any_match::{AnyMatch, Match},
    game_id::GameId,
    wire::Wire,
};

impl GameId {
    /// What the game lends to tests.
    #[must_use]
    pub fn testkit(self) -> &'static dyn Testkit {
        match self {
            Self::GrunkleMatch => &Of::<GrunkleMatch>::GAME,
            Self::JingleBrawl => &Of::<JingleBrawl>::GAME,
            Self::PresentsOfMine => &Of::<PresentsOfMine>::GAME,
            Self::SecretSanta => &Of::<SecretSanta>::GAME,
            Self::SnowballWar => &Of::<SnowballWar>::GAME,
        }
    }
}

/// What a game lends, without its type.
pub trait Testkit: fmt::Debug + Send + Sync {
    /// The tables that are worth playing at: the usual one first, and one for each option that changes how a match
    /// flows or what is hidden.
    fn tables(&self) -> Vec<Table>;

    /// What no log and no span may hold of a match, and where most of it is.
    fn secrets(&self) -> Secrets;

    /// A nonsensical action. Now and then a sound one.
    fn nonsense(&self, entropy: [u8; 32]) -> GameAction;

    /// Why no viewer ever misses anything; `None` if something is hidden.
    fn nothing_hidden(&self) -> Option<&'static str>;

    /// The same match with everything that is hidden from `viewer` dealt anew, and another future; `None` if nothing
    /// is hidden from it now.
    ///
    /// # Panics
    ///
    /// If it is no match of this game.
    fn redealt(&self, playing: &dyn AnyMatch, viewer: Viewer, entropy: [u8; 32]) -> Option<Arc<dyn AnyMatch>>;

    /// Tables that are refused.
    fn refused_tables(&self) -> Vec<RefusedTable>;

    /// Positions with what is refused in them. With the refused tables they reach every reason of the game that is not
    /// [`Testkit::unreachable`].
    fn scenes(&self) -> Vec<Scene>;

    /// The reasons that no call can reach, and why.
    fn unreachable(&self) -> &'static [Unreachable];
}

/// A table to play at.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Its name: `a-z`, `0-9` and `-`.
    pub name: &'static str,
    /// The number of seats asked for; `None` leaves it out.
    pub seats: Option<u32>,
    /// The options asked for.
    pub config: GameConfig,
}

/// What no log and no span may hold of a match.
#[derive(Debug, Clone, PartialEq)]
pub struct Secrets {
    /// The table with most to hide, which is one of [`Testkit::tables`].
    pub table: Table,
    /// The secrets among its options. Whoever may know them is told in most of its matches.
    pub options: Vec<&'static str>,
    /// What actions, events and views are made of: names of fields and of kinds of things, as `Debug` writes them.
    /// They must be rare enough for nothing else to be called so.
    pub names: Vec<String>,
}

/// A table that is refused.
#[derive(Debug, Clone, PartialEq)]
pub struct RefusedTable {
    /// The reason.
    pub reason: &'static str,
    /// The option to blame, by its name in the game's configuration; `None` for the number of seats.
    pub option: Option<&'static str>,
    /// The number of seats asked for.
    pub seats: Option<u32>,
    /// The options asked for.
    pub config: GameConfig,
}

/// A position, and what is refused in it.
#[derive(Debug, Clone)]
pub struct Scene {
    /// How many seats it has.
    pub seats: u32,
    /// The options of its match.
    pub config: GameConfig,
    /// The position.
    pub position: Arc<dyn AnyMatch>,
    /// Who is refused.
    pub seat: SeatIndex,
    /// What.
    pub refused: Vec<Refused>,
}

/// An action that is refused.
#[derive(Debug, Clone, PartialEq)]
pub struct Refused {
    /// The action.
    pub action: GameAction,
    /// The reason.
    pub reason: &'static str,
    /// The path of the field to blame, within the action, if the action can never be right.
    pub field: Option<String>,
}

/// A reason that no call can reach.
pub type Unreachable = (&'static str, &'static str);

impl Scene {
    /// The scene of this position. What may be drawn in it does not matter, for everything is refused.
    pub(crate) fn of<G: Wire>(game: G, seat: SeatIndex, refused: Vec<Refused>) -> Self {
        let rng = MatchRng::new(Seed::new([0; 32]));
        Self {
            seats: u32::from(G::seats(game.config()).get()),
            config: G::write_config(game.config()),
            position: Arc::new(Match { game, rng }),
            seat,
            refused,
        }
    }
}

impl Refused {
    /// Refused by the match as it is.
    pub(crate) const fn here(action: GameAction, reason: &'static str) -> Self {
        Self {
            action,
            reason,
            field: None,
        }
    }

    /// Refused by any match, for this field.
    pub(crate) fn always(action: GameAction, reason: &'static str, field: impl Into<String>) -> Self {
        Self {
            action,
            reason,
            field: Some(field.into()),
        }
    }
}

/// What a game lends. One implementation for each game, below `games`.
pub(crate) trait Lend: Wire {
    /// As [`Testkit::nothing_hidden`].
    const NOTHING_HIDDEN: Option<&'static str>;

    /// As [`Testkit::unreachable`].
    const UNREACHABLE: &'static [Unreachable];

    /// As [`Testkit::tables`].
    fn tables() -> Vec<Table>;

    /// As [`Testkit::secrets`].
    fn secrets() -> Secrets;

    /// As [`Testkit::nonsense`].
    fn nonsense(chance: &mut dyn Chance) -> Self::Action;

    /// A match that `viewer` cannot tell from `game`, with everything hidden from it dealt anew; `None` if nothing is.
    fn redeal(game: &Self, viewer: Viewer, chance: &mut dyn Chance) -> Option<Self>;

    /// As [`Testkit::refused_tables`].
    fn refused_tables() -> Vec<RefusedTable>;

    /// As [`Testkit::scenes`].
    fn scenes() -> Vec<Scene>;
}

impl<G: Lend> Testkit for Of<G> {
    fn tables(&self) -> Vec<Table> {
        G::tables()
    }

    fn secrets(&self) -> Secrets {
        G::secrets()
    }

    fn nonsense(&self, entropy: [u8; 32]) -> GameAction {
        G::write_action(&G::nonsense(&mut MatchRng::new(Seed::new(entropy))))
    }

    fn nothing_hidden(&self) -> Option<&'static str> {
        G::NOTHING_HIDDEN
    }

    fn redealt(&self, playing: &dyn AnyMatch, viewer: Viewer, entropy: [u8; 32]) -> Option<Arc<dyn AnyMatch>> {
        let saved = playing.save().expect("a match can be saved");
        let playing = Match::<G>::load(&saved).expect("a match of this game");
        let mut chance = MatchRng::new(Seed::new(entropy));
        let game = G::redeal(&playing.game, viewer, &mut chance)?;
        Some(Arc::new(Match { game, rng: chance }))
    }

    fn refused_tables(&self) -> Vec<RefusedTable> {
        G::refused_tables()
    }

    fn scenes(&self) -> Vec<Scene> {
        G::scenes()
    }

    fn unreachable(&self) -> &'static [Unreachable] {
        G::UNREACHABLE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Action, NotActed};

    /// The same over sockets, and that every reason is reached, is in the end-to-end tests.
    #[test]
    fn every_scene_is_refused_as_it_says() {
        for game in GameId::ALL {
            for scene in game.testkit().scenes() {
                for asked in scene.refused {
                    let action = Action::read(asked.action.clone()).unwrap();
                    let context = game.game().facts().context();
                    let Err(NotActed::Refused(refusal)) = scene.position.act(scene.seat, &action, &context) else {
                        panic!("{game} does not refuse {asked:?}");
                    };
                    let field = asked.field.map(|field| format!("action.{game}.{field}"));
                    assert_eq!((refusal.code, refusal.malformed), (asked.reason, field), "{game}");
                }
            }
        }
    }

    #[test]
    fn every_refused_table_is_refused_as_it_says() {
        for game in GameId::ALL {
            for asked in game.testkit().refused_tables() {
                let refusal = game.game().configure(asked.seats, &asked.config).unwrap_err();
                let field = asked
                    .option
                    .map_or_else(|| "seats".to_owned(), |option| format!("config.{game}.{option}"));
                assert_eq!((refusal.code, refusal.malformed), (asked.reason, Some(field)), "{game}");
            }
        }
    }

    /// All that is said in a match that the bot plays at this table, to everybody. What is said of the options is not
    /// among it.
    fn said(game: GameId, table: &Table, seed: u8) -> String {
        let options = game.game().configure(table.seats, &table.config).unwrap().options;
        let mut begun = game.game().start(&options, Seed::new([seed; 32])).unwrap();
        let mut said = String::new();
        let context = game.game().facts().context();
        loop {
            let playing = begun.after;
            said.extend(begun.told.iter().map(|told| format!("{:?}", told.event)));
            let Some(seat) = playing.owing().iter().next() else {
                return said;
            };
            let viewer = Viewer::Seat(seat);
            let action = playing.bot(seat, [seed ^ (seat.get() << 5); 32]).unwrap();
            said.push_str(&format!(
                "{:?}{:?}{:?}",
                action.message(),
                playing.view(viewer, &context),
                playing.legal(viewer)
            ));
            begun = playing.act(seat, &action, &context).unwrap();
        }
    }

    /// Or tests that look for secrets would look for what nobody ever says.
    #[test]
    fn every_secret_is_said_in_matches_of_its_table() {
        for game in GameId::ALL {
            let secrets = game.testkit().secrets();
            assert!(game.testkit().tables().contains(&secrets.table), "{game}");
            assert!(!secrets.names.is_empty(), "{game}");
            let matches: Vec<_> = (0..20).map(|seed| said(*game, &secrets.table, seed)).collect();
            for name in &secrets.names {
                assert!(
                    matches.iter().any(|said| said.contains(name)),
                    "{game} never says {name}"
                );
            }
            for option in secrets.options {
                let told = matches.iter().filter(|said| said.contains(option)).count();
                assert!(told > matches.len() / 2, "{game} tells {option} in {told} matches only");
                assert!(format!("{:?}", secrets.table.config).contains(option), "{game}");
            }
        }
    }
}
