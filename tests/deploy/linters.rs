//! Linters of the Dockerfile and of the compose file.

use crate::tools::check;

mod hadolint {
    #[test]
    fn the_dockerfile_has_no_findings() {
        super::check("hadolint", &["--failure-threshold", "info", "deploy/Dockerfile"]);
    }
}

mod dclint {
    #[test]
    fn the_compose_file_has_no_findings() {
        let arguments = ["--config", "deploy/dclint.yaml", "--max-warnings", "0"];
        super::check("dclint", &[&arguments[..], &["deploy/compose.yaml"]].concat());
    }
}
