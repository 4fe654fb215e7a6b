//! Two worlds that differ in one sealed submission, and nobody else can tell.
//!
//! Both worlds have the same clock, randomness and calls; only what seat 0 has submitted differs. Everybody else asks
//! everything there is to ask, and must get the same bytes.

use std::collections::BTreeMap;

use bytes::Bytes;
use prost::Message as _;
use tinsel_harness::{Api, Choice, METHODS, Table, World, created, presents_of_mine, soon};
use tinsel_proto::{
    games::presents_of_mine::v1::{self as pom, PregameHands},
    v1::{
        AddBotRequest, CreateMatchRequest, GameAction, GetGameRequest, GetMatchRequest, JoinMatchRequest,
        ListGamesRequest, ListLegalActionsRequest, StartMatchRequest, WatchMatchRequest, watch_match_response,
    },
};
use tinsel_store::Memory;
use tonic::Code;

use crate::nonsense::{passing, selection, stealing};

/// An answer or a refusal, byte for byte.
#[derive(Debug, PartialEq, Eq)]
enum Answer {
    Bytes(Bytes),
    Refused(Code, String, Bytes),
}

/// Everything that can be asked about the match without changing it, as requests by the number of their method.
fn questions(table: &Table, step: usize) -> Vec<(usize, Vec<u8>)> {
    let match_id = || table.match_id.clone();
    let mut questions = vec![
        (0, ListGamesRequest {}.encode_to_vec()),
        (
            1,
            GetGameRequest {
                game_id: "presents_of_mine".to_owned(),
            }
            .encode_to_vec(),
        ),
        (
            3,
            JoinMatchRequest {
                request_id: String::new(),
                ..table.joining(3)
            }
            .encode_to_vec(),
        ),
        (3, table.joining(0).encode_to_vec()),
        (
            4,
            AddBotRequest {
                match_id: match_id(),
                ..Default::default()
            }
            .encode_to_vec(),
        ),
        (
            5,
            StartMatchRequest {
                match_id: match_id(),
                ..Default::default()
            }
            .encode_to_vec(),
        ),
        (6, GetMatchRequest { match_id: match_id() }.encode_to_vec()),
        (7, ListLegalActionsRequest { match_id: match_id() }.encode_to_vec()),
    ];
    let swap = pom::Replacement::default();
    let actions: Vec<GameAction> = vec![
        selection(&[1, 2, 3, 4, 4]),
        selection(&[]),
        passing(Vec::new(), None),
        passing(vec![present(1, 99); 3], None),
        passing(vec![present(1, 0); 3], Some(swap)),
        stealing(vec![present(1, 99); 3]),
        stealing(Vec::new()),
    ];
    let submissions = actions
        .into_iter()
        .map(|action| table.submitting("", action).encode_to_vec());
    questions.extend(submissions.map(|asked| (8, asked)));
    // The names of requests that seat 0 has used, and such as it has not.
    for request_id in [format!("hidden-{step}"), "unused".to_owned()] {
        questions.push((8, table.submitting(&request_id, selection(&[])).encode_to_vec()));
    }
    questions
}

const fn present(letter: i32, staleness: u32) -> pom::Present {
    pom::Present {
        letter,
        staleness,
        layers: 0,
    }
}

/// What everybody but seat 0 is answered.
async fn ask_everything(api: &Api, table: &Table, step: usize) -> BTreeMap<(usize, usize), Answer> {
    let viewers = table.viewers();
    let mut answers = BTreeMap::new();
    for (viewer, token) in viewers.into_iter().enumerate().skip(1) {
        for (index, (method, asked)) in questions(table, step).into_iter().enumerate() {
            let answer = match api.ask_bytes(METHODS[method].path, asked.into(), token).await {
                Ok(bytes) => Answer::Bytes(bytes),
                Err(status) => {
                    let details = Bytes::copy_from_slice(status.details());
                    Answer::Refused(status.code(), status.message().to_owned(), details)
                }
            };
            answers.insert((viewer, index), answer);
        }
    }
    answers
}

/// What everybody but seat 0 is told by streams, from the beginning, from the middle and by a snapshot.
async fn watch_everything(api: &Api, table: &Table, head: u64) -> Vec<Vec<Bytes>> {
    let mut told = Vec::new();
    for token in table.viewers().into_iter().skip(1) {
        for after_revision in [None, Some(0), Some(head - 1), Some(head + 7)] {
            let asked = WatchMatchRequest {
                match_id: table.match_id.clone(),
                after_revision,
            };
            let path = "/tinsel.v1.MatchService/WatchMatch";
            let stream = api.stream_bytes(path, asked.encode_to_vec().into(), token).await;
            let mut stream = stream.expect("a stream");
            let mut messages = Vec::new();
            loop {
                let message = soon("a message", stream.message())
                    .await
                    .unwrap()
                    .expect("the match goes on");
                let reached = reaches(&message, head);
                messages.push(message);
                if reached {
                    break;
                }
            }
            told.push(messages);
        }
    }
    told
}

