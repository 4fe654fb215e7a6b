//! Each template on its own.

use serde_json::{Value, json};

use super::{objects, one};
use crate::chart::{LEAST, find};

/// The minimal values, and these.
fn with(values: &str) -> String {
    format!("{LEAST}\n{values}")
}

fn pod(values: &str) -> Value {
    one(values, "Deployment", "")["spec"]["template"]["spec"].clone()
}

fn server(values: &str) -> Value {
    pod(values)["containers"][0].clone()
}

/// The value of a variable of the server container, or its Secret reference.
fn variable(values: &str, name: &str) -> Value {
    let server = server(values);
    let env = server["env"].as_array().expect("variables");
    let found = env.iter().find(|variable| variable["name"] == name);
    found.map_or(Value::Null, |found| {
        found
            .get("value")
            .unwrap_or(&found["valueFrom"]["secretKeyRef"])
            .clone()
    })
}

#[test]
fn deployment_shuts_down_gracefully() {
    let pod = pod(LEAST);
    assert_eq!(pod["terminationGracePeriodSeconds"], 40);
    assert_eq!(pod["containers"][0]["lifecycle"]["preStop"]["sleep"]["seconds"], 5);
    assert_eq!(variable(LEAST, "TINSEL_DRAIN_SECONDS"), "20");
    let longer = with("shutdown: {preStopSeconds: 0, drainSeconds: 100, graceSeconds: 110}");
    assert_eq!(server(&longer).get("lifecycle"), None);
    assert_eq!(variable(&longer, "TINSEL_DRAIN_SECONDS"), "100");
}

#[test]
fn deployment_is_probed_by_grpc() {
    let server = server(LEAST);
    for name in ["liveness", "readiness"] {
        let probe = &server[format!("{name}Probe")];
        assert_eq!(probe["grpc"], json!({"port": 7400, "service": name}));
        assert!(probe["timeoutSeconds"].as_i64() < probe["periodSeconds"].as_i64());
    }
}

#[test]
fn every_pod_is_restricted() {
    let test = one(LEAST, "Pod", "-match")["spec"].clone();
    for pod in [pod(LEAST), test] {
        assert_eq!(pod["automountServiceAccountToken"], false);
        assert_eq!(pod["enableServiceLinks"], false);
        let security = &pod["securityContext"];
        assert_eq!(security["runAsNonRoot"], true);
        assert_eq!(security["runAsUser"], 65532);
        assert_eq!(security["seccompProfile"]["type"], "RuntimeDefault");
        let restricted = json!({
            "allowPrivilegeEscalation": false,
            "readOnlyRootFilesystem": true,
            "capabilities": {"drop": ["ALL"]},
        });
        assert_eq!(pod["containers"][0]["securityContext"], restricted);
    }
}

#[test]
fn deployment_is_spread() {
    let spread = |values: &str| {
        let constraints = pod(values)["topologySpreadConstraints"].clone();
        let constraints = constraints.as_array().cloned().unwrap_or_default();
        let named = constraints
            .iter()
            .map(|of| format!("{} {}", of["topologyKey"], of["whenUnsatisfiable"]).replace('"', ""));
        named.collect::<Vec<_>>()
    };
    let (node, zone) = ("kubernetes.io/hostname", "topology.kubernetes.io/zone");
    assert_eq!(
        spread(LEAST),
        [format!("{node} ScheduleAnyway"), format!("{zone} ScheduleAnyway")]
    );
    assert_eq!(
        spread(&with("spread: {zones: DoNotSchedule, nodes: None}")),
        [format!("{zone} DoNotSchedule")]
    );
    assert!(spread(&with("spread: {zones: None, nodes: None}")).is_empty());
}

#[test]
fn switches_are_off_or_on_as_their_values_say() {
    for (name, least, values, set) in [
        (
            "TINSEL_STORE_ALLOW_EVICTION",
            "false",
            "store: {allowEviction: true}",
            "true",
        ),
        (
            "TINSEL_REQUIRE_STORE_MARK",
            "false",
            "store: {requireMark: true}",
            "true",
        ),
        ("TINSEL_PUBLIC_LIST", "true", "options: {publicList: false}", "false"),
    ] {
        assert_eq!(variable(LEAST, name), least, "{name}");
        assert_eq!(variable(&with(values), name), set, "{name}");
    }
}

