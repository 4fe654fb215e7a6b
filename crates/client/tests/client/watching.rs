//! Watches that resume.

use futures_util::TryStreamExt;
use tinsel_client::{Client, Options, Watched};
use tinsel_proto::v1::{
    Heartbeat, MatchAborted, MatchEnded, MatchEvent, MatchPhase, Snapshot, Update, match_event,
    watch_match_request::Position, watch_match_response::Message,
};
use tonic::Status;

use crate::fake::{Fake, Then, client, state, update};

fn snapshot(revision: u64) -> Message {
    let state = Some(state(revision, MatchPhase::Active));
    Message::Snapshot(Snapshot { state })
}

fn last(revision: u64) -> Message {
    let ended = match_event::Event::MatchEnded(MatchEnded::default());
    Message::Update(Update {
        revision,
        events: vec![MatchEvent {
            event: Some(ended),
            sentence: None,
        }],
        ..Update::default()
    })
}

fn aborted(revision: u64) -> Message {
    let aborted = match_event::Event::MatchAborted(MatchAborted::default());
    Message::Update(Update {
        revision,
        events: vec![MatchEvent {
            event: Some(aborted),
            sentence: None,
        }],
        ..Update::default()
    })
}

const fn heartbeat(revision: u64) -> Message {
    Message::Heartbeat(Heartbeat {
        revision,
        server_time: None,
    })
}

/// An item of a watch, in short form.
fn short(watched: Watched) -> String {
    match watched {
        Watched::Snapshot(snapshot) => format!("={}", snapshot.state.unwrap().r#match.unwrap().revision),
        Watched::Update(update) => format!("+{}", update.revision),
        Watched::Heartbeat(_) => "alive".to_owned(),
    }
}

/// The position of a cursor.
fn at(revision: u64) -> Option<Position> {
    Some(Position::Cursor(format!("at-{revision}")))
}

/// The position of a revision.
fn behind(revision: u64) -> Option<Position> {
    Some(Position::AfterRevision(revision))
}

async fn all(client: &Client, after: Option<u64>) -> Vec<String> {
    let watch = client.spectator("000-match").watch(after);
    watch.map_ok(short).try_collect().await.unwrap()
}

async fn told(
    watches: impl IntoIterator<Item = (Vec<Message>, Then)>,
    after: Option<u64>,
) -> (Vec<String>, Vec<Option<Position>>) {
    let fake = Fake::default();
    let (address, _serving) = fake.serve().await;
    fake.script(|script| script.watches.extend(watches));
    let told = all(&client(&[&address]), after).await;
    (told, fake.script(|script| script.watched.clone()))
}

#[tokio::test]
async fn a_watch_resumes_after_its_last_message() {
    let broken = || Then::Fail(Status::unavailable("Stream removed"));
    // The caller has seen a revision; the heartbeat shows that the server knows it.
    let watches = [
        (vec![heartbeat(3)], broken()),
        (vec![snapshot(2)], broken()),
        (vec![last(3)], Then::End),
    ];
    let (told, asked) = told(watches, Some(3)).await;
    assert_eq!(told, ["=2", "+3"]);
    assert_eq!(asked, [behind(3), at(3), at(2)]);
}

#[tokio::test]
async fn a_server_without_cursors_gets_the_revision() {
    let fake = Fake::default();
    let (address, _serving) = fake.serve().await;
    let broken = || Then::Fail(Status::unavailable("Stream removed"));
    fake.script(|script| {
        script.without_cursors = true;
        script.watches.push_back((vec![snapshot(3), update(4)], broken()));
        script.watches.push_back((vec![last(5)], Then::End));
    });
    assert_eq!(all(&client(&[&address]), None).await, ["=3", "+4", "+5"]);
    assert_eq!(fake.script(|script| script.watched.clone()), [None, behind(4)]);
}

#[tokio::test]
async fn where_something_is_missing_there_is_a_snapshot() {
    let watches = [
        (vec![update(3), update(5)], Then::Silence),
        (vec![snapshot(5), last(6)], Then::End),
    ];
    let (told, asked) = told(watches, Some(2)).await;
    assert_eq!(told, ["+3", "=5", "+6"]);
    assert_eq!(asked, [behind(2), None]);
}

#[tokio::test]
async fn heartbeats_are_passed_on_if_requested() {
    let fake = Fake::default();
    let (address, _serving) = fake.serve().await;
    fake.script(|script| script.watches.push_back((vec![heartbeat(3), last(4)], Then::End)));
    let options = Options {
        heartbeats: true,
        ..Options::default()
    };
    let client = Client::with_options([address], options).unwrap();
    assert_eq!(all(&client, Some(3)).await, ["alive", "+4"]);
}

#[tokio::test]
async fn a_watch_ends_with_the_match_and_not_before() {
    let fake = Fake::default();
    let (address, _serving) = fake.serve().await;
    fake.script(|script| {
        script.state = state(9, MatchPhase::Finished);
        // There is nothing after the end of the match; but after revision 8 there is.
        script.watches.push_back((vec![], Then::End));
        script
            .watches
            .push_back((vec![last(9)], Then::Fail(Status::unavailable("gone"))));
        script.watches.push_back((vec![], Then::End));
    });
    let client = client(&[&address]);
    assert_eq!(all(&client, Some(8)).await, ["+9"]);
    assert_eq!(all(&client, Some(9)).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_watch_ends_with_a_match_that_is_aborted() {
    let gone = || Then::Fail(Status::unavailable("gone"));
    assert_eq!(told([(vec![aborted(9)], gone())], Some(8)).await.0, ["+9"]);
    let over = Message::Snapshot(Snapshot {
        state: Some(state(9, MatchPhase::Aborted)),
    });
    assert_eq!(told([(vec![over], gone())], None).await.0, ["=9"]);

    // There is nothing after the end of the match.
    let fake = Fake::default();
    let (address, _serving) = fake.serve().await;
    fake.script(|script| {
        script.state = state(9, MatchPhase::Aborted);
        script.watches.push_back((vec![], Then::End));
    });
    assert_eq!(all(&client(&[&address]), Some(9)).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_delivered_update_is_not_delivered_again() {
    let watches = [
        (vec![update(3), update(4)], Then::Fail(Status::unavailable(""))),
        (vec![update(3), update(4), update(5), last(6)], Then::End),
    ];
    let (told, _) = told(watches, Some(2)).await;
    assert_eq!(told, ["+3", "+4", "+5", "+6"]);
}

#[tokio::test]
async fn a_snapshot_may_go_back() {
    let watches = [(vec![update(9), snapshot(4), update(5), last(6)], Then::End)];
    assert_eq!(told(watches, Some(8)).await.0, ["+9", "=4", "+5", "+6"]);
}
