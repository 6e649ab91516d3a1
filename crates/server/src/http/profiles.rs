//! People's games, ratings and statistics, and everything about oneself as one file.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::body::{Body as Stream, Bytes};
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Extension, Path, Query, State};
use axum::http::header;
use axum::response::IntoResponse;
use futures_util::stream::unfold;
use roundtable_core::Record;
use roundtable_protocol::{
    ChangeProfile, Code, ExportHead, ExportedGame, GamesPlayed, Note, PersonId, Profile, SessionInfo, TableId,
};
use serde::{Deserialize, Serialize};

use super::auth::{Maybe, SignedIn};
use super::guard::Client;
use super::people::shown;
use super::refusal::{Body, Refused};
use super::sessions::sessions;
use crate::clock::now_ms;
use crate::profiles;
use crate::site::Site;
use crate::store::{Page as ListPage, Person, StoredGame};
use crate::table::{Pace, Room};

/// How many games are on a page.
const GAMES: usize = 20;

/// The most games in an export: the latest.
const EXPORTED: usize = 2000;

/// The person who has claimed the name in the path.
async fn person(site: &Site, path: Result<Path<String>, PathRejection>) -> Result<Person, Refused> {
    let none = || Refused::new(Code::NoPerson, "nobody has claimed this name; guests have no profile");
    let Path(name) = path.map_err(|_| none())?;
    if crate::names::is_too_long(&name) {
        return Err(none());
    }
    site.store.claimed(name).await?.ok_or_else(none)
}

pub(crate) async fn look(
    State(site): State<Arc<Site>>,
    Maybe(one): Maybe,
    path: Result<Path<String>, PathRejection>,
) -> Result<Json<Profile>, Refused> {
    let viewer = one.map(|one| one.person.id);
    let person = person(&site, path).await?;
    Ok(Json(profiles::profile(&site, person, viewer.as_ref()).await?))
}

/// Which page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Before {
    before: Option<i64>,
}

pub(crate) async fn games(
    State(site): State<Arc<Site>>,
    Maybe(one): Maybe,
    path: Result<Path<String>, PathRejection>,
    page: Result<Query<Before>, QueryRejection>,
) -> Result<Json<GamesPlayed>, Refused> {
    let wrong = |_| Refused::new(Code::BadRequest, "ask for ?before=CURSOR, or without");
    let Query(Before { before }) = page.map_err(wrong)?;
    let viewer = one.map(|one| one.person.id);
    let person = person(&site, path).await?;
    let own = viewer.as_ref() == Some(&person.id);
    if !own && site.store.profile(person.id.clone(), None).await?.hidden {
        let message = "this person shows others nothing but the name";
        return Err(Refused::new(Code::NoPerson, message));
    }
    let mut stored = played(&site, &person.id, viewer, before, GAMES + 1).await?;
    let more = stored.len() > GAMES;
    stored.truncate(GAMES);
    let next = stored.last().filter(|_| more).map(|game| game.row.to_string());
    let shown = stored.into_iter().map(|game| profiles::game(game, &person.id));
    Ok(Json(GamesPlayed {
        games: shown.collect(),
        next,
    }))
}

async fn played(
    site: &Site,
    person: &PersonId,
    viewer: Option<PersonId>,
    before: Option<i64>,
    limit: usize,
) -> Result<Vec<StoredGame>, Refused> {
    let page = ListPage {
        before,
        limit,
        each: limit,
    };
    Ok(site.store.games_of(person.clone(), viewer, page).await?)
}

/// Shows one's statistics to others, or does not.
pub(crate) async fn change(
    State(site): State<Arc<Site>>,
    one: SignedIn,
    Body(wish): Body<ChangeProfile>,
) -> Result<Json<Profile>, Refused> {
    let who = one.person.id.clone();
    site.store.hide(who.clone(), wish.private).await?;
    Ok(Json(profiles::profile(&site, one.person, Some(&who)).await?))
}

/// Everything about oneself, one game after the other, so that nobody's history has to fit into memory.
pub(crate) async fn export(
    State(site): State<Arc<Site>>,
    Extension(client): Extension<Client>,
    one: SignedIn,
) -> Result<impl IntoResponse, Refused> {
    site.budgets.export(&one.person.id, client.address)?;
    let who = one.person.id.clone();
    let sessions: Vec<SessionInfo> = sessions(&site, &one).await?;
    let head = ExportHead {
        format: "roundtable-export/1".to_owned(),
        at: now_ms(),
        me: shown(one.person.clone()),
        profile: profiles::profile(&site, one.person, Some(&who)).await?,
        sessions,
    };
    let name = format!("attachment; filename=\"roundtable-{who}.json\"");
    let headers = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (header::CONTENT_DISPOSITION, name),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    let begun = text(&head);
    // The head is an object that is not closed yet.
    let begun = format!("{},\n\"games\":[", begun.strip_suffix('}').unwrap_or(&begun));
    let pages = Pages {
        site,
        who,
        before: None,
        left: EXPORTED,
        first: true,
    };
    let rest = unfold(Some((pages, Some(begun))), |state| async move {
        let (mut pages, begun) = state?;
        if let Some(begun) = begun {
            return Some((begun, Some((pages, None))));
        }
        Some(match pages.next().await {
            Ok(Some(part)) => (part, Some((pages, None))),
            // Whoever reads the file can tell whether it has everything.
            Ok(None) => ("],\n\"complete\":true}\n".to_owned(), None),
            Err(_) => ("],\n\"complete\":false}\n".to_owned(), None),
        })
    });
    let parts = futures_util::StreamExt::map(rest, |part| Ok::<_, Infallible>(Bytes::from(part)));
    Ok((headers, Stream::from_stream(parts)))
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// The games of an export, as they are read.
struct Pages {
    site: Arc<Site>,
    who: PersonId,
    before: Option<i64>,
    left: usize,
    first: bool,
}

impl Pages {
    /// The next game as text.
    async fn next(&mut self) -> Result<Option<String>, Refused> {
        let viewer = Some(self.who.clone());
        let games = played(&self.site, &self.who, viewer, self.before, 1).await?;
        let Some(stored) = games.into_iter().next() else {
            return Ok(None);
        };
        if self.left == 0 {
            return Err(Refused::new(Code::TooMany, "older games are not in the export"));
        }
        self.left -= 1;
        self.before = Some(stored.row);
        let table = stored.table.clone();
        let record = self.record(&table).await?;
        let notes = self.site.store.notes(table, Some(self.who.clone())).await?;
        let own = notes.into_iter().filter(|note| note.person == self.who);
        let game = ExportedGame {
            result: profiles::game(stored, &self.who),
            notes: own.map(Note::from).collect(),
            record,
        };
        let comma = if std::mem::take(&mut self.first) { "\n" } else { ",\n" };
        Ok(Some(format!("{comma}{}", text(&game))))
    }

    /// The record of a game in which the person has played. The table does not stay in memory for it.
    async fn record(&self, table: &TableId) -> Result<Option<Record>, Refused> {
        let Some(stored) = self.site.store.load_table(table.clone()).await? else {
            return Ok(None);
        };
        let id = table.clone();
        let load = move || Room::load(id, stored, Pace { min: 0, max: 0 }).ok()?.finished();
        let record = self.site.replaying(load).await?;
        Ok(record.map(|record| self.site.signer.sign(table, record)))
    }
}
