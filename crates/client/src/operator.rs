//! The calls of `AdminService`, which servers serve at a separate address: connect this client to it. `token` is the
//! operator's.

use tinsel_proto::v1::{
    AdminServiceListMatchesRequest, AdminServiceListMatchesResponse, CheckStoreRequest, CheckStoreResponse,
    DeleteMatchRequest, DeleteMatchResponse, ErasePlayerRequest, ErasePlayerResponse, ExamineMatchRequest,
    ExamineMatchResponse, ExportPlayerRequest, ExportPlayerResponse, RepairMatchRequest, RepairMatchResponse,
    RevealMatchRequest, RevealMatchResponse, SetLogFilterRequest, SetLogFilterResponse,
    admin_service_client::AdminServiceClient,
};

use crate::{
    calls::{bearer, calls, draw},
    client::Client,
    error::Error,
    token::Token,
};

calls! { AdminServiceClient:
    /// The diagnosis of a match.
    examine_match(ExamineMatchRequest by Option<&Token>) -> ExamineMatchResponse;

    /// The hidden facts of a match; everyone in the match sees that an operator requested them.
    reveal_match(RevealMatchRequest by Option<&Token>) -> RevealMatchResponse, draws request_id;

    /// Takes defaults, extends deadlines, or aborts a match.
    repair_match(RepairMatchRequest by Option<&Token>) -> RepairMatchResponse, draws request_id;

    /// Deletes a match. If an attempt without a response has deleted it, the retry fails with `MATCH_NOT_FOUND`.
    delete_match(DeleteMatchRequest by Option<&Token>) -> DeleteMatchResponse;

    /// Erases the names of the players of a seat, or the name of a match. Idempotent.
    erase_player(ErasePlayerRequest by Option<&Token>) -> ErasePlayerResponse;

    /// The personal data of the players of a seat.
    export_player(ExportPlayerRequest by Option<&Token>) -> ExportPlayerResponse;

    /// Sets the log filter of the server that answers; with several replicas, that can be any of them.
    set_log_filter(SetLogFilterRequest by Option<&Token>) -> SetLogFilterResponse;
}

impl Client {
    /// A page of the stored matches. It can be empty although more pages follow.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn list_stored_matches(
        &self,
        token: Option<&Token>,
        request: AdminServiceListMatchesRequest,
    ) -> Result<AdminServiceListMatchesResponse, Error> {
        let send = |channel, request| async { AdminServiceClient::new(channel).list_matches(request).await };
        self.ask(token, request, send).await
    }

    /// The problems of the server's store.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn check_store(&self, token: Option<&Token>) -> Result<CheckStoreResponse, Error> {
        let send = |channel, request| async { AdminServiceClient::new(channel).check_store(request).await };
        self.ask(token, CheckStoreRequest {}, send).await
    }
}
