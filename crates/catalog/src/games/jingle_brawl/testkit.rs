//! What Jingle Brawl lends to tests that know no game.

use tinsel_engine::{Chance, SeatIndex, Viewer};
use tinsel_jingle_brawl::{
    Action, GambitChoice, GiftId, JingleBrawl, Method, Path, ReprisalChoice, Throw,
    testkit::{
        self, Position, auction, bid, choose, decline, defend, discard, gambit, keep, open, report, reprise,
        reprise_misfit, stand, steal, throw, verdict, yields,
    },
};
use tinsel_proto::{
    games::jingle_brawl::v1 as wire,
    v1::{GameConfig, game_config},
};

use crate::{
    testkit::{Lend, Refused, RefusedTable, Scene, Secrets, Table, Unreachable},
    wire::Wire,
};

/// What the gifts are, where that is said.
const GIFTS: [&str; 5] = [
    "a brass telescope",
    "a jar of pickled herring",
    "a plush walrus",
    "a haunted nutcracker",
    "a year of turnips",
];

/// What actions, events and views are made of, and nothing else is.
const NAMES: [&str; 18] = [
    "PlaceBid",
    "LegalBid",
    "BidRecorded",
    "BidsRevealed",
    "GiftOpened",
    "WishPointsShown",
    "SeatWishes",
    "MakeThrow",
    "ThrowRecorded",
    "ThrowsRevealed",
    "RockPaperScissorsDuel",
    "LegalTargets",
    "BarredGift",
    "OwnView",
    "ChipsMoved",
    "naughty_level",
    "by_clock_seats",
    "challenger_throw",
];

impl Lend for JingleBrawl {
    const NOTHING_HIDDEN: Option<&'static str> = None;

    const UNREACHABLE: &'static [Unreachable] = &[(
        "NOT_A_SEAT",
        "who acts is told by a token, and no token is of a seat that the match does not have",
    )];

    fn tables() -> Vec<Table> {
        let usual = wire::Config::default();
        let reported = wire::Config {
            duel_methods: vec![wire::DuelMethod::Reported.into(), wire::DuelMethod::CoinFlip.into()],
            head_elf_seat: 2,
            ..usual.clone()
        };
        vec![
            table("default", None, usual.clone()),
            table("three", Some(3), usual.clone()),
            table("ten-reported", Some(10), reported),
            wished(),
            table("twenty", Some(20), usual),
        ]
    }

    fn secrets() -> Secrets {
        Secrets {
            table: wished(),
            options: GIFTS.to_vec(),
            names: NAMES.map(str::to_owned).to_vec(),
        }
    }

    fn nonsense(chance: &mut dyn Chance) -> Action {
        testkit::nonsense(chance)
    }

    fn redeal(game: &Self, viewer: Viewer, chance: &mut dyn Chance) -> Option<Self> {
        testkit::redeal(game, viewer, chance)
    }

    fn refused_tables() -> Vec<RefusedTable> {
        let seats = [0, 1, 2, 21, 255, 256, 259, u32::MAX].map(|seats| RefusedTable {
            reason: "PLAYERS_OUT_OF_RANGE",
            option: None,
            seats: Some(seats),
            config: config(wire::Config::default()),
        });
        seats.into_iter().chain(refused_options()).collect()
    }

    fn scenes() -> Vec<Scene> {
        let mut scenes = vec![opening(), bidding(), bid_made(), poor_bidder(), responding()];
        scenes.extend([
            gambits(),
            methods(),
            thrown(),
            reporting(),
            reported(),
            ruling(),
            bystander(),
        ]);
        scenes.extend([discarding(), reprisal(), misfits(), paths(), defending(), ended()]);
        scenes
    }
}

/// The table with most to hide.
fn wished() -> Table {
    let options = wire::Config {
        gift_names: GIFTS.map(str::to_owned).to_vec(),
        duel_methods: vec![
            wire::DuelMethod::RockPaperScissors.into(),
            wire::DuelMethod::HighCard.into(),
        ],
        scoring: wire::Scoring::WishPoints.into(),
        ..wire::Config::default()
    };
    table("wish-points", Some(5), options)
}

