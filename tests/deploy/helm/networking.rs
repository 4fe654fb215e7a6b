//! How clients reach the servers: Services, TLS, Ingress and GRPCRoute.

use serde_json::{Value, json};

use super::{objects, one, template};
use crate::chart::{LEAST, find};

fn with(values: &str) -> String {
    format!("{LEAST}\n{values}")
}

fn pod(values: &str) -> Value {
    one(values, "Deployment", "")["spec"]["template"]["spec"].clone()
}

/// Checks that the container itself probes this URL, with these arguments for TLS.
fn check_probes(pod: &Value, server: &str, trust: &[&str]) {
    for part in ["liveness", "readiness"] {
        let probe = &pod["containers"][0][format!("{part}Probe")];
        let health = ["/usr/local/bin/tinsel", "health", "--server", server, "--part", part];
        assert_eq!(probe["exec"]["command"], json!([&health[..], trust].concat()));
        assert_eq!(probe.get("grpc"), None);
        assert!(probe["timeoutSeconds"].is_number());
    }
}

/// The value of a variable of the server container.
fn variable(values: &str, name: &str) -> Value {
    let pod = pod(values);
    let env = pod["containers"][0]["env"].as_array().expect("variables");
    let found = env.iter().find(|variable| variable["name"] == name);
    found.map_or(Value::Null, |found| found["value"].clone())
}

#[test]
fn options_of_the_service_are_omitted_unless_set() {
    let service = |values: &str| one(values, "Service", "party-tinsel")["spec"].clone();
    let least = service(LEAST);
    for name in ["externalTrafficPolicy", "loadBalancerClass", "loadBalancerSourceRanges"] {
        assert_eq!(least.get(name), None);
    }
    assert_eq!(least["ports"][0].get("nodePort"), None);
    let set = service(&with(
        "service: {type: LoadBalancer, nodePort: 30400, externalTrafficPolicy: Local, loadBalancerClass: example.com/internal,\
         loadBalancerSourceRanges: [10.0.0.0/8, 'fd00::/8'], annotations: {example.com/kind: public}}",
    ));
    assert_eq!(set["externalTrafficPolicy"], "Local");
    assert_eq!(set["loadBalancerClass"], "example.com/internal");
    assert_eq!(set["loadBalancerSourceRanges"], json!(["10.0.0.0/8", "fd00::/8"]));
    assert_eq!(set["ports"][0]["nodePort"], 30400);
}

#[test]
fn ingress_routes_a_host_to_the_service() {
    assert_eq!(find(&objects(LEAST), "Ingress", ""), None);
    let values = with(
        "ingress: {enabled: true, className: nginx, host: play.example.com, tlsSecret: {name: play},\
         annotations: {nginx.ingress.kubernetes.io/backend-protocol: GRPC}}",
    );
    let ingress = one(&values, "Ingress", "");
    let annotation = &ingress["metadata"]["annotations"]["nginx.ingress.kubernetes.io/backend-protocol"];
    assert_eq!(annotation, "GRPC");
    let backend = json!({"service": {"name": "party-tinsel", "port": {"name": "grpc"}}});
    assert_eq!(
        ingress["spec"],
        json!({
            "ingressClassName": "nginx",
            "rules": [{
                "host": "play.example.com",
                "http": {"paths": [{"path": "/", "pathType": "Prefix", "backend": backend}]},
            }],
            "tls": [{"hosts": ["play.example.com"], "secretName": "play"}],
        })
    );
    let service = one(&values, "Service", "party-tinsel");
    assert_eq!(service["spec"]["ports"][0]["name"], "grpc");
    let plain = one(&with("ingress: {enabled: true, host: play.example.com}"), "Ingress", "");
    assert_eq!(
        (plain["spec"].get("tls"), plain["spec"].get("ingressClassName")),
        (None, None)
    );
}

