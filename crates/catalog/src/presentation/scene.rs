//! Components and scenes as messages.

use tinsel_engine::{
    SeatIndex,
    present::{Arrangement, Bordered, Component, Field, Id, Item, Meter, NamedArea, Point, Region, Scene, Shape, Zone},
};
use tinsel_proto::v1::{self, shape};

use super::Writer;

/// A component of a game.
#[must_use]
pub fn component(component: &Component) -> v1::Component {
    v1::Component {
        component_id: component.id.to_string(),
        kind: component.kind.to_owned(),
        title: component.title.to_string(),
        text: component.text.to_string(),
        symbol: component.symbol.to_string(),
        art: component.art.unwrap_or_default().to_owned(),
    }
}

impl Writer<'_> {
    /// A scene.
    #[must_use]
    pub fn scene(&self, scene: &Scene) -> v1::Scene {
        v1::Scene {
            title: Some(self.text(&scene.title)),
            status: Some(self.text(&scene.status)),
            zones: scene.zones.iter().map(|of| zone(self, of)).collect(),
            meters: scene.meters.iter().map(|of| meter(self, of)).collect(),
        }
    }
}

fn zone(to: &Writer<'_>, zone: &Zone) -> v1::Zone {
    let (arrangement, field) = match &zone.arrangement {
        Arrangement::Row => (v1::Arrangement::Row, None),
        Arrangement::Stack => (v1::Arrangement::Stack, None),
        Arrangement::Grid => (v1::Arrangement::Grid, None),
        Arrangement::List => (v1::Arrangement::List, None),
        Arrangement::Field(of) => (v1::Arrangement::Field, Some(field(to, of))),
    };
    v1::Zone {
        zone_id: zone.id.to_string(),
        title: Some(to.text(&zone.title)),
        seat: zone.owner.map(number),
        arrangement: arrangement.into(),
        items: zone.items.iter().map(|of| item(to, of)).collect(),
        field,
    }
}

fn item(to: &Writer<'_>, item: &Item) -> v1::Item {
    v1::Item {
        item_id: item.id.to_string(),
        component: id(item.component.as_ref()),
        title: to.text_if(item.title.as_ref()),
        count: item.count,
        face_down: item.face_down,
        marks: item.marks.iter().map(|mark| to.text(mark)).collect(),
        seat: item.seat.map(number),
        place: item.place.map(shape),
    }
}

fn meter(to: &Writer<'_>, meter: &Meter) -> v1::Meter {
    v1::Meter {
        meter_id: meter.id.to_string(),
        title: Some(to.text(&meter.title)),
        seat: meter.seat.map(number),
        value: meter.value,
        max: meter.max,
        unit: meter.unit.to_owned(),
    }
}

fn field(to: &Writer<'_>, field: &Field) -> v1::Field {
    let area = |area: &NamedArea| v1::NamedArea {
        area_id: area.id.to_string(),
        title: Some(to.text(&area.title)),
        shape: Some(shape(area.shape)),
    };
    v1::Field {
        width: field.width,
        height: field.height,
        unit: field.unit.to_owned(),
        areas: field.areas.iter().map(area).collect(),
    }
}

pub(super) fn region(region: &Region) -> v1::Region {
    let all = |shapes: &[Bordered]| {
        let one = |bordered: &Bordered| v1::BorderedShape {
            shape: Some(shape(bordered.shape)),
            edge: bordered.edge,
        };
        shapes.iter().map(one).collect()
    };
    v1::Region {
        inside: all(&region.inside),
        outside: all(&region.outside),
    }
}

fn shape(shape: Shape) -> v1::Shape {
    let shape = match shape {
        Shape::Circle { centre, radius } => shape::Shape::Circle(v1::Circle {
            centre: Some(point(centre)),
            radius,
        }),
        Shape::Rectangle { low, high, margin } => shape::Shape::Rectangle(v1::Rectangle {
            low: Some(point(low)),
            high: Some(point(high)),
            margin,
        }),
    };
    v1::Shape { shape: Some(shape) }
}

pub(super) const fn point(Point { x, y }: Point) -> v1::FieldPoint {
    v1::FieldPoint { x, y }
}

pub(super) fn number(seat: SeatIndex) -> u32 {
    seat.get().into()
}

/// An ID, or the empty text for none.
pub(super) fn id(id: Option<&Id>) -> String {
    id.map(ToString::to_string).unwrap_or_default()
}
