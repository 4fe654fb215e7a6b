//! How a match is named by whoever is not in it yet: by its id, or by its join code.

use tinsel_store::{MatchId, MatchStore, StoreError};

use crate::{
    deps::Deps,
    error::RpcError,
    table::{Table, Visibility},
    validate::Named,
};

/// The match that is named. By a code it is one that is there.
pub(crate) async fn find<S: MatchStore>(deps: &Deps<S>, named: Named) -> Result<MatchId, RpcError> {
    let code = match named {
        Named::Id(id) => return Ok(id),
        Named::Code(code) => code,
    };
    for entropy in deps.keys.with_code(&code) {
        let id = MatchId::from_entropy(entropy, deps.settings.shards);
        match deps.store.load(id).await {
            Ok(_) => return Ok(id),
            Err(StoreError::NotFound) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(RpcError::JoinCodeUnknown)
}

/// Checks that whoever names a match so may come in.
pub(crate) fn may_join(table: &Table, named: Named) -> Result<(), RpcError> {
    let needs_code = table.setup.visibility == Visibility::Private && table.setup.by_code;
    match named {
        Named::Id(_) if needs_code => Err(RpcError::PrivateMatch),
        Named::Id(_) | Named::Code(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use tinsel_proto::v1::{CreateMatchRequest, Visibility as Asked, match_service_server::MatchService};

    use super::*;
    use crate::{
        table::Setup,
        testing::{config, matches, table_of},
    };

    /// An earlier release gave private matches no code, and their players only the id.
    #[tokio::test]
    async fn only_a_private_match_that_has_a_code_needs_it() {
        for (visibility, by_code, by_id) in [
            (Asked::Private, true, false),
            (Asked::Private, false, true),
            (Asked::Public, false, true),
        ] {
            let matches = matches();
            let asked = CreateMatchRequest {
                config: Some(config()),
                visibility: visibility.into(),
                ..CreateMatchRequest::default()
            };
            let created = matches.create_match(tonic::Request::new(asked)).await.unwrap();
            let created = created.into_inner();
            let table = table_of(&matches, &created.match_id).await;
            let mut setup = Setup::clone(&table.setup);
            setup.by_code = by_code;
            let table = table.with_setup(setup).unwrap();
            let named = Named::Id(created.match_id.parse().unwrap());
            assert_eq!(may_join(&table, named).is_ok(), by_id, "{visibility:?}, {by_code}");
            let code = "7k3m9-q2xvd".parse().unwrap();
            assert!(may_join(&table, Named::Code(code)).is_ok());
        }
    }
}
