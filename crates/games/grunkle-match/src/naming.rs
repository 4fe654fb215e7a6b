//! The name, symbol and effect of each skill and token.

use tinsel_engine::present::{Component, Id};

use crate::components::{Round, Skill};

/// Every skill in canonical order, then the tokens.
pub(crate) fn all() -> Vec<Component> {
    Skill::ALL.into_iter().map(of_skill).chain(tokens()).collect()
}

/// The ID of a skill's component.
pub(crate) fn skill_id(skill: Skill) -> Id {
    skill.component().into()
}

fn of_skill(skill: Skill) -> Component {
    let (symbol, text) = card(skill);
    let rounds = Round::ALL.into_iter().filter(|round| round.slot_of(skill).is_some());
    let rounds: Vec<String> = rounds.map(|round| round.number().to_string()).collect();
    let auctions = match rounds.as_slice() {
        [] => String::new(),
        [only] => format!(" Auctioned in round {only}."),
        [others @ .., last] => format!(" Auctioned in rounds {} and {last}.", others.join(", ")),
    };
    Component {
        id: skill_id(skill),
        kind: "skill",
        title: skill.title().into(),
        text: format!("{text}{auctions}").into(),
        symbol: symbol.into(),
        art: None,
    }
}

fn tokens() -> impl Iterator<Item = Component> {
    [
        ("token.garnet", "Garnet", "g", GARNET),
        ("token.token_of_life", "Token of Life", "TL", TOKEN_OF_LIFE),
        (
            "token.elimination_candidate",
            "Elimination Candidate",
            "EC",
            ELIMINATION_CANDIDATE,
        ),
    ]
    .into_iter()
    .map(|(id, title, symbol, text)| Component {
        id: id.into(),
        kind: "token",
        title: title.into(),
        text: text.into(),
        symbol: symbol.into(),
        art: None,
    })
}

/// The symbol and the effect of a skill.
const fn card(skill: Skill) -> (&'static str, &'static str) {
    match skill {
        Skill::GarnetPouch => ("GP", GARNET_POUCH),
        Skill::GarnetReplenish => ("GR", GARNET_REPLENISH),
        Skill::GarnetThief => ("GT", GARNET_THIEF),
        Skill::MaxBidUp => ("M+", MAX_BID_UP),
        Skill::MaxBidDown => ("M-", MAX_BID_DOWN),
        Skill::SecretBook => ("SB", SECRET_BOOK),
        Skill::RightArm => ("RA", FORBIDDEN_ONE),
        Skill::GarnetBonanza => ("GB", GARNET_BONANZA),
        Skill::GodDefyingWill => ("GW", GOD_DEFYING_WILL),
        Skill::EyesOnThePrize => ("EP", EYES_ON_THE_PRIZE),
        Skill::LeftArm => ("LA", FORBIDDEN_ONE),
        Skill::GarnetChest => ("GC", GARNET_CHEST),
        Skill::WhispersOfTheVortex => ("WV", WHISPERS_OF_THE_VORTEX),
        Skill::CorrosiveGreed => ("CG", CORROSIVE_GREED),
        Skill::SkillNullify => ("SN", SKILL_NULLIFY),
        Skill::PhantomThieves => ("PT", PHANTOM_THIEVES),
        Skill::GarnetBank => ("BK", GARNET_BANK),
        Skill::EvenSteven => ("ES", EVEN_STEVEN),
        Skill::OverwhelmingSadness => ("OS", OVERWHELMING_SADNESS),
        Skill::DarkRitual => ("DR", DARK_RITUAL),
        Skill::SkillThief => ("ST", SKILL_THIEF),
        Skill::Baller => ("BA", BALLER),
        Skill::RightLeg => ("RL", FORBIDDEN_ONE),
        Skill::LeftLeg => ("LL", FORBIDDEN_ONE),
        Skill::GarnetVault => ("GV", GARNET_VAULT),
        Skill::Treachery => ("TR", TREACHERY),
        Skill::Supernova => ("SU", SUPERNOVA),
        Skill::Morphogenetics => ("MO", MORPHOGENETICS),
        Skill::Desecration => ("DI", DESECRATION),
        Skill::Exodia => ("EX", FORBIDDEN_ONE),
        Skill::GrunkoPop => ("PO", GRUNKO_POP),
    }
}

const GARNET_POUCH: &str =
    "The winner earns 10 garnets in the round in which they win this skill (11 with Secret Book).";
const GARNET_CHEST: &str =
    "The winner earns 15 garnets in the round in which they win this skill (16 with Secret Book).";
const GARNET_BANK: &str =
    "The winner earns 20 garnets in the round in which they win this skill (21 with Secret Book).";
const GARNET_VAULT: &str =
    "The winner earns 30 garnets in the round in which they win this skill (31 with Secret Book).";

const GARNET_REPLENISH: &str = "The holder earns 1 garnet for each copy at the end of each round, from the round in \
    which they win the skill (2 garnets with Secret Book).";

const GARNET_THIEF: &str = "Once, from the round after winning the skill, the holder may steal up to 3 garnets from \
    another player (4 with Secret Book). The submission names the player. The theft happens after the payments \
    of the round; a player with fewer garnets loses them all. All players learn that the skill was used, but only the \
    two players learn the target and the amount. The skill then disappears, even if nothing was stolen.";

const MAX_BID_UP: &str = "From the next round on, the holder's maximum bid on a skill is 1 garnet higher for each copy \
    (2 with Secret Book). Without such skills, the maximum is 10 garnets.";

