//! The layout of a view.

use tinsel_engine::{
    SeatIndex,
    present::{Arrangement, Field, Item, Meter, NamedArea, Point, Scene, Shape, Text, Zone},
};

use super::{shapes, words};
use crate::{
    components::{Character, Die, Obstacle, Phase, Symbol},
    naming::{character_id, named, piece, short},
    state::Condition,
    view::{CharacterView, OwnView, View},
};

/// Everything in the view.
pub(super) fn scene(view: &View) -> Scene {
    let mut zones = vec![field(view), cards(view), now(view)];
    zones.extend(view.own.as_ref().and_then(own));
    zones.push(facts(
        "sheets",
        Text::new("sheets", "What dice do"),
        view.sheets.iter().map(|(of, sheet)| words::sheet(of, sheet)),
    ));
    zones.push(rules(view));
    let tokens = |(seat, snowman): (SeatIndex, &crate::view::SnowmanView)| {
        Meter::new(
            format!("tokens.{}", seat.get()),
            Text::new("snowman_tokens", "tokens on the snowman"),
            snowman.tokens,
        )
        .of(seat)
        .max(view.snowman_limit)
    };
    let turn = Meter::new("turn", Text::new("turn", "turn"), view.turn).max(view.turn_limit);
    Scene {
        title: title(view),
        status: status(view),
        zones,
        meters: view.snowmen.enumerate().map(tokens).chain([turn]).collect(),
    }
}

fn title(view: &View) -> Text {
    match view.phase {
        Phase::Draft => Text::new("draft", "Draft"),
        Phase::Deploy => Text::new("deployment", "Deployment"),
        Phase::Finished => Text::new("over", "The match is over"),
        Phase::Reroll | Phase::Allocate => Text::new("turn_dice", "Turn {turn}: dice").with("turn", view.turn),
        Phase::Action | Phase::Reaction | Phase::ThrowAgain | Phase::MoveAgain => {
            Text::new("turn_actions", "Turn {turn}: actions").with("turn", view.turn)
        }
        Phase::Return => Text::new("turn_return", "Turn {turn}: return").with("turn", view.turn),
    }
}

fn status(view: &View) -> Text {
    let text = match view.phase {
        Phase::Draft => Text::new("status_draft", "{players} picks a character."),
        Phase::Deploy => Text::new("status_deploy", "{players} places the snowman and the team."),
        Phase::Reroll => Text::new("status_reroll", "Dice to roll again, in secret: {players}."),
        Phase::Allocate => Text::new("status_allocate", "Dice for the cards, in secret: {players}."),
        Phase::Action => Text::new("status_action", "{players} acts."),
        Phase::Reaction => Text::new("status_reaction", "{players} reacts to a hit."),
        Phase::ThrowAgain => Text::new("status_throw_again", "{players} may throw a second time."),
        Phase::MoveAgain => Text::new("status_move_again", "{players} may move a second time."),
        Phase::Return => Text::new("status_return", "{players} brings characters back."),
        Phase::Finished => {
            return view
                .ending
                .as_ref()
                .map_or_else(|| Text::new("status_over", "The match is over."), words::ending);
        }
    };
    text.with("players", view.awaited)
}

/// A list of sentences.
fn facts(id: &str, title: Text, facts: impl IntoIterator<Item = Text>) -> Zone {
    let item = |(index, fact): (usize, Text)| Item::titled(format!("{id}.{index}"), fact);
    Zone::new(id.to_owned(), title, Arrangement::List).with(facts.into_iter().enumerate().map(item))
}

/// The field with everything on it.
fn field(view: &View) -> Zone {
    let measures = &view.measures;
    let home = |seat: SeatIndex, low: i32, high: i32| NamedArea {
        id: format!("home.{}", seat.get()).into(),
        title: Text::new("home", "home strip of {player}").with("player", seat),
        shape: Shape::Rectangle {
            low: Point::new(low, 0),
            high: Point::new(high, measures.field_breadth),
            margin: 0,
        },
    };
    let far = measures.field_depth.saturating_sub(measures.strip());
    let arrangement = Arrangement::Field(Field {
        width: measures.field_depth,
        height: measures.field_breadth,
        unit: "mm",
        areas: vec![
            home(crate::components::FIRST, 0, measures.strip()),
            home(crate::components::SECOND, far, measures.field_depth),
        ],
    });
    let obstacles = view.obstacles.iter().zip(0_u8..).map(|(obstacle, number)| {
        let (component, shape) = match *obstacle {
            Obstacle::Circle { centre, radius } => ("obstacle.circle", shapes::circle(centre, radius)),
            Obstacle::Rectangle { low, high } => ("obstacle.rectangle", shapes::rectangle(low, high, 0)),
        };
        let title = Text::new("obstacle", "obstacle {number}").with("number", number.saturating_add(1));
        Item::of(format!("obstacle.{number}"), component).title(title).at(shape)
    });
    let snowmen = view.snowmen.enumerate().filter_map(|(seat, snowman)| {
        let shape = shapes::circle(snowman.at?, measures.snowman_radius);
        Some(
            Item::of(format!("snowman.{}", seat.get()), "piece.snowman")
                .seat(seat)
                .at(shape),
        )
    });
    let characters = view.characters.iter().filter_map(|(character, of)| {
        let Some(Condition::InPlay(at)) = of.condition else {
            return None;
        };
        let item = Item::of(format!("on_field.{}", short(character)), character_id(character))
            .at(shapes::circle(at, measures.character_radius));
        Some(of.owner.map_or_else(|| item.clone(), |owner| item.clone().seat(owner)))
    });
    Zone::new("field", Text::new("field", "Field"), arrangement).with(snowmen.chain(characters).chain(obstacles))
}

