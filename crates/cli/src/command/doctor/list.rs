//! `tinsel doctor --list`: lists stored matches.

use std::collections::BTreeMap;

use clap::ValueEnum;
use prost_types::Timestamp;
use tinsel_client::{Client, Token};
use tinsel_proto::v1::{AdminServiceListMatchesRequest, MatchPhase, MatchSummary, StoredMatchFilter};

use super::report;
use crate::{failure::Failure, out::Out, table::TextTable};

/// The list and its filter.
#[derive(Debug, clap::Args)]
pub(super) struct ListArgs {
    /// List stored matches instead of diagnosing one.
    #[arg(long, conflicts_with_all = ["match_id", "store", "repair", "recent"])]
    list: bool,
    /// List only matches in this phase.
    #[arg(long, value_name = "PHASE", requires = "list")]
    phase: Option<Phase>,
    /// List only matches of this owner: the name of an API key, a client address, or an owner as listed.
    #[arg(
        long,
        value_name = "OWNER",
        requires = "list",
        default_value = "",
        hide_default_value = true
    )]
    owner: String,
    /// List only matches created before this time, such as 2026-11-22 or 2026-11-22T06:00:00Z.
    #[arg(long, value_name = "TIME", requires = "list")]
    created_before: Option<Timestamp>,
    /// List only matches created at this time or later.
    #[arg(long, value_name = "TIME", requires = "list")]
    created_after: Option<Timestamp>,
    /// List only overdue matches: no server has processed a deadline or bot move.
    #[arg(long, requires = "list")]
    overdue: bool,
    /// List only matches that the server cannot read.
    #[arg(long, requires = "list", conflicts_with_all = ["phase", "owner", "created_before", "created_after", "overdue"])]
    unreadable: bool,
    /// Maximum number of matches to list.
    #[arg(long, value_name = "NUMBER", requires = "list", default_value = "1000", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    most: u32,
}

/// A phase of a match.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Phase {
    Lobby,
    Active,
    Finished,
    Aborted,
}

impl ListArgs {
    fn filter(&self) -> StoredMatchFilter {
        let phase = self.phase.map_or(MatchPhase::Unspecified, |phase| match phase {
            Phase::Lobby => MatchPhase::Lobby,
            Phase::Active => MatchPhase::Active,
            Phase::Finished => MatchPhase::Finished,
            Phase::Aborted => MatchPhase::Aborted,
        });
        StoredMatchFilter {
            phase: phase.into(),
            created_before: self.created_before,
            created_after: self.created_after,
            owner: self.owner.clone(),
            overdue: self.overdue,
            unreadable: self.unreadable,
        }
    }
}

/// Reads all pages up to the maximum, and prints the matches, the oldest first. After a failure it prints the matches of earlier pages.
pub(super) async fn run(args: &ListArgs, client: &Client, token: Option<&Token>, out: &mut Out) -> Result<(), Failure> {
    let most = usize::try_from(args.most).unwrap_or(usize::MAX);
    let mut asked = AdminServiceListMatchesRequest {
        filter: Some(args.filter()),
        page_token: String::new(),
    };
    // A page can repeat a match of an earlier one.
    let mut found = BTreeMap::new();
    let (done, complete) = loop {
        let page = match client.list_stored_matches(token, asked.clone()).await {
            Ok(page) => page,
            Err(error) => break (Err(Failure::from(error)), false),
        };
        found.extend(page.matches.into_iter().map(|listed| (listed.match_id.clone(), listed)));
        asked.page_token = page.next_page_token;
        if asked.page_token.is_empty() {
            break (Ok(()), true);
        }
        if found.len() >= most {
            break (Ok(()), false);
        }
    };
    let mut found: Vec<_> = found.into_values().collect();
    found.sort_by_key(|listed| listed.create_time.map(|time| (time.seconds, time.nanos)));
    if !found.is_empty() {
        out.text(&table(found.iter().take(most)).text(0))?;
    }
    done?;
    match (found.len(), complete) {
        (0, _) => out.line("No match found."),
        (count, true) if count <= most => out.line(format_args!("{count} {} found.", plural(count))),
        _ => out.line(format_args!(
            "There are more matches; --most NUMBER lists more than {most}."
        )),
    }
}

const fn plural(count: usize) -> &'static str {
    if count == 1 { "match" } else { "matches" }
}

fn table<'a>(found: impl Iterator<Item = &'a MatchSummary>) -> TextTable {
    let mut table = TextTable::new("lllrllll");
    table.row([
        "MATCH",
        "GAME",
        "PHASE",
        "REVISION",
        "SEATS",
        "CREATED",
        "OVERDUE",
        "OWNER OR FINDING",
    ]);
    for listed in found {
        table.row(row(listed));
    }
    table
}

fn row(listed: &MatchSummary) -> [String; 8] {
    let revision = listed.revision.to_string();
    if let Some(finding) = &listed.finding {
        let nothing = String::new;
        let code = report::code(finding);
        let id = listed.match_id.clone();
        return [
            id,
            nothing(),
            nothing(),
            revision,
            nothing(),
            nothing(),
            nothing(),
            code,
        ];
    }
    let phase = match listed.phase() {
        MatchPhase::Unspecified => "",
        MatchPhase::Lobby => "lobby",
        MatchPhase::Active => "active",
        MatchPhase::Finished => "finished",
        MatchPhase::Aborted => "aborted",
    };
    [
        listed.match_id.clone(),
        listed.game_id.clone(),
        phase.to_owned(),
        revision,
        format!("{} of {}", listed.occupied_seats, listed.seats),
        listed.create_time.map(|time| time.to_string()).unwrap_or_default(),
        listed.overdue_by.as_ref().map(report::duration).unwrap_or_default(),
        listed.owner.clone(),
    ]
}
