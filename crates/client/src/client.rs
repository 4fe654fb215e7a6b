//! The client: its servers, options and credentials.

use std::sync::Arc;

use tonic::{
    Request, Response, Status,
    metadata::{Ascii, MetadataValue},
};

use crate::{
    endpoints::Endpoints,
    error::Error,
    options::Options,
    retry,
    token::{ApiKey, Headers, Token},
    traced::Traced,
};

/// A client of one deployment of Tinsel, which may have several replicas. Cloning it is cheap, and clones share their
/// connections.
///
/// [`create`](Self::create), [`join`](Self::join), [`quick`](Self::quick) and [`spectate`](Self::spectate) return
/// handles with their match and token; most callers need no more. Below them there is one method for each call of the
/// API, with its own messages. These methods replace an empty `request_id` by a random one and keep a given one.
///
/// # Errors
///
/// While no server answers, every call retries until [`Options::deadline`], and then fails with [`Error::Unavailable`]. It
/// fails so after the second round over all addresses if all ports are closed and no server has ever responded.
/// Over the rate limit, it waits for the time that the server requests. It does not retry after any other refusal: the
/// call fails with [`Error::Refused`] at once.
#[derive(Debug, Clone)]
pub struct Client {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    endpoints: Endpoints,
    options: Options,
    api_key: Option<MetadataValue<Ascii>>,
}

impl Client {
    /// A client of the replicas at these addresses, such as `http://127.0.0.1:7400`. It connects at the first call, so
    /// create it inside a Tokio runtime.
    ///
    /// # Errors
    ///
    /// [`Error::BadEndpoint`] if there is no address, or an invalid one.
    pub fn connect(endpoints: impl IntoIterator<Item = impl Into<String>>) -> Result<Self, Error> {
        Self::with_options(endpoints, Options::default())
    }

    /// A client with these timeouts, limits and API key.
    ///
    /// # Errors
    ///
    /// As [`connect`](Self::connect), and [`Error::BadToken`] if the API key contains invalid characters.
    pub fn with_options(
        endpoints: impl IntoIterator<Item = impl Into<String>>,
        options: Options,
    ) -> Result<Self, Error> {
        let addresses: Vec<String> = endpoints.into_iter().map(Into::into).collect();
        let endpoints = Endpoints::new(&addresses, &options)?;
        let api_key = options.api_key.as_ref().map(ApiKey::header).transpose()?;
        Ok(Self {
            shared: Arc::new(Shared {
                endpoints,
                options,
                api_key,
            }),
        })
    }

    /// The options of this client.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.shared.options
    }

    pub(crate) fn endpoints(&self) -> &Endpoints {
        &self.shared.endpoints
    }

    /// The headers of a call with `token`.
    pub(crate) fn headers(&self, token: Option<&Token>) -> Result<Headers, Error> {
        Ok(Headers {
            authorization: token.map(Token::header).transpose()?,
            api_key: self.shared.api_key.clone(),
        })
    }

    pub(crate) async fn ask<Q, A, F, Fut>(&self, token: Option<&Token>, message: Q, send: F) -> Result<A, Error>
    where
        Q: Clone,
        F: Fn(Traced, Request<Q>) -> Fut,
        Fut: Future<Output = Result<Response<A>, Status>>,
    {
        let headers = self.headers(token)?;
        let answered = retry::until_answered(&self.shared.endpoints, &self.shared.options, |channel| {
            let mut request = headers.request(message.clone());
            // The server need not go on with a call that nobody waits for.
            request.set_timeout(self.shared.options.attempt);
            send(channel, request)
        });
        // Requests are large, and each future around a call would contain its request several times.
        Box::pin(answered).await
    }
}
