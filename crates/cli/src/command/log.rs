//! `tinsel log`: what servers log, while they run.

use tinsel_proto::v1::SetLogFilterRequest;

use super::Admin;
use crate::{failure::Failure, out::Out};

/// What to log.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// What each of the servers logs from now on, such as info or tinsel_service=debug,info; without it, what they are
    /// configured with.
    #[arg(value_name = "FILTER", default_value = "")]
    filter: String,
    #[command(flatten)]
    pub(super) admin: Admin,
}

pub(crate) async fn run(args: Args, mut out: Out) -> Result<(), Failure> {
    let token = args.admin.token();
    let mut done = Ok(());
    // One that is away keeps none of the others from it.
    for (server, client) in args.admin.each()? {
        let asked = SetLogFilterRequest {
            filter: args.filter.clone(),
        };
        match client.set_log_filter(token.as_ref(), asked).await {
            Ok(set) => out.line(format_args!("{server} logs {}", set.filter))?,
            Err(error) => {
                out.line(format_args!("{server} logs what it did: {error}"))?;
                done = Err(error.into());
            }
        }
    }
    done
}
