//! How things stand.

use tinsel_proto::games::grunkle_match::v1::{
    Auction, Ballot, GarnetTheft, OwnSubmission, OwnView, PastRound, Phase, ResolvedSkillTheft, Skill, View,
    resolved_skill_theft::Result as Theft,
};

use super::{Names, Table, notation, scoring, skills};

/// The text of a view.
pub(in crate::render) fn view(view: &View, names: &Names) -> String {
    let parts = [
        phase(view, names),
        past(&view.past, names),
        seats(view, names),
        marks(view, names),
        view.own.as_ref().map(|seat| own(seat, names)).unwrap_or_default(),
        view.scored
            .as_ref()
            .map(|scored| scoring::scored(scored, names))
            .unwrap_or_default(),
        scoring::votes(&view.votes, names),
        view.outcome
            .as_ref()
            .map(|outcome| scoring::outcome(outcome, names))
            .unwrap_or_default(),
    ];
    parts.concat()
}

fn phase(view: &View, names: &Names) -> String {
    match view.phase() {
        Phase::Bidding | Phase::Unspecified => round(view.round, &notation::skills(view.skills())),
        Phase::TieBreak => view.scored.as_ref().map_or_else(String::new, |scored| {
            tie_break(&scored.winners, &scored.candidates, names)
        }),
        Phase::Ended => "The match is over.\n".to_owned(),
    }
}

/// What a round auctions.
pub(super) fn round(round: u32, skills: &str) -> String {
    format!("Round {round}: {skills}.\n")
}

/// Who votes on whom.
pub(super) fn tie_break(voters: &[u32], candidates: &[u32], names: &Names) -> String {
    format!(
        "A tie for the highest total: {} vote on {}.\n",
        names.all(voters, ", "),
        names.all(candidates, ", ")
    )
}

/// Who won what, a line for each round.
fn past(rounds: &[PastRound], names: &Names) -> String {
    let mut table = Table::new("rl");
    for round in rounds {
        table.row([round.round.to_string(), won(&round.auctions, names)]);
    }
    match rounds {
        [] => String::new(),
        _ => format!("  Won\n{}", table.text(4)),
    }
}

/// The winners of a round in seat order, each with what it won; what nobody won stands last.
fn won(auctions: &[Auction], names: &Names) -> String {
    let mut winners: Vec<_> = auctions.iter().map(|auction| auction.winner_seat).collect();
    winners.sort_by_key(|winner| winner.unwrap_or(u32::MAX));
    winners.dedup();
    let line = |winner: &Option<u32>| {
        let of = auctions.iter().filter(|auction| auction.winner_seat == *winner);
        let won = notation::skills(of.map(Auction::skill));
        format!("{}: {won}", winner_name(*winner, names))
    };
    winners.iter().map(line).collect::<Vec<_>>().join("; ")
}

/// What the winner of an auction is called, if there is one.
pub(super) fn winner_name(winner: Option<u32>, names: &Names) -> String {
    winner.map_or_else(|| "nobody".to_owned(), |seat| names.of(seat))
}

fn seats(view: &View, names: &Names) -> String {
    let mut table = Table::new("rlrll");
    for seat in &view.seats {
        let deciding = view.awaited_seats.contains(&seat.seat);
        table.row([
            seat.seat.to_string(),
            names.with_conduct(seat.seat),
            seat.garnets.map(notation::garnets).unwrap_or_default(),
            notation::holdings(&seat.skills),
            if deciding { "deciding" } else { "" }.to_owned(),
        ]);
    }
    table.text(4)
}

