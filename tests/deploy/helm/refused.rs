//! The chart refuses invalid values with an error that names them.

use super::template;

/// Values that the schema refuses, and the error.
const BY_THE_SCHEMA: &[(&str, &str)] = &[
    ("replica: 3", "additional properties 'replica' not allowed"),
    (
        "fullnameOverride: Games",
        "at '/fullnameOverride': 'Games' does not match pattern",
    ),
    ("replicas: three", "at '/replicas': got string, want integer"),
    ("replicas: -1", "at '/replicas': minimum: got -1, want 0"),
    // Helm removes keys that are null.
    ("replicas: null", "missing property 'replicas'"),
    (
        "runAs: {user: null, group: null}",
        "at '/runAs': missing properties 'group', 'user'",
    ),
    ("tokenSecret: null", "missing property 'tokenSecret'"),
    ("options: {shards: null}", "at '/options': missing property 'shards'"),
    (
        "podTemplate: {spec: {containers: [{name: server, args: null}]}}",
        "at '/podTemplate/spec/containers/0/args': got null, want",
    ),
    (
        "podTemplate: {containers: []}",
        "at '/podTemplate': additional properties 'containers' not allowed",
    ),
    ("minReadySeconds: 5s", "at '/minReadySeconds': got string, want integer"),
    (
        "service: {externalTrafficPolicy: Global}",
        "at '/service/externalTrafficPolicy': value must be one of '', 'Cluster', 'Local'",
    ),
    (
        "service: {loadBalancerSourceRanges: [everywhere]}",
        "at '/service/loadBalancerSourceRanges/0': 'everywhere' does not match pattern",
    ),
    (
        "autoscaling: {behavior: {scaleDown: {policies: [{type: Pods}]}}}",
        "at '/autoscaling/behavior/scaleDown/policies/0': missing properties",
    ),
    (
        "tls: {secret: certificate}",
        "at '/tls/secret': got string, want object",
    ),
    (
        "tls: {serverName: 'https://play'}",
        "at '/tls/serverName': 'https://play' does not match pattern",
    ),
    (
        "ingress: {host: play/}",
        "at '/ingress/host': 'play/' does not match pattern",
    ),
    (
        "grpcRoute: {parentRefs: [{namespace: gateways}]}",
        "at '/grpcRoute/parentRefs/0': missing property 'name'",
    ),
    (
        "image: {pullPolicy: Sometimes}",
        "at '/image/pullPolicy': value must be one of 'Always', 'IfNotPresent', 'Never'",
    ),
    (
        "image: {digest: latest}",
        "at '/image/digest': 'latest' does not match pattern",
    ),
    (
        "store: {mode: postgres}",
        "at '/store/mode': value must be one of 'redis', 'sentinel', 'cluster', 'memory'",
    ),
    (
        "store: {hosts: [redis]}",
        "at '/store/hosts/0': 'redis' does not match pattern",
    ),
    (
        "store: {hosts: redis:6379}",
        "at '/store/hosts': got string, want array",
    ),
    ("store: {user: 'a:b'}", "at '/store/user': 'a:b' does not match pattern"),
    (
        "store: {password: secret}",
        "at '/store': additional properties 'password' not allowed",
    ),
    (
        "store: {passwordSecret: {value: x}}",
        "at '/store/passwordSecret': additional properties 'value' not allowed",
    ),
    (
        "store: {tls: {enabled: 'yes'}}",
        "at '/store/tls/enabled': got string, want boolean",
    ),
    (
        "store: {replicas: 17}",
        "at '/store/replicas': maximum: got 17, want 16",
    ),
    (
        "tokenSecret: {value: abcdefghijklmnop}",
        "at '/tokenSecret': additional properties 'value' not allowed",
    ),
    (
        "options: {shards: 1001}",
        "at '/options/shards': maximum: got 1,001, want 1,000",
    ),
    (
        "options: {colour: red}",
        "at '/options': additional properties 'colour' not allowed",
    ),
    (
        "otlpEndpoint: collector:4317",
        "at '/otlpEndpoint': 'collector:4317' does not match pattern",
    ),
    (
        "otlpEndpoint: http://collector",
        "at '/otlpEndpoint': 'http://collector' does not match pattern",
    ),
    (
        "otlpMetricsEndpoint: grpc://collector:4317",
        "at '/otlpMetricsEndpoint': 'grpc://collector:4317' does not match pattern",
    ),
    (
        "shutdown: {drainSeconds: 20s}",
        "at '/shutdown/drainSeconds': got string, want integer",
    ),
    (
        "listenAddress: 127.0.0.1",
        "at '/listenAddress': value must be one of '0.0.0.0', '[::]'",
    ),
    (
        "service: {type: ExternalName}",
        "at '/service/type': value must be one of",
    ),
    (
        "service: {port: 70000}",
        "at '/service/port': maximum: got 70,000, want 65,535",
    ),
    ("runAs: {user: 0}", "at '/runAs/user': minimum: got 0, want 1"),
    (
        "resources: {limits: {memory: 1 GB}}",
        "at '/resources/limits/memory': '1 GB' does not match pattern",
    ),
    ("spread: {zones: Maybe}", "at '/spread/zones': value must be one of"),
    (
        "podDisruptionBudget: {maxUnavailable: 0}",
        "at '/podDisruptionBudget/maxUnavailable': minimum: got 0, want 1",
    ),
    ("podLabels: {rank: 1}", "at '/podLabels/rank': got number, want string"),
    (
        "networkPolicy: {clients: [everybody]}",
        "at '/networkPolicy/clients/0': got string, want object",
    ),
    (
        "store: {hosts: ['redis:99999']}",
        "at '/store/hosts/0': 'redis:99999' does not match pattern",
    ),
    (
        "otlpEndpoint: http://collector:65536",
        "at '/otlpEndpoint': 'http://collector:65536' does not match pattern",
    ),
    (
        "otlpEndpoint: http://collector:0",
        "at '/otlpEndpoint': 'http://collector:0' does not match pattern",
    ),
    (
        "affinity: {nodes: {near: 1}}",
        "at '/affinity': additional properties 'nodes' not allowed",
    ),
    (
        "affinity: {podAffinity: {required: []}}",
        "at '/affinity/podAffinity': additional properties 'required' not allowed",
    ),
    (
        "tolerations: [{key: games, operator: Is}]",
        "at '/tolerations/0/operator': value must be one of 'Exists', 'Equal'",
    ),
    (
        "podLabels: {team: 'of games'}",
        "at '/podLabels/team': 'of games' does not match pattern",
    ),
    (
        "podLabels: {'of games': team}",
        "at '/podLabels': additional properties 'of games' not allowed",
    ),
    (
        "networkPolicy: {clients: [{}]}",
        "at '/networkPolicy/clients/0': minProperties: got 0, want 1",
    ),
    (
        "networkPolicy: {scrapers: [{podSelectors: {}}]}",
        "at '/networkPolicy/scrapers/0': additional properties 'podSelectors' not allowed",
    ),
    (
        "networkPolicy: {store: [{ipBlock: {cidr: everywhere}}]}",
        "at '/networkPolicy/store/0/ipBlock/cidr': 'everywhere' does not match pattern",
    ),
    (
        "networkPolicy: {store: [{ipBlock: {cidr: 10.0.0.0/8}, podSelector: {}}]}",
        "at '/networkPolicy/store/0': maxProperties: got 2, want 1",
    ),
    (
        "networkPolicy: {enable: false}",
        "at '/networkPolicy': additional properties 'enable' not allowed",
    ),
    ("web: {frameAncestors: ['https://a.example:443']}", "'not' failed"),
    (
        "admin: {token: x}",
        "at '/admin': additional properties 'token' not allowed",
    ),
    ("metrics: {port: 7400}", "at '/metrics/port': 'not' failed"),
    (
        "metrics: {serviceMonitor: {interval: 31s}}",
        "at '/metrics/serviceMonitor/interval': '31s' does not match pattern",
    ),
    (
        "metrics: {serviceMonitor: {interval: 1h}}",
        "at '/metrics/serviceMonitor/interval': '1h' does not match pattern",
    ),
    (
        "metrics: {serviceMonitor: {interval: often}}",
        "at '/metrics/serviceMonitor/interval': 'often' does not match pattern",
    ),
    (
        "test: {game: Presents of Mine}",
        "at '/test/game': 'Presents of Mine' does not match pattern",
    ),
];

