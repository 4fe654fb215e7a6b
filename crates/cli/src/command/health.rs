//! `tinsel health`: whether a server is well, for whoever looks after containers.

use std::time::Duration;

use tinsel_client::{Client, Options};

use crate::{failure::Failure, out::Out};

/// How long a server may take to answer.
const PATIENCE: Duration = Duration::from_secs(3);

/// Which server. The exit code is 0 if it is well, and 1 if it is not or does not answer.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The server.
    #[arg(
        long,
        env = "TINSEL_SERVER",
        value_name = "URL",
        default_value = "http://127.0.0.1:7400"
    )]
    server: String,
    /// What to ask for: readiness, which follows the store, or liveness, which does not.
    #[arg(long, value_name = "PART", default_value = "readiness", value_parser = ["readiness", "liveness"])]
    part: String,
}

pub(crate) async fn run(args: Args, mut out: Out) -> Result<(), Failure> {
    let options = Options {
        deadline: PATIENCE,
        attempt: PATIENCE,
        ..Options::default()
    };
    let client = Client::with_options([args.server], options)?;
    if client.is_serving(&args.part).await? {
        out.line(format_args!("{}: serving", args.part))
    } else {
        Err(Failure::NotServing { part: args.part })
    }
}
