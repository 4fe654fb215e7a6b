//! The services of the API, which map each method to its handler.

use std::{
    convert::Infallible,
    fmt,
    sync::Arc,
    task::{Context, Poll},
};

use futures_util::{FutureExt, future::BoxFuture};
use http::{Request, Response};
use tinsel_proto::v1::{admin_service_server, game_service_server, match_service_server};
use tinsel_store::MatchStore;
use tonic::{Status, body::Body, server::NamedService};
use tower::Service;

use super::{
    abort_match::abort_match,
    add_bot::add_bot,
    call::{streaming, unary},
    check_store::check_store,
    create_match::create_match,
    create_rematch::create_rematch,
    delete_match::delete_match,
    erase_player::{erase_player, export_player},
    examine_match::examine_match,
    forfeit_match::forfeit_match,
    games::{get_game, list_games},
    get_match::get_match,
    join_match::join_match,
    leave_match::leave_match,
    list_history::list_history,
    list_legal_actions::list_legal_actions,
    list_matches::list_matches,
    list_player_matches::list_player_matches,
    list_stored_matches::list_stored_matches,
    quick_match::quick_match,
    reissue_seat_token::reissue_seat_token,
    remove_player::remove_player,
    repair_match::repair_match,
    return_to_seat::return_to_seat,
    reveal_match::reveal_match,
    set_log_filter::set_log_filter,
    spectate_match::spectate_match,
    start_match::start_match,
    submit_action::submit_action,
    substitute_seat::substitute_seat,
    transfer_host::transfer_host,
    validate_action::validate_action,
    watch_match::watch_match,
};
use crate::deps::Deps;

/// The methods of operators that help to find out why the store is not used.
const WITHOUT_STORE: [&str; 2] = ["CheckStore", "SetLogFilter"];

/// Whether the method uses the store.
fn needs_store(service: &str, method: Option<&str>) -> bool {
    service != game_service_server::SERVICE_NAME && !method.is_some_and(|method| WITHOUT_STORE.contains(&method))
}

/// This answer, or a refusal if the store is not used.
async fn if_permitted<S>(
    deps: Arc<Deps<S>>,
    answering: BoxFuture<'static, Result<Response<Body>, Infallible>>,
) -> Result<Response<Body>, Infallible> {
    match deps.store_use.permit_call().await {
        Ok(()) => answering.await,
        Err(refusal) => Ok(Status::from(refusal).into_http()),
    }
}

/// A service of the API as a [`tower::Service`], with a handler for each method of the protos. The test
/// `every_method_has_a_handler` checks that.
macro_rules! service {
    ($(#[$attribute:meta])* $Name:ident, $name:expr; $($method:literal => $answer:ident($handler:path),)*) => {
        $(#[$attribute])*
        pub(crate) struct $Name<S>(pub(crate) Arc<Deps<S>>);

        impl<S> Clone for $Name<S> {
            fn clone(&self) -> Self {
                Self(Arc::clone(&self.0))
            }
        }

        impl<S> fmt::Debug for $Name<S> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(stringify!($Name))
            }
        }

        impl<S: MatchStore> NamedService for $Name<S> {
            const NAME: &'static str = $name;
        }

        impl<S: MatchStore> Service<Request<Body>> for $Name<S> {
            type Response = Response<Body>;
            type Error = Infallible;
            type Future = BoxFuture<'static, Result<Response<Body>, Infallible>>;

            fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
                Poll::Ready(Ok(()))
            }

            fn call(&mut self, request: Request<Body>) -> Self::Future {
                let deps = Arc::clone(&self.0);
                let bytes_max = deps.settings.limits.message_bytes;
                let path = request.uri().path().strip_prefix('/');
                let method = path.and_then(|path| path.strip_prefix($name)?.strip_prefix('/'));
                let is_permitted = deps.store_use.is_permitted() || !needs_store($name, method);
                let unpermitted = (!is_permitted).then(|| Arc::clone(&deps));
                let answering = match method {
                    $(Some($method) => {
                        $answer(bytes_max, request, move |call| $handler(Arc::clone(&deps), call)).boxed()
                    })*
                    Some(_) | None => async { Ok(Status::unimplemented("").into_http()) }.boxed(),
                };
                match unpermitted {
                    None => answering,
                    Some(deps) => if_permitted(deps, answering).boxed(),
                }
            }
        }
    };
}

