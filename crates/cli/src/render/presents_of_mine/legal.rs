//! What a seat may do, and how to type it.

use tinsel_proto::games::presents_of_mine::v1::{
    Legal, LegalPasses, LegalSelection, LegalSteals, Letter, legal::Decision,
};

use super::{Names, Table, notation};

/// The text of what may be done; empty if nothing is owed.
pub(in crate::render) fn legal(legal: &Legal, names: &Names) -> String {
    match &legal.decision {
        None => String::new(),
        Some(Decision::SelectPresents(selection)) => select(selection),
        Some(Decision::PassPresents(passes)) => pass(passes, names),
        Some(Decision::StealPresents(steals)) => steal(steals, names),
    }
}

fn select(selection: &LegalSelection) -> String {
    let mut table = Table::new("lll");
    for letter in selection.letters() {
        let (name, worth) = meaning(letter);
        table.row([notation::letter(letter), name, worth]);
    }
    let count = usize::try_from(selection.count).unwrap_or_default();
    let example = notation::letters(selection.letters().take(count));
    format!(
        "Select {count} different presents, such as: {example}\n{}",
        table.text(2)
    )
}

fn pass(passes: &LegalPasses, names: &Names) -> String {
    let targets = names.all(&passes.target_seats, ", then to ");
    let first_three = passes.hand.get(..3).unwrap_or_default();
    let mut example = notation::presents(first_three);
    let swap = if passes.take.is_empty() {
        String::new()
    } else {
        let discard = passes.hand.get(3).map(notation::present).unwrap_or_default();
        let take = passes.take().map(notation::letter).next().unwrap_or_default();
        example = format!("{example} / {discard} {take}");
        let take: Vec<_> = passes.take().map(notation::letter).collect();
        format!(", and swap one that you keep for {}", take.join(" or "))
    };
    let hand = notation::presents(&passes.hand);
    let letters = meanings(passes.hand.iter().map(|present| present.letter()).chain(passes.take()));
    format!("Pass three presents, to {targets}{swap}, such as: {example}\n  your hand: {hand}\n{letters}")
}

fn steal(steals: &LegalSteals, names: &Names) -> String {
    let mut table = Table::new("lll");
    for (place, victim) in ["first", "second", "third"].into_iter().zip(&steals.victims) {
        let from = format!("from {}", names.of(victim.seat));
        table.row([place.to_owned(), from, notation::hand(&victim.hand)]);
    }
    let example: Vec<_> = steals
        .victims
        .iter()
        .filter_map(|victim| victim.hand.first())
        .map(notation::present)
        .collect();
    let hands = steals.victims.iter().flat_map(|victim| &victim.hand);
    let letters = meanings(hands.map(|present| present.letter()));
    format!(
        "Steal three presents, one of each, such as: {}\n{}{letters}",
        example.join(" "),
        table.text(2)
    )
}

/// What these letters are.
fn meanings(letters: impl Iterator<Item = Letter>) -> String {
    let mut letters: Vec<_> = letters.collect();
    letters.sort();
    letters.dedup();
    let mut table = Table::new("lll");
    for letter in letters {
        let (name, worth) = meaning(letter);
        table.row([notation::letter(letter), name, worth]);
    }
    table.text(2)
}

/// What a letter is called and does, in short; the rules say it in full.
const fn meaning(letter: Letter) -> (&'static str, &'static str) {
    match letter {
        Letter::Unspecified => ("", ""),
        Letter::A => ("Average", "4"),
        Letter::B => ("Bonus", "2, and 2 for each A in the hand"),
        Letter::C => ("Chain", "3, and 2 for each neighbour in the list with a C"),
        Letter::D => ("Diameter", "2, and 5 if the seat four places away has a D"),
        Letter::E => ("Egg", "6, but 3 less whenever it is received"),
        Letter::F => ("Fruit", "5; its staleness changes by two"),
        Letter::G => ("Golden", "twice the distance it was passed this round, else 2"),
        Letter::H => ("Help", "2, and 1 for each other seat with an H, 6 at most"),
        Letter::I => ("Inversion", "3, and 3 more if nothing in the hand is staler"),
        Letter::J => ("Jinx", "7, less 1 for each other seat with a J"),
        Letter::K => (
            "Kaboom",
            "2 for each A in the hand, which also cost it layers; explodes without",
        ),
        Letter::L => ("Limiting", "2; an exploding K beside it costs 1 instead of 6"),
        Letter::M => (
            "Musky",
            "2, and 1 for each present of the hand with staleness 3 or more",
        ),
        Letter::N => ("Nebulizer", "2; presents passed to its holder lose 1 more staleness"),
    }
}
