//! The terminal of a player.

use std::io::{BufRead, IsTerminal};

use futures_util::StreamExt;
use tinsel_client::{Error, Host, Seat, Watch, Watched};
use tinsel_proto::v1::{GameLegal, MatchPhase, MatchState, SeatControl};
use tokio::sync::mpsc;

use super::{
    Taken,
    word::{self, Word},
};
use crate::{
    failure::Failure,
    input,
    out::Out,
    render::{Detail, Teller},
};

/// The prompt before the player's input.
const PROMPT: &str = "? for help > ";

/// Plays a seat until the match is over, the player leaves, or the input ends.
pub(super) async fn play(taken: Taken, out: Out) -> Result<(), Failure> {
    let Taken { seat, host } = taken;
    let playing = Playing {
        watch: seat.watch(None),
        lines: lines(),
        by_hand: std::io::stdin().is_terminal(),
        early: None,
        seat,
        host,
        teller: Teller::new(Detail::Story),
        legal: None,
        decided_at: 0,
        substituted: false,
        out,
    };
    playing.play().await
}

/// The lines of the terminal or of a pipe. At most one is read ahead.
fn lines() -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel(1);
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            if sender.blocking_send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

/// An input of the player.
enum Typed {
    Line(String),
    /// The end of the input.
    End,
}

/// Whether to continue.
#[derive(PartialEq, Eq)]
enum Then {
    GoOn,
    Stop,
}

/// A seat that a player at the terminal plays.
struct Playing {
    seat: Seat,
    /// The host, if this player created the match.
    host: Option<Host>,
    watch: Watch,
    lines: mpsc::Receiver<String>,
    /// Whether the input is a terminal, not a pipe.
    by_hand: bool,
    /// An input that a pipe provided before the game needed it.
    early: Option<Typed>,
    teller: Teller,
    /// The legal actions, while the seat owes a decision.
    legal: Option<GameLegal>,
    /// The revision of the player's last decision: older states still list that decision.
    decided_at: u64,
    /// Whether a bot decides for the seat.
    substituted: bool,
    out: Out,
}

impl Playing {
    async fn play(mut self) -> Result<(), Failure> {
        let mut then = Then::GoOn;
        while then == Then::GoOn {
            if self.legal.is_some()
                && let Some(typed) = self.early.take()
            {
                then = self.take(typed).await?;
                continue;
            }
            tokio::select! {
                watched = self.watch.next() => match watched {
                    Some(watched) => self.hear(&watched?).await?,
                    None => then = Then::Stop,
                },
                line = self.lines.recv(), if self.early.is_none() => {
                    then = self.take(line.map_or(Typed::End, Typed::Line)).await?;
                }
            }
        }
        Ok(())
    }

    async fn hear(&mut self, watched: &Watched) -> Result<(), Failure> {
        let Some(state) = watched.state() else {
            return self.tell(watched);
        };
        if self.owes(state) {
            // For a snapshot, the question shows everything that matters.
            if self.legal.is_some() || !matches!(watched, Watched::Snapshot(_)) {
                self.tell(watched)?;
            }
            if self.legal.is_none() {
                self.ask(state).await?;
            }
        } else {
            self.legal = None;
            self.tell(watched)?;
        }
        self.note_substitution(state)
    }

    fn tell(&mut self, watched: &Watched) -> Result<(), Failure> {
        let text = self.teller.tell(watched);
        self.out.text(&text)
    }

    fn owes(&self, state: &MatchState) -> bool {
        let Some(of) = &state.r#match else { return false };
        of.revision >= self.decided_at
            && of
                .pending_decisions
                .iter()
                .any(|decision| decision.seat() == self.seat.seat())
    }

    /// Prints how to return after a bot has taken over, by the player's or the host's request.
    fn note_substitution(&mut self, state: &MatchState) -> Result<(), Failure> {
        let Some(of) = &state.r#match else { return Ok(()) };
        let is_substituted = of
            .seats
            .iter()
            .any(|seat| seat.seat == self.seat.seat() && seat.control() == SeatControl::Substituted);
        // In a finished match there is no seat to return to.
        if is_substituted && !self.substituted && of.phase() == MatchPhase::Active {
            self.out
                .line("A bot decides for you. Write back to decide for yourself again.")?;
        }
        self.substituted = is_substituted;
        Ok(())
    }

