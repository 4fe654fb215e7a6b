//! Who one is in a match.

mod host;
mod seat;
mod spectator;

use tinsel_proto::v1::{WatchMatchRequest, watch_match_request::Position};

use crate::{client::Client, token::Token, watch::Watch};

pub use host::Host;
pub use seat::Seat;
pub use spectator::Spectator;

fn watch(client: &Client, match_id: &str, token: Option<&Token>, after_revision: Option<u64>) -> Watch {
    let request = WatchMatchRequest {
        match_id: match_id.to_owned(),
        position: after_revision.map(Position::AfterRevision),
    };
    client.watch_match(token, request)
}
