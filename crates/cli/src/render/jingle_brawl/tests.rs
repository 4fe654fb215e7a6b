//! Golden texts, of messages as a server would send them.

mod shown;

use tinsel_client::Watched;
use tinsel_proto::{
    games::jingle_brawl::v1 as wire,
    v1::{self, MatchEvent, match_event},
};
use wire::event::Event as Kind;

use crate::render::{Detail, Teller};

fn teller(detail: Detail) -> Teller {
    let mut teller = Teller::new(detail);
    for (seat, name) in (0..).zip(["Ada", "Boris", "Zoë"]) {
        teller.names.note(&v1::Seat {
            seat,
            display_name: name.to_owned(),
            ..v1::Seat::default()
        });
    }
    teller
}

fn tell(teller: &mut Teller, kinds: impl IntoIterator<Item = Kind>) -> String {
    let events = kinds.into_iter().map(|kind| {
        let game = v1::game_event::Game::JingleBrawl(wire::Event { event: Some(kind) });
        let event = match_event::Event::Game(v1::GameEvent { game: Some(game) });
        MatchEvent { event: Some(event) }
    });
    let update = v1::Update {
        events: events.collect(),
        ..v1::Update::default()
    };
    teller.tell(&Watched::Update(update))
}

fn started() -> Kind {
    Kind::MatchStarted(wire::MatchStarted {
        options: Some(wire::Config {
            starting_chips: 10,
            ..wire::Config::default()
        }),
        seats: 3,
    })
}

fn opened(seat: u32, gift: u32, name: &str) -> Kind {
    Kind::GiftOpened(wire::GiftOpened {
        seat,
        gift,
        name: name.to_owned(),
        forced: false,
    })
}

fn purse(of: wire::purse::Purse) -> Option<wire::Purse> {
    Some(wire::Purse { purse: Some(of) })
}

fn spot(of: wire::spot::Spot) -> Option<wire::Spot> {
    Some(wire::Spot { spot: Some(of) })
}

fn paid(from: wire::purse::Purse, to: wire::purse::Purse, amount: u32, reason: wire::ChipsReason) -> Kind {
    Kind::ChipsMoved(wire::ChipsMoved {
        from_purse: purse(from),
        to_purse: purse(to),
        amount,
        reason: reason.into(),
    })
}

fn drawn(part: wire::Part, turn: u32, seat: u32) -> Kind {
    Kind::NameDrawn(wire::NameDrawn {
        part: part.into(),
        turn,
        seat,
    })
}

#[test]
#[expect(clippy::too_many_lines, reason = "it is one story, event by event")]
fn a_turn_is_told_with_what_it_cost_and_who_holds_what() {
    use wire::purse::Purse;
    let bid = |seat, amount| wire::SeatBid { seat, amount };
    let told = tell(
        &mut teller(Detail::Story),
        [
            started(),
            drawn(wire::Part::Main, 1, 0),
            opened(0, 2, "a drum"),
            Kind::BidPlaced(wire::BidPlaced { seat: 1 }),
            Kind::BidsRevealed(wire::BidsRevealed {
                bids: vec![bid(1, 3), bid(2, 0)],
                by_clock_seats: vec![2],
            }),
            Kind::ChallengersNamed(wire::Challengers {
                first_seat: 1,
                second_seat: None,
            }),
            paid(Purse::Seat(1), Purse::Pot(wire::Pot {}), 3, wire::ChipsReason::Bid),
            Kind::DuelStarted(wire::DuelStarted {
                kind: wire::DuelKind::Standard.into(),
                challenger_seat: 1,
                defender_seat: 0,
                gift: Some(2),
            }),
            Kind::MethodChosen(wire::MethodChosen {
                method: wire::DuelMethod::HighCard.into(),
                forced: false,
            }),
            Kind::CardsDrawn(wire::CardsDrawn {
                challenger_card: Some(wire::Card {
                    rank: 14,
                    suit: wire::Suit::Hearts.into(),
                }),
                defender_card: Some(wire::Card {
                    rank: 7,
                    suit: wire::Suit::Clubs.into(),
                }),
            }),
            Kind::DuelEnded(wire::DuelEnded {
                kind: wire::DuelKind::Standard.into(),
                winner_seat: 1,
                loser_seat: 0,
            }),
            paid(
                Purse::Pot(wire::Pot {}),
                Purse::Bank(wire::Bank {}),
                1,
                wire::ChipsReason::SantaTax,
            ),
            paid(Purse::Pot(wire::Pot {}), Purse::Seat(1), 2, wire::ChipsReason::Pot),
            Kind::NaughtyRaised(wire::NaughtyRaised {
                gift: 2,
                naughty_level: 1,
            }),
            paid(
                Purse::Bank(wire::Bank {}),
                Purse::Seat(0),
                1,
                wire::ChipsReason::Dividend,
            ),
            Kind::GiftMoved(wire::GiftMoved {
                gift: 2,
                from_spot: spot(wire::spot::Spot::Seat(0)),
                to_spot: spot(wire::spot::Spot::Seat(1)),
            }),
            Kind::BagChanged(wire::BagChanged {
                added_seats: vec![0],
                removed_seats: vec![1],
            }),
            Kind::TurnEnded(wire::TurnEnded {
                part: wire::Part::Main.into(),
                turn: 1,
            }),
        ],
    );
    assert_eq!(
        told,
        "
Everyone begins with 10 chips; Ada is Head Elf.

Turn 1: Ada is drawn.
  Ada opens gift 2: “a drum”.
  The bids: Boris 3 (out of time: Zoë).
  Boris may challenge.
  Boris stakes 3 chips.
  Duel: Boris against Ada for “a drum”.
    By the high card.
    The cards: ace of hearts against 7 of clubs.
  Boris beats Ada.
  Santa Tax: 1 chip of the pot goes to the North Pole Fund.
  Boris takes the pot, 2 chips.
  “a drum” has Naughty Level 1 now.
  Ada gets the Loser's Dividend, 1 chip.
  “a drum” goes from Ada to Boris.
  Back into the Santa Sack: Ada.
    0  Ada    11 chips  –
    1  Boris   9 chips  2 “a drum” N1
    2  Zoë    10 chips  –
"
    );
}