    /// Prints the state and the legal actions.
    async fn ask(&mut self, state: &MatchState) -> Result<(), Failure> {
        let legal = self.seat.legal().await?;
        let text = format!("\n{}{}", self.teller.table(state), self.teller.legal(&legal));
        self.out.text(&text)?;
        self.legal = Some(legal);
        self.out.prompt(PROMPT)
    }

    /// Handles an input, or keeps it until the game needs it.
    async fn take(&mut self, typed: Typed) -> Result<Then, Failure> {
        let is_asked = self.legal.is_some();
        match typed {
            Typed::Line(line) => match Word::read(&line) {
                Some(word) => return self.act(word).await,
                None if is_asked => self.answer(line.trim()).await?,
                None if line.trim().is_empty() => {}
                None if self.by_hand => self.out.line("There is nothing to decide now; ? for help.")?,
                None => self.early = Some(Typed::Line(line)),
            },
            Typed::End if is_asked => {
                self.out.line("\nThe input has ended; the seat is kept.")?;
                return Ok(Then::Stop);
            }
            Typed::End => self.early = Some(Typed::End),
        }
        Ok(Then::GoOn)
    }

    /// Executes a word, and then repeats the question that was open.
    async fn act(&mut self, word: Word) -> Result<Then, Failure> {
        let done = match (word, &self.host) {
            (Word::Help, _) => {
                self.help()?;
                return self.go_on();
            }
            (Word::Leave, _) => self.seat.leave().await,
            (Word::Forfeit, _) => self.seat.forfeit().await,
            (Word::Bot(None), _) => self.seat.let_bot_play().await,
            (Word::Bot(Some(seat)), _) if seat == self.seat.seat() => self.seat.let_bot_play().await,
            (Word::Back, _) => self.seat.return_to_seat().await,
            (Word::Bot(Some(seat)), Some(host)) => host.substitute(seat).await,
            (Word::Abort, Some(host)) => host.abort().await,
            (Word::Bot(Some(_)) | Word::Abort, None) => {
                self.out
                    .line("Only whoever created the match can do that, where it was created.")?;
                return self.go_on();
            }
        };
        let revision = match done {
            Ok(revision) => revision,
            Err(Error::Refused(refusal)) => {
                self.out.line(format_args!("Refused: {refusal}"))?;
                return self.go_on();
            }
            Err(error) => return Err(error.into()),
        };
        match word {
            Word::Leave => {
                self.out.line("You have left.")?;
                return Ok(Then::Stop);
            }
            // The seat owes no decision to the player any more.
            Word::Forfeit | Word::Bot(None) | Word::Abort => {
                self.legal = None;
                self.decided_at = revision;
            }
            Word::Help | Word::Bot(Some(_)) | Word::Back => {}
        }
        self.out.line("Done.")?;
        self.go_on()
    }

    /// Continues, with the prompt if a decision is pending.
    fn go_on(&mut self) -> Result<Then, Failure> {
        if self.legal.is_some() {
            self.out.prompt(PROMPT)?;
        }
        Ok(Then::GoOn)
    }

    fn help(&mut self) -> Result<(), Failure> {
        if let Some(legal) = &self.legal {
            let text = self.teller.legal(legal);
            self.out.text(&text)?;
            self.out.line(input::help(legal))?;
        }
        self.out.line(word::HELP)?;
        if self.host.is_some() {
            self.out.line(word::HOST_HELP)?;
        }
        Ok(())
    }

    async fn answer(&mut self, line: &str) -> Result<(), Failure> {
        let Some(legal) = self.legal.take() else { return Ok(()) };
        if !line.is_empty() {
            match input::read(line, &legal) {
                Err(wrong) => self.out.line(format_args!("Not understood: {wrong}."))?,
                Ok(action) => match self.seat.submit(action).await {
                    Ok(revision) => {
                        self.decided_at = revision;
                        return self.out.line("Done.");
                    }
                    Err(Error::Refused(refusal)) => self.out.line(format_args!("Refused: {refusal}"))?,
                    Err(error) => return Err(error.into()),
                },
            }
        }
        self.legal = Some(legal);
        self.out.prompt(PROMPT)
    }
}
