//! The result of a game: its windows beside those of the floor.

use tinsel_catalog::GameId;

use crate::window::{Kind, Measured};

/// The share of Tinsel's closed rate that open windows offer to both sides, so that latencies are compared below
/// saturation.
const OPEN_SHARE: f64 = 0.6;

/// All windows of one kind, of Tinsel and of the floor.
pub struct Pair {
    pub tinsel: Measured,
    pub floor: Measured,
}

/// All windows of a game.
pub struct Contest {
    /// Closed windows.
    pub closed: Pair,
    /// Open windows.
    pub open: Pair,
    /// Closed windows of a server that logs for people, `--log-format human`.
    pub human: Pair,
}

impl Pair {
    pub fn none() -> Self {
        Self {
            tinsel: Measured::none(),
            floor: Measured::none(),
        }
    }

    fn print(&self, title: &str) {
        println!("\n{title:<40}{:>9}  {:>9}", "tinsel", "floor");
        let row = |name: &str, value: fn(&Measured) -> f64, digits: usize| {
            let (tinsel, floor) = (value(&self.tinsel), value(&self.floor));
            println!("  {name:<38}{tinsel:>9.digits$}  {floor:>9.digits$}");
        };
        row("calls per second", Measured::per_second, 0);
        row("server CPU per call, µs", Measured::server_us, 1);
        row("Redis CPU per call, µs", Measured::redis_us, 1);
        row("p50 ms", |measured| measured.quantile_ms(0.5), 2);
        row("p99 ms", |measured| measured.quantile_ms(0.99), 2);
    }
}

impl Contest {
    pub fn none() -> Self {
        Self {
            closed: Pair::none(),
            open: Pair::none(),
            human: Pair::none(),
        }
    }

    /// The rate of open windows, of both sides.
    pub fn open_rate(&self) -> f64 {
        self.closed.tinsel.per_second() * OPEN_SHARE
    }

    pub fn print(&self, game: GameId) {
        self.closed.print(&format!("{game}: closed, 64 callers"));
        self.open
            .print(&format!("{game}: open, {:.0} calls per second", self.open_rate()));
        self.human.print(&format!("{game}: closed, --log-format human"));
        let Pair { tinsel, floor } = &self.closed;
        println!(
            "bench {game} actions_per_s={:.0} floor_per_s={:.0} ratio={:.2} p99_ratio={:.2} server_us={:.1} \
             floor_server_us={:.1} redis_us={:.1} floor_redis_us={:.1} human_server_us={:.1}",
            tinsel.per_second(),
            floor.per_second(),
            tinsel.per_second() / floor.per_second(),
            self.open.tinsel.quantile_ms(0.99) / self.open.floor.quantile_ms(0.99),
            tinsel.server_us(),
            floor.server_us(),
            tinsel.redis_us(),
            floor.redis_us(),
            self.human.tinsel.server_us(),
        );
    }
}

/// One window of both sides, while the benchmark runs.
pub fn line(kind: Kind, size: usize, tinsel: &Measured, floor: &Measured) -> String {
    let kind = match kind {
        Kind::Closed => "closed",
        Kind::Open(_) => "open",
    };
    let side = |of: &Measured| {
        format!(
            "{:>6.0}/s p99 {:>6.2} ms {:>5.1} µs",
            of.per_second(),
            of.quantile_ms(0.99),
            of.server_us()
        )
    };
    format!(
        "{kind:6} record {size:>5} B   tinsel {}   floor {}",
        side(tinsel),
        side(floor)
    )
}
