//! The calls, one file for each. A handler reads like a recipe: validate, authorise, act, answer.

mod add_bot;
mod create_match;
mod games;
mod get_match;
mod join_match;
mod list_history;
mod list_legal_actions;
mod start_match;
mod submit_action;
mod validate_action;
mod watch_match;

use std::{fmt, sync::Arc};

use futures_util::stream::BoxStream;
use tinsel_proto::v1::{self, game_service_server::GameService, match_service_server::MatchService};
use tinsel_store::MatchStore;
use tonic::{Request, Response, Status};

use crate::deps::Deps;

/// `tinsel.v1.MatchService`.
pub(crate) struct Matches<S>(pub(crate) Arc<Deps<S>>);

impl<S> fmt::Debug for Matches<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Matches")
    }
}

#[tonic::async_trait]
impl<S: MatchStore> MatchService for Matches<S> {
    type WatchMatchStream = BoxStream<'static, Result<v1::WatchMatchResponse, Status>>;

    async fn create_match(
        &self,
        request: Request<v1::CreateMatchRequest>,
    ) -> Result<Response<v1::CreateMatchResponse>, Status> {
        let (_, extensions, request) = request.into_parts();
        Ok(Response::new(
            create_match::create_match(&self.0, &extensions, request).await?,
        ))
    }

    async fn join_match(
        &self,
        request: Request<v1::JoinMatchRequest>,
    ) -> Result<Response<v1::JoinMatchResponse>, Status> {
        Ok(Response::new(
            join_match::join_match(&self.0, request.into_inner()).await?,
        ))
    }

    async fn add_bot(&self, request: Request<v1::AddBotRequest>) -> Result<Response<v1::AddBotResponse>, Status> {
        let (metadata, _, request) = request.into_parts();
        Ok(Response::new(add_bot::add_bot(&self.0, &metadata, request).await?))
    }

    async fn start_match(
        &self,
        request: Request<v1::StartMatchRequest>,
    ) -> Result<Response<v1::StartMatchResponse>, Status> {
        let (metadata, _, request) = request.into_parts();
        Ok(Response::new(
            start_match::start_match(&self.0, &metadata, request).await?,
        ))
    }

    async fn get_match(&self, request: Request<v1::GetMatchRequest>) -> Result<Response<v1::GetMatchResponse>, Status> {
        let (metadata, _, request) = request.into_parts();
        Ok(Response::new(get_match::get_match(&self.0, &metadata, request).await?))
    }

    async fn list_legal_actions(
        &self,
        request: Request<v1::ListLegalActionsRequest>,
    ) -> Result<Response<v1::ListLegalActionsResponse>, Status> {
        let (metadata, _, request) = request.into_parts();
        Ok(Response::new(
            list_legal_actions::list_legal_actions(&self.0, &metadata, request).await?,
        ))
    }

    async fn submit_action(
        &self,
        request: Request<v1::SubmitActionRequest>,
    ) -> Result<Response<v1::SubmitActionResponse>, Status> {
        let (metadata, _, request) = request.into_parts();
        Ok(Response::new(
            submit_action::submit_action(&self.0, &metadata, request).await?,
        ))
    }

    async fn validate_action(
        &self,
        request: Request<v1::ValidateActionRequest>,
    ) -> Result<Response<v1::ValidateActionResponse>, Status> {
        let (metadata, _, request) = request.into_parts();
        Ok(Response::new(
            validate_action::validate_action(&self.0, &metadata, request).await?,
        ))
    }

    async fn list_history(
        &self,
        request: Request<v1::ListHistoryRequest>,
    ) -> Result<Response<v1::ListHistoryResponse>, Status> {
        let (metadata, _, request) = request.into_parts();
        Ok(Response::new(
            list_history::list_history(&self.0, &metadata, request).await?,
        ))
    }

    async fn watch_match(
        &self,
        request: Request<v1::WatchMatchRequest>,
    ) -> Result<Response<Self::WatchMatchStream>, Status> {
        let (metadata, extensions, request) = request.into_parts();
        Ok(Response::new(
            watch_match::watch_match(&self.0, (&metadata, &extensions), request).await?,
        ))
    }
}

/// `tinsel.v1.GameService`.
#[derive(Debug)]
pub(crate) struct Games;

#[tonic::async_trait]
impl GameService for Games {
    async fn list_games(
        &self,
        _request: Request<v1::ListGamesRequest>,
    ) -> Result<Response<v1::ListGamesResponse>, Status> {
        Ok(Response::new(games::list_games()))
    }

    async fn get_game(&self, request: Request<v1::GetGameRequest>) -> Result<Response<v1::GetGameResponse>, Status> {
        Ok(Response::new(games::get_game(&request.into_inner())?))
    }
}