fn refused_options() -> Vec<RefusedTable> {
    let refused = |reason, option, options| RefusedTable {
        reason,
        option: Some(option),
        seats: None,
        config: config(options),
    };
    let usual = wire::Config::default;
    let chips = [100, u32::MAX].map(|starting_chips| {
        let options = wire::Config {
            starting_chips,
            ..usual()
        };
        refused("STARTING_CHIPS_OUT_OF_RANGE", "starting_chips", options)
    });
    let names = |count: usize, name: &str| wire::Config {
        gift_names: vec![name.to_owned(); count],
        ..usual()
    };
    let counts = [1, 5, 7, 10_000].map(|count| refused("GIFT_NAMES_COUNT", "gift_names", names(count, "a sock")));
    let texts = ["", "  ", "a\nb", "\u{7f}"].map(|name| names(6, name));
    let texts = texts.map(|options| refused("GIFT_NAME_INVALID", "gift_names[0]", options));
    let long = refused("GIFT_NAME_INVALID", "gift_names[0]", names(6, &"ß".repeat(81)));
    let elf = [6, 256, u32::MAX].map(|head_elf_seat| {
        let options = wire::Config {
            head_elf_seat,
            ..usual()
        };
        refused("HEAD_ELF_SEAT_OUT_OF_RANGE", "head_elf_seat", options)
    });
    let methods = |duel_methods| wire::Config {
        duel_methods,
        ..usual()
    };
    let unknown = [0, 6, -1].map(|method| {
        let options = methods(vec![1, method]);
        refused("DUEL_METHOD_UNKNOWN", "duel_methods[1]", options)
    });
    let twice = refused("DUEL_METHODS_DUPLICATE", "duel_methods[2]", methods(vec![1, 2, 1]));
    let rounds = [21, 256].map(|rps_max_rounds| {
        let options = wire::Config {
            rps_max_rounds,
            ..usual()
        };
        refused("RPS_MAX_ROUNDS_OUT_OF_RANGE", "rps_max_rounds", options)
    });
    let scoring = wire::Config { scoring: 3, ..usual() };
    let scoring = refused("SCORING_UNKNOWN", "scoring", scoring);
    let all = chips.into_iter().chain(counts).chain(texts).chain([long]).chain(elf);
    all.chain(unknown)
        .chain([twice])
        .chain(rounds)
        .chain([scoring])
        .collect()
}

/// Refused by any match, for this field.
fn always(action: &Action, field: &'static str) -> Refused {
    Refused::always(JingleBrawl::write_action(action), "MALFORMED_ACTION", field)
}

/// Refused by the match as it is.
fn here(action: &Action, reason: &'static str) -> Refused {
    Refused::here(JingleBrawl::write_action(action), reason)
}

fn scene(position: Position, seat: u8, refused: Vec<Refused>) -> Scene {
    Scene::of(position.build(), SeatIndex::new(seat), refused)
}

