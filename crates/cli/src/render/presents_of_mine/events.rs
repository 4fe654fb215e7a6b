//! What happened.

use tinsel_proto::games::presents_of_mine::v1::{
    Hand, KaboomExploded, Letter, PassesRevealed, Pregame, PregameRevealed, ReplacementsRevealed, RoundStarted, Scored,
    ScoredPresent, SeatScore, Submission, TheftsRevealed, action, event::Event as Kind,
};

use super::{Detail, Names, Table, notation, variation};

/// The text of an event; empty if there is nothing to tell.
pub(in crate::render) fn event(
    event: &tinsel_proto::games::presents_of_mine::v1::Event,
    names: &Names,
    detail: Detail,
) -> String {
    match &event.event {
        None => String::new(),
        Some(Kind::MatchStarted(_)) => "\nPregame: everyone selects five presents.\n".to_owned(),
        Some(Kind::ListDrawn(list)) => self::list("The list is drawn", &list.seats, names),
        // The round that begins shows the list again.
        Some(Kind::SubmissionReceived(_) | Kind::ListReversed(_)) if detail == Detail::Story => String::new(),
        Some(Kind::SubmissionReceived(received)) => format!("  {} has decided.\n", names.of(received.seat)),
        Some(Kind::SubmissionSealed(sealed)) => sealed.submission.as_ref().map_or_else(String::new, submitted),
        Some(Kind::PregameRevealed(revealed)) => pregame_revealed(revealed, names),
        Some(Kind::OwnPregameHand(own)) => own.hand.as_ref().map_or_else(String::new, |own| {
            format!("  Your hand: {}\n", notation::presents(&own.presents))
        }),
        Some(Kind::RoundStarted(started)) => round_started(started, names),
        Some(Kind::ListReversed(list)) => self::list("The list is turned round", &list.seats, names),
        Some(Kind::PassesRevealed(passes)) => passed(passes, names),
        Some(Kind::ReplacementsRevealed(replaced)) => self::replaced(replaced, names),
        Some(Kind::TheftsRevealed(thefts)) => stolen(thefts, names),
        Some(Kind::Scored(scored)) => self::scored(scored, names),
        Some(Kind::KaboomExploded(exploded)) => self::exploded(exploded, names),
        Some(Kind::HandsPublished(published)) => hands("Hands after the round", &published.hands, names),
        Some(Kind::MatchFinished(_)) => "\nThe match is over.\n".to_owned(),
    }
}

fn list(what: &str, seats: &[u32], names: &Names) -> String {
    format!("  {what}, top to bottom: {}\n", names.all(seats, " > "))
}

/// What a seat told of itself.
pub(super) fn submitted(submission: &Submission) -> String {
    let what = submission
        .action
        .as_ref()
        .and_then(|action| action.action.as_ref())
        .map(what_was_done);
    let by = if submission.defaulted { " (by default)" } else { "" };
    format!("  You {}{by}.\n", what.unwrap_or_else(|| "decided".to_owned()))
}

fn what_was_done(done: &action::Action) -> String {
    match done {
        action::Action::SelectPresents(select) => format!("select {}", notation::letters(select.letters())),
        action::Action::PassPresents(pass) => {
            let swap = pass.replacement.as_ref().map(|swap| {
                let discard = swap.discard.as_ref().map(notation::present).unwrap_or_default();
                format!(" and swap {discard} for {}", notation::letter(swap.take()))
            });
            format!("pass {}{}", notation::presents(&pass.passes), swap.unwrap_or_default())
        }
        action::Action::StealPresents(steal) => format!("steal {}", notation::presents(&steal.steals)),
    }
}

fn pregame_revealed(revealed: &PregameRevealed, names: &Names) -> String {
    let selected = revealed.pregame.as_ref().map(|pregame| selected(pregame, names));
    format!(
        "{}{}",
        selected.unwrap_or_default(),
        hands("Hands", &revealed.hands, names)
    )
}

fn selected(pregame: &Pregame, names: &Names) -> String {
    let mut table = Table::new("rlll");
    for selection in &pregame.seats {
        let letters = notation::letters(selection.letters());
        table.row([
            selection.seat.to_string(),
            names.of(selection.seat),
            letters,
            away(selection.defaulted),
        ]);
    }
    let mut counts = Table::new("lrl");
    for letter in &pregame.letters {
        if let Some(staleness) = letter.staleness {
            let fresh = format!("selected by {}, begins with staleness {staleness}", letter.count);
            counts.row([notation::letter(letter.letter()), "", &fresh]);
        }
    }
    format!("  Selected\n{}  Letters\n{}", table.text(4), counts.text(4))
}

fn away(defaulted: bool) -> String {
    let word = if defaulted { "by default" } else { "" };
    word.to_owned()
}

fn hands(what: &str, hands: &[Hand], names: &Names) -> String {
    let mut table = Table::new("rll");
    for hand in hands {
        table.row([
            hand.seat.to_string(),
            names.of(hand.seat),
            notation::hand(&hand.presents),
        ]);
    }
    format!("  {what}\n{}", table.text(4))
}

fn round_started(started: &RoundStarted, names: &Names) -> String {
    let (name, difference) = variation(started.variation());
    let list = list("List", &started.seats, names);
    format!("\nRound {}: {name} - {difference}.\n{list}", started.round)
}

