//! A call that takes its time.

use std::{future::ready, marker::PhantomData};

use bytes::Bytes;
use futures_util::{StreamExt, stream};
use tokio::{sync::oneshot, task::JoinHandle};
use tonic::Status;

use crate::{Api, Call, soon};

/// A call that has started, but has not sent its message.
#[derive(Debug)]
pub struct UnderWay<Q> {
    asking: oneshot::Sender<Bytes>,
    answering: JoinHandle<Result<Bytes, Status>>,
    call: PhantomData<Q>,
}

impl<Q: Call> UnderWay<Q> {
    /// Starts a call. It is under way once the server has responded to another call on the same connection.
    pub async fn begin(api: &Api) -> Self {
        let (asking, asked) = oneshot::channel();
        let (beginning, begun) = oneshot::channel();
        let asked = stream::once(async move {
            // The transport polls this stream only after it has sent the headers.
            beginning.send(()).unwrap_or_default();
            asked.await
        });
        let asked = asked.filter_map(|asked| ready(asked.ok()));
        let api = api.clone();
        let answering = tokio::spawn(async move { api.ask_in_pieces(Q::METHOD.path, asked).await });
        soon("the start of a call", begun).await.expect("a call begins");
        Self {
            asking,
            answering,
            call: PhantomData,
        }
    }

    /// Sends the message, so that the call continues.
    ///
    /// # Errors
    ///
    /// The status of the refusal.
    pub async fn ask(self, asked: &Q) -> Result<Q::Answer, Status> {
        // A call that was refused in the meantime no longer waits for its message.
        drop(self.asking.send(asked.encode_to_vec().into()));
        let answer = soon("an answer", self.answering).await.expect("the call ends")?;
        Ok(<Q::Answer as prost::Message>::decode(answer).expect("an answer of this call"))
    }
}
