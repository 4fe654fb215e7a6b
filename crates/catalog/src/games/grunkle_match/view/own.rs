//! The part of a view that only the seat itself knows.

use tinsel_grunkle_match::{DeathMatchInfo, Garnets, OwnSubmission, OwnView, Payment};
use tinsel_proto::games::grunkle_match::v1 as wire;

use super::{outcome, round, skill};
use crate::games::{grunkle_match::action, seats::whole};

pub(super) fn write(own: &OwnView) -> wire::OwnView {
    wire::OwnView {
        submissions: own.submissions.iter().map(write_submission).collect(),
        dark_ritual_spent: own.zero_bid_spent,
        morphogenetics_gain: own.morphogenetics_gain.map(Garnets::get),
        death_match_info: own.death_match_info.as_ref().map(|info| info.text().to_owned()),
        ballot: own.vote.map(outcome::write_ballot),
    }
}

pub(super) fn read(own: &wire::OwnView) -> Option<OwnView> {
    Some(OwnView {
        submissions: own.submissions.iter().map(read_submission).collect::<Option<_>>()?,
        zero_bid_spent: own.dark_ritual_spent,
        morphogenetics_gain: own.morphogenetics_gain.map(Garnets::new),
        death_match_info: own.death_match_info.as_deref().map(DeathMatchInfo::new),
        vote: whole(own.ballot.as_ref().map(outcome::read_ballot))?,
    })
}

fn write_submission(own: &OwnSubmission) -> wire::OwnSubmission {
    wire::OwnSubmission {
        round: own.round.number().into(),
        submission: Some(action::write_sheet(&own.sheet)),
        by_default: own.by_default,
        payments: own.payments.as_ref().map(|paid| wire::Payments {
            payments: paid.iter().map(write_payment).collect(),
        }),
    }
}

fn read_submission(own: &wire::OwnSubmission) -> Option<OwnSubmission> {
    let payments = own
        .payments
        .as_ref()
        .map(|paid| paid.payments.iter().map(read_payment).collect());
    Some(OwnSubmission {
        round: round(own.round)?,
        sheet: own.submission.as_ref().map(action::read_sheet)?,
        by_default: own.by_default,
        payments: whole(payments)?,
    })
}

fn write_payment(payment: &Payment) -> wire::Payment {
    wire::Payment {
        skill: skill::write(payment.skill),
        amount: payment.amount.get(),
    }
}

fn read_payment(payment: &wire::Payment) -> Option<Payment> {
    Some(Payment {
        skill: skill::read(payment.skill)?,
        amount: Garnets::new(payment.amount),
    })
}
