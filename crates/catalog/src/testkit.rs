//! The interface of a game to tests that are independent of games: setups, nonsense, other worlds, and an example of
//! each of its refusals.
//!
//! Only with the feature `testkit`. A game implements `Lend` in the `testkit.rs` of its folder below `games`, mostly
//! with the feature `testkit` of its own crate.
#![expect(clippy::expect_used, reason = "tests that are lent nonsense fail by panicking")]

use std::{borrow::Cow, fmt, sync::Arc};

use tinsel_engine::{Chance, MatchRng, SeatIndex, Seed, Viewer};
use tinsel_engine_testkit::{
    self as engine_testkit, Bound, Step,
    checks::{ACCEPTED, CheckedPosition, field_of, reason_of},
    nonsense, refused_setups,
};
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
    wire::WireGame,
};

impl GameId {
    /// The game's testkit.
    #[must_use]
    #[cfg_attr(
        feature = "toy",
        expect(clippy::unreachable, reason = "no list of games contains the toy")
    )]
    pub fn testkit(self) -> &'static dyn Testkit {
        match self {
            Self::GrunkleMatch => &Of::<GrunkleMatch>::GAME,
            Self::JingleBrawl => &Of::<JingleBrawl>::GAME,
            Self::PresentsOfMine => &Of::<PresentsOfMine>::GAME,
            Self::SecretSanta => &Of::<SecretSanta>::GAME,
            Self::SnowballWar => &Of::<SnowballWar>::GAME,
            #[cfg(feature = "toy")]
            Self::Toy => unreachable!("the toy is a testkit itself"),
        }
    }
}

/// A game's testkit, without the game's type.
pub trait Testkit: fmt::Debug + Send + Sync {
    /// The setups to test: the usual one first, and one for each option that changes the flow of a match or its
    /// secrets.
    fn setups(&self) -> Vec<GameSetup>;

    /// The texts that no log and no span may contain, and a setup with matches that contain them.
    fn secrets(&self) -> Secrets;

    /// A nonsensical action. It is occasionally a valid one.
    fn nonsense(&self, entropy: [u8; 32]) -> GameAction;

    /// Why every viewer knows everything; `None` if something is hidden.
    fn nothing_hidden(&self) -> Option<&'static str>;

    /// The same match with everything replaced that is hidden from `viewer`, and with other draws to come; `None` if
    /// nothing is hidden from it now.
    ///
    /// # Panics
    ///
    /// The match belongs to another game.
    fn redealt(&self, playing: &dyn AnyMatch, viewer: Viewer, entropy: [u8; 32]) -> Option<Arc<dyn AnyMatch>>;

    /// Setups with invalid options.
    fn refused_setups(&self) -> Vec<RefusedSetup>;

    /// Positions, and the actions that the game refuses in them. With the refused setups they reach every reason of the
    /// game that is not [`Testkit::unreachable`].
    fn refused_positions(&self) -> Vec<RefusedPosition>;

    /// The reasons that no call can reach, and why.
    fn unreachable(&self) -> &'static [Unreachable];
}

/// A game setup: options and number of seats.
#[derive(Debug, Clone, PartialEq)]
pub struct GameSetup {
    /// Its name: `a-z`, `0-9` and `-`.
    pub name: &'static str,
    /// The requested number of seats; `None` omits it.
    pub seats: Option<u32>,
    /// The requested options.
    pub config: GameConfig,
}

/// The texts of a match that no log and no span may contain.
#[derive(Debug, Clone, PartialEq)]
pub struct Secrets {
    /// The setup with the most secrets, which is one of [`Testkit::setups`].
    pub setup: GameSetup,
    /// The secrets among its options. In most matches, the viewers that may know them receive them.
    pub options: Vec<&'static str>,
    /// Names of the parts of actions, events and views, as `Debug` writes them: fields, and kinds of things. They must
    /// be rare enough to occur nowhere else.
    pub names: Vec<String>,
}

/// A setup with an invalid option.
#[derive(Debug, Clone, PartialEq)]
pub struct RefusedSetup {
    /// The reason.
    pub reason: &'static str,
    /// The option to blame, by its name in the game's configuration; `None` for the number of seats.
    pub option: Option<Cow<'static, str>>,
    /// The requested number of seats.
    pub seats: Option<u32>,
    /// The requested options.
    pub config: GameConfig,
}

/// A position, and the actions that the game refuses in it.
#[derive(Debug, Clone)]
pub struct RefusedPosition {
    /// The number of its seats.
    pub seats: u32,
    /// The options of its match.
    pub config: GameConfig,
    /// The position.
    pub position: Arc<dyn AnyMatch>,
    /// The refused actions.
    pub refused: Vec<Refused>,
}

