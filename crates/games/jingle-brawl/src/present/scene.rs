//! The layout of a view.

use tinsel_engine::{
    SeatIndex, Viewer,
    present::{Arg, Arrangement, Item, Meter, Scene, Text, Zone},
};

use super::words;
use crate::{
    components::{Context, GiftId, Phase, Place, Scoring},
    config::Config,
    naming::{self, named},
    state::Report,
    view::{DuelView, GiftView, Own, View, WishesView},
};

/// Everything in the view.
pub(super) fn scene(view: &View, viewer: Viewer) -> Scene {
    let mut zones = vec![gifts(view), pile(view), players(view)];
    zones.extend(view.duel.as_ref().map(duel));
    zones.push(turn(view));
    zones.extend(view.own.as_ref().and_then(own));
    zones.extend(view.wishes.iter().map(|wishes| self::wishes(wishes, viewer)));
    zones.extend(
        view.ending
            .as_ref()
            .map(|ending| facts("ending", Text::new("ending", "Result"), words::ending(ending))),
    );
    zones.push(options(&view.options));
    let chips = |(seat, chips): (SeatIndex, &crate::components::Chips)| {
        Meter::new(
            format!("chips.{}", seat.get()),
            Text::new("chips", "chips"),
            chips.get(),
        )
        .of(seat)
    };
    let fund = match view.bank.get() {
        ..0 => Text::new(
            "fund_in_debt",
            "Chips in the North Pole Fund, which also pays Loser's Dividends that it does not have",
        ),
        _ => Text::new("fund", "Chips in the North Pole Fund"),
    };
    let fund = Meter::new("bank", fund, view.bank.get());
    let pot = Meter::new("pot", Text::new("pot_meter", "Chips in the pot"), view.pot.get());
    Scene {
        title: if view.phase == Phase::Finished {
            Text::new("over", "The match is over after {turn}").with("turn", words::turn(view.part, view.turn))
        } else {
            words::turn(view.part, view.turn)
        },
        status: status(view),
        zones,
        meters: view.chips.enumerate().map(chips).chain([pot, fund]).collect(),
    }
}

/// What happens now.
fn status(view: &View) -> Text {
    let text = match view.phase {
        Phase::Opening => Text::new("status_opening", "{players} opens a parcel."),
        Phase::Bidding => Text::new("status_bidding", "Sealed bids are missing from {players}."),
        Phase::YieldChoice => Text::new("status_yield", "{players} stands or yields."),
        Phase::GambitChoice => Text::new(
            "status_gambit",
            "Nobody bid: {players} keeps the gift or declares a {gambit} for another.",
        )
        .with("gambit", named("rule.gambit")),
        Phase::PathChoice => Text::new(
            "status_path",
            "{players} steals a gift or lets the others bid for the Misfit.",
        ),
        Phase::DefenderChoice => Text::new("status_defender", "{players} chooses a defender."),
        Phase::DuelMethod => Text::new("status_method", "{players} chooses the method of the duel."),
        Phase::DuelThrow => Text::new("status_throw", "Secret throws are missing from {players}."),
        Phase::DuelReport => Text::new("status_report", "Secret reports are missing from {players}."),
        Phase::DuelVerdict => Text::new("status_verdict", "Head Elf {players} decides who won."),
        Phase::DiscardChoice => Text::new(
            "status_discard",
            "{players} sends one of two gifts to the Misfit Gift pile.",
        ),
        Phase::ReprisalChoice => Text::new(
            "status_reprisal",
            "{players} may declare a {reprisal} for another gift.",
        )
        .with("reprisal", named("rule.reprisal")),
        Phase::Finished => return Text::new("status_over", "Every player keeps the gift they hold."),
    };
    let players = if view.awaited.is_empty() {
        Text::new("nobody", "Nobody").into()
    } else {
        Arg::from(view.awaited)
    };
    text.with("players", players)
}

/// A list of sentences.
fn facts(id: &str, title: Text, facts: impl IntoIterator<Item = Text>) -> Zone {
    let item = |(index, fact): (usize, Text)| Item::titled(format!("{id}.{index}"), fact);
    Zone::new(id.to_owned(), title, Arrangement::List).with(facts.into_iter().enumerate().map(item))
}

