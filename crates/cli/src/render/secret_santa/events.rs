//! What happened.

use tinsel_proto::games::secret_santa::v1::{
    DealEnded, DealFirst, DealStarted, DecisionsOwed, DeclineScope, Event, GiftsPlayed, MatchEnded, Phase, PlayerOut,
    RoundEnded, TreePlayed, event::Event as Kind,
};

use super::{Detail, Names, Table, notation};

/// The text of an event; empty if there is nothing to tell.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "what somebody did stands below, every event of it"
)]
pub(in crate::render) fn event(event: &Event, names: &Names, detail: Detail) -> String {
    let Some(kind) = &event.event else {
        return String::new();
    };
    let line = |text: String| if text.is_empty() { text } else { format!("  {text}\n") };
    match kind {
        Kind::DealStarted(started) => deal_started(started, names),
        Kind::RoundStarted(started) => {
            let barred = started
                .barred_seat
                .map(|seat| format!(" {} must pass.", names.of(seat)));
            format!(
                "\nRound {}. {} leads.{}\n",
                started.round,
                names.of(started.leader),
                barred.unwrap_or_default()
            )
        }
        Kind::DealEnded(ended) => deal_ended(ended, names),
        Kind::MatchEnded(ended) => match_ended(ended, names),
        Kind::Answered(answered) if detail == Detail::All => line(format!("{} has answered.", names.of(answered.seat))),
        Kind::DecisionsOwed(owed) if detail == Detail::All => line(asked(owed, names)),
        Kind::Answered(_) | Kind::DecisionsOwed(_) | Kind::WindowClosed(_) | Kind::TableCleared(_) => String::new(),
        other => line(action(other, names)),
    }
}

fn deal_started(started: &DealStarted, names: &Names) -> String {
    let (fewest, most) = (started.hand_sizes.iter().min(), started.hand_sizes.iter().max());
    let cards = match (fewest, most) {
        (Some(fewest), Some(most)) if fewest != most => format!("{fewest} or {most} cards each"),
        (_, most) => format!("{} each", notation::cards(most.copied().unwrap_or_default())),
    };
    let (dealer, leader) = (names.of(started.dealer), names.of(started.leader));
    format!("\nDeal {}. {dealer} deals, {cards}; {leader} leads.\n", started.deal)
}

fn asked(owed: &DecisionsOwed, names: &Names) -> String {
    let seats = names.all(&owed.seats, ", ");
    match owed.phase() {
        Phase::Unspecified | Phase::Over | Phase::Turn => String::new(),
        Phase::Fruitcake => format!("Asked for a Fruitcake: {seats}."),
        Phase::Holly => format!("Asked for a Holly card: {seats}."),
        Phase::Snow => format!("Asked for a Snow card: {seats}."),
    }
}

/// What somebody did, in a line; what came of it for the viewer.
#[expect(clippy::too_many_lines, reason = "one row for each event reads best in one place")]
fn action(kind: &Kind, names: &Names) -> String {
    let left = |cards: u32| format!("{} left", notation::cards(cards));
    match kind {
        Kind::HandDealt(dealt) => format!("Your hand: {}", notation::fan(&dealt.cards)),
        Kind::GiftsPlayed(played) => gifts(played, names),
        Kind::ZerosPlayed(played) => {
            let (who, cards) = (names.of(played.seat), notation::pile(&played.cards));
            format!("{who} plays {cards} as zeros, {}.", left(played.cards_left))
        }
        Kind::SantaPlayed(played) => {
            format!(
                "{} plays Santa and wins the round, {}.",
                names.of(played.seat),
                left(played.cards_left)
            )
        }
        Kind::FinalGiftDeclared(declared) => format!("{}: \"Final Gift!\"", names.of(declared.seat)),
        Kind::FinalGiftForgotten(forgotten) => {
            format!(
                "{} forgets to say \"Final Gift!\" and must miss a turn.",
                names.of(forgotten.seat)
            )
        }
        Kind::Passed(passed) if passed.forced => format!("{} has to pass.", names.of(passed.seat)),
        Kind::Passed(passed) => format!("{} passes.", names.of(passed.seat)),
        Kind::TurnMissed(missed) => format!("{} misses a turn.", names.of(missed.seat)),
        Kind::PlayerOut(out) => self::out(out, names),
        Kind::RoundEnded(ended) => round_ended(ended, names),
        Kind::StandingDecline(decline) => standing(decline.scope()).to_owned(),
        Kind::AnswerNotUsed(unused) => format!("Your {} stays in your hand.", notation::special(unused.special())),
        Kind::FruitcakeWindowClosed(closed) if closed.played => String::new(),
        Kind::FruitcakeWindowClosed(_) => "Nobody plays the Fruitcake.".to_owned(),
        Kind::FruitcakePlayed(played) => {
            let (giver, recipient) = (names.of(played.seat), names.of(played.recipient));
            format!("{giver} plays the Fruitcake and gives {recipient} a gift.")
        }
        Kind::FruitcakeGift(gift) => format!("It is {}.", notation::set(gift.value, 1, 0)),
        Kind::CarolPlayed(played) => {
            let (one, other) = (names.of(played.seat), names.of(played.other_seat));
            let order = names.all(&played.table_order, ", ");
            format!(
                "{one} plays Christmas Carol and swaps places with {other}, {}: {order}.",
                left(played.cards_left)
            )
        }
        Kind::MousePlayed(played) => {
            let (who, winner) = (names.of(played.seat), names.of(played.winner));
            format!(
                "{who} plays A Mouse, {}: the round ends, and {winner} wins it.",
                left(played.cards_left)
            )
        }
        Kind::GhostPlayed(played) => {
            let (who, haunted) = (names.of(played.seat), names.of(played.haunted_seat));
            let cards = notation::pile(&played.cards);
            format!(
                "{who} plays the Ghost, {}: {haunted} takes back {cards}.",
                left(played.cards_left)
            )
        }
        Kind::TreePlayed(played) => tree(played, names),
        Kind::TreeGift(gift) => format!("You get {}.", notation::set(gift.value, 1, 0)),
        Kind::ScroogePlayed(played) => {
            let (who, target) = (names.of(played.seat), names.of(played.target));
            format!(
                "{who} plays Scrooge, {}: {target} must pass in the next round.",
                left(played.cards_left)
            )
        }
        Kind::DealStarted(_)
        | Kind::RoundStarted(_)
        | Kind::DealEnded(_)
        | Kind::MatchEnded(_)
        | Kind::Answered(_)
        | Kind::DecisionsOwed(_)
        | Kind::WindowClosed(_)
        | Kind::TableCleared(_) => String::new(),
    }
}

