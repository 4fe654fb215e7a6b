//! `tinsel doctor`: what is the matter with a match, and what an operator can do about it.

use tinsel_proto::v1::{
    Abort, Audit, ExamineMatchRequest, ExtendDeadlines, RepairMatchRequest, RevealMatchRequest, TakeDefaults,
    repair_match_request::Repair,
};

use super::Admin;
use crate::{
    failure::Failure,
    out::Out,
    render::{Detail, Teller, report},
};

/// Which match, and what to do about it. Without anything to do it is only looked at.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The match.
    #[arg(value_name = "MATCH")]
    match_id: String,
    #[command(flatten)]
    pub(super) admin: Admin,
    /// How many of the newest revisions to tell of: 1 to 200.
    #[arg(long, value_name = "NUMBER", default_value = "20", value_parser = clap::value_parser!(u32).range(1..=200))]
    recent: u32,
    #[command(flatten)]
    deed: Deed,
    /// Refuse to repair the match if it has moved on from this revision.
    #[arg(long, value_name = "REVISION", requires = "deed", conflicts_with = "reveal")]
    at_revision: Option<u64>,
    /// Who does it, for other operators.
    #[arg(long, value_name = "NAME", requires = "deed")]
    operator: Option<String>,
    /// Why it is done, for everyone in the match to read.
    #[arg(long, value_name = "TEXT", requires = "deed")]
    reason: Option<String>,
}

/// What to do. Everyone in the match is told of it.
#[derive(Debug, clap::Args)]
#[group(id = "deed", multiple = false, requires_all = ["operator", "reason"])]
struct Deed {
    /// Take the defaults of all who are waited for, now.
    #[arg(long)]
    take_defaults: bool,
    /// Take the default of this seat, now.
    #[arg(long, value_name = "SEAT")]
    take_default: Option<u32>,
    /// Give all who are waited for so many more seconds for this decision.
    #[arg(long, value_name = "SECONDS")]
    extend: Option<u32>,
    /// End the match; nobody has won.
    #[arg(long)]
    abort: bool,
    /// Show what is hidden: what each seat sees, and what was decided in secret.
    #[arg(long)]
    reveal: bool,
}

impl Deed {
    /// The repair that is asked for, if one is.
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
    fn audit(&self) -> Audit {
        Audit {
            operator: self.operator.clone().unwrap_or_default(),
            reason: self.reason.clone().unwrap_or_default(),
        }
    }
}

pub(crate) async fn run(args: Args, mut out: Out) -> Result<(), Failure> {
    let (client, token) = (args.admin.client()?, args.admin.token());
    let mut teller = Teller::new(Detail::All);

    if let Some(repair) = args.deed.repair() {
        let request = RepairMatchRequest {
            match_id: args.match_id.clone(),
            audit: Some(args.audit()),
            expected_revision: args.at_revision,
            repair: Some(repair),
            ..RepairMatchRequest::default()
        };
        let repaired = client.repair_match(token.as_ref(), request).await?;
        out.line(format_args!("Done, and told as revision {}.\n", repaired.revision))?;
    }
    let examined = ExamineMatchRequest {
        match_id: args.match_id.clone(),
        recent: args.recent,
    };
    let examined = client.examine_match(token.as_ref(), examined).await?;
    out.text(&report::examined(&examined, &mut teller))?;
    if args.deed.reveal {
        let request = RevealMatchRequest {
            match_id: args.match_id.clone(),
            audit: Some(args.audit()),
            recent: args.recent,
            ..RevealMatchRequest::default()
        };
        let revealed = client.reveal_match(token.as_ref(), request).await?;
        out.line(format_args!(
            "\nTold as revision {}: what is hidden.",
            revealed.revision
        ))?;
        out.text(&report::revealed(&revealed, &mut teller))?;
    }
    match examined.findings.len() {
        0 => Ok(()),
        findings => Err(Failure::Unwell { findings }),
    }
}
