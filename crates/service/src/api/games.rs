//! `ListGames` and `GetGame`: the available games with their options and rules.

use std::sync::Arc;

use prost::Message;
use tinsel_catalog::{
    AnyGame, GameId,
    presentation::{self, Writer},
};
use tinsel_engine::{Reason, ScoreOrder};
use tinsel_proto::v1::{
    self, Component, Game, GameActionInfo, GameLabel, GameOption, GamePhase, GameReason, GetGameRequest,
    GetGameResponse, ListGamesRequest, ListGamesResponse,
};
use tinsel_store::MatchStore;

use super::call::Call;
use crate::{deps::Deps, error::RpcError};

pub(super) async fn list_games<S: MatchStore>(
    _: Arc<Deps<S>>,
    _: Call<ListGamesRequest>,
) -> Result<ListGamesResponse, RpcError> {
    Ok(ListGamesResponse {
        games: GameId::ALL.iter().map(|game| describe(game.game())).collect(),
    })
}

pub(super) async fn get_game<S: MatchStore>(
    _: Arc<Deps<S>>,
    call: Call<GetGameRequest>,
) -> Result<GetGameResponse, RpcError> {
    let game = GameId::parse(&call.message.game_id)
        .ok_or(RpcError::GameNotFound)?
        .game();
    let facts = game.facts();
    let options = (facts.options)().into_iter().map(|option| GameOption {
        name: option.name.to_owned(),
        meaning: option.meaning.to_owned(),
        default_value: option.default.into_owned(),
        valid_values: option.valid.into_owned(),
    });
    let actions = facts.actions.iter().map(|action| GameActionInfo {
        name: action.name.to_owned(),
        meaning: action.meaning.to_owned(),
        default_action: action.default.to_owned(),
        fields: action.fields.iter().copied().map(str::to_owned).collect(),
    });
    let phases = facts.phases.iter().map(|phase| GamePhase {
        name: phase.name.to_owned(),
        meaning: phase.meaning.to_owned(),
    });
    let labels = facts.labels.iter().map(|label| GameLabel {
        label: label.label.to_string(),
        meaning: label.meaning.to_owned(),
    });
    let asked = &call.message;
    let (digest, components) = if asked.presentation {
        components(game)
    } else {
        (String::new(), Vec::new())
    };
    let writer = Writer::new(facts, &|seat| seat.to_string());
    let specs = game.options().into_iter().filter(|_| asked.presentation);
    let option_specs = specs.map(|option| writer.option(&option)).collect();
    Ok(GetGameResponse {
        components: if digest == asked.components_digest {
            Vec::new()
        } else {
            components
        },
        components_digest: digest,
        option_specs,
        game: Some(describe(game)),
        options: options.collect(),
        actions: actions.collect(),
        reasons: game.reasons().iter().map(|reason| explain(game, reason)).collect(),
        rules: facts.rules.to_owned(),
        phases: phases.collect(),
        labels: labels.collect(),
    })
}

/// The components of a game, with their digest.
fn components(game: &dyn AnyGame) -> (String, Vec<Component>) {
    let components: Vec<Component> = game.components().iter().map(presentation::write_component).collect();
    let mut hasher = blake3::Hasher::new();
    for component in &components {
        hasher.update(&component.encode_length_delimited_to_vec());
    }
    (hasher.finalize().to_string(), components)
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
        score_order: match facts.score_order {
            ScoreOrder::HigherIsBetter => v1::ScoreOrder::HigherIsBetter,
            ScoreOrder::LowerIsBetter => v1::ScoreOrder::LowerIsBetter,
        }
        .into(),
        seats_default: game.seats_default(),
        score_unit: facts.score_unit.to_owned(),
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
        meaning: reason.to_string(),
    }
}
