//! What came of it.

use std::time::Duration;

use hdrhistogram::Histogram;
use tinsel_catalog::GameId;

use crate::window::{Kind, Measured, histogram};

/// Which share of the floor's closed rate an open window asks for.
const OPEN_SHARE: f64 = 0.4;

/// All windows of one side and kind.
struct Side {
    calls: usize,
    elapsed: Duration,
    server_us: f64,
    latency: Histogram<u64>,
}

/// All windows of both sides.
#[derive(Default)]
pub struct Contest {
    closed: [Side; 2],
    open: [Side; 2],
}

impl Default for Side {
    fn default() -> Self {
        Self {
            calls: 0,
            elapsed: Duration::ZERO,
            server_us: 0.0,
            latency: histogram(),
        }
    }
}

impl Side {
    fn note(&mut self, measured: &Measured) {
        self.calls += measured.calls;
        self.elapsed += measured.elapsed;
        self.server_us += measured.server_us * measured.calls as f64;
        self.latency.add(&measured.latency).unwrap();
    }

    fn per_second(&self) -> f64 {
        self.calls as f64 / self.elapsed.as_secs_f64()
    }

    fn server_us(&self) -> f64 {
        self.server_us / self.calls as f64
    }

    fn quantile(&self, quantile: f64) -> f64 {
        self.latency.value_at_quantile(quantile) as f64 / 1000.0
    }
}

impl Contest {
    pub fn note(&mut self, kind: Kind, ours: &Measured, theirs: &Measured) {
        let sides = match kind {
            Kind::Closed => &mut self.closed,
            Kind::Open(_) => &mut self.open,
        };
        sides[0].note(ours);
        sides[1].note(theirs);
    }

    /// How many calls a second an open window makes, of both sides.
    pub fn open_rate(&self) -> f64 {
        self.closed[1].per_second() * OPEN_SHARE
    }

    pub fn print(&self, game: GameId) {
        let ([ours, floor], [our_open, floor_open]) = (&self.closed, &self.open);
        println!("\n{game}: closed, 64 callers       tinsel      floor");
        println!(
            "  calls per second          {:>9.0}  {:>9.0}",
            ours.per_second(),
            floor.per_second()
        );
        println!(
            "  server CPU per call, µs   {:>9.1}  {:>9.1}",
            ours.server_us(),
            floor.server_us()
        );
        println!(
            "  p50 ms                    {:>9.2}  {:>9.2}",
            ours.quantile(0.5),
            floor.quantile(0.5)
        );
        println!(
            "  p99 ms                    {:>9.2}  {:>9.2}",
            ours.quantile(0.99),
            floor.quantile(0.99)
        );
        println!("{game}: open, {:.0} calls per second", self.open_rate());
        println!(
            "  p50 ms                    {:>9.2}  {:>9.2}",
            our_open.quantile(0.5),
            floor_open.quantile(0.5)
        );
        println!(
            "  p99 ms                    {:>9.2}  {:>9.2}",
            our_open.quantile(0.99),
            floor_open.quantile(0.99)
        );
        println!(
            "bench {game} actions_per_s={:.0} floor_per_s={:.0} ratio={:.2} p99_ratio={:.2}",
            ours.per_second(),
            floor.per_second(),
            ours.per_second() / floor.per_second(),
            our_open.quantile(0.99) / floor_open.quantile(0.99),
        );
    }
}

/// One window of both sides, while it goes on.
pub fn line(kind: Kind, size: usize, ours: &Measured, theirs: &Measured) -> String {
    let p99 = |measured: &Measured| measured.latency.value_at_quantile(0.99) as f64 / 1000.0;
    let kind = match kind {
        Kind::Closed => "closed",
        Kind::Open(_) => "open",
    };
    format!(
        "{kind:6} record {size:>5} B   tinsel {:>6.0}/s p99 {:>6.2} ms {:>5.1} µs   floor {:>6.0}/s p99 {:>6.2} ms {:>5.1} µs",
        ours.per_second(),
        p99(ours),
        ours.server_us,
        theirs.per_second(),
        p99(theirs),
        theirs.server_us,
    )
}
