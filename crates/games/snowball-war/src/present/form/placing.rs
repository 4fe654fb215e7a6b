//! The forms that place pieces: deployments and returns.

use tinsel_engine::{
    present::{At, Constraint, Inputs, Point, Region, Rule, Text},
    variant,
};

use super::{
    super::shapes::{point, rectangle},
    field, fields,
};
use crate::{
    Action,
    action::{Arrival, Placement, Spot},
    components::{self, Character},
    legal::{Deploying, Homecoming},
    naming::{named, short},
};

/// The positions of a snowman and its team.
pub(super) fn deployment<'a>(deploying: &Deploying) -> Inputs<'a, Action> {
    let layouts = layouts(deploying);
    let nth = |index: usize| {
        layouts
            .iter()
            .filter_map(|layout| layout.get(index).copied().map(point))
            .collect::<Vec<_>>()
    };
    let snowman = fields::place(
        field::SNOWMAN,
        Text::new("place_snowman", "Snowman"),
        fields::ground(&deploying.snowman),
        nth(0),
    );
    let team = deploying.characters.iter().zip(1..).map(|(character, index)| {
        let title = Text::new("place_character", "{character}").with("character", named(*character));
        let field = fields::place(short(*character), title, fields::ground(&deploying.team), nth(index));
        let character = Some(*character);
        fields::spot(field).map(
            move |at| Placement { character, at },
            move |of: &Placement| (of.character == character).then_some(of.at),
        )
    });
    let help = Text::new(
        "deploy_help",
        "The distance from each character to its snowman must be {least} to {most} mm. The first suggestions of all fields fit \
         together, and so do the others.",
    )
    .with("least", deploying.contact_least)
    .with("most", deploying.contact_most);
    let contact = |character: &Character| Constraint {
        rule: Rule::Distance {
            between: [At::field(field::SNOWMAN), At::field(short(*character))],
            min: deploying.contact_least,
            max: Some(deploying.contact_most),
        },
        text: Text::new(
            "contact",
            "The distance from {character} to your snowman must be {least} to {most} mm.",
        )
        .with("character", named(*character))
        .with("least", deploying.contact_least)
        .with("most", deploying.contact_most),
    };
    let pieces = fields::spot(snowman.help(help)).and(Inputs::each(team));
    variant!(pieces, Action::Deploy { snowman, characters })
        .constrained(deploying.characters.iter().map(contact))
        .constrained(apart(&deploying.characters, deploying.apart))
}

/// The minimum distances between characters.
fn apart(characters: &[Character], apart: i32) -> impl Iterator<Item = Constraint> {
    let pairs = characters.iter().enumerate().flat_map(|(index, one)| {
        characters
            .iter()
            .skip(index.saturating_add(1))
            .map(move |two| (one, two))
    });
    pairs.map(move |(one, two)| Constraint {
        rule: Rule::Distance {
            between: [At::field(short(*one)), At::field(short(*two))],
            min: apart,
            max: None,
        },
        text: Text::new("apart", "{one} and {two} are at least {distance} mm apart.")
            .with("one", named(*one))
            .with("two", named(*two))
            .with("distance", apart),
    })
}

/// Possible deployments: snowman, then characters before it and at its sides. At most four, spread along the edge.
fn layouts(deploying: &Deploying) -> Vec<Vec<components::Point>> {
    const STEPS: i32 = 8;
    let (low, high) = (deploying.snowman.low, deploying.snowman.high);
    let contact = deploying.contact_least;
    let breadth = high.y.saturating_sub(low.y);
    let lane = |step: i32| low.y.saturating_add(breadth.saturating_mul(step).div_euclid(STEPS));
    let layout = |(x, ahead, y): (i32, i32, i32)| {
        let snowman = components::Point::new(x, y);
        let team = snowman.with_team(ahead, contact);
        [snowman].into_iter().chain(team).collect::<Vec<_>>()
    };
    let is_free = |layout: &Vec<components::Point>| {
        let mut spots = layout.iter();
        spots.next().is_some_and(|snowman| deploying.snowman.has(*snowman))
            && spots.all(|spot| deploying.team.has(*spot))
    };
    let middle = [4, 2, 6, 3, 5, 1, 7].map(lane);
    let edges = [(low.x, contact), (high.x, contact.saturating_neg())];
    let all = edges
        .into_iter()
        .flat_map(|(x, ahead)| middle.map(|y| layout((x, ahead, y))));
    all.filter(is_free).take(4).collect()
}

pub(super) fn returning<'a>(places: &[Homecoming], distance: i32) -> Inputs<'a, Action> {
    let arrival = |home: &Homecoming| {
        let title = Text::new("place_character", "{character}").with("character", named(home.character));
        let spots = home
            .free
            .iter()
            .flat_map(|(from, to)| spread(*from, *to, distance))
            .take(8);
        let suggestions = spots.map(|y| Point::new(home.x, y)).collect();
        let field = fields::place(short(home.character), title, edge(home), suggestions);
        let (character, x) = (Some(home.character), Some(home.x));
        fields::spot(field).map(
            move |at| Arrival {
                character,
                y: at.and_then(|at| at.y),
            },
            move |of: &Arrival| (of.character == character).then_some(Some(Spot { x, y: of.y })),
        )
    };
    let characters: Vec<Character> = places.iter().map(|home| home.character).collect();
    let constraints: Vec<Constraint> = apart(&characters, distance).collect();
    let characters = Inputs::each(places.iter().map(arrival));
    variant!(characters, Action::Return { characters }).constrained(constraints)
}

/// Some values between two others, at least `step` apart.
fn spread(from: i32, to: i32, step: i32) -> impl Iterator<Item = i32> {
    let step = step.max(to.saturating_sub(from).div_euclid(4)).max(1);
    let step = usize::try_from(step).unwrap_or(1);
    (from..=to).step_by(step)
}

/// The free stretches of the line along the home edge.
fn edge(home: &Homecoming) -> Region {
    let line = |from: i32, to: i32, wide: i32| {
        let low = components::Point::new(home.x.saturating_sub(wide), from);
        rectangle(low, components::Point::new(home.x.saturating_add(wide), to), 0)
    };
    let from = home.free.first().map_or(0, |(from, _)| *from);
    let to = home.free.last().map_or(0, |(_, to)| *to);
    let gaps = home
        .free
        .iter()
        .zip(home.free.iter().skip(1))
        .map(|((_, end), (start, _))| line(*end, *start, 1).without_edge());
    Region {
        inside: vec![line(from, to, 0).with_edge()],
        outside: gaps.collect(),
    }
}
