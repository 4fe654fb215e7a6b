//! Events as sentences.

use tinsel_engine::{
    SeatIndex, SeatSet,
    present::{Arg, Text},
};

use super::words;
use crate::{
    components::{Cards, DealFirst, Gift, Phase, Special, Standing},
    event::{Event, Placed},
    naming::named,
    state::Laid,
};

/// The event as sentences.
#[rustfmt::skip]
#[expect(clippy::too_many_lines, reason = "one arm for each event")]
pub(super) fn sentence(event: &Event) -> Text {
    match event {
        Event::DealStarted { deal, dealer, leader, hand_sizes } => {
            let size = |(seat, cards): (SeatIndex, &u8)| by(seat, "hand_size", "{cards|card|cards} to {player}").with("cards", *cards);
            Text::new("deal_started", "Deal {deal} begins. {dealer} deals: {hands}. {leader} leads the first round.")
                .with("deal", *deal)
                .with("dealer", *dealer)
                .with("hands", Arg::list(hand_sizes.enumerate().map(size)))
                .with("leader", *leader)
        }
        Event::HandDealt { cards } => Text::new("hand_dealt", "You are dealt {cards}.").with("cards", words::pile(cards)),
        Event::DecisionsOwed { phase, seats } => owed(*phase, *seats),
        Event::Answered { seat } => by(*seat, "has_answered", "{player} has answered."),
        Event::StandingDecline { scope } => standing(*scope),
        Event::FruitcakePlayed { seat, recipient } => {
            card(*seat, Special::Fruitcake, "fruitcake_played", "{player} plays the {card} and gives a gift card to {recipient}.")
                .with("recipient", *recipient)
        }
        Event::FruitcakeGift { giver, recipient, gift } => by(*giver, "fruitcake_gift", "{player} gives {gift} to {recipient}.")
            .with("gift", named(*gift))
            .with("recipient", *recipient),
        Event::FruitcakeWindowClosed { played: true } => Text::new("fruitcake", "All players have decided: the Fruitcake is played."),
        Event::FruitcakeWindowClosed { played: false } => Text::new("no_fruitcake", "All players have decided: the Fruitcake is not played."),
        Event::RoundStarted { round, leader, barred: None } => round_started("round_started", "Round {round} begins. {leader} leads.", *round, *leader),
        Event::RoundStarted { round, leader, barred: Some(barred) } => round_started(
            "round_started_barred",
            "Round {round} begins. {leader} leads. Because of Scrooge, {barred} passes and plays no card in this round.",
            *round,
            *leader,
        )
        .with("barred", *barred),
        Event::GiftsPlayed { seat, gift, gifts, elves, with_santa, cards_left, five_gold_rings } => {
            let cards = Laid::Gifts { gift: *gift, gifts: *gifts, elves: *elves }.cards();
            let santa = Cards::of(Special::Santa, u8::from(*with_santa));
            let pattern = "{player} plays {cards}{elves} and has {left|card|cards} left.{song}";
            left(by(*seat, "gifts_played", pattern).with("cards", words::pile(&cards.plus(&santa))), *cards_left)
                .with("elves", if *elves > 0 { as_copies(*gift, gifts.saturating_add(*elves)) } else { Arg::word("") })
                .with("song", if *five_gold_rings { Text::new("song", " Five gold rings!").into() } else { Arg::word("") })
        }
        Event::ZerosPlayed { seat, cards, cards_left } => {
            let text = by(*seat, "zeros_played", "{player} plays {cards} as a set of value 0 and has {left|card|cards} left.");
            left(text.with("cards", words::pile(cards)), *cards_left)
        }
        Event::SantaPlayed { seat, cards_left } => left(
            card(*seat, Special::Santa, "santa_played", "{player} wins the round at once with {card} and has {left|card|cards} left."),
            *cards_left,
        ),
        Event::FinalGiftDeclared { seat } => by(*seat, "final_gift_declared", "{player} declares \"Final Gift!\"."),
        Event::FinalGiftForgotten { seat } => by(
            *seat,
            "final_gift_forgotten",
            "{player} does not declare \"Final Gift!\", and must miss the next turn at which their last card could be played.",
        ),
        Event::Passed { seat, forced: false } => by(*seat, "passed", "{player} passes."),
        Event::Passed { seat, forced: true } => by(
            *seat,
            "passed_by_force",
            "{player} must pass, because \"Final Gift!\" was not declared. {player} still must miss a turn at which it could play one card.",
        ),
        Event::TurnMissed { seat, round_over: false } => by(*seat, "turn_missed", "{player} misses a turn, because \"Final Gift!\" was not declared."),
        Event::TurnMissed { seat, round_over: true } => by(
            *seat,
            "last_turn_missed",
            "{player} misses a turn, because \"Final Gift!\" was not declared. No other player can play: the round is over.",
        ),
        Event::CarolPlayed { seat, other, order, cards_left } => {
            let pattern = "{player} plays {card} and swaps places with {other}. {player} has {left|card|cards} left. The order is now, \
                           clockwise: {order}.";
            left(card(*seat, Special::Carol, "carol_played", pattern).with("other", *other), *cards_left)
                .with("order", Arg::list(order.iter()))
        }
        Event::MousePlayed { seat, cards_left, .. } => {
            let pattern = "{player} plays {card} and has {left|card|cards} left. The round ends at once.";
            left(card(*seat, Special::Mouse, "mouse_played", pattern), *cards_left)
        }
        Event::GhostPlayed { seat, haunted, cards, cards_left } => {
            let pattern = "{player} plays {card} and has {left|card|cards} left. {haunted} takes back {cards}.";
            left(card(*seat, Special::Ghost, "ghost_played", pattern), *cards_left)
                .with("haunted", *haunted)
                .with("cards", words::pile(cards))
        }
        Event::AnswerNotUsed { special } => {
            Text::new("not_used", "Another card is played first: your card {card} stays in your hand.").with("card", named(*special))
        }
        Event::WindowClosed { phase: Phase::Snow } => Text::new("snow_closed", "All have decided about Snow cards."),
        Event::WindowClosed { phase: Phase::Fruitcake | Phase::Turn | Phase::Holly | Phase::Over } => {
            Text::new("holly_closed", "All have decided about Holly cards.")
        }
        Event::PlayerOut { seat, place: None } => by(*seat, "out", "{player} has no cards left and is out of the deal."),
        Event::PlayerOut { seat, place: Some(place) } => {
            by(*seat, "out_in_place", "{player} has no cards left and finishes the deal in place {place}.").with("place", place.get())
        }
        Event::RoundEnded { round, winner, placed } => Text::new("round_ended", "Round {round} ends. {winner} wins it.{places}")
            .with("round", *round)
            .with("winner", *winner)
            .with("places", Arg::lines(placed.iter().map(placed_line))),
        Event::TreePlayed { seat, deal_first, pool, receivers, hidden_discards, cards_left } => {
            let tree = if receivers.is_empty() {
                Text::new("no_gifts", "There is no gift card to deal.")
            } else {
                surprises(*deal_first, pool, receivers, *hidden_discards)
            };
            let pattern = "{player} plays the {card} and has {left|card|cards} left. {tree}";
            left(card(*seat, Special::Tree, "tree_played", pattern), *cards_left).with("tree", tree)
        }
        Event::TreeGift { gift } => Text::new("tree_gift", "You get {gift} from the Christmas Tree.").with("gift", named(*gift)),
        Event::ScroogePlayed { seat, target, cards_left } => {
            let pattern = "{player} plays {card} and has {left|card|cards} left. {target} must pass in the next round.";
            left(card(*seat, Special::Scrooge, "scrooge_played", pattern), *cards_left).with("target", *target)
        }
        Event::TableCleared => Text::new("table_cleared", "The cards on the table are discarded."),
        Event::DealEnded { deal, places, points, totals } => Text::new("deal_ended", "Deal {deal} is over.{results}")
            .with("deal", *deal)
            .with("results", words::results(places, points, totals)),
        Event::MatchEnded { ranking, totals } => {
            let line = |seat: &SeatIndex| by(*seat, "total", "{player}: {points|point|points}.").with("points", totals.at(*seat).get());
            Text::new("match_ended", "The match is over. The final ranking:{ranking}").with("ranking", Arg::lines(ranking.iter().map(line)))
        }
    }
}

