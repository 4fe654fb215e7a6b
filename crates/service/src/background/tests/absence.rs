//! Absent players: they lose the seats that quick match gave them, and bots take over after two defaults.

use std::sync::Arc;

use tinsel_proto::{
    games::secret_santa::v1 as santa,
    v1::{
        CreateMatchRequest, GameAction, GameConfig, GetMatchRequest, JoinMatchRequest, Match, MatchPhase, Occupant,
        QuickMatchRequest, QuickMatchResponse, SeatControl, SubmitActionRequest, SubstituteSeatRequest, TimeControl,
        WatchMatchRequest, game_action, game_config,
    },
};
use tinsel_store::{MatchStore, Memory};
use tonic::{Code, Status};

use super::{look, per_decision};
use crate::{
    background::Background,
    testkit::unit::{Replica, bearing, config, created, join_all, matches},
};

/// The time after which a player is absent, in milliseconds.
const A_MINUTE: u64 = 60_000;

struct Server {
    replica: Replica,
    background: Background<Memory>,
}

impl Server {
    fn new(replica: Replica) -> Self {
        let background = Background::new(Arc::clone(&replica.matches.0));
        Self { replica, background }
    }

    /// Time passes, and the server announces itself again.
    async fn pass(&self, ms: u64) {
        self.replica.clock.pass(ms);
        self.announce().await;
    }

    async fn announce(&self) {
        self.background.heartbeat.read_again().await;
    }

    /// A player who looks for a match of three.
    async fn seek(&self, name: &str) -> QuickMatchResponse {
        let asked = QuickMatchRequest {
            request_id: format!("request-of-{name}"),
            display_name: name.to_owned(),
            config: Some(for_three()),
            seats: Some(3),
            ..QuickMatchRequest::default()
        };
        self.replica
            .matches
            .client()
            .quick_match(asked)
            .await
            .unwrap()
            .into_inner()
    }