const MAX_BID_DOWN: &str = "From the next round on, the holder's maximum bid on a skill is 1 garnet lower for each copy \
    (2 with Secret Book). Without such skills, the maximum is 10 garnets.";

const SECRET_BOOK: &str = "Each number in digits in the holder's skills is 1 higher, also where that is a disadvantage. \
    For example, a Garnet Pouch earns 11 garnets, and each Grunko Pop counts as 21 garnets. Numbers in words \
    and the number of Secret Book itself do not change. Effects of earlier rounds do not change. The book already \
    applies to the effects of other skills that the winner wins in the same round.";

const FORBIDDEN_ONE: &str = "One of the five pieces of the Forbidden One: Right Arm, Left Arm, Right Leg, Left Leg, and \
    Exodia the Forbidden One. A player with all five at the end of the match wins a bonus Token of Life. A nullified \
    piece does not count. A piece has no other effect.";

const GARNET_BONANZA: &str = "When a player wins this skill, all seven players earn 5 garnets each (6 if the winner has \
    Secret Book).";

const GOD_DEFYING_WILL: &str = "In each later round, the holder may discard one Grunko Pop in the submission and gain a \
    garnet for it. This garnet can be bid in the same submission. The holder keeps it if it is not spent.";

const EYES_ON_THE_PRIZE: &str = "From the next round on, the holder can bid on at most 1 skill in each round (2 with \
    Secret Book). The zero bid of Dark Ritual counts as a bid.";

const WHISPERS_OF_THE_VORTEX: &str = "The winner learns information about the Death Match. No other player learns it, \
    also not a player who steals the skill later.";

const CORROSIVE_GREED: &str = "From the next round on, all bids of the holder together must leave at least 5 garnets (6 with \
    Secret Book), whether or not they win. A second copy changes nothing. After other losses, fewer garnets can be left.";

const SKILL_NULLIFY: &str = "A player who bids on this skill names a skill other than Grunko Pop. If the player wins, \
    all copies of the named skill are nullified for the rest of the match: they stay in place, but have no effect. \
    This already applies to skills that are won in this round. Effects of earlier rounds stay. All players learn \
    the name in the winning bid; names in other bids stay secret.";

const PHANTOM_THIEVES: &str = "In each later round, the holder must designate a player, and can choose themselves. All \
    bids of that player on skills other than the first of the list are ignored: they cannot win, and do not affect \
    other bids. The zero bid of Dark Ritual is not ignored. No other player learns the designated player, not even \
    that player.";

const EVEN_STEVEN: &str = "From the next round on, each bid of the holder must be an even number of garnets.";

const OVERWHELMING_SADNESS: &str = "The winner cannot bid in the next round, also not with the zero bid of Dark Ritual. \
    They do not gain a Grunko Pop in that round, and can still use their other skills.";

const DARK_RITUAL: &str = "The winner loses all their garnets in the round in which they win this skill. In one later \
    round, the holder may make a zero bid on one skill of the list. The zero bid costs 0 garnets (1 with Secret Book) \
    and always wins that skill, even against higher bids. The holder may make other bids in the same round.";

const SKILL_THIEF: &str = "In the submission for Round 7, the holder may steal a skill from another player, and names the \
    player and a skill that the player holds, such as a Grunko Pop. If the player no longer holds that skill after \
    the bids are paid, nothing is stolen. A stolen skill does not repeat an effect that it had when it was won. Skill \
    Thief then disappears in both cases.";

const BALLER: &str = "The player who wins this skill is a cool baller. It has no other effect.";

const TREACHERY: &str = "A player who bids on this skill names another player. If the bidder wins, both gain 1 Grunko \
    Pop each (2 if the winner has Secret Book). Then all players learn the named player; names in other bids stay \
    secret.";

const SUPERNOVA: &str = "When a player wins this skill, the six other players earn 15 garnets each (16 if the winner has \
    Secret Book).";

const MORPHOGENETICS: &str = "Each player with a failed bid on this skill earns the number of garnets that the winner \
    paid for it, whether the failed bid was higher, lower or equal to another bid. A bid that Phantom Thieves of \
    Hearts ignore is no failed bid. If no player wins the skill, no player earns anything.";

const DESECRATION: &str = "At the end of the match, each Grunko Pop of the holder counts as 17 garnets instead of 20 \
    (18 instead of 21 with Secret Book).";

const GRUNKO_POP: &str = "A player who wins no skill in a round gains a Grunko Pop. At the end of the match, it counts as \
    20 garnets for its holder (21 with Secret Book; 17 with Desecration of the Idols, 18 with both). It is never on \
    auction and cannot be nullified.";

const GARNET: &str = "Players bid garnets for skills, and only the winner of a skill pays its bid. The players with the \
    fewest garnets at the end of the match win. Each player sees only their own garnets until the match is scored.";

const TOKEN_OF_LIFE: &str = "The three players with the lowest totals win a Token of Life each. If a tie makes them four \
    players, all four win one; if it makes them more, none is given. All five pieces of the Forbidden One win a bonus \
    Token of Life.";

const ELIMINATION_CANDIDATE: &str = "The player with the highest total. In a tie, it is the tied player with the most \
    Grunko Pops. If that is also a tie, the players with a Token of Life for a low total vote. A random draw decides \
    between equal votes, and also if there are no such players.";
