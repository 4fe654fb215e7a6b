//! What happened, as a story.

use tinsel_proto::games::jingle_brawl::v1::{
    BiddingContext, CoinFace, CoinFlipped, CoinReason, DuelStarted, Event, MatchStarted, NameDrawn, Part, Path,
    PathChosen, ReprisalDeclared, Response, TieBreakCalled, event::Event as Kind,
};

use super::{Board, Detail, Names, moves, words};

/// The text of an event; empty if there is nothing to tell.
#[expect(clippy::too_many_lines, reason = "one row for each event reads best in one place")]
pub(in crate::render) fn event(event: &Event, board: &Board, names: &Names, detail: Detail) -> String {
    let of = |seat: u32| names.of(seat);
    let gift = |gift: u32| board.gift(gift);
    let quiet = detail == Detail::Story;
    match &event.event {
        None => String::new(),
        Some(Kind::MatchStarted(started)) => self::started(started, names),
        Some(Kind::NameDrawn(drawn)) => self::drawn(drawn, names),
        Some(Kind::GiftOpened(opened)) => {
            let last = if opened.forced { "the last one, " } else { "" };
            format!(
                "  {} opens {last}gift {}: “{}”.\n",
                of(opened.seat),
                opened.gift,
                opened.name
            )
        }
        Some(Kind::WishPointsShown(wish)) => format!("  To you {} is worth {}.\n", gift(wish.gift), wish.points),
        Some(Kind::BiddingStarted(started)) => match started.context() {
            BiddingContext::LastClaim => "  But the others may bid on it.\n".to_owned(),
            BiddingContext::Unspecified | BiddingContext::Main | BiddingContext::Auction => String::new(),
        },
        Some(Kind::BidPlaced(_) | Kind::ThrowMade(_) | Kind::ReportMade(_)) if quiet => String::new(),
        Some(Kind::BidPlaced(placed)) => decided(placed.seat, names),
        Some(Kind::ThrowMade(made)) => decided(made.seat, names),
        Some(Kind::ReportMade(made)) => decided(made.seat, names),
        Some(Kind::BidRecorded(recorded)) => format!("  You bid {}.\n", words::chips(recorded.amount)),
        Some(Kind::BidsRevealed(revealed)) => moves::bids(revealed, names),
        Some(Kind::TieBreakCalled(called)) => tied(called, names),
        Some(Kind::ChallengersNamed(named)) => match named.second_seat {
            Some(second) => format!(
                "  {} may challenge, and {} is next.\n",
                of(named.first_seat),
                of(second)
            ),
            None => format!("  {} may challenge.\n", of(named.first_seat)),
        },
        Some(Kind::OpenerResponded(responded)) => {
            let how = match responded.response() {
                Response::Yield => "yields: let the two of them fight",
                Response::Unspecified | Response::Stand => "stands",
            };
            format!("  {} {how}.\n", of(responded.seat))
        }
        Some(Kind::ChipsMoved(moved)) => moves::chips(moved, names),
        Some(Kind::DuelStarted(duel)) => self::duel(duel, board, names),
        Some(Kind::MethodChosen(chosen)) => format!("    By {}.\n", words::method(chosen.method())),
        Some(Kind::CoinFlipped(flipped)) => coin(*flipped),
        Some(Kind::DiceRolled(rolled)) => {
            format!(
                "    The dice: {} against {}.\n",
                rolled.challenger_die, rolled.defender_die
            )
        }
        Some(Kind::CardsDrawn(drawn)) => {
            let cards = [&drawn.challenger_card, &drawn.defender_card].map(|card| words::card(card.as_ref()));
            format!("    The cards: {}.\n", cards.join(" against "))
        }
        Some(Kind::ThrowRecorded(recorded)) => format!("    You throw {}.\n", words::throw(recorded.shape())),
        Some(Kind::ThrowsRevealed(shown)) => {
            let throws = shown.shapes.unwrap_or_default();
            let throws = [throws.challenger_throw(), throws.defender_throw()].map(words::throw);
            let late = moves::by_clock(&shown.by_clock_seats, names);
            format!("    Round {}: {}{late}.\n", shown.round, throws.join(" against "))
        }
        Some(Kind::ReportRecorded(recorded)) => match recorded.winner_seat {
            Some(winner) => format!("    You report that {} won.\n", of(winner)),
            None => "    You have made no report in time.\n".to_owned(),
        },
        Some(Kind::ReportsRevealed(shown)) => {
            format!("    Reported: {}.\n", moves::reports(shown.reports.as_ref(), names))
        }
        Some(Kind::VerdictGiven(given)) => {
            format!(
                "    Head Elf {} rules for {}.\n",
                of(given.head_elf_seat),
                of(given.winner_seat)
            )
        }
        Some(Kind::DuelEnded(ended)) => format!("  {} beats {}.\n", of(ended.winner_seat), of(ended.loser_seat)),
        Some(Kind::NaughtyRaised(raised)) => {
            format!(
                "  {} has Naughty Level {} now.\n",
                gift(raised.gift),
                raised.naughty_level
            )
        }
        Some(Kind::GiftMoved(moved)) => moves::gift(moved, board, names),
        Some(Kind::HeadElfChanged(changed)) => format!("  {} is Head Elf now.\n", of(changed.seat)),
        Some(Kind::BagChanged(changed)) if !changed.added_seats.is_empty() => {
            format!(
                "  Back into the Santa Sack: {}.\n",
                names.all(&changed.added_seats, ", ")
            )
        }
        Some(Kind::BagChanged(_) | Kind::ReprisalOffered(_)) => String::new(),
        Some(Kind::GiftKept(kept)) => format!("  {} keeps {}.\n", of(kept.seat), gift(kept.gift)),
        Some(Kind::GambitDeclared(gambit)) => {
            let (seat, holder) = (of(gambit.seat), of(gambit.holder_seat));
            format!(
                "  {seat} tries the Grinch's Gambit, for {} of {holder}.\n",
                gift(gambit.gift)
            )
        }
        Some(Kind::ReprisalDeclined(right)) => format!("  {} declines the Reindeer Reprisal.\n", of(right.seat)),
        Some(Kind::ReprisalSkipped(right)) => format!("  {} can afford no Reindeer Reprisal.\n", of(right.seat)),
        Some(Kind::ReprisalDeclared(reprisal)) => self::reprisal(reprisal, board, names),
        Some(Kind::LotteryStarted(lottery)) => {
            let (bag, pile) = (names.all(&lottery.bag_seats, ", "), board.gifts(&lottery.pile));
            format!("\nThe Misfit Lottery begins.\n  In the Santa Sack: {bag}\n  Misfits:           {pile}\n")
        }
        Some(Kind::TargetMisfitDrawn(drawn)) => format!("  The oldest Misfit is {}.\n", gift(drawn.gift)),
        Some(Kind::PathChosen(chosen)) => path(chosen, board, names),
        Some(Kind::DefenderChosen(chosen)) => {
            format!("  {} picks {} for a duel.\n", of(chosen.seat), of(chosen.defender_seat))
        }
        Some(Kind::LastClaim(claim)) => format!("  {} is the last and claims {}.\n", of(claim.seat), gift(claim.gift)),
        Some(Kind::ClockRanOut(late)) => format!("  {} is out of time.\n", of(late.seat)),
        Some(Kind::TurnEnded(_)) => board.table(names),
        Some(Kind::MatchEnded(ended)) => {
            let outcome = ended.outcome.as_ref().map(|outcome| moves::outcome(outcome, names));
            format!("\nThe match is over.\n{}", outcome.unwrap_or_default())
        }
    }
}

