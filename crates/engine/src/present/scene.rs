//! The layout of a whole match for one viewer.

use super::{Id, Shape, Text};
use crate::SeatIndex;

/// Everything that one viewer sees, as zones of items and as meters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Scene {
    /// The phase or round.
    pub title: Text,
    /// What happens now, in one sentence.
    pub status: Text,
    /// The zones, in reading order.
    pub zones: Vec<Zone>,
    /// The numbers that belong to no item, such as points.
    pub meters: Vec<Meter>,
}

/// A group of items: a hand, a pile, a field, a table of results.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Zone {
    /// Its ID, unique in the scene.
    pub id: Id,
    /// Its heading.
    pub title: Text,
    /// The seat that it belongs to, if any.
    pub owner: Option<SeatIndex>,
    /// How the items are laid out.
    pub arrangement: Arrangement,
    /// The items, in order.
    pub items: Vec<Item>,
}

/// The layout of the items of a zone.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Arrangement {
    /// Beside each other, in order.
    Row,
    /// On top of each other; the first item is at the bottom.
    Stack,
    /// In rows of equal importance, without an order.
    Grid,
    /// One below the other, each with its marks: also for facts and results.
    List,
    /// At places on a field.
    Field(Field),
}

/// A field to scale. `x` grows to the right and `y` grows upwards.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Field {
    /// Its extent along x, in units.
    pub width: i32,
    /// Its extent along y, in units.
    pub height: i32,
    /// The unit of all lengths, such as `mm`.
    pub unit: &'static str,
    /// The areas with a name, such as a home edge.
    pub areas: Vec<NamedArea>,
}

/// A part of a field with a name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NamedArea {
    /// Its ID, unique in the scene.
    pub id: Id,
    /// Its name.
    pub title: Text,
    /// Its extent.
    pub shape: Shape,
}

/// A thing in a zone. It keeps its ID from scene to scene, so that a client can show how it moves.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Item {
    /// Its ID, unique in the scene.
    pub id: Id,
    /// The component that it is a copy of, if any. Required unless there is a title.
    pub component: Option<Id>,
    /// Its own title; `None` for the title of the component.
    pub title: Option<Text>,
    /// How many equal things this is: 1 or more.
    pub count: u32,
    /// Whether the viewer sees only its back.
    pub face_down: bool,
    /// Facts about it, such as "tapped" or "stale by 2".
    pub marks: Vec<Text>,
    /// The seat that it belongs to or stands for, if any.
    pub seat: Option<SeatIndex>,
    /// Its place on the field of its zone; `None` elsewhere.
    pub place: Option<Shape>,
}

/// A number with a name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Meter {
    /// Its ID, unique in the scene.
    pub id: Id,
    /// Its name, such as "points".
    pub title: Text,
    /// The seat that it belongs to, if any.
    pub seat: Option<SeatIndex>,
    /// Its value.
    pub value: i64,
    /// Its maximum, if there is one.
    pub max: Option<i64>,
    /// The unit, in the plural, such as `garnets`. Empty if the title names it.
    pub unit: &'static str,
}

impl Zone {
    /// An empty zone that belongs to no seat.
    #[must_use]
    pub fn new(id: impl Into<Id>, title: Text, arrangement: Arrangement) -> Self {
        Self {
            id: id.into(),
            title,
            owner: None,
            arrangement,
            items: Vec::new(),
        }
    }

    /// The zone as one of this seat.
    #[must_use]
    pub fn of(mut self, seat: SeatIndex) -> Self {
        self.owner = Some(seat);
        self
    }

    /// The zone with these items at its end.
    #[must_use]
    pub fn with(mut self, items: impl IntoIterator<Item = Item>) -> Self {
        self.items.extend(items);
        self
    }
}

impl Item {
    /// A copy of the component with this ID.
    #[must_use]
    pub fn of(id: impl Into<Id>, component: impl Into<Id>) -> Self {
        Self {
            component: Some(component.into()),
            ..Self::empty(id.into())
        }
    }

    /// A thing that is no copy of a component.
    #[must_use]
    pub fn titled(id: impl Into<Id>, title: Text) -> Self {
        Self {
            title: Some(title),
            ..Self::empty(id.into())
        }
    }

    const fn empty(id: Id) -> Self {
        Self {
            id,
            component: None,
            title: None,
            count: 1,
            face_down: false,
            marks: Vec::new(),
            seat: None,
            place: None,
        }
    }

    /// The item with a title of its own.
    #[must_use]
    pub fn title(mut self, title: Text) -> Self {
        self.title = Some(title);
        self
    }

    /// The item as this number of equal things.
    #[must_use]
    pub const fn count(mut self, count: u32) -> Self {
        self.count = count;
        self
    }

    /// The item, face down.
    #[must_use]
    pub const fn face_down(mut self) -> Self {
        self.face_down = true;
        self
    }

    /// The item with one more fact.
    #[must_use]
    pub fn mark(mut self, mark: Text) -> Self {
        self.marks.push(mark);
        self
    }

    /// The item with one more fact, if there is one.
    #[must_use]
    pub fn mark_if(mut self, mark: Option<Text>) -> Self {
        self.marks.extend(mark);
        self
    }

    /// The item as one of this seat.
    #[must_use]
    pub const fn seat(mut self, seat: SeatIndex) -> Self {
        self.seat = Some(seat);
        self
    }

    /// The item at this place of the field.
    #[must_use]
    pub const fn at(mut self, place: Shape) -> Self {
        self.place = Some(place);
        self
    }
}

impl Meter {
    /// A number that belongs to no seat and has no maximum.
    #[must_use]
    pub fn new(id: impl Into<Id>, title: Text, value: impl Into<i64>) -> Self {
        Self {
            id: id.into(),
            title,
            seat: None,
            value: value.into(),
            max: None,
            unit: "",
        }
    }

    /// The number as one of this seat.
    #[must_use]
    pub const fn of(mut self, seat: SeatIndex) -> Self {
        self.seat = Some(seat);
        self
    }

    /// The number with a maximum.
    #[must_use]
    pub fn max(mut self, max: impl Into<i64>) -> Self {
        self.max = Some(max.into());
        self
    }

    /// The number with a unit, in the plural.
    #[must_use]
    pub const fn unit(mut self, unit: &'static str) -> Self {
        self.unit = unit;
        self
    }
}

impl Scene {
    /// Every text of the scene.
    pub fn texts(&self) -> impl Iterator<Item = &Text> {
        let items = self.zones.iter().flat_map(|zone| &zone.items);
        let of_items = items.flat_map(|item| item.title.iter().chain(&item.marks));
        let areas = self.zones.iter().flat_map(|zone| match &zone.arrangement {
            Arrangement::Field(field) => field.areas.as_slice(),
            Arrangement::Row | Arrangement::Stack | Arrangement::Grid | Arrangement::List => &[],
        });
        [&self.title, &self.status]
            .into_iter()
            .chain(self.zones.iter().map(|zone| &zone.title))
            .chain(of_items)
            .chain(areas.map(|area| &area.title))
            .chain(self.meters.iter().map(|meter| &meter.title))
    }
}
