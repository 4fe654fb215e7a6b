//! Actions, events and views as a rules expert writes them.

use tinsel_engine::{BySeat, SeatIndex, SeatSet};
use tinsel_grunkle_match::{
    Action, Ballot, Bid, Ending, Event, Garnets, Named, OwnSubmission, OwnView, PastAuctions, PopCause, Scoring,
    SeatScore, SeatView, Sheet, Skill, Skills, View, Vote,
};

pub(crate) fn action(action: &Action) -> String {
    match action {
        Action::SubmitRound(sheet) => format!("submit(\"{}\")", written(sheet)),
        Action::VoteElimination { seat } => format!("vote({})", seat.map_or_else(unset, |seat| number(&seat))),
    }
}

/// The parts of a sheet that are filled in.
fn written(sheet: &Sheet) -> String {
    let Sheet {
        bids,
        dark_ritual_skill,
        discard_grunko_pop,
        nullify_name,
        treachery_target,
        phantom_target,
        garnet_thief_target,
        skill_thief,
    } = sheet;
    let bids: Vec<String> = bids.iter().map(bid).collect();
    let parts = [
        (!bids.is_empty()).then(|| bids.join(", ")),
        dark_ritual_skill.map(|skill| format!("zero bid on {}", named(skill))),
        discard_grunko_pop.then(|| "discards".to_owned()),
        nullify_name.map(|skill| format!("nullifies {}", named(skill))),
        treachery_target.map(|seat| format!("betrays {}", number(&seat))),
        phantom_target.map(|seat| format!("designates {}", number(&seat))),
        garnet_thief_target.map(|seat| format!("robs {}", number(&seat))),
        skill_thief.map(|grab| {
            let target = grab.target.map_or_else(unset, |seat| number(&seat));
            format!("steals {} of {target}", grab.skill.map_or_else(unset, id))
        }),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join("; ")
}

fn bid(bid: &Bid) -> String {
    format!("{} {}", bid.skill.map_or_else(unset, id), bid.amount)
}

fn named(named: Named) -> String {
    named.skill().map_or_else(unset, id)
}

fn id(skill: Skill) -> String {
    skill.id().to_owned()
}

pub(crate) fn event(event: &Event) -> String {
    match event {
        Event::MatchStarted { starting_garnets } => {
            format!("MatchStarted         {}", amounts(starting_garnets))
        }
        Event::RoundOpened { round } => {
            let list = joined(round.list().iter().map(|skill| id(*skill)));
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

/// One line for each thing that can change.
pub(crate) fn view(view: &View) -> String {
    let mut text = vec![
        format!("phase: {:?}, {}", view.phase, view.round),
        format!("awaited: {}", numbers(view.awaited)),
        format!("acted: {}", numbers(view.acted)),
        format!("started with: {}", amounts(&view.starting_garnets)),
    ];
    text.extend(view.past.iter().map(auctions));
    text.extend(view.seats.enumerate().map(|(seat, told)| row_of(seat, told)));
    text.extend([
        format!("nullified: {}", view.nullified.map_or_else(unset, id)),
        format!("treachery names: {}", view.treachery_target.map_or_else(unset, seat)),
        format!("cool baller: {}", view.cool_baller.map_or_else(unset, seat)),
        format!("garnet theft: {}", garnet_theft(view)),
        format!("skill theft: {}", skill_theft(view)),
    ]);
    text.extend(view.own.iter().flat_map(own));
    text.push(format!("scoring: {}", view.scoring.as_ref().map_or_else(unset, scored)));
    text.extend(
        view.scoring
            .iter()
            .flat_map(totals)
            .map(|total| format!("total of {total}")),
    );
    text.push(format!("votes: {}", votes_of(&view.votes)));
    text.push(format!("ending: {}", view.ending.as_ref().map_or_else(unset, ending)));
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

fn row_of(seat: SeatIndex, told: &SeatView) -> String {
    let garnets = told
        .garnets
        .map_or_else(|| "?".to_owned(), |garnets| garnets.to_string());
    format!("{seat}: {garnets} garnets; {}", skills_of(&told.skills))
}

fn garnet_theft(view: &View) -> String {
    let Some(theft) = view.garnet_theft else { return unset() };
    let taken = theft
        .taken
        .map_or_else(String::new, |taken| format!(", {} from {}", taken.amount, taken.victim));
    format!("{} in {}{taken}", theft.thief, theft.round)
}

fn skill_theft(view: &View) -> String {
    let Some(theft) = view.skill_theft else { return unset() };
    let wanted = theft
        .wanted
        .map_or_else(String::new, |wanted| format!(", {} of {}", wanted.skill, wanted.target));
    let came = if theft.moved { "stole" } else { "failed" };
    format!("{} {came}{wanted}", theft.thief)
}

fn own(own: &OwnView) -> Vec<String> {
    let submissions = own.submissions.iter().map(own_submission);
    let spent = own.zero_bid_spent.map_or_else(unset, |spent| spent.to_string());
    let gain = own.morphogenetics_gain.map_or_else(unset, |gain| gain.to_string());
    let info = own.death_match_info.as_ref();
    let rest = [
        format!("own zero bid spent: {spent}"),
        format!("own gain by MORPHOGENETICS: {gain}"),
        format!(
            "own information: {}",
            info.map_or_else(unset, |text| format!("{:?}", text.text()))
        ),
        format!("own vote: {}", own.vote.map_or_else(unset, ballot)),
    ];
    submissions.chain(rest).collect()
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

/// Each on a line of its own, below what they belong to.
fn lines(rows: impl IntoIterator<Item = String>) -> String {
    rows.into_iter().map(|row| format!("\n  {row}")).collect()
}

const fn mark(by_default: bool) -> &'static str {
    if by_default { " by default" } else { "" }
}
