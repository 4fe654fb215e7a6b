//! The branches that are possible.

use tinsel_engine::{
    SeatSet,
    present::{Branch, FormField, Id, Identified, Inputs, PickOption, Text},
    variant,
};

use super::{BranchInputs, field, final_gift::declared, named_branch, refused, sets};
use crate::{
    action::Action,
    components::{Card, DealFirst, Gift, Scope, Special},
    facts::WITHDRAW_DECLINE,
    legal::{Choice, GiftSet, Legal, Turns},
    naming::{id, named, of_id},
    view::View,
};

impl Identified for Gift {
    fn id(&self) -> Id {
        id(*self)
    }

    fn of_id(id: &str) -> Option<Self> {
        match of_id(id)? {
            Card::Gift(gift) => Some(gift),
            Card::Special(_) => None,
        }
    }
}

impl Identified for Special {
    fn id(&self) -> Id {
        id(*self)
    }

    fn of_id(id: &str) -> Option<Self> {
        match of_id(id)? {
            Card::Gift(_) => None,
            Card::Special(special) => Some(special),
        }
    }
}

impl Identified for DealFirst {
    fn id(&self) -> Id {
        match self {
            Self::Oneself => field::SELF.into(),
            Self::Left => field::LEFT.into(),
        }
    }

    fn of_id(id: &str) -> Option<Self> {
        [Self::Oneself, Self::Left].into_iter().find(|first| first.id() == id)
    }
}

/// Every possible way.
pub(super) fn available<'a>(view: &View, legal: &Legal) -> Vec<BranchInputs<'a>> {
    let alone = || declared(legal.final_gift_due_at == 1);
    let mut branches = match &legal.choice {
        Choice::Nothing => Vec::new(),
        Choice::Turn(turns) => turn(legal, turns),
        Choice::Fruitcake { recipients, gifts } => {
            let card = (!recipients.is_empty()).then(|| special(Special::Fruitcake, fruitcake(*recipients, gifts)));
            card.into_iter().chain([decline()]).collect()
        }
        Choice::Holly { carol, mouse, ghost } => {
            let carol = (!carol.is_empty()).then(|| {
                let other = player(Text::new("swap_with", "Player to swap places with"), seats(*carol));
                let carol = other.picked().and(alone());
                special(Special::Carol, variant!(carol, Action::PlayCarol { other, final_gift }))
            });
            let mouse = mouse.then(|| special(Special::Mouse, variant!(alone(), Action::PlayMouse { final_gift })));
            let ghost = ghost.then(|| special(Special::Ghost, variant!(alone(), Action::PlayGhost { final_gift })));
            let cards = [carol, mouse, ghost].into_iter().flatten();
            cards.chain(declines()).collect()
        }
        Choice::Snow { tree, scrooge } => {
            let tree = tree.then(|| {
                let tree = deal_first().picked().and(alone());
                special(
                    Special::Tree,
                    variant!(tree, Action::PlayTree { deal_first, final_gift }),
                )
            });
            let scrooge = (!scrooge.is_empty()).then(|| {
                let options = seats(*scrooge).chain(refused::not_misers(view));
                let title = Text::new("must_pass", "Player who must pass in the next round");
                let scrooge = player(title, options).picked().and(alone());
                special(
                    Special::Scrooge,
                    variant!(scrooge, Action::PlayScrooge { target, final_gift }),
                )
            });
            tree.into_iter().chain(scrooge).chain([decline()]).collect()
        }
    };
    branches.extend(legal.can_withdraw.then(withdraw));
    branches
}

