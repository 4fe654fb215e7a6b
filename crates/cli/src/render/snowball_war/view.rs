//! What stands on the field and lies on the cards.

use tinsel_proto::games::snowball_war::v1::{
    CharacterView, ConditionKind, FaceAction, Phase, Sheet, SnowmanView, View,
};

use super::{Names, drawing, notation};

/// The text of a view.
pub(in crate::render) fn view(view: &View, names: &Names) -> String {
    let own = view.own.as_ref().map_or_else(String::new, |own| {
        let reroll = own
            .reroll
            .as_ref()
            .map(|dice| format!("  You re-roll dice {}.\n", notation::numbers(&dice.dice)));
        let cards = own.allocation.as_ref().map(|allocation| {
            let cards = allocation.cards.iter().map(|card| {
                let dice = notation::numbers(&card.dice);
                format!("{} dice {dice}", notation::character(card.character()))
            });
            format!("  You allocate {}.\n", cards.collect::<Vec<_>>().join(", "))
        });
        format!("{}{}", reroll.unwrap_or_default(), cards.unwrap_or_default())
    });
    let (title, field) = (title(view), field(view, names));
    format!("{title}{field}{}{}{own}", pools(view, names), sheets(view))
}

/// The cards with all that is printed on them, where it is decided who gets which card or which dice.
fn sheets(view: &View) -> String {
    if ![Phase::Draft, Phase::Allocate].contains(&view.phase()) {
        return String::new();
    }
    let lines: String = view.sheets.iter().map(sheet).collect();
    format!("  Cards, by value of a die: T throws, M moves, D dodges, a doubled letter does it twice\n{lines}")
}

/// A card in a line: `Paul 3: 1 M  2 D  3 M  4 T  5 T  6 MM; …`.
fn sheet(sheet: &Sheet) -> String {
    let faces = (1..).zip(&sheet.faces).map(|(value, face): (u32, _)| {
        let symbol = match face.action() {
            FaceAction::Throw => "T",
            FaceAction::Move => "M",
            FaceAction::Unspecified | FaceAction::None => "",
        };
        let symbols = symbol.repeat(if face.times() == 2 { 2 } else { 1 });
        let dodge = if face.dodge() { "D" } else { "" };
        let nothing = if symbols.is_empty() && dodge.is_empty() {
            "-"
        } else {
            ""
        };
        format!("{value} {symbols}{dodge}{nothing}")
    });
    let (name, faces) = (notation::character(sheet.character()), faces.collect::<Vec<_>>());
    let ability = notation::ability(sheet.character());
    format!("    {name}, scarf {}: {}; {ability}\n", sheet.scarf(), faces.join("  "))
}

fn title(view: &View) -> String {
    let phase = match view.phase() {
        Phase::Unspecified => "",
        Phase::Draft => "The draft",
        Phase::Deploy => "The deployment",
        Phase::Reroll => "Dice are re-rolled",
        Phase::Allocate => "Dice are allocated",
        Phase::Action | Phase::Reaction | Phase::ThrowAgain | Phase::MoveAgain => "Actions",
        Phase::Return => "Coming back",
        Phase::Finished => "The end",
    };
    if view.turn == 0 {
        return format!("\n{phase}\n");
    }
    format!("\nTurn {} of {}: {phase}\n", view.turn, view.turn_limit)
}

/// The field with everything on it, and a line for each seat.
pub(in crate::render) fn field(view: &View, names: &Names) -> String {
    let seats = view.snowmen.iter().map(|snowman| side(view, snowman, names));
    format!("{}{}", drawing::field(view), seats.collect::<String>())
}

fn side(view: &View, snowman: &SnowmanView, names: &Names) -> String {
    let team = view
        .characters
        .iter()
        .filter(|character| character.seat == Some(snowman.seat));
    let team: Vec<String> = team.map(|character| card(view, character)).collect();
    let brackets = if snowman.seat == 0 { "[0]" } else { "(1)" };
    let place = snowman
        .at
        .as_ref()
        .map(|at| format!(" at {}", notation::point(Some(at))));
    format!(
        "  {brackets} {}: snowman {}/{}{}   {}\n",
        names.of(snowman.seat),
        snowman.tokens,
        view.snowman_limit,
        place.unwrap_or_default(),
        team.join("   ")
    )
}

fn card(view: &View, character: &CharacterView) -> String {
    let mut sheets = view.sheets.iter();
    let sheet = sheets.find(|sheet| sheet.character == character.character);
    let scarf = sheet.map_or(0, |sheet| sheet.scarf());
    let die = |slot: u32| {
        let mut dice = character.dice.iter();
        let die = dice.find(|die| die.die == slot);
        die.map_or_else(|| "·".to_owned(), |die| die.value.to_string())
    };
    let state = match character.condition() {
        ConditionKind::Unspecified => String::new(),
        ConditionKind::InPlay if character.dice.is_empty() => String::new(),
        ConditionKind::InPlay => format!(" {}{}", die(0), die(1)),
        ConditionKind::RunAway => " away".to_owned(),
        ConditionKind::Returning => " back".to_owned(),
    };
    let name = notation::character(character.character());
    let place = character
        .at
        .as_ref()
        .map(|at| format!(" at {}", notation::point(Some(at))));
    format!(
        "{name} {}/{scarf}{state}{}",
        character.tokens,
        place.unwrap_or_default()
    )
}

fn pools(view: &View, names: &Names) -> String {
    let pools = view.pools.iter().filter(|pool| !pool.values.is_empty());
    pools
        .map(|pool| {
            let values = notation::numbers(&pool.values);
            format!(
                "  {} rolled {values} (dice 0 to {})\n",
                names.of(pool.seat),
                pool.values.len().saturating_sub(1)
            )
        })
        .collect()
}
