//! The library for Go.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use tinsel_harness::root;

use crate::library::{self, Library, Mutation};

/// The built examples in a folder.
struct Go {
    examples: PathBuf,
}

impl Go {
    fn built() -> Self {
        let examples = root().join(".tools/go-client/examples-built");
        Self { examples }
    }

    /// The library with this change.
    fn mutant(mutation: &Mutation) -> Self {
        let library = library::copied(&root().join(".tools/go-client"), "go-mutant");
        mutation.apply(&library);
        let examples = library.join("mutant");
        let mut build = go(&library, &["build", "-o"]);
        library::run_to_its_end(build.arg(examples.join("conformance")).arg("./examples/conformance"));
        Self { examples }
    }
}

impl Library for Go {
    fn example(&self, name: &str) -> Vec<String> {
        vec![self.examples.join(name).display().to_string()]
    }
}

const MUTATIONS: &[Mutation] = &[
    Mutation {
        file: "handles.go",
        from: "Form: true, ",
        to: "",
        check: "turns",
    },
    Mutation {
        file: "position.go",
        from: "p.resumeAt(message.Cursor)",
        to: "_ = message",
        check: "cut",
    },
    Mutation {
        file: "retries.go",
        from: "wait = max(wait, *failure.RetryAfter)",
        to: "_ = wait",
        check: "retry_info",
    },
    Mutation {
        file: "handles.go",
        from: "decidedAt = min(decidedAt, revision)",
        to: "_ = revision",
        check: "snapshot",
    },
    Mutation {
        file: "handles.go",
        from: "|| revision < decidedAt",
        to: "",
        check: "other_seat",
    },
    Mutation {
        file: "handles.go",
        from: "SubmitFor(ctx, t.Number(), decision)",
        to: "Submit(ctx, decision)",
        check: "late",
    },
    Mutation {
        file: "client.go",
        from: "answer, err := rpc(",
        to: "if r, ok := any(request).(*v1.SubmitActionRequest); ok { r.RequestId = rand.Text() }; answer, err := rpc(",
        check: "lost_response",
    },
    Mutation {
        file: "client.go",
        from: "failed = nil",
        to: "failed = c.retries()",
        check: "silence",
    },
    Mutation {
        file: "retries.go",
        from: "servers.replace(from)",
        to: "_ = from",
        check: "silent_call",
    },
    Mutation {
        file: "client.go",
        from: "Time: options.PingAfter",
        to: "Time: time.Hour",
        check: "silent_watch",
    },
    Mutation {
        file: "retries.go",
        from: "hopeless := ",
        to: "hopeless := false && ",
        check: "closed_port",
    },
    Mutation {
        file: "client.go",
        from: "refusal.Reason == \"TOO_MANY_STREAMS\" && !resumes",
        to: "false && refusal != nil && resumes",
        check: "stream_limit",
    },
    Mutation {
        file: "client.go",
        from: " && !resumes",
        to: " && (resumes || !resumes)",
        check: "counted_stream",
    },
];

#[tokio::test]
async fn it_passes_every_check() {
    library::passes_every_check(&Go::built()).await;
}

#[tokio::test]
async fn a_mutant_fails_the_check_of_its_promise() {
    for mutation in MUTATIONS {
        library::fails(mutation.check, &Go::mutant(mutation)).await;
    }
}

#[tokio::test]
async fn it_plays_while_a_server_is_replaced() {
    library::plays_while_a_server_is_replaced(&Go::built()).await;
}

#[tokio::test]
async fn it_plays_while_its_only_server_restarts() {
    library::plays_while_its_only_server_restarts(&Go::built()).await;
}

#[tokio::test]
async fn it_plays_over_silent_connections() {
    library::plays_over_silent_connections(&Go::built()).await;
}

#[tokio::test]
async fn the_first_bot_plays() {
    let bot = "clients/go/examples/first_bot/main.go";
    library::the_first_bot_plays(&Go::built(), bot).await;
}

#[test]
fn it_rejects_an_address_without_a_scheme() {
    library::rejects_an_address_without_a_scheme(&Go::built());
}

#[tokio::test]
async fn it_plays_over_tls() {
    library::plays_over_tls(&Go::built()).await;
}

/// The go command in a folder, with arguments.
fn go(folder: &Path, arguments: &[&str]) -> Command {
    let mut go = Command::new(library::tool("go-client/bin/go-client"));
    go.current_dir(folder).args(arguments);
    go
}

#[test]
fn its_unit_tests_pass() {
    // Go does not notice changes of the test vectors, which are outside of the module.
    let arguments = ["test", "-count=1", "."];
    library::run_to_its_end(&mut go(&root().join(".tools/go-client"), &arguments));
}

#[test]
fn it_has_no_warnings() {
    let library = root().join(".tools/go-client");
    let generator = library.join("internal/generate");
    let staticcheck = ["tool", "-modfile=internal/generate/go.mod", "staticcheck", "./..."];
    library::run_to_its_end(&mut go(&library, &staticcheck));
    for folder in [&library, &generator] {
        library::run_to_its_end(&mut go(folder, &["vet", "./..."]));
        // It prints the files that it formats.
        let unformatted = go(folder, &["fmt", "./..."]).output().unwrap().stdout;
        assert_eq!(String::from_utf8_lossy(&unformatted), "");
    }
}

#[test]
fn its_generated_code_is_up_to_date() {
    let library = root().join(".tools/go-client");
    let generated = library::empty_folder("go-generated");
    let mut generate = go(&library.join("internal/generate"), &["run", "."]);
    library::run_to_its_end(generate.arg(&generated));
    let folders = [library.join("gen"), generated.join("gen")];
    library::run_to_its_end(Command::new("diff").arg("--recursive").args(folders));
}

#[test]
fn a_module_in_an_empty_folder_builds_with_it() {
    let library = library::copied(&root().join(".tools/go-client"), "go-library");
    let module = library::empty_folder("go-module");
    fs::copy(library.join("examples/first_bot/main.go"), module.join("main.go")).unwrap();
    fs::copy(library.join("go.sum"), module.join("go.sum")).unwrap();
    let replace = format!("-replace=example.org/tinsel={}", library.display());
    for arguments in [
        &["mod", "init", "example.org/bot"][..],
        &["mod", "edit", "-require=example.org/tinsel@v0.1.0", replace.as_str()],
        &["build", "-mod=mod", "."],
    ] {
        library::run_to_its_end(&mut go(&module, arguments));
    }
}
