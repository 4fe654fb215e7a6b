//! Scenes and sentences as text.

use std::collections::BTreeMap;

use tinsel_engine::present::isolated;
use tinsel_proto::v1::{
    Arrangement, Component, Game, Item, Match, MatchEvent, MatchPhase, MatchState, Meter, Occupant, Scene, ScoreOrder,
    Seat, SeatControl, Standing, Text, Visibility, Zone, text_run::Subject,
};

use super::{clock::expiry_line, field, style::Style};

/// Writes what a viewer sees.
#[derive(Debug, Clone)]
pub(crate) struct Painter {
    pub(super) style: Style,
    components: BTreeMap<String, Component>,
    game: Game,
    /// The names of the seats' occupants.
    names: BTreeMap<u32, String>,
    /// The viewer's own seat.
    pub(super) own: Option<u32>,
}

impl Painter {
    pub(crate) fn new(style: Style, components: Vec<Component>, game: Game) -> Self {
        let components = components
            .into_iter()
            .map(|component| (component.component_id.clone(), component));
        Self {
            style,
            components: components.collect(),
            game,
            names: BTreeMap::new(),
            own: None,
        }
    }

    /// The same without colours.
    pub(crate) fn plain(&self) -> Self {
        Self {
            style: Style::PLAIN,
            ..self.clone()
        }
    }

    /// A match with its scene.
    pub(crate) fn state(&self, state: &MatchState) -> String {
        let head = state.r#match.as_ref().map(|of| self.head(of)).unwrap_or_default();
        let scene = state.scene.as_ref().map(|scene| self.scene(scene)).unwrap_or_default();
        format!("{head}{scene}")
    }

    /// A match in one line, with its seats in the lobby, its expiry, and its ranking after the end.
    pub(crate) fn head(&self, of: &Match) -> String {
        let phase = match of.phase() {
            MatchPhase::Lobby => "waiting for players",
            MatchPhase::Active => "in play",
            MatchPhase::Finished => "finished",
            MatchPhase::Aborted => "aborted",
            MatchPhase::Unspecified => "in an unknown phase",
        };
        let title = if of.display_name.is_empty() {
            String::new()
        } else {
            format!(" \"{}\"", isolated(&without_controls(&of.display_name)))
        };
        let private = if of.visibility() == Visibility::Private {
            ", private"
        } else {
            ""
        };
        let players_only = if of.players_only { ", for players only" } else { "" };
        let mut text = format!(
            "Match {}{title} of {}, revision {}{private}{players_only}: {phase}.\n",
            of.match_id, of.game_id, of.revision
        );
        if of.phase() == MatchPhase::Lobby {
            let seat = |seat: &Seat| match seat.occupant() {
                Occupant::Open | Occupant::Unspecified => format!("  seat {}: open\n", seat.seat),
                Occupant::Player => format!("  seat {}: {}\n", seat.seat, self.name(seat.seat)),
                Occupant::Bot => format!("  seat {}: {}, a bot of the server\n", seat.seat, self.name(seat.seat)),
            };
            text.extend(of.seats.iter().map(seat));
        }
        text.push_str(&expiry_line(of));
        if of.outcome.is_some() {
            text.push_str(&self.ranking(of));
        }
        text
    }

