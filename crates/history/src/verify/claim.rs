//! What is said of a match as a whole.

use tinsel_catalog::{GameId, Unloadable};
use tinsel_engine::SeatCount;
use tinsel_proto::v1::{Fairness, GameConfig, Match, MatchExport, MatchPhase, Occupant, Outcome, Seat};

use super::{FORMAT_VERSION, Place, Wrong};
use crate::{chain::Salt, fair};

/// What is said of a match as a whole, as far as that can be judged alone.
pub(super) struct Claim<'a> {
    pub(super) shown: &'a Match,
    pub(super) game: GameId,
    pub(super) fairness: &'a Fairness,
    /// How it ended; `None` if it was aborted.
    pub(super) outcome: Option<&'a Outcome>,
    /// There if everything is disclosed.
    pub(super) salt: Option<Salt>,
}

impl<'a> Claim<'a> {
    pub(super) fn read(export: &'a MatchExport) -> Result<Self, Wrong> {
        Self::judge(export, |game| game.game().facts().discloses_everything).map_err(|what| Place::Match.wrong(what))
    }

    /// Reads it, where `discloses` says whether everything of a game may be known afterwards.
    pub(super) fn judge(export: &'a MatchExport, discloses: impl Fn(GameId) -> bool) -> Result<Self, String> {
        if export.format_version != FORMAT_VERSION {
            let version = export.format_version;
            return Err(format!(
                "format_version is {version}; this release reads {FORMAT_VERSION}"
            ));
        }
        let shown = export.r#match.as_ref().ok_or("it is left out")?;
        let aborted = match shown.phase() {
            MatchPhase::Finished => false,
            MatchPhase::Aborted => true,
            MatchPhase::Unspecified | MatchPhase::Lobby | MatchPhase::Active => {
                return Err("it has not ended".to_owned());
            }
        };
        if !shown.waiting.is_empty() {
            return Err("it waits for decisions, and has ended".to_owned());
        }
        let game = game(shown)?;
        options(shown, game, discloses(game))?;
        seats(&shown.seats, aborted)?;
        let fairness = shown.fairness.as_ref().ok_or("fairness is left out")?;
        if fair::commitment(&fairness.server_seed) != fairness.seed_commitment[..] {
            return Err("the server seed is not the one that was promised by seed_commitment".to_owned());
        }
        Ok(Self {
            shown,
            game,
            fairness,
            outcome: outcome(shown, aborted)?,
            salt: salt(&fairness.history_salt, discloses(game))?,
        })
    }
}

fn game(shown: &Match) -> Result<GameId, String> {
    let game = GameId::parse(&shown.game_id).ok_or_else(|| format!("there is no game {:?}", shown.game_id))?;
    if shown.config.as_ref().and_then(GameId::of_config) != Some(game) {
        return Err(format!("config is not of {game}"));
    }
    let known = game.game().facts().rules_version;
    let version = shown.rules_version;
    if !(1..=known).contains(&version) {
        return Err(format!(
            "rules_version is {version}, and this release plays by versions 1 to {known}; verify the match with a newer \
             release"
        ));
    }
    Ok(game)
}

/// Both configurations say the same options, each as far as it may.
fn options(shown: &Match, game: GameId, disclosed: bool) -> Result<(), String> {
    let config = shown.disclosed_config.as_ref().or(shown.config.as_ref());
    let game = game.game();
    let configured = game
        .configure(
            u32::try_from(shown.seats.len()).ok(),
            config.unwrap_or(&GameConfig::default()),
        )
        .map_err(|refusal| format!("it cannot be played with its config: {}", refusal.sentence))?;
    let unreadable = |error: Unloadable| error.to_string();
    if shown.config != Some(game.show_config(&configured.options).map_err(unreadable)?) {
        return Err("config does not say what is played with, as anybody may know it".to_owned());
    }
    let whole = game.disclose_config(&configured.options).map_err(unreadable)?;
    if shown.disclosed_config != whole.filter(|_| disclosed) {
        return Err("disclosed_config does not say what config leaves out".to_owned());
    }
    Ok(())
}

fn outcome(shown: &Match, aborted: bool) -> Result<Option<&Outcome>, String> {
    match (&shown.outcome, aborted) {
        (Some(outcome), false) => Ok(Some(outcome)),
        (None, true) => Ok(None),
        (None, false) => Err("outcome is left out".to_owned()),
        (Some(_), true) => Err("it was aborted, and has an outcome".to_owned()),
    }
}

/// Seats may be open where the match was aborted.
fn seats(seats: &[Seat], aborted: bool) -> Result<(), String> {
    for (seat, index) in seats.iter().zip(0..) {
        if seat.seat != index {
            return Err(format!("seats are not in order: {} stands in place {index}", seat.seat));
        }
        if seat.bank_left.is_some() {
            return Err(format!("seat {index} has bank_left, which no export has"));
        }
        let is_open = aborted && seat.occupant() == Occupant::Open;
        if !is_open && !matches!(seat.occupant(), Occupant::Player | Occupant::Bot) {
            return Err(format!("nobody has seat {index}"));
        }
    }
    let count = u8::try_from(seats.len()).ok().and_then(SeatCount::new);
    count
        .map(drop)
        .ok_or_else(|| format!("no match has {} seats", seats.len()))
}

fn salt(shown: &[u8], disclosed: bool) -> Result<Option<Salt>, String> {
    match (disclosed, shown) {
        (false, []) => Ok(None),
        (false, _) => Err("history_salt is set, and the game discloses none".to_owned()),
        (true, []) => Err("history_salt is left out, or an earlier release began the match".to_owned()),
        (true, _) => Salt::read(shown)
            .map(Some)
            .ok_or_else(|| "history_salt is not 32 bytes".to_owned()),
    }
}
