//! The benchmark runs. `make bench` measures.

use std::process::Command;

#[test]
fn a_smoke_run_of_the_benchmark_measures_tinsel_and_the_floor_in_every_kind_of_window() {
    let mut bench = Command::new(env!("CARGO_BIN_EXE_tinsel-bench"));
    let output = bench.args(["smoke", "presents_of_mine"]).output().expect("it runs");
    let (stdout, stderr) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(output.status.success(), "{stdout}\n{stderr}");
    for kind in ["closed, 64 callers", "open, ", "closed, --log-format human"] {
        assert!(stdout.contains(&format!("presents_of_mine: {kind}")), "{stdout}");
    }
    let result = stdout.lines().last().unwrap_or_default();
    assert!(result.starts_with("bench presents_of_mine actions_per_s="), "{stdout}");
    assert!(!result.contains("NaN") && !result.contains("inf"), "{result}");
}
