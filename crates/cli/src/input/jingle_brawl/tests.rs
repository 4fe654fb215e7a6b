//! Lines as they are typed.

use tinsel_proto::games::jingle_brawl::v1::{
    DuelMethod, LegalBid, LegalGifts, LegalMethods, LegalResponse, LegalSeats, LegalThrow, Target,
};

use super::*;

fn owed(decision: Decision) -> Legal {
    Legal {
        decision: Some(decision),
    }
}

fn targets() -> LegalTargets {
    let target = |gift, holder_seat| Target {
        gift,
        cost: 1,
        holder_seat,
    };
    LegalTargets {
        targets: vec![target(3, Some(1)), target(4, None)],
        defenders: vec![0, 1, 2],
        ..LegalTargets::default()
    }
}

#[track_caller]
fn reads(decision: Decision, lines: &[&str], expected: &Kind) {
    let legal = owed(decision);
    for line in lines {
        let action = read(line, &legal).map(|action| action.action);
        assert_eq!(action.as_ref(), Ok(&Some(*expected)), "{line:?}");
    }
}

#[track_caller]
fn refuses(decision: Decision, lines: &[&str], sentence: &str) {
    let legal = owed(decision);
    for line in lines {
        let refused = read(line, &legal).unwrap_err();
        assert!(refused.contains(sentence), "{line:?}: {refused}");
    }
}

#[test]
fn a_number_is_enough_where_one_is_asked_for() {
    let gifts = LegalGifts { gifts: vec![2, 5] };
    let open = Kind::Open(Open { gift: Some(5) });
    reads(Decision::Open(gifts.clone()), &["open 5", "5", " OPEN  5 "], &open);
    refuses(
        Decision::Open(gifts.clone()),
        &["", "open", "open five", "open 5 2", "close 5", "-1"],
        "open 2",
    );
    let discard = Kind::Discard(Discard { gift: Some(2) });
    reads(Decision::Discard(gifts), &["discard 2", "2"], &discard);
    let bid = Kind::Bid(PlaceBid { amount: Some(0) });
    reads(Decision::Bid(LegalBid { max: 3 }), &["bid 0", "0"], &bid);
    let seats = LegalSeats { seats: vec![1, 2] };
    let report = Kind::Report(Report { winner: Some(2) });
    reads(Decision::Report(seats.clone()), &["won 2", "2"], &report);
    let verdict = Kind::Verdict(Verdict { winner: Some(1) });
    reads(Decision::Verdict(seats.clone()), &["won 1"], &verdict);
    let against = Kind::ChooseDefender(ChooseDefender { defender: Some(2) });
    reads(Decision::ChooseDefender(seats), &["against 2", "2"], &against);
}

#[test]
fn words_are_read_as_they_are_offered() {
    let response = |choice: Response| Kind::RespondToBid(RespondToBid { choice: choice.into() });
    let responds = || Decision::RespondToBid(LegalResponse::default());
    reads(responds(), &["stand", "Stand"], &response(Response::Stand));
    reads(responds(), &["yield"], &response(Response::Yield));
    refuses(responds(), &["", "stay", "stand yield"], "stand or yield");
    for (word, method, _) in METHODS {
        let chosen = Kind::ChooseMethod(ChooseMethod { method: method.into() });
        reads(Decision::ChooseMethod(LegalMethods::default()), &[word], &chosen);
    }
    refuses(
        Decision::ChooseMethod(LegalMethods::default()),
        &["", "chess", "coin dice"],
        "coin, dice",
    );
    assert_eq!(
        METHODS
            .iter()
            .filter(|(_, method, _)| *method != DuelMethod::Unspecified)
            .count(),
        5
    );
    let paper = Kind::MakeThrow(MakeThrow {
        shape: Throw::Paper.into(),
    });
    reads(Decision::MakeThrow(LegalThrow::default()), &["paper"], &paper);
    refuses(
        Decision::MakeThrow(LegalThrow::default()),
        &["", "lizard"],
        "rock, paper or scissors",
    );
}

#[test]
fn a_challenge_names_its_gift_and_for_a_misfit_who_defends_it() {
    let keep = Kind::Gambit(Gambit {
        choice: Some(gambit::Choice::Keep(Keep {})),
    });
    reads(Decision::Gambit(targets()), &["keep"], &keep);
    let take = Kind::Gambit(Gambit {
        choice: Some(gambit::Choice::TargetGift(3)),
    });
    reads(Decision::Gambit(targets()), &["take 3", "3"], &take);
    let reprisal = |gift, defender| {
        Kind::Reprisal(Reprisal {
            choice: Some(reprisal::Choice::TargetGift(gift)),
            defender,
        })
    };
    reads(Decision::Reprisal(targets()), &["take 3", "3"], &reprisal(3, None));
    reads(
        Decision::Reprisal(targets()),
        &["take 4 against 2", "4 against 2"],
        &reprisal(4, Some(2)),
    );
    refuses(Decision::Reprisal(targets()), &["take 4"], "name who defends it");
    refuses(
        Decision::Reprisal(targets()),
        &["", "take", "take 4 against", "take 4 against me"],
        "decline",
    );
    let decline = Kind::Reprisal(Reprisal {
        choice: Some(reprisal::Choice::Decline(Decline {})),
        defender: None,
    });
    reads(Decision::Reprisal(targets()), &["decline"], &decline);
    let steal = Kind::ChoosePath(ChoosePath {
        path: Path::Steal.into(),
        target_gift: Some(3),
    });
    reads(Decision::ChoosePath(targets()), &["steal 3", "take 3", "3"], &steal);
    let auction = Kind::ChoosePath(ChoosePath {
        path: Path::Auction.into(),
        target_gift: None,
    });
    reads(Decision::ChoosePath(targets()), &["auction"], &auction);
    refuses(Decision::ChoosePath(targets()), &["", "steal", "auction 3"], "steal 3");
}

#[test]
fn who_owes_nothing_decides_nothing() {
    assert!(read("bid 3", &Legal::default()).is_err());
}
