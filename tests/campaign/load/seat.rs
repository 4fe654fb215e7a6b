//! A player of a seat.

use tinsel_catalog::GameId;
use tinsel_harness::{Chance, entropy, owed_by, revision_of, some_bad_action};
use tinsel_proto::v1::{GameAction, ListLegalActionsRequest, MatchState, SubmitActionRequest};
use tokio::{sync::watch, time::sleep};

use crate::{
    clients::{Answer, Client},
    faults::pause,
    history::{Digest, Outcome, Request},
    load::{
        fork, id,
        watcher::{self, Seen},
    },
};

/// A player.
struct Player {
    client: Client,
    match_id: String,
    seat: u32,
    token: String,
    has_clock: bool,
    chance: Chance,
}

/// Plays a seat until its match ends, or the run.
pub async fn play(client: Client, match_id: String, (seat, token): (u32, String), has_clock: bool, mut chance: Chance) {
    let (newest, seen) = watch::channel(Seen::default());
    let viewer = (Some(seat), Some(token.clone()));
    let watching = watcher::watch(
        client.clone(),
        match_id.clone(),
        viewer,
        fork(&mut chance),
        Some(newest),
    );
    let player = Player {
        client,
        match_id,
        seat,
        token,
        has_clock,
        chance,
    };
    tokio::join!(watching, player.decide(seen));
}

impl Player {
    /// Decides whenever the seat has a pending decision.
    async fn decide(mut self, mut seen: watch::Receiver<Seen>) {
        let (mut after, mut snapshots) = (0, 0);
        loop {
            let newer = |seen: &Seen| {
                let revision = seen.state.as_ref().map_or(0, revision_of);
                seen.is_over || seen.snapshots > snapshots || revision > after
            };
            let state = match seen.wait_for(newer).await {
                Ok(seen) if !seen.is_over => {
                    snapshots = seen.snapshots;
                    seen.state.clone().expect("a state")
                }
                _ => return,
            };
            after = revision_of(&state);
            let seat = usize::try_from(self.seat).expect("a seat");
            if owed_by(&state, seat).is_none() {
                if self.chance.below(10) == 0 {
                    self.read().await;
                }
                continue;
            }
            let disturbed = self.client.clock().is_disturbed();
            if disturbed {
                if self.has_clock && self.chance.below(8) == 0 {
                    // The server takes the default action.
                    continue;
                }
                sleep(pause(&mut self.chance, 0, 300)).await;
            }
            if self.chance.below(20) == 0 {
                self.submit(some_bad_action(game_of(&state))).await;
            }
            if let Some(action) = self.choose(&state).await
                && let Some(revision) = self.submit(action).await
            {
                // The next decision of the seat may be pending at the revision of this action.
                after = revision - 1;
            }
        }
    }

    async fn read(&mut self) {
        let viewer = (Some(self.seat), Some(self.token.as_str()));
        self.client.read(&self.match_id, viewer, &mut self.chance).await;
    }

    /// A random legal action.
    async fn choose(&mut self, state: &MatchState) -> Option<GameAction> {
        let asked = ListLegalActionsRequest {
            match_id: self.match_id.clone(),
            ..ListLegalActionsRequest::default()
        };
        let of = (self.match_id.as_str(), Request::List);
        let listing = self
            .client
            .command((&asked, Some(&self.token)), of, &mut self.chance, |answer| {
                let outcome = Outcome::Done {
                    revision: answer.revision,
                    seat: None,
                };
                (self.match_id.clone(), outcome)
            });
        let legal = listing.await.done()?.legal?;
        let seat = usize::try_from(self.seat).expect("a seat");
        let entropy = entropy(self.chance.next(), revision_of(state), seat);
        game_of(state).game().random(state.view.as_ref()?, &legal, entropy)
    }

    /// Submits an action; some with a concurrent copy. Returns its revision.
    async fn submit(&mut self, action: GameAction) -> Option<u64> {
        let asked = SubmitActionRequest {
            match_id: self.match_id.clone(),
            request_id: id(&mut self.chance),
            action: Some(action),
            ..SubmitActionRequest::default()
        };
        let (mut first, mut second) = (fork(&mut self.chance), fork(&mut self.chance));
        if self.chance.below(10) == 0 {
            let (answer, copy) = tokio::join!(self.send(&asked, &mut first), self.send(&asked, &mut second));
            return answer.done().or(copy.done());
        }
        self.send(&asked, &mut first).await.done()
    }

    async fn send(&self, asked: &SubmitActionRequest, chance: &mut Chance) -> Answer<u64> {
        let request = Request::Submit {
            seat: self.seat,
            request_id: asked.request_id.clone(),
            action: Digest::of(asked.action.as_ref()),
        };
        let of = (self.match_id.as_str(), request);
        let sending = self.client.command((asked, Some(&self.token)), of, chance, |answer| {
            let outcome = Outcome::Done {
                revision: answer.revision,
                seat: None,
            };
            (self.match_id.clone(), outcome)
        });
        match sending.await {
            Answer::Done(answer) => Answer::Done(answer.revision),
            Answer::Refused(refusal) => Answer::Refused(refusal),
            Answer::None => Answer::None,
        }
    }
}

fn game_of(state: &MatchState) -> GameId {
    let config = state.r#match.as_ref().and_then(|of| of.config.as_ref());
    GameId::of_config(config.expect("options")).expect("a known game")
}
