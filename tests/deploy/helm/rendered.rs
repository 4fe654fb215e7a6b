//! Whatever values are chosen well, Kubernetes takes what comes of them.

use std::path::PathBuf;

use crate::{
    chart::{LEAST, good_values, releases, template, template_on},
    tools::{run, tool, written},
};

/// What is said of all these files together. Schemas are those of Kubernetes out of a package, and of others those by hand,
/// as far as the chart makes use of them; to read them takes longer than to compare.
fn conform(release: &str, manifests: &[PathBuf]) -> Result<String, String> {
    let own = "tests/charts/schemas/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json";
    let of_kubernetes = format!(
        ".tools/kubernetes-schemas/schemas/v{release}-local-strict/{{{{.ResourceKind}}}}{{{{.KindSuffix}}}}.json"
    );
    let mut kubeconform = tool("kubeconform/bin/kubeconform");
    kubeconform.args(["-strict", "-summary", "-kubernetes-version", release]);
    kubeconform.args(["-schema-location", &of_kubernetes, "-schema-location", own]);
    run(kubeconform.args(manifests), "")
}

#[test]
fn what_comes_of_good_values_is_what_kubernetes_takes() {
    for release in releases() {
        let rendered = good_values().into_iter().map(|(name, values)| {
            let manifests = template_on(&release, &values).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(manifests.contains("kind: Deployment"), "{name}: {manifests}");
            written(&format!("{name}-{release}.yaml"), &manifests)
        });
        let rendered: Vec<_> = rendered.collect();
        let said = conform(&release, &rendered).unwrap_or_else(|error| panic!("{error}"));
        let all = format!("found in {} files - Valid: ", rendered.len());
        assert!(said.contains(&all), "{release}: {said}");
        assert!(said.contains("Invalid: 0, Errors: 0, Skipped: 0"), "{release}: {said}");
    }
}

#[test]
fn what_kubernetes_does_not_take_is_found() {
    let manifests = template(LEAST).unwrap();
    let spoiled = [
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
    ];
    let files = spoiled.iter().enumerate().map(|(number, (right, wrong, _))| {
        assert!(manifests.contains(right), "{manifests}");
        written(&format!("spoiled-{number}.yaml"), &manifests.replace(right, wrong))
    });
    let files: Vec<_> = files.collect();
    for release in releases() {
        let said = conform(&release, &files).unwrap_err();
        for (_, wrong, found) in spoiled {
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