/// The characters with their dice and tokens.
fn cards(view: &View) -> Zone {
    let item = |(character, of): (Character, &CharacterView)| {
        let item = Item::of(format!("card.{}", short(character)), character_id(character));
        let item = match of.owner {
            Some(owner) => item.seat(owner),
            None => item.mark(Text::new("in_pool", "not picked")),
        };
        let condition = of.condition.map(|condition| match condition {
            Condition::InPlay(_) => Text::new("in_play", "in play"),
            Condition::RunAway => Text::new("run_away", "has run away"),
            Condition::Returning => Text::new("returning", "returns now"),
        });
        let die = |(die, slot): (Option<Die>, u8)| {
            die.map(|die| {
                Text::new("slot_die", "slot {slot}: die {value}")
                    .with("slot", slot)
                    .with("value", die.get())
            })
        };
        let tokens =
            (of.tokens > 0).then(|| Text::new("tokens", "{tokens|cold token|cold tokens}").with("tokens", of.tokens));
        let marks = [condition, tokens]
            .into_iter()
            .chain(of.dice.into_iter().zip(1..).map(die));
        marks.fold(item, Item::mark_if)
    };
    Zone::new("cards", Text::new("cards", "Characters"), Arrangement::List).with(view.characters.iter().map(item))
}

/// The facts of the running turn.
fn now(view: &View) -> Zone {
    let player = |key, pattern, seat: SeatIndex| Text::new(key, pattern).with("player", seat);
    let committed = view
        .committed
        .iter()
        .map(|seat| player("committed", "{player} has made a secret choice", seat));
    let pools = view.pools.enumerate().filter(|(_, pool)| !pool.values.is_empty());
    let pools = pools.map(|(seat, pool)| {
        player("pool", "Dice of {player}: {dice}", seat).with("dice", words::dice(pool.values.iter().copied()))
    });
    let rerolled = view
        .pools
        .enumerate()
        .filter_map(|(seat, pool)| Some((seat, pool.rerolled?)));
    let rerolled = rerolled.map(|(seat, dice)| {
        player(
            "has_rerolled",
            "Dice of the pool that {player} rolled again: {dice}",
            seat,
        )
        .with("dice", words::numbers(dice))
    });
    let hit = view.hit.map(|hit| {
        Text::new("hit", "Hit {hit} of {hits} by {attacker} on {target}; {player} reacts")
            .with("hit", hit.hit)
            .with("hits", hit.hits)
            .with("attacker", named(hit.attacker))
            .with("target", piece(hit.target))
            .with("player", hit.defender)
    });
    let second = view.second.map(|(character, kind)| {
        let text = match kind {
            Symbol::Throw => Text::new("pending_throw", "Pending: a second throw of {character}"),
            Symbol::Move => Text::new("pending_move", "Pending: a second move of {character}"),
        };
        text.with("character", named(character))
    });
    let active = view
        .active
        .map(|seat| player("active", "The current action belongs to {player}", seat));
    let first = player("first_picker", "{player} picked first", view.first_picker);
    let rows = [first]
        .into_iter()
        .chain(active)
        .chain(committed)
        .chain(pools)
        .chain(rerolled);
    facts(
        "now",
        Text::new("now", "Now"),
        rows.chain(view.opening.as_ref().map(words::opening))
            .chain(hit)
            .chain(second),
    )
}

/// The own secret choices, if there are any.
fn own(own: &OwnView) -> Option<Zone> {
    let reroll = own.reroll.map(|dice| {
        Text::new("own_reroll", "Dice of the pool to roll again: {dice}").with("dice", words::numbers(dice))
    });
    let allocation = own.allocation.as_ref().map(|cards| {
        Text::new("own_allocation", "Allocated dice of the pool: {cards}").with("cards", words::allocation(cards))
    });
    let rows: Vec<Text> = [reroll, allocation].into_iter().flatten().collect();
    (!rows.is_empty()).then(|| {
        facts(
            "own",
            Text::new("own", "Secret choice of {player}").with("player", own.seat),
            rows,
        )
    })
}

/// The lengths and limits of the match.
fn rules(view: &View) -> Zone {
    let measures = &view.measures;
    let length = |key, pattern, length: i32| Text::new(key, pattern).with("length", length);
    let sight = match view.snowmen_block_sight {
        true => Text::new("snowmen_block", "Snowmen block throws"),
        false => Text::new("snowmen_transparent", "Snowmen do not block throws"),
    };
    let rows = [
        length("move_distance", "A move reaches {length} mm", measures.move_distance),
        length(
            "snowball_distance",
            "A snowball flies {length} mm",
            measures.snowball_distance,
        ),
        length(
            "contact_gap",
            "At the deployment a character is at most {length} mm away from its snowman, between the bases",
            measures.contact_gap,
        ),
        length(
            "character_radius",
            "Base of a character: radius {length} mm",
            measures.character_radius,
        ),
        length(
            "snowman_radius",
            "Base of a snowman: radius {length} mm",
            measures.snowman_radius,
        ),
        sight,
        Text::new(
            "turn_limit",
            "After turn {turns}, the player with fewer cold tokens on the own snowman wins; equal numbers are a draw",
        )
        .with("turns", view.turn_limit),
    ];
    facts("rules", Text::new("rules", "Lengths and limits"), rows)
}
