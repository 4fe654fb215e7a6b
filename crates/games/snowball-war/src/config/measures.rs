//! The lengths, whose options are checked together.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use tinsel_engine::{ConfigError, Reason, SeatIndex, Wire, options::NumberOption, present::Text};

use super::{
    CHARACTER_RADIUS_OUT_OF_RANGE, CONTACT_GAP_OUT_OF_RANGE, Draft, FIELD_BREADTH_OUT_OF_RANGE,
    FIELD_BREADTH_TOO_SMALL, FIELD_DEPTH_OUT_OF_RANGE, FIELD_DEPTH_TOO_SMALL, MOVE_DISTANCE_OUT_OF_RANGE,
    SNOWBALL_DISTANCE_OUT_OF_RANGE, SNOWMAN_RADIUS_OUT_OF_RANGE, SNOWMAN_RADIUS_TOO_SMALL,
};
use crate::components::FIRST;

const fn length(
    (name, meaning): (&'static str, &'static str),
    (range, default): (RangeInclusive<u32>, u32),
    reason: Reason,
    title: Text,
    also: &'static str,
) -> NumberOption {
    NumberOption {
        name,
        meaning,
        range,
        also,
        default,
        means: "",
        unit: "mm",
        title,
        help: None,
        reason,
    }
}

pub(super) static FIELD_DEPTH: NumberOption = length(
    ("field_depth", "the distance between the home edges, in mm"),
    (200..=2000, 500),
    FIELD_DEPTH_OUT_OF_RANGE,
    Text::new("option_depth", "Distance between the two home edges"),
    "; at least move_distance + 3 snowman_radius + 4 character_radius + contact_gap, and at least 4 (snowman_radius + character_radius) + 60",
);

pub(super) static FIELD_BREADTH: NumberOption = length(
    ("field_breadth", "the length of the home edges, in mm"),
    (200..=2000, 300),
    FIELD_BREADTH_OUT_OF_RANGE,
    Text::new("option_breadth", "Length of the home edges"),
    "; at least 24 character_radius + 2 snowman_radius - 6",
);

pub(super) static MOVE_DISTANCE: NumberOption = length(
    ("move_distance", "the maximum distance of a move, in mm"),
    (40..=400, 88),
    MOVE_DISTANCE_OUT_OF_RANGE,
    Text::new("option_move", "Distance of a move"),
    "",
);

pub(super) static SNOWBALL_DISTANCE: NumberOption = length(
    ("snowball_distance", "the maximum distance of a throw, in mm"),
    (40..=2000, 148),
    SNOWBALL_DISTANCE_OUT_OF_RANGE,
    Text::new("option_snowball", "Distance of a throw"),
    "",
);

pub(super) static CHARACTER_RADIUS: NumberOption = length(
    ("character_radius", "the radius of a character's base, in mm"),
    (5..=20, 10),
    CHARACTER_RADIUS_OUT_OF_RANGE,
    Text::new("option_character", "Radius of a character's base"),
    "",
);

pub(super) static SNOWMAN_RADIUS: NumberOption = length(
    ("snowman_radius", "the radius of a snowman's base, in mm"),
    (5..=40, 15),
    SNOWMAN_RADIUS_OUT_OF_RANGE,
    Text::new("option_snowman", "Radius of a snowman's base"),
    ", and at least character_radius",
);

pub(super) static CONTACT_GAP: NumberOption = length(
    (
        "contact_gap",
        "the maximum distance between the bases of a snowman and its characters at deployment, in mm",
    ),
    (0..=5, 1),
    CONTACT_GAP_OUT_OF_RANGE,
    Text::new(
        "option_gap",
        "Maximum gap between a character and its snowman at the deployment",
    ),
    "",
);

/// The lengths of a match, all in mm.
// SW-R1, SW-R2, SW-R3, SW-R5, SW-R6, SW-R68
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
#[wire(as = Field)]
pub struct Measures {
    /// The distance between the home edges: `W`.
    pub field_depth: i32,
    /// The length of the home edges: `H`.
    pub field_breadth: i32,
    /// Maximum distance of a move: `M`.
    pub move_distance: i32,
    /// Maximum distance of a throw: `S`.
    pub snowball_distance: i32,
    /// The radius of a character's base: `rc`.
    pub character_radius: i32,
    /// The radius of a snowman's base: `rs`.
    pub snowman_radius: i32,
    /// Maximum gap between the bases of a character and its snowman at the deployment: `gap`.
    pub contact_gap: i32,
}

