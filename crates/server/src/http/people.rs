//! Guests, names and passwords over HTTP.

use roundtable_protocol::{ClaimName, Code, Confirm, Login, Me, NewGuest, PersonId, Rename, Who};
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;

use super::auth::{Maybe, SignedIn, cookie, cookies, known_device, new_token, renewed};
use super::guard::Client;
use super::refusal::{Body, Refused};
use crate::clock::now_ms;
use crate::cluster::News;
use crate::names::{Keys, is_too_long, tidy};
use crate::passwords::Asker;
use crate::secret::{Token, TokenHash, person_id};
use crate::site::Site;
use crate::store::{Person, Renamed};
use crate::table::Mail;

/// How long the sockets of a token go on that is replaced by another: until the browser has the new one.
const HANDOVER: Duration = Duration::from_millis(500);

pub(super) fn shown(person: Person) -> Me {
    Me {
        id: person.id,
        name: person.name,
        claimed: person.password.is_some(),
    }
}

/// Makes a new guest.
pub(crate) async fn guest(
    State(site): State<Arc<Site>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    Body(wish): Body<NewGuest>,
) -> Result<impl IntoResponse, Refused> {
    let name = tidy(&wish.name)?;
    if !site.guests.allow(client.address) {
        site.metrics.limited.inc();
        return Err(Refused::new(
            Code::TooFast,
            "too many new guests from your address; try again later",
        ));
    }
    let (id, (token, stored)) = (person_id()?, new_token(&site, &headers)?);
    let person = Person {
        id,
        name,
        password: None,
    };
    site.store.create_person(person.clone(), stored).await?;
    Ok((cookie(&site, Some(&token)), Json(shown(person))))
}

/// The person who asks, or null. It is the first question of every page, so an unknown visitor is not refused, and the
/// browser of a known one keeps the cookie for longer.
pub(crate) async fn who(State(site): State<Arc<Site>>, headers: HeaderMap, Maybe(one): Maybe) -> impl IntoResponse {
    let cookies = renewed(&site, &headers, one.as_ref());
    let me = one.map(|one| shown(one.person));
    (cookies, Json(Who { me }))
}

/// Signs in from another device.
pub(crate) async fn login(
    State(site): State<Arc<Site>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    Body(wish): Body<Login>,
) -> Result<impl IntoResponse, Refused> {
    // Nobody has a name that is too long, so all such names are one.
    let name = if is_too_long(&wish.name) {
        String::new()
    } else {
        wish.name
    };
    let device = match known_device(&site, &headers) {
        Some(device) => knows(&site, device, &name).await?,
        None => None,
    };
    let (asker, allowed) = match &device {
        Some(device) => (Asker::Known, site.attempts.known(device)),
        None => (
            Asker::Stranger,
            site.attempts.stranger(&client.address, &Keys::of(&name).caseless),
        ),
    };
    may_try(&site, allowed)?;
    let person = site.store.claimed(name).await?;
    let hash = person.as_ref().and_then(|person| person.password.clone());
    let right = site.passwords.check(asker, wish.password, hash).await?;
    // Do not reveal whether the name or the password is wrong.
    let person = person.filter(|_| right).ok_or_else(wrong_password)?;
    let (token, stored) = new_token(&site, &headers)?;
    site.store.add_token(person.id.clone(), stored).await?;
    let device = introduce(&site, &person.id).await;
    Ok((cookies(&site, &token, device.as_ref()), Json(shown(person))))
}

/// The device, if somebody has signed in from it as the owner of this name.
async fn knows(site: &Site, device: TokenHash, name: &str) -> Result<Option<TokenHash>, Refused> {
    let Some(person) = site.store.claimed(name.to_owned()).await? else {
        return Ok(None);
    };
    let known = site.store.knows_device(device.clone(), person.id).await?;
    Ok(known.then_some(device))
}

/// Gives a device a new proof that somebody has signed in from it. Without it they are signed in all the same.
async fn introduce(site: &Site, person: &PersonId) -> Option<Token> {
    let device = Token::new().ok()?;
    let added = site.store.add_device(device.hash(), person.clone(), now_ms());
    added.await.ok().map(|()| device)
}

fn may_try(site: &Site, allowed: bool) -> Result<(), Refused> {
    if allowed {
        return Ok(());
    }
    site.metrics.limited.inc();
    Err(Refused::new(
        Code::TooFast,
        "too many attempts; try again in some minutes",
    ))
}

