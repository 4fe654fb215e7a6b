//! Actions, events and views in a notation for rules experts.

use tinsel_engine::{BySeat, SeatIndex, SeatSet};
use tinsel_grunkle_match::{
    Ballot, Ending, Event, GarnetTheftView, Garnets, OwnSubmission, OwnView, PastAuctions, PopCause, Scoring,
    SeatScore, Skill, SkillTheftView, Skills, View, Vote, testkit::written_sheet as written,
};

pub(crate) fn event(event: &Event) -> String {
    match event {
        Event::MatchStarted { starting_garnets } => {
            format!("MatchStarted         {}", amounts(starting_garnets))
        }
        Event::RoundOpened { round } => {
            let list = joined(round.list().iter().map(Skill::to_string));
            format!("RoundOpened          {round}: {list}")
        }
        Event::SubmissionReceived { round, seat } => format!("SubmissionReceived   {seat}, {round}"),
        Event::SubmissionRecorded {
            round,
            sheet,
            by_default,
        } => format!("SubmissionRecorded   {round}: {}{}", written(sheet), mark(*by_default)),
        Event::GrunkoPopDiscarded { seat, .. } => format!("GrunkoPopDiscarded   {seat}"),
        Event::AuctionResult { skill, winner, .. } => {
            format!("AuctionResult        {skill}: {}", winner.map_or_else(nobody, seat))
        }
        Event::BidPaid { skill, amount, .. } => format!("BidPaid              {skill}: {amount}"),
        Event::SkillUsed { seat, skill, .. } => format!("SkillUsed            {seat}: {skill}"),
        Event::GarnetsStolen {
            thief, victim, amount, ..
        } => format!("GarnetsStolen        {thief} from {victim}: {amount}"),
        Event::SkillStolen { thief, victim, skill } => format!("SkillStolen          {thief} from {victim}: {skill}"),
        Event::SkillTheftFailed { thief, target, skill } => {
            format!("SkillTheftFailed     {thief} from {target}: {skill}")
        }
        Event::SkillNullified { skill } => format!("SkillNullified       {skill}"),
        Event::GarnetsEarned { seats, each, cause, .. } => {
            format!("GarnetsEarned        {cause}: {each} each for {}", numbers(*seats))
        }
        Event::DeathMatchInfo { text } => format!("DeathMatchInfo       {:?}", text.text()),
        Event::GarnetsForfeited { seat } => format!("GarnetsForfeited     {seat}"),
        Event::CoolBaller { seat } => format!("CoolBaller           {seat}"),
        Event::GrunkoPopsGained { seat, count, cause, .. } => {
            format!("GrunkoPopsGained     {seat}: {count} {}", why(*cause))
        }
        Event::MorphogeneticsGain { amount } => format!("MorphogeneticsGain   {amount}"),
        Event::Balance { round, garnets } => format!("Balance              {garnets} after {round}"),
        Event::RoundClosed { round, skills } => {
            let seats = skills.enumerate().map(|(seat, held)| row(seat, &skills_of(held)));
            format!("RoundClosed          {round}{}", lines(seats))
        }
        Event::MatchScored(told) => format!("MatchScored          {}{}", scored(told), lines(totals(told))),
        Event::TieBreakOpened { voters, candidates } => {
            let (voters, candidates) = (numbers(*voters), numbers(*candidates));
            format!("TieBreakOpened       {voters} vote between {candidates}")
        }
        Event::VoteReceived { seat } => format!("VoteReceived         {seat}"),
        Event::TieBreakResolved {
            votes,
            candidate,
            decided_by,
        } => format!(
            "TieBreakResolved     {candidate} by {decided_by:?}; votes {}",
            votes_of(votes)
        ),
        Event::MatchEnded(told) => format!("MatchEnded           {}", ending(told)),
    }
}

/// One line for each fact that can change; absent facts have no line.
pub(crate) fn view(view: &View) -> String {
    let mut text = vec![
        format!("phase: {:?}, {}", view.phase, view.round),
        format!("awaited: {}", numbers(view.awaited)),
        format!("acted: {}", numbers(view.acted)),
        format!("started with: {}", amounts(&view.starting_garnets)),
    ];
    text.extend(view.past.iter().map(auctions));
    for (seat, told) in view.seats.enumerate() {
        text.push(format!("skills of {seat}: {}", skills_of(&told.skills)));
        text.extend(told.garnets.map(|garnets| format!("garnets of {seat}: {garnets}")));
    }
    let rest = [
        view.nullified.map(|skill| format!("nullified: {skill}")),
        view.treachery_target.map(|target| format!("treachery names: {target}")),
        view.cool_baller.map(|baller| format!("cool baller: {baller}")),
        view.garnet_theft.as_ref().map(garnet_theft),
        view.skill_theft.as_ref().map(skill_theft),
    ];
    text.extend(rest.into_iter().flatten());
    text.extend(view.own.iter().flat_map(own));
    text.extend(view.scoring.as_ref().map(|told| format!("scoring: {}", scored(told))));
    let totals = view.scoring.iter().flat_map(totals);
    text.extend(totals.map(|total| format!("total of seat {total}")));
    if !view.votes.is_empty() {
        text.push(format!("votes: {}", votes_of(&view.votes)));
    }
    text.extend(view.ending.as_ref().map(|told| format!("ending: {}", ending(told))));
    text.join("\n")
}

