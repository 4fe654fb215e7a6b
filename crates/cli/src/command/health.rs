//! `tinsel health`: a health check for container platforms.

use std::time::Duration;

use tinsel_client::{Client, Options};

use super::tls::TlsArgs;
use crate::{failure::Failure, out::Out};

/// Maximum time for the answer of a server.
const PATIENCE: Duration = Duration::from_secs(3);

/// The server and the check. The exit code is 0 if the check passes, and 1 if it fails or the server does not answer.
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
    /// The health check: readiness, which depends on the store, or liveness, which does not.
    #[arg(long, value_name = "PART", default_value = "readiness", value_parser = ["readiness", "liveness"])]
    part: String,
    #[command(flatten)]
    tls: TlsArgs,
}

pub(crate) async fn run(args: Args, mut out: Out) -> Result<(), Failure> {
    let options = Options {
        deadline: PATIENCE,
        attempt: PATIENCE,
        tls: args.tls.files()?,
        ..Options::default()
    };
    let client = Client::with_options([args.server], options)?;
    let health = client.check_health(&args.part).await?;
    if health.is_serving {
        out.line(format_args!("{}: serving", args.part))
    } else {
        Err(Failure::NotServing {
            part: args.part,
            cause: health.cause.map(|cause| format!(": {cause}")).unwrap_or_default(),
        })
    }
}
