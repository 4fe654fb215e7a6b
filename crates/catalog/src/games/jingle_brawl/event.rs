//! Events.

use tinsel_engine::SeatCount;
use tinsel_jingle_brawl::{Card, Challengers, Event, Purse, Rank, ReprisalRight, Spot};
use tinsel_proto::games::jingle_brawl::v1 as wire;

use super::{config, gift, kinds::Named, outcome, view};
use crate::games::seats::{number, numbers};

pub(super) fn write(event: &Event) -> wire::Event {
    wire::Event {
        event: Some(kind(event)),
    }
}

#[expect(clippy::too_many_lines, reason = "one row for each event reads best in one place")]
fn kind(event: &Event) -> wire::event::Event {
    use wire::event::Event as Kind;
    match event {
        Event::MatchStarted { options } => Kind::MatchStarted(wire::MatchStarted {
            options: Some(config::write_public(options)),
            seats: SeatCount::get(options.players).into(),
        }),
        Event::NameDrawn { part, turn, seat } => Kind::NameDrawn(wire::NameDrawn {
            part: part.write(),
            turn: (*turn).into(),
            seat: number(*seat),
        }),
        Event::GiftOpened {
            seat,
            gift: opened,
            name,
            forced,
        } => Kind::GiftOpened(wire::GiftOpened {
            seat: number(*seat),
            gift: gift(*opened),
            name: name.clone(),
            forced: *forced,
        }),
        Event::WishPointsShown { gift: opened, points } => Kind::WishPointsShown(wire::WishPointsShown {
            gift: gift(*opened),
            points: (*points).into(),
        }),
        Event::BiddingStarted {
            context,
            gift: at_stake,
            owing,
        } => Kind::BiddingStarted(wire::BiddingStarted {
            context: context.write(),
            gift: gift(*at_stake),
            owing_seats: numbers(*owing),
        }),
        Event::BidPlaced { seat } => Kind::BidPlaced(wire::BidPlaced { seat: number(*seat) }),
        Event::BidRecorded { amount } => Kind::BidRecorded(wire::BidRecorded {
            amount: amount.get().into(),
        }),
        Event::BidsRevealed { bids, by_clock } => Kind::BidsRevealed(wire::BidsRevealed {
            bids: bids.iter().map(view::write_bid).collect(),
            by_clock_seats: numbers(*by_clock),
        }),
        Event::TieBreakCalled { tied, duelists } => Kind::TieBreakCalled(wire::TieBreakCalled {
            tied_seats: numbers(*tied),
            duelist_seats: numbers(*duelists),
        }),
        Event::ChallengersNamed { first, second } => {
            let (first, second) = (*first, *second);
            Kind::ChallengersNamed(view::write_challengers(Challengers { first, second }))
        }
        Event::OpenerResponded { seat, response } => Kind::OpenerResponded(wire::OpenerResponded {
            seat: number(*seat),
            response: response.write(),
        }),
        Event::ChipsMoved {
            from,
            to,
            amount,
            reason,
        } => Kind::ChipsMoved(wire::ChipsMoved {
            from_purse: Some(purse(*from)),
            to_purse: Some(purse(*to)),
            amount: amount.get().into(),
            reason: reason.write(),
        }),
        Event::DuelStarted {
            kind,
            challenger,
            defender,
            gift: contested,
        } => Kind::DuelStarted(wire::DuelStarted {
            kind: kind.write(),
            challenger_seat: number(*challenger),
            defender_seat: number(*defender),
            gift: contested.map(gift),
        }),
        Event::MethodChosen { method, forced } => Kind::MethodChosen(wire::MethodChosen {
            method: method.write(),
            forced: *forced,
        }),
        Event::CoinFlipped { face, reason } => Kind::CoinFlipped(wire::CoinFlipped {
            face: face.write(),
            reason: reason.write(),
        }),
        Event::DiceRolled { roll, dice } => Kind::DiceRolled(wire::DiceRolled {
            roll: (*roll).into(),
            challenger_die: dice.challenger.into(),
            defender_die: dice.defender.into(),
        }),
        Event::CardsDrawn { cards } => Kind::CardsDrawn(wire::CardsDrawn {
            challenger_card: Some(card(cards.challenger)),
            defender_card: Some(card(cards.defender)),
        }),
        Event::ThrowMade { seat } => Kind::ThrowMade(wire::ThrowMade { seat: number(*seat) }),
        Event::ThrowRecorded { throw } => Kind::ThrowRecorded(wire::ThrowRecorded { shape: throw.write() }),
        Event::ThrowsRevealed {
            round,
            throws,
            by_clock,
        } => Kind::ThrowsRevealed(wire::ThrowsRevealed {
            round: (*round).into(),
            shapes: Some(view::write_throws(throws)),
            by_clock_seats: numbers(*by_clock),
        }),
        Event::ReportMade { seat } => Kind::ReportMade(wire::ReportMade { seat: number(*seat) }),
        Event::ReportRecorded { winner } => Kind::ReportRecorded(wire::ReportRecorded {
            winner_seat: winner.map(number),
        }),
        Event::ReportsRevealed { reports, by_clock } => Kind::ReportsRevealed(wire::ReportsRevealed {
            reports: Some(view::write_reports(reports)),
            by_clock_seats: numbers(*by_clock),
        }),
        Event::VerdictGiven { head_elf, winner } => Kind::VerdictGiven(wire::VerdictGiven {
            head_elf_seat: number(*head_elf),
            winner_seat: number(*winner),
        }),
        Event::DuelEnded { kind, winner, loser } => Kind::DuelEnded(wire::DuelEnded {
            kind: kind.write(),
            winner_seat: number(*winner),
            loser_seat: number(*loser),
        }),
        Event::NaughtyRaised {
            gift: contested,
            naughty,
        } => Kind::NaughtyRaised(wire::NaughtyRaised {
            gift: gift(*contested),
            naughty_level: naughty.get().into(),
        }),
        Event::GiftMoved { gift: moved, from, to } => Kind::GiftMoved(wire::GiftMoved {
            gift: gift(*moved),
            from_spot: Some(spot(*from)),
            to_spot: Some(spot(*to)),
        }),
        Event::HeadElfChanged { seat } => Kind::HeadElfChanged(wire::HeadElfChanged { seat: number(*seat) }),
        Event::BagChanged { added, removed } => Kind::BagChanged(wire::BagChanged {
            added_seats: numbers(*added),
            removed_seats: numbers(*removed),
        }),
        Event::GiftKept {
            seat,
            gift: kept,
            forced,
        } => Kind::GiftKept(wire::GiftKept {
            seat: number(*seat),
            gift: gift(*kept),
            forced: *forced,
        }),
        Event::GambitDeclared {
            seat,
            gift: target,
            holder,
            cost,
        } => Kind::GambitDeclared(wire::GambitDeclared {
            seat: number(*seat),
            gift: gift(*target),
            holder_seat: number(*holder),
            cost: cost.get().into(),
        }),
        Event::ReprisalOffered(offered) => Kind::ReprisalOffered(right(offered)),
        Event::ReprisalDeclined(declined) => Kind::ReprisalDeclined(right(declined)),
        Event::ReprisalSkipped(skipped) => Kind::ReprisalSkipped(right(skipped)),
        Event::ReprisalDeclared {
            seat,
            gift: target,
            defender,
            misfit,
            cost,
            number: declared,
        } => Kind::ReprisalDeclared(wire::ReprisalDeclared {
            seat: number(*seat),
            gift: gift(*target),
            defender_seat: number(*defender),
            misfit: *misfit,
            cost: cost.get().into(),
            number: (*declared).into(),
        }),
        Event::LotteryStarted { bag, pile } => Kind::LotteryStarted(wire::LotteryStarted {
            bag_seats: numbers(*bag),
            pile: pile.iter().copied().map(gift).collect(),
        }),
        Event::TargetMisfitDrawn { gift: target } => {
            Kind::TargetMisfitDrawn(wire::TargetMisfitDrawn { gift: gift(*target) })
        }
        Event::PathChosen {
            seat,
            path,
            steal,
            forced,
        } => Kind::PathChosen(wire::PathChosen {
            seat: number(*seat),
            path: path.write(),
            target_gift: steal.map(|price| gift(price.gift)),
            cost: steal.map(|price| price.cost.get().into()),
            forced: *forced,
        }),
        Event::DefenderChosen { seat, defender } => Kind::DefenderChosen(wire::DefenderChosen {
            seat: number(*seat),
            defender_seat: number(*defender),
        }),
        Event::LastClaim { seat, gift: claimed } => Kind::LastClaim(wire::LastClaim {
            seat: number(*seat),
            gift: gift(*claimed),
        }),
        Event::ClockRanOut { seat, phase } => Kind::ClockRanOut(wire::ClockRanOut {
            seat: number(*seat),
            phase: phase.write(),
        }),
        Event::TurnEnded { part, turn } => Kind::TurnEnded(wire::TurnEnded {
            part: part.write(),
            turn: (*turn).into(),
        }),
        Event::MatchEnded(ending) => Kind::MatchEnded(wire::MatchEnded {
            outcome: Some(outcome::write(ending)),
        }),
    }
}

