//! The conversions to and from messages that no derive can write.

use tinsel_engine::SeatIndex;
use tinsel_wire::{Origin, Wire, required};

pub(crate) use tinsel_messages::games::jingle_brawl::v1 as messages;

use crate::{
    Bar, Barred, Card, Chips, Config, Draft, DuelKind, DuelView, GiftId, Method, Own, Pair, Path, Price, Rank, Report,
    Response, Targets, Throw, config::configure,
};

/// Every seat that may respond has both responses.
pub(crate) const RESPONSES: [Response; 2] = [Response::Stand, Response::Yield];

/// A match has as many gifts as seats.
impl Wire<u32> for GiftId {
    fn write(&self) -> u32 {
        self.get().into()
    }

    fn read(number: &u32, origin: Origin) -> Option<Self> {
        SeatIndex::read(number, origin).map(|same| Self::new(same.get()))
    }
}

/// Numbers are 2 to 14.
impl Wire<u32> for Rank {
    fn write(&self) -> u32 {
        (2..)
            .zip(Self::ALL)
            .find(|(_, rank)| rank == self)
            .map_or(0, |(number, _)| number)
    }

    fn read(number: &u32, _: Origin) -> Option<Self> {
        (2..).zip(Self::ALL).find(|(of, _)| of == number).map(|(_, rank)| rank)
    }
}

/// A server sends every option with its value and without the names; the number of seats is beside them. Anything else
/// is no message of a server.
// JB-R9
impl Wire<messages::Config> for Config {
    fn write(&self) -> messages::Config {
        self.public().write()
    }

    fn read(options: &messages::Config, origin: Origin) -> Option<Self> {
        let Origin::Server(players) = origin else { return None };
        let config = configure(Some(players.get().into()), Draft::read(options, origin)?).ok()?;
        let sent: messages::Config = config.write();
        (sent == *options).then_some(config)
    }
}

required!(messages::Config as Config);

macro_rules! pairs {
    ($($Message:ident of $Type:ty: $challenger:ident and $defender:ident;)+) => {
        $(
            impl Wire<messages::$Message> for Pair<$Type> {
                fn write(&self) -> messages::$Message {
                    messages::$Message {
                        $challenger: self.challenger.write(),
                        $defender: self.defender.write(),
                    }
                }

                fn read(message: &messages::$Message, origin: Origin) -> Option<Self> {
                    Some(Self {
                        challenger: Wire::read(&message.$challenger, origin)?,
                        defender: Wire::read(&message.$defender, origin)?,
                    })
                }
            }

            required!(messages::$Message as Pair<$Type>);
        )+
    };
}

pairs! {
    ThrowRound of Throw: challenger_throw and defender_throw;
    Reports of Option<SeatIndex>: challenger_report and defender_report;
}

/// What a duel has depends on its method.
impl Wire<messages::Duel> for DuelView {
    fn write(&self) -> messages::Duel {
        use messages::duel::Fought;
        let fought = |method| match method {
            Method::CoinFlip => Fought::CoinFlip(messages::CoinFlipDuel {}),
            Method::DiceRollOff => Fought::DiceRollOff(messages::DiceRollOffDuel {}),
            Method::HighCard => Fought::HighCard(messages::HighCardDuel {}),
            Method::RockPaperScissors => Fought::RockPaperScissors(messages::RockPaperScissorsDuel {
                round: self.round.write(),
                finished: self.rounds.write(),
            }),
            Method::Reported => Fought::Reported(messages::ReportedDuel {
                reports: self.reports.write(),
            }),
        };
        messages::Duel {
            kind: self.kind.write(),
            challenger_seat: self.challenger.write(),
            defender_seat: self.defender.write(),
            gift: self.gift.write(),
            fought: self.method.map(fought),
        }
    }

    fn read(duel: &messages::Duel, origin: Origin) -> Option<Self> {
        use messages::duel::Fought;
        let (mut round, mut rounds, mut reports) = (0, Vec::new(), None);
        let method = match &duel.fought {
            None => None,
            Some(Fought::CoinFlip(messages::CoinFlipDuel {})) => Some(Method::CoinFlip),
            Some(Fought::DiceRollOff(messages::DiceRollOffDuel {})) => Some(Method::DiceRollOff),
            Some(Fought::HighCard(messages::HighCardDuel {})) => Some(Method::HighCard),
            Some(Fought::RockPaperScissors(thrown)) => {
                round = u8::read(&thrown.round, origin)?;
                rounds = Wire::read(&thrown.finished, origin)?;
                Some(Method::RockPaperScissors)
            }
            Some(Fought::Reported(reported)) => {
                reports = Wire::read(&reported.reports, origin)?;
                Some(Method::Reported)
            }
        };
        Some(Self {
            kind: DuelKind::read(&duel.kind, origin)?,
            challenger: SeatIndex::read(&duel.challenger_seat, origin)?,
            defender: SeatIndex::read(&duel.defender_seat, origin)?,
            gift: Wire::read(&duel.gift, origin)?,
            method,
            round,
            rounds,
            reports,
        })
    }
}

/// A seat has submitted at most one of the three.
impl Wire<messages::OwnView> for Own {
    fn write(&self) -> messages::OwnView {
        use messages::own_view::Submitted;
        let bid = self.bid.map(|bid| Submitted::Bid(bid.write()));
        let throw = self.throw.map(|throw| Submitted::Shape(throw.write()));
        let report = self.report.map(|report| match report {
            Report::Winner(winner) => Submitted::Report(winner.write()),
            Report::ClockRanOut => Submitted::NoReport(messages::NoReport {}),
        });
        messages::OwnView {
            seat: self.seat.write(),
            submitted: bid.or(throw).or(report),
        }
    }

