//! The pending decision as a form.

mod bids;
mod powers;

use tinsel_engine::{
    SeatSet,
    present::{Arg, Branch, Fields, Form, FormField, Kind, PickOption, Text},
};

use super::{
    bidding::{Bidding, CANDIDATE, DISCARD, DISCARD_ONE, KEEP},
    words::{self, skill_id},
};
use crate::{
    components::{SEAT_COUNT, Skill},
    facts::{SUBMIT_ROUND, VOTE_ELIMINATION},
    legal::{self, Legal},
    view::View,
};

/// The form of the seat with this view; `None` if it owes nothing.
pub(super) fn form(view: &View, legal: &Legal) -> Option<Form> {
    match legal {
        Legal::Nothing => None,
        Legal::Submit(form) => Some(submission(view, form)),
        Legal::Vote { candidates } => Some(vote(*candidates)),
    }
}

fn submission(view: &View, form: &legal::Form) -> Form {
    let keeping = bids::fields(view, &Bidding::keeping(form));
    let mut fields = match Bidding::discarding(form) {
        None => keeping,
        Some(discarding) => discard(keeping, bids::fields(view, &discarding)),
    };
    fields.fields.extend(powers::fields(form));
    Form::new(SUBMIT_ROUND, title(form, powers::unusable(view, form)), fields)
}

fn title(form: &legal::Form, unusable: Arg) -> Text {
    let text = match (form.barred, form.means.able_to_bid) {
        (true, _) => Text::new(
            "submit_barred",
            "Round {round}: Overwhelming Sadness forbids all bids. No Grunko Pop is gained for that.{unusable}",
        ),
        (false, true) => Text::new(
            "submit",
            "Round {round}: bid on at least one skill. The submission is sealed and final.{unusable}",
        ),
        (false, false) => Text::new(
            "submit_unable",
            "Round {round}: no ordinary bid is possible with {available|garnet|garnets}. A player who wins no skill gains a \
             Grunko Pop.{unusable}",
        )
        .with("available", form.means.available),
    };
    text.with("round", form.round).with("unusable", unusable)
}

/// The two ways to submit.
fn discard(keeping: Fields, discarding: Fields) -> Fields {
    let branches = vec![
        Branch::new(KEEP, Text::new("keep_pop", "Discard nothing"), keeping),
        Branch::new(
            DISCARD_ONE,
            Text::new("discard_pop", "Discard a Grunko Pop"),
            discarding,
        )
        .help(Text::new(
            "discard_pop_help",
            "You gain 1 garnet for it, which you can bid at once.",
        )),
    ];
    let title = Text::new("field_discard", "God-Defying Will");
    Fields::from([FormField::new(DISCARD, title, Kind::Branch { branches })])
}

fn vote(candidates: SeatSet) -> Form {
    let refused = Text::new("not_tied", "This player is not tied for the highest total.");
    let field = FormField::pick_one(
        CANDIDATE,
        Text::new("field_vote_for", "Elimination Candidate"),
        seats(candidates, &refused),
    )
    .help(Text::new(
        "vote_help",
        "The player with the most votes is the Elimination Candidate. A random draw decides between equal votes. Without an \
         answer in time, you abstain.",
    ));
    let title = Text::new(
        "vote_title",
        "Vote for the Elimination Candidate. The vote is sealed and final.",
    );
    Form::new(VOTE_ELIMINATION, title, [field])
}

/// All seats as options: these are available, and the others are refused.
fn seats(open: SeatSet, refused: &Text) -> Vec<PickOption> {
    let option = |seat| match PickOption::seat(seat) {
        option if open.contains(seat) => option,
        option => option.refused(refused.clone()),
    };
    SEAT_COUNT.iter().map(option).collect()
}

/// A skill as an option.
fn of_skill(skill: Skill) -> PickOption {
    PickOption::new(skill_id(skill), words::skill(skill)).component(skill_id(skill))
}

/// Why a seat cannot name itself.
fn not_itself() -> Text {
    Text::new("not_itself", "You must name another player.")
}
