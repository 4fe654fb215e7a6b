//! The pods: the patch of their template, labels, users, identity and number.

use serde_json::{Value, json};

use super::{objects, one};
use crate::chart::{LEAST, find};

fn with(values: &str) -> String {
    format!("{LEAST}\n{values}")
}

fn template(values: &str) -> Value {
    one(values, "Deployment", "")["spec"]["template"].clone()
}

/// The element of a list with this name.
fn named<'a>(list: &'a Value, name: &str) -> &'a Value {
    let mut list = list.as_array().expect("a list").iter();
    list.find(|element| element["name"] == name).expect(name)
}

#[test]
fn a_patch_adds_to_the_pod_template() {
    let patch = "
podTemplate:
  metadata: {labels: {example.com/mesh: 'on'}, annotations: {example.com/note: hello}}
  spec:
    dnsPolicy: Default
    containers:
      - {name: server, env: [{name: EXTRA, value: '1'}], volumeMounts: [{name: extra, mountPath: /extra}]}
      - {name: agent, image: 'agent:1'}
    initContainers: [{name: first, image: 'first:1'}]
    volumes: [{name: extra, emptyDir: {}}]";
    let values = with(&format!(
        "apiKeys: {{secret: {{name: keys}}}}\ntest: {{apiKeySecret: {{name: key}}}}{patch}"
    ));
    let (patched, plain) = (template(&values), template(LEAST));
    assert_eq!(patched["metadata"]["labels"]["example.com/mesh"], "on");
    assert_eq!(patched["metadata"]["annotations"], json!({"example.com/note": "hello"}));
    let spec = &patched["spec"];
    assert_eq!(spec["dnsPolicy"], "Default");
    assert_eq!(spec["initContainers"], json!([{"name": "first", "image": "first:1"}]));
    let containers = spec["containers"].as_array().expect("containers");
    assert_eq!(containers.len(), 2);
    assert_eq!(containers[1], json!({"name": "agent", "image": "agent:1"}));
    let (server, before) = (&containers[0], &plain["spec"]["containers"][0]);
    assert_eq!(named(&server["env"], "EXTRA")["value"], "1");
    for variable in before["env"].as_array().expect("variables") {
        assert_eq!(
            named(&server["env"], variable["name"].as_str().expect("a name")),
            variable
        );
    }
    let mounts = server["volumeMounts"].as_array().expect("mounts").iter();
    let mounts: Vec<_> = mounts.map(|mount| &mount["mountPath"]).collect();
    assert_eq!(mounts, ["/etc/tinsel/api-keys", "/extra"]);
    assert_eq!(spec["volumes"].as_array().expect("volumes").len(), 2);
    for unchanged in [
        "image",
        "args",
        "ports",
        "resources",
        "securityContext",
        "livenessProbe",
    ] {
        assert_eq!(server[unchanged], before[unchanged]);
    }
    assert_eq!(spec["securityContext"], plain["spec"]["securityContext"]);
}

#[test]
fn a_patch_replaces_elements_of_the_same_name() {
    let patch = "
podTemplate:
  spec:
    priorityClassName: high
    containers:
      - name: server
        args: [serve, --print-config]
        env: [{name: TINSEL_LOG_FORMAT, value: human}]
        volumeMounts: [{mountPath: /etc/tinsel/api-keys, name: other}]";
    let values = format!("apiKeys: {{secret: {{name: keys}}}}\ntest: {{apiKeySecret: {{name: key}}}}{patch}");
    let spec = template(&with(&values))["spec"].clone();
    assert_eq!(spec["priorityClassName"], "high");
    let server = &spec["containers"][0];
    assert_eq!(server["args"], json!(["serve", "--print-config"]));
    assert_eq!(named(&server["env"], "TINSEL_LOG_FORMAT")["value"], "human");
    let count = server["env"].as_array().expect("variables").len();
    let plain = template(&with(
        "apiKeys: {secret: {name: keys}}\ntest: {apiKeySecret: {name: key}}",
    ));
    assert_eq!(
        plain["spec"]["containers"][0]["env"]
            .as_array()
            .expect("variables")
            .len(),
        count
    );
    let mount = json!([{"name": "other", "mountPath": "/etc/tinsel/api-keys", "readOnly": true}]);
    assert_eq!(server["volumeMounts"], mount);
}

#[test]
fn common_labels_are_on_all_objects_and_not_in_selectors() {
    let values = with(
        "commonLabels: {example.com/team: games}\nkeda: {enabled: true}\nadmin: {operatorTokensSecret: {name: token}, tls: {secret: {name: admin}}}\n\
         metrics: {serviceMonitor: {enabled: true}, prometheusRule: {enabled: true}, dashboards: {enabled: true}}\n\
         tls: {certificate: {enabled: true, issuer: {name: i}}}\ningress: {enabled: true, host: h}\n\
         grpcRoute: {enabled: true, parentRefs: [{name: g}]}",
    );
    let all = objects(&values);
    assert_eq!(
        all.len(),
        16,
        "{:?}",
        all.iter().map(|object| &object["kind"]).collect::<Vec<_>>()
    );
    for object in &all {
        assert_eq!(
            object["metadata"]["labels"]["example.com/team"], "games",
            "{}",
            object["kind"]
        );
        let selectors = [&object["spec"]["selector"], &object["spec"]["podSelector"]];
        assert!(
            !json!(selectors).to_string().contains("example.com/team"),
            "{}",
            object["kind"]
        );
    }
    let deployment = find(&all, "Deployment", "").expect("servers");
    assert_eq!(
        deployment["spec"]["template"]["metadata"]["labels"]["example.com/team"],
        "games"
    );
}