impl Default for Measures {
    fn default() -> Self {
        Self {
            field_depth: FIELD_DEPTH.usual(),
            field_breadth: FIELD_BREADTH.usual(),
            move_distance: MOVE_DISTANCE.usual(),
            snowball_distance: SNOWBALL_DISTANCE.usual(),
            character_radius: CHARACTER_RADIUS.usual(),
            snowman_radius: SNOWMAN_RADIUS.usual(),
            contact_gap: CONTACT_GAP.usual(),
        }
    }
}

impl Measures {
    /// Minimum distance of a character in contact with its snowman: rs + rc.
    #[must_use]
    pub const fn contact(&self) -> i32 {
        self.snowman_radius.saturating_add(self.character_radius)
    }

    /// Maximum distance at the deployment: rs + rc + gap.
    #[must_use]
    pub const fn contact_most(&self) -> i32 {
        self.contact().saturating_add(self.contact_gap)
    }

    /// The depth of a home strip, which no obstacle enters: Z = 2·(rs + rc).
    #[must_use]
    pub const fn strip(&self) -> i32 {
        self.contact().saturating_mul(2)
    }

    /// Minimum distance of two characters: 2·rc.
    #[must_use]
    pub const fn apart(&self) -> i32 {
        self.character_radius.saturating_mul(2)
    }

    /// The x of characters that touch a seat's home edge from inside.
    // SW-73, SW-R61
    pub(crate) fn home_line(&self, seat: SeatIndex) -> i32 {
        if seat == FIRST {
            self.character_radius
        } else {
            self.field_depth.saturating_sub(self.character_radius)
        }
    }
}

pub(super) fn check(draft: &Draft) -> Result<Measures, ConfigError> {
    let measures = Measures {
        field_depth: FIELD_DEPTH.check(draft.field_depth)?,
        field_breadth: FIELD_BREADTH.check(draft.field_breadth)?,
        move_distance: MOVE_DISTANCE.check(draft.move_distance)?,
        snowball_distance: SNOWBALL_DISTANCE.check(draft.snowball_distance)?,
        character_radius: CHARACTER_RADIUS.check(draft.character_radius)?,
        snowman_radius: SNOWMAN_RADIUS.check(draft.snowman_radius)?,
        contact_gap: CONTACT_GAP.usual(),
    };
    if measures.snowman_radius < measures.character_radius {
        let sentence = "snowman_radius must not be below character_radius.";
        return Err(SNOWMAN_RADIUS_TOO_SMALL.error("snowman_radius", sentence));
    }
    let contact_gap = CONTACT_GAP.check(draft.contact_gap)?;
    Ok(Measures {
        contact_gap,
        ..measures
    })
}

/// Checks the lengths together, so that every piece can always be deployed and brought back.
// SW-R9, SW-R10
pub(super) fn check_together(measures: &Measures) -> Result<(), ConfigError> {
    let Measures {
        field_depth,
        field_breadth,
        move_distance,
        character_radius: rc,
        snowman_radius: rs,
        contact_gap,
        snowball_distance: _,
    } = *measures;
    let deployments = move_distance
        .saturating_add(rs.saturating_mul(3))
        .saturating_add(rc.saturating_mul(4))
        .saturating_add(contact_gap);
    if field_depth < deployments {
        return Err(FIELD_DEPTH_TOO_SMALL.error("field_depth", "field_depth is too small for two deployments."));
    }
    if field_depth < measures.strip().saturating_mul(2).saturating_add(60) {
        return Err(FIELD_DEPTH_TOO_SMALL.error("field_depth", "field_depth is too small for obstacles."));
    }
    let returning = rc
        .saturating_mul(24)
        .saturating_add(rs.saturating_mul(2))
        .saturating_sub(6);
    if field_breadth < returning {
        return Err(
            FIELD_BREADTH_TOO_SMALL.error("field_breadth", "field_breadth is too small for returning characters.")
        );
    }
    Ok(())
}
