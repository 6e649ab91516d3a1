//! The review of a finished game, and notes on its moments.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Extension, Path, Query, State};
use roundtable_core::Record;
use roundtable_protocol::review::ReviewNow;
use roundtable_protocol::{Code, Note, Notes, PersonId, TableId, WriteNote};
use serde::Deserialize;

use super::auth::{Maybe, SignedIn};
use super::guard::Client;
use super::lobby::{Link, ask, key, table};
use super::refusal::{Body, Refused};
use crate::clock::now_ms;
use crate::reviews;
use crate::site::Site;
use crate::spoken;
use crate::store::StoredNote;
use crate::table::Mail;

/// The most notes of one person on one game.
const NOTES: usize = 200;

/// The table, the record of its finished game and its digest, if this person may have them.
async fn finished(
    site: &Arc<Site>,
    path: Result<Path<String>, PathRejection>,
    key: Option<String>,
    who: Option<&PersonId>,
) -> Result<(TableId, Record, String), Refused> {
    let (id, who) = (table(path)?, who.cloned());
    let record = ask(site, &id, |reply| Mail::Record { who, key, reply }).await?;
    let digest = record.digest.clone().unwrap_or_default();
    Ok((id, *record, digest))
}

/// The query of who looks: the secret half of a link, and whether they have the first look already.
#[derive(Deserialize)]
pub(crate) struct Looks {
    key: Option<String>,
    known: Option<String>,
}

pub(crate) async fn look(
    State(site): State<Arc<Site>>,
    Maybe(one): Maybe,
    path: Result<Path<String>, PathRejection>,
    query: Result<Query<Looks>, QueryRejection>,
) -> Result<Json<ReviewNow>, Refused> {
    let who = one.map(|one| one.person.id);
    let (key, known) = query.map_or_else(|_| Default::default(), |Query(looks)| (looks.key, looks.known));
    let (_, _, digest) = finished(&site, path, key, who.as_ref()).await?;
    let mut now = reviews::look(&site, &digest).await?;
    // Who waits for the closer look is not sent the first one again and again.
    if now.coarse && known.as_deref() == Some("coarse") {
        now.review = None;
    }
    Ok(Json(now))
}

pub(crate) async fn begin(
    State(site): State<Arc<Site>>,
    Extension(client): Extension<Client>,
    one: SignedIn,
    path: Result<Path<String>, PathRejection>,
    link: Result<Query<Link>, QueryRejection>,
) -> Result<Json<ReviewNow>, Refused> {
    let who = one.person.id;
    let (_, record, digest) = finished(&site, path, key(link), Some(&who)).await?;
    Ok(Json(
        reviews::ask(&site, record, &digest, (&who, client.address)).await?,
    ))
}

pub(crate) async fn notes(
    State(site): State<Arc<Site>>,
    Maybe(one): Maybe,
    path: Result<Path<String>, PathRejection>,
    link: Result<Query<Link>, QueryRejection>,
) -> Result<Json<Notes>, Refused> {
    let who = one.map(|one| one.person.id);
    let (id, ..) = finished(&site, path, key(link), who.as_ref()).await?;
    Ok(Json(read(&site, id, who).await?))
}

async fn read(site: &Site, id: TableId, who: Option<PersonId>) -> Result<Notes, Refused> {
    let notes = site.store.notes(id, who).await?;
    Ok(Notes {
        notes: notes.into_iter().map(Note::from).collect(),
    })
}

impl From<StoredNote> for Note {
    fn from(note: StoredNote) -> Self {
        Self {
            ply: note.ply,
            text: note.text,
            shared: note.shared,
            by: note.person,
            bot: note.name.as_ref().is_some_and(|name| name.bot),
            name: note.name.map(|name| name.text).unwrap_or_default(),
            at: note.at,
        }
    }
}

pub(crate) async fn write(
    State(site): State<Arc<Site>>,
    Extension(client): Extension<Client>,
    one: SignedIn,
    path: Result<Path<String>, PathRejection>,
    link: Result<Query<Link>, QueryRejection>,
    Body(wish): Body<WriteNote>,
) -> Result<Json<Notes>, Refused> {
    let who = one.person.id;
    let key = key(link);
    let (id, record, _) = finished(&site, path, key.clone(), Some(&who)).await?;
    let last = record.moves.len();
    if wish.ply > last {
        return Err(Refused::new(Code::BadPly, format!("the moments go from 0 to {last}")));
    }
    if wish.shared && !wish.text.is_empty() {
        let look = |reply| Mail::Look {
            who: Some(who.clone()),
            key,
            reply,
        };
        let shown = ask(&site, &id, look).await?;
        if !shown.seats.iter().any(|seat| seat.person.as_ref() == Some(&who)) {
            let message = "only those who played this game can share notes on it; yours is for you";
            return Err(Refused::new(Code::NotSeated, message));
        }
    }
    let text = if wish.text.trim().is_empty() {
        String::new()
    } else {
        spoken::tidy_note(&wish.text)?
    };
    if !text.is_empty() {
        site.budgets.note(&who, client.address, &text)?;
    }
    let note = StoredNote {
        person: who.clone(),
        name: None,
        ply: wish.ply,
        text,
        shared: wish.shared,
        at: now_ms(),
    };
    if !site.store.put_note(id.clone(), note, NOTES).await? {
        let message = format!("you have {NOTES} notes on this game; take one away first");
        return Err(Refused::new(Code::UsedUp, message));
    }
    Ok(Json(read(&site, id, Some(who)).await?))
}
