//! A bot that looks one scoring ahead.
//!
//! It guesses the others' submissions and scores every submission of its own against that guess with the real rules. It
//! weighs its gain against the gain of others and the staleness that it keeps.

use tinsel_engine::{BySeat, Chance, SeatIndex, present::Present as _};

use super::rough_value;
use crate::{
    action::{Action, Passing, Selection, Swap, Three},
    components::{Distance, Hand, Held, Letter, List, Picture, Present, SEAT_COUNT, Staleness, Step},
    legal::{Legal, Victim},
    rules,
    score::{self, Scene},
    state::PresentsOfMine,
    view::View,
};

/// A sensible action that `legal` allows; `None` if it allows none.
///
/// `view` and `legal` must be of the same seat at the same moment. `chance` decides ties and guesses.
pub fn decide(view: &View, legal: &Legal, chance: &mut dyn Chance) -> Option<Action> {
    let planned = match legal {
        Legal::Nothing => return None,
        Legal::Select { from, .. } => select(from, chance),
        Legal::Pass { hand, targets, take } => {
            let [first, ..] = *targets;
            let list = view.list.map(|list| list.order);
            list.and_then(|list| {
                let seat = list.above(first, Distance::First);
                pass(&Outlook::new(view, list, seat, *hand), *take, chance)
            })
        }
        Legal::Steal { victims } => {
            let [first, ..] = *victims;
            let list = view.list.map(|list| list.order);
            list.and_then(|list| {
                let seat = list.below(first.seat, Distance::First);
                let own = view.seats.get(seat)?.hand?;
                steal(&Outlook::new(view, list, seat, own), victims, chance)
            })
        }
    };
    let legal_plan = planned.filter(|action| PresentsOfMine::allows(view, legal, action));
    legal_plan.or_else(|| PresentsOfMine::random(view, legal, chance))
}

/// The expected value of a letter before the match, in thirds of a point.
const fn promise(letter: Letter) -> u32 {
    match letter {
        Letter::B => 17,
        Letter::I => 15,
        Letter::A | Letter::F => 14,
        Letter::H | Letter::J => 13,
        Letter::C => 12,
        Letter::G | Letter::E => 11,
        Letter::D => 10,
        Letter::K | Letter::L | Letter::M | Letter::N => 0,
    }
}

/// The most promising letters, with some randomness so that bots do not all choose the same.
fn select(from: &[Letter], chance: &mut dyn Chance) -> Option<Action> {
    let mut rated: Vec<(u32, Letter)> = Vec::new();
    for letter in from {
        rated.push((promise(*letter).saturating_add(chance.number("bot", 5)), *letter));
    }
    rated.sort_unstable_by(|one, other| other.cmp(one));
    let best: Vec<Letter> = rated.into_iter().take(5).map(|(_, letter)| letter).collect();
    let letters = <[Letter; 5]>::try_from(best).ok()?;
    Some(Selection::new(letters)?.action())
}

/// A seat's expectation of the next scoring.
struct Outlook {
    step: Step,
    list: List,
    seat: SeatIndex,
    hand: Hand,
    /// The hands of the others, as far as they are known; the rest is a guess.
    pictures: BySeat<Picture>,
}

impl Outlook {
    fn new(view: &View, list: List, seat: SeatIndex, hand: Hand) -> Self {
        let guess = Hand::new([Letter::A, Letter::C, Letter::E, Letter::G, Letter::H, Letter::J].map(fresh));
        let hand_of = |other| view.seats.get(other).and_then(|seat| seat.hand).unwrap_or(guess);
        Self {
            step: view.step,
            list,
            seat,
            hand,
            pictures: BySeat::from_fn(SEAT_COUNT, |other| Picture::of_kept(&hand_of(other))),
        }
    }

    /// The presents that the three above are likely to pass here: those with the least value for them.
    fn likely_received(&self) -> [Held; 3] {
        Distance::ALL.map(|distance| {
            let picture = self.pictures.at(self.list.above(self.seat, distance));
            let mut presents = picture.presents().map(|held| held.present);
            presents.sort_by_key(|present| rough_value(*present));
            let [first, second, third, ..] = presents;
            Held::passed(*distance.of(&[first, second, third]), distance)
        })
    }

    /// The value of a scoring with `own` while others get the presents in `given`, in hundredths of a point.
    fn worth(&self, own: Picture, given: &[(SeatIndex, Held)]) -> i64 {
        let mut pictures = self.pictures.clone();
        *pictures.at_mut(self.seat) = own;
        for (seat, held) in given {
            let picture = pictures.at_mut(*seat);
            *picture = with(picture, *held);
        }
        let scores = score::scores(Scene {
            step: self.step,
            list: self.list,
            pictures: &pictures,
        });
        let others = scores.enumerate().filter(|(seat, _)| *seat != self.seat);
        let others = others
            .map(|(_, score)| score.gained().get())
            .fold(0, i64::saturating_add);
        let gained = scores.at(self.seat).raw().get().saturating_mul(100);
        let staleness = staleness_to_come(&own).saturating_mul(self.weight_of_staleness());
        gained
            .saturating_sub(others.saturating_mul(14))
            .saturating_sub(staleness)
    }