/// The gifts that are not in the Misfit pile, each with its holder.
fn gifts(view: &View) -> Zone {
    let shown = view.gifts.iter().filter(|gift| !matches!(gift.place, Place::Pile(_)));
    Zone::new("gifts", Text::new("gifts", "Gifts"), Arrangement::Grid).with(shown.map(item))
}

fn pile(view: &View) -> Zone {
    let gift = |gift: &GiftId| view.gifts.iter().find(|of| of.gift == *gift);
    Zone::new(
        "pile",
        Text::new("pile", "Misfit Gift pile, oldest first"),
        Arrangement::Row,
    )
    .with(view.pile.iter().filter_map(gift).map(item))
}

fn item(of: &GiftView) -> Item {
    let item = Item::of(naming::gift_id(of.gift), naming::gift_id(of.gift));
    let item = match &of.name {
        Some(name) => item.title(words::opened(of.gift, name)),
        None => item.face_down(),
    };
    let item = item.mark_if(
        of.naughty
            .map(|naughty| Text::new("naughty_level", "Naughty Level {level}").with("level", naughty.get())),
    );
    match of.place {
        Place::Held(seat) => item
            .seat(seat)
            .mark(Text::new("held", "held by {player}").with("player", seat)),
        Place::Table => item.mark(Text::new("on_table", "on the table")),
        Place::Wrapped | Place::Pile(_) => item,
    }
}

/// What each seat has to do, and its titles.
fn players(view: &View) -> Zone {
    let item = |seat: SeatIndex| {
        let item = Item::titled(
            format!("player.{}", seat.get()),
            Text::new("seat", "{seat}").with("seat", seat),
        )
        .seat(seat);
        let marks = [
            (view.current == Some(seat), Text::new("current", "current player")),
            (view.awaited.contains(seat), Text::new("decides", "decides")),
            (
                view.submitted.contains(seat),
                if view.phase == Phase::DuelThrow {
                    Text::new("sealed_throw", "has thrown")
                } else if view.phase == Phase::DuelReport {
                    Text::new("sealed_report", "has reported")
                } else {
                    Text::new("sealed_bid", "has sealed a bid")
                },
            ),
            (view.head_elf == seat, Text::new("is_head_elf", "Head Elf")),
            (view.bag.contains(seat), Text::new("in_sack", "in the Santa Sack")),
        ];
        marks
            .into_iter()
            .filter(|(holds, _)| *holds)
            .fold(item, |item, (_, mark)| item.mark(mark))
    };
    Zone::new("players", Text::new("players", "Players"), Arrangement::List).with(view.chips.seats().iter().map(item))
}

/// The facts of the running turn.
fn turn(view: &View) -> Zone {
    let gift = |key, pattern, gift: Option<GiftId>| {
        gift.map(|gift| Text::new(key, pattern).with("parcel", naming::gift(gift)))
    };
    let context = view.context.map(|context| match context {
        Context::Main => Text::new("context_main", "Bids are for the right to duel for the opened gift."),
        Context::Auction => Text::new("context_auction", "Bids are for the right to duel for the Misfit."),
        Context::LastClaim => Text::new("context_claim", "Bids are for the right to duel for the last Misfit."),
    });
    let bids =
        (!view.bids.is_empty()).then(|| Text::new("turn_bids", "Bids: {bids}").with("bids", words::bids(&view.bids)));
    let challengers = view.challengers.map(|named| match named.second {
        Some(second) => Text::new("turn_challengers", "Challenger 1: {first}. Challenger 2: {second}.")
            .with("first", named.first)
            .with("second", second),
        None => Text::new("turn_challenger", "Challenger: {first}.").with("first", named.first),
    });
    let reprisals = (view.reprisals > 0)
        .then(|| Text::new("turn_reprisals", "Reprisals in this turn: {count}").with("count", view.reprisals));
    let rows = [
        gift("turn_gift", "At stake: {parcel}", view.turn_gift),
        context,
        bids,
        challengers,
        reprisals,
        gift(
            "turn_excluded",
            "No Reprisal for {parcel}: it was contested in the lost duel",
            view.excluded,
        ),
        gift("turn_received", "Just received: {parcel}", view.received),
    ];
    facts("turn", Text::new("turn", "This turn"), rows.into_iter().flatten())
}

