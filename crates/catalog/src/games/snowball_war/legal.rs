//! Legal actions, both ways.

use tinsel_proto::games::snowball_war::v1::{self as wire, legal::Decision};
use tinsel_snowball_war::{
    Acting, Aimed, Area, CharacterActing, Deploying, DieActing, DieUse, Disc, Dodge, FaceAction, Ground, Homecoming,
    Legal, Shape, Slot, Target,
};

use super::words;
use crate::games::seats::whole;

pub(super) fn write(legal: &Legal) -> wire::Legal {
    wire::Legal {
        decision: decision(legal),
    }
}

fn decision(legal: &Legal) -> Option<Decision> {
    Some(match legal {
        Legal::Nothing => return None,
        Legal::Pick { pool } => Decision::PickCharacter(wire::LegalPick {
            pool: words::characters(pool),
        }),
        Legal::Deploy(deploying) => Decision::Deploy(write_deploying(deploying)),
        Legal::Reroll { pool_size } => Decision::Reroll(wire::LegalReroll {
            pool_size: (*pool_size).into(),
        }),
        Legal::Allocate { pool, characters } => Decision::Allocate(wire::LegalAllocation {
            pool: words::values(pool),
            characters: words::characters(characters),
        }),
        Legal::Act(acting) => Decision::Act(write_acting(acting)),
        Legal::ThrowAgain { character, targets } => Decision::ThrowAgain(wire::LegalThrow {
            character: words::character(*character),
            targets: targets.iter().map(write_target).collect(),
        }),
        Legal::MoveAgain { character, area } => Decision::MoveAgain(wire::LegalMove {
            character: words::character(*character),
            area: Some(write_area(area)),
        }),
        Legal::React { dodges, intercepts } => Decision::React(wire::LegalReactions {
            dodges: dodges.iter().map(write_dodge).collect(),
            intercepts: words::slots(intercepts),
        }),
        Legal::Return { places, apart } => Decision::ReturnCharacters(wire::LegalReturn {
            places: places.iter().map(write_homecoming).collect(),
            apart: *apart,
        }),
    })
}

fn write_deploying(deploying: &Deploying) -> wire::LegalDeployment {
    wire::LegalDeployment {
        characters: words::characters(&deploying.characters),
        snowman: Some(write_ground(&deploying.snowman)),
        team: Some(write_ground(&deploying.team)),
        contact_least: deploying.contact_least,
        contact_most: deploying.contact_most,
        apart: deploying.apart,
    }
}

fn write_ground(ground: &Ground) -> wire::Ground {
    wire::Ground {
        low: Some(words::point(ground.low)),
        high: Some(words::point(ground.high)),
        forbidden: ground.forbidden.iter().map(write_shape).collect(),
    }
}

fn write_shape(shape: &Shape) -> wire::Forbidden {
    let area = match *shape {
        Shape::Disc(Disc { centre, radius }) => wire::forbidden::Area::Disc(words::circle(centre, radius)),
        Shape::Rectangle { low, high, margin } => wire::forbidden::Area::NearRectangle(wire::NearRectangle {
            low: Some(words::point(low)),
            high: Some(words::point(high)),
            margin,
        }),
    };
    wire::Forbidden { area: Some(area) }
}

fn write_area(area: &Area) -> wire::Area {
    wire::Area {
        origin: Some(words::point(area.origin)),
        max_distance: area.max_distance,
        ground: Some(write_ground(&area.ground)),
    }
}

fn write_acting(acting: &Acting) -> wire::LegalActions {
    let paul = words::character(tinsel_snowball_war::Character::Paul);
    wire::LegalActions {
        characters: acting.characters.iter().map(write_character).collect(),
        double_throw: acting.double_throw.as_ref().map(|targets| wire::LegalThrow {
            character: paul,
            targets: targets.iter().map(write_target).collect(),
        }),
        force_rerolls: acting.force_rerolls.iter().map(write_aimed).collect(),
        swap_places: acting.swaps.iter().map(write_aimed).collect(),
        rush_snowman: words::slots(&acting.rushes),
    }
}

