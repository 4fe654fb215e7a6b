//! The toy's presentation.

use tinsel_engine::{
    Reason, SeatIndex, Viewer,
    options::{NumberOption, specs},
    present::{
        Arg, Arrangement, Component, FormField, Id, Item, Kind, Meter, OptionSpec, Present, Reader, Scene, Text,
        TypedForm, Zone,
    },
};

use super::{
    bug,
    parts::{Bid, Draft, Event, Legal, Toy, View},
};

const CHIP: &str = "token.chip";

pub(super) static ROUNDS: NumberOption = NumberOption {
    name: "rounds",
    meaning: "the number of rounds",
    range: 1..=3,
    also: "",
    default: 2,
    means: "",
    unit: "rounds",
    title: Text::new("option_rounds", "Number of rounds"),
    help: None,
    reason: Reason::of_option("OUT_OF_RANGE", "The number is out of range.", "Ask for less."),
};

fn components() -> Vec<Component> {
    vec![Component {
        id: CHIP.into(),
        kind: "token",
        title: "chip".into(),
        text: "A seat bids its chips of the round.".into(),
        symbol: "o".into(),
        art: None,
    }]
}

fn numbers<T: Copy + Into<Arg>>(values: &[T]) -> Arg {
    Arg::list(values.iter().copied())
}

impl<const BUG: u8> Present for Toy<BUG> {
    fn components() -> Vec<Component> {
        components()
    }

    fn options() -> Vec<OptionSpec> {
        specs(&[&ROUNDS])
    }

    fn draft(values: Reader<'_>) -> Draft {
        Draft {
            rounds: ROUNDS.read(values),
        }
    }

    fn scene(view: &View, viewer: Viewer) -> Scene {
        let own_bid = view.own_bid.filter(|_| BUG != bug::SCENE_OMITS);
        let id: Id = match BUG {
            bug::NEW_IDS => format!("chips{}", view.round).into(),
            _ => "chips".into(),
        };
        let component = if BUG == bug::NO_COMPONENT { "token.coin" } else { CHIP };
        let chips = view.own_chips.filter(|chips| *chips > 0);
        let item = chips.map(|chips| Item::of(id, component).count(u32::from(chips)));
        let again = item.clone().filter(|_| BUG == bug::SAME_IDS);
        let own = Zone::new("own", Text::new("own", "Own chips"), Arrangement::Row).with(item.into_iter().chain(again));
        let sealed = |(seat, sealed): (u8, &bool)| {
            let title = Text::new("sealed", "{seat}").with("seat", SeatIndex::new(seat));
            let mark = if *sealed {
                Text::new("has_sealed", "sealed")
            } else {
                Text::new("thinks", "open")
            };
            let bid = own_bid.filter(|_| viewer.is(SeatIndex::new(seat)));
            let mark_bid = bid.map(|bid| Text::new("own_bid", "{bid|chip|chips}").with("bid", bid));
            Item::titled(format!("bid{seat}"), title).mark(mark).mark_if(mark_bid)
        };
        let bids =
            Zone::new("bids", Text::new("bids", "Bids"), Arrangement::List).with((0..).zip(&view.sealed).map(sealed));
        let hint = view.hint.map_or_else(String::new, |hint| hint.to_string());
        let shown = Text::new("shown", "The last bids: {bids}. {hint}.")
            .with("bids", numbers(&view.shown))
            .with("hint", Arg::word(hint));
        Scene {
            title: Text::new("round", "Round {round}").with("round", view.round),
            status: shown,
            zones: vec![own, bids],
            meters: (0..)
                .zip(&view.points)
                .map(|(seat, points)| {
                    Meter::new(format!("points{seat}"), Text::new("points", "points"), *points).of(SeatIndex::new(seat))
                })
                .collect(),
        }
    }

    fn sentence(event: &Event) -> Text {
        match event {
            Event::Dealt { chips } => Text::new("dealt", "A seat gets {chips|chip|chips}.").with("chips", *chips),
            Event::Sealed { seat, bid } => {
                let text = Text::new("sealed_bid", "{seat} seals {bid}.").with("seat", *seat);
                match bid {
                    _ if BUG == bug::KEY_TWICE => Text::new("dealt", "A seat seals something."),
                    Some(bid) => text.with("bid", Text::new("own_bid", "{bid|chip|chips}").with("bid", *bid)),
                    None => text.with("bid", Text::new("a_bid", "a bid")),
                }
            }
            Event::Shown { bids } => Text::new("bids_shown", "The bids are {bids}.").with("bids", numbers(bids)),
            Event::Point { seat } => Text::new("point", "{seat} gets a point.").with("seat", *seat),
        }
    }

    fn decision<'a>(_: &'a View, legal: &'a Legal) -> Option<TypedForm<'a, Bid>> {
        let most = legal.most?;
        let max = if BUG == bug::FORM_OFFERS_TOO_MUCH { 4 } else { most };
        let kind = Kind::Number {
            min: 0,
            max: i64::from(max),
            step: 1,
            unit: "chips",
        };
        let bid = FormField::new("bid", Text::new("your_bid", "Bid"), kind).number();
        let bid = bid.map(Bid::Chips, |bid| match bid {
            Bid::Chips(_) if BUG == bug::ANSWER_DIFFERS => Some(0),
            Bid::Chips(bid) => Some(*bid),
            Bid::Unset => None,
        });
        let title = Text::new("bid", "Seal a bid of at most {most|chip|chips}.").with("most", most);
        Some(TypedForm::new("Bid", title, bid))
    }
}
