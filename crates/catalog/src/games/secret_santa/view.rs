//! Views, both ways.

use tinsel_engine::{BySeat, SeatCount, SeatIndex};
use tinsel_proto::games::secret_santa::v1 as wire;
use tinsel_secret_santa::{FinalGift, Laid, OwnView, Phase, Place, Play, Points, SeatView, Used, View};

use super::{action, cards};
use crate::games::seats;

pub(super) fn write(view: &View) -> wire::View {
    let count = view.seats.seats();
    wire::View {
        phase: write_phase(view.phase),
        awaited_seats: seats::numbers(view.awaited),
        eligible_seats: seats::numbers(view.eligible),
        deal: view.deal.into(),
        dealer: seats::number(view.dealer),
        table_order: view.order.iter().map(seats::number).collect(),
        round: view.round.into(),
        leader: view.leader.map(seats::number),
        winner: view.winner.map(seats::number),
        turn_seat: view.turn.map(seats::number),
        turn_stands: view.turn_stands,
        count: view.count.map(u32::from),
        plays: view.plays.iter().map(write_play).collect(),
        specials: view.specials.iter().map(write_used).collect(),
        last_gift_seat: view.last_gift.map(seats::number),
        passed_seats: seats::numbers(view.passed),
        played_seats: seats::numbers(view.played),
        barred_seat: view.barred.map(seats::number),
        named_seat: view.named.map(seats::number),
        scrooge_targets: seats::numbers(view.misers),
        seats: view
            .seats
            .enumerate()
            .map(|(seat, shown)| write_seat(seat, shown))
            .collect(),
        places: view.places.iter().copied().map(seats::number).collect(),
        discards: cards::write(&view.discards),
        hidden_discards: view.hidden_discards.into(),
        deck: cards::write(&view.deck),
        score_sheet: view.sheet.iter().map(|places| write_deal(places, count)).collect(),
        own: view.own.as_ref().map(write_own),
    }
}

pub(super) fn read(view: &wire::View) -> Option<View> {
    let count = SeatCount::new(view.seats.len().try_into().ok()?)?;
    let one = |number| seats::read(number, count);
    let maybe = |number: Option<u32>| seats::whole(number.map(one));
    Some(View {
        phase: read_phase(view.phase)?,
        awaited: seats::read_all(&view.awaited_seats, count)?,
        eligible: seats::read_all(&view.eligible_seats, count)?,
        deal: view.deal.try_into().ok()?,
        dealer: one(view.dealer)?,
        order: seats::read_all(&view.table_order, count)?,
        round: view.round.try_into().ok()?,
        leader: maybe(view.leader)?,
        winner: maybe(view.winner)?,
        turn: maybe(view.turn_seat)?,
        turn_stands: view.turn_stands,
        count: seats::whole(view.count.map(|count| u8::try_from(count).ok()))?,
        plays: view
            .plays
            .iter()
            .map(|play| read_play(play, count))
            .collect::<Option<_>>()?,
        specials: view
            .specials
            .iter()
            .map(|used| read_used(used, count))
            .collect::<Option<_>>()?,
        last_gift: maybe(view.last_gift_seat)?,
        passed: seats::read_all(&view.passed_seats, count)?,
        played: seats::read_all(&view.played_seats, count)?,
        barred: maybe(view.barred_seat)?,
        named: maybe(view.named_seat)?,
        misers: seats::read_all(&view.scrooge_targets, count)?,
        seats: seats::read_each(&view.seats, count, |seat| Some((seat.seat, read_seat(seat)?)))?,
        places: seats::read_all(&view.places, count)?,
        discards: cards::read(&view.discards)?,
        hidden_discards: view.hidden_discards.try_into().ok()?,
        deck: cards::read(&view.deck)?,
        sheet: view.score_sheet.iter().map(read_deal).collect::<Option<_>>()?,
        own: seats::whole(view.own.as_ref().map(|own| read_own(own, count)))?,
    })
}

pub(super) const fn write_phase(phase: Phase) -> i32 {
    let phase = match phase {
        Phase::Fruitcake => wire::Phase::Fruitcake,
        Phase::Turn => wire::Phase::Turn,
        Phase::Holly => wire::Phase::Holly,
        Phase::Snow => wire::Phase::Snow,
        Phase::Over => wire::Phase::Over,
    };
    phase as i32
}

