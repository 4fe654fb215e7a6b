//! Decisions as forms, and their answers.

use tinsel_engine::{
    SeatIndex, SeatSet,
    present::{Branch, FormField, Id, Identified, Inputs, Kind, PickOption, Text, TypedForm},
    variant,
};

use super::words;
use crate::{
    Action, Legal, View,
    action::{GambitChoice, ReprisalChoice},
    components::{Chips, GiftId, Method, Path, Response, Throw},
    facts,
    naming::{self, method_id, throw_id},
    rules::{Bar, Barred, Target, Targets},
};

/// The IDs of fields, branches and options besides gifts, methods, throws and seats.
mod field {
    /// The field of a form with one field.
    pub(super) const CHOICE: &str = "choice";
    pub(super) const GIFT: &str = "gift";
    pub(super) const DEFENDER: &str = "defender";
    pub(super) const STAND: &str = "stand";
    pub(super) const YIELD: &str = "yield";
    pub(super) const KEEP: &str = "keep";
    pub(super) const GAMBIT: &str = "gambit";
    pub(super) const DECLINE: &str = "decline";
    pub(super) const HELD: &str = "held";
    pub(super) const MISFIT: &str = "misfit";
    pub(super) const AUCTION: &str = "auction";
    pub(super) const STEAL: &str = "steal";
}

impl Identified for Response {
    fn id(&self) -> Id {
        match self {
            Self::Stand => field::STAND.into(),
            Self::Yield => field::YIELD.into(),
        }
    }

    fn of_id(id: &str) -> Option<Self> {
        [Self::Stand, Self::Yield]
            .into_iter()
            .find(|response| response.id() == id)
    }
}