    /// Takes over the viewer and the names of the seats.
    pub(crate) fn note(&mut self, state: &MatchState) {
        self.own = state.viewer.as_ref().and_then(|viewer| viewer.seat);
        if let Some(of) = &state.r#match {
            self.note_seats(of);
        }
    }

    pub(crate) fn note_seats(&mut self, of: &Match) {
        let named = of.seats.iter().filter(|seat| !seat.display_name.is_empty());
        self.names = named
            .map(|seat| (seat.seat, without_controls(&seat.display_name)))
            .collect();
    }

    /// The name of a seat's occupant.
    pub(crate) fn name(&self, seat: u32) -> String {
        let name = self.names.get(&seat).cloned().unwrap_or_else(|| format!("seat {seat}"));
        self.style.seat(seat, &name)
    }

    /// The seats with the names of their occupants.
    pub(crate) fn seats(&self) -> String {
        let seats = self.names.keys().map(|seat| format!("{seat} {}", self.name(*seat)));
        seats.collect::<Vec<_>>().join(", ")
    }

    /// A text in English.
    pub(crate) fn text(&self, text: Option<&Text>) -> String {
        let runs = text.into_iter().flat_map(|text| &text.runs);
        let run = runs.map(|run| {
            let plain = without_controls(&run.text);
            match &run.subject {
                Some(Subject::Seat(seat)) => self.style.seat(*seat, &plain),
                Some(Subject::Component(_)) => self.style.component(&plain),
                None => plain,
            }
        });
        run.collect()
    }

    /// The final ranking, best first.
    pub(crate) fn ranking(&self, of: &Match) -> String {
        let outcome = of.outcome.as_ref();
        let mut standings: Vec<_> = outcome.into_iter().flat_map(|outcome| &outcome.standings).collect();
        standings.sort_by_key(|standing| (standing.rank, standing.seat));
        let is_shared = standings.iter().all(|standing| standing.rank == 1);
        let order = match self.game.score_order() {
            _ if is_shared => ": all players share rank 1",
            ScoreOrder::LowerIsBetter => ", lowest score first",
            ScoreOrder::HigherIsBetter | ScoreOrder::Unspecified => "",
        };
        let line = |standing: &&Standing| {
            let score = standing.score.filter(|_| !self.game.score_unit.is_empty());
            let score = score.map_or_else(String::new, |score| match self.game.score_unit.strip_suffix('s') {
                Some(unit) if score == 1 => format!(", 1 {unit}"),
                _ => format!(", {score} {}", self.game.score_unit),
            });
            let labels: String = standing
                .labels
                .iter()
                .map(|label| format!(", {}", capitals(label)))
                .collect();
            let seat = of.seats.iter().find(|seat| seat.seat == standing.seat);
            let control = match seat.map_or(SeatControl::Unspecified, Seat::control) {
                SeatControl::Unspecified => "",
                SeatControl::Substituted => " (substituted)",
                SeatControl::Left => " (left)",
                SeatControl::Forfeited => " (forfeited)",
            };
            let (rank, name) = (standing.rank, self.name(standing.seat));
            let rank = if is_shared { String::new() } else { format!("{rank}. ") };
            format!("  {rank}{name}{control}{score}{labels}\n")
        };
        format!(
            "\nFinal ranking{order}\n{}",
            standings.iter().map(line).collect::<String>()
        )
    }

    /// The sentences of events, one in each line.
    pub(crate) fn events(&self, events: &[MatchEvent]) -> String {
        let told = events.iter().filter(|event| event.sentence.is_some());
        told.map(|event| format!("{}\n", self.text(event.sentence.as_ref())))
            .collect()
    }

    /// A component with its effect.
    pub(crate) fn component(&self, id: &str) -> Option<String> {
        let Component {
            title, text, symbol, ..
        } = self.components.get(id)?;
        let plain = match title.ends_with(')') {
            true => without_controls(&format!(": {text}")),
            false => without_controls(&format!(" ({symbol}): {text}")),
        };
        Some(format!("{}{plain}", self.style.bold(&without_controls(title))))
    }

    /// Explains the components that are named by this word; empty without a word.
    pub(crate) fn explain(&self, word: &str) -> String {
        let found = if word.is_empty() { Vec::new() } else { self.find(word) };
        found.into_iter().map(|line| format!("  {line}\n")).collect()
    }

    /// The components whose title begins with this word, or whose symbol it is, in any case; `d1` finds the symbol D.
    pub(crate) fn find(&self, word: &str) -> Vec<String> {
        let word = word.to_lowercase();
        let letter = word.trim_end_matches(char::is_numeric);
        let titled = self.components.values().filter(|component| {
            let title = component.title.to_lowercase();
            let symbol = component.symbol.to_lowercase();
            let mut parts = title.split_whitespace().chain([title.as_str()]);
            symbol == word || symbol == letter || parts.any(|part| part.starts_with(&word))
        });
        titled
            .filter_map(|component| self.component(&component.component_id))
            .collect()
    }

    /// The whole scene.
    pub(crate) fn scene(&self, scene: &Scene) -> String {
        let title = self.style.bold(&format!("── {} ──", self.text(scene.title.as_ref())));
        let zones: String = scene.zones.iter().map(|zone| self.zone(zone)).collect();
        let status = self.text(scene.status.as_ref());
        format!("\n{title}\n{zones}{}{status}\n", self.meters(&scene.meters))
    }

    /// The scene without facts and piles that an earlier one has, too.
    pub(crate) fn scene_after(&self, scene: &Scene, earlier: Option<&Scene>) -> String {
        let mut fresh = scene.clone();
        let is_fact = |item: &Item| item.component.is_empty() && item.seat.is_none() && item.marks.is_empty();
        fresh.zones.retain(|zone| {
            let is_list = zone.arrangement() == Arrangement::List && zone.items.iter().all(is_fact);
            let is_background = is_list || zone.arrangement() == Arrangement::Grid;
            !is_background || earlier.is_none_or(|earlier| !earlier.zones.contains(zone))
        });
        self.scene(&fresh)
    }

    fn zone(&self, zone: &Zone) -> String {
        let owner = zone
            .seat
            .map_or_else(String::new, |seat| format!(" ({})", self.name(seat)));
        let heading = format!("{}{owner}", self.style.bold(&self.text(zone.title.as_ref())));
        let items = zone.items.iter().map(|item| self.item(item));
        match (zone.arrangement(), &zone.field) {
            (Arrangement::Field, Some(of)) => {
                let symbol = |item: &Item| self.coloured_symbol(item);
                let drawn = field::draw(of, &zone.items, symbol, textwrap::termwidth().min(80));
                let marks = zone.items.iter().map(symbol);
                let areas = of.areas.iter().map(|area| {
                    let place = area.shape.as_ref().map(field::place).unwrap_or_default();
                    format!("    · {} at {place}\n", self.text(area.title.as_ref()))
                });
                let items = marks.zip(items).map(|(mark, item)| format!("    {mark} {item}\n"));
                format!("  {heading}\n{drawn}{}", items.chain(areas).collect::<String>())
            }
            (Arrangement::List, _) if !zone.items.is_empty() => {
                let items: String = items.map(|item| format!("    {item}\n")).collect();
                format!("  {heading}\n{items}")
            }
            _ => {
                let items: Vec<String> = items.collect();
                let items = if items.is_empty() {
                    self.style.dim("none")
                } else {
                    items.join(", ")
                };
                format!("  {heading}: {items}\n")
            }
        }
    }

    /// An item in one line.
    pub(super) fn item(&self, item: &Item) -> String {
        let seat = item.seat.filter(|_| item.title.is_none());
        let seat = seat.map_or_else(String::new, |seat| format!(" of {}", self.name(seat)));
        let place = item
            .place
            .as_ref()
            .map_or_else(String::new, |place| format!(" at {}", field::place(place)));
        let back = item.face_down.then(|| "face down".to_owned());
        let marks = item.marks.iter().map(|mark| self.text(Some(mark)));
        let notes: Vec<String> = back.into_iter().chain(marks).collect();
        let notes = if notes.is_empty() {
            String::new()
        } else {
            self.style.dim(&format!(" ({})", notes.join(", ")))
        };
        format!("{}{notes}{seat}{place}", self.counted(item))
    }

    /// The title of an item, after its number.
    pub(super) fn counted(&self, item: &Item) -> String {
        match (item.count, self.item_title(item)) {
            (0 | 1, title) => title,
            (count, title) => format!("{count} × {title}"),
        }
    }

    pub(super) fn item_title(&self, item: &Item) -> String {
        match (&item.title, self.components.get(&item.component)) {
            (Some(title), _) => self.text(Some(title)),
            (None, Some(component)) => component.title.clone(),
            (None, None) => "?".to_owned(),
        }
    }

    pub(super) fn symbol(&self, item: &Item) -> char {
        let component = self.components.get(&item.component);
        let symbol = component.and_then(|component| component.symbol.chars().next());
        symbol.or_else(|| self.item_title(item).chars().next()).unwrap_or('?')
    }

    fn coloured_symbol(&self, item: &Item) -> String {
        let symbol = self.symbol(item).to_string();
        match item.seat {
            Some(seat) => self.style.seat(seat, &symbol),
            None => "▒".to_owned(),
        }
    }

    /// The numbers of seats as a table with one row for each seat, and the others in lines.
    fn meters(&self, meters: &[Meter]) -> String {
        let mut columns: Vec<String> = Vec::new();
        let mut rows: BTreeMap<u32, BTreeMap<String, String>> = BTreeMap::new();
        let mut lines = String::new();
        for meter in meters {
            let title = self.text(meter.title.as_ref());
            let max = meter.max.map_or_else(String::new, |max| format!(" of {max}"));
            let Some(seat) = meter.seat else {
                lines.push_str(format!("  {title}: {}{max} {}", meter.value, meter.unit).trim_end());
                lines.push('\n');
                continue;
            };
            if !columns.contains(&title) {
                columns.push(title.clone());
            }
            rows.entry(seat)
                .or_default()
                .insert(title, format!("{}{max}", meter.value));
        }
        let length = |seat: &u32| self.names.get(seat).map_or(6, |name| name.chars().count());
        let names = rows.keys().map(length).max().unwrap_or_default();
        let heads: String = columns.iter().map(|title| format!("  {title:>6}")).collect();
        let mut table = String::new();
        if !columns.is_empty() {
            table = format!("  {:names$}{}\n", "", self.style.bold(&heads));
        }
        for (seat, cells) in &rows {
            table.push_str(&format!(
                "  {}{}",
                self.name(*seat),
                " ".repeat(names.saturating_sub(length(seat)))
            ));
            for title in &columns {
                let (cell, width) = (
                    cells.get(title).map_or("", String::as_str),
                    title.chars().count().max(6),
                );
                table.push_str(&format!("  {cell:>width$}"));
            }
            table.push('\n');
        }
        format!("{lines}{table}")
    }
}

/// A label such as `KNOCKED_OUT` in words.
fn capitals(label: &str) -> String {
    let mut last = '_';
    let letter = |letter: char| match std::mem::replace(&mut last, letter) {
        '_' => letter,
        _ => letter.to_ascii_lowercase(),
    };
    label.chars().map(letter).collect::<String>().replace('_', " ")
}

/// A text of a server without control characters, by which it could change the terminal; line breaks stay.
fn without_controls(text: &str) -> String {
    let allowed = |letter: &char| *letter == '\n' || !letter.is_control();
    text.chars().filter(allowed).collect()
}
