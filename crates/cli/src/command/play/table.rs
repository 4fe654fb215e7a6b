//! The terminal of a player.

use std::{
    io::{BufRead, IsTerminal},
    time::SystemTime,
};

use futures_util::StreamExt;
use tinsel_client::{Client, Error, Host, Refusal, Seat, Watch, Watched};
use tinsel_proto::v1::{Answer, MatchPhase, MatchState, Scene, SeatControl};
use tokio::sync::mpsc;

use super::{
    Taken,
    word::{self, Word},
};
use crate::{
    failure::Failure,
    out::Out,
    terminal::{Dialog, Painter, expiry_line, time_left},
};

/// The prompt before the player's input.
const PROMPT: &str = "? for help > ";

/// Plays a seat until the match is over, the player leaves, or the input ends.
pub(super) async fn play(client: Client, taken: Taken, painter: Painter, out: Out) -> Result<(), Failure> {
    let Taken { seat, host } = taken;
    let playing = Playing {
        watch: seat.watch(None),
        lines: lines(),
        by_hand: std::io::stdin().is_terminal(),
        early: None,
        seat,
        host,
        client,
        painter,
        scene: None,
        dialog: None,
        decided_at: 0,
        substituted: false,
        prompted: false,
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
    /// The host, if this player is.
    host: Option<Host>,
    client: Client,
    watch: Watch,
    lines: mpsc::Receiver<String>,
    /// Whether the input is a terminal, not a pipe.
    by_hand: bool,
    /// An input that a pipe provided before the game needed it.
    early: Option<Typed>,
    painter: Painter,
    /// The last printed scene.
    scene: Option<Scene>,
    /// The form that the player fills in, while the seat has a pending decision.
    dialog: Option<Dialog>,
    /// The revision of the player's last decision: older states still list that decision.
    decided_at: u64,
    /// Whether a bot decides for the seat.
    substituted: bool,
    /// Whether the cursor is behind a prompt.
    prompted: bool,
    out: Out,
}

impl Playing {
    async fn play(mut self) -> Result<(), Failure> {
        let mut then = Then::GoOn;
        while then == Then::GoOn {
            if self.dialog.is_some()
                && let Some(typed) = self.early.take()
            {
                then = self.take(typed).await?;
                continue;
            }
            tokio::select! {
                watched = self.watch.next() => match watched {
                    Some(watched) => self.hear(&watched?)?,
                    None => {
                        if self.by_hand {
                            self.say("To play again, repeat the command to come back, with --rematch.\n")?;
                        }
                        then = Then::Stop;
                    }
                },
                line = self.lines.recv(), if self.early.is_none() => {
                    self.prompted = false;
                    then = self.take(line.map_or(Typed::End, Typed::Line)).await?;
                }
            }
        }
        Ok(())
    }

    fn hear(&mut self, watched: &Watched) -> Result<(), Failure> {
        if let Some(state) = watched.state() {
            self.painter.note(state);
        }
        if let Watched::Update(update) = watched {
            let told = self.painter.events(&update.events);
            self.say(&told)?;
        }
        let Some(state) = watched.state() else { return Ok(()) };
        self.note_host(state);
        self.look(state, matches!(watched, Watched::Snapshot(_)))?;
        self.note_substitution(state)
    }

    /// Takes or loses the host's rights, if they belong to a seat. Without another player, a match in play ends at once.
    fn note_host(&mut self, state: &MatchState) {
        if let Some(host) = state.r#match.as_ref().and_then(|of| of.host_seat) {
            let own = || self.client.host(self.seat.match_id(), self.seat.token().clone());
            self.host = (host == self.seat.seat()).then(own);
        }
    }

    /// Prints the scene if its title has changed or a decision is pending, and asks for the decision.
    fn look(&mut self, state: &MatchState, is_snapshot: bool) -> Result<(), Failure> {
        let revision = state.r#match.as_ref().map_or(0, |of| of.revision);
        let form = state.form.as_ref().filter(|_| revision >= self.decided_at);
        let is_new = form.is_some() && self.dialog.is_none();
        if let Some(scene) = &state.scene {
            let earlier = self.scene.as_ref();
            let is_over = state.r#match.as_ref().is_some_and(|of| of.outcome.is_some());
            if is_new || is_over || earlier.is_none_or(|earlier| earlier.title != scene.title) {
                let shown = self.painter.scene_after(scene, earlier);
                self.say(&shown)?;
                self.scene = Some(scene.clone());
            }
        } else if is_snapshot {
            let until = state.r#match.as_ref().map(expiry_line).unwrap_or_default();
            self.say(&format!("The match has not started; waiting for players.\n{until}"))?;
        }
        if let Some(of) = &state.r#match
            && of.outcome.is_some()
        {
            let ranking = self.painter.ranking(of);
            self.say(&ranking)?;
        }
        match form {
            None => self.dialog = None,
            Some(form) if is_new => {
                self.dialog = Some(Dialog::new(form.clone()));
                #[expect(
                    clippy::disallowed_methods,
                    reason = "a player compares the deadline with the clock on the wall"
                )]
                let left = time_left(state, self.seat.seat(), SystemTime::now());
                self.say(&left.map_or_else(String::new, |left| format!("Time left: {left}\n")))?;
                self.ask()?;
            }
            Some(_) => self.prompt()?,
        }
        Ok(())
    }

    /// Prints text, on a line of its own.
    fn say(&mut self, text: &str) -> Result<(), Failure> {
        if text.is_empty() {
            return Ok(());
        }
        if std::mem::take(&mut self.prompted) {
            self.out.line("")?;
        }
        self.out.text(text)
    }

    /// Prints the open question.
    fn ask(&mut self) -> Result<(), Failure> {
        if let Some(dialog) = &self.dialog {
            let question = dialog.question(&self.painter);
            self.say(&question)?;
        }
        self.prompt()
    }

    fn prompt(&mut self) -> Result<(), Failure> {
        if self.dialog.is_some() && !self.prompted {
            self.prompted = true;
            self.out.prompt(PROMPT)?;
        }
        Ok(())
    }

    /// Prints how to return after a bot has taken over, by the player's or the host's request.
    fn note_substitution(&mut self, state: &MatchState) -> Result<(), Failure> {
        let Some(of) = &state.r#match else { return Ok(()) };
        let own = of.seats.iter().find(|seat| seat.seat == self.seat.seat());
        let is_substituted = own.is_some_and(|seat| seat.control() == SeatControl::Substituted);
        // In a finished match there is no seat to return to.
        if is_substituted && !self.substituted && of.phase() == MatchPhase::Active {
            self.say("A bot decides for you. Type back to decide for yourself again.\n")?;
        }
        self.substituted = is_substituted;
        Ok(())
    }

    /// Handles an input, or keeps it until the game needs it.
    async fn take(&mut self, typed: Typed) -> Result<Then, Failure> {
        let is_asked = self.dialog.is_some();
        match typed {
            Typed::Line(line) => match Word::read(&line) {
                Some(word) => return self.act(word).await,
                None if is_asked => self.answer(&line).await?,
                None if self.by_hand && line.trim().is_empty() => {}
                None if self.by_hand => self.say("There is nothing to decide now; ? for help.\n")?,
                None => self.early = Some(Typed::Line(line)),
            },
            Typed::End if is_asked => {
                self.say("\nThe input has ended; the seat is kept.\n")?;
                return Ok(Then::Stop);
            }
            Typed::End => self.early = Some(Typed::End),
        }
        Ok(Then::GoOn)
    }

    /// Executes a word, and then repeats the question that was open.
    async fn act(&mut self, word: Word) -> Result<Then, Failure> {
        let done = match (&word, &self.host) {
            (Word::Help(about), _) => {
                self.help(about)?;
                return self.go_on();
            }
            (Word::Again, _) => {
                let shown = self.scene.as_ref().map(|scene| self.painter.scene(scene));
                self.say(&shown.unwrap_or_default())?;
                self.dialog = self.dialog.take().map(Dialog::again);
                self.ask()?;
                return Ok(Then::GoOn);
            }
            (Word::Leave, _) => self.seat.leave().await,
            (Word::Forfeit, _) => self.seat.forfeit().await,
            (Word::Bot(None), _) => self.seat.let_bot_play().await,
            (Word::Bot(Some(seat)), _) if *seat == self.seat.seat() => self.seat.let_bot_play().await,
            (Word::Back, _) => self.seat.return_to_seat().await,
            (Word::Bot(Some(seat)), Some(host)) => host.substitute(*seat).await,
            (Word::Abort, Some(host)) => host.abort().await,
            (Word::Remove(seat), Some(host)) => host.remove(*seat).await,
            (Word::Host(seat), Some(host)) => host.transfer(*seat).await,
            (Word::Start, Some(host)) => host.start().await,
            (Word::Start, None) => self.seat.start().await,
            (Word::Bot(Some(_)) | Word::Abort | Word::Remove(_) | Word::Host(_), None) => {
                self.say("Only the host of the match can do that.\n")?;
                return self.go_on();
            }
        };
        let revision = match done {
            Ok(revision) => revision,
            Err(Error::Refused(refusal)) => {
                self.say(&refused(&refusal))?;
                return self.go_on();
            }
            Err(error) => return Err(error.into()),
        };
        match word {
            Word::Leave => {
                self.say("You have left.\n")?;
                return Ok(Then::Stop);
            }
            // The seat has no pending decision to the player any more.
            Word::Forfeit | Word::Bot(None) | Word::Abort => {
                self.dialog = None;
                self.decided_at = revision;
            }
            Word::Help(_)
            | Word::Again
            | Word::Bot(Some(_))
            | Word::Back
            | Word::Remove(_)
            | Word::Host(_)
            | Word::Start => {}
        }
        self.say("Done.\n")?;
        self.go_on()
    }

    /// Continues, with the prompt if a decision is pending.
    fn go_on(&mut self) -> Result<Then, Failure> {
        self.prompt()?;
        Ok(Then::GoOn)
    }

    fn help(&mut self, about: &str) -> Result<(), Failure> {
        let (explained, question) = match &self.dialog {
            Some(dialog) => (dialog.explain(about, &self.painter), dialog.question(&self.painter)),
            None => (self.painter.explain(about), String::new()),
        };
        if about.is_empty() {
            self.say(word::HELP)?;
            if self.host.is_some() {
                self.say(&format!("{}{}.\n", word::HOST_HELP, self.painter.seats()))?;
            }
        }
        self.say(if explained.is_empty() { &question } else { &explained })
    }

    async fn answer(&mut self, line: &str) -> Result<(), Failure> {
        let Some(dialog) = &mut self.dialog else { return Ok(()) };
        match dialog.enter(line) {
            Ok(Some(answer)) => self.submit(answer).await,
            Ok(None) => self.ask(),
            Err(wrong) => {
                self.say(&format!("Not understood: {wrong}.\n"))?;
                self.prompt()
            }
        }
    }

    async fn submit(&mut self, answer: Answer) -> Result<(), Failure> {
        match self.seat.answer(answer).await {
            Ok(revision) => {
                self.dialog = None;
                self.decided_at = revision;
                self.say("Done.\n")
            }
            Err(Error::Refused(refusal)) => {
                self.say(&format!("Refused: {} (\"again\" starts over)\n", refusal.message))?;
                self.dialog = self.dialog.take().map(Dialog::last_again);
                self.ask()
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// A refusal for a player: the sentence first, then the reason, by which the documentation lists it.
fn refused(refusal: &Refusal) -> String {
    format!("Refused: {} ({})\n", refusal.message, refusal.reason)
}
