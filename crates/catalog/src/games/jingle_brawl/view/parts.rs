//! Gifts, bids, wishes and the private part of a seat, both ways.

use tinsel_engine::SeatCount;
use tinsel_jingle_brawl::{Bid, GiftView, Naughty, Own, Place, Report, Throw, Wish, WishesView};
use tinsel_proto::games::jingle_brawl::v1 as wire;
use wire::own_view::Submitted;

use crate::games::{
    jingle_brawl::{gift, kinds::Named, read_chips, read_gift},
    seats::{self, whole},
};

pub(in crate::games::jingle_brawl) fn write_bid(bid: &Bid) -> wire::SeatBid {
    wire::SeatBid {
        seat: seats::number(bid.seat),
        amount: bid.amount.get().into(),
    }
}

pub(super) fn read_bid(bid: &wire::SeatBid, players: SeatCount) -> Option<Bid> {
    Some(Bid {
        seat: seats::read(bid.seat, players)?,
        amount: read_chips(bid.amount)?,
    })
}

pub(super) fn write_gift(view: &GiftView) -> wire::Gift {
    let place = match view.place {
        Place::Wrapped => wire::gift::Place::Wrapped(wire::Wrapped {}),
        Place::Held(seat) => wire::gift::Place::HolderSeat(seats::number(seat)),
        Place::Pile(behind) => wire::gift::Place::PilePosition(behind.into()),
        Place::Table => wire::gift::Place::OnTable(wire::OnTable {}),
    };
    wire::Gift {
        gift: gift(view.gift),
        place: Some(place),
        name: view.name.clone(),
        naughty_level: view.naughty.map(|naughty| naughty.get().into()),
    }
}

pub(super) fn read_gift_view(view: &wire::Gift, players: SeatCount) -> Option<GiftView> {
    let place = match view.place.as_ref()? {
        wire::gift::Place::Wrapped(wire::Wrapped {}) => Place::Wrapped,
        wire::gift::Place::HolderSeat(seat) => Place::Held(seats::read(*seat, players)?),
        wire::gift::Place::PilePosition(behind) => Place::Pile((*behind).try_into().ok()?),
        wire::gift::Place::OnTable(wire::OnTable {}) => Place::Table,
    };
    let level = |level: u32| level.try_into().ok().map(Naughty::new);
    Some(GiftView {
        gift: read_gift(view.gift, players)?,
        place,
        name: view.name.clone(),
        naughty: whole(view.naughty_level.map(level))?,
    })
}

pub(super) fn write_own(own: &Own) -> wire::OwnView {
    let bid = own.bid.map(|bid| Submitted::Bid(bid.get().into()));
    let throw = own.throw.map(|throw| Submitted::Shape(throw.write()));
    let report = own.report.map(|report| match report {
        Report::Winner(winner) => Submitted::Report(seats::number(winner)),
        Report::ClockRanOut => Submitted::NoReport(wire::NoReport {}),
    });
    wire::OwnView {
        seat: seats::number(own.seat),
        submitted: bid.or(throw).or(report),
    }
}

pub(super) fn read_own(own: &wire::OwnView, players: SeatCount) -> Option<Own> {
    let nothing = Own {
        seat: seats::read(own.seat, players)?,
        bid: None,
        throw: None,
        report: None,
    };
    Some(match own.submitted.as_ref() {
        None => nothing,
        Some(Submitted::Bid(amount)) => Own {
            bid: Some(read_chips(*amount)?),
            ..nothing
        },
        Some(Submitted::Shape(throw)) => Own {
            throw: Some(Throw::read(*throw)?),
            ..nothing
        },
        Some(Submitted::Report(winner)) => Own {
            report: Some(Report::Winner(seats::read(*winner, players)?)),
            ..nothing
        },
        Some(Submitted::NoReport(wire::NoReport {})) => Own {
            report: Some(Report::ClockRanOut),
            ..nothing
        },
    })
}

pub(super) fn write_wishes(wishes: &WishesView) -> wire::SeatWishes {
    let gifts = wishes.gifts.iter().map(|wish| wire::Wish {
        gift: gift(wish.gift),
        points: wish.points.into(),
    });
    wire::SeatWishes {
        seat: seats::number(wishes.seat),
        gifts: gifts.collect(),
    }
}

pub(super) fn read_wishes(wishes: &wire::SeatWishes, players: SeatCount) -> Option<WishesView> {
    let wish = |wish: &wire::Wish| {
        Some(Wish {
            gift: read_gift(wish.gift, players)?,
            points: wish.points.try_into().ok()?,
        })
    };
    Some(WishesView {
        seat: seats::read(wishes.seat, players)?,
        gifts: wishes.gifts.iter().map(wish).collect::<Option<_>>()?,
    })
}
