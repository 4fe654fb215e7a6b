//! The library for TypeScript, in Node.

use std::{path::PathBuf, process::Command};

use tinsel_harness::root;

use crate::library::{self, Library, Mutation};

/// The compiled library in a folder.
struct TypeScript {
    folder: PathBuf,
}

impl TypeScript {
    fn built() -> Self {
        let folder = root().join(".tools/typescript-client");
        Self { folder }
    }

    /// A copy of the library, which can be changed.
    fn copied(name: &str) -> Self {
        let built = Self::built().folder;
        let folder = library::empty_folder(name);
        let parts = ["dist", "package.json"].map(|part| built.join(part));
        library::run_to_its_end(Command::new("cp").arg("-R").args(parts).arg(&folder));
        let modules = built.join("node_modules");
        library::run_to_its_end(Command::new("ln").arg("-s").arg(modules).arg(&folder));
        Self { folder }
    }
}

impl Library for TypeScript {
    fn example(&self, name: &str) -> Vec<String> {
        let file = self.folder.join("dist/examples").join(format!("{name}.js"));
        let node = library::tool("typescript-client/bin/typescript-client");
        vec![node, file.display().to_string()]
    }
}

const MUTATIONS: &[Mutation] = &[
    Mutation {
        file: "dist/src/handles.js",
        from: "{ form: true, legal }",
        to: "{ legal }",
        check: "turns",
    },
    Mutation {
        file: "dist/src/position.js",
        from: "this.#resumeAt(message.cursor);",
        to: "",
        check: "cut",
    },
    Mutation {
        file: "dist/src/retries.js",
        from: "failure.retryAfter ?? 0",
        to: "0",
        check: "retry_info",
    },
    Mutation {
        file: "dist/src/handles.js",
        from: "&& revision >= decidedAt",
        to: "",
        check: "other_seat",
    },
    Mutation {
        file: "dist/src/handles.js",
        from: "{ number: this.number }",
        to: "{}",
        check: "late",
    },
    Mutation {
        file: "dist/src/handles.js",
        from: "decidedAt = revision;",
        to: "{}",
        check: "snapshot",
    },
    Mutation {
        file: "dist/src/handles.js",
        from: "call(matches)(request, options)",
        to: "call(matches)({ ...request, ...(\"requestId\" in request && { requestId: requestId() }) }, options)",
        check: "lost_response",
    },
    Mutation {
        file: "dist/src/client.js",
        from: "retries = undefined;",
        to: "retries = new Retries(this.#servers, this.options);",
        check: "silence",
    },
    Mutation {
        file: "dist/src/retries.js",
        from: "this.servers.replace(server)",
        to: "void server",
        check: "silent_call",
    },
    Mutation {
        file: "dist/src/node.js",
        from: "pingIntervalMs: pingAfter",
        to: "pingIntervalMs: 3600000",
        check: "silent_watch",
    },
    Mutation {
        file: "dist/src/retries.js",
        from: "hopeless || ",
        to: "",
        check: "closed_port",
    },
    Mutation {
        file: "dist/src/client.js",
        from: "if (failure.reason === \"TOO_MANY_STREAMS\" && !resumes)",
        to: "if (false)",
        check: "stream_limit",
    },
    Mutation {
        file: "dist/src/client.js",
        from: " && !resumes",
        to: "",
        check: "counted_stream",
    },
];

#[tokio::test]
async fn it_passes_every_check() {
    library::passes_every_check(&TypeScript::built()).await;
}

#[tokio::test]
async fn a_mutant_fails_the_check_of_its_promise() {
    for mutation in MUTATIONS {
        let mutant = TypeScript::copied("typescript-mutant");
        mutation.apply(&mutant.folder);
        library::fails(mutation.check, &mutant).await;
    }
}

#[tokio::test]
async fn it_plays_while_a_server_is_replaced() {
    library::plays_while_a_server_is_replaced(&TypeScript::built()).await;
}

#[tokio::test]
async fn it_plays_while_its_only_server_restarts() {
    library::plays_while_its_only_server_restarts(&TypeScript::built()).await;
}

#[tokio::test]
async fn it_plays_over_silent_connections() {
    library::plays_over_silent_connections(&TypeScript::built()).await;
}

#[tokio::test]
async fn the_first_bot_plays() {
    let bot = "clients/typescript/examples/first_bot.ts";
    library::the_first_bot_plays(&TypeScript::built(), bot).await;
}

#[test]
fn it_rejects_an_address_without_a_scheme() {
    library::rejects_an_address_without_a_scheme(&TypeScript::built());
}

#[tokio::test]
async fn it_plays_over_tls() {
    library::plays_over_tls(&TypeScript::built()).await;
}

#[test]
fn its_unit_tests_pass() {
    let mut npm = Command::new("npm");
    library::run_to_its_end(npm.current_dir(TypeScript::built().folder).arg("test"));
}

#[test]
fn it_has_no_warnings() {
    let mut npm = Command::new("npm");
    library::run_to_its_end(npm.current_dir(TypeScript::built().folder).args(["run", "lint"]));
}