/// OpenShift assigns user and group.
#[test]
fn user_and_group_are_omitted_if_unset() {
    let values = with("runAs: {user: '', group: ''}");
    let test = one(&values, "Pod", "-match")["spec"]["securityContext"].clone();
    for security in [template(&values)["spec"]["securityContext"].clone(), test] {
        assert_eq!(
            security,
            json!({"runAsNonRoot": true, "seccompProfile": {"type": "RuntimeDefault"}})
        );
    }
    let only_user = template(&with("runAs: {user: 1000, group: ''}"))["spec"]["securityContext"].clone();
    assert_eq!(
        (&only_user["runAsUser"], only_user.get("fsGroup")),
        (&json!(1000), None)
    );
}

#[test]
fn telemetry_has_the_identity_of_the_pod() {
    let env = template(LEAST)["spec"]["containers"][0]["env"].clone();
    let field = |name: &str| named(&env, name)["valueFrom"]["fieldRef"]["fieldPath"].clone();
    assert_eq!(field("POD_NAME"), "metadata.name");
    assert_eq!(field("POD_NAMESPACE"), "metadata.namespace");
    assert_eq!(field("NODE_NAME"), "spec.nodeName");
    assert_eq!(
        named(&env, "OTEL_RESOURCE_ATTRIBUTES")["value"],
        "k8s.pod.name=$(POD_NAME),k8s.namespace.name=$(POD_NAMESPACE),k8s.node.name=$(NODE_NAME)"
    );
    // Kubernetes expands only variables that are defined earlier.
    let names: Vec<_> = env
        .as_array()
        .expect("variables")
        .iter()
        .map(|of| &of["name"])
        .collect();
    assert_eq!(
        names[..4],
        ["NODE_NAME", "POD_NAME", "POD_NAMESPACE", "OTEL_RESOURCE_ATTRIBUTES"]
    );
}

#[test]
fn a_rollout_waits_until_servers_are_ready_for_some_time() {
    let spec = |values: &str| one(values, "Deployment", "")["spec"].clone();
    assert_eq!(spec(LEAST)["minReadySeconds"], 5);
    assert_eq!(spec(&with("minReadySeconds: 20"))["minReadySeconds"], 20);
    assert_eq!(spec(&with("replicas: 0"))["replicas"], 0);
}

#[test]
fn autoscaling_has_the_given_behavior() {
    let autoscaler = |values: &str| one(&with(values), "HorizontalPodAutoscaler", "")["spec"].clone();
    assert_eq!(autoscaler("autoscaling: {enabled: true}").get("behavior"), None);
    let behavior =
        "{scaleDown: {stabilizationWindowSeconds: 600, policies: [{type: Pods, value: 1, periodSeconds: 60}]}}";
    assert_eq!(
        autoscaler(&format!("autoscaling: {{enabled: true, behavior: {behavior}}}"))["behavior"],
        json!({"scaleDown": {"stabilizationWindowSeconds": 600, "policies": [{"type": "Pods", "value": 1, "periodSeconds": 60}]}})
    );
}

/// Helm passes `global`, and the value of a parent's `condition: tinsel.enabled`.
#[test]
fn a_subchart_accepts_the_values_of_its_parent() {
    let values = with("enabled: true\nglobal: {imageRegistry: registry.example.com}");
    assert_eq!(objects(&values).len(), objects(LEAST).len());
}

#[test]
fn a_pod_gets_the_archive_with_the_credentials_of_its_secret() {
    let archive = "archive: {url: 's3://matches/tinsel', secret: {name: bucket}, ttlDays: 30}";
    let server = &template(&with(archive))["spec"]["containers"][0];
    assert_eq!(named(&server["env"], "TINSEL_ARCHIVE")["value"], "s3://matches/tinsel");
    assert_eq!(named(&server["env"], "TINSEL_ARCHIVE_TTL_DAYS")["value"], "30");
    assert_eq!(server["envFrom"], json!([{"secretRef": {"name": "bucket"}}]));
    let plain = &template(LEAST)["spec"]["containers"][0];
    assert_eq!(plain["envFrom"], Value::Null);
}

#[test]
fn the_deployment_has_the_given_annotations() {
    let annotated = format!("{LEAST}\ndeploymentAnnotations: {{reloader.stakater.com/auto: 'true'}}");
    let annotations = |values: &str| one(values, "Deployment", "")["metadata"].get("annotations").cloned();
    assert_eq!(annotations(LEAST), None);
    assert_eq!(
        annotations(&annotated),
        Some(json!({"reloader.stakater.com/auto": "true"}))
    );
}
