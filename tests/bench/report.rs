//! The result of a game: its windows beside those of the floors.

use tinsel_catalog::GameId;

use crate::{
    floor::Sizes,
    window::{Kind, Measured},
};

/// The share of Tinsel's closed rate that open windows offer to all sides, so that latencies are compared below
/// saturation.
const OPEN_SHARE: f64 = 0.6;

/// All windows of one kind, of Tinsel and of the floors.
pub struct Trio {
    pub tinsel: Measured,
    pub bare: Measured,
    pub same_writes: Measured,
}

/// All windows of a game.
pub struct Contest {
    /// Closed windows.
    pub closed: Trio,
    /// Open windows.
    pub open: Trio,
    /// Closed windows of a server with `--log-format human`.
    pub human: Trio,
}

impl Trio {
    pub fn none() -> Self {
        Self {
            tinsel: Measured::none(),
            bare: Measured::none(),
            same_writes: Measured::none(),
        }
    }

    fn print(&self, title: &str) {
        println!("\n{title:<40}{:>9}  {:>9}  {:>11}", "tinsel", "floor", "same writes");
        let row = |name: &str, value: fn(&Measured) -> f64, digits: usize| {
            let (tinsel, bare, same) = (value(&self.tinsel), value(&self.bare), value(&self.same_writes));
            println!("  {name:<38}{tinsel:>9.digits$}  {bare:>9.digits$}  {same:>11.digits$}");
        };
        row("calls per second", Measured::per_second, 0);
        row("server CPU per call, µs", Measured::server_us, 1);
        row("Redis CPU per call, µs", Measured::redis_us, 1);
        row("load generator CPU per call, µs", Measured::load_us, 1);
        row("p50 ms", |measured| measured.quantile_ms(0.5), 2);
        row("p99 ms", |measured| measured.quantile_ms(0.99), 2);
    }
}

impl Contest {
    pub fn none() -> Self {
        Self {
            closed: Trio::none(),
            open: Trio::none(),
            human: Trio::none(),
        }
    }

    /// The rate of open windows, of all sides.
    pub fn open_rate(&self) -> f64 {
        self.closed.tinsel.per_second() * OPEN_SHARE
    }

    pub fn print(&self, game: GameId) {
        self.closed.print(&format!("{game}: closed, 64 callers"));
        self.open
            .print(&format!("{game}: open, {:.0} calls per second", self.open_rate()));
        self.human.print(&format!("{game}: closed, --log-format human"));
        let Trio {
            tinsel,
            bare,
            same_writes,
        } = &self.closed;
        let per_second = tinsel.per_second();
        let p99 = self.open.tinsel.quantile_ms(0.99);
        println!(
            "bench {game} actions_per_s={per_second:.0} floor_per_s={:.0} same_writes_per_s={:.0} ratio={:.2} \
             ratio_same_writes={:.2} p99_ratio={:.2} p99_ratio_same_writes={:.2} server_us={:.1} floor_server_us={:.1} \
             same_writes_server_us={:.1} redis_us={:.1} floor_redis_us={:.1} same_writes_redis_us={:.1} \
             load_us={:.1} human_server_us={:.1}",
            bare.per_second(),
            same_writes.per_second(),
            per_second / bare.per_second(),
            per_second / same_writes.per_second(),
            p99 / self.open.bare.quantile_ms(0.99),
            p99 / self.open.same_writes.quantile_ms(0.99),
            tinsel.server_us(),
            bare.server_us(),
            same_writes.server_us(),
            tinsel.redis_us(),
            bare.redis_us(),
            same_writes.redis_us(),
            tinsel.load_us(),
            self.human.tinsel.server_us(),
        );
    }
}

/// One window of each side, while the benchmark runs.
pub fn line(kind: Kind, sizes: Sizes, tinsel: &Measured, floors: &[Measured]) -> String {
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
    let floors: Vec<_> = floors.iter().map(side).collect();
    format!(
        "{kind:6} record {:>5} B, entry {:>4} B   tinsel {}   floors {}",
        sizes.record,
        sizes.entry,
        side(tinsel),
        floors.join("   ")
    )
}