    /// A read with the token of a seat.
    async fn read(&self, seeker: &QuickMatchResponse) -> Result<Match, Status> {
        let match_id = seeker.match_id.clone();
        let asked = GetMatchRequest {
            match_id,
            ..GetMatchRequest::default()
        };
        let got = self
            .replica
            .matches
            .client()
            .get_match(bearing(&seeker.seat_token, asked))
            .await?;
        Ok(got.into_inner().state.unwrap().r#match.unwrap())
    }
}

/// A game whose default actions are disclosed.
fn for_three() -> GameConfig {
    let game = Some(game_config::Game::SecretSanta(santa::Config::default()));
    GameConfig { game }
}

fn players(seen: &Match) -> Vec<&str> {
    let players = seen.seats.iter().filter(|seat| seat.occupant() == Occupant::Player);
    players.map(|seat| seat.display_name.as_str()).collect()
}

// A3
#[tokio::test]
async fn players_who_were_absent_for_a_minute_lose_their_seats_before_the_last_one_is_filled() {
    let server = Server::new(Replica::new());
    let gone = server.seek("gone").await;
    server.pass(A_MINUTE - 1).await;
    let stays = server.seek("stays").await;
    server.pass(1).await;
    let last = server.seek("last").await;
    assert_eq!(last.match_id, gone.match_id);
    let seen = server.read(&last).await.unwrap();
    assert_eq!(
        (seen.phase(), players(&seen)),
        (MatchPhase::Lobby, vec!["stays", "last"])
    );
    assert_eq!(server.read(&gone).await.unwrap_err().code(), Code::PermissionDenied);
    // The seat of the absent player is open again.
    let next = server.seek("next").await;
    assert_eq!(server.read(&next).await.unwrap().phase(), MatchPhase::Active);
    server.read(&stays).await.unwrap();
}

// A3
#[tokio::test]
async fn a_stream_or_a_read_within_a_minute_keeps_a_seat_and_a_submission_does_not() {
    let server = Server::new(Replica::new());
    let submits = server.seek("submits").await;
    let watches = server.seek("watches").await;
    let asked = WatchMatchRequest {
        match_id: watches.match_id.clone(),
        ..WatchMatchRequest::default()
    };
    let mut client = server.replica.matches.client();
    let stream = client.watch_match(bearing(&watches.seat_token, asked)).await.unwrap();
    server.pass(A_MINUTE).await;
    let asked = SubmitActionRequest {
        match_id: submits.match_id.clone(),
        ..SubmitActionRequest::default()
    };
    client
        .submit_action(bearing(&submits.seat_token, asked))
        .await
        .unwrap_err();
    let last = server.seek("last").await;
    assert_eq!(players(&server.read(&last).await.unwrap()), ["watches", "last"]);
    drop(stream);
    server.pass(A_MINUTE - 1).await;
    server.read(&last).await.unwrap();
    server.pass(1).await;
    let other = server.seek("other").await;
    assert_eq!(players(&server.read(&other).await.unwrap()), ["other", "last"]);
}

// A3
#[tokio::test(start_paused = true)]
async fn a_player_is_absent_only_if_every_server_answers_so() {
    for (case, phase) in [
        ("answers", MatchPhase::Lobby),
        ("has seen the player", MatchPhase::Active),
        ("does not answer", MatchPhase::Active),
        ("was suspended", MatchPhase::Active),
    ] {
        let server = Server::new(Replica::new());
        let other = Server::new(server.replica.started_later());
        let [gone, reads] = [server.seek("gone").await, server.seek("reads").await];
        server.pass(A_MINUTE).await;
        other.announce().await;
        server.read(&reads).await.unwrap();
        match case {
            "has seen the player" => drop(other.read(&gone).await.unwrap()),
            "was suspended" => other.replica.matches.0.presence.was_suspended(),
            _ => {}
        }
        let last = async {
            if case == "does not answer" {
                return server.seek("last").await;
            }
            tokio::select! {
                () = other.background.answerer.run() => panic!("it runs on"),
                () = server.background.answerer.run() => panic!("it runs on"),
                last = server.seek("last") => last,
            }
        };
        let last = last.await;
        assert_eq!(server.read(&last).await.unwrap().phase(), phase, "{case}");
    }
}

// A3
#[tokio::test]
async fn the_players_of_a_server_that_has_stopped_have_a_minute_to_come_back() {
    let server = Server::new(Replica::new());
    let stops = Server::new(server.replica.started_later());
    let [watched, reads] = [server.seek("watched").await, server.seek("reads").await];
    server.pass(A_MINUTE).await;
    stops.announce().await;
    server.announce().await;
    stops.read(&watched).await.unwrap();
    server.read(&reads).await.unwrap();
    stops
        .replica
        .matches
        .0
        .store
        .leave(stops.replica.matches.0.presence.replica().unwrap())
        .await
        .unwrap();
    let last = server.seek("last").await;
    assert_eq!(server.read(&last).await.unwrap().phase(), MatchPhase::Active);
}

// A3
#[tokio::test]
async fn a_server_that_is_not_listed_does_not_know_the_others_and_removes_no_player() {
    let server = Server::new(Replica::new());
    server.seek("gone").await;
    let reads = server.seek("reads").await;
    server.replica.clock.pass(A_MINUTE);
    server.read(&reads).await.unwrap();
    let last = server.seek("last").await;
    assert_eq!(server.read(&last).await.unwrap().phase(), MatchPhase::Active);
}

// A6
#[tokio::test]
async fn the_host_of_an_untimed_match_can_substitute_a_player_who_was_absent_for_a_minute() {
    let server = Server::new(Replica::new());
    let created = created(&server.replica.matches).await;
    join_all(&server.replica.matches, &created.match_id).await;
    let mut client = server.replica.matches.client();
    let mut substitute = async |seat| {
        let asked = SubstituteSeatRequest {
            match_id: created.match_id.clone(),
            seat: Some(seat),
            ..SubstituteSeatRequest::default()
        };
        client
            .substitute_seat(bearing(&created.host_token, asked))
            .await
            .map(drop)
    };
    server.announce().await;
    assert_eq!(substitute(0).await.unwrap_err().code(), Code::FailedPrecondition);
    server.pass(A_MINUTE).await;
    substitute(0).await.unwrap();
    let seen = look(&server.replica.matches, &created.match_id).await;
    let control = |seat: usize| seen.seats[seat].control();
    assert_eq!(
        (control(0), control(1)),
        (SeatControl::Substituted, SeatControl::Unspecified)
    );
}

fn pass_turn() -> GameAction {
    let action = Some(santa::action::Action::PassTurn(santa::Pass::default()));
    let game = Some(game_action::Game::SecretSanta(santa::Action { action }));
    GameAction { game }
}

/// A match of three inactive players, in which bots take over if `substitutes`.
async fn inactive(server: &Server, substitutes: bool) -> (String, Vec<String>) {
    let asked = CreateMatchRequest {
        config: Some(for_three()),
        seats: Some(3),
        time_control: Some(TimeControl {
            control: Some(per_decision()),
            ..TimeControl::default()
        }),
        substitute_inactive_players: substitutes,
        ..CreateMatchRequest::default()
    };
    let mut client = server.replica.matches.client();
    let match_id = client.create_match(asked).await.unwrap().into_inner().match_id;
    let mut tokens = Vec::new();
    for name in ["Ann", "Ben", "Cem"] {
        let asked = JoinMatchRequest {
            match_id: match_id.clone(),
            display_name: name.to_owned(),
            ..JoinMatchRequest::default()
        };
        tokens.push(client.join_match(asked).await.unwrap().into_inner().seat_token);
    }
    (match_id, tokens)
}

// A3
#[tokio::test]
async fn after_two_disclosed_defaults_in_a_row_a_bot_decides_until_the_player_submits_an_action() {
    let server = Server::new(Replica::new());
    let (match_id, tokens) = inactive(&server, true).await;
    let (unchanged, _) = inactive(&server, false).await;
    let mut defaults = [0; 3];
    let substituted = loop {
        let seen = look(&server.replica.matches, &match_id).await;
        if let Some(seat) = seen
            .seats
            .iter()
            .position(|seat| seat.control() == SeatControl::Substituted)
        {
            break seat;
        }
        for decision in &seen.pending_decisions {
            defaults[usize::try_from(decision.seat()).unwrap()] += 1;
        }
        server.replica.clock.pass(super::PER_DECISION);
        server.background.sweep().await;
    };
    assert!(defaults[substituted] >= 2, "{defaults:?}");
    let other = look(&server.replica.matches, &unchanged).await;
    assert!(
        other
            .seats
            .iter()
            .all(|seat| seat.control() == SeatControl::Unspecified)
    );

    let asked = SubmitActionRequest {
        match_id: match_id.clone(),
        action: Some(pass_turn()),
        ..SubmitActionRequest::default()
    };
    let mut client = server.replica.matches.client();
    // The bot has decided before, so the rules refuse the action; the seat is the player's again.
    drop(client.submit_action(bearing(&tokens[substituted], asked)).await);
    let seen = look(&server.replica.matches, &match_id).await;
    assert_eq!(seen.seats[substituted].control(), SeatControl::Unspecified);
}

#[tokio::test]
async fn a_match_without_a_time_control_cannot_substitute_inactive_players() {
    let asked = CreateMatchRequest {
        config: Some(config()),
        substitute_inactive_players: true,
        ..CreateMatchRequest::default()
    };
    let refused = matches().client().create_match(asked).await.unwrap_err();
    assert_eq!(refused.code(), Code::InvalidArgument);
    assert!(
        refused.message().contains("substitute_inactive_players"),
        "{}",
        refused.message()
    );
}
