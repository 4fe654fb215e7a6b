//! Each form of `#[derive(Wire)]` on small types, with the messages that prost would generate.

use tinsel_engine::{BySeat, SeatCount, SeatIndex, SeatSet, Wire as DeriveWire, options::Asked};
use tinsel_wire::{Entry, Origin, Wire, required};

/// The messages, where the derived code expects them.
mod wire {
    pub(crate) mod messages {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, prost::Enumeration)]
        #[repr(i32)]
        pub(crate) enum Colour {
            Unspecified = 0,
            Red = 1,
            Self_ = 2,
        }

        #[derive(Debug, Clone, Default, PartialEq)]
        pub(crate) struct PlaceBid {
            pub(crate) seat: Option<u32>,
            pub(crate) colour: i32,
            pub(crate) colours: Vec<i32>,
            pub(crate) amount: u32,
            pub(crate) note: Option<String>,
        }

        #[derive(Debug, Clone, Default, PartialEq)]
        pub(crate) struct Pass {}

        #[derive(Debug, Clone, Default, PartialEq)]
        pub(crate) struct Vote {
            pub(crate) target_seat: u32,
        }

        #[derive(Debug, Clone, Default, PartialEq)]
        pub(crate) struct Action {
            pub(crate) action: Option<action::Action>,
        }

        pub(crate) mod action {
            #[derive(Debug, Clone, PartialEq)]
            pub(crate) enum Action {
                Bid(super::PlaceBid),
                PassTurn(super::Pass),
                Vote(super::Vote),
                Number(u32),
            }
        }

        #[derive(Debug, Clone, Default, PartialEq)]
        pub(crate) struct Legal {
            pub(crate) decision: Option<legal::Decision>,
        }

        pub(crate) mod legal {
            #[derive(Debug, Clone, PartialEq)]
            pub(crate) enum Decision {
                Vote(super::LegalVote),
            }
        }

        #[derive(Debug, Clone, Default, PartialEq)]
        pub(crate) struct LegalVote {
            pub(crate) seats: Vec<u32>,
            pub(crate) count: u32,
        }

        #[derive(Debug, Clone, Default, PartialEq)]
        pub(crate) struct SeatView {
            pub(crate) seat: u32,
            pub(crate) points: u32,
        }

        #[derive(Debug, Clone, Default, PartialEq)]
        pub(crate) struct View {
            pub(crate) seats: Vec<SeatView>,
            pub(crate) chips: Vec<u32>,
            pub(crate) favourite: i32,
            pub(crate) best: Option<Vote>,
            pub(crate) rounds: Vec<u32>,
            pub(crate) doubled: u32,
            pub(crate) secret: Option<String>,
        }
    }
}

use wire::messages;

#[derive(Debug, Clone, Copy, PartialEq, Eq, DeriveWire)]
enum Colour {
    Red,
    #[wire(as = Self_)]
    Own,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, DeriveWire)]
struct Points(u16);

#[derive(Debug, Clone, Copy, PartialEq, Eq, DeriveWire)]
#[wire(try_from)]
struct Round(u8);

impl TryFrom<u8> for Round {
    type Error = ();

    fn try_from(number: u8) -> Result<Self, ()> {
        (1..=3).contains(&number).then_some(Self(number)).ok_or(())
    }
}

impl From<Round> for u8 {
    fn from(round: Round) -> Self {
        round.0
    }
}

#[derive(Debug, Clone, PartialEq, Eq, DeriveWire)]
#[wire(as = PlaceBid)]
struct Bid {
    seat: Option<SeatIndex>,
    colour: Option<Colour>,
    colours: Vec<Option<Colour>>,
    amount: u32,
    note: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, DeriveWire)]
enum Action {
    Bid(Box<Bid>),
    #[wire(as = PassTurn, message = Pass)]
    Pass,
    #[wire(field = target_seat)]
    Vote(SeatIndex),
    Number(Points),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, DeriveWire)]
#[wire(oneof = decision)]
enum Legal {
    #[wire(unset)]
    Nothing,
    #[wire(message = LegalVote, also(count = seats.len()))]
    Vote { seats: SeatSet },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, DeriveWire)]
#[wire(entry)]
struct SeatView {
    points: Points,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Best(SeatIndex);

impl Wire<messages::Vote> for Best {
    fn write(&self) -> messages::Vote {
        messages::Vote {
            target_seat: self.0.write(),
        }
    }

    fn read(vote: &messages::Vote, origin: Origin) -> Option<Self> {
        SeatIndex::read(&vote.target_seat, origin).map(Self)
    }
}

required!(messages::Vote as Best);

#[derive(Debug, Clone, PartialEq, Eq, DeriveWire)]
#[wire(also(doubled = chips.iter().sum::<u32>()))]
struct View {
    seats: BySeat<SeatView>,
    chips: BySeat<u32>,
    #[wire(as = favourite)]
    colour: Option<Colour>,
    best: Best,
    rounds: Vec<Round>,
    #[wire(with = backwards)]
    secret: Option<String>,
}

mod backwards {
    use super::Origin;

    pub(crate) fn write(text: &Option<String>) -> Option<String> {
        text.as_ref().map(|text| text.chars().rev().collect())
    }

