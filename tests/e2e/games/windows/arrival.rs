//! The played card and the rest of the match do not depend on the order in which answers arrive.

use std::sync::Arc;

use tinsel_catalog::{Action, AnyMatch, GameId};
use tinsel_engine::{SeatIndex, SeatSet, Seed, Viewer};
use tinsel_harness::{TestMatch, World, configured, entropy, put_game, stored_bytes};
use tinsel_proto::v1::{GameAction, MatchState};
use tinsel_store::Memory;

use super::*;

/// Number of positions in which all orders are tried.
const POSITIONS: u64 = 12;
/// Number of seats.
const SEATS: u32 = 5;

/// A window that several seats answer with a card.
struct Contested {
    game: Arc<dyn AnyMatch>,
    answers: Vec<(usize, GameAction)>,
    /// The seat of the played card: the first one clockwise, from the left of the seat that had the turn.
    first: u32,
}

/// A position from random play, which `number` varies, with its answers; `None` if the match ended before.
fn contested(number: u64) -> Option<Contested> {
    let options = configured(&asking(SEATS, holly())).options;
    let seed = Seed::new(entropy(number, 0, 0));
    let mut game = GameId::SecretSanta.game().start(&options, seed).unwrap().after;
    // Some positions are near the start of a match, some near the end, when most cards are used.
    let earliest = (number * 11) % 90;
    for step in 1.. {
        let seat = game.owing().iter().next()?;
        let view = shown(&game.view(Viewer::Spectator, SeatSet::EMPTY));
        if view.phase() == santa::Phase::Holly {
            let found = (step >= earliest).then(|| window(&game, &view, number)).flatten();
            if found.is_some() {
                return found;
            }
        }
        let action = match holly_card(&legal_of(&game, seat)) {
            // No cards are played until the position is found.
            Some(_) => Action::read(declining(santa::DeclineScope::Window)).unwrap(),
            None => game.random(seat, entropy(number, step, seat.get().into()))?,
        };
        game = game.act(seat, &action, SeatSet::EMPTY).unwrap().after;
    }
    None
}

fn legal_of(game: &Arc<dyn AnyMatch>, seat: SeatIndex) -> santa::Legal {
    allowed(game.legal(Viewer::Seat(seat)))
}

/// The open window with all answers, if at least three seats are asked and several of them hold a card.
fn window(game: &Arc<dyn AnyMatch>, view: &santa::View, number: u64) -> Option<Contested> {
    let asked = game.owing().iter();
    let cards: Vec<_> = asked
        .map(|seat| (u32::from(seat.get()), holly_card(&legal_of(game, seat))))
        .collect();
    if cards.len() < 3 {
        return None;
    }
    let holds = |seat: u32| cards.iter().any(|(other, card)| *other == seat && card.is_some());
    let mut holders = clockwise(view, view.turn_seat?).into_iter().filter(|seat| holds(*seat));
    let (first, _) = (holders.next()?, holders.next()?);
    let scopes = [
        santa::DeclineScope::Window,
        santa::DeclineScope::Round,
        santa::DeclineScope::Deal,
    ];
    let scope = scopes[usize::try_from(number % 3).unwrap()];
    let answers = cards.into_iter().map(|(seat, card)| {
        let answer = card.map_or_else(|| declining(scope), acting);
        (usize::try_from(seat).unwrap(), answer)
    });
    Some(Contested {
        game: Arc::clone(game),
        answers: answers.collect(),
        first,
    })
}

/// All orders of this number of answers.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let Some(last) = count.checked_sub(1) else {
        return vec![Vec::new()];
    };
    let shorter = orders(last).into_iter();
    let longer = shorter.flat_map(|order| {
        (0..count).map(move |at| {
            let mut order = order.clone();
            order.insert(at, last);
            order
        })
    });
    longer.collect()
}

/// Two replicas on one store, and a match for the positions.
struct Pair {
    store: Memory,
    worlds: [World; 2],
    table: TestMatch,
}

/// The result of a window: the stored match, and the states of all viewers.
#[derive(Debug, PartialEq)]
struct Came {
    stored: Option<Vec<u8>>,
    seen: Vec<MatchState>,
}

impl Pair {
    async fn new() -> Self {
        let store = Memory::default();
        let worlds = [World::new(store.clone(), 5).await, World::new(store.clone(), 6).await];
        let table = TestMatch::of_players(&[worlds[0].api(), worlds[1].api()], &asking(SEATS, holly())).await;
        Self { store, worlds, table }
    }

    /// Submits the answers in this order, alternating between the replicas and starting with replica `begin`.
    async fn answered(&self, contested: &Contested, order: &[usize], begin: usize) -> Came {
        put_game(&self.store, &self.table.match_id, &contested.game).await;
        let mut last = 0;
        for (at, index) in order.iter().enumerate() {
            let (seat, action) = contested.answers[*index].clone();
            let api = self.worlds[(begin + at) % 2].api();
            last = self.table.submit_accepted(api, seat, action).await.revision;
        }
        let api = self.worlds[begin % 2].api();
        let by = played(api, &self.table, last).await;
        assert_eq!(by, Some(contested.first), "in the order {order:?}");
        let viewers = self.table.viewers();
        let seen = join_all(viewers.into_iter().map(async |token| {
            let mut state = self.table.state(api, token).await;
            // The number of revisions depends on the order.
            state.r#match.as_mut().unwrap().revision = 0;
            state
        }));
        Came {
            seen: seen.await,
            stored: stored_bytes(&self.store, &self.table.match_id).await,
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_orders_of_arrival_on_two_replicas_have_the_same_result() {
    let pair = Pair::new().await;
    let (mut tried, mut firsts) = (0, std::collections::BTreeSet::new());
    let positions = (0..).filter_map(contested).take(usize::try_from(POSITIONS).unwrap());
    for (number, contested) in positions.enumerate() {
        let mut before: Option<Came> = None;
        for (begin, order) in orders(contested.answers.len()).iter().enumerate() {
            let came = pair.answered(&contested, order, begin).await;
            if let Some(before) = &before {
                assert_eq!(came, *before, "position {number} in the order {order:?}");
            }
            before = Some(came);
            tried += 1;
        }
        firsts.insert(contested.first);
    }
    eprintln!("{tried} orders in {POSITIONS} positions, won by {firsts:?}");
    assert!(tried >= 6 * POSITIONS && firsts.len() > 2, "{tried} orders, {firsts:?}");
}
