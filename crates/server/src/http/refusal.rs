//! Refusals as HTTP answers, and bodies that are read strictly.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use roundtable_core::Refusal;
use serde::de::DeserializeOwned;

use crate::store::StoreError;
use crate::wire::{WireError, WireErrorBody};

/// A refusal on its way out.
pub(crate) struct Refused(pub(crate) Refusal);

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
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self(Refusal::new(code, message))
    }
}

/// The status that goes with a code.
fn status(code: &str) -> StatusCode {
    match code {
        "no_table" | "no_route" => StatusCode::NOT_FOUND,
        "no_method" => StatusCode::METHOD_NOT_ALLOWED,
        "not_signed_in" | "wrong_password" => StatusCode::UNAUTHORIZED,
        "bad_origin" | "not_host" | "not_seated" | "no_spectators" | "muted" | "no_hints" => StatusCode::FORBIDDEN,
        "too_fast" | "too_many_tables" | "too_many" => StatusCode::TOO_MANY_REQUESTS,
        "too_large" => StatusCode::PAYLOAD_TOO_LARGE,
        "busy" | "not_stored" | "stopping" | "no_randomness" => StatusCode::SERVICE_UNAVAILABLE,
        "damaged" => StatusCode::INTERNAL_SERVER_ERROR,
        code if code.starts_with("bad_") || code.starts_with("unknown_") => StatusCode::BAD_REQUEST,
        _ => StatusCode::CONFLICT,
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let error = WireErrorBody::from(&self.0);
        (status(self.0.code), Json(WireError { error })).into_response()
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
        // No form can send this type, so no other site can make a browser send such a request unasked.
        if media.is_none_or(|media| media.split(';').next().map(str::trim) != Some("application/json")) {
            return Err(Refused::new(
                "bad_request",
                "send JSON, with the content type application/json",
            ));
        }
        let bytes = Bytes::from_request(request, state)
            .await
            .map_err(|error| match error.status() {
                StatusCode::PAYLOAD_TOO_LARGE => Refused::new("too_large", "this is more than the server reads"),
                _ => Refused::new("bad_request", "the request could not be read"),
            })?;
        serde_json::from_slice(&bytes)
            .map(Self)
            .map_err(|error| Refused::new("bad_request", error.to_string()))
    }
}

pub(crate) async fn no_route() -> Refused {
    Refused::new(
        "no_route",
        "there is nothing here; docs/PROTOCOL.md lists what there is",
    )
}

pub(crate) async fn no_method() -> Refused {
    Refused::new("no_method", "this cannot be done here; docs/PROTOCOL.md lists what can")
}