#[test]
fn grpc_route_attaches_the_service_to_a_gateway() {
    assert_eq!(find(&objects(LEAST), "GRPCRoute", ""), None);
    let values = with(
        "service: {port: 80}\ngrpcRoute: {enabled: true, parentRefs: [{name: gateway, namespace: gateways, sectionName: grpc}],\
         hostnames: [play.example.com], annotations: {example.com/kind: public}}",
    );
    let route = one(&values, "GRPCRoute", "");
    assert_eq!(route["metadata"]["annotations"]["example.com/kind"], "public");
    assert_eq!(
        route["spec"],
        json!({
            "parentRefs": [{"name": "gateway", "namespace": "gateways", "sectionName": "grpc"}],
            "hostnames": ["play.example.com"],
            "rules": [{"backendRefs": [{"name": "party-tinsel", "port": 80}]}],
        })
    );
}

#[test]
fn the_page_is_served_under_the_host_names_of_the_routes() {
    let names = [
        "TINSEL_WEB",
        "TINSEL_WEB_HOST",
        "TINSEL_CORS_ORIGINS",
        "TINSEL_WEB_FRAME_ANCESTORS",
    ];
    let variables = |values: &str| names.map(|name| variable(values, name));
    assert_eq!(
        variables(LEAST),
        [json!("false"), Value::Null, Value::Null, Value::Null]
    );
    let values = with(
        "web: {enabled: true, hosts: [games.example.com, play.example.com], corsOrigins: ['https://a.example', 'https://b.example'], \
         frameAncestors: ['https://c.example', 'http://localhost:8000']}\n\
         ingress: {enabled: true, host: ingress.example.com}\n\
         grpcRoute: {enabled: true, parentRefs: [{name: gateway}], hostnames: [play.example.com, '*.example.org']}",
    );
    let hosts = "games.example.com,play.example.com,ingress.example.com";
    assert_eq!(
        variables(&values),
        [
            json!("true"),
            json!(hosts),
            json!("https://a.example,https://b.example"),
            json!("https://c.example,http://localhost:8000")
        ]
    );
    // A GRPCRoute cannot route the files of the page.
    assert_eq!(find(&objects(&values), "GRPCRoute", ""), None);
    let route = one(&values, "HTTPRoute", "");
    assert_eq!(route["spec"]["rules"][0]["backendRefs"][0]["name"], "party-tinsel");
}

#[test]
fn servers_read_the_certificate_from_a_mounted_secret() {
    let values = with("tls: {secret: {name: certificate}}");
    for (name, path) in [
        ("TINSEL_TLS_CERTIFICATE", json!("/etc/tinsel/tls/tls.crt")),
        ("TINSEL_TLS_KEY", json!("/etc/tinsel/tls/tls.key")),
        ("TINSEL_TLS_CLIENT_CA", Value::Null),
    ] {
        assert_eq!(variable(&values, name), path);
        assert_eq!(variable(LEAST, name), Value::Null);
    }
    let pod = pod(&values);
    assert_eq!(
        pod["volumes"],
        json!([{"name": "tls", "secret": {"secretName": "certificate"}}])
    );
    // Not by subPath: Kubernetes does not renew such files.
    assert_eq!(
        pod["containers"][0]["volumeMounts"],
        json!([{"name": "tls", "mountPath": "/etc/tinsel/tls", "readOnly": true}])
    );
    for end in ["party-tinsel", "-headless"] {
        let service = one(&values, "Service", end);
        assert_eq!(service["spec"]["ports"][0]["appProtocol"], "https", "{end}");
    }
}

// B8
#[test]
fn probes_of_servers_that_expect_proxy_headers_connect_over_loopback() {
    let pod = pod(&with("options: {proxyProtocolFrom: [10.0.0.0/8]}"));
    check_probes(&pod, "http://127.0.0.1:7400", &[]);
    for loopback in ["127.0.0.0/8", "::1", "0.0.0.0/0", "126.0.0.0/7", "::/0"] {
        let values = with(&format!("options: {{proxyProtocolFrom: [10.0.0.0/8, '{loopback}']}}"));
        let error = template(&values).expect_err("it contains the address of the probes");
        let expected = format!("options.proxyProtocolFrom contains {loopback}; list only the load balancers");
        assert!(error.contains(&expected), "{error}");
    }
}

