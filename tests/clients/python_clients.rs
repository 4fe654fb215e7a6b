//! The library for Python.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use tinsel_harness::root;

use crate::library::{self, Library, Mutation};

/// The library in a folder, from which Python imports it.
struct Python {
    folder: PathBuf,
    /// An argument of the examples: `asyncio`, or none.
    argument: Option<&'static str>,
}

impl Python {
    /// The modules with everything that is generated, in a folder of this name.
    fn generated(name: &str, argument: Option<&'static str>) -> Self {
        let folder = library::empty_folder(name);
        let generate = root().join("clients/python/generate.py");
        library::run_to_its_end(Command::new(python()).arg(generate).arg(&folder));
        Self { folder, argument }
    }
}

fn python() -> String {
    library::tool("python-clients/bin/python")
}

impl Library for Python {
    fn example(&self, name: &str) -> Vec<String> {
        let file = root().join("clients/python/examples").join(format!("{name}.py"));
        let path = format!("PYTHONPATH={}", self.folder.display());
        let mut line: Vec<String> = ["env", "PYTHONDONTWRITEBYTECODE=1"].map(str::to_owned).into();
        line.extend([path, python(), file.display().to_string()]);
        line.extend(self.argument.map(str::to_owned));
        line
    }
}

const MUTATIONS: &[Mutation] = &[
    Mutation {
        file: "tinsel_client/sync.py",
        from: "form=True, legal=legal",
        to: "legal=legal",
        check: "turns",
    },
    Mutation {
        file: "tinsel_client/position.py",
        from: "self._request.cursor = message.cursor",
        to: "pass",
        check: "cut",
    },
    Mutation {
        file: "tinsel_client/retries.py",
        from: "failure.retry_after or 0.0",
        to: "0.0",
        check: "retry_info",
    },
    Mutation {
        file: "tinsel_client/position.py",
        from: "self.revision = min(self.revision, state.match.revision)",
        to: "pass",
        check: "snapshot",
    },
    Mutation {
        file: "tinsel_client/position.py",
        from: "state.match.revision >= self.revision",
        to: "True",
        check: "other_seat",
    },
    Mutation {
        file: "tinsel_client/sync.py",
        from: ", expected_decision=self.number",
        to: "",
        check: "late",
    },
    Mutation {
        file: "tinsel_client/sync.py",
        from: "server.call(method, request,",
        to: "server.call(method, setattr(request, 'request_id', __import__('uuid').uuid4().hex) or request,",
        check: "lost_response",
    },
    Mutation {
        file: "tinsel_client/sync.py",
        from: "failed = None\n",
        to: "failed = Retries(self._servers, self.options)\n",
        check: "silence",
    },
    Mutation {
        file: "tinsel_client/retries.py",
        from: "self._servers.replace(server)",
        to: "pass",
        check: "silent_call",
    },
    Mutation {
        file: "tinsel_client/server.py",
        from: "(\"grpc.use_local_subchannel_pool\", 1),",
        to: "",
        check: "silent_call",
    },
    Mutation {
        file: "tinsel_client/server.py",
        from: "(\"grpc.keepalive_time_ms\", int(options.ping_after * 1000)),",
        // gRPC Core also pings to measure the bandwidth, and then ends a connection that does not answer.
        to: "(\"grpc.http2.bdp_probe\", 0),",
        check: "silent_watch",
    },
    Mutation {
        file: "tinsel_client/server.py",
        from: "(\"grpc.enable_http_proxy\", 0),",
        to: "",
        check: "proxy",
    },
    Mutation {
        file: "tinsel_client/retries.py",
        from: "hopeless or ",
        to: "",
        check: "closed_port",
    },
    Mutation {
        file: "tinsel_client/sync.py",
        from: "failure.reason == \"TOO_MANY_STREAMS\" and not resumes",
        to: "False",
        check: "stream_limit",
    },
    Mutation {
        file: "tinsel_client/sync.py",
        from: " and not resumes",
        to: "",
        check: "counted_stream",
    },
];

#[tokio::test]
async fn it_passes_every_check() {
    library::passes_every_check(&Python::generated("python", None)).await;
}

#[tokio::test]
async fn it_passes_every_check_with_asyncio() {
    library::passes_every_check(&Python::generated("python-asyncio", Some("asyncio"))).await;
}

#[tokio::test]
async fn a_mutant_fails_the_check_of_its_promise() {
    for mutation in MUTATIONS {
        let mutant = Python::generated("python-mutant", None);
        mutation.apply(&mutant.folder);
        library::fails(mutation.check, &mutant).await;
    }
}

