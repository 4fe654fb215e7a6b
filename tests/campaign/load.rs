//! The load of a run: matches of all games with all clocks, their players, and their watchers.

mod seat;
mod watcher;

use std::sync::{Arc, Mutex};

use bytes::Bytes;
use futures_util::future::join_all;
use prost_types::Duration;
use tinsel_catalog::GameId;
use tinsel_harness::{Chance, configured, creating, usual_setups};
use tinsel_proto::v1::{
    AddBotRequest, CreateMatchRequest, CreateMatchResponse, ForfeitMatchRequest, JoinMatchRequest, QuickMatchRequest,
    QuickMatchResponse, SubstituteSeatRequest, TimeBank, TimeControl, Visibility, time_control::Control,
};

use crate::{
    clients::Client,
    history::{Outcome, Request, Viewer},
};

/// A match that was created, with the tokens of its viewers.
#[derive(Debug, Clone)]
pub struct Played {
    /// The match.
    pub match_id: String,
    /// Its viewers with their tokens; the first one is the host, or a spectator of a match without host.
    pub viewers: Vec<(Viewer, Option<String>)>,
    /// Whether it has a host, who can abort it.
    pub has_host: bool,
}

/// The matches of a run.
pub type Matches = Arc<Mutex<Vec<Played>>>;

/// Plays one match after the other.
pub async fn play(client: Client, matches: Matches, mut chance: Chance) {
    let games = GameId::ALL;
    while client.clock().is_disturbed() {
        let game = games[chance.below(games.len())];
        if chance.below(5) == 0 {
            play_quick_match(&client, &matches, &mut chance, game).await;
        } else {
            play_match(&client, &matches, &mut chance, game).await;
        }
    }
}

/// A request for a match with a random setup and a random clock.
fn request(game: GameId, chance: &mut Chance) -> CreateMatchRequest {
    let setups = usual_setups(game);
    let mut asked = creating(&setups[chance.below(setups.len())], &id(chance));
    asked.time_control = clock(chance);
    if chance.below(4) == 0 {
        asked.visibility = Visibility::Private.into();
    }
    asked
}

fn clock(chance: &mut Chance) -> Option<TimeControl> {
    let seconds = |seconds| Duration { seconds, nanos: 0 };
    let control = match chance.below(4) {
        0 | 1 => return None,
        2 => Control::PerDecision(seconds(2)),
        _ => Control::Bank(TimeBank {
            initial: Some(seconds(8)),
            increment: Some(seconds(1)),
        }),
    };
    Some(TimeControl {
        control: Some(control),
        phases: Vec::new(),
    })
}

/// A new idempotency key.
pub fn id(chance: &mut Chance) -> String {
    format!("{:016x}{:016x}", chance.next(), chance.next())
}

async fn play_match(client: &Client, matches: &Matches, chance: &mut Chance, game: GameId) {
    let asked = request(game, chance);
    let created = command("CreateMatch", &asked.request_id);
    let created = client.command((&asked, None), ("", created), chance, |answer| {
        (answer.match_id.clone(), done(answer.revision, None))
    });
    let Some(created) = created.await.done() else { return };
    let match_id = created.match_id.as_str();
    let host = Some(created.host_token.clone());
    let players = take_seats(client, &asked, &created, chance).await;
    let seat = |(seat, token): &(u32, String)| (Some(*seat), Some(token.clone()));
    matches.lock().expect("the matches").push(Played {
        match_id: match_id.to_owned(),
        viewers: [(None, host.clone())]
            .into_iter()
            .chain(players.iter().map(seat))
            .collect(),
        has_host: true,
    });
    let spectator = match players.first() {
        Some((_, token)) if client.discloses() => Some(token.clone()),
        _ => host.clone(),
    };
    let watching = watcher::watch(
        client.clone(),
        match_id.to_owned(),
        (None, spectator),
        fork(chance),
        None,
    );
    let has_clock = asked.time_control.is_some();
    let playing = players.iter().map(|(seat, token)| {
        let held = (*seat, token.clone());
        seat::play(client.clone(), match_id.to_owned(), held, has_clock, fork(chance))
    });
    let playing: Vec<_> = playing.collect();
    let control = control(client, match_id, (host.as_deref(), &players), fork(chance));
    tokio::join!(watching, join_all(playing), control);
}

