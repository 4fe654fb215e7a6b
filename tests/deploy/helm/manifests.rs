//! The rendered manifests are valid on the oldest supported and on the newest release of Kubernetes.

mod kubernetes_validate {
    use std::path::PathBuf;

    use crate::{
        chart::{LEAST, good_values, yaml},
        helm::template,
        tools::{read, run, validator, written},
    };

    /// The oldest release of Kubernetes that the chart supports, and the newest with a schema.
    fn releases() -> [String; 2] {
        let chart = yaml(&read("helm/tinsel/Chart.yaml")).remove(0);
        let oldest = chart["kubeVersion"].as_str().expect("a range of versions");
        let oldest = oldest.strip_prefix(">=").and_then(|rest| rest.strip_suffix("-0"));
        [oldest.expect("the oldest release").to_owned(), "newest".to_owned()]
    }

    fn validate(release: &str, manifests: &[PathBuf]) -> Result<String, String> {
        run(validator().arg(release).args(manifests), "")
    }

    #[test]
    fn manifests_of_good_values_are_valid() {
        let rendered = good_values().into_iter().map(|(name, values)| {
            let manifests = template(&values).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(manifests.contains("kind: Deployment"), "{name}: {manifests}");
            written(&format!("{name}.yaml"), &manifests)
        });
        let rendered: Vec<_> = rendered.collect();
        for release in releases() {
            let output = validate(&release, &rendered).unwrap_or_else(|errors| panic!("{release}: {errors}"));
            assert!(
                output.ends_with(&format!(" resources of {} files\n", rendered.len())),
                "{output}"
            );
        }
    }

    #[test]
    fn invalid_manifests_are_found() {
        let manifests = template(LEAST).unwrap();
        let spoiled = [
            (
                "enableServiceLinks:",
                "enableServiceLink:",
                "('enableServiceLink' was unexpected)",
            ),
            ("containerPort: 7400", "containerPort: grpc", "'grpc' is not of type"),
            (
                "kind: PodDisruptionBudget",
                "kind: PodBudget",
                "no schema for PodBudget policy/v1",
            ),
        ];
        for (right, wrong, error) in spoiled {
            assert!(manifests.contains(right), "{manifests}");
            let file = written("spoiled.yaml", &manifests.replace(right, wrong));
            for release in releases() {
                let output = validate(&release, std::slice::from_ref(&file)).unwrap_err();
                assert!(output.contains(error), "{wrong} on {release}: {output}");
            }
        }
    }
}