/// An action that is refused.
#[derive(Debug, Clone, PartialEq)]
pub struct Refused {
    /// The refused seat.
    pub seat: SeatIndex,
    /// The action.
    pub action: GameAction,
    /// The reason.
    pub reason: String,
    /// The path of the field to blame, within the action, if the action is malformed.
    pub field: Option<String>,
}

/// A reason that no call can reach.
pub type Unreachable = (&'static str, &'static str);

impl RefusedPosition {
    /// The position, without steps that no call takes, and without accepted ones. Its draws do not matter, because the
    /// game refuses every action.
    fn of<G: WireGame>(CheckedPosition { game, answers }: CheckedPosition<G>) -> Self {
        let seats = G::seats(game.config());
        let refused = answers.into_iter().filter(|(_, answer)| answer != ACCEPTED);
        let refused = refused.filter_map(|(step, answer)| match step {
            Step::Act(seat, action) if seats.has(seat) => Some(Refused {
                seat,
                action: G::write_action(&action),
                reason: reason_of(&answer).to_owned(),
                field: field_of(&answer).map(str::to_owned),
            }),
            Step::Act(..) | Step::Absent(_) => None,
        });
        Self {
            seats: seats.get().into(),
            config: G::write_config(game.config()),
            refused: refused.collect(),
            position: Arc::new(Match::new(game, MatchRng::new(Seed::new([0; 32])))),
        }
    }
}

/// The parts of a game's own testkit.
pub(crate) struct Kit<G: WireGame> {
    /// A match that the viewer cannot distinguish from this one, with everything replaced that is hidden from it;
    /// `None` if nothing is hidden.
    pub(crate) redeal: fn(&G, Viewer, &mut dyn Chance) -> Option<G>,
    /// The bounds of the options that are no number, word or text.
    pub(crate) bounds: fn() -> Vec<Bound<G>>,
    /// Positions with the answers of the game, for every reason.
    pub(crate) checked_positions: fn() -> Vec<CheckedPosition<G>>,
}

/// A game's testkit. One implementation for each game, below `games`.
pub(crate) trait Lend: WireGame {
    /// The parts of the game's own testkit.
    const KIT: Kit<Self>;

    /// As [`Testkit::nothing_hidden`].
    const NOTHING_HIDDEN: Option<&'static str>;

    /// As [`Testkit::unreachable`].
    const UNREACHABLE: &'static [Unreachable];

    /// The setup with the most secrets, by its name.
    const SECRET_SETUP: &'static str;

    /// As [`Secrets::names`].
    const SECRET_NAMES: &'static [&'static str];

    /// As [`Testkit::setups`].
    fn setups() -> Vec<engine_testkit::GameSetup<Self>>;

    /// As [`Secrets::options`].
    fn secret_options() -> Vec<&'static str> {
        Vec::new()
    }

    /// Further [`Secrets::names`].
    fn more_secret_names() -> Vec<String> {
        Vec::new()
    }
}

impl<G: Lend> Testkit for Of<G> {
    fn setups(&self) -> Vec<GameSetup> {
        let setups = G::setups().into_iter();
        let setup = |setup: engine_testkit::GameSetup<G>| GameSetup {
            name: setup.name,
            seats: setup.seats,
            config: G::write_draft(&setup.draft),
        };
        setups.map(setup).collect()
    }

    fn secrets(&self) -> Secrets {
        let names = G::SECRET_NAMES.iter().map(|name| (*name).to_owned());
        let setup = self.setups().into_iter().find(|setup| setup.name == G::SECRET_SETUP);
        Secrets {
            setup: setup.expect("a setup of the game"),
            options: G::secret_options(),
            names: names.chain(G::more_secret_names()).collect(),
        }
    }

    fn nonsense(&self, entropy: [u8; 32]) -> GameAction {
        G::write_action(&nonsense(&mut MatchRng::new(Seed::new(entropy))))
    }