fn write_character(acting: &CharacterActing) -> wire::CharacterActions {
    wire::CharacterActions {
        character: words::character(acting.character),
        dice: acting.dice.iter().map(write_die).collect(),
        targets: acting.targets.iter().map(write_target).collect(),
        area: acting.area.as_ref().map(write_area),
    }
}

fn write_die(die: &DieActing) -> wire::DieActions {
    let die_use = |die_use: &DieUse| wire::ValueUse {
        as_value: die_use.as_value.get().into(),
        action: words::face_action(die_use.action),
        times: die_use.times.number().into(),
    };
    wire::DieActions {
        die: words::slot(die.slot),
        value: die.value.get().into(),
        uses: die.uses.iter().map(die_use).collect(),
    }
}

fn write_target(target: &Target) -> wire::Target {
    wire::Target {
        piece: words::piece(target.piece),
        distance_squared: target.distance_squared,
        in_range: target.in_range,
        line_clear: target.line_clear(),
        blocked_by_obstacles: target.obstacles.iter().copied().map(u32::from).collect(),
        blocked_by_pieces: target.pieces.iter().copied().map(words::piece).collect(),
    }
}

fn write_aimed(aimed: &Aimed) -> wire::LegalAbility {
    wire::LegalAbility {
        die: words::slot(aimed.slot),
        targets: words::characters(&aimed.targets),
    }
}

fn write_dodge(dodge: &Dodge) -> wire::LegalDodge {
    wire::LegalDodge {
        die: words::slot(dodge.slot),
        value: dodge.value.get().into(),
        as_value: dodge.as_value.get().into(),
    }
}

fn write_homecoming(place: &Homecoming) -> wire::Homecoming {
    let stretch = |(from, to): &(i32, i32)| wire::Stretch {
        min_y: *from,
        max_y: *to,
    };
    wire::Homecoming {
        character: words::character(place.character),
        x: place.x,
        free: place.free.iter().map(stretch).collect(),
    }
}

/// Legal actions from a server; `None` if they are invalid.
pub(super) fn read(legal: &wire::Legal) -> Option<Legal> {
    let Some(decision) = &legal.decision else {
        return Some(Legal::Nothing);
    };
    Some(match decision {
        Decision::PickCharacter(pick) => Legal::Pick {
            pool: words::read_characters(&pick.pool)?,
        },
        Decision::Deploy(deploying) => Legal::Deploy(Box::new(read_deploying(deploying)?)),
        Decision::Reroll(reroll) => Legal::Reroll {
            pool_size: reroll.pool_size.try_into().ok()?,
        },
        Decision::Allocate(allocation) => Legal::Allocate {
            pool: words::read_values(&allocation.pool)?,
            characters: words::read_characters(&allocation.characters)?,
        },
        Decision::Act(acting) => Legal::Act(Box::new(read_acting(acting)?)),
        Decision::ThrowAgain(throw) => Legal::ThrowAgain {
            character: words::read_character(throw.character)?,
            targets: words::all(&throw.targets, read_target)?,
        },
        Decision::MoveAgain(step) => Legal::MoveAgain {
            character: words::read_character(step.character)?,
            area: read_area(step.area.as_ref()?)?,
        },
        Decision::React(reactions) => Legal::React {
            dodges: words::all(&reactions.dodges, read_dodge)?,
            intercepts: words::read_slots(&reactions.intercepts)?,
        },
        Decision::ReturnCharacters(back) => Legal::Return {
            places: words::all(&back.places, read_homecoming)?,
            apart: back.apart,
        },
    })
}

fn read_deploying(deploying: &wire::LegalDeployment) -> Option<Deploying> {
    Some(Deploying {
        characters: words::read_characters(&deploying.characters)?,
        snowman: read_ground(deploying.snowman.as_ref()?)?,
        team: read_ground(deploying.team.as_ref()?)?,
        contact_least: deploying.contact_least,
        contact_most: deploying.contact_most,
        apart: deploying.apart,
    })
}

