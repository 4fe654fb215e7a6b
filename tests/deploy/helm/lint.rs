//! `helm lint`.

use crate::{
    chart::good_values,
    tools::{run, tool},
};

#[test]
fn helm_lint_finds_nothing() {
    for (name, values) in good_values() {
        let mut helm = tool("helm");
        helm.args(["lint", "helm/tinsel", "--strict", "--values", "-"]);
        run(&mut helm, &values).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}
