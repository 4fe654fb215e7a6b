//! A match as messages of the API, restricted to the access of a viewer.

use tinsel_catalog::WireDecision;
use tinsel_engine::{SeatIndex, Viewer};
use tinsel_proto::v1;
use tinsel_store::MatchId;

use crate::{
    error::RpcError,
    record::{Decider, MatchRecord, Occupant, Play, SeatControl, Setup, Start, Visibility, clocks::TimeControl, time},
};

/// Everything that `viewer` may see, without its presentation.
pub(crate) fn state(id: MatchId, record: &MatchRecord, viewer: Viewer) -> Result<v1::MatchState, RpcError> {
    Ok(v1::MatchState {
        r#match: Some(match_of(id, record, viewer)?),
        view: record
            .play
            .as_ref()
            .map(|play| play.game.view(viewer, record.setup.forfeited())),
        viewer: Some(self::viewer(viewer)),
        ..v1::MatchState::default()
    })
}

/// The viewer of a state.
pub(crate) fn viewer(viewer: Viewer) -> v1::Viewer {
    v1::Viewer {
        seat: viewer.seat().map(|seat| u32::from(seat.get())),
    }
}

/// The match without the view of its game.
pub(crate) fn match_of(id: MatchId, record: &MatchRecord, viewer: Viewer) -> Result<v1::Match, RpcError> {
    let setup = &record.setup;
    let game = setup.game()?;
    let disclosed = record.is_disclosed()?;
    let config = match &record.play {
        Some(play) => play.game.config(),
        None => game.game().show_config(&setup.options).map_err(RpcError::internal)?,
    };
    let disclosed_config = match &record.play {
        _ if !disclosed => None,
        Some(play) => play.game.disclose_config(),
        None => {
            let config = game.game().disclose_config(&setup.options);
            config.map_err(RpcError::internal)?
        }
    };
    let pending = record.playing().ok().map(|play| pending_decisions(setup, play, viewer));
    Ok(v1::Match {
        match_id: id.to_string(),
        display_name: setup.match_name().to_owned(),
        name_hash: setup.name_hash.clone().into(),
        name_salt: setup.name_salt().to_vec().into(),
        game_id: game.as_str().to_owned(),
        rules_version: setup.rules_version,
        phase: phase(record).into(),
        visibility: visibility(setup.visibility).into(),
        start_policy: start_policy(setup.start).into(),
        revision: record.version.revision.get(),
        config: Some(config),
        seats: setup
            .seats
            .enumerate()
            .map(|(index, occupant)| seat(index, occupant, setup.name(index), bank_left(record, viewer, index)))
            .collect(),
        pending_decisions: pending.unwrap_or_default(),
        outcome: record
            .play
            .as_ref()
            .and_then(|play| play.game.outcome(setup.forfeited()))
            .map(|outcome| tinsel_history::outcome(&outcome)),
        create_time: Some(time::timestamp(setup.created())),
        fairness: Some(fairness(record, disclosed)),
        time_control: time_control(setup),
        players_only: setup.players_only,
        disclosed_config,
        expire_time: record.expires.map(time::timestamp),
        substitute_inactive_players: setup.substitute_inactive,
        start_without_host_after: setup.start_without_host_ms().map(time::duration),
        start_without_host_time: setup
            .start_without_host(record.written)
            .filter(|_| phase(record) == v1::MatchPhase::Lobby)
            .map(time::timestamp),
        labels: labels(setup),
        host_seat: setup.host_seat().map(|seat| seat.get().into()),
        rematch_of: setup
            .rematch_of
            .as_ref()
            .map(|rematch| rematch.of.clone())
            .unwrap_or_default(),
        rematch: setup.rematch.clone(),
    })
}

fn labels(setup: &Setup) -> Vec<v1::Label> {
    let labels = setup.labels.iter().map(|(name, value)| v1::Label {
        name: name.clone(),
        value: value.clone(),
    });
    labels.collect()
}

/// The data that verify the random results, as far as they are disclosed.
fn fairness(record: &MatchRecord, disclosed: bool) -> v1::Fairness {
    let setup = &record.setup;
    let shown = |bytes: &[u8], is_shown| {
        let bytes = Some(bytes).filter(|_| is_shown);
        bytes.map(<[u8]>::to_vec).unwrap_or_default().into()
    };
    v1::Fairness {
        seed_commitment: setup.seed_commitment().into(),
        server_seed: shown(setup.server_seed(), record.is_over()),
        history_salt: shown(setup.history_salt(), disclosed),
    }
}

