//! A bot: takes a seat of a match and plays it to the end. Arguments: ADDRESS MATCH_ID

#![allow(clippy::print_stdout, reason = "an example prints what it does")]

use std::env::args;
use tinsel_client::{Client, Error};
use tinsel_proto::games::presents_of_mine::v1::{Action, SelectPresents, action};
use tinsel_proto::v1::{GameAction, game_action};

#[tokio::main]
async fn main() -> Result<(), Error> {
    let [address, match_id] = [1, 2].map(|n| args().nth(n).unwrap_or_default());
    let seat = Client::connect([address])?.join(&match_id, "First Bot").await?;
    let mut turns = seat.turns();
    while let Some(turn) = turns.next().await? {
        if turn.form.decision == "select_presents" {
            let letters = (1..=5).collect(); // A to E, as a typed action of one game
            let action = Some(action::Action::SelectPresents(SelectPresents { letters }));
            let game = Some(game_action::Game::PresentsOfMine(Action { action }));
            turn.submit(GameAction { game }).await?;
        } else if let Some(choice) = fastrand::choice(turn.choices()) {
            turn.answer(choice.answer).await?;
        } else {
            turn.play_default().await?;
        }
    }
    println!("{:?}", turns.outcome());
    Ok(())
}