    fn nothing_hidden(&self) -> Option<&'static str> {
        G::NOTHING_HIDDEN
    }

    fn redealt(&self, playing: &dyn AnyMatch, viewer: Viewer, entropy: [u8; 32]) -> Option<Arc<dyn AnyMatch>> {
        let saved = playing.save().expect("a match can be saved");
        let playing = Match::<G>::load(&saved).expect("a match of this game");
        let mut chance = MatchRng::new(Seed::new(entropy));
        let game = (G::KIT.redeal)(playing.game(), viewer, &mut chance)?;
        Some(Arc::new(Match::new(game, chance)))
    }

    fn refused_setups(&self) -> Vec<RefusedSetup> {
        let refused = refused_setups((G::KIT.bounds)()).into_iter();
        let setup = |refused: engine_testkit::RefusedSetup<G>| RefusedSetup {
            reason: refused.reason,
            option: refused.option,
            seats: refused.seats,
            config: G::write_draft(&refused.draft),
        };
        refused.map(setup).collect()
    }

    fn refused_positions(&self) -> Vec<RefusedPosition> {
        let positions = (G::KIT.checked_positions)().into_iter().map(RefusedPosition::of);
        positions.filter(|position| !position.refused.is_empty()).collect()
    }

    fn unreachable(&self) -> &'static [Unreachable] {
        G::UNREACHABLE
    }
}

#[cfg(test)]
mod tests {
    use tinsel_engine::SeatSet;

    use super::*;
    use crate::{Action, NotActed};

    /// The end-to-end tests check the same over sockets, and that every reason is reached.
    #[test]
    fn every_position_has_its_expected_refusals() {
        for game in GameId::ALL {
            for RefusedPosition { position, refused, .. } in game.testkit().refused_positions() {
                for asked in refused {
                    let action = Action::read(asked.action.clone()).unwrap();
                    let Err(NotActed::Refused(refusal)) = position.act(asked.seat, &action, SeatSet::EMPTY) else {
                        panic!("{game} does not refuse {asked:?}");
                    };
                    let field = asked.field.map(|field| format!("action.{game}.{field}"));
                    assert_eq!((refusal.code, refusal.field), (asked.reason.as_str(), field), "{game}");
                }
            }
        }
    }

    #[test]
    fn every_refused_setup_has_its_expected_refusal() {
        for game in GameId::ALL {
            for asked in game.testkit().refused_setups() {
                let refusal = game.game().configure(asked.seats, &asked.config).unwrap_err();
                let field = asked
                    .option
                    .map_or_else(|| "seats".to_owned(), |option| format!("config.{game}.{option}"));
                assert_eq!((refusal.code, refusal.field), (asked.reason, Some(field)), "{game}");
            }
        }
    }

    /// All texts of a match with this setup that the bot plays, without its options: the events, actions, views and
    /// legal actions of all seats, and what spectators see.
    fn said(game: GameId, setup: &GameSetup, seed: u8) -> (String, String) {
        let options = game.game().configure(setup.seats, &setup.config).unwrap().options;
        let mut begun = game.game().start(&options, Seed::new([seed; 32])).unwrap();
        let (mut said, mut seen) = (String::new(), String::new());
        loop {
            let playing = begun.after;
            let to_spectators = begun
                .events
                .iter()
                .filter(|addressed| addressed.to.includes(Viewer::Spectator));
            seen.extend(to_spectators.map(|addressed| format!("{:?}", addressed.event)));
            seen.push_str(&format!("{:?}", playing.view(Viewer::Spectator, SeatSet::EMPTY)));
            said.extend(begun.events.iter().map(|addressed| format!("{:?}", addressed.event)));
            let Some(seat) = playing.owing().iter().next() else {
                return (said, seen);
            };
            let viewer = Viewer::Seat(seat);
            let action = playing.bot(seat, [seed ^ (seat.get() << 5); 32]).unwrap();
            said.push_str(&format!(
                "{:?}{:?}{:?}",
                action.message(),
                playing.view(viewer, SeatSet::EMPTY),
                playing.legal(viewer)
            ));
            begun = playing.act(seat, &action, SeatSet::EMPTY).unwrap();
        }
    }

    /// Otherwise the tests for secrets would search for texts that never occur.
    #[test]
    fn every_secret_occurs_in_matches_of_its_setup_and_spectators_see_no_secret_option() {
        for game in GameId::ALL {
            let secrets = game.testkit().secrets();
            assert!(!secrets.names.is_empty(), "{game}");
            let matches: Vec<_> = (0..20).map(|seed| said(*game, &secrets.setup, seed)).collect();
            for name in &secrets.names {
                assert!(
                    matches.iter().any(|(said, _)| said.contains(name)),
                    "{name} never occurs in {game}"
                );
            }
            for option in secrets.options {
                let count = matches.iter().filter(|(said, _)| said.contains(option)).count();
                let seen = matches.iter().any(|(_, seen)| seen.contains(option));
                let open = game.game().facts().discloses_everything;
                assert!(open || !seen, "{game} shows {option} to spectators");
                assert!(
                    count > matches.len() / 2,
                    "{game} discloses {option} in {count} matches only"
                );
                assert!(format!("{:?}", secrets.setup.config).contains(option), "{game}");
            }
        }
    }
}