service! {
    /// `tinsel.v1.MatchService`.
    MatchService, match_service_server::SERVICE_NAME;
    "CreateMatch" => unary(create_match),
    "JoinMatch" => unary(join_match),
    "AddBot" => unary(add_bot),
    "RemovePlayer" => unary(remove_player),
    "ReissueSeatToken" => unary(reissue_seat_token),
    "CreateRematch" => unary(create_rematch),
    "ListPlayerMatches" => unary(list_player_matches),
    "TransferHost" => unary(transfer_host),
    "StartMatch" => unary(start_match),
    "QuickMatch" => unary(quick_match),
    "ListMatches" => unary(list_matches),
    "SpectateMatch" => unary(spectate_match),
    "LeaveMatch" => unary(leave_match),
    "ForfeitMatch" => unary(forfeit_match),
    "SubstituteSeat" => unary(substitute_seat),
    "ReturnToSeat" => unary(return_to_seat),
    "AbortMatch" => unary(abort_match),
    "GetMatch" => unary(get_match),
    "ListLegalActions" => unary(list_legal_actions),
    "SubmitAction" => unary(submit_action),
    "ValidateAction" => unary(validate_action),
    "ListHistory" => unary(list_history),
    "WatchMatch" => streaming(watch_match),
}

service! {
    /// `tinsel.v1.GameService`.
    GameService, game_service_server::SERVICE_NAME;
    "ListGames" => unary(list_games),
    "GetGame" => unary(get_game),
}

service! {
    /// `tinsel.v1.AdminService`.
    AdminService, admin_service_server::SERVICE_NAME;
    "ExamineMatch" => unary(examine_match),
    "RevealMatch" => unary(reveal_match),
    "RepairMatch" => unary(repair_match),
    "ListMatches" => unary(list_stored_matches),
    "DeleteMatch" => unary(delete_match),
    "ErasePlayer" => unary(erase_player),
    "ExportPlayer" => unary(export_player),
    "CheckStore" => unary(check_store),
    "SetLogFilter" => unary(set_log_filter),
}

#[cfg(test)]
mod tests {
    use tinsel_store::InstallationId;
    use tonic::Code;
    use tower::ServiceExt;

    use super::*;
    use crate::{admin_routes, dispatch, methods::own_methods, routes, testkit::unit::matches};

    async fn answered(path: &str) -> Code {
        answered_by(matches().0, path).await
    }

    async fn answered_by(deps: Arc<Deps<impl MatchStore>>, path: &str) -> Code {
        let routes = if path.contains("AdminService") {
            admin_routes(Arc::clone(&deps))
        } else {
            routes(Arc::clone(&deps))
        };
        let request = Request::post(path).header("content-type", "application/grpc");
        let response = dispatch(deps, routes)
            .oneshot(request.body(Body::empty()).unwrap())
            .await
            .unwrap();
        Status::from_header_map(response.headers()).map_or(Code::Ok, |status| status.code())
    }

    #[tokio::test]
    async fn every_method_has_a_handler() {
        assert!(own_methods().count() > 20);
        for method in own_methods() {
            let path = format!("/{method}");
            assert_ne!(answered(&path).await, Code::Unimplemented, "{path}");
            // Limits identify a method by its full path.
            let (service, name) = path.rsplit_once('/').unwrap();
            for other in [format!("{path}s"), format!("{path}/"), format!("{service}/x/{name}")] {
                assert_eq!(answered(&other).await, Code::Unimplemented, "{other}");
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_before_the_first_check_of_the_store_waits_for_it() {
        let unchecked = || Arc::new(Arc::into_inner(matches().0).unwrap().checked_first());
        let calls = |deps| answered_by(deps, "/tinsel.v1.MatchService/ListMatches");
        assert_eq!(calls(unchecked()).await, Code::Unavailable);
        let deps = unchecked();
        let accepting = async { deps.store_use.accept(InstallationId(1)) };
        assert_ne!(tokio::join!(calls(Arc::clone(&deps)), accepting).0, Code::Unavailable);
    }
}