fn wrong_password() -> Refused {
    Refused::new(Code::WrongPassword, "this name and password do not belong together")
}

/// The person who asks.
pub(crate) async fn me(one: SignedIn) -> Json<Me> {
    Json(shown(one.person))
}

pub(crate) async fn rename(
    State(site): State<Arc<Site>>,
    one: SignedIn,
    Body(wish): Body<Rename>,
) -> Result<Json<Me>, Refused> {
    let name = tidy(&wish.name)?;
    let id = one.person.id.clone();
    let mut renamed = site.store.rename(id.clone(), name.clone()).await?;
    renamed.push(Renamed {
        person: id,
        name: name.clone(),
    });
    announce(&site, renamed);
    Ok(Json(shown(Person { name, ..one.person })))
}

/// Shows new names at all tables.
fn announce(site: &Site, renamed: Vec<Renamed>) {
    if !renamed.is_empty() {
        let renamed = renamed.into_iter().map(|Renamed { person, name }| (person, name));
        site.announce(News::Renamed(renamed.collect()));
    }
}

/// Claims the name, or changes the password. The browser gets a new token, and all others are signed out.
pub(crate) async fn password(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    one: SignedIn,
    Body(wish): Body<ClaimName>,
) -> Result<impl IntoResponse, Refused> {
    confirm(&site, &one.person, wish.current).await?;
    if one.person.password.is_none() && tidy(&one.person.name).as_deref() != Ok(&one.person.name) {
        return Err(Refused::new(
            Code::BadName,
            "nobody can keep this name; choose another first",
        ));
    }
    let hash = site.passwords.hash(wish.password).await?;
    let (token, stored) = new_token(&site, &headers)?;
    let id = one.person.id.clone();
    let renamed = site.store.set_password(id.clone(), hash.clone(), stored).await?;
    let device = introduce(&site, &id).await;
    let except = Some(one.token.clone());
    site.announce(News::SignedOut { person: id, except });
    end_soon(&site, one.token);
    announce(&site, renamed);
    let me = shown(Person {
        password: Some(hash),
        ..one.person
    });
    Ok((cookies(&site, &token, device.as_ref()), Json(me)))
}

/// Ends the sockets of a token when the browser has had the time to receive the new one; then it connects with that.
fn end_soon(site: &Arc<Site>, token: TokenHash) {
    let site = Arc::clone(site);
    tokio::spawn(async move {
        tokio::time::sleep(HANDOVER).await;
        site.announce(News::TokenEnded(token));
    });
}

/// Asks for the password, if there is one, before something that cannot be undone.
async fn confirm(site: &Site, person: &Person, password: Option<String>) -> Result<(), Refused> {
    let Some(hash) = person.password.clone() else {
        return Ok(());
    };
    may_try(site, site.attempts.known(&person.id))?;
    let password = password.unwrap_or_default();
    let right = site.passwords.check(Asker::Known, password, Some(hash)).await?;
    right.then_some(()).ok_or_else(wrong_password)
}

pub(crate) async fn logout(State(site): State<Arc<Site>>, one: SignedIn) -> Result<impl IntoResponse, Refused> {
    site.store.drop_token(one.token.clone()).await?;
    site.announce(News::TokenEnded(one.token));
    Ok((StatusCode::NO_CONTENT, cookie(&site, None)))
}

pub(crate) async fn sign_out_everywhere(
    State(site): State<Arc<Site>>,
    one: SignedIn,
) -> Result<impl IntoResponse, Refused> {
    let person = one.person.id;
    site.store.drop_tokens(person.clone(), None).await?;
    site.announce(News::SignedOut { person, except: None });
    Ok((StatusCode::NO_CONTENT, cookie(&site, None)))
}

/// Deletes the account and what the person said. The games stay, with a nameless seat; in running games a bot takes
/// over.
pub(crate) async fn delete(
    State(site): State<Arc<Site>>,
    one: SignedIn,
    Body(wish): Body<Confirm>,
) -> Result<impl IntoResponse, Refused> {
    confirm(&site, &one.person, wish.password).await?;
    let who = one.person.id;
    let tables = site.store.forget(who.clone()).await?;
    for table in tables {
        if let Err(refusal) = site.send(&table, Mail::Forget(who.clone())) {
            tracing::warn!(%table, code = %refusal.code, "a table could not be told that an account is gone");
        }
    }
    site.announce(News::Forgotten(who));
    Ok((StatusCode::NO_CONTENT, cookie(&site, None)))
}
