//! The notes that Helm prints after an installation.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;
use tinsel_harness::{files, root};

use super::{
    cluster::{cluster, installed},
    render,
};
use crate::{
    chart::{LEAST, yaml},
    tools::read_file,
};

/// A copy of the chart that renders its notes as an object, because Helm prints notes only with a cluster.
fn chart_of_notes() -> PathBuf {
    let to = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("notes");
    let chart = root().join("helm/tinsel");
    for path in files("helm/tinsel", |_| true) {
        let below = path.strip_prefix(&chart).expect("a file of the chart");
        let copy = to.join(below);
        fs::create_dir_all(copy.parent().expect("a folder")).expect("a folder");
        fs::write(copy, read_file(&path)).expect("a file is written");
    }
    let notes = read_file(&chart.join("templates/NOTES.txt"));
    let object = format!(
        "{{{{- define \"notes\" -}}}}{notes}{{{{- end -}}}}\nkind: Notes\ntext: {{{{ include \"notes\" . | toJson }}}}\n"
    );
    fs::write(to.join("templates/notes.yaml"), object).expect("a file is written");
    to
}

fn notes(chart: &Path, values: &str) -> String {
    let rendered = render(chart, &format!("{LEAST}\n{values}")).unwrap_or_else(|error| panic!("{values}: {error}"));
    text(yaml(&rendered))
}

/// The notes without a named token secret.
fn notes_in_cluster(chart: &Path, values: &str) -> String {
    text(installed(chart, &cluster("games", None), values).unwrap_or_else(|error| panic!("{values}: {error}")))
}

fn text(objects: Vec<Value>) -> String {
    let object = objects.into_iter().find(|object| object["kind"] == "Notes");
    object.expect("notes")["text"].as_str().expect("a text").to_owned()
}

#[test]
fn the_notes_advise_on_secrets_images_and_tls() {
    let chart = chart_of_notes();
    let least = notes(&chart, "");
    assert!(least.contains("at http://party-tinsel.games:7400\n"), "{least}");
    assert!(!least.contains("generated"), "{least}");
    for advice in ["set image.repository", "Without tls, tokens cross the network"] {
        assert!(least.contains(advice), "{least}");
    }
    let full = notes(
        &chart,
        "image: {repository: registry.example.com/tinsel}\ntls: {secret: {name: c}, serverName: play.example.com}",
    );
    assert!(full.contains("at https://play.example.com:7400\n"), "{full}");
    assert!(
        !full.contains("image.repository") && !full.contains("Without tls"),
        "{full}"
    );

    let generated = notes_in_cluster(&chart, "store: {hosts: ['redis:6379']}");
    assert!(
        generated.contains("The Secret party-tinsel-tokens contains the generated secret"),
        "{generated}"
    );
    // Servers must know the new secret before another one signs with it.
    let mut rest = generated.as_str();
    for option in [
        "--from-literal token-secret=",
        "--set previousTokenSecrets.name=my-tokens --set previousTokenSecrets.key=token-secret",
        "--set tokenSecret.name=my-tokens --set previousTokenSecrets.name=party-tinsel-tokens",
    ] {
        let (_, after) = rest
            .split_once(option)
            .unwrap_or_else(|| panic!("{option}: {generated}"));
        rest = after;
    }
}

#[test]
fn the_notes_list_open_ports() {
    let chart = chart_of_notes();
    let least = notes(&chart, "");
    assert!(
        least.contains("\nOpen to all peers: calls (networkPolicy.clients); metrics, without authentication (networkPolicy.scrapers). List peers"),
        "{least}"
    );
    assert!(
        least.contains("\nServers can connect to any address on the ports of Redis (networkPolicy.store)."),
        "{least}"
    );
    assert!(
        least.contains("exec deployment/party-tinsel -- tinsel doctor MATCH"),
        "{least}"
    );
    assert!(!least.contains("collectors"), "{least}");

    let with_tokens = notes(
        &chart,
        "admin: {operatorTokensSecret: {name: operators}, tls: {secret: {name: admin}}}",
    );
    assert!(
        with_tokens.contains("tinsel doctor MATCH --admin-token-file FILE --admin https://NAME:7401 --ca FILE")
            && !with_tokens.contains(" exec "),
        "{with_tokens}"
    );

    let none = notes(&chart, "networkPolicy: {enabled: false}\nadmin: {enabled: false}");
    assert!(none.contains("every port of the pods is open"), "{none}");
    assert!(!none.contains("doctor"), "{none}");

    let closed = notes(
        &chart,
        "otlpEndpoint: http://c:4317\nnetworkPolicy: {clients: [{podSelector: {}}], scrapers: [{podSelector: {}}], store: [{podSelector: {}}], collectors: [{podSelector: {}}]}",
    );
    assert!(
        !closed.contains("Open to all peers") && !closed.contains("any address"),
        "{closed}"
    );
}