/// Seats players, and in some matches a bot. Returns the seats of the players, with their tokens.
async fn take_seats(
    client: &Client,
    asked: &CreateMatchRequest,
    created: &CreateMatchResponse,
    chance: &mut Chance,
) -> Vec<(u32, String)> {
    let match_id = created.match_id.as_str();
    let seats = configured(asked).seats.get();
    let bot = (chance.below(3) == 0).then(|| chance.below(seats.into()) as u32);
    let mut players = Vec::new();
    for seat in 0..u32::from(seats) {
        if bot == Some(seat) {
            add_bot(client, match_id, (seat, Some(&created.host_token)), chance).await;
            continue;
        }
        let is_private = !created.join_code.is_empty();
        let asked = JoinMatchRequest {
            player_ref: String::new(),
            match_id: if is_private { String::new() } else { match_id.to_owned() },
            request_id: id(chance),
            display_name: format!("Player {seat}"),
            seat: Some(seat),
            nonce: Bytes::new(),
            join_code: created.join_code.clone(),
        };
        let sit = Request::Sit {
            request_id: asked.request_id.clone(),
        };
        let joined = client.command((&asked, None), (match_id, sit), chance, |answer| {
            (answer.match_id.clone(), done(answer.revision, answer.seat))
        });
        if let Some(joined) = joined.await.done() {
            players.push((joined.seat(), joined.seat_token));
        }
    }
    players
}

/// In some matches, a player forfeits, or the host substitutes one.
async fn control(
    client: &Client,
    match_id: &str,
    (host, players): (Option<&str>, &[(u32, String)]),
    mut chance: Chance,
) {
    if players.is_empty() {
        return;
    }
    tokio::time::sleep(crate::faults::pause(&mut chance, 500, 6000)).await;
    let (seat, token) = &players[chance.below(players.len())];
    let request_id = id(&mut chance);
    let match_id = match_id.to_owned();
    match chance.below(10) {
        0 => {
            let asked = ForfeitMatchRequest {
                match_id: match_id.clone(),
                request_id: request_id.clone(),
            };
            let of = (match_id.as_str(), command("ForfeitMatch", &request_id));
            let forfeiting = client.command((&asked, Some(token)), of, &mut chance, |answer| {
                (match_id.clone(), done(answer.revision, None))
            });
            forfeiting.await;
        }
        1 => {
            let asked = SubstituteSeatRequest {
                match_id: match_id.clone(),
                request_id: request_id.clone(),
                seat: Some(*seat),
            };
            let of = (match_id.as_str(), command("SubstituteSeat", &request_id));
            let substituting = client.command((&asked, host), of, &mut chance, |answer| {
                (match_id.clone(), done(answer.revision, None))
            });
            substituting.await;
        }
        _ => {}
    }
}

async fn add_bot(client: &Client, match_id: &str, (seat, host): (u32, Option<&str>), chance: &mut Chance) {
    let asked = AddBotRequest {
        match_id: match_id.to_owned(),
        request_id: id(chance),
        seat: Some(seat),
        ..AddBotRequest::default()
    };
    let of = (match_id, command("AddBot", &asked.request_id));
    let adding = client.command((&asked, host), of, chance, |answer| {
        (match_id.to_owned(), done(answer.revision, None))
    });
    adding.await;
}

/// Players who find each other by quick match, at the same time on all servers.
async fn play_quick_match(client: &Client, matches: &Matches, chance: &mut Chance, game: GameId) {
    let setup = usual_setups(game).swap_remove(0);
    let asked = creating(&setup, "");
    let seats = configured(&asked).seats.get();
    let mut seekers = Vec::new();
    for seeker in 0..seats {
        let asked = QuickMatchRequest {
            request_id: id(chance),
            display_name: format!("Seeker {seeker}"),
            config: asked.config.clone(),
            seats: asked.seats,
            time_control: Some(TimeControl {
                control: Some(Control::PerDecision(Duration { seconds: 2, nanos: 0 })),
                phases: Vec::new(),
            }),
            ..QuickMatchRequest::default()
        };
        let (client, mut chance) = (client.clone(), fork(chance));
        seekers.push(async move {
            let sit = Request::Sit {
                request_id: asked.request_id.clone(),
            };
            let found = client.command((&asked, None), ("", sit), &mut chance, |answer| {
                (answer.match_id.clone(), done(answer.revision, answer.seat))
            });
            let Some(found) = found.await.done() else { return };
            remember(matches, &found);
            let playing = seat::play(
                client,
                found.match_id.clone(),
                (found.seat(), found.seat_token),
                true,
                chance,
            );
            Box::pin(playing).await;
        });
    }
    join_all(seekers).await;
}

/// Adds a player to the viewers of its match. Seekers of other tasks can be in the same match.
fn remember(matches: &Matches, found: &QuickMatchResponse) {
    let mut matches = matches.lock().expect("the matches");
    let own = (found.seat, Some(found.seat_token.clone()));
    match matches.iter_mut().find(|played| played.match_id == found.match_id) {
        Some(known) => known.viewers.push(own),
        None => matches.push(Played {
            match_id: found.match_id.clone(),
            viewers: vec![(None, None), own],
            has_host: false,
        }),
    }
}

/// A generator of its own for a task.
fn fork(chance: &mut Chance) -> Chance {
    Chance::new(chance.next())
}

/// The record of a command without a content of its own.
fn command(method: &str, request_id: &str) -> Request {
    Request::Command {
        method: method.to_owned(),
        request_id: request_id.to_owned(),
    }
}

const fn done(revision: u64, seat: Option<u32>) -> Outcome {
    Outcome::Done { revision, seat }
}
