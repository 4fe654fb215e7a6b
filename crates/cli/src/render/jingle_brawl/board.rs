//! What was told of gifts and chips so far: events name gifts by number, and people by what is in them.

use std::collections::BTreeMap;

use tinsel_proto::games::jingle_brawl::v1::{
    ChipsMoved, Event, GiftMoved, Purse, View, event::Event as Kind, gift::Place, purse, spot,
};

use super::{Names, Table, words};

/// Gifts and chips as they are after what was told.
#[derive(Debug, Clone, Default)]
pub(in crate::render) struct Board {
    /// By number, once opened.
    names: BTreeMap<u32, String>,
    /// Their Naughty Levels, by which they cost.
    naughty: BTreeMap<u32, u32>,
    /// Who holds a gift, by its number.
    holders: BTreeMap<u32, u32>,
    chips: BTreeMap<u32, i64>,
}

impl Board {
    /// Notes what an event tells.
    pub(in crate::render) fn note(&mut self, event: &Event) {
        match &event.event {
            Some(Kind::MatchStarted(started)) => {
                let chips = started.options.as_ref().map_or(0, |options| options.starting_chips);
                self.chips = (0..started.seats).map(|seat| (seat, i64::from(chips))).collect();
            }
            Some(Kind::GiftOpened(opened)) => {
                self.names.insert(opened.gift, opened.name.clone());
                self.naughty.insert(opened.gift, 0);
                self.holders.insert(opened.gift, opened.seat);
            }
            Some(Kind::NaughtyRaised(raised)) => {
                self.naughty.insert(raised.gift, raised.naughty_level);
            }
            Some(Kind::GiftMoved(moved)) => self.note_gift(moved),
            Some(Kind::ChipsMoved(moved)) => self.note_chips(moved),
            Some(_) | None => {}
        }
    }

    fn note_gift(&mut self, moved: &GiftMoved) {
        let to = moved.to_spot.as_ref().and_then(|to| to.spot.as_ref());
        if let Some(spot::Spot::Seat(seat)) = to {
            self.holders.insert(moved.gift, *seat);
        } else {
            self.holders.remove(&moved.gift);
        }
    }

    fn note_chips(&mut self, moved: &ChipsMoved) {
        for (purse, sign) in [(&moved.from_purse, -1), (&moved.to_purse, 1)] {
            if let Some(Purse {
                purse: Some(purse::Purse::Seat(seat)),
            }) = purse
                && let Some(chips) = self.chips.get_mut(seat)
            {
                *chips += sign * i64::from(moved.amount);
            }
        }
    }

    /// Notes what a view shows.
    pub(in crate::render) fn note_view(&mut self, view: &View) {
        *self = Self::default();
        for gift in &view.gifts {
            if let Some(name) = &gift.name {
                self.names.insert(gift.gift, name.clone());
            }
            if let Some(naughty) = gift.naughty_level {
                self.naughty.insert(gift.gift, naughty);
            }
            if let Some(Place::HolderSeat(seat)) = gift.place {
                self.holders.insert(gift.gift, seat);
            }
        }
        self.chips = (0..).zip(view.chips.iter().map(|chips| i64::from(*chips))).collect();
    }

    /// What a gift is called: by what is in it, once that is known.
    pub(super) fn gift(&self, gift: u32) -> String {
        let name = self.names.get(&gift);
        name.map_or_else(|| format!("gift {gift}"), |name| format!("“{name}”"))
    }

    /// Several gifts, each with its number, by which it is asked for, and its Naughty Level, by which it costs.
    pub(super) fn gifts(&self, gifts: &[u32]) -> String {
        if gifts.is_empty() {
            return "none".to_owned();
        }
        let gift = |gift: &u32| {
            let name = self
                .names
                .get(gift)
                .map_or_else(String::new, |name| format!(" “{name}”"));
            let naughty = self
                .naughty
                .get(gift)
                .map_or_else(String::new, |level| format!(" N{level}"));
            format!("{gift}{name}{naughty}")
        };
        let gifts: Vec<_> = gifts.iter().map(gift).collect();
        gifts.join(", ")
    }

    /// What everybody has, one seat a line.
    pub(super) fn table(&self, names: &Names) -> String {
        let mut table = Table::new("rlrl");
        for (seat, chips) in &self.chips {
            let held = self.holders.iter().filter(|(_, holder)| *holder == seat);
            let held: Vec<u32> = held.map(|(gift, _)| *gift).collect();
            let gifts = if held.is_empty() {
                "–".to_owned()
            } else {
                self.gifts(&held)
            };
            table.row([seat.to_string(), names.of(*seat), words::chips(*chips), gifts]);
        }
        table.text(4)
    }
}
