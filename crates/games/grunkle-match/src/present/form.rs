//! The pending decision as a form.

mod bids;
mod choices;
mod powers;

use tinsel_engine::{
    SeatSet,
    present::{Arg, Branch, FormField, Inputs, Text, TypedForm},
    variant,
};

use self::choices::seats;
use crate::{
    action::{Action, SubmitRound},
    facts::{SUBMIT_ROUND, VOTE_ELIMINATION},
    legal::{self, Legal},
    view::View,
};

/// The IDs of fields, branches and options besides skills and seats. The fields of a submission have the names of their
/// fields in the action.
mod field {
    pub(super) const BIDS: &str = "bids";
    pub(super) const ZERO_BID: &str = "dark_ritual_skill";
    pub(super) const NULLIFY_NAME: &str = "nullify_name";
    pub(super) const TREACHERY_TARGET: &str = "treachery_target";
    pub(super) const PHANTOM_TARGET: &str = "phantom_target";
    pub(super) const GARNET_THIEF_TARGET: &str = "garnet_thief_target";
    pub(super) const SKILL_THIEF: &str = "skill_thief";
    pub(super) const SKILL: &str = "skill";
    pub(super) const DISCARD_POP: &str = "discard_grunko_pop";
    pub(super) const DISCARD: &str = "discard";
    /// The branch without an effect.
    pub(super) const KEEP: &str = "keep";
    /// The option that names no skill or seat.
    pub(super) const NONE: &str = "none";
    pub(super) const SEAT: &str = "seat";
}

/// The decision of the seat with this view; `None` if it owes nothing.
pub(super) fn decision<'a>(view: &View, legal: &'a Legal) -> Option<TypedForm<'a, Action>> {
    match legal {
        Legal::Nothing => None,
        Legal::Submit(limits) => Some(submission(view, limits)),
        Legal::Vote { candidates } => Some(vote(*candidates)),
    }
}

fn submission<'a>(view: &View, limits: &'a legal::LegalSubmission) -> TypedForm<'a, Action> {
    let keeping = bids::Bidding::keeping(limits).inputs(view);
    let bids = match bids::Bidding::discarding(limits) {
        None => keeping,
        Some(discarding) => discard(keeping, discarding.inputs(view)),
    };
    let title = title(limits, powers::unusable(view, limits));
    TypedForm::new(
        SUBMIT_ROUND,
        title,
        variant!(powers::used(bids, limits), Action::SubmitRound(sheet)),
    )
}

fn title(limits: &legal::LegalSubmission, unusable: Arg) -> Text {
    let text = match (limits.barred, limits.means.able_to_bid) {
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
        .with("available", limits.means.available),
    };
    text.with("round", limits.round).with("unusable", unusable)
}

/// The two branches to submit.
fn discard<'a>(keeping: Inputs<'a, SubmitRound>, discarding: Inputs<'a, SubmitRound>) -> Inputs<'a, SubmitRound> {
    let if_discards = |of: &SubmitRound, discards| (of.discard_grunko_pop == discards).then(|| of.clone());
    let keeping = keeping.map(|sheet| sheet, move |sheet| if_discards(sheet, false));
    let discarding = discarding.map(
        |sheet| SubmitRound {
            discard_grunko_pop: true,
            ..sheet
        },
        move |sheet| if_discards(sheet, true),
    );
    let help = Text::new(
        "discard_pop_help",
        "You gain 1 garnet for it, which you can bid at once.",
    );
    let keep = Branch::new(field::KEEP, Text::new("keep_pop", "Discard nothing"), []);
    let discard = Branch::new(field::DISCARD, Text::new("discard_pop", "Discard a Grunko Pop"), []);
    let title = Text::new("field_discard", "God-Defying Will");
    let branches = [(keep, keeping), (discard.help(help), discarding)];
    FormField::branches(field::DISCARD_POP, title, branches).or(SubmitRound::default())
}

fn vote<'a>(candidates: SeatSet) -> TypedForm<'a, Action> {
    let refused = Text::new("not_tied", "This player is not tied for the highest total.");
    let field = FormField::pick_one(
        field::SEAT,
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
    TypedForm::new(
        VOTE_ELIMINATION,
        title,
        variant!(field.picked(), Action::VoteElimination { seat }),
    )
}
