//! `ListGames` and `GetGame`: what can be played, and how.

use tinsel_catalog::{AnyGame, GameId};
use tinsel_engine::Reason;
use tinsel_proto::v1::{
    Game, GameActionInfo, GameOption, GameReason, GetGameRequest, GetGameResponse, ListGamesResponse,
};

use crate::error::RpcError;

pub(super) fn list_games() -> ListGamesResponse {
    ListGamesResponse {
        games: GameId::ALL.iter().map(|game| describe(game.game())).collect(),
    }
}

pub(super) fn get_game(asked: &GetGameRequest) -> Result<GetGameResponse, RpcError> {
    let game = GameId::parse(&asked.game_id).ok_or(RpcError::GameNotFound)?.game();
    let facts = game.facts();
    let options = facts.options.iter().map(|option| GameOption {
        name: option.name.to_owned(),
        meaning: option.meaning.to_owned(),
        default: option.default.to_owned(),
        valid: option.valid.to_owned(),
    });
    let actions = facts.actions.iter().map(|action| GameActionInfo {
        name: action.name.to_owned(),
        meaning: action.meaning.to_owned(),
        default: action.default.to_owned(),
    });
    Ok(GetGameResponse {
        game: Some(describe(game)),
        options: options.collect(),
        actions: actions.collect(),
        reasons: game.reasons().iter().map(|reason| explain(game, reason)).collect(),
        rules: facts.rules.to_owned(),
    })
}

fn describe(game: &dyn AnyGame) -> Game {
    let facts = game.facts();
    Game {
        game_id: facts.id.to_owned(),
        title: facts.title.to_owned(),
        summary: facts.summary.to_owned(),
        seats_min: u32::from(facts.seats_min),
        seats_max: u32::from(facts.seats_max),
        rules_version: facts.rules_version,
        discloses_everything: facts.discloses_everything,
    }
}

fn explain(game: &dyn AnyGame, reason: &Reason) -> GameReason {
    let code = if reason.malformed {
        "INVALID_ARGUMENT"
    } else {
        "FAILED_PRECONDITION"
    };
    GameReason {
        reason: reason.code.to_owned(),
        domain: game.domain(),
        code: code.to_owned(),
        meaning: reason.meaning.to_owned(),
    }
}
