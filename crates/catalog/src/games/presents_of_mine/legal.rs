//! Legal actions, both ways.

use tinsel_presents_of_mine::{Legal, Victim};
use tinsel_proto::games::presents_of_mine::v1 as wire;
use wire::legal::Decision;

use super::{read, write};

pub(super) fn write(legal: &Legal) -> wire::Legal {
    let decision = match legal {
        Legal::Nothing => None,
        Legal::Select { count, from } => Some(Decision::SelectPresents(wire::LegalSelection {
            letters: write::letters(from),
            count: (*count).into(),
        })),
        Legal::Pass { hand, targets, take } => Some(Decision::PassPresents(wire::LegalPasses {
            hand: write::presents(hand),
            target_seats: targets.iter().copied().map(write::seat).collect(),
            take: write::letters(take.iter().flatten()),
        })),
        Legal::Steal { victims } => Some(Decision::StealPresents(wire::LegalSteals {
            victims: victims.iter().map(write_victim).collect(),
        })),
    };
    wire::Legal { decision }
}

fn write_victim(victim: &Victim) -> wire::Victim {
    wire::Victim {
        seat: write::seat(victim.seat),
        hand: write::presents(&victim.hand),
    }
}

pub(super) fn read(legal: &wire::Legal) -> Option<Legal> {
    match &legal.decision {
        None => Some(Legal::Nothing),
        Some(Decision::SelectPresents(selection)) => Some(Legal::Select {
            count: selection.count.try_into().ok()?,
            from: read::letters(&selection.letters)?,
        }),
        Some(Decision::PassPresents(passes)) => Some(Legal::Pass {
            hand: read::hand(&passes.hand)?,
            targets: read::seats(&passes.target_seats)?.try_into().ok()?,
            take: match passes.take.as_slice() {
                [] => None,
                take => Some(read::letters(take)?.try_into().ok()?),
            },
        }),
        Some(Decision::StealPresents(steals)) => {
            let victims: Option<Vec<Victim>> = steals.victims.iter().map(read_victim).collect();
            Some(Legal::Steal {
                victims: victims?.try_into().ok()?,
            })
        }
    }
}

fn read_victim(victim: &wire::Victim) -> Option<Victim> {
    Some(Victim {
        seat: read::seat(victim.seat)?,
        hand: read::hand(&victim.hand)?,
    })
}
