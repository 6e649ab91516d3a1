//! API tokens over HTTP: made, listed and revoked by their owner, who is signed in.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use roundtable_protocol::{ApiTokenInfo, ApiTokenMade, ApiTokens, Code, NewApiToken};

use super::auth::SignedIn;
use super::refusal::{Body, Refused};
use crate::clock::now_ms;
use crate::cluster::News;
use crate::secret::Token;
use crate::site::Site;
use crate::spoken;
use crate::store::ApiToken;

/// The most tokens of one person.
const MOST: usize = 20;

fn shown(token: ApiToken) -> ApiTokenInfo {
    ApiTokenInfo {
        id: token.hash.session(),
        name: token.name,
        scopes: token.scopes,
        created_at: token.created_at,
        used_at: token.used_at,
    }
}

/// The person's tokens, the latest first.
pub(crate) async fn list(State(site): State<Arc<Site>>, one: SignedIn) -> Result<Json<ApiTokens>, Refused> {
    let tokens = site.store.api_tokens(one.person.id).await?;
    Ok(Json(ApiTokens {
        tokens: tokens.into_iter().map(shown).collect(),
    }))
}

/// Makes a token, which nobody sees again.
pub(crate) async fn make(
    State(site): State<Arc<Site>>,
    one: SignedIn,
    Body(wish): Body<NewApiToken>,
) -> Result<impl IntoResponse, Refused> {
    if one.person.password.is_none() {
        return Err(Refused::new(
            Code::NotClaimed,
            "API tokens are for names with a password: choose one first",
        ));
    }
    let name = spoken::tidy_title(&wish.name)?;
    let mut scopes = wish.scopes;
    scopes.sort_unstable();
    scopes.dedup();
    if scopes.is_empty() {
        return Err(Refused::new(
            Code::BadRequest,
            "a token that may do nothing is of no use: name read, play, talk or tables",
        ));
    }
    let secret = Token::new_for_api()?;
    let token = ApiToken {
        hash: secret.hash(),
        name,
        scopes,
        created_at: now_ms(),
        used_at: None,
    };
    let added = site.store.add_api_token(one.person.id, token.clone(), MOST).await?;
    if !added {
        return Err(Refused::new(
            Code::TooMany,
            format!("you have {MOST} API tokens, which is the most; revoke one that you do not need"),
        ));
    }
    let made = ApiTokenMade {
        secret: secret.expose().to_owned(),
        token: shown(token),
    };
    Ok((StatusCode::CREATED, Json(made)))
}

/// Revokes a token. What was opened with it ends at once.
pub(crate) async fn revoke(
    State(site): State<Arc<Site>>,
    one: SignedIn,
    path: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, Refused> {
    let wanted = path.map_or_else(|_| String::new(), |Path(id)| id);
    let tokens = site.store.api_tokens(one.person.id.clone()).await?;
    let none = || Refused::new(Code::NoToken, "you have no such API token; look at the list again");
    let token = tokens.into_iter().find(|token| token.hash.session() == wanted);
    let hash = token.ok_or_else(none)?.hash;
    if !site.store.drop_api_token(one.person.id, hash.clone()).await? {
        return Err(none());
    }
    site.announce(News::TokenEnded(hash));
    Ok(StatusCode::NO_CONTENT)
}
