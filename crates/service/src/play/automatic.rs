//! Decisions of the server: for bots, for substituted players, and defaults for forfeited seats.
//!
//! The server decides at once, in the same write as the change that made the decision pending, so no replica has to
//! remember it. A bot uses only information that its seat may see.

use tinsel_catalog::{Acted, Action};
use tinsel_engine::SeatIndex;
use tinsel_store::UnixMillis;

use super::{
    decided::{decided, default_of},
    transition::{PendingEntry, Transition},
};
use crate::record::{Decider, MatchRecord, Play, Setup};

/// The maximum of moves that the server makes in one write, which bounds the size of the write. Lower in the tests of
/// this crate, so that a match takes several writes.
pub(crate) const MOVES_MAX: usize = if cfg!(test) { 5 } else { 64 };

/// The server's next decisions in a match; `None` if none is pending.
pub(crate) fn move_bots(record: &MatchRecord, now: UnixMillis) -> Option<Transition> {
    let play = record.playing().ok()?;
    automatic_seat(&record.setup, play)?;
    let (play, entries) = decide(&record.setup, play.clone(), now);
    Some(Transition::new(record.with_play(play), entries))
}

/// A seat with a pending decision that the server takes.
fn automatic_seat(setup: &Setup, play: &Play) -> Option<(SeatIndex, Decider)> {
    let players = setup.players();
    let seat = play.game.owing().iter().find(|seat| !players.contains(*seat))?;
    Some((seat, setup.decider(seat)))
}

/// Decides for the seats that the server controls, until none of them has a pending decision or the maximum of one
/// write is reached.
pub(super) fn decide(setup: &Setup, mut play: Play, now: UnixMillis) -> (Play, Vec<PendingEntry>) {
    let mut entries = Vec::new();
    while entries.len() < MOVES_MAX {
        let Some((seat, decider)) = automatic_seat(setup, &play) else {
            break;
        };
        let chosen = match decider {
            Decider::Bot => bot_move(setup, &play, seat),
            Decider::Player | Decider::Default => default_of(setup, &play, seat),
        };
        let Some((action, acted)) = chosen else { break };
        let (after, entry) = decided(setup, &play, now, seat, action.as_ref(), acted);
        play = after;
        entries.push(entry);
    }
    (play, entries)
}

/// A bot's action, or the default action if the bot has none.
fn bot_move(setup: &Setup, play: &Play, seat: SeatIndex) -> Option<(Option<Action>, Acted)> {
    let chosen = play.game.bot(seat, entropy(setup, play, seat));
    let acted = chosen
        .as_ref()
        .and_then(|action| play.game.act(seat, action, setup.forfeited()).ok());
    match acted {
        Some(acted) => Some((chosen, acted)),
        None => default_of(setup, play, seat),
    }
}

/// The randomness of a bot: independent of the match's own stream, the same on every replica, and not derived from
/// anything that is ever shown.
fn entropy(setup: &Setup, play: &Play, seat: SeatIndex) -> [u8; 32] {
    let mut hash = blake3::Hasher::new_derive_key("tinsel 2026-11 bots");
    hash.update(setup.bot_seed());
    hash.update(&[seat.get()]);
    for since in play.clocks.since.iter() {
        hash.update(&since.0.to_le_bytes());
    }
    *hash.finalize().as_bytes()
}

#[cfg(test)]
mod tests {
    use tinsel_catalog::GameId;
    use tinsel_engine::SeatIndex;
    use tinsel_proto::v1::{
        GetMatchRequest, JoinMatchRequest, ListLegalActionsRequest, MatchPhase, SubmitActionRequest,
    };
    use tinsel_store::UnixMillis;

    use crate::{
        record::{Play, Secrets, Setup},
        testkit::unit::{SEATS, add_bot, bearing, created, matches, record_of},
    };

    /// At the end of a match, its server seed and the start of each decision are public.
    #[tokio::test]
    async fn draws_of_bots_do_not_follow_from_public_data() {
        let matches = matches();
        let created = created(&matches).await;
        let table = crate::read::load(&matches.0, created.match_id.parse().unwrap())
            .await
            .unwrap();
        let seeded = |server_seed, bot_seed| {
            table.setup.seeded(Secrets {
                server_seed,
                bot_seed,
                ..Secrets::draw(&*matches.0.entropy)
            })
        };
        let draws = |setup: Setup| {
            let game = setup.game().unwrap().game();
            let first = game.start(&setup.options, setup.seed()).unwrap().after;
            let play = Play::start(&setup, first, UnixMillis(1));
            super::entropy(&setup, &play, SeatIndex::new(0))
        };
        let drawn = draws(seeded([1; 32], [2; 32]));
        assert_eq!(
            draws(seeded([9; 32], [2; 32])),
            drawn,
            "draws do not depend on the public seed"
        );
        assert_ne!(
            draws(seeded([1; 32], [9; 32])),
            drawn,
            "draws depend on the secret seed"
        );
    }

    /// A match with only bots takes 48 moves, more than one write may contain.
    #[tokio::test]
    async fn bots_continue_beyond_one_write() {
        let matches = matches();
        let created = created(&matches).await;
        for _ in 0..8 {
            add_bot(&matches, &created).await;
        }
        let match_id = created.match_id;
        let asked = GetMatchRequest {
            match_id,
            ..GetMatchRequest::default()
        };
        let got = matches.client().get_match(asked).await.unwrap().into_inner();
        let played = got.state.unwrap().r#match.unwrap();
        assert_eq!((played.phase(), played.revision), (MatchPhase::Finished, 58));
    }

    /// Seven bots follow each decision of the only player, more than one write may contain.
    #[tokio::test]
    async fn bots_continue_after_the_decision_of_a_player() {
        let matches = matches();
        let created = created(&matches).await;
        for _ in 1..SEATS {
            add_bot(&matches, &created).await;
        }
        let match_id = created.match_id;
        let asked = JoinMatchRequest {
            match_id: match_id.clone(),
            display_name: "Player".to_owned(),
            ..JoinMatchRequest::default()
        };
        let joined = matches.client().join_match(asked).await.unwrap().into_inner();
        let asked = ListLegalActionsRequest {
            match_id: match_id.clone(),
            ..ListLegalActionsRequest::default()
        };
        let asked = bearing(&joined.seat_token, asked);
        let legal = matches.client().list_legal_actions(asked).await.unwrap().into_inner();
        let asked = GetMatchRequest {
            match_id: match_id.clone(),
            ..GetMatchRequest::default()
        };
        let asked = bearing(&joined.seat_token, asked);
        let state = matches
            .client()
            .get_match(asked)
            .await
            .unwrap()
            .into_inner()
            .state
            .unwrap();
        let asked = SubmitActionRequest {
            match_id: match_id.clone(),
            action: GameId::PresentsOfMine
                .game()
                .random(&state.view.unwrap(), &legal.legal.unwrap(), [7; 32]),
            ..SubmitActionRequest::default()
        };
        let asked = bearing(&joined.seat_token, asked);
        let submitted = matches.client().submit_action(asked).await.unwrap().into_inner();
        let record = record_of(&matches, &match_id).await;
        let owing = record.play.as_ref().unwrap().game.owing();
        assert!(owing.iter().eq([SeatIndex::new(7)]), "only the player decides next");
        assert_eq!(record.version.revision.get(), submitted.revision + 7);
    }
}
