//! Golden files of the wire format: for every game, each field and enum value of whole matches, with its first value,
//! its number of occurrences, and a digest of all its values in order.
//!
//! Any change of a conversion changes a line. After a reviewed change, `make wire` writes the files again. The end of
//! each file lists the fields that no match sends.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::Path,
    sync::Arc,
};

use prost_reflect::{DescriptorPool, DynamicMessage, Kind, MessageDescriptor, ReflectMessage, Value, prost::Message};
use tinsel_catalog::{AnyMatch, GameId};
use tinsel_engine::{SeatIndex, SeatSet, Seed, Viewer};

/// Number of matches at each table.
const MATCHES: u8 = 2;

/// Every n-th decision is the default action of an inactive player.
const INACTIVE: u32 = 5;

/// Maximum number of decisions from a position. Whole matches are played from the tables.
const DECISIONS: u32 = 80;

/// A field or an enum value: its first value, and all of them.
struct Line {
    first: String,
    count: u32,
    all: blake3::Hasher,
}

struct Golden {
    pool: DescriptorPool,
    lines: BTreeMap<String, Line>,
}

impl Golden {
    /// Records all fields of a message of the package `tinsel.v1`.
    fn note(&mut self, name: &str, message: &impl Message) {
        let descriptor = self.pool.get_message_by_name(&format!("tinsel.v1.{name}")).unwrap();
        let mut dynamic = DynamicMessage::new(descriptor);
        dynamic.transcode_from(message).unwrap();
        self.note_value(name, &Kind::Message(dynamic.descriptor()), &Value::Message(dynamic));
    }

    fn note_value(&mut self, path: &str, kind: &Kind, value: &Value) {
        match (value, kind) {
            (Value::Message(message), _) => {
                self.count(path, "");
                for (field, value) in message.fields() {
                    self.note_value(&format!("{path}.{}", field.name()), &field.kind(), value);
                }
            }
            (Value::List(values), kind) => {
                self.count(path, &format!("{} values", values.len()));
                for value in values {
                    self.note_value(&format!("{path}[]"), kind, value);
                }
            }
            (Value::EnumNumber(number), Kind::Enum(of)) => {
                let name = of.get_value(*number).expect("a known value").name().to_owned();
                self.count(&format!("{path} = {name}"), "");
                self.count(path, &name);
            }
            (value, _) => self.count(path, &format!("{value:?}")),
        }
    }

    fn count(&mut self, path: &str, value: &str) {
        let line = self.lines.entry(path.to_owned()).or_insert_with(|| Line {
            first: value.to_owned(),
            count: 0,
            all: blake3::Hasher::new(),
        });
        line.count += 1;
        line.all.update(value.as_bytes()).update(b"\n");
    }

    /// Records the messages of a match to these viewers.
    fn note_match(&mut self, playing: &dyn AnyMatch, viewers: impl IntoIterator<Item = Viewer>) {
        for viewer in viewers {
            self.note("GameView", &playing.view(viewer, SeatSet::EMPTY));
            self.note("GameLegal", &playing.legal(viewer));
        }
    }

    /// Plays a match by random actions and occasional defaults: to its end, or at most so many decisions.
    fn play(&mut self, mut playing: Arc<dyn AnyMatch>, seats: u8, seed: u8, most: u32) {
        for number in 1..=most {
            let pending: Vec<_> = playing.owing().iter().collect();
            let number_of_pending = u32::try_from(pending.len()).unwrap();
            let Some(seat) = number
                .checked_rem(number_of_pending)
                .and_then(|at| pending.get(at as usize))
            else {
                let seats = (0..seats).map(|seat| Viewer::Seat(SeatIndex::new(seat)));
                return self.note_match(&*playing, seats);
            };
            self.note_match(&*playing, [Viewer::Seat(*seat), Viewer::Spectator]);
            let mut entropy = [seed; 32];
            entropy[..4].copy_from_slice(&number.to_le_bytes());
            let action = playing.random(*seat, entropy).filter(|_| number % INACTIVE != 0);
            let acted = match &action {
                Some(action) => {
                    self.note("GameAction", action.message());
                    playing
                        .act(*seat, action, SeatSet::EMPTY)
                        .expect("a legal action is accepted")
                }
                None => match playing.absent(*seat, SeatSet::EMPTY) {
                    Ok(acted) => acted,
                    // Some positions are not those of a real match, and have no default action.
                    Err(_) => return,
                },
            };
            for addressed in &acted.events {
                self.note("GameEvent", &addressed.event);
            }
            playing = acted.after;
        }
    }

    /// The fields below a message, as paths, that no match sent.
    fn unsent(&self, game: &str) -> BTreeSet<String> {
        let mut unsent = BTreeSet::new();
        for name in ["GameAction", "GameConfig", "GameEvent", "GameLegal", "GameView"] {
            let message = self.pool.get_message_by_name(&format!("tinsel.v1.{name}")).unwrap();
            let of_game = message.get_field_by_name(game).unwrap();
            let Kind::Message(of_game) = of_game.kind() else {
                continue;
            };
            self.walk(&format!("{name}.{game}"), &of_game, &mut unsent);
        }
        unsent
    }

    fn walk(&self, path: &str, message: &MessageDescriptor, unsent: &mut BTreeSet<String>) {
        for field in message.fields() {
            let path = format!("{path}.{}", field.name());
            if !self.lines.contains_key(&path) {
                unsent.insert(path);
            } else if let Kind::Message(below) = field.kind() {
                let end = if field.is_list() { "[]" } else { "" };
                self.walk(&format!("{path}{end}"), &below, unsent);
            }
        }
    }
}

fn golden(game: GameId) -> String {
    let mut golden = Golden {
        pool: DescriptorPool::decode(tinsel_proto::DESCRIPTORS).unwrap(),
        lines: BTreeMap::new(),
    };
    for table in game.testkit().setups() {
        let configured = game.game().configure(table.seats, &table.config).unwrap();
        for seed in 0..MATCHES {
            let started = game.game().start(&configured.options, Seed::new([seed; 32])).unwrap();
            golden.note("GameConfig", &started.after.config());
            started
                .events
                .iter()
                .for_each(|addressed| golden.note("GameEvent", &addressed.event));
            golden.play(started.after, configured.seats.get(), seed, u32::MAX);
        }
    }
    for (refused, seed) in game.testkit().refused_positions().into_iter().zip(0..) {
        golden.play(refused.position, u8::try_from(refused.seats).unwrap(), seed, DECISIONS);
    }
    let mut text = String::new();
    for (path, line) in &golden.lines {
        let digest = line.all.finalize().to_hex();
        writeln!(text, "{path}: {}  ×{} {}", line.first, line.count, &digest[..8]).unwrap();
    }
    for path in golden.unsent(game.as_str()) {
        writeln!(text, "not sent: {path}").unwrap();
    }
    text
}

#[test]
fn every_field_is_sent_as_the_golden_file_has_it() {
    for game in GameId::ALL {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{game}.txt"));
        let sent = golden(*game);
        if std::env::var_os("UPDATE_WIRE").is_some() {
            fs::write(&path, &sent).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        let differs = kept.lines().zip(sent.lines()).find(|(kept, sent)| kept != sent);
        assert!(
            kept == sent,
            "{game} differs from {}; first difference: {differs:#?}",
            path.display()
        );
    }
}