/// Everything that can be malformed is so in any phase; and nothing else can be done before a gift is opened.
fn opening() -> Scene {
    let steal_nothing = Action::ChoosePath {
        path: Some(Path::Steal),
        target_gift: None,
    };
    let auction_something = Action::ChoosePath {
        path: Some(Path::Auction),
        target_gift: Some(GiftId::new(0)),
    };
    let decline_with = Action::Reprisal {
        choice: Some(ReprisalChoice::Decline),
        defender: Some(SeatIndex::new(1)),
    };
    let neither = Action::Reprisal {
        choice: None,
        defender: None,
    };
    let pathless = Action::ChoosePath {
        path: None,
        target_gift: None,
    };
    let mut refused = vec![
        always(&Action::Open { gift: None }, "open.gift"),
        always(&Action::Bid { amount: None }, "bid.amount"),
        always(&Action::RespondToBid { choice: None }, "respond_to_bid.choice"),
        always(&Action::Gambit { choice: None }, "gambit.choice"),
        always(&Action::ChooseMethod { method: None }, "choose_method.method"),
        always(&Action::Throw { throw: None }, "throw.throw"),
        always(&Action::Report { winner: None }, "report.winner"),
        always(&Action::Verdict { winner: None }, "verdict.winner"),
        always(&Action::Discard { gift: None }, "discard.gift"),
        always(&neither, "reprisal.choice"),
        always(&decline_with, "reprisal.defender"),
        always(&pathless, "choose_path.path"),
        always(&steal_nothing, "choose_path.target_gift"),
        always(&auction_something, "choose_path.target_gift"),
        always(&Action::ChooseDefender { defender: None }, "choose_defender.defender"),
    ];
    let others = [
        bid(1),
        stand(),
        yields(),
        keep(),
        gambit(0),
        choose(Method::CoinFlip),
        throw(Throw::Rock),
        report(0),
        verdict(0),
        discard(0),
        decline(),
        reprise(0),
        steal(0),
        auction(),
        defend(1),
    ];
    refused.extend(others.iter().map(|action| here(action, "WRONG_PHASE")));
    refused.extend([open(5), open(200)].iter().map(|action| here(action, "UNKNOWN_GIFT")));
    refused.push(here(&open(1), "GIFT_NOT_WRAPPED"));
    scene(Position::opening(5, 0).holds("1:g1(N0)"), 0, refused)
}

fn bidding() -> Scene {
    let above = [11, 65_536, u32::MAX].map(|amount| here(&bid(amount), "BID_OUT_OF_RANGE"));
    scene(Position::opened(5, 0, 2), 1, above.to_vec())
}

fn bid_made() -> Scene {
    let again = vec![here(&bid(2), "ALREADY_SUBMITTED")];
    scene(Position::opened(5, 0, 2).does(1, bid(2)), 1, again)
}

/// Neither who opened the gift nor who has no chips is asked for a bid.
fn poor_bidder() -> Scene {
    let position = Position::opened(5, 0, 2).chips([10, 0, 10, 10, 10]);
    scene(position, 1, vec![here(&bid(0), "NOT_YOUR_DECISION")])
}

fn responding() -> Scene {
    let position = Position::opened(5, 0, 2).bids("1:3 2:2");
    scene(position, 1, vec![here(&stand(), "NOT_YOUR_DECISION")])
}

fn gambits() -> Scene {
    let position = Position::opened(5, 0, 2)
        .holds("1:g1(N9) 3:g4(N0)")
        .pile("g3(N0)")
        .chips([3, 10, 10, 10, 10])
        .bids("");
    let refused = vec![
        here(&gambit(5), "UNKNOWN_GIFT"),
        here(&gambit(0), "TARGET_WRAPPED"),
        here(&gambit(2), "TARGET_OWN_GIFT"),
        here(&gambit(3), "TARGET_NOT_HELD"),
        here(&gambit(1), "CANNOT_AFFORD"),
    ];
    scene(position, 0, refused)
}

fn methods() -> Scene {
    let position = Position::opened(5, 0, 2)
        .methods([Method::CoinFlip, Method::HighCard])
        .bids("1:3");
    scene(position, 0, vec![here(&choose(Method::Reported), "METHOD_NOT_ENABLED")])
}

fn thrown() -> Scene {
    let position = Position::opened(5, 0, 2)
        .methods([Method::RockPaperScissors])
        .bids("1:3")
        .does(0, throw(Throw::Paper));
    scene(position, 0, vec![here(&throw(Throw::Rock), "ALREADY_SUBMITTED")])
}

fn reporting() -> Scene {
    let strangers = [2, 5, 255].map(|winner| here(&report(winner), "WINNER_NOT_A_DUELIST"));
    scene(Position::opened(5, 0, 2).bids("1:3"), 0, strangers.to_vec())
}

fn reported() -> Scene {
    let position = Position::opened(5, 0, 2).bids("1:3").does(0, report(0));
    scene(position, 0, vec![here(&report(1), "ALREADY_SUBMITTED")])
}

