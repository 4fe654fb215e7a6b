//! Selectors, ports and network policies of the rendered objects agree with each other.

use serde_json::{Value, json};

use super::{objects, one};
use crate::chart::{LEAST, find};

fn with(values: &str) -> String {
    format!("{LEAST}\n{values}")
}

/// The objects of all optional features.
fn everything() -> Vec<Value> {
    objects(&with(
        "keda: {enabled: true}\nmetrics: {serviceMonitor: {enabled: true}}\nadmin: {operatorTokensSecret: {name: token}, tls: {secret: {name: admin}}}",
    ))
}

/// The labels of the server pods and of the pod of `helm test`.
fn labels(objects: &[Value]) -> (Value, Value) {
    let server = find(objects, "Deployment", "").expect("servers")["spec"]["template"]["metadata"]["labels"].clone();
    let test = find(objects, "Pod", "-match").expect("a test")["metadata"]["labels"].clone();
    (server, test)
}

fn selects(selector: &Value, labels: &Value) -> bool {
    let selector = selector["matchLabels"].as_object().expect("a selector");
    assert!(!selector.is_empty());
    selector.iter().all(|(label, value)| labels[label] == *value)
}

#[test]
fn selectors_match_servers_and_not_the_test_pod() {
    let all = everything();
    let (server, test) = labels(&all);
    let deployment = find(&all, "Deployment", "").expect("servers");
    let spread = deployment["spec"]["template"]["spec"]["topologySpreadConstraints"]
        .as_array()
        .expect("constraints");
    let mut selectors: Vec<_> = spread
        .iter()
        .map(|constraint| constraint["labelSelector"].clone())
        .collect();
    selectors.push(deployment["spec"]["selector"].clone());
    selectors.push(find(&all, "PodDisruptionBudget", "").expect("a budget")["spec"]["selector"].clone());
    selectors.push(find(&all, "NetworkPolicy", "").expect("a policy")["spec"]["podSelector"].clone());
    assert_eq!(selectors.len(), 5);
    for selector in selectors {
        assert!(selects(&selector, &server), "{selector} selects no server");
        assert!(!selects(&selector, &test), "{selector} selects the test pod");
    }
}

/// The number of a named container port.
fn port(objects: &[Value], name: &str) -> Value {
    let deployment = find(objects, "Deployment", "").expect("servers");
    let ports = deployment["spec"]["template"]["spec"]["containers"][0]["ports"]
        .as_array()
        .expect("ports")
        .clone();
    let named = ports.iter().find(|port| port["name"] == name);
    named.unwrap_or_else(|| panic!("no port {name}"))["containerPort"].clone()
}

#[test]
fn services_and_monitors_target_the_right_ports() {
    let all = everything();
    for (name, number) in [("grpc", 7400), ("metrics", 9464), ("admin", 7401)] {
        assert_eq!(port(&all, name), number);
    }
    let outside = find(&all, "Service", "party-tinsel").expect("a Service")["spec"]["ports"].clone();
    let headless = find(&all, "Service", "-headless").expect("a Service")["spec"]["ports"].clone();
    let target = |ports: &Value, name: &str| {
        let ports = ports.as_array().expect("ports");
        ports
            .iter()
            .find(|port| port["name"] == name)
            .map(|port| port["targetPort"].clone())
    };
    assert_eq!(outside.as_array().expect("ports").len(), 1);
    assert_eq!(target(&outside, "grpc"), Some(json!("grpc")));
    assert_eq!(target(&headless, "grpc"), Some(json!("grpc")));
    assert_eq!(target(&headless, "metrics"), Some(json!("metrics")));
    // A ServiceMonitor selects a port by its name in the Service.
    let monitor = find(&all, "ServiceMonitor", "").expect("a monitor");
    assert_eq!(monitor["spec"]["endpoints"][0]["port"], "metrics");
    assert_eq!(monitor["spec"]["endpoints"][0]["interval"], "15s");
}

/// Kubernetes expands `$(NAME)` only if the variable is defined earlier.
#[test]
fn variables_are_defined_before_they_are_expanded() {
    let deployment = one(LEAST, "Deployment", "");
    let env = deployment["spec"]["template"]["spec"]["containers"][0]["env"]
        .as_array()
        .expect("variables")
        .clone();
    let index_of = |name: &str| env.iter().position(|variable| variable["name"] == name).expect(name);
    assert!(index_of("POD_NAME") < index_of("OTEL_RESOURCE_ATTRIBUTES"));
}

#[test]
fn updates_roll_unless_the_store_is_in_memory() {
    let strategy = |values: &str| one(values, "Deployment", "")["spec"]["strategy"].clone();
    assert_eq!(
        strategy(LEAST),
        json!({"type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": 0, "maxSurge": 1}})
    );
    let memory = "replicas: 1\nstore: {mode: memory}";
    assert_eq!(strategy(memory), json!({"type": "Recreate"}));
    assert_eq!(one(memory, "Deployment", "")["spec"]["replicas"], 1);
}

