//! `tinsel doctor`: diagnoses a match and repairs it, erases personal data, lists matches, or diagnoses the store.

mod list;
mod personal;
mod report;

use tinsel_catalog::{GameId, presentation::write_component};
use tinsel_client::{Client, Token};
use tinsel_proto::v1::{
    Abort, Audit, CheckStoreResponse, DeleteMatchRequest, ExamineMatchRequest, ExtendDeadlines, Game, MatchState,
    RepairMatchRequest, RevealMatchRequest, StoreProblem, TakeDefaults, repair_match_request::Repair,
};

use super::Admin;
use crate::{
    failure::Failure,
    out::Out,
    terminal::{Painter, Style},
};

/// The match and the repair. Without a repair, the command only diagnoses.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The match.
    #[arg(value_name = "MATCH", required_unless_present_any = ["store", "list", "erase_user", "user_data"])]
    match_id: Option<String>,
    /// Check the store instead of a match: version, eviction policy, persistence, memory, replicas and clock.
    #[arg(long, conflicts_with_all = ["match_id", "repair", "recent"])]
    store: bool,
    #[command(flatten)]
    list: list::ListArgs,
    #[command(flatten)]
    pub(super) admin: Admin,
    /// Number of the newest revisions to print: 1 to 200.
    #[arg(long, value_name = "NUMBER", default_value = "20", value_parser = clap::value_parser!(u32).range(1..=200))]
    recent: u32,
    #[command(flatten)]
    repair: RepairArgs,
    /// Refuse the repair if the match has changed since this revision.
    #[arg(long, value_name = "REVISION", requires = "repair", conflicts_with_all = ["reveal", "delete", "personal"])]
    at_revision: Option<u64>,
    /// The name of the operator, for other operators. Only for servers without operator tokens: a token has a name.
    #[arg(long, value_name = "NAME", requires = "repair")]
    operator: Option<String>,
    /// The reason, which everyone in the match can read. The reason of --delete and of a command about personal data is
    /// only logged.
    #[arg(long, value_name = "TEXT", requires = "repair")]
    reason: Option<String>,
}

/// The repair. Everyone in the match sees it.
///
/// Each option names its group: with a flattened part, clap adds none by itself.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command")]
#[group(id = "repair", multiple = false, requires = "reason")]
struct RepairArgs {
    /// Play the defaults of all pending decisions now.
    #[arg(long, group = "repair")]
    take_defaults: bool,
    /// Play the default of this seat now.
    #[arg(long, value_name = "SEAT", group = "repair")]
    take_default: Option<u32>,
    /// Extend all pending decisions by this number of seconds.
    #[arg(long, value_name = "SECONDS", group = "repair")]
    extend: Option<u32>,
    /// Abort the match; it has no winner.
    #[arg(long, group = "repair")]
    abort: bool,
    /// Show hidden facts: each seat's view, and secret decisions.
    #[arg(long, group = "repair")]
    reveal: bool,
    /// Delete the match with its history. This cannot be undone.
    #[arg(long, group = "repair")]
    delete: bool,
    #[command(flatten)]
    personal: personal::PersonalArgs,
}

impl RepairArgs {
    /// The requested repair, if any.
    fn repair(&self) -> Option<Repair> {
        if self.abort {
            return Some(Repair::Abort(Abort {}));
        }
        if let Some(seconds) = self.extend {
            let by = prost_types::Duration {
                seconds: seconds.into(),
                nanos: 0,
            };
            return Some(Repair::ExtendDeadlines(ExtendDeadlines { by: Some(by) }));
        }
        let asked = self.take_defaults || self.take_default.is_some();
        asked.then_some(Repair::TakeDefaults(TakeDefaults {
            seat: self.take_default,
        }))
    }
}

impl Args {
    /// The operator and the reason. A token contains the name of its operator.
    fn audit(&self, token: Option<&Token>) -> Result<Audit, Failure> {
        if token.is_none() && self.operator.is_none() {
            let missing = "--operator NAME is required without an operator token (--admin-token)";
            return Err(Failure::Usage(missing.to_owned()));
        }
        Ok(Audit {
            operator: self.operator.clone().unwrap_or_default(),
            reason: self.reason.clone().unwrap_or_default(),
        })
    }
}

