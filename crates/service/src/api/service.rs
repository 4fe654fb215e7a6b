//! The calls, one file for each. A handler reads like a recipe: validate, authorise, act, answer.

mod abort_match;
mod add_bot;
mod create_match;
mod examine_match;
mod forfeit_match;
mod games;
mod get_match;
mod join_match;
mod leave_match;
mod list_history;
mod list_legal_actions;
mod list_matches;
mod quick_match;
mod repair_match;
mod return_to_seat;
mod reveal_match;
mod set_log_filter;
mod spectate_match;
mod start_match;
mod submit_action;
mod substitute_seat;
mod validate_action;
mod watch_match;

use std::{fmt, sync::Arc};

use futures_util::stream::BoxStream;
use tinsel_proto::v1::{
    self, admin_service_server::AdminService, game_service_server::GameService, match_service_server::MatchService,
};
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

    async fn quick_match(
        &self,
        request: Request<v1::QuickMatchRequest>,
    ) -> Result<Response<v1::QuickMatchResponse>, Status> {
        let (_, extensions, request) = request.into_parts();
        Ok(Response::new(
            quick_match::quick_match(&self.0, &extensions, request).await?,
        ))
    }

    async fn list_matches(
        &self,
        request: Request<v1::ListMatchesRequest>,
    ) -> Result<Response<v1::ListMatchesResponse>, Status> {
        Ok(Response::new(
            list_matches::list_matches(&self.0, request.into_inner()).await?,
        ))
    }

    async fn spectate_match(
        &self,
        request: Request<v1::SpectateMatchRequest>,
    ) -> Result<Response<v1::SpectateMatchResponse>, Status> {
        Ok(Response::new(
            spectate_match::spectate_match(&self.0, request.into_inner()).await?,
        ))
    }

    async fn leave_match(
        &self,
        request: Request<v1::LeaveMatchRequest>,
    ) -> Result<Response<v1::LeaveMatchResponse>, Status> {
        let (metadata, _, request) = request.into_parts();
        Ok(Response::new(
            leave_match::leave_match(&self.0, &metadata, request).await?,
        ))
    }

    async fn forfeit_match(
        &self,
        request: Request<v1::ForfeitMatchRequest>,
    ) -> Result<Response<v1::ForfeitMatchResponse>, Status> {
        let (metadata, _, request) = request.into_parts();
        Ok(Response::new(
            forfeit_match::forfeit_match(&self.0, &metadata, request).await?,
        ))
    }

    async fn substitute_seat(
        &self,
        request: Request<v1::SubstituteSeatRequest>,
    ) -> Result<Response<v1::SubstituteSeatResponse>, Status> {
        let (metadata, _, request) = request.into_parts();
        Ok(Response::new(
            substitute_seat::substitute_seat(&self.0, &metadata, request).await?,
        ))
    }

    async fn return_to_seat(
        &self,
        request: Request<v1::ReturnToSeatRequest>,
    ) -> Result<Response<v1::ReturnToSeatResponse>, Status> {
        let (metadata, _, request) = request.into_parts();
        Ok(Response::new(
            return_to_seat::return_to_seat(&self.0, &metadata, request).await?,
        ))
    }

    async fn abort_match(
        &self,
        request: Request<v1::AbortMatchRequest>,
    ) -> Result<Response<v1::AbortMatchResponse>, Status> {
        let (metadata, _, request) = request.into_parts();
        Ok(Response::new(
            abort_match::abort_match(&self.0, &metadata, request).await?,
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

/// `tinsel.v1.AdminService`.
pub(crate) struct Admin<S>(pub(crate) Arc<Deps<S>>);

impl<S> fmt::Debug for Admin<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Admin")
    }
}

#[tonic::async_trait]
impl<S: MatchStore> AdminService for Admin<S> {
    async fn examine_match(
        &self,
        request: Request<v1::ExamineMatchRequest>,
    ) -> Result<Response<v1::ExamineMatchResponse>, Status> {
        let (metadata, _, request) = request.into_parts();
        Ok(Response::new(
            examine_match::examine_match(&self.0, &metadata, request).await?,
        ))
    }

    async fn reveal_match(
        &self,
        request: Request<v1::RevealMatchRequest>,
    ) -> Result<Response<v1::RevealMatchResponse>, Status> {
        let (metadata, _, request) = request.into_parts();
        Ok(Response::new(
            reveal_match::reveal_match(&self.0, &metadata, request).await?,
        ))
    }

    async fn repair_match(
        &self,
        request: Request<v1::RepairMatchRequest>,
    ) -> Result<Response<v1::RepairMatchResponse>, Status> {
        let (metadata, _, request) = request.into_parts();
        Ok(Response::new(
            repair_match::repair_match(&self.0, &metadata, request).await?,
        ))
    }

    async fn set_log_filter(
        &self,
        request: Request<v1::SetLogFilterRequest>,
    ) -> Result<Response<v1::SetLogFilterResponse>, Status> {
        let (metadata, _, request) = request.into_parts();
        Ok(Response::new(set_log_filter::set_log_filter(
            &self.0, &metadata, &request,
        )?))
    }
}
