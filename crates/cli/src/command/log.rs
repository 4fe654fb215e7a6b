//! `tinsel log`: sets the log filter of running servers.

use tinsel_proto::v1::SetLogFilterRequest;

use super::Admin;
use crate::{failure::Failure, out::Out};

/// The log filter and the servers.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The new log filter of each server, such as info or tinsel_service=debug,info; default: the configured one.
    #[arg(value_name = "FILTER", default_value = "")]
    filter: String,
    #[command(flatten)]
    pub(super) admin: Admin,
}

pub(crate) async fn run(args: Args, mut out: Out) -> Result<(), Failure> {
    let token = args.admin.token()?;
    let mut done = Ok(());
    // A server that does not answer does not prevent the change of the others.
    for (server, client) in args.admin.each()? {
        let asked = SetLogFilterRequest {
            filter: args.filter.clone(),
        };
        match client.set_log_filter(token.as_ref(), asked).await {
            Ok(set) => out.line(format_args!("{server}: log filter {}", set.filter))?,
            Err(error) => {
                out.line(format_args!("{server}: log filter not changed: {error}"))?;
                done = Err(error.into());
            }
        }
    }
    done
}
