//! Inputs that are valid at any time, in every game.

/// An input for the match, not for the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Word {
    /// `?`: explains the open question; `? elf`: explains the components with this name.
    Help(String),
    /// `again`: shows the whole scene, and starts the form from its beginning.
    Again,
    /// `leave`: leaves the seat.
    Leave,
    /// `forfeit`: forfeits the match.
    Forfeit,
    /// `bot`: makes a bot decide for the player; `bot 5`: for an inactive player.
    Bot(Option<u32>),
    /// `back`: the player decides again.
    Back,
    /// `abort`: aborts the match.
    Abort,
    /// `remove 5`: removes the player or bot of a seat from the lobby.
    Remove(u32),
    /// `host 5`: gives the host's rights to the player of a seat.
    Host(u32),
    /// `start`: starts the match.
    Start,
}

/// The words of every player.
pub(super) const HELP: &str = "\"? NAME\" explains a card, or why an option is not possible; \"again\" shows everything, and \
     starts the decision from its beginning.\nAt any time: \"leave\" gives up the seat for good; \"forfeit\" gives up the \
     match, and you can watch; \"bot\" lets a bot decide for you until you type \"back\"; \"start\" starts a full match \
     that its host has not started in time.\n";

/// The words of the host only.
pub(super) const HOST_HELP: &str = "You are the host: \"abort\" ends the match for all players; before its start, \"remove 1\" opens \
     seat 1 again, and \"start\" starts it if it waits for you; \"bot 1\" lets a bot decide for the inactive player of seat 1; \"host 1\" makes the player of seat 1 \
     the host. Seats: ";

impl Word {
    /// The word of a line. No line of a game may equal one of these.
    pub(super) fn read(line: &str) -> Option<Self> {
        if let Some(about) = line.trim().strip_prefix('?') {
            return Some(Self::Help(about.trim().to_owned()));
        }
        let words: Vec<_> = line.split_whitespace().map(str::to_lowercase).collect();
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        match words.as_slice() {
            ["again"] => Some(Self::Again),
            ["leave"] => Some(Self::Leave),
            ["forfeit"] => Some(Self::Forfeit),
            ["bot"] => Some(Self::Bot(None)),
            ["bot", seat] => seat.parse().ok().map(|seat| Self::Bot(Some(seat))),
            ["back"] => Some(Self::Back),
            ["abort"] => Some(Self::Abort),
            ["remove", seat] => seat.parse().ok().map(Self::Remove),
            ["host", seat] => seat.parse().ok().map(Self::Host),
            ["start"] => Some(Self::Start),
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
            ("?", Some(Word::Help(String::new()))),
            (" ? Elf ", Some(Word::Help("Elf".to_owned()))),
            ("again", Some(Word::Again)),
            (" Leave ", Some(Word::Leave)),
            ("forfeit", Some(Word::Forfeit)),
            ("bot", Some(Word::Bot(None))),
            ("bot 5", Some(Word::Bot(Some(5)))),
            ("BACK", Some(Word::Back)),
            ("abort", Some(Word::Abort)),
            ("remove 2", Some(Word::Remove(2))),
            ("remove x", None),
            ("host 2", Some(Word::Host(2))),
            ("host", None),
            ("start", Some(Word::Start)),
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