/// Combinations of values that the templates refuse, and the error.
const TOGETHER: &[(&str, &str)] = &[
    (
        "tokenSecret: {name: ''}",
        "tokenSecret.name must name a Secret with the secret that signs tokens, because the chart is rendered without a cluster",
    ),
    (
        "store: {urlSecret: {name: redis}}\ntokenSecret: {name: ''}",
        "tokenSecret.name must name a Secret with the secret that signs tokens",
    ),
    (
        "shutdown: {drainSeconds: 60}",
        "shutdown.graceSeconds is 40; it must be at least preStopSeconds + drainSeconds + 10, which is 75",
    ),
    (
        "shutdown: {preStopSeconds: 11}",
        "shutdown.graceSeconds is 40; it must be at least preStopSeconds + drainSeconds + 10, which is 41",
    ),
    ("store: {mode: memory}", "store.mode memory supports one server only"),
    (
        "store: {mode: memory}\nreplicas: 1\nautoscaling: {enabled: true}",
        "store.mode memory supports one server only",
    ),
    (
        "store: {hosts: []}",
        "store.hosts must name at least one host, because store.mode is redis",
    ),
    (
        "store: {hosts: ['a:1', 'b:1']}",
        "store.hosts must name exactly one host, because store.mode is redis",
    ),
    (
        "store: {mode: sentinel}",
        "store.master must be the name of the master in the sentinels",
    ),
    (
        "store: {mode: cluster, database: 1}",
        "store.database must be 0, because store.mode is cluster",
    ),
    (
        "autoscaling: {enabled: true}\nkeda: {enabled: true}",
        "autoscaling.enabled and keda.enabled exclude each other",
    ),
    (
        "autoscaling: {minReplicas: 11}",
        "autoscaling.minReplicas is 11; it must not exceed maxReplicas, which is 10",
    ),
    (
        "keda: {minReplicas: 11}",
        "keda.minReplicas is 11; it must not exceed maxReplicas, which is 10",
    ),
    (
        "keda: {enabled: true}\nmetrics: {enabled: false}",
        "keda.enabled requires metrics.enabled",
    ),
    (
        "keda: {enabled: true, streamsPerServer: 10000}",
        "keda.streamsPerServer must be less than options.streamsMax",
    ),
    (
        "keda: {enabled: true, callsPerServer: 2000}",
        "keda.callsPerServer must be less than options.callsMax",
    ),
    (
        "metrics: {enabled: false, serviceMonitor: {enabled: true}}",
        "metrics.serviceMonitor.enabled requires metrics.enabled",
    ),
    (
        "metrics: {enabled: false, prometheusRule: {enabled: true}}",
        "metrics.prometheusRule.enabled requires metrics.enabled",
    ),
    (
        "metrics: {enabled: false, dashboards: {enabled: true}}",
        "metrics.dashboards.enabled requires metrics.enabled",
    ),
    (
        "podLabels: {app.kubernetes.io/name: mine}",
        "podLabels must not contain app.kubernetes.io/name, which the chart sets",
    ),
    (
        "podLabels: {app.kubernetes.io/component: mine}",
        "podLabels must not contain app.kubernetes.io/component, which the chart sets",
    ),
    (
        "metrics: {serviceMonitor: {labels: {helm.sh/chart: mine}}}",
        "metrics.serviceMonitor.labels must not contain helm.sh/chart, which the chart sets",
    ),
    (
        "probes: {readiness: {timeoutSeconds: 6}}",
        "probes.readiness.timeoutSeconds is 6; it must not exceed periodSeconds, which is 5",
    ),
    (
        "networkPolicy: {operators: [{podSelector: {}}]}",
        "networkPolicy.operators requires admin.operatorTokensSecret.name",
    ),
    (
        "admin: {operatorTokensSecret: {name: token}, tls: {secret: {name: admin}}}\nnetworkPolicy: {enabled: false, operators: [{podSelector: {}}]}",
        "networkPolicy.operators requires networkPolicy.enabled",
    ),
    (
        "metrics: {port: 7401}",
        "metrics.port must not be 7401, the port of AdminService",
    ),
    (
        "commonLabels: {app.kubernetes.io/name: mine}",
        "commonLabels must not contain app.kubernetes.io/name, which the chart sets",
    ),
    (
        "commonLabels: {team: games}\npodLabels: {team: others}",
        "podLabels must not contain team, which the chart sets",
    ),
    (
        "podTemplate: {metadata: {labels: {app.kubernetes.io/name: mine}}}",
        "podTemplate.metadata.labels must not contain app.kubernetes.io/name, which the chart sets",
    ),
    (
        "service: {loadBalancerClass: example.com/internal}",
        "service.loadBalancerClass requires service.type LoadBalancer",
    ),
    (
        "service: {type: NodePort, loadBalancerSourceRanges: [10.0.0.0/8]}",
        "service.loadBalancerSourceRanges requires service.type LoadBalancer",
    ),
    (
        "service: {externalTrafficPolicy: Local}",
        "service.externalTrafficPolicy requires service.type NodePort or LoadBalancer",
    ),
    (
        "service: {nodePort: 30400}",
        "service.nodePort requires service.type NodePort or LoadBalancer",
    ),
    (
        "ingress: {enabled: true}",
        "ingress.host must be the host name of clients",
    ),
    ("grpcRoute: {enabled: true}", "grpcRoute.parentRefs must name a Gateway"),
    ("web: {enabled: false, frameAncestors: ['https://a']}", "web.enabled"),
    (
        "tls: {secret: {name: a}, certificate: {enabled: true, issuer: {name: b}}}",
        "tls.secret.name and tls.certificate.enabled exclude each other",
    ),
    (
        "tls: {certificate: {enabled: true}}",
        "tls.certificate.issuer.name must name an issuer of cert-manager",
    ),
    (
        "tls: {clientCaSecret: {name: players}}",
        "tls.clientCaSecret and tls.clientSecret require tls.secret.name or tls.certificate.enabled",
    ),
    (
        "tls: {secret: {name: a}, clientCaSecret: {name: players}}",
        "tls.clientSecret.name must name a Secret with a client certificate for the probes",
    ),
    (
        "apiKeys: {secret: {name: api-keys}}",
        "test.apiKeySecret.name must name a Secret with an API key",
    ),
];

#[test]
fn invalid_values_are_refused_by_name() {
    for (values, expected) in BY_THE_SCHEMA.iter().chain(TOGETHER) {
        let with_secret = if values.contains("{name: ''}") || values.starts_with("tokenSecret:") {
            (*values).to_owned()
        } else {
            format!("tokenSecret: {{name: tokens}}\n{values}")
        };
        let error = match template(&with_secret) {
            Err(error) => error,
            Ok(_) => panic!("{values} is not refused"),
        };
        assert!(error.contains(expected), "{values} is refused by: {error}");
    }
}