fn passed(passes: &PassesRevealed, names: &Names) -> String {
    let mut table = Table::new("rlllll");
    for seat in &passes.seats {
        let cells = seat.passes.iter().map(|pass| {
            let present = pass.present.as_ref().map(notation::present).unwrap_or_default();
            format!("{present} to {}", names.of(pass.target_seat))
        });
        let who = [seat.seat.to_string(), names.of(seat.seat)];
        table.row(who.into_iter().chain(cells).chain([away(seat.defaulted)]));
    }
    format!("  Passed\n{}", table.text(4))
}

fn replaced(replaced: &ReplacementsRevealed, names: &Names) -> String {
    let mut table = Table::new("rll");
    for swap in &replaced.seats {
        let discard = swap.discard.as_ref().map(notation::present).unwrap_or_default();
        let what = format!("{discard} for {}", notation::letter(swap.take()));
        table.row([swap.seat.to_string(), names.of(swap.seat), what]);
    }
    let taken = replaced
        .taken
        .iter()
        .map(|taken| format!("{} by {}", notation::letter(taken.letter()), taken.count));
    let taken = taken.collect::<Vec<_>>().join(", ");
    let stale = if replaced.stale_letter() == Letter::Unspecified {
        "both enter with staleness 0".to_owned()
    } else {
        format!("{} enters with staleness 2", notation::letter(replaced.stale_letter()))
    };
    format!("  Swapped\n{}    Taken: {taken}; {stale}.\n", table.text(4))
}

fn stolen(thefts: &TheftsRevealed, names: &Names) -> String {
    let mut table = Table::new("rllll");
    for theft in &thefts.thefts {
        let taken = theft.taken.as_ref().map(notation::present).unwrap_or_default();
        let named = theft.named.as_ref().map(notation::present).unwrap_or_default();
        let chance = if theft.random {
            format!("by chance, as no {named} was left")
        } else {
            String::new()
        };
        let from = format!("from {}", names.of(theft.victim_seat));
        table.row([
            theft.thief_seat.to_string(),
            names.of(theft.thief_seat),
            taken,
            from,
            chance,
        ]);
    }
    let away = match thefts.defaulted_seats.as_slice() {
        [] => String::new(),
        seats => format!("    By default: {}.\n", names.all(seats, ", ")),
    };
    format!("  Stolen\n{}{away}", table.text(4))
}

fn exploded(exploded: &KaboomExploded, names: &Names) -> String {
    let kaboom = notation::kind(Letter::K, exploded.staleness, exploded.layers_before);
    let name = names.of(exploded.seat);
    format!(
        "  KABOOM! {name}'s {kaboom} explodes, costs {} and becomes an A.\n",
        exploded.loss
    )
}

fn scored(scored: &Scored, names: &Names) -> String {
    let mut table = Table::new("rlllllllrrrrrrr");
    let blank = [""; 8].map(ToOwned::to_owned);
    let sums = Sums::of(scored);
    table.row(blank.into_iter().chain(sums.head()));
    for seat in &scored.seats {
        let who = [seat.seat.to_string(), names.of(seat.seat)];
        let presents = (0..6).map(|place| seat.presents.get(place).map(scored_present).unwrap_or_default());
        table.row(who.into_iter().chain(presents).chain(sums.row(seat)));
    }
    // With private hands the scores of the pregame are revealed together with those of round 1.
    let title = if scored.step == 0 {
        "Scores of the pregame"
    } else {
        "Scores"
    };
    format!("  {title}\n{}", table.text(4))
}

/// Which sums are worth a column: nobody needs one of noughts.
struct Sums {
    monopoly: bool,
    eggs: bool,
    kabooms: bool,
}

impl Sums {
    fn of(scored: &Scored) -> Self {
        let any = |points: fn(&SeatScore) -> u32| scored.seats.iter().any(|seat| points(seat) > 0);
        Self {
            monopoly: any(|seat| seat.monopoly_points),
            eggs: any(|seat| seat.egg_loss),
            kabooms: any(|seat| seat.explosion_loss),
        }
    }

    fn head(&self) -> [String; 7] {
        self.shown(
            [
                "presents",
                "monopoly",
                "eggs",
                "kabooms",
                "staleness",
                "gained",
                "total",
            ]
            .map(ToOwned::to_owned),
        )
    }

    fn row(&self, seat: &SeatScore) -> [String; 7] {
        let loss = |points: u32| {
            if points == 0 {
                "0".to_owned()
            } else {
                format!("-{points}")
            }
        };
        self.shown([
            seat.ability_points.to_string(),
            format!("+{}", seat.monopoly_points),
            loss(seat.egg_loss),
            loss(seat.explosion_loss),
            loss(seat.staleness_loss),
            format!("+{}", seat.gained),
            seat.total.to_string(),
        ])
    }

    /// The cells, without those that are not shown.
    fn shown(&self, cells: [String; 7]) -> [String; 7] {
        let [presents, monopoly, eggs, kabooms, staleness, gained, total] = cells;
        let only = |shown: bool, cell: String| if shown { cell } else { String::new() };
        let (monopoly, eggs) = (only(self.monopoly, monopoly), only(self.eggs, eggs));
        let kabooms = only(self.kabooms, kabooms);
        [presents, monopoly, eggs, kabooms, staleness, gained, total]
    }
}

/// A present with what it earned: `A0=4`, or `G1*3=6` if it came over a distance of 3.
fn scored_present(present: &ScoredPresent) -> String {
    let kind = notation::kind(present.letter(), present.staleness, present.layers_before);
    let distance = if present.distance == 0 {
        String::new()
    } else {
        format!("*{}", present.distance)
    };
    format!("{kind}{distance}={}", present.points)
}
