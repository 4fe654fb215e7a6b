//! The reasons about users of a platform, and about rematches.

use tinsel_harness::{TestMatch, World, created, of_platform, refused};
use tinsel_proto::v1::{AbortMatchRequest, CreateRematchRequest, JoinMatchRequest, ReissueSeatTokenRequest};
use tinsel_service::Settings;
use tinsel_store::Memory;

use super::Reached;

/// The refusals about the users of a platform, and about rematches.
pub(super) async fn users(reached: &mut Reached) {
    let world = World::with(Memory::default(), 5, of_platform()).await;
    let keyed = &world.platform();
    let table = &TestMatch::create(keyed, &created("")).await;
    let reissue = ReissueSeatTokenRequest {
        match_id: table.match_id.clone(),
        player_ref: "user".to_owned(),
        ..ReissueSeatTokenRequest::default()
    };
    reached.note("PLAYER_NOT_FOUND", &refused(keyed.ask(&reissue, None).await));
    let join = JoinMatchRequest {
        player_ref: "user".to_owned(),
        ..table.joining(0)
    };
    let old = keyed.ask(&join, None).await.unwrap().seat_token;
    let again = JoinMatchRequest {
        player_ref: "user".to_owned(),
        ..table.joining(1)
    };
    let refusal = refused(keyed.ask(&again, None).await);
    assert_eq!(refusal.metadata["seat"], "0");
    reached.note("PLAYER_SEATED", &refusal);
    for _ in 0..64 {
        keyed.ask(&reissue, None).await.unwrap();
    }
    reached.note(
        "TOKEN_REPLACED",
        &refused(keyed.ask(&table.getting(), Some(&old)).await),
    );
    reached.note("REISSUED_TOO_OFTEN", &refused(keyed.ask(&reissue, None).await));
    let abort = AbortMatchRequest {
        match_id: table.match_id.clone(),
        ..AbortMatchRequest::default()
    };
    keyed.ask(&abort, Some(&table.host)).await.unwrap();
    let responses = Settings::default().retention.responses;
    world.clock().pass(u64::try_from(responses.as_millis()).unwrap());
    let rematch = CreateRematchRequest {
        match_id: table.match_id.clone(),
        ..CreateRematchRequest::default()
    };
    let late = keyed.ask(&rematch, Some(&table.host)).await;
    reached.note("REMATCH_CLOSED", &refused(late));
}
