//! Presents of Mine, as it is typed.

use tinsel_proto::games::presents_of_mine::v1::{
    Action, Legal, PassPresents, Present, Replacement, SelectPresents, StealPresents, action, legal::Decision,
};

use crate::render::presents_of_mine::notation;

/// How presents are written.
pub(super) const HELP: &str = "A present is its letter and staleness: A0. A K has its layers, too: K3(4).";

pub(super) fn read(line: &str, legal: &Legal) -> Result<Action, String> {
    let action = match &legal.decision {
        None => return Err("there is nothing to decide now".to_owned()),
        Some(Decision::SelectPresents(legal)) => action::Action::SelectPresents(select(line, legal.count)?),
        Some(Decision::PassPresents(legal)) => action::Action::PassPresents(pass(line, !legal.take.is_empty())?),
        Some(Decision::StealPresents(_)) => action::Action::StealPresents(StealPresents {
            steals: three(line, "steal three presents, such as A0 F1 K3(4)")?,
        }),
    };
    Ok(Action { action: Some(action) })
}

fn select(line: &str, count: u32) -> Result<SelectPresents, String> {
    let letters: Result<Vec<i32>, _> = words(line)
        .map(|word| notation::read_letter(word).map(Into::into))
        .collect();
    let letters = letters?;
    if u32::try_from(letters.len()) == Ok(count) {
        Ok(SelectPresents { letters })
    } else {
        Err(format!(
            "select {count} letters, such as A B C D E; these are {}",
            letters.len()
        ))
    }
}

fn pass(line: &str, swaps: bool) -> Result<PassPresents, String> {
    let help = if swaps {
        "pass three presents and swap a fourth, such as A0 B1 C2 / D0 K"
    } else {
        "pass three presents, such as A0 B1 C2"
    };
    let (passes, swap) = match line.split_once('/') {
        Some((passes, swap)) => (passes, Some(swap)),
        None => (line, None),
    };
    let passes = three(passes, help)?;
    let replacement = match (swap, swaps) {
        (None, false) => None,
        (None, true) => return Err(format!("a swap is missing behind a /: {help}")),
        (Some(_), false) => return Err("nothing is swapped in this round; leave out the / and what follows".to_owned()),
        (Some(swap), true) => Some(self::swap(swap, help)?),
    };
    Ok(PassPresents { passes, replacement })
}

fn swap(text: &str, help: &str) -> Result<Replacement, String> {
    let mut words = words(text);
    let (Some(discard), Some(take), None) = (words.next(), words.next(), words.next()) else {
        return Err(format!("behind the / stand a present and a letter: {help}"));
    };
    Ok(Replacement {
        discard: Some(notation::read_present(discard)?),
        take: notation::read_letter(take)?.into(),
    })
}

fn three(text: &str, help: &str) -> Result<Vec<Present>, String> {
    let presents: Result<Vec<_>, _> = words(text).map(notation::read_present).collect();
    let presents = presents?;
    match presents.len() {
        3 => Ok(presents),
        many => Err(format!("{help}; these are {many}")),
    }
}

