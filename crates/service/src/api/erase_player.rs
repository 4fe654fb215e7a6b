//! `ErasePlayer` and `ExportPlayer`: the personal data of players, for operators.

use std::sync::Arc;

use bytes::Bytes;
use tinsel_archive::Archive;
use tinsel_proto::v1::{
    self, ErasePlayerRequest, ErasePlayerResponse, ExportPlayerRequest, ExportPlayerResponse,
    PersonalData as ShownData, erase_player_request::Names, export_player_request::Players,
};
use tinsel_store::{MatchId, MatchStore, Played, StoreError};

use super::{call::Call, request_parser::RequestParser};
use crate::{
    commit::{self, idempotency::IdempotencyKey},
    deps::{Deps, store_error},
    error::RpcError,
    play::{Audit, Command},
    player_index::{self, token},
    read::load,
    record::{Erasure, PersonalData, PlayerRef, Setup},
};

/// The number of matches that one call processes.
const MATCHES: u32 = 100;

pub(super) async fn erase_player<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<ErasePlayerRequest>,
) -> Result<ErasePlayerResponse, RpcError> {
    let operator = deps.operator_tokens.authenticate(&call.metadata)?;
    let asked = &call.message;
    let mut parser = RequestParser::default();
    let names = parser.names_to_erase(asked.names.as_ref());
    let id = parser.match_of_player(&asked.match_id, matches!(asked.names, Some(Names::Player(_))));
    let audit = parser.audit(asked.audit.as_ref(), &operator);
    let ((id, audit), names) = parser.done(id.zip(audit).zip(names))?;
    match (id, names) {
        (Some(id), names) => {
            let setup = Arc::clone(&load(&deps, id).await?.setup);
            let erased = erase_from(&deps, id, &erasure(names, &setup)?, &audit).await?;
            Ok(ErasePlayerResponse {
                erased,
                matches: erased.into(),
                incomplete: false,
            })
        }
        (None, Names::Player(player)) => erase_everywhere(&deps, PlayerRef::of(player), &audit).await,
        (None, Names::Seat(_) | Names::MatchName(_)) => Err(RpcError::MatchNotFound),
    }
}

fn erasure(names: Names, setup: &Setup) -> Result<Erasure, RpcError> {
    Ok(match names {
        Names::Seat(number) => Erasure::Seat(setup.seat(number)?),
        Names::MatchName(_) => Erasure::MatchName,
        Names::Player(player) => Erasure::Player(PlayerRef::of(player)),
    })
}

/// Erases a player from the matches of its index. A match leaves the index afterwards, so a repeated call continues.
async fn erase_everywhere<S: MatchStore>(
    deps: &Deps<S>,
    player: PlayerRef,
    audit: &Audit,
) -> Result<ErasePlayerResponse, RpcError> {
    let mut response = ErasePlayerResponse::default();
    let found = player_index::page(deps, &player, None, MATCHES).await?;
    response.incomplete = !found.is_last;
    let erasure = Erasure::Player(player.clone());
    let mut failure = None;
    for Played { id, .. } in found.matches {
        match erase_from(deps, id, &erasure, audit).await {
            Ok(erased) => response.matches += u32::from(erased),
            // It has expired or was deleted.
            Err(RpcError::MatchNotFound) => player_index::remove(deps, &player, id).await?,
            Err(error) => failure = Some(error),
        }
    }
    response.erased = response.matches > 0;
    failure.map_or(Ok(response), Err)
}

