//! Reasons of failures that come from gRPC itself.

use http::Response;
use tonic::{Code, Status, body::Body};

use crate::error::RpcError;

/// The header that lists the supported encodings.
const ACCEPTED: &str = "grpc-accept-encoding";

/// Adds a reason to a failure without details: it comes from gRPC itself, before a handler ran.
pub(super) fn catalogued(response: Response<Body>, limit_bytes: usize) -> Response<Body> {
    let failure = Status::from_header_map(response.headers()).filter(|status| status.details().is_empty());
    let Some(failure) = failure else { return response };
    let cause = failure.message().to_owned();
    let code = failure.code();
    // The size before and after decompression.
    let error = if code == Code::OutOfRange || code == Code::ResourceExhausted {
        RpcError::MessageTooLarge { limit_bytes }
    } else if code == Code::Unimplemented && cause.is_empty() {
        RpcError::MethodNotFound
    } else if code == Code::Unimplemented {
        RpcError::EncodingNotSupported
    } else if code == Code::Internal {
        RpcError::MalformedMessage { cause }
    } else {
        return response;
    };
    let mut refused = Status::from(error).into_http();
    // The supported encodings, as the protocol requires.
    if let Some(accepted) = response.headers().get(ACCEPTED) {
        refused.headers_mut().insert(ACCEPTED, accepted.clone());
    }
    refused
}
