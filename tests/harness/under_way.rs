//! A call that takes its time.

use std::marker::PhantomData;

use bytes::Bytes;
use tokio::{sync::mpsc, task::JoinHandle};
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;

use crate::{Api, Call, soon};

/// A call that has begun, and whose message is to come.
#[derive(Debug)]
pub struct UnderWay<Q> {
    asking: mpsc::Sender<Bytes>,
    answering: JoinHandle<Result<Bytes, Status>>,
    call: PhantomData<Q>,
}

impl<Q: Call> UnderWay<Q> {
    /// Begins a call. It is under way once the server has answered another on the same connection.
    #[must_use]
    pub fn begin(api: &Api) -> Self {
        let (asking, asked) = mpsc::channel(1);
        let api = api.clone();
        let answering =
            tokio::spawn(async move { api.ask_in_pieces(Q::METHOD.path, ReceiverStream::new(asked)).await });
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
        drop(self.asking.send(asked.encode_to_vec().into()).await);
        drop(self.asking);
        let answer = soon("an answer", self.answering).await.expect("the call ends")?;
        Ok(<Q::Answer as prost::Message>::decode(answer).expect("an answer of this call"))
    }
}
