//! Seats that the server plays: bots, also those that decide for a player, and defaults for whoever has forfeited. The
//! server decides at once, in the same write as whatever made the decision due; so no replica has to remember that it
//! must move. A bot decides from what its seat may see.

use tinsel_catalog::Acted;
use tinsel_engine::{Audience, Hides, SeatIndex, never};
use tinsel_proto::v1::{GameAction, MatchEnded, match_event};
use tinsel_store::UnixMillis;

use crate::{
    change::Next,
    history::Step,
    log::{Deed, Entry},
    table::{Decider, Play, Setup, Table},
    time_control::{Came, Decided},
};

/// How many moves the server makes in one write, so that no write is too large. Fewer in the tests of this crate, which play
/// a whole match over many writes.
const MOVES_MAX: usize = if cfg!(test) { 5 } else { 64 };

/// Applies what a seat did: gives the play after it, and the step to it.
pub(crate) fn applied(
    setup: &Setup,
    before: &Play,
    now: UnixMillis,
    (seat, action): (SeatIndex, Option<GameAction>),
    acted: Acted,
) -> (Play, Step) {
    let came = match (setup.decider(seat), &action) {
        (Decider::Bot | Decider::Default, _) => Came::FromServer,
        (Decider::Player, Some(_)) => Came::FromPlayer,
        (Decider::Player, None) => Came::Missed,
    };
    let decided = Decided {
        seat,
        came,
        owed: before.game.owing(),
        is_public: acted.told.iter().any(|told| told.to == Audience::Everyone),
    };
    let secrecy = before.secrecy(setup);
    let deed = Deed {
        seat: u32::from(seat.get()),
        sealed: secrecy.hides(Hides::Defaults) || !decided.is_public,
        action,
    };
    let mut play = Play {
        game: acted.after,
        clocks: before.clocks.clone(),
    };
    let steps = (before.step_time(setup), play.step_time(setup));
    play.clocks = before.clocks.after(decided, steps, setup.players(), now);
    let mut entry = Entry::deed(now, deed);
    entry.tell_game(acted.told);
    if let Some(outcome) = play.game.outcome(&setup.context()) {
        entry.tell(match_event::Event::MatchEnded(MatchEnded {
            outcome: Some(tinsel_history::outcome(&outcome)),
            server_seed: setup.server_seed().to_vec().into(),
        }));
    }
    let step = Step::of_game(entry, &play.game);
    (play, step)
}

/// What the server decides next in a match where that is its to do; `None` if nothing is.
pub(crate) fn moves(table: &Table, now: UnixMillis) -> Option<Next<()>> {
    let (play, steps) = play(&table.setup, table.playing().ok()?.clone(), now);
    if steps.is_empty() {
        return None;
    }
    Some(Next {
        table: table.with_play(play),
        steps,
        answer: (),
    })
}

/// Decides for the seats that the server plays until none of them owes a decision, or until there is enough for one write.
pub(crate) fn play(setup: &Setup, mut play: Play, now: UnixMillis) -> (Play, Vec<Step>) {
    let mut steps = Vec::new();
    while steps.len() < MOVES_MAX {
        let decisions = play.game.owing().iter().map(|seat| (seat, setup.decider(seat)));
        let Some((seat, decider)) = decisions.into_iter().find(|(_, decider)| *decider != Decider::Player) else {
            break;
        };
        let decided = match decider {
            Decider::Bot => bot_move(setup, &play, seat),
            Decider::Player | Decider::Default => default_of(setup, &play, seat),
        };
        let (action, acted) = match decided {
            Some(decided) => decided,
            None => {
                never!("the default of a seat that owes a decision is legal");
                break;
            }
        };
        let (next, step) = applied(setup, &play, now, (seat, action), acted);
        play = next;
        steps.push(step);
    }
    (play, steps)
}

/// What a bot does; its default if it does not know.
fn bot_move(setup: &Setup, play: &Play, seat: SeatIndex) -> Option<(Option<GameAction>, Acted)> {
    let chosen = play.game.bot(seat, entropy(setup, play, seat));
    let acted = chosen
        .as_ref()
        .and_then(|action| play.game.act(seat, action, &setup.context()).ok());
    match acted {
        Some(acted) => Some((chosen, acted)),
        None => default_of(setup, play, seat),
    }
}

fn default_of(setup: &Setup, play: &Play, seat: SeatIndex) -> Option<(Option<GameAction>, Acted)> {
    play.game.absent(seat, &setup.context()).ok().map(|acted| (None, acted))
}

/// A bot's own chance: apart from the match's stream, the same on every replica, and from nothing that is ever shown.
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
    use tinsel_engine::SeatIndex;
    use tinsel_proto::v1::{GetMatchRequest, MatchPhase, match_service_server::MatchService};
    use tinsel_store::UnixMillis;
    use tonic::Request;

    use crate::{
        change,
        table::{Play, Secrets, Setup},
        testing::{add_bot, created, matches},
    };

    /// At the end of a match everybody knows its server seed and when each decision began.
    #[tokio::test]
    async fn what_bots_draw_does_not_follow_from_what_is_shown() {
        let matches = matches();
        let created = created(&matches).await;
        let table = change::load(&matches.0, created.match_id.parse().unwrap())
            .await
            .unwrap();
        let seeded = |server_seed, bot_seed| {
            let history_salt = [3; 32];
            table.setup.seeded(Secrets {
                server_seed,
                history_salt,
                first_sitting: 0,
                bot_seed,
            })
        };
        let draws = |setup: Setup| {
            let game = setup.game().unwrap().game();
            let first = game.start(&setup.options, setup.seed()).unwrap().after;
            let play = Play::start(&setup, first, UnixMillis(1));
            super::entropy(&setup, &play, SeatIndex::new(0))
        };
        let drawn = draws(seeded([1; 32], [2; 32]));
        assert_eq!(draws(seeded([9; 32], [2; 32])), drawn, "nothing that is shown is in it");
        assert_ne!(draws(seeded([1; 32], [9; 32])), drawn, "what is not shown is");
        // In a match of an earlier release nobody can know it before the end.
        let earlier = |server_seed| draws(seeded(server_seed, [2; 32]).of_earlier_release());
        assert_ne!(earlier([1; 32]), earlier([9; 32]));
    }

    /// A match of bots alone takes 48 moves: more than there is room for in one write.
    #[tokio::test]
    async fn bots_go_on_beyond_one_write() {
        let matches = matches();
        let created = created(&matches).await;
        for _ in 0..8 {
            add_bot(&matches, &created).await;
        }
        let match_id = created.match_id;
        let asked = Request::new(GetMatchRequest { match_id });
        let got = matches.get_match(asked).await.unwrap().into_inner();
        let played = got.state.unwrap().r#match.unwrap();
        assert_eq!((played.phase(), played.revision), (MatchPhase::Finished, 58));
    }
}
