//! A call that takes its time.

use std::{future::ready, marker::PhantomData};

use bytes::Bytes;
use futures_util::{StreamExt, stream};
use tokio::{sync::oneshot, task::JoinHandle};
use tonic::Status;

use crate::{Api, Call, soon};

/// A call that has begun, and whose message is to come.
#[derive(Debug)]
pub struct UnderWay<Q> {
    asking: oneshot::Sender<Bytes>,
    answering: JoinHandle<Result<Bytes, Status>>,
    call: PhantomData<Q>,
}

impl<Q: Call> UnderWay<Q> {
    /// Begins a call. It is under way once the server has answered another on the same connection.
    pub async fn begin(api: &Api) -> Self {
        let (asking, asked) = oneshot::channel();
        let (beginning, begun) = oneshot::channel();
        let asked = stream::once(async move {
            // Who looks for the message has told the server that there will be one.
            beginning.send(()).unwrap_or_default();
            asked.await
        });
        let asked = asked.filter_map(|asked| ready(asked.ok()));
        let api = api.clone();
        let answering = tokio::spawn(async move { api.ask_in_pieces(Q::METHOD.path, asked).await });
        soon("a call to begin", begun).await.expect("a call begins");
        Self {
            asking,
            answering,
            call: PhantomData,
        }
    }

    /// Lets it go on by saying what is asked.
    ///
    /// # Errors
    ///
    /// What the server refused it with.
    pub async fn ask(self, asked: &Q) -> Result<Q::Answer, Status> {
        // Who was refused meanwhile does not listen any more.
        drop(self.asking.send(asked.encode_to_vec().into()));
        let answer = soon("an answer", self.answering).await.expect("the call ends")?;
        Ok(<Q::Answer as prost::Message>::decode(answer).expect("an answer of this call"))
    }
}
