//! The conversions to and from messages that no derive can write.

use tinsel_engine::SeatIndex;
use tinsel_wire::{Entry, Enumerated, Origin, Wire};

pub(crate) use tinsel_messages::games::grunkle_match::v1 as messages;

use crate::{Ballot, Named, Round, SeatEnding, Skill, Skills};

/// A number that no skill has. It encodes a wrong name in an optional field, so that the field does not count as
/// omitted.
const UNKNOWN: i32 = -1;

impl Wire<i32> for Named {
    fn write(&self) -> i32 {
        self.skill().map_or(UNKNOWN, |skill| skill.write())
    }

    fn read(number: &i32, origin: Origin) -> Option<Self> {
        match Skill::read(number, origin) {
            None => (origin == Origin::Client).then_some(Self::Unknown),
            known => known.map(Self::Skill),
        }
    }
}

impl Enumerated for Named {}

impl Wire<Vec<messages::SkillCount>> for Skills {
    fn write(&self) -> Vec<messages::SkillCount> {
        let held = self.iter().map(|(skill, copies)| messages::SkillCount {
            skill: skill.write(),
            count: copies.write(),
        });
        held.collect()
    }

    fn read(held: &Vec<messages::SkillCount>, origin: Origin) -> Option<Self> {
        let held = held
            .iter()
            .map(|held| Some((Skill::read(&held.skill, origin)?, u8::read(&held.count, origin)?)));
        held.collect()
    }
}

impl Entry<messages::SeatSkills> for Skills {
    fn write_at(&self, seat: SeatIndex) -> messages::SeatSkills {
        messages::SeatSkills {
            seat: seat.write(),
            skills: self.write(),
        }
    }

    fn read_at(held: &messages::SeatSkills, seat: SeatIndex, origin: Origin) -> Option<Self> {
        let same = SeatIndex::read(&held.seat, origin)? == seat;
        Self::read(&held.skills, origin).filter(|_| same)
    }
}

impl Entry<messages::SeatOutcome> for SeatEnding {
    fn write_at(&self, seat: SeatIndex) -> messages::SeatOutcome {
        messages::SeatOutcome {
            score: Some(self.score.write_at(seat)),
            rank: self.rank.write(),
        }
    }

    fn read_at(ended: &messages::SeatOutcome, seat: SeatIndex, origin: Origin) -> Option<Self> {
        Some(Self {
            score: Entry::read_at(ended.score.as_ref()?, seat, origin)?,
            rank: u8::read(&ended.rank, origin)?,
        })
    }
}

impl Wire<messages::RoundSkills> for Round {
    fn write(&self) -> messages::RoundSkills {
        messages::RoundSkills {
            round: self.write(),
            skills: self.list().to_vec().write(),
        }
    }

    fn read(round: &messages::RoundSkills, origin: Origin) -> Option<Self> {
        Self::read(&round.round, origin)
    }
}

impl Wire<messages::Ballot> for Ballot {
    fn write(&self) -> messages::Ballot {
        let candidate_seat = match self {
            Self::For(seat) => Some(seat.write()),
            Self::Abstained => None,
        };
        messages::Ballot { candidate_seat }
    }

    fn read(ballot: &messages::Ballot, origin: Origin) -> Option<Self> {
        match ballot.candidate_seat {
            Some(seat) => SeatIndex::read(&seat, origin).map(Self::For),
            None => Some(Self::Abstained),
        }
    }
}

tinsel_wire::required!(messages::Ballot as Ballot);

/// The payments of a resolved round, or none.
pub(crate) mod payments {
    use super::{Origin, Wire, messages};
    use crate::Payment;

    pub(crate) fn write(payments: &Option<Vec<Payment>>) -> Option<messages::Payments> {
        let payments = payments.as_ref()?.write();
        Some(messages::Payments { payments })
    }

    pub(crate) fn read(message: &Option<messages::Payments>, origin: Origin) -> Option<Option<Vec<Payment>>> {
        Wire::read(&message.as_ref().map(|paid| paid.payments.clone()), origin)
    }
}