fn auctions(past: &PastAuctions) -> String {
    let winner = |(place, skill): (usize, &Skill)| {
        let winner = past
            .winners
            .iter()
            .find(|(slot, _)| usize::from(slot.number()) == place);
        let winner = winner.map_or_else(unset, |(_, seat)| number(&seat));
        format!("{skill} {winner}")
    };
    let results: Vec<String> = (1..).zip(past.round.list()).map(winner).collect();
    format!("{}: {}", past.round, results.join(", "))
}

fn garnet_theft(theft: &GarnetTheftView) -> String {
    let taken = theft
        .taken
        .map_or_else(String::new, |taken| format!(", {} from {}", taken.amount, taken.victim));
    format!("garnet theft: {} in {}{taken}", theft.thief, theft.round)
}

fn skill_theft(theft: &SkillTheftView) -> String {
    let wanted = theft
        .wanted
        .map_or_else(String::new, |wanted| format!(", {} of {}", wanted.skill, wanted.target));
    let came = if theft.moved { "stole" } else { "failed" };
    format!("skill theft: {} {came}{wanted}", theft.thief)
}

fn own(own: &OwnView) -> Vec<String> {
    let rest = [
        own.zero_bid_spent.map(|spent| format!("own zero bid spent: {spent}")),
        own.morphogenetics_gain
            .map(|gain| format!("own gain by MORPHOGENETICS: {gain}")),
        own.death_match_info
            .as_ref()
            .map(|info| format!("own information: {:?}", info.text())),
        own.vote.map(|vote| format!("own vote: {}", ballot(vote))),
    ];
    let submissions = own.submissions.iter().map(own_submission);
    submissions.chain(rest.into_iter().flatten()).collect()
}

fn own_submission(own: &OwnSubmission) -> String {
    let paid = own.payments.as_ref().map_or_else(String::new, |payments| {
        let each = payments
            .iter()
            .map(|payment| format!("{} {}", payment.skill, payment.amount));
        let each: Vec<String> = each.collect();
        format!(" | won {}", if each.is_empty() { unset() } else { each.join(", ") })
    });
    format!(
        "own {}: {}{}{paid}",
        own.round,
        written(&own.sheet),
        mark(own.by_default)
    )
}

fn scored(told: &Scoring) -> String {
    let nullified = if told.tokens_nullified { " (nullified)" } else { "" };
    format!(
        "winners {}{nullified}, bonus {}, candidates {}",
        numbers(told.winners),
        told.bonus_token_seat.map_or_else(unset, |seat| number(&seat)),
        numbers(told.candidates)
    )
}

fn totals(told: &Scoring) -> Vec<String> {
    told.seats
        .enumerate()
        .map(|(seat, score)| row(seat, &total(score)))
        .collect()
}

fn total(score: &SeatScore) -> String {
    format!(
        "{} + {} × {} = {}, tokens {}",
        score.garnets, score.grunko_pops, score.grunko_pop_value, score.total, score.tokens
    )
}

fn ending(told: &Ending) -> String {
    let seats = told
        .seats
        .enumerate()
        .map(|(seat, ended)| format!("{}. {} ({})", ended.rank, number(&seat), ended.score.total));
    let nullified = if told.tokens_nullified { " (nullified)" } else { "" };
    format!(
        "{}; winners {}{nullified}, bonus {}, cool baller {}, elimination candidate {} by {:?}",
        joined(seats),
        numbers(told.winners),
        told.bonus_token_seat.map_or_else(unset, |seat| number(&seat)),
        told.cool_baller.map_or_else(unset, |seat| number(&seat)),
        number(&told.elimination_candidate),
        told.decided_by
    )
}

fn votes_of(votes: &[Vote]) -> String {
    if votes.is_empty() {
        return unset();
    }
    joined(votes.iter().map(|vote| row(vote.seat, &ballot(vote.ballot))))
}

fn ballot(ballot: Ballot) -> String {
    match ballot {
        Ballot::For(candidate) => seat(candidate),
        Ballot::Abstained => "abstained".to_owned(),
    }
}

const fn why(cause: PopCause) -> &'static str {
    match cause {
        PopCause::Treachery => "by treachery",
        PopCause::NoWin => "for no win",
    }
}

fn skills_of(skills: &Skills) -> String {
    let each: Vec<String> = skills
        .iter()
        .map(|(skill, copies)| match copies {
            1 => skill.to_string(),
            several => format!("{skill}×{several}"),
        })
        .collect();
    if each.is_empty() { unset() } else { each.join(", ") }
}

fn amounts(garnets: &BySeat<Garnets>) -> String {
    joined(garnets.iter().map(Garnets::to_string))
}

fn numbers(seats: SeatSet) -> String {
    if seats.is_empty() {
        return unset();
    }
    joined(seats.iter().map(|seat| number(&seat)))
}

fn number(seat: &SeatIndex) -> String {
    seat.get().to_string()
}

fn seat(seat: SeatIndex) -> String {
    seat.to_string()
}

fn row(seat: SeatIndex, text: &str) -> String {
    format!("{}: {text}", seat.get())
}

fn unset() -> String {
    "–".to_owned()
}

fn nobody() -> String {
    "nobody".to_owned()
}

fn joined(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

/// Each row on a line of its own, indented.
fn lines(rows: impl IntoIterator<Item = String>) -> String {
    rows.into_iter().map(|row| format!("\n  {row}")).collect()
}

const fn mark(by_default: bool) -> &'static str {
    if by_default { " by default" } else { "" }
}
