//! What people read of a match. It is made of messages only: it knows what a client knows.

pub(crate) mod grunkle_match;
pub(crate) mod jingle_brawl;
mod names;
mod platform;
pub(crate) mod presents_of_mine;
pub(crate) mod report;
pub(crate) mod secret_santa;
pub(crate) mod snowball_war;
mod table;
#[cfg(test)]
mod tests;

use tinsel_client::Watched;
use tinsel_proto::v1::{
    GameEvent, GameLegal, GameView, MatchEvent, MatchState, Update, game_event, game_legal, game_view,
    match_event::Event,
};

pub(crate) use names::Names;

pub(crate) use table::Table;

/// How much is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Also that somebody has decided, without what.
    All,
    /// What brings the match forward.
    Story,
}

/// A match as it is told from one message to the next.
#[derive(Debug)]
pub(crate) struct Teller {
    pub(crate) names: Names,
    board: jingle_brawl::Board,
    detail: Detail,
}

impl Teller {
    pub(crate) fn new(detail: Detail) -> Self {
        Self {
            names: Names::default(),
            board: jingle_brawl::Board::default(),
            detail,
        }
    }

    /// The text of what a watch gave.
    pub(crate) fn tell(&mut self, watched: &Watched) -> String {
        if matches!(watched, Watched::Snapshot(_)) {
            self.names = Names::default();
        }
        if let Some(state) = watched.state() {
            self.names.note_all(state);
        }
        match watched {
            Watched::Snapshot(snapshot) => snapshot
                .state
                .as_ref()
                .map_or_else(String::new, |state| self.state(state)),
            Watched::Update(update) => self.update(update),
            Watched::Heartbeat(_) => String::new(),
        }
    }

    /// What happened, with the table as it looks afterwards where people look at it rather than read of it: behind the
    /// last event that changed what is seen.
    fn update(&mut self, update: &Update) -> String {
        let last = update.events.iter().rposition(moves_something);
        let mut text = String::new();
        for (index, event) in update.events.iter().enumerate() {
            text.push_str(&self.event(event));
            if Some(index) == last {
                text.push_str(&self.field(update));
            }
        }
        text
    }

    fn field(&self, update: &Update) -> String {
        let view = update.state.as_ref().and_then(|state| state.view.as_ref());
        match view.and_then(|view| view.game.as_ref()) {
            Some(game_view::Game::SnowballWar(view)) => snowball_war::field(view, &self.names),
            Some(
                game_view::Game::PresentsOfMine(_)
                | game_view::Game::GrunkleMatch(_)
                | game_view::Game::SecretSanta(_)
                | game_view::Game::JingleBrawl(_),
            )
            | None => String::new(),
        }
    }

    /// The table as an SVG, if the game is one that people look at and there is something to see.
    pub(crate) fn picture(&mut self, state: &MatchState) -> Option<String> {
        self.names.note_all(state);
        match state.view.as_ref()?.game.as_ref()? {
            game_view::Game::SnowballWar(view) => snowball_war::svg::picture(view, &self.names),
            game_view::Game::PresentsOfMine(_)
            | game_view::Game::GrunkleMatch(_)
            | game_view::Game::SecretSanta(_)
            | game_view::Game::JingleBrawl(_) => None,
        }
    }

    /// The text of a whole state.
    fn state(&mut self, state: &MatchState) -> String {
        let table = self.table(state);
        format!("{}{table}", self.head(state))
    }

    /// The text of a state without what lies on the table.
    fn head(&self, state: &MatchState) -> String {
        let of = state.r#match.as_ref();
        of.map(|of| platform::state(of, &self.names)).unwrap_or_default()
    }

    /// The text of what lies on the table.
    pub(crate) fn table(&mut self, state: &MatchState) -> String {
        self.names.note_all(state);
        state.view.as_ref().map(|view| self.view(view)).unwrap_or_default()
    }

    fn event(&mut self, event: &MatchEvent) -> String {
        let Some(event) = &event.event else {
            return String::new();
        };
        self.note(event);
        let text = if let Event::Game(event) = event {
            self.game_event(event)
        } else {
            platform::event(event, &self.names)
        };
        if let Event::SeatOpened(opened) = event {
            self.names.forget(opened.seat);
        }
        text
    }

    /// Notes who sits where after an event.
    fn note(&mut self, event: &Event) {
        if let Event::SeatTaken(taken) = event
            && let Some(seat) = &taken.seat
        {
            self.names.note(seat);
        }
        if let Event::SeatControlChanged(changed) = event {
            self.names.note_control(changed.seat, changed.control());
        }
    }

    fn game_event(&mut self, event: &GameEvent) -> String {
        match &event.game {
            Some(game_event::Game::PresentsOfMine(event)) => presents_of_mine::event(event, &self.names, self.detail),
            Some(game_event::Game::GrunkleMatch(event)) => grunkle_match::event(event, &self.names, self.detail),
            Some(game_event::Game::JingleBrawl(event)) => {
                self.board.note(event);
                jingle_brawl::event(event, &self.board, &self.names, self.detail)
            }
            Some(game_event::Game::SecretSanta(event)) => secret_santa::event(event, &self.names, self.detail),
            Some(game_event::Game::SnowballWar(event)) => snowball_war::event(event, &self.names, self.detail),
            None => String::new(),
        }
    }

    fn view(&mut self, view: &GameView) -> String {
        match &view.game {
            Some(game_view::Game::PresentsOfMine(view)) => presents_of_mine::view(view, &self.names),
            Some(game_view::Game::GrunkleMatch(view)) => grunkle_match::view(view, &self.names),
            Some(game_view::Game::JingleBrawl(view)) => {
                self.board.note_view(view);
                jingle_brawl::view(view, &self.board, &self.names)
            }
            Some(game_view::Game::SecretSanta(view)) => secret_santa::view(view, &self.names),
            Some(game_view::Game::SnowballWar(view)) => snowball_war::view(view, &self.names),
            None => String::new(),
        }
    }

    /// What a seat may do.
    pub(crate) fn legal(&self, legal: &GameLegal) -> String {
        match &legal.game {
            Some(game_legal::Game::PresentsOfMine(legal)) => presents_of_mine::legal(legal, &self.names),
            Some(game_legal::Game::GrunkleMatch(legal)) => grunkle_match::legal(legal, &self.names),
            Some(game_legal::Game::JingleBrawl(legal)) => jingle_brawl::legal(legal, &self.board, &self.names),
            Some(game_legal::Game::SecretSanta(legal)) => secret_santa::legal(legal, &self.names),
            Some(game_legal::Game::SnowballWar(legal)) => snowball_war::legal(legal, &self.names),
            None => String::new(),
        }
    }
}

/// Whether a table that people look at looks otherwise after an event.
const fn moves_something(event: &MatchEvent) -> bool {
    let Some(Event::Game(event)) = &event.event else {
        return false;
    };
    let Some(game_event::Game::SnowballWar(event)) = &event.game else {
        return false;
    };
    snowball_war::moves_something(event)
}