fn decided(seat: u32, names: &Names) -> String {
    format!("  {} has decided.\n", names.of(seat))
}

fn started(started: &MatchStarted, names: &Names) -> String {
    let options = started.options.as_ref();
    let chips = words::chips(options.map_or(0, |options| options.starting_chips));
    let elf = names.of(options.map_or(0, |options| options.head_elf_seat));
    format!("\nEveryone begins with {chips}; {elf} is Head Elf.\n")
}

fn drawn(drawn: &NameDrawn, names: &Names) -> String {
    let part = match drawn.part() {
        Part::Lottery => "Lottery turn",
        Part::Unspecified | Part::Main => "Turn",
    };
    format!("\n{part} {}: {} is drawn.\n", drawn.turn, names.of(drawn.seat))
}

fn tied(called: &TieBreakCalled, names: &Names) -> String {
    let tied = names.all(&called.tied_seats, ", ");
    let duelists = names.all(&called.duelist_seats, " and ");
    if called.tied_seats == called.duelist_seats {
        format!("  {duelists} are tied.\n")
    } else {
        format!("  Tied are {tied}; the lot falls on {duelists}.\n")
    }
}

fn duel(duel: &DuelStarted, board: &Board, names: &Names) -> String {
    let (one, other) = (names.of(duel.challenger_seat), names.of(duel.defender_seat));
    let about = duel
        .gift
        .map_or_else(|| "who may challenge".to_owned(), |gift| board.gift(gift));
    format!("  {}: {one} against {other} for {about}.\n", words::duel(duel.kind()))
}

fn coin(flipped: CoinFlipped) -> String {
    let why = match flipped.reason() {
        CoinReason::Unspecified | CoinReason::Method => "The coin",
        CoinReason::TieBound => "Tied too often, a coin decides: it",
        CoinReason::Dispute => "The Head Elf is in it, so a coin decides: it",
        CoinReason::VerdictClock => "No verdict in time, so a coin decides: it",
    };
    let face = match flipped.face() {
        CoinFace::Unspecified => "nowhere",
        CoinFace::Heads => "heads, for the Challenger",
        CoinFace::Tails => "tails, for the Defender",
    };
    format!("    {why} falls {face}.\n")
}

fn reprisal(reprisal: &ReprisalDeclared, board: &Board, names: &Names) -> String {
    let (seat, defender) = (names.of(reprisal.seat), names.of(reprisal.defender_seat));
    let gift = board.gift(reprisal.gift);
    if reprisal.misfit {
        format!("  {seat} declares a Reindeer Reprisal for the Misfit {gift}, which {defender} is to defend.\n")
    } else {
        format!("  {seat} declares a Reindeer Reprisal for {gift} of {defender}.\n")
    }
}

fn path(chosen: &PathChosen, board: &Board, names: &Names) -> String {
    let seat = names.of(chosen.seat);
    match (chosen.path(), chosen.target_gift) {
        (Path::Steal, Some(gift)) => format!("  {seat} takes Path A, to steal {}.\n", board.gift(gift)),
        (Path::Steal | Path::Auction | Path::Unspecified, _) => {
            format!("  {seat} takes Path B: the others may bid on the Misfit.\n")
        }
    }
}
