//! `tinsel store`: moves matches from one store to another, while servers run on both, and marks a new store.

use std::{collections::BTreeSet, time::Duration};

use tinsel_server::{CopiedStore, Marks, MoveError, Moved};
use tokio::time::Instant;

use crate::{failure::Failure, out::Out};

/// The interval of lines about the progress.
const PROGRESS: Duration = Duration::from_secs(1);

/// The commands for stores.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: StoreCommand,
}

#[derive(Debug, clap::Subcommand)]
enum StoreCommand {
    /// Move all matches from one Redis to another, or to a Cluster, while servers run on both. If the command ends early,
    /// run it again.
    Copy(CopyArgs),
    /// Mark a new Redis as that of a new installation, or, with --after-loss, one that has lost data. A mark is never
    /// overwritten.
    Mark(MarkArgs),
}

/// The store to mark.
#[derive(Debug, clap::Args)]
struct MarkArgs {
    /// The store: its URL as in --store of a server, or a config file of its servers.
    #[arg(long, env = "TINSEL_STORE", value_name = "URL|FILE", hide_env_values = true)]
    store: String,
    /// Also mark a store that has lost data, to continue without them.
    #[arg(long)]
    after_loss: bool,
}

/// The stores.
#[derive(Debug, clap::Args)]
struct CopyArgs {
    /// The present store: its URL as in --store of a server, or a config file of its servers, which can also contain
    /// store_ca, store_certificate, store_key and store_replicas.
    #[arg(long, env = "TINSEL_COPY_FROM", value_name = "URL|FILE", hide_env_values = true)]
    from: String,
    /// The new store, in the same way.
    #[arg(long, env = "TINSEL_COPY_TO", value_name = "URL|FILE", hide_env_values = true)]
    to: String,
}

pub(crate) async fn run(args: Args, out: Out) -> Result<(), Failure> {
    match args.command {
        StoreCommand::Copy(args) => copy(args, out).await,
        StoreCommand::Mark(args) => mark(args, out).await,
    }
}

fn open(option: &str, text: &str) -> Result<CopiedStore, Failure> {
    CopiedStore::open(text).map_err(|problem| Failure::Usage(format!("--{option}: {problem}")))
}

async fn mark(MarkArgs { store, after_loss }: MarkArgs, mut out: Out) -> Result<(), Failure> {
    let store = open("store", &store)?;
    let marks = store
        .mark(after_loss)
        .await
        .map_err(|error| Failure::Broken(format!("{error}; then run the command again")))?;
    match marks {
        Marks::Complete(id) => {
            out.line(format_args!(
                "{} carries the mark of installation {id}",
                store.address()
            ))?;
            if after_loss {
                out.line(format_args!(
                    "restart the servers that report store_of_another; others continue by themselves"
                ))?;
            }
            Ok(())
        }
        Marks::None | Marks::Begun => Err(Failure::Broken(
            "the store is not marked; run the command again".to_owned(),
        )),
        Marks::Emptied => Err(Failure::Broken(
            "the store has lost its data; restore its backup, or continue without them: --after-loss".to_owned(),
        )),
        Marks::Incomplete { missing } => Err(Failure::Broken(format!(
            "{missing} shards have lost their mark and their data; restore the backup of the store, or continue without \
             them: --after-loss"
        ))),
        Marks::Different => Err(Failure::Broken(
            "the store carries different or unreadable marks; restore its backup, or use a Redis without data"
                .to_owned(),
        )),
    }
}

async fn copy(CopyArgs { from, to }: CopyArgs, mut out: Out) -> Result<(), Failure> {
    let (from, to) = (open("from", &from)?, open("to", &to)?);
    if from.address() == to.address() {
        return Err(Failure::Usage("--from and --to must be different stores".to_owned()));
    }
    let (mut moved, mut conflicts, mut printed) = (0_u64, BTreeSet::new(), Instant::now());
    let mut done = Ok(());
    let moving = from.move_to(&to, |outcome| {
        match outcome {
            Moved::Moved(_) => moved += 1,
            Moved::Conflict(id) => drop(conflicts.insert(id)),
        }
        if done.is_ok() && printed.elapsed() >= PROGRESS {
            printed = Instant::now();
            done = out.line(format_args!("{moved} matches moved"));
        }
    });
    moving.await.map_err(|error| match error {
        MoveError::Source(_) | MoveError::Target(_) | MoveError::Incomplete(_) => {
            Failure::Broken(format!("{error}; run the command again to continue"))
        }
        MoveError::Empty
        | MoveError::SameStore
        | MoveError::OtherInstallation
        | MoveError::Opposed
        | MoveError::Shards { .. } => Failure::Usage(error.to_string()),
    })?;
    done?;
    let matches = if moved == 1 { "match" } else { "matches" };
    let (from, to) = (from.address(), to.address());
    out.line(format_args!("{moved} {matches} moved from {from} to {to}"))?;
    for id in &conflicts {
        out.line(format_args!(
            "{id}: not moved, because the new store has another match with this ID"
        ))?;
    }
    match conflicts.len() {
        0 => Ok(()),
        matches => Err(Failure::NotMoved { matches }),
    }
}
