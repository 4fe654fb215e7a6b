//! Events.

use tinsel_engine::SeatIndex;
use tinsel_proto::games::secret_santa::v1 as wire;
use tinsel_secret_santa::{Event, Placed};
use wire::event::Event as Kind;

use super::{action, cards, view};
use crate::games::seats;

pub(super) fn write(event: &Event) -> wire::Event {
    wire::Event {
        event: Some(kind(event)),
    }
}

#[expect(clippy::too_many_lines, reason = "one row for each event reads best in one place")]
fn kind(event: &Event) -> Kind {
    match event {
        Event::DealStarted {
            deal,
            dealer,
            leader,
            hand_sizes,
        } => Kind::DealStarted(wire::DealStarted {
            deal: (*deal).into(),
            dealer: seats::number(*dealer),
            leader: seats::number(*leader),
            hand_sizes: hand_sizes.iter().map(|size| (*size).into()).collect(),
        }),
        Event::HandDealt { cards } => Kind::HandDealt(wire::HandDealt {
            cards: cards::write(cards),
        }),
        Event::DecisionsOwed { phase, seats: owing } => Kind::DecisionsOwed(wire::DecisionsOwed {
            phase: view::write_phase(*phase),
            seats: seats::numbers(*owing),
        }),
        Event::Answered { seat } => Kind::Answered(wire::Answered {
            seat: seats::number(*seat),
        }),
        Event::StandingDecline { scope } => Kind::StandingDecline(wire::StandingDecline {
            scope: action::write_standing(*scope),
        }),
        Event::FruitcakePlayed { seat, recipient } => Kind::FruitcakePlayed(wire::FruitcakePlayed {
            seat: seats::number(*seat),
            recipient: seats::number(*recipient),
        }),
        Event::FruitcakeGift { giver, recipient, gift } => Kind::FruitcakeGift(wire::FruitcakeGift {
            giver: seats::number(*giver),
            recipient: seats::number(*recipient),
            value: cards::value(*gift),
        }),
        Event::FruitcakeWindowClosed { played } => {
            Kind::FruitcakeWindowClosed(wire::FruitcakeWindowClosed { played: *played })
        }
        Event::RoundStarted { round, leader, barred } => Kind::RoundStarted(wire::RoundStarted {
            round: (*round).into(),
            leader: seats::number(*leader),
            barred_seat: barred.map(seats::number),
        }),
        Event::FinalGiftDeclared { seat } => Kind::FinalGiftDeclared(wire::FinalGiftDeclared {
            seat: seats::number(*seat),
        }),
        Event::FinalGiftForgotten { seat } => Kind::FinalGiftForgotten(wire::FinalGiftForgotten {
            seat: seats::number(*seat),
        }),
        Event::Passed { seat, forced } => Kind::Passed(wire::Passed {
            seat: seats::number(*seat),
            forced: *forced,
        }),
        Event::TurnMissed { seat, round_over } => Kind::TurnMissed(wire::TurnMissed {
            seat: seats::number(*seat),
            round_over: *round_over,
        }),
        Event::AnswerNotUsed { special } => Kind::AnswerNotUsed(wire::AnswerNotUsed {
            special: cards::write_special(*special),
        }),
        Event::WindowClosed { phase } => Kind::WindowClosed(wire::WindowClosed {
            phase: view::write_phase(*phase),
        }),
        Event::PlayerOut { seat, place } => Kind::PlayerOut(wire::PlayerOut {
            seat: seats::number(*seat),
            place: place.map(|place| place.get().into()),
        }),
        Event::RoundEnded { round, winner, placed } => Kind::RoundEnded(wire::RoundEnded {
            round: (*round).into(),
            winner: seats::number(*winner),
            placed: placed.iter().map(write_placed).collect(),
        }),
        Event::TreeGift { gift } => Kind::TreeGift(wire::TreeGift {
            value: cards::value(*gift),
        }),
        Event::TableCleared => Kind::TableCleared(wire::TableCleared {}),
        Event::DealEnded {
            deal,
            places,
            points,
            totals,
        } => Kind::DealEnded(wire::DealEnded {
            deal: (*deal).into(),
            places: numbers(places),
            points: view::points(points),
            totals: view::points(totals),
        }),
        Event::MatchEnded { ranking, totals } => Kind::MatchEnded(wire::MatchEnded {
            ranking: numbers(ranking),
            totals: view::points(totals),
        }),
        Event::GiftsPlayed {
            seat,
            gift,
            gifts,
            elves,
            with_santa,
            cards_left,
            five_gold_rings,
        } => Kind::GiftsPlayed(wire::GiftsPlayed {
            seat: seats::number(*seat),
            value: cards::value(*gift),
            gifts: (*gifts).into(),
            elves: (*elves).into(),
            with_santa: *with_santa,
            cards_left: (*cards_left).into(),
            five_gold_rings: *five_gold_rings,
        }),
        Event::ZerosPlayed {
            seat,
            cards,
            cards_left,
        } => Kind::ZerosPlayed(wire::ZerosPlayed {
            seat: seats::number(*seat),
            cards: cards::write(cards),
            cards_left: (*cards_left).into(),
        }),
        Event::SantaPlayed { seat, cards_left } => Kind::SantaPlayed(wire::SantaPlayed {
            seat: seats::number(*seat),
            cards_left: (*cards_left).into(),
        }),
        Event::CarolPlayed {
            seat,
            other,
            order,
            cards_left,
        } => Kind::CarolPlayed(wire::CarolPlayed {
            seat: seats::number(*seat),
            other_seat: seats::number(*other),
            table_order: order.iter().map(seats::number).collect(),
            cards_left: (*cards_left).into(),
        }),
        Event::MousePlayed {
            seat,
            winner,
            cards_left,
        } => Kind::MousePlayed(wire::MousePlayed {
            seat: seats::number(*seat),
            winner: seats::number(*winner),
            cards_left: (*cards_left).into(),
        }),
        Event::GhostPlayed {
            seat,
            haunted,
            cards,
            cards_left,
        } => Kind::GhostPlayed(wire::GhostPlayed {
            seat: seats::number(*seat),
            haunted_seat: seats::number(*haunted),
            cards: cards::write(cards),
            cards_left: (*cards_left).into(),
        }),
        Event::TreePlayed {
            seat,
            deal_first,
            pool,
            receivers,
            hidden_discards,
            cards_left,
        } => Kind::TreePlayed(wire::TreePlayed {
            seat: seats::number(*seat),
            deal_first: action::write_deal_first(Some(*deal_first)),
            pool: cards::write(pool),
            receivers: numbers(receivers),
            hidden_discards: (*hidden_discards).into(),
            cards_left: (*cards_left).into(),
        }),
        Event::ScroogePlayed {
            seat,
            target,
            cards_left,
        } => Kind::ScroogePlayed(wire::ScroogePlayed {
            seat: seats::number(*seat),
            target: seats::number(*target),
            cards_left: (*cards_left).into(),
        }),
    }
}

fn write_placed(placed: &Placed) -> wire::Placed {
    wire::Placed {
        seat: seats::number(placed.seat),
        place: placed.place.get().into(),
    }
}

/// The numbers of these seats, in the given order.
fn numbers(order: &[SeatIndex]) -> Vec<u32> {
    order.iter().copied().map(seats::number).collect()
}