/// Whether a message brings the watcher to `head`.
fn reaches(message: &Bytes, head: u64) -> bool {
    let response = tinsel_proto::v1::WatchMatchResponse::decode(message.clone()).unwrap();
    match response.message.unwrap() {
        watch_match_response::Message::Update(update) => update.revision >= head,
        watch_match_response::Message::Snapshot(_) => true,
        other => panic!("not expected: {other:?}"),
    }
}

/// Two worlds, and the same match in both.
struct Pair {
    worlds: [World; 2],
    tables: [Table; 2],
}

impl Pair {
    async fn new(hands: PregameHands) -> Self {
        let worlds = [
            World::new(Memory::default(), 42).await,
            World::new(Memory::default(), 42).await,
        ];
        let asked = CreateMatchRequest {
            config: Some(presents_of_mine(pom::Config {
                pregame_hands: hands.into(),
                ..Default::default()
            })),
            ..created("the-same-in-both")
        };
        let tables = [
            Table::of_players(&[worlds[0].api()], &asked).await,
            Table::of_players(&[worlds[1].api()], &asked).await,
        ];
        assert_eq!(tables[0].match_id, tables[1].match_id);
        assert_eq!(tables[0].seats, tables[1].seats);
        Self { worlds, tables }
    }

    async fn revision(&self) -> u64 {
        let state = self.tables[0].state(self.worlds[0].api(), None).await;
        state.r#match.unwrap().revision
    }

    /// Nobody but seat 0 can tell the worlds apart, by whatever they ask.
    async fn check_alike(&self, step: usize) {
        let [one, other] = &self.worlds;
        let answers = ask_everything(one.api(), &self.tables[0], step).await;
        let others = ask_everything(other.api(), &self.tables[1], step).await;
        for (key, answer) in &answers {
            assert_eq!(
                answer, &others[key],
                "viewer {} question {} in step {step}",
                key.0, key.1
            );
        }
        let head = self.revision().await;
        let told = watch_everything(one.api(), &self.tables[0], head).await;
        assert_eq!(
            told,
            watch_everything(other.api(), &self.tables[1], head).await,
            "streams in step {step}"
        );
    }

    /// Lets `seat` submit the same in both worlds.
    async fn submit_alike(&self, seat: usize, choice: Choice) {
        let action = self.tables[0].choice(self.worlds[0].api(), seat, choice).await.unwrap();
        for (world, table) in self.worlds.iter().zip(&self.tables) {
            table.submit(world.api(), seat, action.clone()).await.expect("accepted");
        }
    }

    /// Lets seat 0 submit something else in each world: its default, and what a bot does that does otherwise.
    async fn submit_differently(&self, step: usize) {
        let api = self.worlds[0].api();
        let default = self.tables[0].choice(api, 0, Choice::Default).await.unwrap();
        let mut other = default.clone();
        for number in 0..100 {
            other = self.tables[0].choice(api, 0, Choice::Bot(number)).await.unwrap();
            if other != default {
                break;
            }
        }
        assert_ne!(default, other, "a bot that does something else");
        for (index, action) in [default, other].into_iter().enumerate() {
            let asked = self.tables[index].submitting(&format!("hidden-{step}"), action);
            let token = self.tables[index].token(0);
            self.worlds[index]
                .api()
                .ask(&asked, Some(token))
                .await
                .expect("accepted");
        }
        // The test itself: seat 0 can tell.
        let [one, two] = [0, 1].map(|index| {
            let (world, table) = (&self.worlds[index], &self.tables[index]);
            async move { table.bytes(world.api(), Some(table.token(0))).await }
        });
        assert_ne!(one.await, two.await, "seat 0 sees what it has submitted");
    }
}

/// In each step: while seat 0 alone has submitted, and again when seven have, last of all before it resolves.
async fn check_every_step(hands: PregameHands) {
    for hidden_in in 0..6 {
        let pair = Pair::new(hands).await;
        for step in 0..hidden_in {
            for seat in 0..8 {
                pair.submit_alike(seat, Choice::Bot(step)).await;
            }
        }
        let step = usize::try_from(hidden_in).unwrap();
        pair.check_alike(step).await;
        pair.submit_differently(step).await;
        pair.check_alike(step).await;
        for seat in 1..7 {
            pair.submit_alike(seat, Choice::Default).await;
        }
        pair.check_alike(step).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_can_tell_what_a_seat_has_sealed() {
    check_every_step(PregameHands::Public).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_can_tell_what_a_seat_has_sealed_where_hands_are_private() {
    check_every_step(PregameHands::Private).await;
}