#[test]
#[expect(clippy::too_many_lines, reason = "it is one story, event by event")]
fn the_lottery_and_the_end_are_told() {
    let mut teller = teller(Detail::All);
    tell(&mut teller, [started(), opened(0, 2, "a drum"), opened(1, 0, "a kite")]);
    let ended = |seat, gift, name: &str, score| wire::SeatOutcome {
        seat,
        gift,
        name: name.to_owned(),
        naughty_level: 4,
        chips: 1,
        rank: 1,
        score,
    };
    let told = tell(
        &mut teller,
        [
            Kind::LotteryStarted(wire::LotteryStarted {
                bag_seats: vec![2],
                pile: vec![2],
            }),
            drawn(wire::Part::Lottery, 1, 2),
            Kind::TargetMisfitDrawn(wire::TargetMisfitDrawn { gift: 2 }),
            Kind::PathChosen(wire::PathChosen {
                seat: 2,
                path: wire::Path::Steal.into(),
                target_gift: Some(0),
                cost: Some(3),
                forced: false,
            }),
            Kind::DefenderChosen(wire::DefenderChosen {
                seat: 2,
                defender_seat: 1,
            }),
            Kind::LastClaim(wire::LastClaim { seat: 2, gift: 2 }),
            Kind::BidPlaced(wire::BidPlaced { seat: 1 }),
            Kind::BidsRevealed(wire::BidsRevealed::default()),
            Kind::GiftKept(wire::GiftKept {
                seat: 2,
                gift: 2,
                forced: true,
            }),
            Kind::MatchEnded(wire::MatchEnded {
                outcome: Some(wire::Outcome {
                    result: wire::ResultKind::Ranked.into(),
                    seats: vec![ended(0, 2, "a drum", Some(3)), ended(1, 0, "a kite", None)],
                    bank: -1,
                    head_elf_seat: 1,
                }),
            }),
        ],
    );
    assert_eq!(
        told,
        "
The Misfit Lottery begins.
  In the Santa Sack: Zoë
  Misfits:           2 “a drum” N0

Lottery turn 1: Zoë is drawn.
  The oldest Misfit is “a drum”.
  Zoë takes Path A, to steal “a kite”.
  Zoë picks Boris for a duel.
  Zoë is the last and claims “a drum”.
  Boris has decided.
  Nobody bids.
  Zoë keeps “a drum”.

The match is over.
  0  Ada    “a drum”  Naughty Level 4  1 chip  worth 3
  1  Boris  “a kite”  Naughty Level 4  1 chip
  Head Elf: Boris
"
    );
}

#[test]
fn coins_reports_and_kicks_are_told() {
    let mut teller = teller(Detail::Story);
    tell(&mut teller, [started(), opened(0, 2, "a drum")]);
    let right = wire::ReprisalRight {
        seat: 1,
        excluded_gift: 2,
        number: 1,
    };
    let told = tell(
        &mut teller,
        [
            Kind::CoinFlipped(wire::CoinFlipped {
                face: wire::CoinFace::Heads.into(),
                reason: wire::CoinReason::Dispute.into(),
            }),
            Kind::ReportsRevealed(wire::ReportsRevealed {
                reports: Some(wire::Reports {
                    challenger_report: Some(0),
                    defender_report: None,
                }),
                by_clock_seats: vec![1],
            }),
            Kind::VerdictGiven(wire::VerdictGiven {
                head_elf_seat: 2,
                winner_seat: 0,
            }),
            Kind::ReprisalOffered(right),
            Kind::ReprisalSkipped(right),
            Kind::ReprisalDeclared(wire::ReprisalDeclared {
                seat: 1,
                gift: 2,
                defender_seat: 2,
                misfit: true,
                cost: 2,
                number: 1,
            }),
            Kind::HeadElfChanged(wire::HeadElfChanged { seat: 2 }),
            Kind::ClockRanOut(wire::ClockRanOut {
                seat: 2,
                phase: wire::Phase::DiscardChoice.into(),
            }),
        ],
    );
    assert_eq!(
        told,
        "    The Head Elf is in it, so a coin decides: it falls heads, for the Challenger.
    Reported: the Challenger says Ada won, the Defender no report.
    Head Elf Zoë rules for Ada.
  Boris can afford no Reindeer Reprisal.
  Boris declares a Reindeer Reprisal for the Misfit “a drum”, which Zoë is to defend.
  Zoë is Head Elf now.
  Zoë is out of time.
"
    );
}
