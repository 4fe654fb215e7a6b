//! What happened.

use tinsel_proto::games::grunkle_match::v1::{
    AuctionResult, Event, GarnetsEarned, GrunkoPopsGained, MatchStarted, PopCause, RoundClosed, SubmissionRecorded,
    event::Event as Kind,
};

use super::{Detail, Names, Table, notation, scoring, skills, view};

/// How many play.
const SEATS: usize = 7;

/// The text of an event; empty if there is nothing to tell.
pub(in crate::render) fn event(event: &Event, names: &Names, detail: Detail) -> String {
    match &event.event {
        None => String::new(),
        Some(Kind::MatchStarted(started)) => self::started(started, names),
        Some(Kind::RoundOpened(opened)) => {
            format!("\n{}", view::round(opened.round, &notation::skills(opened.skills())))
        }
        Some(Kind::SubmissionReceived(_) | Kind::VoteReceived(_)) if detail == Detail::Story => String::new(),
        Some(Kind::SubmissionReceived(received)) => decided(received.seat, names),
        Some(Kind::VoteReceived(received)) => decided(received.seat, names),
        Some(Kind::SubmissionRecorded(recorded)) => self::recorded(recorded),
        Some(Kind::GrunkoPopDiscarded(discarded)) => {
            format!("  {} turns a Grunko Pop into a garnet.\n", names.of(discarded.seat))
        }
        Some(Kind::AuctionResult(result)) => auctioned(result, names),
        Some(Kind::BidPaid(paid)) => {
            let (skill, amount) = (skills::name(paid.skill()), notation::garnets(paid.amount));
            format!("  You pay {amount} for {skill}.\n")
        }
        Some(Kind::SkillUsed(used)) => format!("  {} uses {}.\n", names.of(used.seat), skills::name(used.skill())),
        Some(Kind::GarnetsStolen(stolen)) => {
            let (thief, victim) = (names.of(stolen.thief_seat), names.of(stolen.victim_seat));
            format!("  {thief} takes {} from {victim}.\n", notation::garnets(stolen.amount))
        }
        Some(Kind::SkillStolen(stolen)) => {
            let (thief, victim) = (names.of(stolen.thief_seat), names.of(stolen.victim_seat));
            format!("  {thief} takes {} from {victim}.\n", skills::name(stolen.skill()))
        }
        Some(Kind::SkillTheftFailed(failed)) => {
            let (thief, target) = (names.of(failed.thief_seat), names.of(failed.target_seat));
            let skill = skills::name(failed.skill());
            format!("  {thief} takes nothing: {target} no longer has {skill}.\n")
        }
        Some(Kind::SkillNullified(nullified)) => format!("  {} is nullified.\n", skills::name(nullified.skill())),
        Some(Kind::GarnetsEarned(earned)) => self::earned(earned, names),
        Some(Kind::DeathMatchInfo(info)) => view::death_match(&info.text),
        Some(Kind::GarnetsForfeited(forfeited)) => format!("  {} loses all garnets.\n", names.of(forfeited.seat)),
        Some(Kind::CoolBaller(baller)) => scoring::cool_baller(baller.seat, names),
        Some(Kind::GrunkoPopsGained(gained)) => self::gained(gained, names),
        Some(Kind::MorphogeneticsGain(gain)) => view::morphogenetics(gain.amount),
        Some(Kind::Balance(balance)) => format!("  You have {}.\n", notation::garnets(balance.garnets)),
        Some(Kind::RoundClosed(closed)) => held(closed, names),
        Some(Kind::MatchScored(scored)) => scoring::scored(scored, names),
        Some(Kind::TieBreakOpened(tie)) => {
            format!("\n{}", view::tie_break(&tie.voters, &tie.candidates, names))
        }
        Some(Kind::TieBreakResolved(resolved)) => scoring::votes(&resolved.votes, names),
        Some(Kind::MatchEnded(ended)) => {
            let outcome = ended.outcome.as_ref().map(|outcome| scoring::outcome(outcome, names));
            format!("\nThe match is over.\n{}", outcome.unwrap_or_default())
        }
    }
}

fn decided(seat: u32, names: &Names) -> String {
    format!("  {} has decided.\n", names.of(seat))
}

fn started(started: &MatchStarted, names: &Names) -> String {
    let begins = match started.starting_garnets.as_slice() {
        [first, others @ ..] if others.iter().all(|other| other == first) => {
            format!("Everyone begins with {}", notation::garnets(*first))
        }
        each => {
            let seats = (0..).zip(each);
            let each = seats.map(|(seat, amount)| format!("{} with {}", names.of(seat), notation::garnets(*amount)));
            format!("They begin: {}", each.collect::<Vec<_>>().join(", "))
        }
    };
    format!("\n{begins}.\n")
}

fn recorded(recorded: &SubmissionRecorded) -> String {
    let what = recorded.submission.as_ref().map(notation::submission);
    let by = view::by_default(recorded.by_default);
    format!("  You: {}{by}.\n", what.unwrap_or_default())
}

fn auctioned(result: &AuctionResult, names: &Names) -> String {
    let (skill, winner) = (
        skills::name(result.skill()),
        view::winner_name(result.winner_seat, names),
    );
    format!("  {skill:<30}  {winner}\n")
}

fn earned(earned: &GarnetsEarned, names: &Names) -> String {
    let (amount, cause) = (notation::garnets(earned.amount), skills::name(earned.cause()));
    match earned.seats.as_slice() {
        [seat] => format!("  {} earns {amount} by {cause}.\n", names.of(*seat)),
        all if all.len() == SEATS => format!("  Everyone earns {amount} by {cause}.\n"),
        seats => format!("  {} earn {amount} each by {cause}.\n", names.all(seats, ", ")),
    }
}

fn gained(gained: &GrunkoPopsGained, names: &Names) -> String {
    let pops = notation::counted(gained.count, "Grunko Pop");
    let why = match gained.cause() {
        PopCause::Unspecified => "",
        PopCause::Treachery => " by Treachery",
        PopCause::NoWin => " for winning nothing",
    };
    format!("  {} gets {pops}{why}.\n", names.of(gained.seat))
}

fn held(closed: &RoundClosed, names: &Names) -> String {
    let mut table = Table::new("rll");
    for seat in &closed.seats {
        let skills = notation::holdings(&seat.skills);
        table.row([seat.seat.to_string(), names.of(seat.seat), skills]);
    }
    format!("  Held after the round\n{}", table.text(4))
}
