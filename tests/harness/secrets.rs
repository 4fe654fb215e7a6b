//! Texts that no log and no span may contain.

use std::{collections::BTreeSet, sync::LazyLock};

use aho_corasick::AhoCorasick;
use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD},
};
use bytes::Bytes;
use prost::Message;
use tinsel_catalog::{Action, GameId, NotActed};
use tinsel_proto::v1::{GameAction, JoinMatchRequest, SubmitActionRequest, SubmitActionResponse};
use tonic::Status;

use crate::{
    api::Api,
    player::Choice,
    protos::message_of_the_api,
    refused,
    replica::KEY,
    test_match::{Seated, TestMatch, begun, creating},
};

/// Texts that no log and no span may contain. Of every match: tokens, nonces, the seed, request IDs and submitted
/// actions. Of its game: the secret options, and the parts of actions and views.
#[derive(Debug, Clone)]
pub struct Secrets(BTreeSet<String>);

impl Secrets {
    /// The secrets of any match of this game.
    #[must_use]
    pub fn of(game: GameId) -> Self {
        let mut secrets = Self(BTreeSet::from(["Bearer".to_owned()]));
        secrets.add_bytes(KEY.as_bytes());
        let of_game = game.testkit().secrets();
        for option in of_game.options {
            secrets.add_bytes(option.as_bytes());
        }
        let names = of_game.names.iter().flat_map(|name| spellings(name));
        secrets.0.extend(names);
        secrets
    }

    /// Plays a whole match of this game with the setup that has most secrets. Some calls are refused on the way;
    /// request IDs start with `name`. Returns the secrets of the match.
    ///
    /// Only for servers with the tests' key.
    pub async fn of_a_match(game: GameId, api: &Api, name: &str) -> Self {
        let mut secrets = Self::of(game);
        let table = secrets.seat(game, api, name).await;
        let watching = api.watch(&table.match_id, Some(0), Some(table.token(0))).await;
        let mut watching = watching.expect("a stream");
        // Logs must not repeat invalid values either.
        let wrong = format!("{name}-is-no-token");
        refused(api.ask(&table.getting(), Some(&wrong)).await);
        secrets.0.insert(wrong);
        let bad = table.submitting(&format!("{name}-submits-0"), refused_without(game, &secrets));
        refused(secrets.submit(api, &table, 0, bad).await);
        secrets.play(api, &table, name).await;
        while watching.message().await.expect("a message").is_some() {}
        let end = table.state(api, None).await.r#match.expect("a match");
        secrets.add_bytes(&end.fairness.expect("what chance was bound to").server_seed);
        secrets
    }

    /// Creates the match and takes all its seats.
    async fn seat(&mut self, game: GameId, api: &Api, name: &str) -> TestMatch {
        let creating = creating(&game.testkit().secrets().setup, &format!("{name}-creates-{game}"));
        let mut table = TestMatch::create(api, &creating).await;
        self.0.insert(creating.request_id);
        for seat in 0..table.seats.len() {
            let joining = JoinMatchRequest {
                request_id: format!("{name}-joins-{seat}"),
                nonce: Bytes::from(format!("{name}, what seat {seat} adds")),
                ..table.joining(seat)
            };
            let answer = api.ask(&joining, None).await.expect("a seat");
            table.seats[seat] = Seated::Player(answer.seat_token);
            self.0.insert(joining.request_id);
            self.add_bytes(&joining.nonce);
        }
        for token in table.viewers().into_iter().flatten() {
            let proof = token.rsplit_once('.').expect("a token with a proof").1;
            self.0.extend([token.to_owned(), proof.to_owned()]);
        }
        table
    }

    /// Plays the match to its end.
    async fn play(&mut self, api: &Api, table: &TestMatch, name: &str) {
        let mut number = 0;
        while !table.is_over(api).await {
            for seat in table.players() {
                if let Some(action) = table.choice(api, seat, Choice::Bot(6)).await {
                    number += 1;
                    let asked = table.submitting(&format!("{name}-submits-{number}"), action);
                    self.submit(api, table, seat, asked).await.expect("accepted");
                }
            }
        }
    }

    async fn submit(
        &mut self,
        api: &Api,
        table: &TestMatch,
        seat: usize,
        asked: SubmitActionRequest,
    ) -> Result<SubmitActionResponse, Status> {
        let action = asked.action.as_ref().expect("an action");
        self.0.insert(format!("{action:?}"));
        self.add_bytes(&action.encode_to_vec());
        self.0.insert(asked.request_id.clone());
        api.ask(&asked, Some(table.token(seat))).await
    }

