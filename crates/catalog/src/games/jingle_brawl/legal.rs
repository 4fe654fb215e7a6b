//! Legal actions, both ways.

use tinsel_engine::{SeatIndex, SeatSet};
use tinsel_jingle_brawl::{Bar, Barred, GiftId, Legal, Method, Response, Target, Targets, Throw};
use tinsel_proto::games::jingle_brawl::v1 as wire;
use wire::legal::Decision;

use super::{any_seats, gift, kinds::Named, read_chips, read_gift};
use crate::games::seats::{self, whole};

pub(super) fn write(legal: &Legal) -> wire::Legal {
    wire::Legal {
        decision: decision(legal),
    }
}

fn decision(legal: &Legal) -> Option<Decision> {
    Some(match legal {
        Legal::Nothing => return None,
        Legal::Open { gifts } => Decision::Open(write_gifts(gifts)),
        Legal::Bid { max } => Decision::Bid(wire::LegalBid { max: max.get().into() }),
        Legal::Respond => Decision::RespondToBid(wire::LegalResponse {
            choices: [Response::Stand, Response::Yield].map(Named::write).to_vec(),
        }),
        Legal::Gambit(targets) => Decision::Gambit(write_targets(targets, SeatSet::EMPTY)),
        Legal::Method { methods } => Decision::ChooseMethod(wire::LegalMethods {
            methods: methods.iter().map(|method| method.write()).collect(),
        }),
        Legal::Throw => Decision::MakeThrow(wire::LegalThrow {
            shapes: Throw::ALL.map(Named::write).to_vec(),
        }),
        Legal::Report { duelists } => Decision::Report(write_seats(*duelists)),
        Legal::Verdict { duelists } => Decision::Verdict(write_seats(*duelists)),
        Legal::Discard { gifts } => Decision::Discard(write_gifts(gifts)),
        Legal::Reprisal { targets, defenders } => Decision::Reprisal(write_targets(targets, *defenders)),
        Legal::Path(targets) => Decision::ChoosePath(write_targets(targets, SeatSet::EMPTY)),
        Legal::Defender { seats } => Decision::ChooseDefender(write_seats(*seats)),
    })
}

pub(super) fn read(legal: &wire::Legal) -> Option<Legal> {
    let Some(decision) = &legal.decision else {
        return Some(Legal::Nothing);
    };
    Some(match decision {
        Decision::Open(legal) => Legal::Open {
            gifts: read_gifts(legal)?,
        },
        Decision::Bid(legal) => Legal::Bid {
            max: read_chips(legal.max)?,
        },
        Decision::RespondToBid(_) => Legal::Respond,
        Decision::Gambit(legal) => Legal::Gambit(read_targets(legal)?),
        Decision::ChooseMethod(legal) => Legal::Method {
            methods: legal
                .methods
                .iter()
                .map(|method| Method::read(*method))
                .collect::<Option<_>>()?,
        },
        Decision::MakeThrow(_) => Legal::Throw,
        Decision::Report(legal) => Legal::Report {
            duelists: read_seats(&legal.seats)?,
        },
        Decision::Verdict(legal) => Legal::Verdict {
            duelists: read_seats(&legal.seats)?,
        },
        Decision::Discard(legal) => Legal::Discard {
            gifts: read_gifts(legal)?,
        },
        Decision::Reprisal(legal) => Legal::Reprisal {
            targets: read_targets(legal)?,
            defenders: read_seats(&legal.defenders)?,
        },
        Decision::ChoosePath(legal) => Legal::Path(read_targets(legal)?),
        Decision::ChooseDefender(legal) => Legal::Defender {
            seats: read_seats(&legal.seats)?,
        },
    })
}

fn write_gifts(gifts: &[GiftId]) -> wire::LegalGifts {
    wire::LegalGifts {
        gifts: gifts.iter().copied().map(gift).collect(),
    }
}

fn read_gifts(legal: &wire::LegalGifts) -> Option<Vec<GiftId>> {
    legal
        .gifts
        .iter()
        .map(|number| read_gift(*number, any_seats()?))
        .collect()
}

fn write_seats(of: SeatSet) -> wire::LegalSeats {
    wire::LegalSeats {
        seats: seats::numbers(of),
    }
}

fn read_seats(numbers: &[u32]) -> Option<SeatSet> {
    seats::read_all(numbers, any_seats()?)
}

fn read_seat(number: u32) -> Option<SeatIndex> {
    seats::read(number, any_seats()?)
}

fn write_targets(targets: &Targets, defenders: SeatSet) -> wire::LegalTargets {
    wire::LegalTargets {
        targets: targets.affordable.iter().map(write_target).collect(),
        barred: targets.barred.iter().map(write_barred).collect(),
        defenders: seats::numbers(defenders),
    }
}

fn read_targets(legal: &wire::LegalTargets) -> Option<Targets> {
    Some(Targets {
        affordable: legal.targets.iter().map(read_target).collect::<Option<_>>()?,
        barred: legal.barred.iter().map(read_barred).collect::<Option<_>>()?,
    })
}

fn write_target(target: &Target) -> wire::Target {
    wire::Target {
        gift: gift(target.gift),
        cost: target.cost.get().into(),
        holder_seat: target.holder.map(seats::number),
    }
}

fn read_target(target: &wire::Target) -> Option<Target> {
    Some(Target {
        gift: read_gift(target.gift, any_seats()?)?,
        cost: read_chips(target.cost)?,
        holder: whole(target.holder_seat.map(read_seat))?,
    })
}

fn write_barred(barred: &Barred) -> wire::BarredGift {
    let (why, cost) = match barred.why {
        Bar::Wrapped => (wire::Bar::Wrapped, None),
        Bar::OwnGift => (wire::Bar::OwnGift, None),
        Bar::NotHeld => (wire::Bar::NotHeld, None),
        Bar::Excluded => (wire::Bar::Excluded, None),
        Bar::TooDear { cost } => (wire::Bar::TooDear, Some(cost.get().into())),
    };
    wire::BarredGift {
        gift: gift(barred.gift),
        why: why.into(),
        cost,
    }
}

fn read_barred(barred: &wire::BarredGift) -> Option<Barred> {
    let why = match wire::Bar::try_from(barred.why).ok()? {
        wire::Bar::Unspecified => return None,
        wire::Bar::Wrapped => Bar::Wrapped,
        wire::Bar::OwnGift => Bar::OwnGift,
        wire::Bar::NotHeld => Bar::NotHeld,
        wire::Bar::Excluded => Bar::Excluded,
        wire::Bar::TooDear => Bar::TooDear {
            cost: read_chips(barred.cost?)?,
        },
    };
    Some(Barred {
        gift: read_gift(barred.gift, any_seats()?)?,
        why,
    })
}
