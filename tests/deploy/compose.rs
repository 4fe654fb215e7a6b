//! The image and the compose file.

use serde_json::{Value, json};
use tinsel_harness::root;

use crate::{chart::yaml, options::check, queries::dashboards, tools::read};

fn services() -> Vec<(String, Value)> {
    let compose = yaml(&read("deploy/compose.yaml")).remove(0);
    let services = compose["services"].as_object().expect("services").clone();
    services.into_iter().collect()
}

#[test]
fn the_image_has_no_shell_and_runs_as_an_unprivileged_user() {
    let text = read("deploy/Dockerfile");
    let (_, last) = text.rsplit_once("\nFROM ").expect("stages");
    assert!(last.contains("\nUSER 65532:65532\n"), "the image runs as root:\n{last}");
    assert!(!last.contains("\nRUN "), "the last stage has no shell for RUN:\n{last}");
    let cargo = read("Cargo.toml");
    let rust = cargo.lines().find_map(|line| line.strip_prefix("rust-version = "));
    let rust = rust.expect("a version").trim_matches('"');
    assert!(
        text.contains(&format!("\nARG RUST={rust}\n")),
        "the image is not built by Rust {rust}"
    );
}

#[test]
fn images_of_the_compose_file_have_exact_versions() {
    let services = services();
    let named: Vec<_> = services
        .iter()
        .filter_map(|(name, service)| Some((name, service["image"].as_str()?)))
        .collect();
    assert_eq!(named.len(), 4, "{named:?}");
    for (name, image) in named {
        let (_, tag) = image.rsplit_once(':').expect("a tag");
        let version = tag.trim_start_matches('v').split('-').next().unwrap_or_default();
        let numbers: Vec<_> = version.split('.').map(str::parse::<u32>).collect();
        assert!(
            numbers.len() == 3 && numbers.iter().all(Result::is_ok),
            "{name}: the tag of {image} is not an exact version"
        );
    }
}

#[test]
fn files_that_the_compose_file_mounts_exist() {
    let mut mounted = 0;
    for (name, service) in services() {
        for volume in service["volumes"].as_array().into_iter().flatten() {
            let text = volume.as_str().expect("a mount");
            let (from, _) = text.split_once(':').expect("a mount");
            if from.starts_with('.') {
                assert!(root().join("deploy").join(from).exists(), "{name} mounts {from}");
                assert!(text.ends_with(":ro"), "{name} may write {from}");
                mounted += 1;
            }
        }
    }
    assert!(mounted > 3, "{mounted}");
}

#[tokio::test]
async fn servers_accept_the_variables_of_the_compose_file() {
    let servers: Vec<_> = services()
        .into_iter()
        .filter(|(name, _)| name.starts_with("tinsel-"))
        .collect();
    assert_eq!(servers.len(), 2);
    for (name, service) in servers {
        let variables = service["environment"].as_object().expect("variables").iter();
        let variables = variables.map(|(variable, value)| {
            let text = value.as_str().expect("a text");
            // ${NAME:-default}
            let inside = text.strip_prefix("${").and_then(|text| text.strip_suffix('}'));
            let value = inside
                .and_then(|inside| inside.split_once(":-"))
                .map_or(text, |(_, default)| default);
            (variable.clone(), value.to_owned())
        });
        let config = check(&name, variables);
        assert!(
            config.token_secret.is_some() && config.metrics_listen.is_some(),
            "{name}"
        );
        let admin = config.admin_listen.expect("an admin listener");
        assert!(admin.ip().is_loopback() && admin.port() == 7401, "{name}: {admin}");
        // On the host, `tinsel doctor` calls 7401 by default.
        let published = service["ports"].to_string();
        assert!(!published.contains(":7401:"), "{name}: {published}");
        // host:port of a service
        let endpoint = config
            .otlp_endpoint
            .as_deref()
            .and_then(|url| url.strip_prefix("http://"));
        let (collector, port) = endpoint.and_then(|at| at.split_once(':')).expect("a collector");
        assert!(
            services().iter().any(|(name, _)| name == collector),
            "there is no {collector}"
        );
        assert_eq!(port, "4317");
        let health = &service["healthcheck"];
        assert_eq!(
            health["test"],
            json!(["CMD", "/usr/local/bin/tinsel", "health"]),
            "{name}"
        );
        assert!(
            health["timeout"] == "4s" && health["interval"].is_string(),
            "{name}: {health}"
        );
        let archive = config.archive.expect("an archive");
        assert_eq!(service["volumes"], json!([format!("archive:{archive}")]), "{name}");
        assert!(read("deploy/Dockerfile").contains(&format!("--chmod=700 {archive} {archive}\n")));
        assert_eq!(service["read_only"], true, "{name}");
        assert_eq!(service["cap_drop"][0], "ALL", "{name}");
        // The drain timeout, and 10 s for the steps before and after it.
        assert_eq!(
            service["stop_grace_period"],
            format!("{}s", config.drain_seconds + 10),
            "{name}"
        );
    }
}

#[test]
fn redis_of_the_compose_file_is_persistent() {
    let redis = services()
        .into_iter()
        .find(|(name, _)| name == "redis")
        .expect("Redis")
        .1;
    assert_eq!(redis["command"], json!(["redis-server", "--appendonly", "yes"]));
    assert_eq!(redis["volumes"], json!(["redis:/data"]));
    let compose = yaml(&read("deploy/compose.yaml")).remove(0);
    assert!(
        compose["volumes"].get("redis").is_some(),
        "the file does not declare the volume"
    );
}

#[test]
fn prometheus_of_the_compose_file_scrapes_the_servers_and_loads_the_alerts() {
    let config = yaml(&read("deploy/prometheus.yaml")).remove(0);
    let job = &config["scrape_configs"][0];
    assert_eq!(job["job_name"], "tinsel");
    let targets = job["static_configs"][0]["targets"].as_array().expect("targets");
    for target in targets {
        let (host, port) = target
            .as_str()
            .and_then(|target| target.split_once(':'))
            .expect("host:port");
        assert_eq!(port, "9464");
        assert!(services().iter().any(|(name, _)| name == host), "there is no {host}");
    }
    assert_eq!(targets.len(), 2);
    let rules = config["rule_files"][0].as_str().expect("a file").to_owned();
    let prometheus = services()
        .into_iter()
        .find(|(name, _)| name == "prometheus")
        .expect("Prometheus")
        .1;
    let mount = format!("../helm/tinsel/alerts.yaml:{rules}:ro");
    assert!(
        prometheus["volumes"]
            .as_array()
            .unwrap()
            .iter()
            .any(|volume| *volume == mount),
        "{mount}"
    );
}

#[test]
fn grafana_of_the_compose_file_has_the_dashboards_and_their_data_sources() {
    let grafana = services()
        .into_iter()
        .find(|(name, _)| name == "grafana")
        .expect("Grafana")
        .1;
    let mounts = grafana["volumes"].as_array().expect("mounts").clone();
    let provider = yaml(&read("deploy/grafana/dashboards.yaml")).remove(0);
    let folder = provider["providers"][0]["options"]["path"]
        .as_str()
        .expect("a folder")
        .to_owned();
    let mount = format!("../helm/tinsel/dashboards:{folder}:ro");
    assert!(mounts.iter().any(|volume| *volume == mount), "{mount}");
    assert!(!dashboards().is_empty());
    let sources = yaml(&read("deploy/grafana/datasources.yaml")).remove(0);
    let names = sources["datasources"].as_array().expect("sources").iter();
    assert_eq!(
        names.map(|source| &source["type"]).collect::<Vec<_>>(),
        ["prometheus", "jaeger"]
    );
}
