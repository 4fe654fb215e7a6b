//! Decisions as forms, and their answers.

use tinsel_engine::{
    SeatIndex, SeatSet,
    present::{
        Answer, Branch, FieldAnswer, Fields, Form, FormField, Id, Kind, PickOption, Reader, Text, Value, seat_id,
        seat_of_id,
    },
};

use super::{
    components::{self, method_id, throw_id},
    words,
};
use crate::{
    Action, Legal, View,
    action::{GambitChoice, ReprisalChoice},
    components::{GiftId, Method, Path, Response, Throw},
    facts,
    rules::{Bar, Barred, Target, Targets},
};

/// The field of a form with one field.
const CHOICE: &str = "choice";
/// The gift of a challenge.
const GIFT: &str = "gift";
/// The seat that defends a Misfit.
const DEFENDER: &str = "defender";

/// The pending decision with these legal actions.
#[expect(clippy::too_many_lines, reason = "one arm for each decision")]
pub(super) fn form(view: &View, legal: &Legal) -> Option<Form> {
    let form = |decision, title, field: FormField| Form::new(decision, title, [field]);
    Some(match legal {
        Legal::Nothing => return None,
        Legal::Open { gifts } => form(
            facts::OPEN,
            Text::new("open_title", "Open a wrapped gift."),
            pick_gift(view, gifts),
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
            let field = FormField::new(CHOICE, Text::new("bid", "Bid"), kind).help(help);
            form(
                facts::BID,
                Text::new("bid_title", "Seal a bid for the right to duel for the gift."),
                field,
            )
        }
        Legal::Respond => {
            let stand = PickOption::new("stand", Text::new("stand", "Stand: duel Challenger 1"));
            let give = PickOption::new(
                "yield",
                Text::new("yield", "Yield: give the gift up, and the two Challengers duel for it"),
            );
            let help = Text::new(
                "respond_help",
                "If you yield, you get nothing for the gift, and your name goes back into the Santa Sack: you will be drawn again.",
            );
            let field = FormField::pick_one(CHOICE, Text::new("respond", "Response"), [stand, give]).help(help);
            form(
                facts::RESPOND_TO_BID,
                Text::new("respond_title", "Two players challenge for your gift."),
                field,
            )
        }
        Legal::Gambit(targets) => {
            let keep = Branch::new("keep", Text::new("keep", "Keep the gift"), []);
            let title = Text::new(
                "gambit_title",
                "Nobody bid. Keep the gift, or declare a {gambit}: pay to challenge for another.",
            )
            .with("gambit", components::named("rule.gambit"));
            form(
                facts::GAMBIT,
                title,
                branches([keep, challenge(view, "gambit", targets, None)]),
            )
        }
        Legal::Method { methods } => {
            let option = |method: &Method| {
                let title = Text::new("option_method", "{method}").with("method", words::method(*method));
                PickOption::new(method_id(*method), title).component(method_id(*method))
            };
            let field = FormField::pick_one(CHOICE, Text::new("method_field", "Method"), methods.iter().map(option));
            form(
                facts::CHOOSE_METHOD,
                Text::new("method_title", "Choose the method of the duel."),
                field,
            )
        }
        Legal::Throw => {
            let option = |throw: Throw| {
                let title = Text::new("option_throw", "{throw}").with("throw", words::throw(throw));
                PickOption::new(throw_id(throw), title).component(throw_id(throw))
            };
            let field = FormField::pick_one(CHOICE, Text::new("throw_field", "Throw"), Throw::ALL.map(option));
            form(facts::MAKE_THROW, Text::new("throw_title", "Throw in secret."), field)
        }
        Legal::Report { duelists } => form(
            facts::REPORT,
            Text::new("report_title", "Report who won the duel."),
            pick_seat(*duelists),
        ),
        Legal::Verdict { duelists } => form(
            facts::VERDICT,
            Text::new("verdict_title", "The reports differ. Decide who won the duel."),
            pick_seat(*duelists),
        ),
        Legal::Discard { gifts } => {
            let title = Text::new(
                "discard_title",
                "You hold two gifts. Send one to the Misfit Gift pile; you become Head Elf.",
            );
            form(facts::DISCARD, title, pick_gift(view, gifts))
        }
        Legal::Reprisal { targets, defenders } => {
            let decline = Branch::new("decline", Text::new("decline", "Decline"), []);
            let held = challenge(view, "held", &only(view, targets, true), None);
            let misfit = challenge(view, "misfit", &only(view, targets, false), Some(*defenders));
            let title = Text::new(
                "reprisal_title",
                "{reprisal}: decline, or pay to challenge for another gift.",
            )
            .with("reprisal", components::named("rule.reprisal"));
            form(facts::REPRISAL, title, branches([decline, held, misfit]))
        }
        Legal::Path(targets) => {
            let auction = Branch::new(
                "auction",
                Text::new("auction", "Path B: let the others bid for the Misfit"),
                [],
            );
            let auction = auction.help(Text::new(
                "auction_help",
                "The highest bidder duels you for it. If nobody bids, you choose an opponent, and pay a toll of 1 chip if you \
                 lose.",
            ));
            let steal = challenge(view, "steal", targets, None).help(Text::new(
                "steal_help",
                "If you win, you take the gift, and its holder gets the Misfit. If you lose, you get the Misfit.",
            ));
            let title = Text::new("path_title", "Steal a gift, or let the others bid for the Misfit.");
            form(facts::CHOOSE_PATH, title, branches([auction, steal]))
        }
        Legal::Defender { seats } => {
            let title = Text::new("defender_title", "Nobody bid. Choose a player to duel for the Misfit.");
            form(facts::CHOOSE_DEFENDER, title, pick_seat(*seats))
        }
    })
}

