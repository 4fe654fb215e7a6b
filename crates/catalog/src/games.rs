//! How each game is said in messages. The only place that knows both a game's types and its messages.

mod grunkle_match;
mod presents_of_mine;
mod seats;
mod snowball_war;
