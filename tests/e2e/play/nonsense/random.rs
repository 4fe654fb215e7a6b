//! Random bytes, and random changes of valid messages.

use bytes::Bytes;
use prost::Message as _;
use tinsel_harness::{
    ANY_GAME, Chance, METHODS, Method, Refusal, Replica, TestMatch, check_refusal, created, some_action,
};
use tinsel_proto::v1::{
    AbortMatchRequest, AddBotRequest, CreateRematchRequest, ForfeitMatchRequest, GetGameRequest, GetMatchRequest,
    JoinMatchRequest, LeaveMatchRequest, ListGamesRequest, ListLegalActionsRequest, ListMatchesRequest,
    ListPlayerMatchesRequest, QuickMatchRequest, ReissueSeatTokenRequest, RemovePlayerRequest, ReturnToSeatRequest,
    SpectateMatchRequest, StartMatchRequest, SubstituteSeatRequest, TransferHostRequest, WatchMatchRequest,
    watch_match_request::Position,
};
use tinsel_server::{Config, StoreAddress};
use tonic::{Code, Status};

use super::{playing, see};

/// The response must be a success, or a listed refusal that is not an internal error.
pub(crate) fn judge(method: Method, asked: &Bytes, answer: Result<Bytes, Status>) {
    let Err(status) = answer else { return };
    let refusal = Refusal::of(&status);
    let what = format!("{} asked {asked:02x?}: {refusal:?}", method.path);
    assert!(
        ![Code::Internal, Code::Unknown, Code::DataLoss].contains(&refusal.code),
        "{what}"
    );
    assert!(!refusal.reason.is_empty(), "{what}");
    check_refusal(&refusal);
}

/// A valid request for each of [`METHODS`]. Those about an active match are refused by it or only read.
fn right(table: &TestMatch) -> Vec<Bytes> {
    let match_id = || table.match_id.clone();
    let bot = AddBotRequest {
        match_id: match_id(),
        request_id: "bot".to_owned(),
        display_name: "Robot".to_owned(),
        seat: Some(4),
    };
    let reissue = ReissueSeatTokenRequest {
        match_id: match_id(),
        request_id: "reissue".to_owned(),
        player_ref: "user".to_owned(),
    };
    let rematch = CreateRematchRequest {
        match_id: match_id(),
        ..CreateRematchRequest::default()
    };
    let played = ListPlayerMatchesRequest {
        player_ref: "user".to_owned(),
        ..ListPlayerMatchesRequest::default()
    };
    let remove = RemovePlayerRequest {
        match_id: match_id(),
        request_id: "remove".to_owned(),
        seat: Some(4),
    };
    // A valid one would revoke the token of the host.
    let transfer = TransferHostRequest {
        match_id: match_id(),
        request_id: "transfer".to_owned(),
        seat: Some(1_000_000),
    };
    let start = StartMatchRequest {
        match_id: match_id(),
        request_id: "start".to_owned(),
    };
    let watch = WatchMatchRequest {
        match_id: match_id(),
        position: Some(Position::AfterRevision(3)),
        ..WatchMatchRequest::default()
    };
    let join = JoinMatchRequest {
        request_id: "again".to_owned(),
        ..table.joining(3)
    };
    let game = GetGameRequest {
        game_id: ANY_GAME.as_str().to_owned(),
        ..GetGameRequest::default()
    };
    let legal = ListLegalActionsRequest {
        match_id: match_id(),
        ..ListLegalActionsRequest::default()
    };
    // Calls that would change an active match are about a match that does not exist.
    let nowhere = || "000-00000000000000000000".to_owned();
    let quick = QuickMatchRequest {
        request_id: "quick".to_owned(),
        display_name: "Quick".to_owned(),
        config: created("").config,
        ..QuickMatchRequest::default()
    };
    let list = ListMatchesRequest {
        page_size: 3,
        ..ListMatchesRequest::default()
    };
    let spectate = SpectateMatchRequest {
        match_id: match_id(),
        ..SpectateMatchRequest::default()
    };
    let leave = LeaveMatchRequest {
        match_id: nowhere(),
        request_id: "leave".to_owned(),
    };
    let forfeit = ForfeitMatchRequest {
        match_id: nowhere(),
        request_id: "forfeit".to_owned(),
    };
    let substitute = SubstituteSeatRequest {
        match_id: nowhere(),
        request_id: "substitute".to_owned(),
        seat: Some(3),
    };
    let come_back = ReturnToSeatRequest {
        match_id: nowhere(),
        request_id: "return".to_owned(),
    };
    let abort = AbortMatchRequest {
        match_id: nowhere(),
        request_id: "abort".to_owned(),
    };
    let requests = [
        ListGamesRequest {}.encode_to_vec(),
        game.encode_to_vec(),
        created("random").encode_to_vec(),
        join.encode_to_vec(),
        rematch.encode_to_vec(),
        reissue.encode_to_vec(),
        played.encode_to_vec(),
        bot.encode_to_vec(),
        remove.encode_to_vec(),
        transfer.encode_to_vec(),
        start.encode_to_vec(),
        quick.encode_to_vec(),
        list.encode_to_vec(),
        spectate.encode_to_vec(),
        leave.encode_to_vec(),
        forfeit.encode_to_vec(),
        substitute.encode_to_vec(),
        come_back.encode_to_vec(),
        abort.encode_to_vec(),
        GetMatchRequest {
            match_id: match_id(),
            ..GetMatchRequest::default()
        }
        .encode_to_vec(),
        legal.encode_to_vec(),
        table.submitting("random", some_action(ANY_GAME)).encode_to_vec(),
        table.validating(some_action(ANY_GAME)).encode_to_vec(),
        table.listing(3, 7).encode_to_vec(),
        watch.encode_to_vec(),
    ];
    requests.into_iter().map(Bytes::from).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn random_bytes_and_changed_messages_never_break_a_match() {
    let replica = Replica::start(Config {
        heartbeat_seconds: 1,
        store: StoreAddress::Redis(tinsel_harness::redis().url()),
        ..Config::default()
    })
    .await;
    let api = replica.api();
    let (table, before) = playing(api).await;
    let tokens = [None, Some(table.token(0)), Some(table.host.as_str())];
    let right = right(&table);
    assert_eq!(right.len(), METHODS.len());
    let mut chance = Chance::new(0x7135_e15e);
    for round in 0..120 {
        for (method, valid) in METHODS.iter().zip(&right) {
            let token = tokens[chance.below(tokens.len())];
            let asked = Bytes::from(if round % 3 == 0 {
                chance.bytes(80)
            } else {
                chance.changed(valid)
            });
            judge(*method, &asked, api.ask_any(*method, asked.clone(), token).await);
        }
    }
    let getting = METHODS
        .iter()
        .position(|method| method.path.ends_with("/GetMatch"))
        .unwrap();
    for round in 0..100 {
        let mut token = table.token(0).to_owned().into_bytes();
        let position = chance.below(token.len());
        token[position] = b'!' + u8::try_from(chance.below(90)).unwrap();
        let token = String::from_utf8(token).unwrap();
        let answer = api
            .ask_any(METHODS[getting], right[getting].clone(), Some(&token))
            .await;
        if token != table.token(0) {
            assert!(answer.is_err(), "a changed token was taken in round {round}: {token}");
        }
        judge(METHODS[getting], &right[getting], answer);
    }
    assert_eq!(see(api, &table).await, before, "the match has changed");
}