pub(crate) async fn run(args: Args, mut out: Out) -> Result<(), Failure> {
    let (client, token) = (args.admin.client()?, args.admin.token()?);
    let token = token.as_ref();
    if let Some(call) = args.repair.personal.call() {
        let match_id = args.match_id.as_deref().unwrap_or_default();
        let audit = args.audit(token)?;
        return call.run(match_id, &audit, (&client, token), &mut out).await;
    }
    let Some(match_id) = args.match_id.clone() else {
        return match args.store {
            true => check_store(&client.check_store(token).await?, &mut out),
            false => list::run(&args.list, &client, token, &mut out).await,
        };
    };
    if args.repair.delete {
        return delete(&args, &client, token, match_id, &mut out).await;
    }
    if let Some(repair) = args.repair.repair() {
        let request = RepairMatchRequest {
            match_id: match_id.clone(),
            audit: Some(args.audit(token)?),
            expected_revision: args.at_revision,
            repair: Some(repair),
            ..RepairMatchRequest::default()
        };
        let repaired = client.repair_match(token, request).await?;
        out.line(format_args!("Repaired: recorded as revision {}.\n", repaired.revision))?;
    }
    diagnose(&args, &client, token, match_id, &mut out).await
}

/// Prints the diagnosis of a match, and its hidden information if that was requested.
async fn diagnose(
    args: &Args,
    client: &Client,
    token: Option<&Token>,
    match_id: String,
    out: &mut Out,
) -> Result<(), Failure> {
    let revealing = match args.repair.reveal {
        true => Some(args.audit(token)?),
        false => None,
    };
    let examined = ExamineMatchRequest {
        match_id: match_id.clone(),
        recent: args.recent,
        presentation: true,
    };
    let examined = client.examine_match(token, examined).await?;
    let mut painter = painter(examined.state.as_ref());
    out.text(&report::examined(&examined, &mut painter))?;
    if let Some(audit) = revealing {
        let request = RevealMatchRequest {
            match_id,
            audit: Some(audit),
            recent: args.recent,
            presentation: true,
            ..RevealMatchRequest::default()
        };
        let revealed = client.reveal_match(token, request).await?;
        out.line(format_args!(
            "\nRecorded as revision {}. Hidden state:",
            revealed.revision
        ))?;
        out.text(&report::revealed(&revealed, &mut painter))?;
    }
    match examined.findings.len() {
        0 => Ok(()),
        findings => Err(Failure::Unwell { findings }),
    }
}

/// Writes a match of a game that this release knows. The operators' address does not serve GetGame.
fn painter(state: Option<&MatchState>) -> Painter {
    let game = state.and_then(|state| GameId::parse(&state.r#match.as_ref()?.game_id));
    let components = game.map(|game| game.game().components()).unwrap_or_default();
    let components = components.iter().map(write_component).collect();
    Painter::new(Style::of_stdout(), components, Game::default())
}

async fn delete(
    args: &Args,
    client: &Client,
    token: Option<&Token>,
    match_id: String,
    out: &mut Out,
) -> Result<(), Failure> {
    let deleting = DeleteMatchRequest {
        match_id: match_id.clone(),
        audit: Some(args.audit(token)?),
    };
    client.delete_match(token, deleting).await?;
    out.line(format_args!(
        "Match {match_id} deleted. Backups and exports can still contain it."
    ))
}

/// Prints a line for each problem of the store.
fn check_store(checked: &CheckStoreResponse, out: &mut Out) -> Result<(), Failure> {
    for StoreProblem {
        problem,
        node,
        sentence,
    } in checked.problems.iter().chain(&checked.warnings)
    {
        let of = if node.is_empty() { "" } else { " of " };
        out.line(format_args!("{problem}{of}{node}: {sentence}"))?;
    }
    match checked.problems.len() {
        0 => out.line(format_args!("No problem of the store found.")),
        problems => Err(Failure::StoreProblems { problems }),
    }
}