fn gifts(played: &GiftsPlayed, names: &Names) -> String {
    let set = notation::set(played.value, played.gifts, played.elves);
    let song = if played.five_gold_rings {
        " Five gold rings!"
    } else {
        ""
    };
    let left = notation::cards(played.cards_left);
    format!("{} plays {set}, {left} left.{song}", names.of(played.seat))
}

fn out(out: &PlayerOut, names: &Names) -> String {
    let place = out.place.map(|place| format!(" in place {place}"));
    format!("{} is out of cards{}!", names.of(out.seat), place.unwrap_or_default())
}

fn round_ended(ended: &RoundEnded, names: &Names) -> String {
    let placed = ended.placed.iter();
    let placed: String = placed
        .map(|placed| format!(" {} finishes in place {}.", names.of(placed.seat), placed.place))
        .collect();
    format!("{} wins the round.{placed}", names.of(ended.winner))
}

const fn standing(scope: DeclineScope) -> &'static str {
    match scope {
        DeclineScope::Unspecified | DeclineScope::Window => "You are asked for Holly cards again.",
        DeclineScope::Round => "You decline Holly cards for the rest of the round.",
        DeclineScope::Deal => "You decline Holly cards for the rest of the deal.",
    }
}

fn tree(played: &TreePlayed, names: &Names) -> String {
    let first = match played.deal_first() {
        DealFirst::Unspecified => "",
        DealFirst::Self_ => ", beginning with itself",
        DealFirst::Left => ", beginning to the left",
    };
    let hidden = match played.hidden_discards {
        0 => String::new(),
        hidden => format!("; {} discarded unseen", notation::cards(hidden)),
    };
    let (who, pool) = (names.of(played.seat), notation::pile(&played.pool));
    match played.receivers.as_slice() {
        [] => format!("{who} plays the Christmas Tree, and there is nothing to be dealt."),
        seats => {
            let seats = names.all(seats, ", ");
            format!("{who} plays the Christmas Tree{first}: of {pool}, one each to {seats}{hidden}.")
        }
    }
}

fn deal_ended(ended: &DealEnded, names: &Names) -> String {
    let mut table = Table::new("rlrr");
    for (place, seat) in (1..).zip(&ended.places) {
        let at = |list: &[u32]| {
            let index = usize::try_from(*seat).unwrap_or(usize::MAX);
            list.get(index).copied().unwrap_or_default()
        };
        table.row([
            format!("{place}."),
            names.of(*seat),
            format!("+{}", at(&ended.points)),
            format!("{} points", at(&ended.totals)),
        ]);
    }
    format!("\nDeal {} is over.\n{}", ended.deal, table.text(4))
}

fn match_ended(ended: &MatchEnded, names: &Names) -> String {
    let total = |seat: u32| {
        let index = usize::try_from(seat).unwrap_or(usize::MAX);
        ended.totals.get(index).copied().unwrap_or_default()
    };
    let most = ended.totals.iter().copied().max().unwrap_or_default();
    let best: Vec<u32> = ended
        .ranking
        .iter()
        .copied()
        .filter(|seat| total(*seat) == most)
        .collect();
    let people = if best.len() == 1 { "person" } else { "people" };
    format!(
        "\nThe match is over. Objectively the best {people} in the room: {}.\n",
        names.all(&best, ", ")
    )
}