fn turn<'a>(legal: &Legal, turns: &Turns) -> Vec<BranchInputs<'a>> {
    let set = |set: &GiftSet| match turns.count {
        None => sets::lead(legal, turns, *set),
        Some(count) => sets::follow(legal, turns, *set, count),
    };
    let alone = declared(legal.final_gift_due_at == 1);
    let santa = variant!(alone, Action::PlaySanta { final_gift });
    let santa = turns.can_play_santa.then(|| special(Special::Santa, santa));
    let zeros = (!turns.zeros.is_empty()).then(|| sets::zeros(legal, &turns.zeros));
    let pass = turns.can_pass.then(|| {
        let help = "No more turns in this round; Holly cards are still possible.";
        let branch = Branch::new(field::PASS, Text::new("pass", "Pass"), []).help(Text::new("pass_help", help));
        (branch, Inputs::fixed(Action::Pass))
    });
    let cards = turns.sets.iter().map(set).chain(santa);
    cards.chain(zeros).chain(pass).collect()
}

fn special<'a>(card: Special, played: Inputs<'a, Action>) -> BranchInputs<'a> {
    (named_branch(card), played)
}

fn fruitcake<'a>(recipients: SeatSet, gifts: &[Gift]) -> Inputs<'a, Action> {
    let option = |gift: &Gift| {
        let title = Text::new("card", "{card}").with("card", named(*gift));
        PickOption::new(id(*gift), title).component(id(*gift))
    };
    let recipient = player(Text::new("recipient", "Player who gets a gift"), seats(recipients));
    let title = Text::new("gift", "Gift card to give");
    let value = FormField::pick_one(field::GIFT, title, gifts.iter().map(option))
        .picked()
        .map(
            |gift: Option<Gift>| gift.map_or(0, |gift| u32::from(gift.get())),
            |value| Some(Gift::new(*value)),
        );
    variant!(
        recipient.picked().and(value),
        Action::PlayFruitcake { recipient, value }
    )
}

fn seats(seats: SeatSet) -> impl Iterator<Item = PickOption> {
    seats.iter().map(PickOption::seat)
}

fn player(title: Text, options: impl Iterator<Item = PickOption>) -> FormField {
    FormField::pick_one(field::PLAYER, title, options)
}

fn deal_first() -> FormField {
    let options = [
        PickOption::new(DealFirst::Oneself.id(), Text::new("deal_self", "Yourself")),
        PickOption::new(
            DealFirst::Left.id(),
            Text::new("deal_left", "The next player to your left"),
        ),
    ];
    let help = "The deal goes on clockwise. If there are fewer gift cards than players, the last ones get none.";
    FormField::pick_one(
        field::DEAL_FIRST,
        Text::new("deal_first", "Who gets the first gift card"),
        options,
    )
    .help(Text::new("deal_first_help", help))
}

fn decline<'a>() -> BranchInputs<'a> {
    let branch = Branch::new(field::DECLINE, Text::new("decline", "Play no card"), []);
    declining(Scope::Window, branch)
}

fn declining<'a>(scope: Scope, branch: Branch) -> BranchInputs<'a> {
    (branch, Inputs::fixed(Action::Decline { scope: Some(scope) }))
}

/// The branches to play no Holly card.
fn declines<'a>() -> [BranchInputs<'a>; 3] {
    let help = Text::new(
        "standing_help",
        "You are not asked again until then. Nobody else learns it. It ends early when cards come into your hand, and you \
         can withdraw it at any time.",
    );
    let round = Text::new(field::DECLINE_ROUND, "Play no Holly card until the round ends");
    let deal = Text::new(field::DECLINE_DEAL, "Play no Holly card until the deal ends");
    let round = Branch::new(field::DECLINE_ROUND, round, []).help(help.clone());
    let deal = Branch::new(field::DECLINE_DEAL, deal, []).help(help);
    [decline(), declining(Scope::Round, round), declining(Scope::Deal, deal)]
}

fn withdraw<'a>() -> BranchInputs<'a> {
    let help = "From the next turn on, you are asked for Holly cards again.";
    let title = Text::new("withdraw", "No longer decline Holly cards");
    let branch = Branch::new(WITHDRAW_DECLINE, title, []).help(Text::new("withdraw_help", help));
    (branch, Inputs::fixed(Action::WithdrawDecline))
}
