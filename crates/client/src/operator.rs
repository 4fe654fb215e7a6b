//! The calls for operators.

use tinsel_proto::v1::{
    AdminServiceListMatchesRequest, AdminServiceListMatchesResponse, CheckStoreRequest, CheckStoreResponse,
    DeleteMatchRequest, DeleteMatchResponse, ErasePlayerRequest, ErasePlayerResponse, ExamineMatchRequest,
    ExamineMatchResponse, ExportPlayerRequest, ExportPlayerResponse, RepairMatchRequest, RepairMatchResponse,
    RevealMatchRequest, RevealMatchResponse, SetLogFilterRequest, SetLogFilterResponse,
    admin_service_client::AdminServiceClient,
};

use crate::{calls::draw, client::Client, error::Error, token::Token};

/// The calls of `AdminService`, which servers serve at a separate address: connect this client to it. `token` is the
/// operator's.
impl Client {
    /// The diagnosis of a match.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn examine_match(
        &self,
        token: Option<&Token>,
        request: ExamineMatchRequest,
    ) -> Result<ExamineMatchResponse, Error> {
        let send = |channel, request| async { AdminServiceClient::new(channel).examine_match(request).await };
        self.ask(token, request, send).await
    }

    /// The hidden facts of a match; everyone in the match sees that an operator requested them.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn reveal_match(
        &self,
        token: Option<&Token>,
        mut request: RevealMatchRequest,
    ) -> Result<RevealMatchResponse, Error> {
        draw(&mut request.request_id)?;
        let send = |channel, request| async { AdminServiceClient::new(channel).reveal_match(request).await };
        self.ask(token, request, send).await
    }

    /// Takes defaults, extends deadlines, or aborts a match.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn repair_match(
        &self,
        token: Option<&Token>,
        mut request: RepairMatchRequest,
    ) -> Result<RepairMatchResponse, Error> {
        draw(&mut request.request_id)?;
        let send = |channel, request| async { AdminServiceClient::new(channel).repair_match(request).await };
        self.ask(token, request, send).await
    }

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

    /// Deletes a match. If an attempt without a response has deleted it, the retry fails with `MATCH_NOT_FOUND`.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn delete_match(
        &self,
        token: Option<&Token>,
        request: DeleteMatchRequest,
    ) -> Result<DeleteMatchResponse, Error> {
        let send = |channel, request| async { AdminServiceClient::new(channel).delete_match(request).await };
        self.ask(token, request, send).await
    }

    /// Erases the names of the players of a seat, or the name of a match. Idempotent.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn erase_player(
        &self,
        token: Option<&Token>,
        request: ErasePlayerRequest,
    ) -> Result<ErasePlayerResponse, Error> {
        let send = |channel, request| async { AdminServiceClient::new(channel).erase_player(request).await };
        self.ask(token, request, send).await
    }

    /// The personal data of the players of a seat.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn export_player(
        &self,
        token: Option<&Token>,
        request: ExportPlayerRequest,
    ) -> Result<ExportPlayerResponse, Error> {
        let send = |channel, request| async { AdminServiceClient::new(channel).export_player(request).await };
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

    /// Sets the log filter of the server that answers; with several replicas, that can be any of them.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn set_log_filter(
        &self,
        token: Option<&Token>,
        request: SetLogFilterRequest,
    ) -> Result<SetLogFilterResponse, Error> {
        let send = |channel, request| async { AdminServiceClient::new(channel).set_log_filter(request).await };
        self.ask(token, request, send).await
    }
}
