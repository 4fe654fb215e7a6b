//! Prints or erases personal data.

use tinsel_client::{Client, Token};
use tinsel_proto::v1::{
    Audit, ErasePlayerRequest, ExportPlayerRequest, ExportPlayerResponse, PlayerRef, erase_player_request::Names,
    export_player_request::Players,
};

use crate::{failure::Failure, json, out::Out};

/// The personal data to print or to erase.
#[derive(Debug, Clone, clap::Args)]
#[group(id = "personal", multiple = false)]
pub(super) struct PersonalArgs {
    /// Print the personal data of all present and former players of this seat, as JSON.
    #[arg(long, value_name = "SEAT", group = "repair")]
    personal_data: Option<u32>,
    /// Erase the names and references of all present and former players of this seat. This cannot be undone.
    #[arg(long, value_name = "SEAT", group = "repair")]
    erase_player: Option<u32>,
    /// Erase the name of the match. This cannot be undone.
    #[arg(long, group = "repair")]
    erase_match_name: bool,
    /// Print the personal data of this user of a platform in the match, or without a match in all matches, as JSON.
    #[arg(long, value_name = "TENANT/REFERENCE", value_parser = player_ref, group = "repair")]
    user_data: Option<PlayerRef>,
    /// Erase this user of a platform from the match, or without a match from all matches. This cannot be undone.
    #[arg(long, value_name = "TENANT/REFERENCE", value_parser = player_ref, group = "repair")]
    erase_user: Option<PlayerRef>,
}

/// A call about personal data.
pub(super) enum Call {
    Erase(Names),
    Export(Players),
}

impl PersonalArgs {
    /// The requested call, if any.
    pub(super) fn call(&self) -> Option<Call> {
        let Self {
            personal_data,
            erase_player,
            erase_match_name,
            user_data,
            erase_user,
        } = self.clone();
        let erasures = [
            erase_player.map(Names::Seat),
            erase_match_name.then_some(Names::MatchName(true)),
            erase_user.map(Names::Player),
        ];
        let exports = [personal_data.map(Players::Seat), user_data.map(Players::Player)];
        let erasures = erasures.into_iter().flatten().map(Call::Erase);
        erasures.chain(exports.into_iter().flatten().map(Call::Export)).next()
    }
}

/// Parses a reference of a platform to its user.
fn player_ref(text: &str) -> Result<PlayerRef, String> {
    let (tenant, player_ref) = text.split_once('/').ok_or("must be TENANT/REFERENCE")?;
    Ok(PlayerRef {
        tenant: tenant.to_owned(),
        player_ref: player_ref.to_owned(),
    })
}

impl Call {
    /// Calls the server until it has processed all matches, and prints the result. `match_id` is empty for all matches.
    pub(super) async fn run(
        self,
        match_id: &str,
        audit: &Audit,
        (client, token): (&Client, Option<&Token>),
        out: &mut Out,
    ) -> Result<(), Failure> {
        match self {
            Self::Erase(names) => {
                let request = ErasePlayerRequest {
                    match_id: match_id.to_owned(),
                    audit: Some(audit.clone()),
                    names: Some(names),
                };
                erase(client, token, &request, out).await
            }
            Self::Export(players) => {
                let request = ExportPlayerRequest {
                    match_id: match_id.to_owned(),
                    audit: Some(audit.clone()),
                    players: Some(players),
                    page_token: String::new(),
                };
                export(client, token, request, out).await
            }
        }
    }
}

async fn erase(
    client: &Client,
    token: Option<&Token>,
    request: &ErasePlayerRequest,
    out: &mut Out,
) -> Result<(), Failure> {
    let mut matches = 0;
    loop {
        let done = client.erase_player(token, request.clone()).await?;
        matches += done.matches;
        if !done.incomplete {
            break;
        }
        out.line(format_args!("Erased from {matches} matches so far."))?;
    }
    let copies = "Backups and exports can still contain it.";
    match matches {
        0 => out.line(format_args!("Nothing to erase.")),
        1 => out.line(format_args!("Erased from 1 match. {copies}")),
        _ => out.line(format_args!("Erased from {matches} matches. {copies}")),
    }
}

async fn export(
    client: &Client,
    token: Option<&Token>,
    mut request: ExportPlayerRequest,
    out: &mut Out,
) -> Result<(), Failure> {
    let mut all = ExportPlayerResponse::default();
    loop {
        let page = client.export_player(token, request.clone()).await?;
        all.players.extend(page.players);
        if page.next_page_token.is_empty() {
            return out.text(&json::write("tinsel.v1.ExportPlayerResponse", &all)?);
        }
        request.page_token = page.next_page_token;
    }
}