/// What stays true of the whole table.
fn marks(view: &View, names: &Names) -> String {
    let nullified = if view.nullified() == Skill::Unspecified {
        String::new()
    } else {
        format!("  {} is nullified.\n", skills::name(view.nullified()))
    };
    let parts = [
        nullified,
        view.garnet_theft
            .as_ref()
            .map(|theft| garnet_theft(theft, names))
            .unwrap_or_default(),
        view.skill_theft
            .as_ref()
            .map(|theft| skill_theft(theft, names))
            .unwrap_or_default(),
        view.treachery_target
            .map(|seat| format!("  Treachery named {}.\n", names.of(seat)))
            .unwrap_or_default(),
        // The outcome says it again.
        view.cool_baller
            .filter(|_| view.outcome.is_none())
            .map(|seat| scoring::cool_baller(seat, names))
            .unwrap_or_default(),
    ];
    parts.concat()
}

fn garnet_theft(theft: &GarnetTheft, names: &Names) -> String {
    let (thief, round) = (names.of(theft.thief_seat), theft.round);
    let taken = theft.taken.as_ref().map(|taken| {
        let amount = notation::garnets(taken.amount);
        format!(" and took {amount} from {}", names.of(taken.victim_seat))
    });
    format!(
        "  {thief} used Garnet Thief in round {round}{}.\n",
        taken.unwrap_or_default()
    )
}

fn skill_theft(theft: &ResolvedSkillTheft, names: &Names) -> String {
    let result = match &theft.result {
        None => " in vain".to_owned(),
        Some(Theft::Moved(moved)) => {
            let skill = skills::name(moved.skill());
            format!(" and took {skill} from {}", names.of(moved.victim_seat))
        }
        Some(Theft::Failed(named)) => {
            let (skill, target) = (skills::name(named.skill()), names.of(named.target_seat));
            format!(" in vain: {target} no longer had {skill}")
        }
    };
    format!("  {} used Skill Thief{result}.\n", names.of(theft.thief_seat))
}

fn own(own: &OwnView, names: &Names) -> String {
    let told = own.death_match_info.as_deref().map(death_match);
    let zero = own.dark_ritual_spent.map(|spent| match spent {
        true => "  You have made the zero bid of Dark Ritual.\n",
        false => "  You have not made the zero bid of Dark Ritual.\n",
    });
    let gain = own.morphogenetics_gain.map(morphogenetics);
    let submitted: String = own.submissions.iter().map(submission).collect();
    [
        told.unwrap_or_default(),
        zero.unwrap_or_default().to_owned(),
        gain.unwrap_or_default(),
        submitted,
        own.ballot.map(|cast| ballot(cast, names)).unwrap_or_default(),
    ]
    .concat()
}

/// What its winner was told about the Death Match. The text is somebody's: only what can be printed is.
pub(super) fn death_match(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let printed: String = line.chars().filter(|letter| is_printed(*letter)).collect();
        format!("    {}\n", printed.trim_end())
    });
    format!("  You know about the Death Match:\n{}", lines.collect::<String>())
}

/// Neither a control character nor one that turns the direction of what follows.
fn is_printed(letter: char) -> bool {
    let turns = matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !letter.is_control() && !turns
}

/// What a failed bid on Morphogenetics earned.
pub(super) fn morphogenetics(amount: u32) -> String {
    format!("  Your bid on Morphogenetics earned {}.\n", notation::garnets(amount))
}

fn submission(of: &OwnSubmission) -> String {
    let what = of.submission.as_ref().map(notation::submission).unwrap_or_default();
    let by = by_default(of.by_default);
    let paid = of.payments.as_ref().map(|paid| match paid.payments.as_slice() {
        [] => "; you won nothing".to_owned(),
        paid => format!("; you paid {}", notation::payments(paid)),
    });
    format!("  Round {}, you: {what}{by}{}.\n", of.round, paid.unwrap_or_default())
}

/// Words for what was done for somebody away.
pub(super) const fn by_default(by_default: bool) -> &'static str {
    if by_default { " (by default)" } else { "" }
}

fn ballot(ballot: Ballot, names: &Names) -> String {
    match ballot.candidate_seat {
        Some(seat) => format!("  You voted for {}.\n", names.of(seat)),
        None => "  You abstained.\n".to_owned(),
    }
}
