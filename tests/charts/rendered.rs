//! Whatever values are chosen well, Kubernetes takes what comes of them.

use crate::{
    chart::{LEAST, good_values, releases, template, template_on},
    tools::{run, tool},
};

/// Where schemas are: those of Kubernetes out of a package, of others by hand, as far as the chart makes use of them.
fn conform(release: &str, manifests: &str) -> Result<String, String> {
    let own = "tests/charts/schemas/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json";
    let of_kubernetes = format!(
        ".tools/kubernetes-schemas/schemas/v{release}-local-strict/{{{{.ResourceKind}}}}{{{{.KindSuffix}}}}.json"
    );
    let mut kubeconform = tool("kubeconform/bin/kubeconform");
    kubeconform.args(["-strict", "-summary", "-kubernetes-version", release]);
    run(
        kubeconform.args(["-schema-location", &of_kubernetes, "-schema-location", own]),
        manifests,
    )
}

#[test]
fn what_comes_of_good_values_is_what_kubernetes_takes() {
    for (name, values) in good_values() {
        for release in releases() {
            let manifests = template_on(&release, &values).unwrap_or_else(|error| panic!("{name}: {error}"));
            let said = conform(&release, &manifests).unwrap_or_else(|error| panic!("{name} on {release}: {error}"));
            assert!(
                said.contains("Invalid: 0, Errors: 0, Skipped: 0"),
                "{name} on {release}: {said}"
            );
            assert!(!said.contains("Valid: 0,"), "{name} on {release}: {said}");
        }
    }
}

#[test]
fn what_kubernetes_does_not_take_is_found() {
    let manifests = template(LEAST).unwrap();
    for (right, wrong, found) in [
        (
            "whenUnsatisfiable:",
            "whenUnsatisfied:",
            "'whenUnsatisfied' not allowed",
        ),
        ("containerPort: 7400", "containerPort: grpc", "got string, want integer"),
        (
            "kind: PodDisruptionBudget",
            "kind: PodBudget",
            "could not find schema for PodBudget",
        ),
    ] {
        assert!(manifests.contains(right), "{manifests}");
        for release in releases() {
            let said = conform(&release, &manifests.replace(right, wrong)).unwrap_err();
            assert!(said.contains(found), "{wrong} on {release}: {said}");
        }
    }
}

#[test]
fn helm_finds_nothing_wrong_with_the_chart() {
    for (name, values) in good_values() {
        let mut helm = tool("helm/bin/helm");
        helm.args([
            "lint",
            "helm/tinsel",
            "--strict",
            "--kube-version",
            "1.30.0",
            "--values",
            "-",
        ]);
        run(&mut helm, &values).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

#[test]
fn an_older_kubernetes_is_refused() {
    let said = template_on("1.29.9", LEAST).unwrap_err();
    assert!(said.contains("chart requires kubeVersion: >=1.30.0-0"), "{said}");
}