    pub(crate) fn read(text: &Option<String>, _: Origin) -> Option<Option<String>> {
        Some(write(text))
    }
}

const TWO: Origin = Origin::Server(SeatCount::new(2).unwrap());

fn bid() -> messages::PlaceBid {
    messages::PlaceBid {
        seat: Some(0),
        colour: 2,
        colours: vec![1, 0],
        amount: 7,
        note: Some("mine".to_owned()),
    }
}

fn view() -> messages::View {
    messages::View {
        seats: [0, 1].map(|seat| messages::SeatView { seat, points: 9 }).into(),
        chips: vec![3, 4],
        favourite: 0,
        best: Some(messages::Vote { target_seat: 1 }),
        rounds: vec![1, 3],
        doubled: 7,
        secret: Some("abc".to_owned()),
    }
}

fn view_changed(change: impl FnOnce(&mut messages::View)) -> Option<View> {
    let mut message = view();
    change(&mut message);
    View::read(&message, TWO)
}

#[test]
fn unset_unknown_and_seat_0_stay_three_values_in_an_action() {
    let read = |seat, colour| {
        let asked = messages::PlaceBid { seat, colour, ..bid() };
        let read: Bid = Wire::read(&asked, Origin::Client).unwrap();
        (read.seat.map(SeatIndex::get), read.colour)
    };
    assert_eq!(read(None, 0), (None, None));
    assert_eq!(read(Some(0), 2), (Some(0), Some(Colour::Own)));
    assert_eq!(read(Some(u32::MAX), 99), (Some(u8::MAX), None));
    assert_eq!(read(Some(256), -1), (Some(u8::MAX), None));
}

#[test]
fn a_server_that_names_an_unknown_value_is_not_read() {
    let read = |seat, colour| <Bid as Wire<_>>::read(&messages::PlaceBid { seat, colour, ..bid() }, TWO).is_some();
    assert!(read(None, 0));
    assert!(read(Some(1), 1));
    assert!(!read(Some(2), 1));
    assert!(!read(Some(256), 1));
    assert!(!read(Some(1), 3));
}

#[test]
fn an_omitted_word_and_an_unknown_one_are_not_the_default() {
    let words = [
        (0, Asked::LeftOut),
        (1, Asked::Given(Colour::Red)),
        (-1, Asked::Unknown),
    ];
    for (number, asked) in words {
        assert_eq!(Asked::read(&number, Origin::Client), Some(asked));
        assert_eq!(asked.write(), number);
    }
    assert_eq!(Asked::<Colour>::read(&99, Origin::Client), Some(Asked::Unknown));
    assert_eq!(Asked::<Colour>::read(&99, TWO), None);
}

#[test]
fn every_case_of_a_oneof_is_written_and_read_back() {
    use messages::action::Action as Case;
    let read: Bid = Wire::read(&bid(), TWO).unwrap();
    let cases = [
        (Action::Bid(Box::new(read)), Case::Bid(bid())),
        (Action::Pass, Case::PassTurn(messages::Pass {})),
        (
            Action::Vote(SeatIndex::new(1)),
            Case::Vote(messages::Vote { target_seat: 1 }),
        ),
        (Action::Number(Points(7)), Case::Number(7)),
    ];
    for (action, case) in cases {
        let message = messages::Action { action: Some(case) };
        assert_eq!(Wire::<messages::Action>::write(&action), message);
        for origin in [Origin::Client, TWO] {
            assert_eq!(Action::read(&message, origin).as_ref(), Some(&action));
            assert_eq!(Action::read(&Some(message.clone()), origin).as_ref(), Some(&action));
        }
    }
    assert_eq!(Action::read(&messages::Action::default(), Origin::Client), None);
    assert_eq!(Action::read(&None::<messages::Action>, Origin::Client), None);
    let wrong = messages::Action {
        action: Some(Case::Number(65_536)),
    };
    assert_eq!(Action::read(&wrong, Origin::Client), None);
}

#[test]
fn an_unset_oneof_is_a_variant_of_its_own() {
    let vote = Legal::Vote {
        seats: [0, 1].map(SeatIndex::new).into_iter().collect(),
    };
    let message: messages::Legal = vote.write();
    let of = |seats: Vec<u32>, count| messages::Legal {
        decision: Some(messages::legal::Decision::Vote(messages::LegalVote { seats, count })),
    };
    assert_eq!(message, of(vec![0, 1], 2));
    assert_eq!(
        Legal::read(&of(vec![0, 1], 9), TWO),
        Some(vote),
        "a computed field is not read"
    );
    assert_eq!(Legal::read(&of(vec![2], 1), TWO), None);
    let nothing: messages::Legal = Legal::Nothing.write();
    assert_eq!(nothing, messages::Legal::default());
    assert_eq!(Legal::read(&nothing, TWO), Some(Legal::Nothing));
}

#[test]
fn a_view_is_read_completely_or_not_at_all() {
    let read = view_changed(|_| {}).unwrap();
    assert_eq!(read.secret.as_deref(), Some("cba"));
    assert_eq!(Wire::<messages::View>::write(&read), view());
    let wrong: [fn(&mut messages::View); 9] = [
        |view| view.seats.truncate(1),
        |view| view.seats.swap(0, 1),
        |view| view.chips.truncate(1),
        |view| view.chips.push(0),
        |view| view.favourite = 3,
        |view| view.best = None,
        |view| view.best = Some(messages::Vote { target_seat: 2 }),
        |view| view.rounds.push(4),
        |view| view.rounds.push(256),
    ];
    for (number, change) in wrong.into_iter().enumerate() {
        assert_eq!(view_changed(change), None, "{number}");
    }
}

#[test]
fn an_entry_belongs_to_its_seat() {
    let shown = SeatView { points: Points(9) };
    let entry = messages::SeatView { seat: 1, points: 9 };
    assert_eq!(shown.write_at(SeatIndex::new(1)), entry);
    assert_eq!(SeatView::read_at(&entry, SeatIndex::new(1), TWO), Some(shown));
    assert_eq!(SeatView::read_at(&entry, SeatIndex::new(0), TWO), None);
}
