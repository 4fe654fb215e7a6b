//! `CheckStore`: the settings and conditions of the store and the archive that endanger matches.

use std::sync::Arc;

use tinsel_archive::{ArchiveProblemKind, ArchiveReport};
use tinsel_proto::v1::{CheckStoreRequest, CheckStoreResponse, StoreProblem};
use tinsel_store::MatchStore;

use super::call::Call;
use crate::{deps::Deps, error::RpcError, store_check};

pub(super) async fn check_store<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<CheckStoreRequest>,
) -> Result<CheckStoreResponse, RpcError> {
    deps.operator_tokens.authenticate(&call.metadata)?;
    let of_archive = async {
        match &deps.archive {
            Some(archive) => archive.check().await,
            None => ArchiveReport::default(),
        }
    };
    let ((report, _), of_archive) = tokio::join!(store_check::report(&deps), of_archive);
    let of_store = report.problems.into_iter().map(|problem| StoreProblem {
        problem: problem.kind.name().to_owned(),
        node: problem.node,
        sentence: problem.sentence,
    });
    let versions = of_archive.keeps_versions.then(|| StoreProblem {
        problem: "archive_keeps_versions".to_owned(),
        node: String::new(),
        sentence: "the bucket keeps earlier versions of objects, and with them erased names; add a lifecycle rule that removes \
                   them, which this check cannot see"
            .to_owned(),
    });
    // The check of the store includes a public archive.
    let of_archive = of_archive
        .problems
        .into_iter()
        .filter(|problem| problem.kind != ArchiveProblemKind::Public);
    let of_archive = of_archive.map(|problem| StoreProblem {
        problem: problem.kind.name().to_owned(),
        node: String::new(),
        sentence: problem.sentence,
    });
    Ok(CheckStoreResponse {
        problems: of_store.chain(of_archive).collect(),
        warnings: versions.into_iter().collect(),
    })
}