    /// Adds bytes in each of their textual forms.
    fn add_bytes(&mut self, bytes: &[u8]) {
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let debug = [
            format!("{bytes:?}"),
            format!("{bytes:02x?}"),
            format!("{:?}", Bytes::copy_from_slice(bytes)),
        ];
        self.0.extend(debug.into_iter().chain([hex.to_uppercase(), hex]));
        for engine in [STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD] {
            self.0.insert(engine.encode(bytes));
        }
        self.0.extend(std::str::from_utf8(bytes).map(str::to_owned));
    }

    /// The texts.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// A secret that `text` contains.
    #[must_use]
    pub fn found_in(&self, text: &str) -> Option<&str> {
        self.iter().find(|secret| text.contains(secret))
    }

    /// Fails the test if one of these lines contains a secret.
    ///
    /// For long secrets it searches the last characters, which occur wherever the whole occurs. So it reads a million
    /// lines only once.
    #[track_caller]
    pub fn check_not_in<'a>(&self, lines: impl IntoIterator<Item = &'a str>) {
        let ends: BTreeSet<_> = self.iter().map(end).collect();
        let ends = AhoCorasick::new(ends).expect("texts to look for");
        for line in lines {
            let found = ends.find(line).map(|found| line.get(found.range()));
            assert_eq!(found, None, "this line contains a secret: {line}");
        }
    }
}

/// An action that is refused at the beginning of a match, for a reason without these texts: a reason is public.
fn refused_without(game: GameId, secrets: &Secrets) -> GameAction {
    let (begun, first) = begun(game);
    let is_apart = |action: &GameAction| {
        let read = Action::read(action.clone()).expect("an action of a game");
        let refused = begun.judge(first, &read);
        matches!(refused, Err(NotActed::Refused(refusal)) if secrets.found_in(refusal.code).is_none())
    };
    let positions = game.testkit().refused_positions().into_iter();
    let mut actions = positions
        .flat_map(|position| position.refused)
        .map(|refused| refused.action);
    actions.find(is_apart).expect("such an action")
}

/// The kinds of actions by their names in the protos of the games, and the value for a kind that must stay secret.
/// Spans contain them.
pub static ACTION_KINDS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let of_games = message_of_the_api("GameAction");
    let games = of_games.fields().map(|game| game.kind());
    let actions = games.filter_map(|game| game.as_message().cloned());
    let kinds = actions.flat_map(|action| action.fields().map(|kind| kind.name().to_owned()).collect::<Vec<_>>());
    kinds.chain(["sealed", "default"].map(str::to_owned)).collect()
});

/// The kinds of actions that Secret Santa seals: the kind can be secret, and so can the seat.
pub const SEALED_KINDS: [&str; 8] = [
    "play_fruitcake",
    "play_carol",
    "play_mouse",
    "play_ghost",
    "play_tree",
    "play_scrooge",
    "decline",
    "withdraw_decline",
];

/// A text without the kinds of actions that its spans contain.
#[must_use]
pub fn without_action_kinds(text: &str) -> String {
    let mut parts = text.split("tinsel.action=\"");
    let mut without = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.split_once('"').filter(|(kind, _)| ACTION_KINDS.contains(*kind));
        without.push_str(rest.map_or(part, |(_, rest)| rest));
    }
    without
}

/// The last characters of a text, enough to occur in no line by chance.
fn end(text: &str) -> &[u8] {
    const LONG: usize = 24;
    let bytes = text.as_bytes();
    &bytes[bytes.len().saturating_sub(LONG)..]
}

/// A name as `Debug` writes it, and its other spellings: `GarnetBank`, `garnetBank`, `garnet_bank`, `GARNET_BANK`,
/// `garnet-bank`, `Garnet Bank`.
fn spellings(name: &str) -> [String; 6] {
    let mut words: Vec<String> = vec![String::new()];
    for letter in name.chars() {
        let begins = letter == '_' || letter.is_uppercase();
        if begins && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if letter != '_' {
            words.last_mut().expect("a word").extend(letter.to_lowercase());
        }
    }
    let capitalized = words.iter().map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    });
    let capitalized: Vec<_> = capitalized.collect();
    [
        capitalized.concat(),
        words[0].clone() + &capitalized[1..].concat(),
        words.join("_"),
        words.join("_").to_uppercase(),
        words.join("-"),
        capitalized.join(" "),
    ]
}
