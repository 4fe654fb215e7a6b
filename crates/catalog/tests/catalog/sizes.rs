//! The bounds of presentations, measured as messages: whole matches of random decisions at every table of every game.

use prost_reflect::prost::Message;
use tinsel_catalog::{AddressedEvent, AnyMatch, GameId, presentation::Writer};
use tinsel_engine::{SeatIndex, SeatSet, Seed, Viewer};

/// The maximum size of a scene, a form and a sentence, in bytes.
const BOUNDS: [usize; 3] = [64 * 1024, 32 * 1024, 16 * 1024];

/// Names of 24 letters, the longest that a player can have without marks.
fn name(seat: SeatIndex) -> String {
    format!("{:n<24}", format!("Player {}", seat.get()))
}

/// The sizes of a scene, and of the form of the first seat with a pending decision.
fn sizes(playing: &dyn AnyMatch, writer: Writer<'_>, seat: Option<SeatIndex>) -> [usize; 2] {
    let scene = |viewer| writer.scene(&playing.scene(viewer, SeatSet::EMPTY)).encoded_len();
    let Some(seat) = seat else {
        return [scene(Viewer::Seat(SeatIndex::new(0))), 0];
    };
    let form = playing.form(seat, SeatSet::EMPTY);
    let form = form.map_or(0, |of| {
        let form = writer.form(&of.form, of.default.as_ref(), &of.choices);
        form.encoded_len()
    });
    [scene(Viewer::Seat(seat)), form]
}

#[test]
fn presentations_stay_small() {
    for game in GameId::ALL {
        let facts = game.game().facts();
        let (writer, mut largest) = (Writer::new(facts, &name), [0; 3]);
        let configured = game.testkit().setups().into_iter().flat_map(|table| {
            let seats = [table.seats, Some(facts.seats_max.into())].into_iter();
            // Some options fix the number of seats.
            seats.filter_map(move |seats| Some((table.name, game.game().configure(seats, &table.config).ok()?)))
        });
        for (table, configured) in configured {
            let seed = Seed::new([7; 32]);
            let mut playing = game.game().start(&configured.options, seed).unwrap().after;
            let mut number = 0_u32;
            loop {
                let seat = playing.owing().iter().next();
                let [scene, form] = sizes(&*playing, writer, seat);
                let mut found = [scene, form, 0];
                let mut entropy = [7; 32];
                entropy[..4].copy_from_slice(&number.to_le_bytes());
                number += 1;
                let next = seat.map(|seat| {
                    let action = playing.random(seat, entropy);
                    let acted = match &action {
                        Some(action) => playing.act(seat, action, SeatSet::EMPTY).expect("a legal action"),
                        None => playing.absent(seat, SeatSet::EMPTY).expect("a default action"),
                    };
                    let sentence =
                        |addressed: &AddressedEvent| game.game().sentence(&addressed.event, configured.seats);
                    let sentences: Vec<_> = acted
                        .events
                        .iter()
                        .map(|addressed| sentence(addressed).unwrap())
                        .collect();
                    (acted.after, sentences)
                });
                for sentence in next.iter().flat_map(|(_, sentences)| sentences) {
                    found[2] = found[2].max(writer.text(sentence).encoded_len());
                }
                for (index, bound) in BOUNDS.iter().enumerate() {
                    assert!(found[index] <= *bound, "{game}, {table}: {found:?} exceeds {BOUNDS:?}");
                    largest[index] = largest[index].max(found[index]);
                }
                match next {
                    Some((after, _)) => playing = after,
                    None => break,
                }
            }
        }
        println!(
            "{game}: scene {}, form {}, sentence {} bytes",
            largest[0], largest[1], largest[2]
        );
    }
}
