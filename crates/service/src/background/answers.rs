//! Answers the questions of other replicas for the presence of seats.

use std::{collections::BTreeSet, sync::Arc};

use futures_util::StreamExt;
use parking_lot::Mutex;
use tinsel_store::{MatchStore, Messages};

use crate::{
    deps::Deps,
    presence::{Answer, Message},
};

/// Answers questions, and passes on the answers to those of this replica.
#[derive(Debug)]
pub(super) struct Answerer<S> {
    deps: Arc<Deps<S>>,
    messages: Mutex<Messages>,
}

impl<S: MatchStore> Answerer<S> {
    pub(super) fn new(deps: Arc<Deps<S>>) -> Self {
        Self {
            messages: Mutex::new(deps.store.messages()),
            deps,
        }
    }

    /// Runs until shutdown begins: then the clients of this replica reconnect to others.
    pub(super) async fn run(&self) {
        let draining = self.deps.draining.clone();
        draining.run_until_cancelled(self.answer_on()).await;
    }

    async fn answer_on(&self) {
        loop {
            let next = std::future::poll_fn(|context| self.messages.lock().poll_next_unpin(context));
            let Some(message) = next.await else { return };
            match Message::read(&message) {
                Some(Message::Question(question)) => {
                    let replica = self
                        .deps
                        .presence
                        .replica()
                        .filter(|_| self.deps.store_use.is_permitted());
                    let Some(replica) = replica else {
                        continue;
                    };
                    // A replica that was suspended could see nothing.
                    let absent = match self.deps.time_of_change(question.id.shard()) {
                        Ok(_) => self.deps.presence.absent(question.id, question.seats),
                        Err(_) => BTreeSet::new(),
                    };
                    let answer = Message::Answer(Answer {
                        question: question.number,
                        replica,
                        absent,
                    });
                    if let Err(error) = self.deps.store.send_message(answer.write()).await {
                        tracing::debug!(%error, "presence not answered");
                    }
                }
                Some(Message::Answer(answer)) => self.deps.presence.answered(answer),
                None => {}
            }
        }
    }
}
