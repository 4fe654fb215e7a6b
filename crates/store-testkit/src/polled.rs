//! Calls that stop in the middle.

use std::{
    future::{Future, poll_fn},
    pin::Pin,
    task::Poll,
};

/// Polls a future, at most this number of times; whether it is ready.
pub async fn polled(future: &mut Pin<&mut impl Future>, mut times: u32) -> bool {
    poll_fn(|context| {
        if times == 0 {
            return Poll::Ready(false);
        }
        times -= 1;
        future.as_mut().poll(context).map(|_| true)
    })
    .await
}
