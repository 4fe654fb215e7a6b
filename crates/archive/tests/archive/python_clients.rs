//! A program in Python reads an archived match with the protos alone: `tests/python/read_archive.py`.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use prost::Message;
use tinsel_archive::Archive;
use tinsel_proto::{
    archive::v1::{AddressedEvent, ArchivedAction, ArchivedEntry, ArchivedMatch},
    games::secret_santa::v1 as secret_santa,
    v1::{GameAction, GameEvent, MatchBegun, MatchEvent, game_action, game_event, match_event},
};
use tinsel_store::{Dictionary, Packed};

use crate::{id, new_folder, patient};

/// Runs Python in the root of the workspace, in an environment that can import `generated`, and returns its output.
fn python(arguments: &[&str], generated: &Path) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let python = root.join(".tools/python-clients/bin/python");
    assert!(
        python.exists(),
        "`.ci/tools python-clients` installs what the program imports"
    );
    let mut command = Command::new(python);
    command
        .args(arguments)
        .current_dir(root)
        .env("PYTHONPATH", generated)
        .env("PYTHONDONTWRITEBYTECODE", "1");
    let output = command.output().expect("Python runs");
    let [stdout, stderr] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(output.status.success(), "{arguments:?}: {stdout}\n{stderr}");
    stdout
}

/// The protos below a folder.
fn protos(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let found = paths.flat_map(|path| if path.is_dir() { protos(&path) } else { vec![path] });
    found
        .filter(|path| path.extension().is_some_and(|of| of == "proto"))
        .collect()
}

/// Generates the code of all protos into a folder.
fn generate(out: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proto");
    let (include, out_option) = (
        format!("-I{}", root.display()),
        format!("--python_out={}", out.display()),
    );
    let protos: Vec<_> = protos(&root).iter().map(|path| path.display().to_string()).collect();
    let mut arguments = vec!["-m", "grpc_tools.protoc", &include, &out_option];
    arguments.extend(protos.iter().map(String::as_str));
    python(&arguments, out);
}

fn to_all(event: match_event::Event) -> AddressedEvent {
    let event = MatchEvent {
        event: Some(event),
        sentence: None,
    };
    AddressedEvent {
        to_all: true,
        event: Some(event),
        ..AddressedEvent::default()
    }
}

/// A match of four revisions, of which the first was trimmed.
fn archived_match() -> ArchivedMatch {
    let action = secret_santa::Action {
        action: Some(secret_santa::action::Action::PassTurn(secret_santa::Pass::default())),
    };
    let event = secret_santa::Event {
        event: Some(secret_santa::event::Event::DealStarted(
            secret_santa::DealStarted::default(),
        )),
    };
    let game_event = match_event::Event::Game(GameEvent {
        game: Some(game_event::Game::SecretSanta(event)),
    });
    let entry = |at_ms, action, events| ArchivedEntry {
        at_ms,
        action,
        events,
        ..ArchivedEntry::default()
    };
    let decision = |seat, action| {
        Some(ArchivedAction {
            seat,
            action,
            sealed: false,
        })
    };
    let pass = GameAction {
        game: Some(game_action::Game::SecretSanta(action)),
    };
    let begun = match_event::Event::MatchBegun(MatchBegun::default());
    ArchivedMatch {
        match_id: id(1).to_string(),
        revision: 4,
        nonce: 0xfeed,
        record: b"TNSL\0\0\0\x03\x80".as_slice().into(),
        oldest_revision: 2,
        entries: vec![
            entry(1_795_651_200_123, None, vec![to_all(begun), to_all(game_event)]),
            entry(1_795_651_201_000, decision(2, Some(pass)), Vec::new()),
            entry(1_795_651_202_000, decision(0, None), Vec::new()),
        ],
    }
}

#[tokio::test]
async fn a_program_without_tinsel_reads_an_archived_match() {
    let (folder, path) = new_folder();
    let archive = Archive::open(&path, patient(Vec::new())).unwrap();
    let dictionary = Dictionary::newest("jingle_brawl").unwrap();
    archive.put_dictionary(dictionary).await.unwrap();
    let packed = Packed::decode(&*archived_match().encode_to_vec()).unwrap();
    for (number, kind) in [(1, "jingle_brawl"), (2, "")] {
        archive.put(id(number), packed.compress(kind).unwrap()).await.unwrap();
    }

    let generated = folder.join("generated");
    fs::create_dir_all(&generated).unwrap();
    generate(&generated);
    let expected = "match 017-3k9m2qx7vd0h5t8wz1a1\n\
        revision 4, nonce 000000000000feed\n\
        record of schema 3, 9 bytes\n\
        3 entries, from revision 2\n    \
        2 2026-11-26T00:00:00.123+00:00 no decision: match_begun, secret_santa.deal_started\n    \
        3 2026-11-26T00:00:01.000+00:00 seat 2 secret_santa.pass_turn\n    \
        4 2026-11-26T00:00:02.000+00:00 seat 0 default action\n";
    for number in [1, 2] {
        let object = folder.join(format!("matches/017/{}.pb.zst", id(number)));
        let printed = python(&["tests/python/read_archive.py", object.to_str().unwrap()], &generated);
        assert_eq!(printed, expected);
    }
}