/// Erases personal data from a match in the store, and then in the archive, into which it can move meanwhile. Removes it from
/// the indexes of the players, and logs the erasure. Returns whether there was any data.
async fn erase_from<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    erasure: &Erasure,
    Audit { operator, reason }: &Audit,
) -> Result<bool, RpcError> {
    let record = load(deps, id).await?;
    let personal = &record.setup.personal;
    let (seats, players) = (personal.seats_of(erasure), personal.references_of(erasure));
    let mut erased = personal.contains(erasure) && erase_stored(deps, id, erasure).await?;
    if let Some(archive) = &deps.archive {
        erased |= erase_archived(deps, archive, id, erasure).await?;
    }
    for player in &players {
        player_index::remove(deps, player, id).await?;
    }
    tracing::info!(r#match = %id, ?seats, erased, operator, reason, "names erased by operator");
    Ok(erased)
}

/// Erases names from the store. Returns whether the match is there.
async fn erase_stored<S: MatchStore>(deps: &Deps<S>, id: MatchId, erasure: &Erasure) -> Result<bool, RpcError> {
    let key = IdempotencyKey::unnamed(deps.random());
    match commit::run(deps, id, &key, &Command::Erase(erasure.clone()), |_, _| ()).await {
        Ok(_) => Ok(true),
        // It is only in the archive, or has expired.
        Err(RpcError::MatchOver) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Erases names from the archive. Only one server changes the personal data of a match at a time: otherwise one could
/// write a name again that another one has erased.
async fn erase_archived<S: MatchStore>(
    deps: &Deps<S>,
    archive: &Archive,
    id: MatchId,
    erasure: &Erasure,
) -> Result<bool, RpcError> {
    if !archived_data(archive, id).await?.contains(erasure) {
        return Ok(false);
    }
    let (pool, own) = deps.reserve_archived_data(id).await?.ok_or(RpcError::Contended)?;
    rewrite(archive, id, erasure).await?;
    deps.store.release(pool, &[own]).await?;
    Ok(true)
}

async fn rewrite(archive: &Archive, id: MatchId, erasure: &Erasure) -> Result<(), RpcError> {
    let mut personal = archived_data(archive, id).await?;
    personal.erase(erasure);
    personal.encode()?;
    let erased = personal.encoded().clone();
    archive.put_personal(id, erased).await.map_err(store_error)?;
    if archive.get_stored(id).await.map_err(store_error)?.is_none() {
        // The match was deleted or has expired meanwhile.
        archive.put_personal(id, Bytes::new()).await.map_err(store_error)?;
    }
    Ok(())
}

async fn archived_data(archive: &Archive, id: MatchId) -> Result<PersonalData, StoreError> {
    PersonalData::read(&archive.get_personal(id).await.map_err(store_error)?)
}

pub(super) async fn export_player<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<ExportPlayerRequest>,
) -> Result<ExportPlayerResponse, RpcError> {
    let operator = deps.operator_tokens.authenticate(&call.metadata)?;
    let asked = &call.message;
    let mut parser = RequestParser::default();
    let players = match &asked.players {
        Some(players) => Some(players.clone()),
        None => parser.required("players", "must be seat or player"),
    };
    let id = parser.match_of_player(&asked.match_id, matches!(players, Some(Players::Player(_))));
    let audit = parser.audit(asked.audit.as_ref(), &operator);
    let after = parser.played_after(&asked.page_token);
    let (((id, audit), players), after) = parser.done(id.zip(audit).zip(players).zip(after))?;
    let mut response = ExportPlayerResponse::default();
    match (id, players) {
        (Some(id), players) => {
            let setup = Arc::clone(&load(&deps, id).await?.setup);
            let erasure = match players {
                Players::Seat(number) => Erasure::Seat(setup.seat(number)?),
                Players::Player(player) => Erasure::Player(PlayerRef::of(player)),
            };
            response.players = exported(id, &setup, &erasure, &audit);
        }
        (None, Players::Player(player)) => {
            let player = PlayerRef::of(player);
            let found = player_index::page(&deps, &player, after, MATCHES).await?;
            response.next_page_token = token(found.matches.last().copied().filter(|_| !found.is_last));
            let erasure = Erasure::Player(player);
            for Played { id, .. } in found.matches {
                match load(&deps, id).await {
                    Ok(record) => response.players.extend(exported(id, &record.setup, &erasure, &audit)),
                    Err(RpcError::MatchNotFound) => {}
                    Err(error) => return Err(error),
                }
            }
        }
        (None, Players::Seat(_)) => return Err(RpcError::MatchNotFound),
    }
    Ok(response)
}

/// The personal data that an erasure would erase from a match, and a log line about the export.
fn exported(id: MatchId, setup: &Setup, erasure: &Erasure, Audit { operator, reason }: &Audit) -> Vec<ShownData> {
    let seats = setup.personal.seats_of(erasure);
    tracing::info!(r#match = %id, ?seats, operator, reason, "personal data exported by operator");
    let players = setup.personal.concerned(erasure).map(|player| ShownData {
        display_name: player.name.clone(),
        salt: player.salt().to_vec().into(),
        player: player.reference.as_ref().map(|PlayerRef { tenant, id }| v1::PlayerRef {
            tenant: tenant.clone(),
            player_ref: id.clone(),
        }),
        match_id: id.to_string(),
        seat: Some(player.seat().get().into()),
    });
    players.collect()
}
