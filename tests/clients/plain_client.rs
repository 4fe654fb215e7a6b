//! A client with only the generated code, as a first attempt looks: the program under test of `tinsel conformance`.

#![allow(clippy::disallowed_methods, reason = "the kit sets the environment")]

use std::{env, error::Error};

use tinsel_proto::v1::{
    JoinMatchRequest, MatchState, SubmitActionRequest, WatchMatchRequest, WatchMatchResponse,
    match_service_client::MatchServiceClient, watch_match_response::Message,
};
use tonic::Request;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let servers = env::var("TINSEL_SERVERS")?;
    let match_id = env::var("TINSEL_MATCH")?;
    let first = servers.split(',').next().unwrap_or_default().to_owned();
    let mut matches = MatchServiceClient::connect(first).await?;
    let joining = JoinMatchRequest {
        match_id: match_id.clone(),
        display_name: "Tess".to_owned(),
        request_id: "join".to_owned(),
        ..JoinMatchRequest::default()
    };
    let joined = matches.join_match(joining).await?.into_inner();
    let watching = WatchMatchRequest {
        match_id: match_id.clone(),
        presentation: true,
        ..WatchMatchRequest::default()
    };
    let mut stream = matches
        .watch_match(with(&joined.seat_token, watching)?)
        .await?
        .into_inner();
    let mut number = 0_u32;
    while let Some(message) = stream.message().await? {
        let Some(form) = state(message).and_then(|state| state.form) else {
            continue;
        };
        number = number.saturating_add(1);
        let submitting = SubmitActionRequest {
            match_id: match_id.clone(),
            request_id: format!("submit-{number}"),
            answer: form.default_answer,
            ..SubmitActionRequest::default()
        };
        matches.submit_action(with(&joined.seat_token, submitting)?).await?;
    }
    Ok(())
}

fn with<Q>(token: &str, message: Q) -> Result<Request<Q>, Box<dyn Error>> {
    let mut request = Request::new(message);
    let value = format!("Bearer {token}").parse()?;
    request.metadata_mut().insert("authorization", value);
    Ok(request)
}

fn state(message: WatchMatchResponse) -> Option<MatchState> {
    match message.message? {
        Message::Snapshot(snapshot) => snapshot.state,
        Message::Update(update) => update.state,
        Message::Heartbeat(_) | Message::Draining(_) => None,
    }
}