fn by(seat: SeatIndex, key: &'static str, pattern: &'static str) -> Text {
    Text::new(key, pattern).with("player", seat)
}

fn card(seat: SeatIndex, special: Special, key: &'static str, pattern: &'static str) -> Text {
    by(seat, key, pattern).with("card", named(special))
}

fn left(text: Text, cards: u8) -> Text {
    text.with("left", cards)
}

fn round_started(key: &'static str, pattern: &'static str, round: u8, leader: SeatIndex) -> Text {
    Text::new(key, pattern).with("round", round).with("leader", leader)
}

/// Elves beside a gift, as copies of it.
fn as_copies(gift: Gift, cards: u8) -> Arg {
    Text::new("as_copies", ", together {cards} × {gift},")
        .with("cards", cards)
        .with("gift", named(gift))
        .into()
}

fn owed(phase: Phase, seats: SeatSet) -> Text {
    let (key, pattern) = match phase {
        Phase::Fruitcake => (
            "owed_fruitcake",
            "These players decide whether to play the Fruitcake: {players}.",
        ),
        Phase::Turn => ("owed_turn", "It is the turn of {players}."),
        Phase::Holly => ("owed_holly", "Asked for a Holly card: {players}."),
        Phase::Snow | Phase::Over => ("owed_snow", "Asked for a Snow card: {players}."),
    };
    Text::new(key, pattern).with("players", seats)
}

fn standing(scope: Option<Standing>) -> Text {
    match scope {
        None => Text::new("withdrawn", "You no longer decline Holly cards in advance."),
        Some(Standing::Round) => Text::new("declines_round", "You decline Holly cards until the round ends."),
        Some(Standing::Deal) => Text::new("declines_deal", "You decline Holly cards until the deal ends."),
    }
}

fn placed_line(placed: &Placed) -> Text {
    by(placed.seat, "placed", "{player} finishes the deal in place {place}.").with("place", placed.place.get())
}

/// The gifts that the Christmas Tree deals.
fn surprises(first: DealFirst, pool: &Cards, receivers: &[SeatIndex], hidden: u8) -> Text {
    let rest = match hidden {
        0 => Arg::word(""),
        hidden => Text::new(
            "hidden_rest",
            " {hidden|gift card is|gift cards are} discarded face down.",
        )
        .with("hidden", hidden)
        .into(),
    };
    match receivers {
        [_] => Text::new(
            "surprise",
            "The gift cards on the table are shuffled: {pool}. One is dealt face down to {receivers}.{rest}",
        ),
        _ => Text::new(
            "surprises",
            "The gift cards on the table are shuffled: {pool}. One each is dealt face down to {receivers}, beginning with \
             {first}.{rest}",
        )
        .with("first", words::first_receiver(first)),
    }
    .with("pool", words::pile(pool))
    .with("receivers", Arg::list(receivers.iter().copied()))
    .with("rest", rest)
}