fn read_ground(ground: &wire::Ground) -> Option<Ground> {
    Some(Ground {
        low: words::read_point(ground.low.as_ref())?,
        high: words::read_point(ground.high.as_ref())?,
        forbidden: words::all(&ground.forbidden, read_shape)?,
    })
}

fn read_shape(shape: &wire::Forbidden) -> Option<Shape> {
    match shape.area.as_ref()? {
        wire::forbidden::Area::Disc(disc) => {
            let centre = words::read_point(disc.centre.as_ref())?;
            Some(Shape::Disc(Disc::new(centre, disc.radius?)))
        }
        wire::forbidden::Area::NearRectangle(rectangle) => Some(Shape::Rectangle {
            low: words::read_point(rectangle.low.as_ref())?,
            high: words::read_point(rectangle.high.as_ref())?,
            margin: rectangle.margin,
        }),
    }
}

fn read_area(area: &wire::Area) -> Option<Area> {
    Some(Area {
        origin: words::read_point(area.origin.as_ref())?,
        max_distance: area.max_distance,
        ground: read_ground(area.ground.as_ref()?)?,
    })
}

fn read_acting(acting: &wire::LegalActions) -> Option<Acting> {
    let double_throw = acting.double_throw.as_ref();
    Some(Acting {
        characters: words::all(&acting.characters, read_character)?,
        double_throw: whole(double_throw.map(|throw| words::all(&throw.targets, read_target)))?,
        force_rerolls: words::all(&acting.force_rerolls, read_aimed)?,
        swaps: words::all(&acting.swap_places, read_aimed)?,
        rushes: words::read_slots(&acting.rush_snowman)?,
    })
}

fn read_character(acting: &wire::CharacterActions) -> Option<CharacterActing> {
    Some(CharacterActing {
        character: words::read_character(acting.character)?,
        dice: words::all(&acting.dice, read_die)?,
        targets: words::all(&acting.targets, read_target)?,
        area: whole(acting.area.as_ref().map(read_area))?,
    })
}

fn read_die(die: &wire::DieActions) -> Option<DieActing> {
    let die_use = |die_use: &wire::ValueUse| {
        let action: FaceAction = words::read_face_action(die_use.action)?;
        Some(DieUse {
            as_value: words::die(die_use.as_value)?,
            action,
            times: words::read_times(die_use.times)?,
        })
    };
    Some(DieActing {
        slot: Slot::from_number(die.die)?,
        value: words::die(die.value)?,
        uses: words::all(&die.uses, die_use)?,
    })
}

fn read_target(target: &wire::Target) -> Option<Target> {
    let obstacles = words::all(&target.blocked_by_obstacles, |index| u8::try_from(*index).ok())?;
    let read = Target {
        piece: words::read_piece(target.piece)?,
        distance_squared: target.distance_squared,
        in_range: target.in_range,
        obstacles,
        pieces: words::all(&target.blocked_by_pieces, |piece| words::read_piece(*piece))?,
    };
    (read.line_clear() == target.line_clear).then_some(read)
}

fn read_aimed(aimed: &wire::LegalAbility) -> Option<Aimed> {
    Some(Aimed {
        slot: Slot::from_number(aimed.die)?,
        targets: words::read_characters(&aimed.targets)?,
    })
}

fn read_dodge(dodge: &wire::LegalDodge) -> Option<Dodge> {
    Some(Dodge {
        slot: Slot::from_number(dodge.die)?,
        value: words::die(dodge.value)?,
        as_value: words::die(dodge.as_value)?,
    })
}

fn read_homecoming(place: &wire::Homecoming) -> Option<Homecoming> {
    Some(Homecoming {
        character: words::read_character(place.character)?,
        x: place.x,
        free: place
            .free
            .iter()
            .map(|stretch| (stretch.min_y, stretch.max_y))
            .collect(),
    })
}
