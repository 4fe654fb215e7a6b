//! Collectors behind TLS.

use tinsel_harness::{Api, Authority, Collector, Mounted, Process, TestMatch, created, redis, until};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn traces_reach_a_collector_only_if_its_certificate_is_trusted() {
    let (ours, other) = (Authority::new(), Authority::new());
    let collector = Collector::default();
    let endpoint = collector.serve_secured(&ours.certify(&["localhost"])).await;
    let mounted = Mounted::new(&[("ours.pem", &ours.pem()), ("other.pem", &other.pem())]);
    for (ca, trusted) in [("other.pem", false), ("ours.pem", true)] {
        let path = mounted.path(ca);
        let options = [
            "--otlp-endpoint",
            &endpoint,
            "--otlp-ca",
            &path,
            "--traces-per-thousand",
            "1000",
        ];
        let server = Process::start(redis(), &options);
        let api = Api::connect(&server.url()).await;
        TestMatch::create(&api, &created("")).await;
        if trusted {
            until("spans", || async { !collector.spans().is_empty() }).await;
        }
        // The last export is tried before the process ends.
        server.end().await;
        assert_eq!(!collector.spans().is_empty(), trusted, "{ca}");
    }
}