fn duel(duel: &DuelView) -> Zone {
    let about = match duel.gift {
        Some(gift) => Text::new("duel_about", "{challenger} against {defender} for {parcel} ({kind})")
            .with("parcel", naming::gift(gift)),
        None => Text::new(
            "duel_about_right",
            "{challenger} against {defender} for the right to challenge ({kind})",
        ),
    };
    let about = about
        .with("challenger", duel.challenger)
        .with("defender", duel.defender)
        .with("kind", words::duel(duel.kind));
    let method = duel
        .method
        .map(|method| Text::new("duel_method", "Method: {method}").with("method", words::method(method)));
    let round = (duel.round > 0).then(|| Text::new("duel_round", "Throw {round}").with("round", duel.round));
    let thrown = duel.rounds.iter().zip(1_u8..).map(|(throws, round)| {
        Text::new("duel_thrown", "Throw {round}: {throws}")
            .with("round", round)
            .with("throws", words::pair(&throws.map(|throw| words::throw(*throw))))
    });
    let reports = duel.reports.as_ref().map(|reports| {
        Text::new("duel_reports", "Reported winners: {reports}").with("reports", words::reports(reports))
    });
    facts(
        "duel",
        Text::new("duel", "Duel"),
        [about]
            .into_iter()
            .chain(method)
            .chain(thrown)
            .chain(round)
            .chain(reports),
    )
}

/// The own secret choices, if there are any.
fn own(own: &Own) -> Option<Zone> {
    let bid = own
        .bid
        .map(|bid| Text::new("own_bid", "Sealed bid: {chips|chip|chips}").with("chips", bid.get()));
    let throw = own
        .throw
        .map(|throw| Text::new("own_throw", "Throw: {throw}").with("throw", words::throw(throw)));
    let report = own.report.map(|report| match report {
        Report::Winner(winner) => Text::new("own_report", "Reported winner: {winner}").with("winner", winner),
        Report::ClockRanOut => Text::new("own_report_late", "No report in time"),
    });
    let rows: Vec<Text> = [bid, throw, report].into_iter().flatten().collect();
    let title = Text::new("own", "Sealed choice of {player}").with("player", own.seat);
    (!rows.is_empty()).then(|| facts("own", title, rows))
}

fn wishes(wishes: &WishesView, viewer: Viewer) -> Zone {
    let title = match viewer.is(wishes.seat) {
        true => Text::new("own_wishes", "Your wish points"),
        false => Text::new("wishes", "Wish points"),
    };
    let wish = |wish: &crate::view::Wish| {
        Text::new("wish_points", "{parcel}: {points}")
            .with("parcel", naming::gift(wish.gift))
            .with("points", wish.points)
    };
    facts(
        &format!("wishes.{}", wishes.seat.get()),
        title,
        wishes.gifts.iter().map(wish),
    )
    .of(wishes.seat)
}

fn options(options: &Config) -> Zone {
    let start = Text::new(
        "option_start",
        "{players|player|players} with {chips|chip|chips} each; first {title}: {elf}",
    )
    .with("players", options.players.get())
    .with("chips", options.starting_chips.get())
    .with("title", named("title.head_elf"))
    .with("elf", options.head_elf_seat);
    let methods = Text::new("option_methods", "Duel methods: {methods}").with(
        "methods",
        Arg::list(options.duel_methods.iter().map(|method| words::method(*method))),
    );
    let rounds = Text::new("option_rounds", "A coin decides after {rounds|tied throw|tied throws}")
        .with("rounds", options.rps_max_rounds);
    let scoring = match options.scoring {
        Scoring::None => Text::new("option_unranked", "No ranking: each player keeps a gift"),
        Scoring::WishPoints => Text::new("option_ranked", "Ranking by secret wish points, then chips"),
    };
    facts(
        "options",
        Text::new("options", "Options"),
        [start, methods, rounds, scoring],
    )
}
