//! `SubmitAction`: submits one decision of a seat.

use std::sync::Arc;

use futures_util::future::{Either, ready};
use tinsel_proto::v1::{SubmitActionRequest, SubmitActionResponse};
use tinsel_store::{MatchId, MatchStore, Revision};

use super::{call::Call, request_parser::RequestParser};
use crate::{
    auth::token::Role,
    commit::{self, idempotency::IdempotencyKey},
    deps::Deps,
    error::RpcError,
    play::{Command, Expected},
};

// Not an async function, because that would reserve space for the request twice, and copy it. Nor is the refusal within the
// async block, which would then reserve space for the parsed request twice.
pub(super) fn submit_action<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<SubmitActionRequest>,
) -> impl Future<Output = Result<SubmitActionResponse, RpcError>> {
    let (id, key, command) = match parse(&deps, call) {
        Ok(parsed) => parsed,
        Err(refusal) => return Either::Left(ready(Err(refusal))),
    };
    Either::Right(async move {
        let respond = |revision| SubmitActionResponse { revision };
        commit::run_to_revision(&deps, id, &key, &command, respond).await
    })
}

fn parse<S: MatchStore>(
    deps: &Deps<S>,
    mut call: Call<SubmitActionRequest>,
) -> Result<(MatchId, IdempotencyKey, Command), RpcError> {
    let (action, answer) = (call.message.action.take(), call.message.answer.take());
    let asked = &call.message;
    let mut parser = RequestParser::default();
    let id = parser.match_id(&asked.match_id);
    let request_id = parser.request_id(&asked.request_id);
    let submission = parser.submission(action, answer);
    let ((id, request_id), submission) = parser.done(id.zip(request_id).zip(submission))?;
    let grant = call.caller.require_seat(id)?;

    let key = call.key(deps, request_id.as_ref(), "SubmitAction", Role::Seat(grant));
    let command = Command::Submit {
        grant,
        submission,
        expected: Expected {
            revision: asked.expected_revision.map(Revision::new),
            decision: asked.expected_decision,
        },
    };
    Ok((id, key, command))
}

#[cfg(test)]
mod tests {
    use tinsel_store::{Memory, Redis, Traced};

    use super::*;

    /// The size of the future of a call, in bytes.
    const fn size_of_future<S, F>(_: &impl Fn(Arc<Deps<S>>, Call<SubmitActionRequest>) -> F) -> usize {
        size_of::<F>()
    }

    /// A rare part that is not boxed can make the future several times larger, and each enclosing future copies it.
    #[test]
    fn the_future_of_an_action_is_small() {
        let memory = size_of_future(&submit_action::<Memory>);
        assert!(memory <= 3072, "{memory}");
        let redis = size_of_future(&submit_action::<Traced<Redis>>);
        assert!(redis <= 3584, "{redis}");
    }
}