/// The pending decision with these legal actions.
#[expect(clippy::too_many_lines, reason = "one arm for each decision")]
pub(super) fn decision<'a>(view: &View, legal: &Legal) -> Option<TypedForm<'a, Action>> {
    let form = TypedForm::new;
    Some(match legal {
        Legal::Nothing => return None,
        Legal::Open { gifts } => form(
            facts::OPEN,
            Text::new("open_title", "Open a wrapped gift."),
            variant!(pick_gift(view, gifts), Action::Open { gift }),
        ),
        Legal::Bid { max } => {
            let kind = Kind::Number {
                min: 0,
                max: i64::from(max.get()),
                step: 1,
                unit: "chips",
            };
            let help = Text::new(
                "bid_help",
                "0 is no bid. The highest bidder pays the bid into the pot and duels for the gift; the winner of the duel gets \
                 the pot less the Santa Tax. If the opener yields to two Challengers, these two duel, and each pays half of the bid \
                 into the pot, rounded down.",
            );
            let field = FormField::new(field::CHOICE, Text::new("bid", "Bid"), kind).help(help);
            form(
                facts::BID,
                Text::new("bid_title", "Seal a bid for the right to duel for the gift."),
                variant!(bid(field, *max), Action::Bid { amount }),
            )
        }
        Legal::Respond => {
            let stand = PickOption::new(Response::Stand.id(), Text::new("stand", "Stand: duel Challenger 1"));
            let give = PickOption::new(
                Response::Yield.id(),
                Text::new("yield", "Yield: give the gift up, and the two Challengers duel for it"),
            );
            let help = Text::new(
                "respond_help",
                "If you yield, you get nothing for the gift, and your name goes back into the Santa Sack: you will be drawn again.",
            );
            let field = FormField::pick_one(field::CHOICE, Text::new("respond", "Response"), [stand, give]).help(help);
            form(
                facts::RESPOND_TO_BID,
                Text::new("respond_title", "Two players challenge for your gift."),
                variant!(field.picked(), Action::RespondToBid { choice }),
            )
        }
        Legal::Gambit(targets) => {
            let keep = Branch::new(field::KEEP, Text::new("keep", "Keep the gift"), []);
            let title = Text::new(
                "gambit_title",
                "Nobody bid. Keep the gift, or declare a {gambit}: pay to challenge for another.",
            )
            .with("gambit", naming::named("rule.gambit"));
            let (gambit, target) = challenge(view, field::GAMBIT, targets, None);
            let target = target.map(
                |(gift, _)| gift.map(GambitChoice::Target),
                |choice| match (*choice)? {
                    GambitChoice::Keep => None,
                    GambitChoice::Target(gift) => Some((Some(gift), None)),
                },
            );
            let branches = [(keep, Inputs::fixed(Some(GambitChoice::Keep))), (gambit, target)];
            form(
                facts::GAMBIT,
                title,
                variant!(choices(branches), Action::Gambit { choice }),
            )
        }
        Legal::Method { methods } => {
            let option = |method: &Method| {
                let title = Text::new("option_method", "{method}").with("method", words::method(*method));
                PickOption::new(method_id(*method), title).component(method_id(*method))
            };
            let field = FormField::pick_one(
                field::CHOICE,
                Text::new("method_field", "Method"),
                methods.iter().map(option),
            );
            form(
                facts::CHOOSE_METHOD,
                Text::new("method_title", "Choose the method of the duel."),
                variant!(field.picked(), Action::ChooseMethod { method }),
            )
        }
        Legal::Throw => {
            let option = |throw: Throw| {
                let title = Text::new("option_throw", "{throw}").with("throw", words::throw(throw));
                PickOption::new(throw_id(throw), title).component(throw_id(throw))
            };
            let field = FormField::pick_one(field::CHOICE, Text::new("throw_field", "Throw"), Throw::ALL.map(option));
            form(
                facts::MAKE_THROW,
                Text::new("throw_title", "Throw in secret."),
                variant!(field.picked(), Action::Throw { throw }),
            )
        }
        Legal::Report { duelists } => form(
            facts::REPORT,
            Text::new("report_title", "Report who won the duel."),
            variant!(pick_seat(*duelists), Action::Report { winner }),
        ),
        Legal::Verdict { duelists } => form(
            facts::VERDICT,
            Text::new("verdict_title", "The reports differ. Decide who won the duel."),
            variant!(pick_seat(*duelists), Action::Verdict { winner }),
        ),
        Legal::Discard { gifts } => {
            let title = Text::new(
                "discard_title",
                "You hold two gifts. Send one to the Misfit Gift pile; you become Head Elf.",
            );
            form(
                facts::DISCARD,
                title,
                variant!(pick_gift(view, gifts), Action::Discard { gift }),
            )
        }
        Legal::Reprisal { targets, defenders } => {
            let decline = Branch::new(field::DECLINE, Text::new("decline", "Decline"), []);
            let held = challenge(view, field::HELD, &only(view, targets, true), None);
            let misfit = challenge(view, field::MISFIT, &only(view, targets, false), Some(*defenders));
            let title = Text::new(
                "reprisal_title",
                "{reprisal}: decline, or pay to challenge for another gift.",
            )
            .with("reprisal", naming::named("rule.reprisal"));
            let target = |(branch, target): (Branch, Inputs<'a, Challenged>)| {
                let choice = target.map(
                    |(gift, defender)| (gift.map(ReprisalChoice::Target), defender),
                    |(choice, defender)| match (*choice)? {
                        ReprisalChoice::Decline => None,
                        ReprisalChoice::Target(gift) => Some((Some(gift), *defender)),
                    },
                );
                (branch, choice)
            };
            let declined = Inputs::fixed((Some(ReprisalChoice::Decline), None));
            let branches = [(decline, declined), target(held), target(misfit)];
            form(
                facts::REPRISAL,
                title,
                variant!(choices(branches), Action::Reprisal { choice, defender }),
            )
        }
        Legal::Path(targets) => {
            let auction = Branch::new(
                field::AUCTION,
                Text::new("auction", "Path B: let the others bid for the Misfit"),
                [],
            );
            let auction = auction.help(Text::new(
                "auction_help",
                "The highest bidder duels you for it. If nobody bids, you choose an opponent, and pay a toll of 1 chip if you \
                 lose.",
            ));
            let (steal, target) = challenge(view, field::STEAL, targets, None);
            let steal = steal.help(Text::new(
                "steal_help",
                "If you win, you take the gift, and its holder gets the Misfit. If you lose, you get the Misfit.",
            ));
            let title = Text::new("path_title", "Steal a gift, or let the others bid for the Misfit.");
            let stolen = target.map(
                |(gift, _)| (Some(Path::Steal), gift),
                |(path, gift)| (*path == Some(Path::Steal)).then_some((*gift, None)),
            );
            let branches = [(auction, Inputs::fixed((Some(Path::Auction), None))), (steal, stolen)];
            form(
                facts::CHOOSE_PATH,
                title,
                variant!(choices(branches), Action::ChoosePath { path, target_gift }),
            )
        }
        Legal::Defender { seats } => {
            let title = Text::new("defender_title", "Nobody bid. Choose a player to duel for the Misfit.");
            form(
                facts::CHOOSE_DEFENDER,
                title,
                variant!(pick_seat(*seats), Action::ChooseDefender { defender }),
            )
        }
    })
}