#[test]
fn scaling_respects_its_bounds_and_cooldown() {
    let scaled = one(
        &with("autoscaling: {enabled: true, minReplicas: 3, maxReplicas: 7}"),
        "HorizontalPodAutoscaler",
        "",
    );
    assert_eq!(
        (&scaled["spec"]["minReplicas"], &scaled["spec"]["maxReplicas"]),
        (&json!(3), &json!(7))
    );
    let scaled = one(
        &with("keda: {enabled: true, minReplicas: 3, maxReplicas: 7, cooldownSeconds: 77}"),
        "ScaledObject",
        "",
    );
    let spec = &scaled["spec"];
    assert_eq!(
        (&spec["minReplicaCount"], &spec["maxReplicaCount"]),
        (&json!(3), &json!(7))
    );
    assert_eq!(spec["cooldownPeriod"], 77);
    let behavior = &spec["advanced"]["horizontalPodAutoscalerConfig"]["behavior"];
    assert_eq!(behavior["scaleDown"]["stabilizationWindowSeconds"], 77);
    for trigger in spec["triggers"].as_array().expect("triggers") {
        let query = trigger["metadata"]["query"].as_str().expect("a query");
        // KEDA divides the sum over all servers by the number of servers.
        assert!(query.starts_with("sum("), "{query}");
        assert_eq!(trigger["metricType"], "AverageValue");
        // Missing metrics must not remove servers.
        assert_eq!(trigger["metadata"]["ignoreNullValues"], "false");
    }
}

#[test]
fn the_admin_listener_is_on_loopback_unless_a_token_is_required() {
    let pod = |values: &str| one(values, "Deployment", "")["spec"]["template"]["spec"].clone();
    let listens = |values: &str| {
        let server = pod(values)["containers"][0].clone();
        let env = server["env"].as_array().expect("variables").clone();
        let of = |name: &str| env.iter().find(|variable| variable["name"] == name).cloned();
        let ports = server["ports"].as_array().expect("ports").iter();
        let has_port = ports.clone().any(|port| port["containerPort"] == 7401);
        (of("TINSEL_ADMIN_LISTEN"), of("TINSEL_OPERATOR_TOKENS"), has_port)
    };
    let at = |address: &str| Some(json!({"name": "TINSEL_ADMIN_LISTEN", "value": address}));
    assert_eq!(listens(LEAST), (at("127.0.0.1:7401"), None, false));
    assert_eq!(listens(&with("admin: {enabled: false}")), (None, None, false));
    let guarded = with("admin: {operatorTokensSecret: {name: tokens, key: of.toml}, tls: {required: false}}");
    let (listen, tokens, has_port) = listens(&guarded);
    assert_eq!((listen, has_port), (at("0.0.0.0:7401"), true));
    assert_eq!(tokens.expect("tokens")["value"], "/etc/tinsel/operators/of.toml");
    let mount = json!([{"name": "operators", "mountPath": "/etc/tinsel/operators", "readOnly": true}]);
    assert_eq!(pod(&guarded)["containers"][0]["volumeMounts"], mount);
    let secret = json!({"secretName": "tokens", "items": [{"key": "of.toml", "path": "of.toml"}]});
    assert_eq!(
        pod(&guarded)["volumes"],
        json!([{"name": "operators", "secret": secret}])
    );
    let off = with("admin: {enabled: false, operatorTokensSecret: {name: tokens}}");
    assert_eq!(listens(&off), (None, None, false));

    let allowed = |values: &str| one(values, "NetworkPolicy", "")["spec"]["ingress"].clone();
    let to_operators = |rules: &Value| {
        let mut rules = rules.as_array().expect("rules").clone();
        rules.retain(|rule| rule["ports"].to_string().contains("7401"));
        rules
    };
    assert!(to_operators(&allowed(LEAST)).is_empty());
    assert!(
        to_operators(&allowed(&with(
            "admin: {operatorTokensSecret: {name: token}, tls: {required: false}}"
        )))
        .is_empty()
    );
    let named = with(
        "admin: {operatorTokensSecret: {name: token}, tls: {required: false}}\nnetworkPolicy: {operators: [{podSelector: {}}]}",
    );
    assert_eq!(
        to_operators(&allowed(&named)),
        [json!({"ports": [{"port": 7401}], "from": [{"podSelector": {}}]})]
    );
}

#[test]
fn network_policies_allow_only_the_named_scrapers_and_collectors() {
    let values = with(
        "otlpEndpoint: http://c:4317\nnetworkPolicy: {scrapers: [{namespaceSelector: {}}], collectors: [{ipBlock: {cidr: 10.0.0.0/8}}]}",
    );
    let policy = one(&values, "NetworkPolicy", "")["spec"].clone();
    let rule = |rules: &Value, port: i64| {
        let mut rules = rules.as_array().expect("rules").iter();
        rules
            .find(|rule| rule["ports"][0]["port"] == port)
            .expect("a rule")
            .clone()
    };
    assert_eq!(
        rule(&policy["ingress"], 9464)["from"],
        json!([{"namespaceSelector": {}}])
    );
    assert_eq!(
        rule(&policy["egress"], 4317)["to"],
        json!([{"ipBlock": {"cidr": "10.0.0.0/8"}}])
    );
}

/// A NetworkPolicy applies to the ports of the DNS pods, not to those of their Service.
#[test]
fn dns_is_reachable_on_both_usual_ports() {
    let policy = one(LEAST, "NetworkPolicy", "")["spec"]["egress"][0].clone();
    let both = |port: i64| {
        [
            json!({"port": port, "protocol": "UDP"}),
            json!({"port": port, "protocol": "TCP"}),
        ]
    };
    assert_eq!(policy["ports"], json!([both(53), both(5353)].concat()));
}
