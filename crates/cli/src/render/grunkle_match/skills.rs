//! What each skill is called and does.

use tinsel_proto::games::grunkle_match::v1::Skill;

/// What a skill is called.
pub(super) const fn name(skill: Skill) -> &'static str {
    about(skill).0
}

/// What a skill does, in short; the rules say it in full.
pub(super) const fn meaning(skill: Skill) -> &'static str {
    about(skill).1
}

const fn about(skill: Skill) -> (&'static str, &'static str) {
    match skill {
        Skill::Unspecified => ("no skill", ""),
        Skill::GarnetPouch => ("Garnet Pouch", "earns 10 garnets"),
        Skill::GarnetReplenish => ("Garnet Replenish", "earns 1 garnet at the end of each round"),
        Skill::GarnetThief => ("Garnet Thief", "once: takes up to 3 garnets from another seat"),
        Skill::MaxBidUp => ("Max Bid Up", "the max bid is 1 higher"),
        Skill::MaxBidDown => ("Max Bid Down", "the max bid is 1 lower"),
        Skill::SecretBook => ("Secret Book", "the numbers of the holder's other skills are 1 higher"),
        Skill::RightArm => ("Right Arm of the Forbidden One", PIECE),
        Skill::GarnetBonanza => ("Garnet Bonanza", "everyone earns 5 garnets"),
        Skill::GodDefyingWill => ("God-Defying Will", "each round: turns a Grunko Pop into a garnet"),
        Skill::EyesOnThePrize => ("Eyes on the Prize", "allows bids on 1 skill only"),
        Skill::LeftArm => ("Left Arm of the Forbidden One", PIECE),
        Skill::GarnetChest => ("Garnet Chest", "earns 15 garnets"),
        Skill::WhispersOfTheVortex => ("Whispers of the Vortex", "tells about the Death Match"),
        Skill::CorrosiveGreed => ("Corrosive Greed", "bids must leave 5 garnets"),
        Skill::SkillNullify => ("Skill Nullify", "nullifies the skill that its winner names"),
        Skill::PhantomThieves => (
            "Phantom Thieves of Hearts",
            "each round: a seat's bids on all but the first skill are ignored",
        ),
        Skill::GarnetBank => ("Garnet Bank", "earns 20 garnets"),
        Skill::EvenSteven => ("Even Steven", "allows even bids only"),
        Skill::OverwhelmingSadness => ("Overwhelming Sadness", "no bids in round 6, and no Grunko Pop for that"),
        Skill::DarkRitual => ("Dark Ritual", "loses all garnets; once: a bid of 0 that always wins"),
        Skill::SkillThief => ("Skill Thief", "once: takes a skill from another seat"),
        Skill::Baller => ("Baller", "makes its winner the cool baller"),
        Skill::RightLeg => ("Right Leg of the Forbidden One", PIECE),
        Skill::LeftLeg => ("Left Leg of the Forbidden One", PIECE),
        Skill::GarnetVault => ("Garnet Vault", "earns 30 garnets"),
        Skill::Treachery => ("Treachery", "a Grunko Pop for its winner and the seat that it names"),
        Skill::Supernova => ("Supernova", "everyone else earns 15 garnets"),
        Skill::Morphogenetics => ("Morphogenetics", "who bids on it in vain earns what its winner pays"),
        Skill::Desecration => (
            "Desecration of the Idols",
            "the holder's Grunko Pops count 17 instead of 20",
        ),
        Skill::Exodia => ("Exodia the Forbidden One", PIECE),
        Skill::GrunkoPop => ("Grunko Pop", "counts 20 garnets at the end"),
    }
}

/// What each piece of the set is good for.
const PIECE: &str = "one of five pieces; all of them earn a Token";
