//! One check of a client.

use std::{io, net::SocketAddr, time::Duration};

use crate::{
    evidence::{Evidence, Judgement},
    fault::Fault,
    program::Program,
    server::Listening,
    wire::MATCH_ID,
};

/// A check: a fault, and what the client must do about it.
#[derive(Debug)]
pub struct Check {
    /// The name, as on the command line.
    pub name: &'static str,
    /// What the client must do, in a few words.
    pub promise: &'static str,
    pub(crate) fault: Fault,
    /// Environment variables of the client, besides those of every check.
    pub(crate) environment: &'static [(&'static str, &'static str)],
    pub(crate) judge: fn(&Evidence) -> Judgement,
}

/// The result of a check.
#[derive(Debug)]
pub struct Outcome {
    /// The check.
    pub check: &'static Check,
    /// The judgement.
    pub verdict: Verdict,
    /// The duration of the client's run.
    pub took: Duration,
}

/// The judgement of a check.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The client keeps the promise.
    Kept,
    /// The client breaks the promise.
    Broken {
        /// What it did, and what is right.
        why: String,
        /// The last lines that it wrote to standard error.
        stderr: String,
    },
}

impl Check {
    /// Runs the client against servers with the fault: at `address` and, in most checks, at the port above it, or at free
    /// ports if the port is 0.
    ///
    /// # Errors
    ///
    /// An address is in use, or the program cannot be started.
    pub async fn run(&'static self, program: &Program, address: SocketAddr) -> io::Result<Outcome> {
        let servers = Listening::start(address, self.fault).await?;
        let mut environment = vec![
            ("TINSEL_SERVERS", servers.addresses()),
            ("TINSEL_MATCH", MATCH_ID.to_owned()),
        ];
        let own = self.environment.iter();
        environment.extend(own.map(|&(name, value)| (name, value.to_owned())));
        let run = program.run(&environment).await;
        let played = servers.stop().await;
        let run = run?;
        let evidence = Evidence { played, exit: run.exit };
        let verdict = match (self.judge)(&evidence) {
            Ok(()) => Verdict::Kept,
            Err(why) => Verdict::Broken {
                why,
                stderr: run.stderr,
            },
        };
        Ok(Outcome {
            check: self,
            verdict,
            took: run.took,
        })
    }
}