fn right(right: &ReprisalRight) -> wire::ReprisalRight {
    wire::ReprisalRight {
        seat: number(right.seat),
        excluded_gift: gift(right.excluded),
        number: right.number.into(),
    }
}

fn purse(purse: Purse) -> wire::Purse {
    use wire::purse::Purse as Kind;
    let purse = match purse {
        Purse::Seat(seat) => Kind::Seat(number(seat)),
        Purse::Bank => Kind::Bank(wire::Bank {}),
        Purse::Pot => Kind::Pot(wire::Pot {}),
    };
    wire::Purse { purse: Some(purse) }
}

fn spot(spot: Spot) -> wire::Spot {
    use wire::spot::Spot as Kind;
    let spot = match spot {
        Spot::Seat(seat) => Kind::Seat(number(seat)),
        Spot::Pile => Kind::Pile(wire::Pile {}),
        Spot::Table => Kind::Table(wire::OnTable {}),
    };
    wire::Spot { spot: Some(spot) }
}

fn card(card: Card) -> wire::Card {
    wire::Card {
        rank: rank(card.rank),
        suit: card.suit.write(),
    }
}

const fn rank(rank: Rank) -> u32 {
    match rank {
        Rank::Two => 2,
        Rank::Three => 3,
        Rank::Four => 4,
        Rank::Five => 5,
        Rank::Six => 6,
        Rank::Seven => 7,
        Rank::Eight => 8,
        Rank::Nine => 9,
        Rank::Ten => 10,
        Rank::Jack => 11,
        Rank::Queen => 12,
        Rank::King => 13,
        Rank::Ace => 14,
    }
}