#[test]
fn deployment_has_no_replicas_with_an_autoscaler() {
    let replicas = |values: &str| one(values, "Deployment", "")["spec"]["replicas"].clone();
    assert_eq!(replicas(LEAST), 2);
    assert_eq!(replicas(&with("autoscaling: {enabled: true}")), Value::Null);
    assert_eq!(replicas(&with("keda: {enabled: true}")), Value::Null);
}

#[test]
fn store_is_configured_as_a_url() {
    for (store, url) in [
        ("{}", "redis://redis:6379/0"),
        ("{hosts: ['r:1'], database: 2}", "redis://r:1/2"),
        ("{tls: {enabled: true}}", "rediss://redis:6379/0"),
        ("{mode: cluster, hosts: ['a:1', 'b:2']}", "redis+cluster://a:1,b:2"),
        (
            "{mode: sentinel, hosts: ['a:1', 'b:2'], master: m, database: 1}",
            "redis+sentinel://a:1,b:2/m/1",
        ),
    ] {
        assert_eq!(
            variable(&with(&format!("store: {store}")), "TINSEL_STORE"),
            url,
            "{store}"
        );
    }
    let by_secret = with("store: {urlSecret: {name: redis, key: address}}");
    assert_eq!(
        variable(&by_secret, "TINSEL_STORE"),
        json!({"name": "redis", "key": "address"})
    );
}

#[test]
fn logins_of_the_store_are_options_so_that_no_password_needs_an_encoding() {
    let values = with(
        "store: {mode: sentinel, hosts: ['a:1'], master: m, user: u, passwordSecret: {name: redis},\
         sentinel: {user: s, passwordSecret: {name: sentinels, key: word}}}",
    );
    assert_eq!(variable(&values, "TINSEL_STORE"), "redis+sentinel://a:1/m/0");
    assert_eq!(variable(&values, "TINSEL_STORE_USER"), "u");
    assert_eq!(variable(&values, "TINSEL_STORE_SENTINEL_USER"), "s");
    for (name, secret) in [
        ("TINSEL_STORE_PASSWORD", json!({"name": "redis", "key": "password"})),
        (
            "TINSEL_STORE_SENTINEL_PASSWORD",
            json!({"name": "sentinels", "key": "word"}),
        ),
    ] {
        assert_eq!(variable(&values, name), secret);
    }
}

