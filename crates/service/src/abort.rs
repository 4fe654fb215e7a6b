//! Ending a match before its end.

use tinsel_proto::v1::{MatchAborted, match_event};
use tinsel_store::{Revision, UnixMillis};

use crate::{
    change::Next,
    error::RpcError,
    history::Step,
    log::Entry,
    table::{Setup, Table},
};

/// Ends a match that is not over. Its game stays as it is, and nobody owes a decision any more.
pub(crate) fn abort<R>(table: &Table, now: UnixMillis, answer: impl Fn(Revision) -> R) -> Result<Next<R>, RpcError> {
    if table.is_over() {
        return Err(RpcError::MatchOver);
    }
    let mut setup = Setup::clone(&table.setup);
    setup.aborted = true;
    let mut aborted = Entry::new(now);
    aborted.tell(match_event::Event::MatchAborted(MatchAborted {
        server_seed: setup.server_seed().to_vec().into(),
    }));
    let (after, step) = match &table.play {
        None => (table.with_setup(setup)?, Step::of_lobby(aborted)),
        Some(play) => {
            let step = Step::of_game(aborted, &play.game);
            (table.with_setup(setup)?.with_play(play.clone()), step)
        }
    };
    Ok(Next {
        table: after,
        steps: vec![step],
        answer: answer(table.version.revision.plus(1)),
    })
}

#[cfg(test)]
mod tests;