fn branches<const N: usize>(branches: [Branch; N]) -> FormField {
    let kind = Kind::Branch {
        branches: branches.into(),
    };
    FormField::new(CHOICE, Text::new("choice_field", "Choice"), kind)
}

fn pick_gift(view: &View, gifts: &[GiftId]) -> FormField {
    FormField::pick_one(
        CHOICE,
        Text::new("gift_field", "Gift"),
        gifts.iter().map(|gift| gift_option(view, *gift)),
    )
}

fn gift_option(view: &View, gift: GiftId) -> PickOption {
    let name = view
        .gifts
        .iter()
        .find(|of| of.gift == gift)
        .and_then(|of| of.name.as_deref());
    let title = match name {
        Some(name) => words::opened(gift, name),
        None => Text::new("parcel", "{parcel}").with("parcel", components::gift(gift)),
    };
    PickOption::new(components::gift_id(gift), title).component(components::gift_id(gift))
}

fn pick_seat(seats: SeatSet) -> FormField {
    FormField::pick_one(
        CHOICE,
        Text::new("seat_field", "Player"),
        seats.iter().map(PickOption::seat),
    )
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

/// A direct challenge for one of the targets; with possible defenders if the targets are Misfits.
fn challenge(view: &View, id: &'static str, targets: &Targets, defenders: Option<SeatSet>) -> Branch {
    let title = match (id, defenders) {
        ("steal", _) => Text::new("steal", "Path A: pay to challenge for a gift"),
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
    let mut fields = vec![FormField::pick_one(GIFT, Text::new("target_field", "Gift"), options)];
    if let Some(defenders) = defenders {
        let help = Text::new(
            "defender_help",
            "Nobody holds a Misfit, so you name the player whom you duel.",
        );
        fields.push(
            FormField::pick_one(
                DEFENDER,
                Text::new("defender_field", "Defender"),
                defenders.iter().map(PickOption::seat),
            )
            .help(help),
        );
    }
    let branch = Branch::new(id, title, Fields::from(fields));
    if targets.affordable.is_empty() {
        branch.refused(match defenders {
            Some(_) if view.pile.is_empty() => Text::new("no_misfit", "The Misfit Gift pile is empty."),
            Some(_) => Text::new("no_misfit_target", "There is no Misfit that you can challenge for."),
            None => Text::new("no_target", "There is no gift that you can challenge for."),
        })
    } else {
        branch
    }
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

/// The action of an answer.
pub(super) fn read(legal: &Legal, answer: Reader<'_>) -> Option<Action> {
    let choice = answer.pick(CHOICE);
    let seat = || choice.and_then(seat_of_id);
    let gift = |id: Option<&str>| id.and_then(gift_of);
    let (branch, inner) = answer.branch(CHOICE).unwrap_or(("", Reader::new(&[])));
    let target = || gift(inner.pick(GIFT));
    Some(match legal {
        Legal::Nothing => return None,
        Legal::Open { .. } => Action::Open { gift: gift(choice) },
        Legal::Bid { .. } => Action::Bid {
            amount: u32::try_from(answer.number(CHOICE)).ok(),
        },
        Legal::Respond => Action::RespondToBid {
            choice: match choice {
                Some("stand") => Some(Response::Stand),
                Some("yield") => Some(Response::Yield),
                _ => None,
            },
        },
        Legal::Gambit(_) => Action::Gambit {
            choice: if branch == "keep" {
                Some(GambitChoice::Keep)
            } else {
                target().map(GambitChoice::Target)
            },
        },
        Legal::Method { .. } => Action::ChooseMethod {
            method: Method::ALL
                .into_iter()
                .find(|method| Some(method_id(*method)) == choice),
        },
        Legal::Throw => Action::Throw {
            throw: Throw::ALL.into_iter().find(|throw| Some(throw_id(*throw)) == choice),
        },
        Legal::Report { .. } => Action::Report { winner: seat() },
        Legal::Verdict { .. } => Action::Verdict { winner: seat() },
        Legal::Discard { .. } => Action::Discard { gift: gift(choice) },
        Legal::Reprisal { .. } => Action::Reprisal {
            choice: if branch == "decline" {
                Some(ReprisalChoice::Decline)
            } else {
                target().map(ReprisalChoice::Target)
            },
            defender: inner.pick(DEFENDER).and_then(seat_of_id),
        },
        Legal::Path(_) => Action::ChoosePath {
            path: match branch {
                "auction" => Some(Path::Auction),
                "steal" => Some(Path::Steal),
                _ => None,
            },
            target_gift: target(),
        },
        Legal::Defender { .. } => Action::ChooseDefender { defender: seat() },
    })
}

fn gift_of(id: &str) -> Option<GiftId> {
    let number: u8 = id.strip_prefix("gift.")?.parse().ok()?;
    Some(GiftId::new(number))
}

/// The answer of a legal action.
pub(super) fn answer(legal: &Legal, action: &Action) -> Option<Answer> {
    let pick = |id: Id| Some(FieldAnswer::pick(CHOICE, id));
    let seat = |seat: Option<SeatIndex>| pick(seat_id(seat?));
    let branch = |id: &'static str, gift: Option<GiftId>| {
        let fields = gift.map(|gift| FieldAnswer::pick(GIFT, components::gift_id(gift)));
        Some(FieldAnswer::branch(CHOICE, id, fields.into_iter().collect()))
    };
    let field = match (legal, action) {
        (Legal::Open { .. }, Action::Open { gift }) | (Legal::Discard { .. }, Action::Discard { gift }) => {
            pick(components::gift_id((*gift)?))
        }
        (Legal::Bid { .. }, Action::Bid { amount }) => {
            Some(FieldAnswer::new(CHOICE, Value::Number(i64::from((*amount)?))))
        }
        (Legal::Respond, Action::RespondToBid { choice }) => pick(match (*choice)? {
            Response::Stand => "stand".into(),
            Response::Yield => "yield".into(),
        }),
        (Legal::Gambit(_), Action::Gambit { choice }) => match (*choice)? {
            GambitChoice::Keep => branch("keep", None),
            GambitChoice::Target(gift) => branch("gambit", Some(gift)),
        },
        (Legal::Method { .. }, Action::ChooseMethod { method }) => pick(method_id((*method)?).into()),
        (Legal::Throw, Action::Throw { throw }) => pick(throw_id((*throw)?).into()),
        (Legal::Report { .. }, Action::Report { winner }) | (Legal::Verdict { .. }, Action::Verdict { winner }) => {
            seat(*winner)
        }
        (Legal::Reprisal { .. }, Action::Reprisal { choice, defender }) => match ((*choice)?, defender) {
            (ReprisalChoice::Decline, _) => branch("decline", None),
            (ReprisalChoice::Target(gift), None) => branch("held", Some(gift)),
            (ReprisalChoice::Target(gift), Some(defender)) => Some(FieldAnswer::branch(
                CHOICE,
                "misfit",
                vec![
                    FieldAnswer::pick(GIFT, components::gift_id(gift)),
                    FieldAnswer::pick(DEFENDER, seat_id(*defender)),
                ],
            )),
        },
        (Legal::Path(_), Action::ChoosePath { path, target_gift }) => match (*path)? {
            Path::Auction => branch("auction", None),
            Path::Steal => branch("steal", *target_gift),
        },
        (Legal::Defender { .. }, Action::ChooseDefender { defender }) => seat(*defender),
        (_, _) => None,
    };
    field.map(|field| Answer::new([field]))
}