    /// The weight of staleness in the next round's hand, in hundredths of a point.
    const fn weight_of_staleness(&self) -> i64 {
        match self.step.number() {
            0..=3 => 45,
            4 => 25,
            5..=u8::MAX => 0,
        }
    }
}

/// The picture with `held` in the place of its least valuable present.
fn with(picture: &Picture, held: Held) -> Picture {
    let mut presents = *picture.presents();
    if let Some(worst) = presents.iter_mut().min_by_key(|held| rough_value(held.present)) {
        *worst = held;
    }
    Picture::new(presents)
}

fn staleness_to_come(own: &Picture) -> i64 {
    let hand = rules::aged(own);
    let each = hand.iter().map(|present| i64::from(present.staleness().get()));
    each.fold(0, i64::saturating_add)
}

const fn fresh(letter: Letter) -> Present {
    Present::new(letter, Staleness::FRESH)
}

/// First chooses the presents to pass, then their order.
fn pass(outlook: &Outlook, take: Option<[Letter; 2]>, chance: &mut dyn Chance) -> Option<Action> {
    let received = outlook.likely_received();
    let mut plans = Vec::new();
    for (passed, kept) in splits(&outlook.hand) {
        for swap in swaps(&kept, take) {
            let own = scored_with(kept, swap, received);
            plans.push((outlook.worth(own, &[]), (passed, swap, own)));
        }
    }
    let (passed, swap, own) = best(plans, chance)?;
    let orders = orders(passed).map(|presents| {
        let given = Distance::ALL.map(|distance| {
            let to = outlook.list.below(outlook.seat, distance);
            (to, Held::passed(*distance.of(&presents), distance))
        });
        (outlook.worth(own, &given), presents)
    });
    let presents = Three(best(orders.to_vec(), chance)?);
    Some(Passing { presents, swap }.action())
}

/// The scored hand: these kept presents, one of them swapped if `swap` is set, and the received ones.
fn scored_with(mut kept: [Present; 3], swap: Option<Swap>, [one, two, three]: [Held; 3]) -> Picture {
    if let Some(swap) = swap
        && let Some(gone) = kept.iter_mut().find(|present| **present == swap.discard)
    {
        *gone = fresh(swap.take);
    }
    let [first, second, third] = kept.map(Held::kept);
    Picture::new([first, second, third, one, two, three])
}

/// The replacements that are possible with these kept presents.
fn swaps(kept: &[Present; 3], take: Option<[Letter; 2]>) -> Vec<Option<Swap>> {
    let Some(take) = take else { return vec![None] };
    let pairs = kept.iter().flat_map(|discard| take.map(|take| (*discard, take)));
    pairs.map(|(discard, take)| Some(Swap { discard, take })).collect()
}

/// Every division of a hand into three presents to pass and three to keep.
fn splits(hand: &Hand) -> Vec<([Present; 3], [Present; 3])> {
    let mut splits = Vec::new();
    for chosen in 0u8..64 {
        let marked = hand
            .iter()
            .enumerate()
            .map(|(index, present)| (chosen >> index & 1 == 1, present));
        let (passed, kept): (Vec<_>, Vec<_>) = marked.partition(|(chosen, _)| *chosen);
        splits.extend(three(&passed).zip(three(&kept)));
    }
    splits
}

fn three(marked: &[(bool, Present)]) -> Option<[Present; 3]> {
    let [one, two, three] = <[(bool, Present); 3]>::try_from(marked).ok()?;
    Some([one.1, two.1, three.1])
}

const fn orders([a, b, c]: [Present; 3]) -> [[Present; 3]; 6] {
    [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]]
}

/// The thefts that score best together with the presents that the three below are likely to leave here.
fn steal(outlook: &Outlook, victims: &[Victim; 3], chance: &mut dyn Chance) -> Option<Action> {
    let mut own = *outlook.hand.presents();
    own.sort_by_key(|present| rough_value(*present));
    let [one, two, three, ..] = own;
    let [near, middle, far] = victims;
    let mut plans = Vec::new();
    for first in near.hand.iter() {
        for second in middle.hand.iter() {
            for third in far.hand.iter() {
                let wanted = Three([first, second, third]);
                let stolen = Distance::ALL.map(|distance| Held::passed(wanted.over(distance), distance));
                let own = scored_with([one, two, three], None, stolen);
                plans.push((outlook.worth(own, &[]), wanted));
            }
        }
    }
    Some(best(plans, chance)?.steal())
}

/// The plan with the highest value; a random one of several.
fn best<T: Copy>(plans: Vec<(i64, T)>, chance: &mut dyn Chance) -> Option<T> {
    let most = plans.iter().map(|(worth, _)| *worth).max()?;
    let best: Vec<T> = plans
        .into_iter()
        .filter(|(worth, _)| *worth == most)
        .map(|(_, plan)| plan)
        .collect();
    chance.pick("bot", &best).copied()
}
