//! The chart in a cluster: the token secret that it generates.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Write},
    net::TcpListener,
    path::Path,
    thread,
};

use serde_json::{Value, json};

use crate::{
    chart::{find, yaml},
    tools::{run, tool},
};

const CHART: &str = "helm/tinsel";

/// The values of the shortest installation.
const HOST: &str = "store: {hosts: ['redis:6379']}";

/// Serves these objects by path as a Kubernetes API server. Returns its URL.
fn serve(objects: BTreeMap<String, Value>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.expect("a connection");
            let mut request = BufReader::new(&stream).lines().map_while(Result::ok);
            let line = request.next().unwrap_or_default();
            request.take_while(|line| !line.is_empty()).for_each(drop);
            let path = line.split(['?', ' ']).nth(1).unwrap_or_default();
            let missing =
                json!({"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": "NotFound", "code": 404});
            let (status, body) = match objects.get(path) {
                Some(object) => ("200 OK", object),
                None => ("404 Not Found", &missing),
            };
            let body = body.to_string();
            let head = format!(
                "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                body.len()
            );
            // Helm may close the connection first.
            drop(stream.write_all((head + &body).as_bytes()));
        }
    });
    url
}

/// A cluster with this namespace, and with the data of the Secret `party-tinsel-tokens` if there is one.
pub(super) fn cluster(namespace: &str, secret: Option<Value>) -> String {
    let resource = |name: &str, kind: &str, namespaced: bool| json!({"name": name, "singularName": "", "namespaced": namespaced, "kind": kind, "verbs": ["get"]});
    let resources = [
        resource("namespaces", "Namespace", false),
        resource("secrets", "Secret", true),
    ];
    let mut objects = BTreeMap::from([
        (
            "/api/v1".to_owned(),
            json!({"kind": "APIResourceList", "groupVersion": "v1", "resources": resources}),
        ),
        (
            format!("/api/v1/namespaces/{namespace}"),
            json!({"kind": "Namespace", "apiVersion": "v1", "metadata": {"name": namespace}}),
        ),
    ]);
    if let Some(data) = secret {
        objects.insert(
            "/api/v1/namespaces/games/secrets/party-tinsel-tokens".to_owned(),
            json!({"kind": "Secret", "apiVersion": "v1", "metadata": {"name": "party-tinsel-tokens"}, "data": data}),
        );
    }
    serve(objects)
}

/// The objects that Helm renders from a chart for this cluster.
///
/// # Errors
///
/// Helm's message if it refuses the values.
pub(super) fn installed(chart: &Path, cluster: &str, values: &str) -> Result<Vec<Value>, String> {
    let mut helm = tool("helm");
    helm.args(["template", "party"])
        .arg(chart)
        .args(["--namespace", "games"]);
    helm.args(["--dry-run=server", "--kube-apiserver", cluster, "--values", "-"]);
    run(&mut helm, values).map(|manifests| yaml(&manifests))
}

fn secret(objects: &[Value]) -> Value {
    find(objects, "Secret", "").expect("a Secret")
}

#[test]
fn an_installation_with_only_a_redis_host_generates_a_token_secret() {
    // With --create-namespace, the namespace of the release does not exist yet.
    for namespace in ["games", "kube-system"] {
        let at = cluster(namespace, None);
        let objects = installed(Path::new(CHART), &at, HOST).expect("a release");
        let made = secret(&objects);
        assert_eq!(made["metadata"]["annotations"]["helm.sh/resource-policy"], "keep");
        let text = made["data"]["token-secret"].as_str().expect("a secret");
        assert!(text.len() > 80, "{} characters", text.len());
        let deployment = find(&objects, "Deployment", "").expect("servers");
        let env = &deployment["spec"]["template"]["spec"]["containers"][0]["env"];
        let variable = env.as_array().expect("variables").iter();
        let mut variable = variable.filter(|variable| variable["name"] == "TINSEL_TOKEN_SECRET");
        assert_eq!(
            variable.next().expect("the secret")["valueFrom"]["secretKeyRef"],
            json!({"name": made["metadata"]["name"], "key": "token-secret"})
        );
        let again = installed(Path::new(CHART), &at, HOST).expect("a release");
        assert_ne!(secret(&again)["data"], made["data"], "the secret is not random");
    }
}

#[test]
fn an_upgrade_keeps_the_generated_token_secret() {
    let data = json!({"token-secret": "b2YtdGhlLWZpcnN0LWluc3RhbGxhdGlvbg=="});
    let at = cluster("games", Some(data.clone()));
    assert_eq!(
        secret(&installed(Path::new(CHART), &at, HOST).expect("a release"))["data"],
        data
    );
    let error = installed(Path::new(CHART), &at, &format!("{HOST}\ntokenSecret: {{key: other}}")).unwrap_err();
    assert!(
        error.contains("the Secret party-tinsel-tokens has no key other: restore tokenSecret.key"),
        "{error}"
    );
}

#[test]
fn a_named_token_secret_is_not_generated() {
    let at = cluster("games", None);
    let values = format!("{HOST}\ntokenSecret: {{name: tokens}}");
    assert_eq!(
        find(
            &installed(Path::new(CHART), &at, &values).expect("a release"),
            "Secret",
            ""
        ),
        None
    );
    let memory = "replicas: 1\nstore: {mode: memory}";
    assert_eq!(
        find(
            &installed(Path::new(CHART), &at, memory).expect("a release"),
            "Secret",
            ""
        ),
        None
    );
}
