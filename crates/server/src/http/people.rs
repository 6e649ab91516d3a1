//! Guests, names and passwords over HTTP.

use roundtable_protocol::{ClaimName, Code, Confirm, Login, Me, NewGuest, Rename, Who};
use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;

use super::auth::{Maybe, SignedIn, cookie};
use super::guard::Client;
use super::refusal::{Body, Refused};
use crate::clock::now_ms;
use crate::people::{folded, tidy};
use crate::secret::{Token, person_id};
use crate::site::Site;
use crate::store::Person;
use crate::table::Mail;

fn shown(person: Person) -> Me {
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
    let (id, token) = (person_id()?, Token::new()?);
    let person = Person {
        id,
        name,
        password: None,
    };
    site.store.create_person(person.clone(), token.hash(), now_ms()).await?;
    Ok((cookie(&site, Some(&token)), Json(shown(person))))
}

/// The person who asks, or null. It is the first question of every page, so an unknown visitor is not refused.
pub(crate) async fn who(Maybe(one): Maybe) -> Json<Who> {
    Json(Who {
        me: one.map(|one| shown(one.person)),
    })
}

/// Signs in from another device.
pub(crate) async fn login(
    State(site): State<Arc<Site>>,
    Extension(client): Extension<Client>,
    Body(wish): Body<Login>,
) -> Result<impl IntoResponse, Refused> {
    attempt(&site, &wish.name, client)?;
    let person = site.store.claimed(wish.name).await?;
    let hash = person.as_ref().and_then(|person| person.password.clone());
    let right = site.passwords.check(wish.password, hash).await?;
    // Do not reveal whether the name or the password is wrong.
    let person = person.filter(|_| right).ok_or_else(wrong_password)?;
    let token = Token::new()?;
    site.store.add_token(person.id.clone(), token.hash(), now_ms()).await?;
    Ok((cookie(&site, Some(&token)), Json(shown(person))))
}

fn attempt(site: &Site, name: &str, client: Client) -> Result<(), Refused> {
    let by_name = site.attempts.allow(format!("name {}", folded(name)));
    if by_name && site.attempts.allow(format!("address {:?}", client.address)) {
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

/// The person who asks. The request also counts as activity, so that the guest is not forgotten.
pub(crate) async fn me(State(site): State<Arc<Site>>, one: SignedIn) -> Result<Json<Me>, Refused> {
    site.store.touch(one.token, now_ms()).await?;
    Ok(Json(shown(one.person)))
}

pub(crate) async fn rename(
    State(site): State<Arc<Site>>,
    one: SignedIn,
    Body(wish): Body<Rename>,
) -> Result<Json<Me>, Refused> {
    let name = tidy(&wish.name)?;
    site.store.rename(one.person.id.clone(), name.clone()).await?;
    Ok(Json(shown(Person { name, ..one.person })))
}

/// Claims the name, or changes the password. A change signs out all other devices.
pub(crate) async fn password(
    State(site): State<Arc<Site>>,
    Extension(client): Extension<Client>,
    one: SignedIn,
    Body(wish): Body<ClaimName>,
) -> Result<Json<Me>, Refused> {
    let had = one.person.password.is_some();
    confirm(&site, &one.person, wish.current, client).await?;
    let hash = site.passwords.hash(wish.password).await?;
    site.store.set_password(one.person.id.clone(), hash.clone()).await?;
    if had {
        site.store.drop_tokens(one.person.id.clone(), Some(one.token)).await?;
        site.sockets.sign_out(&one.person.id);
    }
    Ok(Json(shown(Person {
        password: Some(hash),
        ..one.person
    })))
}

/// Asks for the password, if there is one, before something that cannot be undone.
async fn confirm(site: &Site, person: &Person, password: Option<String>, client: Client) -> Result<(), Refused> {
    let Some(hash) = person.password.clone() else {
        return Ok(());
    };
    attempt(site, &person.name, client)?;
    let right = site.passwords.check(password.unwrap_or_default(), Some(hash)).await?;
    right.then_some(()).ok_or_else(wrong_password)
}

pub(crate) async fn logout(State(site): State<Arc<Site>>, one: SignedIn) -> Result<impl IntoResponse, Refused> {
    site.store.drop_token(one.token).await?;
    // The sockets of other devices reconnect by themselves; those of this one cannot.
    site.sockets.sign_out(&one.person.id);
    Ok((StatusCode::NO_CONTENT, cookie(&site, None)))
}

pub(crate) async fn sign_out_everywhere(
    State(site): State<Arc<Site>>,
    one: SignedIn,
) -> Result<impl IntoResponse, Refused> {
    site.store.drop_tokens(one.person.id.clone(), None).await?;
    site.sockets.sign_out(&one.person.id);
    Ok((StatusCode::NO_CONTENT, cookie(&site, None)))
}

/// Deletes the account. The games stay, with a nameless seat; in running games a bot takes over.
pub(crate) async fn delete(
    State(site): State<Arc<Site>>,
    Extension(client): Extension<Client>,
    one: SignedIn,
    Body(wish): Body<Confirm>,
) -> Result<impl IntoResponse, Refused> {
    confirm(&site, &one.person, wish.password, client).await?;
    let tables = site.store.forget(one.person.id.clone()).await?;
    site.sockets.sign_out(&one.person.id);
    for table in tables {
        if let Err(refusal) = site.send(&table, Mail::Forget(one.person.id.clone())) {
            tracing::warn!(%table, code = %refusal.code, "a table could not be told that an account is gone");
        }
    }
    Ok((StatusCode::NO_CONTENT, cookie(&site, None)))
}