fn read_phase(number: i32) -> Option<Phase> {
    match wire::Phase::try_from(number).ok()? {
        wire::Phase::Unspecified => None,
        wire::Phase::Fruitcake => Some(Phase::Fruitcake),
        wire::Phase::Turn => Some(Phase::Turn),
        wire::Phase::Holly => Some(Phase::Holly),
        wire::Phase::Snow => Some(Phase::Snow),
        wire::Phase::Over => Some(Phase::Over),
    }
}

fn write_play(play: &Play) -> wire::Play {
    let (gifts, elves, zeros) = match &play.laid {
        Laid::Gifts { gifts, elves, .. } => (*gifts, *elves, Vec::new()),
        Laid::Zeros(zeros) => (0, 0, cards::write(zeros)),
    };
    wire::Play {
        seat: seats::number(play.seat),
        value: play.laid.value().get().into(),
        gifts: gifts.into(),
        elves: elves.into(),
        zeros,
    }
}

fn read_play(play: &wire::Play, count: SeatCount) -> Option<Play> {
    let laid = if play.value == 0 {
        Laid::Zeros(cards::read(&play.zeros)?)
    } else {
        Laid::Gifts {
            gift: cards::gift(play.value)?,
            gifts: play.gifts.try_into().ok()?,
            elves: play.elves.try_into().ok()?,
        }
    };
    let seat = seats::read(play.seat, count)?;
    Some(Play { seat, laid })
}

fn write_used(used: &Used) -> wire::UsedSpecial {
    wire::UsedSpecial {
        seat: seats::number(used.seat),
        special: cards::write_special(used.special),
    }
}

fn read_used(used: &wire::UsedSpecial, count: SeatCount) -> Option<Used> {
    Some(Used {
        seat: seats::read(used.seat, count)?,
        special: cards::read_special(used.special)?,
    })
}

fn write_seat(seat: SeatIndex, shown: &SeatView) -> wire::SeatView {
    let final_gift = match shown.final_gift {
        FinalGift::None => wire::FinalGift::None,
        FinalGift::Declared => wire::FinalGift::Declared,
        FinalGift::Undeclared => wire::FinalGift::Undeclared,
    };
    wire::SeatView {
        seat: seats::number(seat),
        hand_size: shown.hand_size.into(),
        final_gift: final_gift.into(),
        out: shown.out,
        total: shown.total.get().into(),
    }
}

fn read_seat(seat: &wire::SeatView) -> Option<SeatView> {
    let final_gift = match wire::FinalGift::try_from(seat.final_gift).ok()? {
        wire::FinalGift::Unspecified => return None,
        wire::FinalGift::None => FinalGift::None,
        wire::FinalGift::Declared => FinalGift::Declared,
        wire::FinalGift::Undeclared => FinalGift::Undeclared,
    };
    Some(SeatView {
        hand_size: seat.hand_size.try_into().ok()?,
        final_gift,
        out: seat.out,
        total: Points::new(seat.total.try_into().ok()?),
    })
}

fn write_deal(places: &BySeat<Place>, count: SeatCount) -> wire::FinishedDeal {
    wire::FinishedDeal {
        places: places.iter().map(|place| place.get().into()).collect(),
        points: points(&places.map(|_, place| place.points(count))),
    }
}

fn read_deal(deal: &wire::FinishedDeal) -> Option<BySeat<Place>> {
    let places = deal
        .places
        .iter()
        .map(|place| Some(Place::new(u8::try_from(*place).ok()?)));
    BySeat::from_vec(places.collect::<Option<_>>()?)
}

/// The points of the seats, in seat order.
pub(super) fn points(points: &BySeat<Points>) -> Vec<u32> {
    points.iter().map(|points| points.get().into()).collect()
}

fn write_own(own: &OwnView) -> wire::OwnView {
    wire::OwnView {
        seat: seats::number(own.seat),
        hand: cards::write(&own.hand),
        answer: own.answer.as_ref().map(action::write),
        standing_decline: action::write_standing(own.standing),
    }
}

fn read_own(own: &wire::OwnView, count: SeatCount) -> Option<OwnView> {
    Some(OwnView {
        seat: seats::read(own.seat, count)?,
        hand: cards::read(&own.hand)?,
        answer: seats::whole(own.answer.as_ref().map(action::read))?,
        standing: action::read_standing(own.standing_decline)?,
    })
}
