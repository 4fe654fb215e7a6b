//! `CheckStore`: the settings and conditions of the store that endanger matches.

use std::sync::Arc;

use tinsel_proto::v1::{CheckStoreRequest, CheckStoreResponse, StoreProblem};
use tinsel_store::MatchStore;

use super::call::Call;
use crate::{deps::Deps, error::RpcError, store_check};

pub(super) async fn check_store<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<CheckStoreRequest>,
) -> Result<CheckStoreResponse, RpcError> {
    deps.operator_tokens.authenticate(&call.metadata)?;
    let (report, _) = store_check::report(&deps).await;
    let problems = report.problems.into_iter().map(|problem| StoreProblem {
        problem: problem.kind.name().to_owned(),
        node: problem.node,
        sentence: problem.sentence,
    });
    Ok(CheckStoreResponse {
        problems: problems.collect(),
    })
}