#[tokio::test]
async fn it_plays_while_a_server_is_replaced() {
    library::plays_while_a_server_is_replaced(&Python::generated("python-play", None)).await;
}

#[tokio::test]
async fn it_plays_while_its_only_server_restarts() {
    library::plays_while_its_only_server_restarts(&Python::generated("python-restart", None)).await;
}

#[tokio::test]
async fn it_plays_over_silent_connections() {
    library::plays_over_silent_connections(&Python::generated("python-silence", None)).await;
}

#[tokio::test]
async fn it_plays_over_silent_connections_with_asyncio() {
    let asyncio = Python::generated("python-asyncio-silence", Some("asyncio"));
    library::plays_over_silent_connections(&asyncio).await;
}

#[tokio::test]
async fn the_first_bot_plays() {
    let bot = "clients/python/examples/first_bot.py";
    library::the_first_bot_plays(&Python::generated("python-bot", None), bot).await;
}

#[test]
fn it_rejects_an_address_without_a_scheme() {
    library::rejects_an_address_without_a_scheme(&Python::generated("python-address", None));
}

#[tokio::test]
async fn it_plays_over_tls() {
    library::plays_over_tls(&Python::generated("python-tls", None)).await;
}

#[test]
fn its_unit_tests_pass() {
    let folder = Python::generated("python-tests", None).folder;
    for test in ["calls", "connections", "errors", "forms", "generated", "turns"] {
        let mut command = Command::new(python());
        command.env("PYTHONPATH", &folder).env("PYTHONDONTWRITEBYTECODE", "1");
        library::run_to_its_end(command.arg(root().join(format!("clients/python/tests/test_{test}.py"))));
    }
}

/// The package passes its unit tests with the versions of the dependencies that this interpreter has.
fn tests_the_package(versions: &str, interpreter: &str) {
    let mut command = Command::new(python());
    command.arg(root().join("clients/python/tests/check_packages.py"));
    library::run_to_its_end(command.args([versions, interpreter]));
}

#[test]
fn its_package_passes_the_unit_tests() {
    tests_the_package("newest", &python());
}

/// A type checker accepts one program, and rejects exactly the marked lines of another one.
fn checks_programs(generated: &Path, checker: &[&str]) {
    let mut command = Command::new(python());
    // In the folder of the sources, a checker would read those, which lack the generated modules.
    command.current_dir(generated).env("MYPYPATH", generated);
    command.arg(root().join("clients/python/tests/check_types.py"));
    library::run_to_its_end(command.args(checker));
}

mod python_lowest {
    use crate::library;

    #[test]
    fn its_package_passes_the_unit_tests_with_the_lowest_versions() {
        super::tests_the_package("lowest", &library::tool("python-lowest/bin/python"));
    }
}

mod pyright {
    use super::{Python, checks_programs, python};
    use crate::library;

    #[test]
    fn exactly_the_wrong_lines_of_a_program_do_not_type_check() {
        let generated = Python::generated("python-pyright", None).folder;
        let pyright = library::tool("pyright/bin/pyright");
        checks_programs(&generated, &[pyright.as_str(), "--pythonpath", &python()]);
    }
}

mod mypy {
    use std::process::Command;

    use tinsel_harness::root;

    use super::{Python, checks_programs};
    use crate::library;

    #[test]
    fn exactly_the_wrong_lines_of_a_program_do_not_type_check() {
        let generated = Python::generated("python-mypy-programs", None).folder;
        let mypy = library::tool("mypy/bin/mypy");
        checks_programs(&generated, &[mypy.as_str(), "--strict", "--cache-dir=/dev/null"]);
    }

    #[test]
    fn its_types_are_right() {
        let generated = Python::generated("python-mypy", None).folder;
        let mut command = Command::new(library::tool("mypy/bin/mypy"));
        command.current_dir(root().join("clients/python"));
        command.env("MYPYPATH", &generated).arg("--cache-dir=/dev/null");
        library::run_to_its_end(command.arg(generated.join("tinsel_client")));
    }
}

mod ruff {
    use std::process::Command;

    use tinsel_harness::root;

    use crate::library;

    #[test]
    fn it_has_no_warnings() {
        let ruff = library::tool("ruff/bin/ruff");
        for arguments in [&["check"][..], &["format", "--check"]] {
            let mut command = Command::new(&ruff);
            command.current_dir(root().join("clients/python")).args(arguments);
            library::run_to_its_end(command.arg("--no-cache"));
        }
    }
}