fn ruling() -> Scene {
    let position = Position::opened(5, 0, 2)
        .head_elf(3)
        .bids("1:3")
        .does(0, report(0))
        .does(1, report(1));
    scene(position, 3, vec![here(&verdict(3), "WINNER_NOT_A_DUELIST")])
}

fn bystander() -> Scene {
    let position = Position::opened(5, 0, 2).bids("1:3");
    scene(position, 4, vec![here(&report(0), "NOT_YOUR_DECISION")])
}

/// Seat 1 has lost a yield duel, and holds its own gift and the winner's.
fn discarding() -> Scene {
    let position = Position::opened(6, 5, 5)
        .holds("0:g0(N2) 1:g1(N1)")
        .bids("0:5 1:4")
        .does(5, yields())
        .won(0);
    let others = [5, 2, 200].map(|gift| here(&discard(gift), "GIFT_NOT_YOURS"));
    scene(position, 1, others.to_vec())
}

fn reprisal() -> Scene {
    let position = Position::opened(6, 0, 5)
        .holds("1:g0(N0) 2:g1(N0) 3:g2(N9)")
        .chips([10, 4, 10, 10, 10, 10])
        .bids("1:2")
        .won(0);
    let refused = vec![
        here(&reprise(6), "UNKNOWN_GIFT"),
        here(&reprise(3), "TARGET_WRAPPED"),
        here(&reprise(0), "TARGET_OWN_GIFT"),
        here(&reprise(5), "TARGET_EXCLUDED"),
        here(&reprise(2), "CANNOT_AFFORD"),
        here(&reprise_misfit(1, 3), "DEFENDER_NOT_ALLOWED"),
    ];
    scene(position, 1, refused)
}

fn misfits() -> Scene {
    let position = Position::opened(6, 0, 5)
        .holds("1:g0(N1) 2:g1(N0)")
        .pile("g2(N2) g3(N0)")
        .bids("1:1")
        .won(0);
    let refused = vec![
        here(&reprise(3), "DEFENDER_REQUIRED"),
        here(&reprise_misfit(3, 6), "UNKNOWN_SEAT"),
        here(&reprise_misfit(3, 1), "DEFENDER_IS_SELF"),
    ];
    scene(position, 1, refused)
}

/// A Lottery turn of seat 3.
fn lottery() -> Position {
    Position::lottery(5, 3, "g3(N1)")
        .holds("0:g0(N3) 1:g1(N0) 2:g2(N1)")
        .pile("g4(N0)")
}

fn paths() -> Scene {
    let refused = vec![
        here(&steal(5), "UNKNOWN_GIFT"),
        here(&steal(3), "TARGET_NOT_HELD"),
        here(&steal(4), "TARGET_NOT_HELD"),
        here(&steal(0), "CANNOT_AFFORD"),
    ];
    scene(lottery().chips([9, 9, 9, 3, 9]), 3, refused)
}

fn defending() -> Scene {
    let refused = vec![here(&defend(5), "UNKNOWN_SEAT"), here(&defend(3), "DEFENDER_IS_SELF")];
    scene(lottery().does(3, auction()).bids(""), 3, refused)
}

fn ended() -> Scene {
    let position = Position::end(3).holds("0:g0(N0) 1:g1(N0) 2:g2(N0)");
    let late = vec![
        here(&bid(0), "MATCH_FINISHED"),
        here(&Action::Gambit { choice: None }, "MATCH_FINISHED"),
        here(
            &Action::Gambit {
                choice: Some(GambitChoice::Keep),
            },
            "MATCH_FINISHED",
        ),
    ];
    scene(position, 0, late)
}

const fn table(name: &'static str, seats: Option<u32>, options: wire::Config) -> Table {
    Table {
        name,
        seats,
        config: config(options),
    }
}

const fn config(options: wire::Config) -> GameConfig {
    GameConfig {
        game: Some(game_config::Game::JingleBrawl(options)),
    }
}
