//! Enums with the same names in the game and in the messages.

use tinsel_jingle_brawl as game;
use tinsel_proto::games::jingle_brawl::v1 as wire;

/// An enum with a value for each of its variants on the wire.
pub(super) trait Named: Sized {
    /// Its number on the wire.
    fn write(self) -> i32;

    /// The variant of this number; `None` if it is unspecified or unknown.
    fn read(number: i32) -> Option<Self>;
}

macro_rules! named {
    ($($Game:ident as $WireGame:ident { $($Variant:ident)+ })+) => {
        $(
            impl Named for game::$Game {
                fn write(self) -> i32 {
                    match self {
                        $(Self::$Variant => wire::$WireGame::$Variant.into(),)+
                    }
                }

                fn read(number: i32) -> Option<Self> {
                    match wire::$WireGame::try_from(number).ok()? {
                        wire::$WireGame::Unspecified => None,
                        $(wire::$WireGame::$Variant => Some(Self::$Variant),)+
                    }
                }
            }
        )+
    };
}

named! {
    Method as DuelMethod { CoinFlip DiceRollOff HighCard RockPaperScissors Reported }
    Scoring as Scoring { None WishPoints }
    Response as Response { Stand Yield }
    Throw as Throw { Rock Paper Scissors }
    Path as Path { Steal Auction }
    Phase as Phase {
        Opening Bidding YieldChoice GambitChoice PathChoice DefenderChoice DuelMethod DuelThrow DuelReport DuelVerdict
        DiscardChoice ReprisalChoice Finished
    }
    Part as Part { Main Lottery }
    Context as BiddingContext { Main Auction LastClaim }
    DuelKind as DuelKind { TieBreak Standard Yield Gambit Reprisal Steal ChosenDefender Auction LastClaim }
    ResultKind as ResultKind { Shared Ranked }
    Reason as ChipsReason { Bid HalfBid MinimumCost SantaTax Pot Toll Dividend }
    Face as CoinFace { Heads Tails }
    CoinReason as CoinReason { Method TieBound Dispute VerdictClock }
    Suit as Suit { Clubs Diamonds Hearts Spades }
}