#[test]
fn files_are_mounted_from_secrets() {
    let values = with(
        "store: {tls: {enabled: true, caSecret: {name: ca}, clientSecret: {name: client}}}\notlpCaSecret: {name: collector}\napiKeys: {secret: {name: holders}}\nnameFilter: {secret: {name: names}}\ntest: {apiKeySecret: {name: mine}}",
    );
    assert_eq!(variable(&values, "TINSEL_STORE_CA"), "/etc/tinsel/store/ca.crt");
    for (name, path) in [
        ("TINSEL_STORE_CERTIFICATE", "/etc/tinsel/store-client/tls.crt"),
        ("TINSEL_STORE_KEY", "/etc/tinsel/store-client/tls.key"),
        ("OTEL_EXPORTER_OTLP_CERTIFICATE", "/etc/tinsel/otlp/ca.crt"),
    ] {
        assert_eq!(variable(&values, name), path);
    }
    assert_eq!(
        variable(&values, "TINSEL_API_KEYS"),
        "/etc/tinsel/api-keys/api-keys.toml"
    );
    assert_eq!(
        variable(&values, "TINSEL_NAME_FILTER"),
        "/etc/tinsel/name-filter/names.txt"
    );
    let pod = pod(&values);
    let secrets: Vec<_> = pod["volumes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|of| &of["secret"]["secretName"])
        .collect();
    assert_eq!(secrets, ["ca", "client", "collector", "holders", "names"]);
    let mounts = pod["containers"][0]["volumeMounts"].as_array().unwrap().iter();
    assert!(mounts.clone().all(|mount| mount["readOnly"] == true));
    assert_eq!(
        mounts.map(|mount| &mount["mountPath"]).collect::<Vec<_>>(),
        [
            "/etc/tinsel/store",
            "/etc/tinsel/store-client",
            "/etc/tinsel/otlp",
            "/etc/tinsel/api-keys",
            "/etc/tinsel/name-filter"
        ]
    );
}

#[test]
fn image_is_that_of_the_charts_release_unless_overridden() {
    let digest = format!("sha256:{}", "0".repeat(64));
    for (image, expected) in [
        ("{}".to_owned(), format!("tinsel:{}", env!("CARGO_PKG_VERSION"))),
        (
            "{repository: here/tinsel, tag: dev}".to_owned(),
            "here/tinsel:dev".to_owned(),
        ),
        (format!("{{tag: dev, digest: '{digest}'}}"), format!("tinsel@{digest}")),
    ] {
        let values = with(&format!("image: {image}"));
        assert_eq!(server(&values)["image"], expected);
        assert_eq!(
            one(&values, "Pod", "-match")["spec"]["containers"][0]["image"],
            expected
        );
    }
}

#[test]
fn services_select_servers_only() {
    let all = objects(LEAST);
    let labels = &find(&all, "Deployment", "").unwrap()["spec"]["template"]["metadata"]["labels"];
    let test = &find(&all, "Pod", "-match").unwrap()["metadata"]["labels"];
    for name in ["party-tinsel", "party-tinsel-headless"] {
        let service = find(&all, "Service", name).unwrap();
        let selector = service["spec"]["selector"].as_object().unwrap();
        assert!(selector.iter().all(|(label, value)| labels[label] == *value), "{name}");
        assert!(
            selector.iter().any(|(label, value)| test[label] != *value),
            "{name} selects the test pod as well"
        );
        assert_eq!(service["spec"]["ports"][0]["appProtocol"], "kubernetes.io/h2c");
    }
    let headless = find(&all, "Service", "-headless").unwrap();
    assert_eq!(headless["spec"]["clusterIP"], "None");
    assert_eq!(headless["spec"]["ports"][1]["port"], 9464);
    let without = one(&with("metrics: {enabled: false}"), "Service", "-headless");
    assert_eq!(without["spec"]["ports"].as_array().unwrap().len(), 1);
    let outside = one(
        &with("service: {type: LoadBalancer, port: 443}"),
        "Service",
        "party-tinsel",
    );
    assert_eq!(outside["spec"]["type"], "LoadBalancer");
    assert_eq!(outside["spec"]["ports"][0]["port"], 443);
}

#[test]
fn service_account_has_no_token() {
    assert_eq!(one(LEAST, "ServiceAccount", "")["automountServiceAccountToken"], false);
    assert_eq!(pod(LEAST)["serviceAccountName"], "party-tinsel");
    let given = with("serviceAccount: {create: false, name: games}");
    assert_eq!(find(&objects(&given), "ServiceAccount", ""), None);
    assert_eq!(pod(&given)["serviceAccountName"], "games");
}

#[test]
fn disruptions_are_limited() {
    let limit = |values: &str| one(values, "PodDisruptionBudget", "")["spec"]["maxUnavailable"].clone();
    assert_eq!(limit(LEAST), 1);
    assert_eq!(limit(&with("podDisruptionBudget: {maxUnavailable: 25%}")), "25%");
    let none = with("podDisruptionBudget: {enabled: false}");
    assert_eq!(find(&objects(&none), "PodDisruptionBudget", ""), None);
}

#[test]
fn autoscaling_scales_by_cpu() {
    assert_eq!(find(&objects(LEAST), "HorizontalPodAutoscaler", ""), None);
    let scaled = one(
        &with("autoscaling: {enabled: true, maxReplicas: 7}"),
        "HorizontalPodAutoscaler",
        "",
    );
    assert_eq!(scaled["spec"]["scaleTargetRef"]["name"], "party-tinsel");
    assert_eq!(scaled["spec"]["maxReplicas"], 7);
    assert_eq!(
        scaled["spec"]["metrics"][0]["resource"]["target"]["averageUtilization"],
        70
    );
}

#[test]
fn keda_scales_by_streams_and_calls() {
    assert_eq!(find(&objects(LEAST), "ScaledObject", ""), None);
    let scaled = one(
        &with("keda: {enabled: true, streamsPerServer: 100, callsPerServer: 9}"),
        "ScaledObject",
        "",
    );
    let trigger = |number: usize, part: &str| {
        let value = scaled["spec"]["triggers"][number]["metadata"][part].clone();
        value.as_str().expect("a text").to_owned()
    };
    assert_eq!(
        (trigger(0, "threshold"), trigger(1, "threshold")),
        ("100".to_owned(), "9".to_owned())
    );
    for (number, metric) in [(0, "tinsel_streams_open"), (1, "tinsel_calls_active")] {
        let query = trigger(number, "query");
        assert!(
            query.contains(metric) && query.contains("namespace=\"games\""),
            "{query}"
        );
        assert!(query.contains("pod=~\"party-tinsel-[a-z0-9]+-[a-z0-9]+\""), "{query}");
    }
}

#[test]
fn network_policy_allows_only_named_peers() {
    let policy = one(LEAST, "NetworkPolicy", "")["spec"].clone();
    let ports = |rule: &Value| {
        let ports = rule["ports"].as_array().unwrap().iter();
        ports.map(|port| port["port"].as_i64().unwrap()).collect::<Vec<_>>()
    };
    let all_ports = |rules: &Value| rules.as_array().unwrap().iter().map(&ports).collect::<Vec<_>>();
    assert_eq!(all_ports(&policy["ingress"]), [[7400], [9464]]);
    assert_eq!(all_ports(&policy["egress"]), [vec![53, 53, 5353, 5353], vec![6379]]);
    assert!(policy["ingress"][0].get("from").is_none());

    let values = with(
        "store: {mode: sentinel, master: m, hosts: ['a:26379', 'b:26380']}\notlpEndpoint: http://c:4317\n\
         otlpMetricsEndpoint: http://m:4318/\n\
         networkPolicy: {clients: [{namespaceSelector: {}}], store: [{podSelector: {}}]}",
    );
    let policy = one(&values, "NetworkPolicy", "")["spec"].clone();
    assert_eq!(
        all_ports(&policy["egress"]),
        [vec![53, 53, 5353, 5353], vec![26379, 26380, 6379], vec![4317, 4318]]
    );
    assert_eq!(policy["egress"][1]["to"], json!([{"podSelector": {}}]));
    let from = policy["ingress"][0]["from"].as_array().unwrap();
    assert_eq!(from[0], json!({"namespaceSelector": {}}));
    let test = one(&values, "Pod", "-match")["metadata"]["labels"].clone();
    let chosen = from[1]["podSelector"]["matchLabels"].as_object().unwrap();
    assert!(
        chosen.iter().all(|(label, value)| test[label] == *value),
        "helm test could not call"
    );
    let none = with("networkPolicy: {enabled: false}");
    assert_eq!(find(&objects(&none), "NetworkPolicy", ""), None);
}

#[test]
fn service_monitor_selects_each_server_once() {
    let values = with("metrics: {serviceMonitor: {enabled: true, labels: {release: p}}}");
    let all = objects(&values);
    let monitor = find(&all, "ServiceMonitor", "").unwrap();
    assert_eq!(monitor["metadata"]["labels"]["release"], "p");
    let chosen = monitor["spec"]["selector"]["matchLabels"].as_object().unwrap().clone();
    let services = all.iter().filter(|object| object["kind"] == "Service");
    let found: Vec<_> = services
        .filter(|service| {
            chosen
                .iter()
                .all(|(label, value)| service["metadata"]["labels"][label] == *value)
        })
        .map(|service| service["metadata"]["name"].as_str().unwrap())
        .collect();
    assert_eq!(found, ["party-tinsel-headless"]);
    let job = json!([{"targetLabel": "job", "replacement": "tinsel"}]);
    assert_eq!(monitor["spec"]["endpoints"][0]["relabelings"], job);
    for kind in ["ServiceMonitor", "PrometheusRule", "ConfigMap"] {
        assert_eq!(find(&objects(LEAST), kind, ""), None);
    }
}

#[test]
fn helm_test_plays_a_match_on_the_service() {
    let values = with("service: {port: 80}\ntest: {game: grunkle_match, apiKeySecret: {name: mine}}");
    let test = one(&values, "Pod", "-match");
    assert_eq!(test["metadata"]["annotations"]["helm.sh/hook"], "test");
    assert_eq!(test["spec"]["restartPolicy"], "Never");
    let container = &test["spec"]["containers"][0];
    assert_eq!(
        container["args"],
        json!(["demo", "grunkle_match", "--server", "http://party-tinsel.games:80"])
    );
    assert_eq!(container["env"][0]["name"], "TINSEL_API_KEY");
    assert_eq!(
        container["env"][0]["valueFrom"]["secretKeyRef"],
        json!({"name": "mine", "key": "api-key"})
    );
}