fn choices<'a, T: 'a, const N: usize>(branches: [(Branch, Inputs<'a, T>); N]) -> Inputs<'a, T> {
    FormField::branches(field::CHOICE, Text::new("choice_field", "Choice"), branches)
}

/// A random bid is mostly none or a little: chips last longer, bids are sometimes tied, and sometimes no seat bids.
fn bid<'a>(field: FormField, max: Chips) -> Inputs<'a, Option<u32>> {
    let amount = field.number().map(
        |amount| u32::try_from(amount).ok(),
        |amount: &Option<u32>| amount.map(i64::from),
    );
    amount.drawn(move |chance| {
        let max = u32::from(max.get());
        let most = match chance.number("bid", 8) {
            0..=3 => 0,
            4..=6 => max.min(4),
            _ => max,
        };
        Some(Some(chance.number("amount", most.saturating_add(1))))
    })
}

fn pick_gift<'a>(view: &View, gifts: &[GiftId]) -> Inputs<'a, Option<GiftId>> {
    let options = gifts.iter().map(|gift| gift_option(view, *gift));
    FormField::pick_one(field::CHOICE, Text::new("gift_field", "Gift"), options).picked()
}

fn gift_option(view: &View, gift: GiftId) -> PickOption {
    let name = view
        .gifts
        .iter()
        .find(|of| of.gift == gift)
        .and_then(|of| of.name.as_deref());
    let title = match name {
        Some(name) => words::opened(gift, name),
        None => Text::new("parcel", "{parcel}").with("parcel", naming::gift(gift)),
    };
    PickOption::new(naming::gift_id(gift), title).component(naming::gift_id(gift))
}

fn pick_seat<'a>(seats: SeatSet) -> Inputs<'a, Option<SeatIndex>> {
    let options = seats.iter().map(PickOption::seat);
    FormField::pick_one(field::CHOICE, Text::new("seat_field", "Player"), options).picked()
}

/// The targets outside the Misfit pile, or those in it.
fn only(view: &View, targets: &Targets, held: bool) -> Targets {
    Targets {
        affordable: targets
            .affordable
            .iter()
            .filter(|target| target.holder.is_some() == held)
            .copied()
            .collect(),
        barred: targets
            .barred
            .iter()
            .filter(|barred| view.pile.contains(&barred.gift) != held)
            .copied()
            .collect(),
    }
}

/// The gift of a challenge, and the seat that defends a Misfit.
type Challenged = (Option<GiftId>, Option<SeatIndex>);

/// A direct challenge for one of the targets; with possible defenders if the targets are Misfits.
fn challenge<'a>(
    view: &View,
    id: &'static str,
    targets: &Targets,
    defenders: Option<SeatSet>,
) -> (Branch, Inputs<'a, Challenged>) {
    let title = match (id, defenders) {
        (field::STEAL, _) => Text::new("steal", "Path A: pay to challenge for a gift"),
        (_, Some(_)) => Text::new("challenge_misfit", "Pay to challenge for a Misfit"),
        (_, None) => Text::new("challenge", "Pay to challenge for a gift"),
    };
    let target = |target: &Target| {
        let option = gift_option(view, target.gift);
        let title = match target.holder {
            Some(holder) => {
                Text::new("target_held", "{gift}, held by {holder}: {cost|chip|chips}").with("holder", holder)
            }
            None => Text::new("target_misfit", "{gift}: {cost|chip|chips}"),
        };
        PickOption {
            title: title.with("gift", option.title.clone()).with("cost", target.cost.get()),
            ..option
        }
    };
    let barred = |barred: &Barred| gift_option(view, barred.gift).refused(reason(barred.why));
    let options = targets
        .affordable
        .iter()
        .map(target)
        .chain(targets.barred.iter().map(barred));
    let gift = FormField::pick_one(field::GIFT, Text::new("target_field", "Gift"), options).picked();
    let defender = defenders.map_or(Inputs::fixed(None), |defenders| {
        let help = Text::new(
            "defender_help",
            "Nobody holds a Misfit, so you name the player whom you duel.",
        );
        let options = defenders.iter().map(PickOption::seat);
        let title = Text::new("defender_field", "Defender");
        FormField::pick_one(field::DEFENDER, title, options).help(help).picked()
    });
    let branch = Branch::new(id, title, []);
    let branch = if targets.affordable.is_empty() {
        branch.refused(match defenders {
            Some(_) if view.pile.is_empty() => Text::new("no_misfit", "The Misfit Gift pile is empty."),
            Some(_) => Text::new("no_misfit_target", "There is no Misfit that you can challenge for."),
            None => Text::new("no_target", "There is no gift that you can challenge for."),
        })
    } else {
        branch
    };
    (branch, gift.and(defender))
}

fn reason(why: Bar) -> Text {
    match why {
        Bar::Wrapped => Text::new("bar_wrapped", "It is still wrapped."),
        Bar::OwnGift => Text::new("bar_own", "You hold it."),
        Bar::NotHeld => Text::new(
            "bar_not_held",
            "Nobody holds it, and this challenge is for a held gift.",
        ),
        Bar::Excluded => Text::new("bar_excluded", "It was contested in the duel that you lost."),
        Bar::TooDear { cost } => {
            Text::new("bar_too_dear", "It costs {cost|chip|chips}, more than you have.").with("cost", cost.get())
        }
    }
}