/// The probes of the kubelet do not support TLS.
#[test]
fn with_tls_the_container_probes_itself_by_a_name_in_the_certificate() {
    let values = with(
        "tls: {secret: {name: certificate}, serverName: play.example.com, caKey: ca.crt, clientCaSecret: {name: players},\
         clientSecret: {name: probe}}",
    );
    let pod = pod(&values);
    assert_eq!(
        pod["hostAliases"],
        json!([{"ip": "127.0.0.1", "hostnames": ["play.example.com"]}])
    );
    let trust = [
        "--ca",
        "/etc/tinsel/tls/ca.crt",
        "--client-certificate",
        "/etc/tinsel/tls-client/tls.crt",
        "--client-key",
        "/etc/tinsel/tls-client/tls.key",
    ];
    check_probes(&pod, "https://play.example.com:7400", &trust);
    assert_eq!(
        variable(&values, "TINSEL_TLS_CLIENT_CA"),
        "/etc/tinsel/tls-client-ca/ca.crt"
    );
    let mounts = pod["containers"][0]["volumeMounts"].as_array().expect("mounts").iter();
    assert_eq!(
        mounts.map(|mount| &mount["mountPath"]).collect::<Vec<_>>(),
        ["/etc/tinsel/tls", "/etc/tinsel/tls-client-ca", "/etc/tinsel/tls-client"]
    );

    let test = one(&values, "Pod", "-match")["spec"].clone();
    let demo = ["demo", "presents_of_mine", "--server", "https://play.example.com:7400"];
    assert_eq!(test["containers"][0]["args"], json!([&demo[..], &trust[..]].concat()));
    let ca = json!({"secretName": "certificate", "items": [{"key": "ca.crt", "path": "ca.crt"}]});
    assert_eq!(
        test["volumes"],
        json!([{"name": "tls", "secret": ca}, {"name": "tls-client", "secret": {"secretName": "probe"}}]),
        "the test pod needs no private key of the servers"
    );
}

#[test]
fn cert_manager_writes_the_certificate_of_the_servers() {
    assert_eq!(find(&objects(LEAST), "Certificate", ""), None);
    let values = with("tls: {certificate: {enabled: true, issuer: {name: games, kind: ClusterIssuer}}}");
    let certificate = one(&values, "Certificate", "")["spec"].clone();
    assert_eq!(
        certificate["issuerRef"],
        json!({"name": "games", "kind": "ClusterIssuer", "group": "cert-manager.io"})
    );
    assert_eq!(certificate["secretName"], "party-tinsel-tls");
    let pod = pod(&values);
    assert_eq!(pod["volumes"][0]["secret"]["secretName"], "party-tinsel-tls");
    // The name that probes and `helm test` use.
    let probed = &pod["hostAliases"][0]["hostnames"][0];
    assert_eq!(probed, "party-tinsel.games");
    let names = certificate["dnsNames"].as_array().expect("names");
    assert!(names.contains(probed) && names.len() == 6, "{names:?}");
    let own = "tls: {certificate: {enabled: true, issuer: {name: games}, dnsNames: [play.example.com]}}";
    let own = one(&with(own), "Certificate", "")["spec"]["dnsNames"].clone();
    assert_eq!(own, json!(["play.example.com"]));
}

#[test]
fn admin_service_on_the_pod_address_has_tls() {
    let named = with(
        "admin: {operatorTokensSecret: {name: token}, tls: {secret: {name: admin}, clientCaSecret: {name: operators, key: ca.pem}}}",
    );
    let shared = with("admin: {operatorTokensSecret: {name: token}}\ntls: {secret: {name: certificate}}");
    for (values, folder) in [(&named, "/etc/tinsel/admin-tls"), (&shared, "/etc/tinsel/tls")] {
        assert_eq!(
            ["CERTIFICATE", "KEY"].map(|name| variable(values, &format!("TINSEL_ADMIN_TLS_{name}"))),
            [json!(format!("{folder}/tls.crt")), json!(format!("{folder}/tls.key"))]
        );
        let pod = pod(values);
        let mounts = pod["containers"][0]["volumeMounts"].as_array().expect("mounts");
        assert!(mounts.iter().any(|mount| mount["mountPath"] == *folder), "{mounts:?}");
    }
    assert_eq!(
        variable(&named, "TINSEL_ADMIN_TLS_CLIENT_CA"),
        "/etc/tinsel/admin-tls-client-ca/ca.pem"
    );
    let volumes = pod(&named)["volumes"].clone();
    let items = json!([{"key": "ca.pem", "path": "ca.pem"}]);
    for volume in [
        json!({"name": "admin-tls", "secret": {"secretName": "admin"}}),
        json!({"name": "admin-tls-client-ca", "secret": {"secretName": "operators", "items": items}}),
    ] {
        assert!(volumes.as_array().expect("volumes").contains(&volume), "{volumes}");
    }
    let plain = with("admin: {operatorTokensSecret: {name: token}, tls: {required: false}}");
    assert_eq!(variable(&plain, "TINSEL_ADMIN_TLS_CERTIFICATE"), Value::Null);
    for (values, cause) in [
        (
            "admin: {operatorTokensSecret: {name: token}}",
            "admin.operatorTokensSecret requires TLS",
        ),
        (
            "admin: {tls: {secret: {name: admin}}}",
            "admin.tls.secret and admin.tls.clientCaSecret require admin.enabled and admin.operatorTokensSecret.name",
        ),
        (
            "admin: {operatorTokensSecret: {name: token}, tls: {required: false, clientCaSecret: {name: ca}}}",
            "admin.tls.clientCaSecret requires admin.tls.secret.name or tls.secret.name",
        ),
    ] {
        let error = template(&with(values)).expect_err(values);
        assert!(error.contains(cause), "{error}");
    }
}

