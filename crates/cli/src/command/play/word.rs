//! What can be written at any time, whatever the game.

/// A word for the match rather than for the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    /// `?`: what can be written.
    Help,
    /// `leave`: give the seat up.
    Leave,
    /// `forfeit`: give the match up.
    Forfeit,
    /// `bot`: let a bot decide for oneself; `bot 5`: for a player who is absent.
    Bot(Option<u32>),
    /// `back`: decide for oneself again.
    Back,
    /// `abort`: end the match.
    Abort,
}

/// How the words are written that every player may use.
pub(super) const HELP: &str = "At any time: leave gives the seat up for good, forfeit gives the match up and looks on, \
     bot lets a bot decide for you until you write back.";

/// How the words are written that only whoever created the match may use.
pub(super) const HOST_HELP: &str = "As you have created the match: bot 5 lets a bot decide for the player in seat 5 \
     who is absent, abort ends the match for everybody.";

impl Word {
    /// The word that a line is. No line of a game may be one of these.
    pub(super) fn read(line: &str) -> Option<Self> {
        let words: Vec<_> = line.split_whitespace().map(str::to_lowercase).collect();
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        match words.as_slice() {
            ["?"] => Some(Self::Help),
            ["leave"] => Some(Self::Leave),
            ["forfeit"] => Some(Self::Forfeit),
            ["bot"] => Some(Self::Bot(None)),
            ["bot", seat] => seat.parse().ok().map(|seat| Self::Bot(Some(seat))),
            ["back"] => Some(Self::Back),
            ["abort"] => Some(Self::Abort),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_and_all_else_is_the_games() {
        for (line, word) in [
            ("?", Some(Word::Help)),
            (" Leave ", Some(Word::Leave)),
            ("forfeit", Some(Word::Forfeit)),
            ("bot", Some(Word::Bot(None))),
            ("bot 5", Some(Word::Bot(Some(5)))),
            ("BACK", Some(Word::Back)),
            ("abort", Some(Word::Abort)),
            ("bot x", None),
            ("leave 3", None),
            ("A0 B1 C2", None),
            ("vote 5", None),
            ("", None),
        ] {
            assert_eq!(Word::read(line), word, "{line:?}");
        }
    }
}
