//! Jingle Brawl, as it is typed.

#[cfg(test)]
mod tests;

use tinsel_proto::games::jingle_brawl::v1::{
    Action, ChooseDefender, ChooseMethod, ChoosePath, Decline, Discard, Gambit, Keep, Legal, LegalTargets, MakeThrow,
    Open, Path, PlaceBid, Report, Reprisal, RespondToBid, Response, Throw, Verdict, action::Action as Kind, gambit,
    legal::Decision, reprisal,
};

use crate::render::jingle_brawl::words::METHODS;

/// How things are written.
pub(super) const HELP: &str = "Gifts and seats are written as their numbers, such as take 3 or against 2. A single word or number is \
     enough where nothing else can be meant.";

pub(super) fn read(line: &str, legal: &Legal) -> Result<Action, String> {
    let line = line.to_lowercase();
    let words: Vec<&str> = line.split([' ', ',', '\t']).filter(|word| !word.is_empty()).collect();
    let words = words.as_slice();
    let kind = match &legal.decision {
        None => return Err("there is nothing to decide now".to_owned()),
        Some(Decision::Open(_)) => {
            let gift = number(words, "open", "open a wrapped gift, such as open 2")?;
            Kind::Open(Open { gift: Some(gift) })
        }
        Some(Decision::Bid(_)) => {
            let amount = number(
                words,
                "bid",
                "bid a number of chips, such as bid 2, or bid 0 for no bid",
            )?;
            Kind::Bid(PlaceBid { amount: Some(amount) })
        }
        Some(Decision::RespondToBid(_)) => Kind::RespondToBid(response(words)?),
        Some(Decision::Gambit(_)) => Kind::Gambit(gambit(words)?),
        Some(Decision::ChooseMethod(_)) => Kind::ChooseMethod(method(words)?),
        Some(Decision::MakeThrow(_)) => Kind::MakeThrow(throw(words)?),
        Some(Decision::Report(_)) => {
            let winner = number(words, "won", "say who won, such as won 1")?;
            Kind::Report(Report { winner: Some(winner) })
        }
        Some(Decision::Verdict(_)) => {
            let winner = number(words, "won", "say who won, such as won 1")?;
            Kind::Verdict(Verdict { winner: Some(winner) })
        }
        Some(Decision::Discard(_)) => {
            let gift = number(words, "discard", "discard one of the two gifts, such as discard 3")?;
            Kind::Discard(Discard { gift: Some(gift) })
        }
        Some(Decision::Reprisal(targets)) => Kind::Reprisal(kick_back(words, targets)?),
        Some(Decision::ChoosePath(_)) => Kind::ChoosePath(path(words)?),
        Some(Decision::ChooseDefender(_)) => {
            let defender = number(words, "against", "name the seat to duel, such as against 2")?;
            Kind::ChooseDefender(ChooseDefender {
                defender: Some(defender),
            })
        }
    };
    Ok(Action { action: Some(kind) })
}

/// A number, with or without the word before it.
fn number(words: &[&str], word: &str, help: &str) -> Result<u32, String> {
    match words {
        [first, number] if *first == word => read_number(number),
        [number] => read_number(number),
        _ => Err(help.to_owned()),
    }
    .map_err(|_| help.to_owned())
}

fn read_number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("{text:?} is no number"))
}

fn response(words: &[&str]) -> Result<RespondToBid, String> {
    let choice = match words {
        ["stand"] => Response::Stand,
        ["yield"] => Response::Yield,
        _ => return Err("write stand or yield".to_owned()),
    };
    Ok(RespondToBid { choice: choice.into() })
}

fn gambit(words: &[&str]) -> Result<Gambit, String> {
    let choice = if words == ["keep"] {
        gambit::Choice::Keep(Keep {})
    } else {
        gambit::Choice::TargetGift(number(words, "take", "write keep, or take and a gift, such as take 3")?)
    };
    Ok(Gambit { choice: Some(choice) })
}

fn method(words: &[&str]) -> Result<ChooseMethod, String> {
    let known = |word: &str| METHODS.iter().find(|(known, _, _)| *known == word);
    let method = match words {
        [word] => known(word),
        _ => None,
    };
    let words: Vec<_> = METHODS.iter().map(|(word, _, _)| *word).collect();
    let method = method.ok_or_else(|| format!("write one of the ways to duel: {}", words.join(", ")))?;
    Ok(ChooseMethod {
        method: method.1.into(),
    })
}

fn throw(words: &[&str]) -> Result<MakeThrow, String> {
    let throw = match words {
        ["rock"] => Throw::Rock,
        ["paper"] => Throw::Paper,
        ["scissors"] => Throw::Scissors,
        _ => return Err("write rock, paper or scissors".to_owned()),
    };
    Ok(MakeThrow { shape: throw.into() })
}

fn kick_back(words: &[&str], targets: &LegalTargets) -> Result<Reprisal, String> {
    let help = "write decline, or take and a gift, such as take 3; a Misfit needs who defends it: take 3 against 2";
    if words == ["decline"] {
        return Ok(Reprisal {
            choice: Some(reprisal::Choice::Decline(Decline {})),
            defender: None,
        });
    }
    let (gift, defender) = match words {
        [gift @ .., "against", defender] => (gift, Some(read_number(defender).map_err(|_| help.to_owned())?)),
        gift => (gift, None),
    };
    let gift = number(gift, "take", help)?;
    let target = targets.targets.iter().find(|target| target.gift == gift);
    if defender.is_none() && target.is_some_and(|target| target.holder_seat.is_none()) {
        return Err(format!(
            "nobody holds gift {gift}; name who defends it, such as take {gift} against 2"
        ));
    }
    Ok(Reprisal {
        choice: Some(reprisal::Choice::TargetGift(gift)),
        defender,
    })
}

fn path(words: &[&str]) -> Result<ChoosePath, String> {
    if words == ["auction"] {
        return Ok(ChoosePath {
            path: Path::Auction.into(),
            target_gift: None,
        });
    }
    let help = "write auction, or steal and a gift, such as steal 3";
    let gift = number(words, "steal", help).or_else(|_| number(words, "take", help))?;
    Ok(ChoosePath {
        path: Path::Steal.into(),
        target_gift: Some(gift),
    })
}