/// A seat with its occupant of this name.
pub(crate) fn seat(index: SeatIndex, occupant: &Occupant, name: String, bank_left: Option<u64>) -> v1::Seat {
    let kind = match occupant {
        Occupant::Open => v1::Occupant::Open,
        Occupant::Player { .. } => v1::Occupant::Player,
        Occupant::Bot { .. } => v1::Occupant::Bot,
    };
    v1::Seat {
        seat: u32::from(index.get()),
        occupant: kind.into(),
        display_name: name,
        nonce: occupant.nonce().to_vec().into(),
        bank_left: bank_left.map(time::duration),
        control: control(occupant.control()).into(),
    }
}

/// The time in a player's bank, in milliseconds, if `viewer` may see it.
fn bank_left(record: &MatchRecord, viewer: Viewer, seat: SeatIndex) -> Option<u64> {
    let clocks = &record.play.as_ref()?.clocks;
    let banks = if viewer.is(seat) {
        &clocks.banks_ms
    } else {
        &clocks.disclosed_ms
    };
    let bank = banks.as_ref()?.get(seat).copied();
    bank.filter(|_| record.setup.decider(seat) == Decider::Player)
}

fn pending_decisions(setup: &Setup, play: &Play, viewer: Viewer) -> Vec<v1::Decision> {
    play.game
        .pending_decisions(viewer)
        .into_iter()
        .map(|decision| owed(setup, play, viewer, decision))
        .collect()
}

fn owed(setup: &Setup, play: &Play, viewer: Viewer, decision: WireDecision) -> v1::Decision {
    let clocks = &play.clocks;
    let deadline = play.deadline(setup, decision.seat);
    v1::Decision {
        seat: Some(decision.seat.get().into()),
        action: decision.action.to_owned(),
        since: clocks.since.get(decision.seat).copied().map(time::timestamp),
        deadline: deadline
            .filter(|_| setup.decider(decision.seat) == Decider::Player)
            .map(time::timestamp),
        default_action: Some(v1::DefaultAction {
            code: decision.default_code.to_owned(),
            sentence: decision.default_sentence,
            action: decision.default_action,
        }),
        number: viewer.is(decision.seat).then(|| *play.numbers.at(decision.seat)),
    }
}

fn time_control(setup: &Setup) -> Option<v1::TimeControl> {
    let control = match setup.time_control {
        TimeControl::Unlimited => return None,
        TimeControl::PerDecision { ms } => v1::time_control::Control::PerDecision(time::duration(ms)),
        TimeControl::Bank {
            initial_ms,
            increment_ms,
        } => v1::time_control::Control::Bank(v1::TimeBank {
            initial: Some(time::duration(initial_ms)),
            increment: Some(time::duration(increment_ms)),
        }),
    };
    let phases = setup.phase_ms.iter().map(|(phase, ms)| v1::PhaseTime {
        phase: phase.clone(),
        duration: Some(time::duration(*ms)),
    });
    Some(v1::TimeControl {
        control: Some(control),
        phases: phases.collect(),
    })
}

/// The phase of a match.
pub(crate) fn phase(record: &MatchRecord) -> v1::MatchPhase {
    match &record.play {
        _ if record.setup.aborted => v1::MatchPhase::Aborted,
        None => v1::MatchPhase::Lobby,
        Some(_) if record.is_over() => v1::MatchPhase::Finished,
        Some(_) => v1::MatchPhase::Active,
    }
}

/// The control of a seat.
pub(crate) const fn control(control: SeatControl) -> v1::SeatControl {
    match control {
        SeatControl::Own => v1::SeatControl::Unspecified,
        SeatControl::Substituted => v1::SeatControl::Substituted,
        SeatControl::Left => v1::SeatControl::Left,
        SeatControl::Forfeited => v1::SeatControl::Forfeited,
    }
}

const fn visibility(visibility: Visibility) -> v1::Visibility {
    match visibility {
        Visibility::Public => v1::Visibility::Public,
        Visibility::Private => v1::Visibility::Private,
    }
}

const fn start_policy(start: Start) -> v1::StartPolicy {
    match start {
        Start::WhenFull => v1::StartPolicy::WhenFull,
        Start::ByHost => v1::StartPolicy::ByHost,
    }
}