#[test]
fn clusters_with_ipv6_get_listeners_probes_and_services_for_it() {
    let ipv6 = "listenAddress: '[::]'\nservice: {ipFamilyPolicy: RequireDualStack, ipFamilies: [IPv6, IPv4]}";
    let values = with(ipv6);
    assert_eq!(
        ["LISTEN", "METRICS_LISTEN", "ADMIN_LISTEN"].map(|name| variable(&values, &format!("TINSEL_{name}"))),
        [json!("[::]:7400"), json!("[::]:9464"), json!("[::1]:7401")]
    );
    for name in ["party-tinsel", "-headless"] {
        let spec = &one(&values, "Service", name)["spec"];
        assert_eq!(
            (&spec["ipFamilyPolicy"], &spec["ipFamilies"]),
            (&json!("RequireDualStack"), &json!(["IPv6", "IPv4"]))
        );
        let least = &one(LEAST, "Service", name)["spec"];
        assert_eq!((least.get("ipFamilyPolicy"), least.get("ipFamilies")), (None, None));
    }
    let secured = pod(&with(&format!("{ipv6}\ntls: {{secret: {{name: certificate}}}}")));
    assert_eq!(secured["hostAliases"][0]["ip"], "::1");
    let behind_a_balancer = pod(&with(&format!("{ipv6}\noptions: {{proxyProtocolFrom: ['fd00::/8']}}")));
    check_probes(&behind_a_balancer, "http://[::1]:7400", &[]);
}

#[test]
fn the_archive_and_its_credentials_are_reachable() {
    let egress = |values: &str| {
        let rules = one(&with(values), "NetworkPolicy", "")["spec"]["egress"].clone();
        rules.as_array().expect("rules")[2..].to_vec()
    };
    let metadata = |cidr: &str, port: i64| json!({"ports": [{"port": port}], "to": [{"ipBlock": {"cidr": cidr}}]});
    assert_eq!(
        egress("archive: {url: 's3://games'}"),
        [
            json!({"ports": [{"port": 443}]}),
            metadata("169.254.169.254/32", 80),
            metadata("169.254.169.252/32", 988),
            metadata("169.254.170.23/32", 80),
            metadata("fd00:ec2::254/128", 80),
            metadata("fd00:ec2::23/128", 80),
        ]
    );
    // A Secret has the credentials.
    assert_eq!(
        egress("archive: {url: 's3://games', secret: {name: s3}}\nnetworkPolicy: {archivePorts: [9000, 443]}"),
        [json!({"ports": [{"port": 9000}, {"port": 443}]})]
    );
    let named = "networkPolicy: {archive: [{podSelector: {}}], metadata: [{cidr: 10.0.0.1/32, port: 8080}]}";
    assert_eq!(
        egress(&format!("archive: {{url: 's3://games'}}\n{named}")),
        [
            json!({"ports": [{"port": 443}], "to": [{"podSelector": {}}]}),
            metadata("10.0.0.1/32", 8080)
        ]
    );
    assert_eq!(egress(named), [] as [Value; 0]);
}
