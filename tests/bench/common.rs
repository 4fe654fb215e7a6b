//! The parts that both programs share: the games of their arguments, and random bytes.

use std::process::ExitCode;

use tinsel_catalog::GameId;

/// Runs `measure` with the games that these arguments name: all games without arguments. An unknown name ends the
/// program with exit code 2.
pub(crate) fn with_games(args: &[String], measure: impl FnOnce(&[GameId]) -> ExitCode) -> ExitCode {
    match games(args) {
        Ok(games) => measure(&games),
        Err(unknown) => {
            eprintln!("unknown game {unknown}");
            ExitCode::from(2)
        }
    }
}

/// The games with these names, or the first unknown name.
fn games(args: &[String]) -> Result<Vec<GameId>, &str> {
    let games: Result<Vec<_>, _> = args
        .iter()
        .map(|name| GameId::parse(name).ok_or(name.as_str()))
        .collect();
    games.map(|games| if games.is_empty() { GameId::ALL.to_vec() } else { games })
}

/// Random bytes of the system.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).unwrap();
    bytes
}