/// What stands between spaces and commas.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', ',', '\t']).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use tinsel_proto::games::presents_of_mine::v1::{LegalPasses, LegalSelection, LegalSteals, Letter};

    use super::*;

    fn selecting() -> Legal {
        let selection = LegalSelection {
            letters: (1..=10).collect(),
            count: 5,
        };
        Legal {
            decision: Some(Decision::SelectPresents(selection)),
        }
    }

    fn passing(take: &[Letter]) -> Legal {
        let passes = LegalPasses {
            take: take.iter().map(|letter| i32::from(*letter)).collect(),
            ..LegalPasses::default()
        };
        Legal {
            decision: Some(Decision::PassPresents(passes)),
        }
    }

    fn stealing() -> Legal {
        Legal {
            decision: Some(Decision::StealPresents(LegalSteals::default())),
        }
    }

    /// An action as it would be typed.
    fn typed(action: &Action) -> String {
        match action.action.as_ref().unwrap() {
            action::Action::SelectPresents(select) => notation::letters(select.letters()),
            action::Action::PassPresents(pass) => match &pass.replacement {
                None => notation::presents(&pass.passes),
                Some(swap) => format!(
                    "{} / {} {}",
                    notation::presents(&pass.passes),
                    notation::present(swap.discard.as_ref().unwrap()),
                    notation::letter(swap.take())
                ),
            },
            action::Action::StealPresents(steal) => notation::presents(&steal.steals),
        }
    }

    #[test]
    fn good_lines_are_read() {
        let swapping = passing(&[Letter::K, Letter::L]);
        for (legal, line, read_as) in [
            (selecting(), "A B C D E", "A B C D E"),
            (selecting(), " j,i, h  g,f ", "J I H G F"),
            (selecting(), "A A A A A", "A A A A A"),
            (passing(&[]), "A0 B1 C2", "A0 B1 C2"),
            (passing(&[]), "a0,b12,k3(4)", "A0 B12 K3(4)"),
            (swapping.clone(), "A0 B1 C2 / D0 K", "A0 B1 C2 / D0 K"),
            (swapping.clone(), "A0 B1 C2/k0(6) l", "A0 B1 C2 / K0(6) L"),
            (swapping, "A0 B1 C2 / D0 A", "A0 B1 C2 / D0 A"),
            (stealing(), "A0 F1 K3(4)", "A0 F1 K3(4)"),
        ] {
            assert_eq!(
                read(line, &legal).map(|action| typed(&action)).as_deref(),
                Ok(read_as),
                "{line:?}"
            );
        }
    }

    #[test]
    fn bad_lines_are_answered_with_what_would_be_right() {
        let swapping = || passing(&[Letter::K, Letter::L]);
        let present = |word: &str| {
            format!(
                "{word:?} is not a present; write letter and staleness, such as A0, and for a K its layers, such as K3(4)"
            )
        };
        for (legal, line, told) in [
            (selecting(), "A B C D", "select 5 letters, such as A B C D E; these are 4".to_owned()),
            (selecting(), "", "select 5 letters, such as A B C D E; these are 0".to_owned()),
            (selecting(), "A B C D Z", "\"Z\" is not a letter of A to N".to_owned()),
            (selecting(), "A B C D unspecified", "\"unspecified\" is not a letter of A to N".to_owned()),
            (selecting(), "ABCDE", "\"ABCDE\" is not a letter of A to N".to_owned()),
            (passing(&[]), "A0 B1", "pass three presents, such as A0 B1 C2; these are 2".to_owned()),
            (passing(&[]), "A B C", present("A")),
            (passing(&[]), "A0 B1 é2", present("é2")),
            (passing(&[]), "A0 B1 C-1", present("C-1")),
            (passing(&[]), "A0 B1 C99999999999", present("C99999999999")),
            (passing(&[]), "A0 B1 K2()", present("K2()")),
            (passing(&[]), "A0 B1 K2", "a K is named with its layers, such as K2(6)".to_owned()),
            (passing(&[]), "A0 B1 C2(3)", "\"C2(3)\": only a K has layers".to_owned()),
            (
                passing(&[]),
                "A0 B1 C2 / D0 K",
                "nothing is swapped in this round; leave out the / and what follows".to_owned(),
            ),
            (
                swapping(),
                "A0 B1 C2",
                "a swap is missing behind a /: pass three presents and swap a fourth, such as A0 B1 C2 / D0 K".to_owned(),
            ),
            (
                swapping(),
                "A0 B1 C2 / D0",
                "behind the / stand a present and a letter: pass three presents and swap a fourth, such as A0 B1 C2 / D0 K"
                    .to_owned(),
            ),
            (swapping(), "A0 B1 C2 / D0 Q", "\"Q\" is not a letter of A to N".to_owned()),
            (stealing(), "A0 F1", "steal three presents, such as A0 F1 K3(4); these are 2".to_owned()),
            (Legal::default(), "A0", "there is nothing to decide now".to_owned()),
        ] {
            assert_eq!(read(line, &legal).unwrap_err(), told, "{line:?}");
        }
    }
}
