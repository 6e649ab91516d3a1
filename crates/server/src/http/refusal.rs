//! Refusals as HTTP answers, and strict parsing of bodies.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use roundtable_protocol::{Code, Failed, Refusal};
use serde::de::DeserializeOwned;

use crate::store::StoreError;

/// A refusal to be sent over HTTP.
pub(crate) struct Refused(pub(crate) Refusal);

impl From<roundtable_core::Refusal> for Refused {
    fn from(refusal: roundtable_core::Refusal) -> Self {
        Self(refusal.into())
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Self(refusal)
    }
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Self {
        if let StoreError::Failed(why) = &error {
            tracing::error!(why, "the store failed");
        }
        Self(error.into())
    }
}

impl Refused {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self(Refusal::new(code, message))
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let wait = wait(self.0.code).map(|seconds| (header::RETRY_AFTER, HeaderValue::from(seconds)));
        (status, AppendHeaders(wait), Json(Failed { error: self.0 })).into_response()
    }
}

/// After how many seconds it makes sense to try again.
const fn wait(code: Code) -> Option<u16> {
    match code {
        Code::Busy => Some(2),
        Code::TooFast => Some(60),
        _ => None,
    }
}

/// A JSON body of exactly this form.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refused> {
        let media = request
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|media| media.to_str().ok());
        // No form can send this type, so no other site can make a browser send such a request.
        if media.is_none_or(|media| media.split(';').next().map(str::trim) != Some("application/json")) {
            return Err(Refused::new(
                Code::BadRequest,
                "send JSON, with the content type application/json",
            ));
        }
        let bytes = Bytes::from_request(request, state)
            .await
            .map_err(|error| match error.status() {
                StatusCode::PAYLOAD_TOO_LARGE => Refused::new(Code::TooLarge, "this is more than the server reads"),
                _ => Refused::new(Code::BadRequest, "the request could not be read"),
            })?;
        serde_json::from_slice(&bytes)
            .map(Self)
            .map_err(|error| Refused::new(Code::BadRequest, error.to_string()))
    }
}

pub(crate) async fn no_route() -> Refused {
    Refused::new(
        Code::NoRoute,
        "there is nothing here; docs/PROTOCOL.md lists what there is",
    )
}

pub(crate) async fn no_method() -> Refused {
    Refused::new(
        Code::NoMethod,
        "this cannot be done here; docs/PROTOCOL.md lists what can",
    )
}
