//! Refusals as HTTP answers, and strict parsing of bodies.

use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use roundtable_protocol::{Code, Failed, Refusal};
use serde::de::DeserializeOwned;

use crate::store::StoreError;

/// A refusal to be sent over HTTP.
pub(crate) struct Refused(pub(crate) Refusal);

/// The code of a refusal, for whoever counts them.
#[derive(Clone, Copy)]
pub(crate) struct RefusedWith(pub(crate) Code);

/// How long a client may take to send a body.
const BODY: Duration = Duration::from_secs(10);

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
        if let StoreError::Failed(why) | StoreError::Damaged(why) | StoreError::Unknown(why) = &error {
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
        let code = self.0.code;
        let mut response = (status, Json(Failed { error: self.0 })).into_response();
        response.extensions_mut().insert(RefusedWith(code));
        if matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(wait(code)));
        }
        response
    }
}

/// After how many seconds it makes sense to try again after a refusal that is about too much at once.
const fn wait(code: Code) -> u16 {
    match code {
        Code::UsedUp => 3600,
        Code::TooFast => 60,
        _ => 5,
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
        let slow = |_| Refused::new(Code::TooSlow, "the request did not arrive in time; send it again");
        let bytes = tokio::time::timeout(BODY, Bytes::from_request(request, state))
            .await
            .map_err(slow)?
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

pub(crate) async fn no_place() -> Refused {
    Refused::new(
        Code::Busy,
        "there are too many connections, in all or from your address; come back in a moment",
    )
}
