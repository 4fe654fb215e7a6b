//! Plays a match with bots to its end. Arguments: SERVERS GAME_ID [--step]
//!
//! With --step it prints a line before each turn, and waits for a line on standard input.

#![allow(clippy::print_stdout, reason = "an example prints what it does")]

use std::{env, error::Error, io};

use tinsel_client::{Client, Options};
use tinsel_proto::v1::{CreateMatchRequest, FieldAnswer, OptionValues, field_answer};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [servers, game_id, step @ ..] = arguments.as_slice() else {
        return Err("usage: play SERVERS GAME_ID [--step]".into());
    };
    let options = Options {
        presentation: true,
        ..Options::default()
    };
    let client = Client::with_options(servers.split(','), options)?;
    let about = client.get_game(game_id).await?;
    let seats = about.game.as_ref().map_or(2, |game| game.seats_min);
    // A short match, where the game offers one.
    let deals = about.options.iter().any(|option| option.name == "deals");
    let deals = deals.then(|| FieldAnswer {
        field: "deals".to_owned(),
        value: Some(field_answer::Value::Number(1)),
    });
    let host = client
        .create_with(CreateMatchRequest {
            options: Some(OptionValues {
                game_id: game_id.clone(),
                values: deals.into_iter().collect(),
            }),
            seats: Some(seats),
            ..CreateMatchRequest::default()
        })
        .await?;
    let seat = client.join(host.match_id(), "Tess").await?;
    for _ in 1..seats {
        host.add_bot().await?;
    }

    let (mut turns, mut count) = (seat.turns(), 0);
    while let Some(turn) = turns.next().await? {
        count += 1;
        if !step.is_empty() {
            println!("turn {count}");
            io::stdin().read_line(&mut String::new())?;
        }
        let choices = turn.choices();
        let done = match choices.get(count % choices.len().max(1)) {
            Some(choice) => turn.answer(choice.answer.clone()).await,
            None => turn.play_default().await,
        };
        match done {
            Err(error) if !error.is_stale() => return Err(error.into()),
            Ok(_) | Err(_) => {}
        }
    }
    println!("ended: {count} turns");
    let over = turns
        .state()
        .and_then(|state| state.r#match.as_ref())
        .ok_or("no state")?;
    for standing in over.outcome.iter().flat_map(|outcome| &outcome.standings) {
        let seat = over.seats.iter().find(|seat| seat.seat == standing.seat);
        println!("{}. {}", standing.rank, seat.map_or("", |seat| &seat.display_name));
    }
    Ok(())
}
