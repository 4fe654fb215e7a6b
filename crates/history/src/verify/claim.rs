//! The statements about a match as a whole.

use tinsel_catalog::{GameId, Unloadable};
use tinsel_engine::SeatCount;
use tinsel_proto::v1::{Fairness, GameConfig, Match, MatchExport, MatchPhase, Occupant, Outcome, Seat};

use super::{FORMAT_VERSION, Location, VerifyError};
use crate::{chain::Salt, fair};

/// The statements about a match as a whole, as far as they can be checked without the entries.
pub(super) struct Claim<'a> {
    pub(super) shown: &'a Match,
    pub(super) game: GameId,
    pub(super) fairness: &'a Fairness,
    /// How it ended; `None` if it was aborted.
    pub(super) outcome: Option<&'a Outcome>,
    /// `Some` if everything is disclosed.
    pub(super) salt: Option<Salt>,
}

impl<'a> Claim<'a> {
    pub(super) fn read(export: &'a MatchExport) -> Result<Self, VerifyError> {
        Self::judge(export, |game| game.game().facts().discloses_everything).map_err(|what| Location::Match.wrong(what))
    }

    /// Checks the statements; `discloses` returns whether a game discloses everything after the end.
    pub(super) fn judge(export: &'a MatchExport, discloses: impl Fn(GameId) -> bool) -> Result<Self, String> {
        if export.format_version != FORMAT_VERSION {
            let version = export.format_version;
            return Err(format!(
                "format_version is {version}, and this release reads {FORMAT_VERSION}: a newer release exported the match, or a \
                 version before the first release"
            ));
        }
        let shown = export.r#match.as_ref().ok_or("the match is missing")?;
        let aborted = match shown.phase() {
            MatchPhase::Finished => false,
            MatchPhase::Aborted => true,
            MatchPhase::Unspecified | MatchPhase::Lobby | MatchPhase::Active => {
                return Err("the match has not ended".to_owned());
            }
        };
        if !shown.pending_decisions.is_empty() {
            return Err("the match has ended, but has pending decisions".to_owned());
        }
        if shown.expire_time.is_some() {
            return Err("the match has expire_time; an export never contains it".to_owned());
        }
        let game = game(shown)?;
        options(shown, game, discloses(game))?;
        seats(&shown.seats, aborted)?;
        let fairness = shown.fairness.as_ref().ok_or("fairness is missing")?;
        if fair::commitment(&fairness.server_seed) != fairness.seed_commitment[..] {
            return Err("the server seed does not match seed_commitment".to_owned());
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
    let game = GameId::parse(&shown.game_id).ok_or_else(|| format!("unknown game {:?}", shown.game_id))?;
    if shown.config.as_ref().and_then(GameId::of_config) != Some(game) {
        return Err(format!("config is not a configuration of {game}"));
    }
    let known = game.game().facts().rules_version;
    let version = shown.rules_version;
    if !(1..=known).contains(&version) {
        return Err(format!(
            "rules_version is {version}; this release supports versions 1 to {known}; verify the match with a newer \
             release"
        ));
    }
    Ok(game)
}

/// Both configurations contain the same options, except those that the shown one omits.
fn options(shown: &Match, game: GameId, disclosed: bool) -> Result<(), String> {
    let config = shown.disclosed_config.as_ref().or(shown.config.as_ref());
    let game = game.game();
    let configured = game
        .configure(
            u32::try_from(shown.seats.len()).ok(),
            config.unwrap_or(&GameConfig::default()),
        )
        .map_err(|refusal| format!("the game refuses config: {}", refusal.sentence))?;
    let unreadable = |error: Unloadable| error.to_string();
    if shown.config != Some(game.show_config(&configured.options).map_err(unreadable)?) {
        return Err("config does not contain the public options of the match".to_owned());
    }
    let whole = game.disclose_config(&configured.options).map_err(unreadable)?;
    if shown.disclosed_config != whole.filter(|_| disclosed) {
        return Err("disclosed_config does not contain the options that config omits".to_owned());
    }
    Ok(())
}

fn outcome(shown: &Match, aborted: bool) -> Result<Option<&Outcome>, String> {
    match (&shown.outcome, aborted) {
        (Some(outcome), false) => Ok(Some(outcome)),
        (None, true) => Ok(None),
        (None, false) => Err("outcome is missing".to_owned()),
        (Some(_), true) => Err("the match was aborted, but has an outcome".to_owned()),
    }
}

/// An aborted match may have open seats.
fn seats(seats: &[Seat], aborted: bool) -> Result<(), String> {
    for (seat, index) in seats.iter().zip(0..) {
        if seat.seat != index {
            return Err(format!(
                "seats are not in order: found seat {} at index {index}",
                seat.seat
            ));
        }
        if seat.bank_left.is_some() {
            return Err(format!("seat {index} has bank_left; an export never contains it"));
        }
        let is_open = aborted && seat.occupant() == Occupant::Open;
        if !is_open && !matches!(seat.occupant(), Occupant::Player | Occupant::Bot) {
            return Err(format!("seat {index} has no player and no bot"));
        }
    }
    let count = u8::try_from(seats.len()).ok().and_then(SeatCount::new);
    count
        .map(drop)
        .ok_or_else(|| format!("a match cannot have {} seats", seats.len()))
}

fn salt(shown: &[u8], disclosed: bool) -> Result<Option<Salt>, String> {
    match (disclosed, shown) {
        (false, []) => Ok(None),
        (false, _) => Err("history_salt is set, but the game does not disclose it".to_owned()),
        (true, []) => Err(
            "history_salt is missing: it was removed, or a version before the first release exported the match"
                .to_owned(),
        ),
        (true, _) => Salt::read(shown)
            .map(Some)
            .ok_or_else(|| "history_salt does not have 32 bytes".to_owned()),
    }
}
