//! How long it stays secret that a submission was a default, and which seats have submitted.

use tinsel_engine::{Charge, Hides, SeatSet, Secrecy, SecretStep, Viewer};

use crate::{
    components::{Round, SEAT_COUNT, Step},
    config::PregameHands,
    state::PresentsOfMine,
};

/// Until the step resolves; with `PRIVATE` until the end of round 1, and until then it is also secret which seats have
/// submitted.
// PM-R75, PM-R85
pub(crate) fn secrecy(game: &PresentsOfMine) -> Secrecy {
    let (owing, all) = (game.owing(), SEAT_COUNT.all());
    if owing.is_empty() {
        return Secrecy::NONE;
    }
    let submitted = all.iter().filter(|seat| !owing.contains(*seat)).collect();
    let mut secrecy = Secrecy::until_resolved(owing, submitted);
    if has_private_pregame(game) {
        secrecy.undisclosed = all;
    }
    if hides_progress(game) {
        secrecy.step = Some(SecretStep {
            seats: all,
            hides: Hides::Progress,
            charge: Charge::Own,
        });
    }
    secrecy
}

/// Whether it is secret in this step which seats have submitted.
// PM-R85
pub(crate) fn hides_progress(game: &PresentsOfMine) -> bool {
    has_private_pregame(game) && !game.owing().is_empty()
}

/// The seats that `viewer` sees as owing a submission.
// PM-4, PM-R85
pub(crate) fn awaited(game: &PresentsOfMine, viewer: Viewer) -> SeatSet {
    let owing = game.owing();
    if !hides_progress(game) {
        return owing;
    }
    match viewer.seat().filter(|seat| !owing.contains(*seat)) {
        Some(submitted) => SEAT_COUNT.all().without(submitted),
        None => SEAT_COUNT.all(),
    }
}

/// Whether the selections and their results are secret.
// PM-15, PM-R13
fn has_private_pregame(game: &PresentsOfMine) -> bool {
    match (game.config.pregame_hands, game.step()) {
        (PregameHands::Private, Step::Pregame | Step::Round(Round::Theme)) => true,
        (PregameHands::Public | PregameHands::Private, _) => false,
    }
}
