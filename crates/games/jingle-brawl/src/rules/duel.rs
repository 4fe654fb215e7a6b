//! `DUEL_METHOD`: the Defender chooses the method; draws decide if the duelists cannot.

use tinsel_engine::{SeatIndex, never};

use super::commit::{Commit, Next};
use crate::{
    action::Direct,
    components::{Card, CoinReason, DuelKind, GiftId, Method, Pair, Purse, Reason, Side},
    draws,
    event::Event,
    state::{Duel, Stage},
};

/// Maximum number of rolls; after that many ties a coin decides.
// JB-R21
const ROLLS_MAX: u8 = 10;
/// The faces of a die.
const FACES: u8 = 6;
/// The cards of a deck.
const CARDS: u8 = 52;

impl Duel {
    /// A duel without a method yet.
    pub(super) const fn new(kind: DuelKind, challenger: SeatIndex, defender: SeatIndex, gift: Option<GiftId>) -> Self {
        Self {
            kind,
            challenger,
            defender,
            gift,
            method: None,
            rounds: Vec::new(),
        }
    }
}

/// Begins a duel. The caller has made all payments for it.
// JB-24, JB-26
pub(super) fn start(commit: &mut Commit<'_>, duel: Duel) -> Next {
    commit.everyone(Event::DuelStarted {
        kind: duel.kind,
        challenger: duel.challenger,
        defender: duel.defender,
        gift: duel.gift,
    });
    match *commit.game.config.duel_methods.as_slice() {
        // JB-R59
        [only] => fight(commit, duel, only, true),
        _ => {
            commit.game.stage = Stage::Method { duel };
            Next::Decision
        }
    }
}

/// Begins a direct challenge: its Minimum Cost goes to the Bank.
// JB-18, JB-19, JB-60
pub(super) fn direct(commit: &mut Commit<'_>, kind: DuelKind, challenger: SeatIndex, direct: Direct) -> Next {
    commit.pay(Purse::Seat(challenger), Purse::Bank, direct.cost, Reason::MinimumCost);
    Next::Duel(Duel::new(kind, challenger, direct.defender, Some(direct.gift)))
}

/// Applies the Defender's choice.
pub(super) fn chosen(commit: &mut Commit<'_>, method: Method) -> Next {
    let Stage::Method { duel } = &commit.game.stage else {
        never!("JB-24: a method is chosen for a duel");
        return Next::Decision;
    };
    let duel = duel.clone();
    fight(commit, duel, method, false)
}

/// Decides the duel by draws, or waits for the duelists.
// JB-27, JB-28, JB-29
fn fight(commit: &mut Commit<'_>, mut duel: Duel, method: Method, forced: bool) -> Next {
    commit.everyone(Event::MethodChosen { method, forced });
    duel.method = Some(method);
    let winner = match method {
        Method::CoinFlip => commit.coin(CoinReason::Method),
        Method::DiceRollOff => dice(commit),
        Method::HighCard => cards(commit),
        Method::RockPaperScissors => {
            let thrown = Pair::default();
            commit.game.stage = Stage::Throw { duel, thrown };
            return Next::Decision;
        }
        Method::Reported => {
            let reports = Pair::default();
            commit.game.stage = Stage::Report { duel, reports };
            return Next::Decision;
        }
    };
    Next::Won(duel, winner)
}

/// The side with the higher die; the Challenger rolls first.
fn dice(commit: &mut Commit<'_>) -> Side {
    for roll in 1..=ROLLS_MAX {
        let mut die = || commit.draw(draws::DIE, FACES).saturating_add(1);
        let dice = Pair {
            challenger: die(),
            defender: die(),
        };
        commit.everyone(Event::DiceRolled { roll, dice });
        if let Some(side) = dice.higher() {
            return side;
        }
    }
    commit.coin(CoinReason::TieBound)
}

/// The side with the higher card; the Challenger draws first, and keeps its card out of the deck.
fn cards(commit: &mut Commit<'_>) -> Side {
    let mut deck: Vec<Card> = Card::deck().collect();
    let first = usize::from(commit.draw(draws::CARD, CARDS)).min(deck.len().saturating_sub(1));
    let challenger = deck.remove(first);
    let second = usize::from(commit.draw(draws::CARD, CARDS.saturating_sub(1))).min(deck.len().saturating_sub(1));
    let cards = Pair {
        challenger,
        defender: deck.remove(second),
    };
    commit.everyone(Event::CardsDrawn { cards });
    cards.higher().unwrap_or_else(|| {
        never!("JB-23: no two cards of a deck are equal");
        Side::Challenger
    })
}
