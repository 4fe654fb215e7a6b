//! Complete histories and exports.

use tinsel_proto::v1::{HistoryEntry, ListHistoryRequest, Match, MatchExport, Seat};

use crate::{client::Client, error::Error, token::Token, watch};

/// The format of the exports that this client makes.
const FORMAT_VERSION: u32 = 1;

impl Client {
    /// The whole history of a match after `after_revision`, as the bearer of `token` may know it.
    ///
    /// # Errors
    ///
    /// [`Error::HistoryTrimmed`] if the server no longer stores all of it; otherwise see [`Client`] and the comments of
    /// the API.
    pub async fn history(
        &self,
        match_id: &str,
        token: Option<&Token>,
        after_revision: u64,
    ) -> Result<Vec<HistoryEntry>, Error> {
        let mut entries: Vec<HistoryEntry> = Vec::new();
        let mut after = after_revision;
        loop {
            let request = ListHistoryRequest {
                match_id: match_id.to_owned(),
                after_revision: after,
                page_size: 0,
                presentation: self.options().presentation,
                scenes: self.options().past_scenes,
            };
            let page = self.list_history(token, request).await?;
            if page.oldest_revision > after.saturating_add(1) {
                let oldest_revision = page.oldest_revision;
                return Err(Error::HistoryTrimmed { oldest_revision });
            }
            match page.entries.last() {
                Some(last) if last.revision > after => after = last.revision,
                Some(_) | None => return Ok(entries),
            }
            entries.extend(page.entries);
            if after >= page.newest_revision {
                return Ok(entries);
            }
        }
    }

    /// Exports a match that has ended or was aborted: with all data to verify it without a server.
    ///
    /// # Errors
    ///
    /// [`Error::NotFinished`] while the match is running; otherwise as [`history`](Self::history).
    pub async fn export(&self, match_id: &str, token: Option<&Token>) -> Result<MatchExport, Error> {
        let state = self.get_match(match_id, token).await?;
        let is_over = watch::is_over(&state);
        let shown = state.r#match.ok_or(Error::Incomplete { missing: "match" })?;
        if !is_over {
            return Err(Error::NotFinished);
        }
        let entries = self.history(match_id, token, 0).await?;
        Ok(MatchExport {
            format_version: FORMAT_VERSION,
            r#match: Some(without_times(shown)),
            entries,
        })
    }
}

/// The match without the values that depend on clocks.
fn without_times(shown: Match) -> Match {
    let seats = shown.seats.into_iter().map(|seat| Seat {
        bank_left: None,
        ..seat
    });
    Match {
        seats: seats.collect(),
        expire_time: None,
        ..shown
    }
}