    fn read(own: &messages::OwnView, origin: Origin) -> Option<Self> {
        use messages::own_view::Submitted;
        let (mut bid, mut throw, mut report) = (None, None, None);
        match &own.submitted {
            None => {}
            Some(Submitted::Bid(amount)) => bid = Some(Chips::read(amount, origin)?),
            Some(Submitted::Shape(shape)) => throw = Some(Throw::read(shape, origin)?),
            Some(Submitted::Report(winner)) => report = Some(Report::Winner(SeatIndex::read(winner, origin)?)),
            Some(Submitted::NoReport(messages::NoReport {})) => report = Some(Report::ClockRanOut),
        }
        let seat = SeatIndex::read(&own.seat, origin)?;
        Some(Self {
            seat,
            bid,
            throw,
            report,
        })
    }
}

impl Wire<messages::BarredGift> for Barred {
    fn write(&self) -> messages::BarredGift {
        let (why, cost) = match self.why {
            Bar::Wrapped => (messages::Bar::Wrapped, None),
            Bar::OwnGift => (messages::Bar::OwnGift, None),
            Bar::NotHeld => (messages::Bar::NotHeld, None),
            Bar::Excluded => (messages::Bar::Excluded, None),
            Bar::TooDear { cost } => (messages::Bar::TooDear, Some(cost.write())),
        };
        messages::BarredGift {
            gift: self.gift.write(),
            why: why.into(),
            cost,
        }
    }

    fn read(barred: &messages::BarredGift, origin: Origin) -> Option<Self> {
        let why = match messages::Bar::try_from(barred.why).ok()? {
            messages::Bar::Unspecified => return None,
            messages::Bar::Wrapped => Bar::Wrapped,
            messages::Bar::OwnGift => Bar::OwnGift,
            messages::Bar::NotHeld => Bar::NotHeld,
            messages::Bar::Excluded => Bar::Excluded,
            messages::Bar::TooDear => Bar::TooDear {
                cost: Chips::read(&barred.cost?, origin)?,
            },
        };
        let gift = GiftId::read(&barred.gift, origin)?;
        Some(Self { gift, why })
    }
}

/// The dice of both duelists.
pub(crate) mod dice {
    use super::{Origin, Pair, Wire, messages};

    pub(crate) fn write(roll: &u8, dice: &Pair<u8>) -> messages::DiceRolled {
        messages::DiceRolled {
            roll: roll.write(),
            challenger_die: dice.challenger.write(),
            defender_die: dice.defender.write(),
        }
    }

    pub(crate) fn read(rolled: &messages::DiceRolled, origin: Origin) -> Option<(u8, Pair<u8>)> {
        let dice = Pair {
            challenger: u8::read(&rolled.challenger_die, origin)?,
            defender: u8::read(&rolled.defender_die, origin)?,
        };
        Some((u8::read(&rolled.roll, origin)?, dice))
    }
}

/// The cards of both duelists.
pub(crate) mod cards {
    use super::{Card, Origin, Pair, Wire, messages};

    pub(crate) fn write(cards: &Pair<Card>) -> messages::CardsDrawn {
        messages::CardsDrawn {
            challenger_card: cards.challenger.write(),
            defender_card: cards.defender.write(),
        }
    }

    pub(crate) fn read(drawn: &messages::CardsDrawn, origin: Origin) -> Option<Pair<Card>> {
        Some(Pair {
            challenger: Card::read(&drawn.challenger_card, origin)?,
            defender: Card::read(&drawn.defender_card, origin)?,
        })
    }
}

/// A path, and the price of a theft.
pub(crate) mod path {
    use super::{Chips, GiftId, Origin, Path, Price, SeatIndex, Wire, messages};

    pub(crate) fn write(seat: &SeatIndex, path: &Path, steal: &Option<Price>, forced: &bool) -> messages::PathChosen {
        messages::PathChosen {
            seat: seat.write(),
            path: path.write(),
            target_gift: steal.map(|price| price.gift.write()),
            cost: steal.map(|price| price.cost.write()),
            forced: *forced,
        }
    }

    pub(crate) fn read(
        chosen: &messages::PathChosen,
        origin: Origin,
    ) -> Option<(SeatIndex, Path, Option<Price>, bool)> {
        let steal = match (chosen.target_gift, chosen.cost) {
            (None, None) => None,
            (Some(gift), Some(cost)) => Some(Price {
                gift: GiftId::read(&gift, origin)?,
                cost: Chips::read(&cost, origin)?,
            }),
            (Some(_), None) | (None, Some(_)) => return None,
        };
        let seat = SeatIndex::read(&chosen.seat, origin)?;
        Some((seat, Path::read(&chosen.path, origin)?, steal, chosen.forced))
    }
}

/// The targets of a Reprisal, and the seats that can defend them.
pub(crate) mod reprisal {
    use tinsel_engine::SeatSet;

    use super::{Origin, Targets, Wire, messages};

    pub(crate) fn write(targets: &Targets, defenders: &SeatSet) -> messages::LegalTargets {
        messages::LegalTargets {
            defenders: defenders.write(),
            ..targets.write()
        }
    }

    pub(crate) fn read(legal: &messages::LegalTargets, origin: Origin) -> Option<(Targets, SeatSet)> {
        Some((Targets::read(legal, origin)?, SeatSet::read(&legal.defenders, origin)?))
    }
}
