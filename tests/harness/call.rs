//! The calls of the API by their request messages.

use std::fmt::Debug;

use prost::Message;
use tinsel_proto::v1;

/// A unary call, identified by the type of its request.
pub trait Call: Message + Clone + Default + Debug {
    /// The type of its response.
    type Answer: Message + Default + Debug;
    /// Its method.
    const METHOD: Method;
}

/// A method of the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Method {
    /// Its path.
    pub path: &'static str,
    /// Whether it responds with a stream.
    pub streams: bool,
}

const fn unary(path: &'static str) -> Method {
    Method { path, streams: false }
}

macro_rules! calls {
    ($($request:ident => $answer:ident at $path:literal,)+) => {
        $(impl Call for v1::$request {
            type Answer = v1::$answer;
            const METHOD: Method = unary($path);
        })+
    };
}

/// The calls for players, and the list of their methods.
macro_rules! calls_of_players {
    ($($request:ident => $answer:ident at $path:literal,)+) => {
        calls! { $($request => $answer at $path,)+ }

        /// Every method of the API for players.
        pub const METHODS: &[Method] = &[
            $(unary($path),)+
            Method { path: "/tinsel.v1.MatchService/WatchMatch", streams: true },
        ];
    };
}

calls_of_players! {
    ListGamesRequest => ListGamesResponse at "/tinsel.v1.GameService/ListGames",
    GetGameRequest => GetGameResponse at "/tinsel.v1.GameService/GetGame",
    CreateMatchRequest => CreateMatchResponse at "/tinsel.v1.MatchService/CreateMatch",
    JoinMatchRequest => JoinMatchResponse at "/tinsel.v1.MatchService/JoinMatch",
    CreateRematchRequest => CreateRematchResponse at "/tinsel.v1.MatchService/CreateRematch",
    ReissueSeatTokenRequest => ReissueSeatTokenResponse at "/tinsel.v1.MatchService/ReissueSeatToken",
    ListPlayerMatchesRequest => ListPlayerMatchesResponse at "/tinsel.v1.MatchService/ListPlayerMatches",
    AddBotRequest => AddBotResponse at "/tinsel.v1.MatchService/AddBot",
    RemovePlayerRequest => RemovePlayerResponse at "/tinsel.v1.MatchService/RemovePlayer",
    TransferHostRequest => TransferHostResponse at "/tinsel.v1.MatchService/TransferHost",
    StartMatchRequest => StartMatchResponse at "/tinsel.v1.MatchService/StartMatch",
    QuickMatchRequest => QuickMatchResponse at "/tinsel.v1.MatchService/QuickMatch",
    ListMatchesRequest => ListMatchesResponse at "/tinsel.v1.MatchService/ListMatches",
    SpectateMatchRequest => SpectateMatchResponse at "/tinsel.v1.MatchService/SpectateMatch",
    LeaveMatchRequest => LeaveMatchResponse at "/tinsel.v1.MatchService/LeaveMatch",
    ForfeitMatchRequest => ForfeitMatchResponse at "/tinsel.v1.MatchService/ForfeitMatch",
    SubstituteSeatRequest => SubstituteSeatResponse at "/tinsel.v1.MatchService/SubstituteSeat",
    ReturnToSeatRequest => ReturnToSeatResponse at "/tinsel.v1.MatchService/ReturnToSeat",
    AbortMatchRequest => AbortMatchResponse at "/tinsel.v1.MatchService/AbortMatch",
    GetMatchRequest => GetMatchResponse at "/tinsel.v1.MatchService/GetMatch",
    ListLegalActionsRequest => ListLegalActionsResponse at "/tinsel.v1.MatchService/ListLegalActions",
    SubmitActionRequest => SubmitActionResponse at "/tinsel.v1.MatchService/SubmitAction",
    ValidateActionRequest => ValidateActionResponse at "/tinsel.v1.MatchService/ValidateAction",
    ListHistoryRequest => ListHistoryResponse at "/tinsel.v1.MatchService/ListHistory",
}

calls! {
    ExamineMatchRequest => ExamineMatchResponse at "/tinsel.v1.AdminService/ExamineMatch",
    RevealMatchRequest => RevealMatchResponse at "/tinsel.v1.AdminService/RevealMatch",
    RepairMatchRequest => RepairMatchResponse at "/tinsel.v1.AdminService/RepairMatch",
    AdminServiceListMatchesRequest => AdminServiceListMatchesResponse at "/tinsel.v1.AdminService/ListMatches",
    DeleteMatchRequest => DeleteMatchResponse at "/tinsel.v1.AdminService/DeleteMatch",
    ErasePlayerRequest => ErasePlayerResponse at "/tinsel.v1.AdminService/ErasePlayer",
    ExportPlayerRequest => ExportPlayerResponse at "/tinsel.v1.AdminService/ExportPlayer",
    CheckStoreRequest => CheckStoreResponse at "/tinsel.v1.AdminService/CheckStore",
    SetLogFilterRequest => SetLogFilterResponse at "/tinsel.v1.AdminService/SetLogFilter",
}
