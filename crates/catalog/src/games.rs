//! How each game is said in messages.
