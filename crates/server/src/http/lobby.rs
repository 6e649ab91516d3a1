//! Tables over HTTP: lists, new tables, commands, records.

use roundtable_protocol::{
    About, Answer, ChatPage, Code, Command, CreateTable, FoldedTables, Games, LessonInfo, LevelInfo, NewSeat, PersonId,
    Refusal, TableId, TableInfo, TableList, VERSION, hex,
};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Extension, Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use roundtable_bots::Level;
use roundtable_catalog::{GameId, UnknownGame};
use roundtable_core::MAX_SEATS;
use serde::Deserialize;
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};
use tokio::sync::oneshot;

use super::auth::{Maybe, SignedIn};
use super::guard::Client;
use super::refusal::{Body, Refused};
use crate::clock::now_ms;
use crate::cluster::News;
use crate::names::{Name, is_too_long};
use crate::secret::table_id;
use crate::site::Site;
use crate::store::{List, Listed, NewTable, Page as ListPage, Person};
use crate::table::{Mail, Pace, Reply, TableState, info, lesson_info, no_table, nobody, teach};

/// The most tables on a page of a list.
const LISTED: usize = 50;

/// At how many tables one person may be asked to sit, or sit and wait, at the same time.
const ASKED: usize = 50;

/// The most tables of one person in a list for everybody: nobody's tables hide those of others.
const EACH: usize = 3;

pub(crate) async fn games() -> Json<Games> {
    Json(Games {
        protocol: VERSION,
        games: GameId::all().iter().copied().map(GameId::listing).collect(),
        levels: Level::ALL
            .iter()
            .map(|level| LevelInfo {
                name: level.to_string(),
                summary: level.summary().to_owned(),
            })
            .collect(),
    })
}

pub(crate) async fn about(State(site): State<Arc<Site>>) -> Json<About> {
    Json(About {
        protocol: VERSION,
        key: site.signer.public(),
    })
}

/// The game that the path names.
fn game(path: Result<Path<String>, PathRejection>) -> Result<GameId, Refused> {
    let slug = path.map_or_else(|_| String::new(), |Path(slug)| slug);
    slug.parse()
        .map_err(|error: UnknownGame| Refused(roundtable_core::Refusal::from(error).into()))
}

/// What the lesson of a game says.
pub(crate) async fn lesson(path: Result<Path<String>, PathRejection>) -> Result<Json<LessonInfo>, Refused> {
    Ok(Json(lesson_info(game(path)?)?))
}

/// Makes a table for a lesson.
pub(crate) async fn learn(
    State(site): State<Arc<Site>>,
    Extension(client): Extension<Client>,
    one: SignedIn,
    path: Result<Path<String>, PathRejection>,
) -> Result<impl IntoResponse, Refused> {
    let game = game(path)?;
    site.may_have_another_table(&one.person.id).await?;
    site.budgets.table(&one.person.id, client.address, 0)?;
    let (table, state) = teach(&one.person.id, game, Pace::from(&site.config))?;
    made(&site, &one, (table, &state), &[], "teaches").await
}

/// Stores a new table, shows it to whoever made it, and tells whoever is asked to it.
pub(super) async fn made(
    site: &Site,
    one: &SignedIn,
    (table, state): (NewTable, &TableState),
    asked: &[Person],
    how: &str,
) -> Result<(StatusCode, Json<TableInfo>), Refused> {
    let id = table.id.clone();
    site.store.create_table(table).await?;
    tracing::info!(table = %id, game = state.setup.game, players = state.setup.players, "{how}");
    site.announce(News::Seated(state.members()));
    let host = &one.person;
    let name = |id: &PersonId| {
        let mut known = asked.iter().chain([host]);
        known.find(|person| person.id == *id).map(Person::called)
    };
    Ok((StatusCode::CREATED, Json(info(&id, state, 0, Some(&host.id), name))))
}

/// The people whom the seats of a new table name.
async fn asked(site: &Site, wish: &CreateTable) -> Result<HashMap<String, Person>, Refused> {
    let mut asked = HashMap::new();
    for seat in wish.seats.iter().flatten().take(MAX_SEATS) {
        let NewSeat::Asked(name) = seat else { continue };
        if asked.contains_key(name) {
            return Err(Refused::new(Code::BadSeats, "everybody sits on one seat only"));
        }
        let known = if is_too_long(name) {
            None
        } else {
            site.store.claimed(name.clone()).await?
        };
        let person = known.ok_or_else(|| Refused(nobody(name)))?;
        if wish.people_only && person.bot {
            let message = format!("`{name}` is a bot, and this table is for people");
            return Err(Refused::new(Code::PeopleOnly, message));
        }
        if site.store.count_asked(person.id.clone()).await? >= ASKED {
            let message = format!("`{name}` is asked to many tables already; try again later");
            return Err(Refused::new(Code::TooMany, message));
        }
        asked.insert(name.clone(), person);
    }
    Ok(asked)
}

/// The rule page of a game. It changes only with the program, so browsers cache it and ask whether it has changed.
pub(crate) async fn rules(
    path: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Refused> {
    let game = game(path)?;
    let text = game.info().rules;
    let tag = format!("\"{}\"", hex(&Sha256::digest(text)));
    let same = headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .any(|known| known.as_bytes() == tag.as_bytes());
    let kept = [
        (header::CONTENT_TYPE, "text/markdown; charset=utf-8".to_owned()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::ETAG, tag),
    ];
    if same {
        return Ok((StatusCode::NOT_MODIFIED, kept, ""));
    }
    Ok((StatusCode::OK, kept, text))
}

/// The secret half of a link.
#[derive(Deserialize)]
pub(crate) struct Link {
    pub(crate) key: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Which {
    list: Option<String>,
    by: Option<PersonId>,
    before: Option<i64>,
}

pub(crate) async fn list(
    State(site): State<Arc<Site>>,
    Maybe(one): Maybe,
    which: Result<Query<Which>, QueryRejection>,
) -> Result<Json<TableList>, Refused> {
    let unreadable = |_| {
        Refused::new(
            Code::BadRequest,
            "ask for ?list=…&by=PERSON&before=CURSOR, each if needed",
        )
    };
    let Query(which) = which.map_err(unreadable)?;
    let who = one.map(|one| one.person.id);
    let list = match (which.list.as_deref(), &who) {
        (None | Some("open"), _) => List::Open(which.by),
        (Some("watchable"), _) => List::Watchable(which.by),
        (Some("mine"), Some(who)) => List::Of(who.clone()),
        (Some("finished"), _) => {
            let page = ListPage {
                before: which.before,
                limit: LISTED,
                each: LISTED,
            };
            return Ok(Json(shown(site.store.finished(page).await?, who.as_ref())));
        }
        (Some("mine"), None) => return Err(Refused::new(Code::NotSignedIn, "choose a name first, or sign in")),
        (Some(_), _) => {
            return Err(Refused::new(
                Code::BadRequest,
                "the lists are open, watchable, finished and mine",
            ));
        }
    };
    let page = ListPage {
        before: which.before,
        limit: LISTED,
        each: EACH,
    };
    Ok(Json(shown(site.store.list(list, page).await?, who.as_ref())))
}

/// A page of a list as this person may see it.
fn shown(listed: Listed, who: Option<&PersonId>) -> TableList {
    let names: HashMap<PersonId, Name> = listed.names.into_iter().collect();
    let last = listed.tables.last().filter(|_| listed.more);
    let next = last.map(|table| table.row.to_string());
    let folded = listed.folded.into_iter().map(|folded| {
        let name = names.get(&folded.maker);
        FoldedTables {
            after: folded.after,
            name: name.map(|name| name.text.clone()),
            bot: name.is_some_and(|name| name.bot),
            by: folded.maker,
            count: folded.count,
        }
    });
    let shown = listed.tables.iter().filter_map(|table| {
        let state = TableState::read(&table.state, None).ok()?;
        let name = |person: &PersonId| names.get(person).cloned();
        Some(info(&table.id, &state, table.ply, who, name))
    });
    TableList {
        tables: shown.collect(),
        folded: folded.collect(),
        more: listed.more,
        next,
    }
}

pub(crate) async fn create(
    State(site): State<Arc<Site>>,
    Extension(client): Extension<Client>,
    one: SignedIn,
    Body(wish): Body<CreateTable>,
) -> Result<impl IntoResponse, Refused> {
    site.may_have_another_table(&one.person.id).await?;
    let deck = wish.deck.as_ref().map_or(0, String::len);
    site.budgets.table(&one.person.id, client.address, deck)?;
    let asked = asked(&site, &wish).await?;
    let state = TableState::new(&one.person.id, wish, &asked, now_ms())?;
    let table = state.new_table(table_id()?, Vec::new())?;
    let asked: Vec<Person> = asked.into_values().collect();
    made(&site, &one, (table, &state), &asked, "made").await
}

/// The table that the path names. An invalid identifier gets the same answer as one that does not exist.
pub(super) fn table(path: Result<Path<String>, PathRejection>) -> Result<TableId, Refused> {
    let text = path.ok().map(|Path(text)| text);
    text.and_then(|text| TableId::try_from(text).ok())
        .ok_or_else(|| Refused(no_table()))
}

pub(super) fn key(link: Result<Query<Link>, QueryRejection>) -> Option<String> {
    link.ok().and_then(|Query(link)| link.key)
}

/// Sends mail to a table and waits for the answer.
pub(super) async fn ask<T>(
    site: &Arc<Site>,
    id: &TableId,
    mail: impl FnOnce(oneshot::Sender<Result<T, Refusal>>) -> Mail,
) -> Result<T, Refused> {
    Ok(site.ask(id, mail).await?)
}

pub(crate) async fn look(
    State(site): State<Arc<Site>>,
    Maybe(one): Maybe,
    path: Result<Path<String>, PathRejection>,
    link: Result<Query<Link>, QueryRejection>,
) -> Result<Json<TableInfo>, Refused> {
    let who = one.map(|one| one.person.id);
    let mail = |reply| Mail::Look {
        who,
        key: key(link),
        reply,
    };
    ask(&site, &table(path)?, mail).await.map(Json)
}

/// Which page of chat.
#[derive(Deserialize)]
pub(crate) struct Page {
    key: Option<String>,
    before: Option<i64>,
}

pub(crate) async fn chat(
    State(site): State<Arc<Site>>,
    Maybe(one): Maybe,
    path: Result<Path<String>, PathRejection>,
    page: Result<Query<Page>, QueryRejection>,
) -> Result<Json<ChatPage>, Refused> {
    let wrong = |_| Refused::new(Code::BadRequest, "write before as milliseconds since 1970");
    let Query(Page { key, before }) = page.map_err(wrong)?;
    let mail = |reply| Mail::Chat {
        who: one.map(|one| one.person.id),
        key,
        before: before.unwrap_or(i64::MAX),
        reply,
    };
    ask(&site, &table(path)?, mail).await.map(Json)
}

pub(crate) async fn record(
    State(site): State<Arc<Site>>,
    Maybe(one): Maybe,
    path: Result<Path<String>, PathRejection>,
    link: Result<Query<Link>, QueryRejection>,
) -> Result<impl IntoResponse, Refused> {
    let (id, who) = (table(path)?, one.map(|one| one.person.id));
    let record = ask(&site, &id, |reply| Mail::Record {
        who,
        key: key(link),
        reply,
    })
    .await?;
    let name = format!("attachment; filename=\"{}-{id}.json\"", record.setup.game);
    let headers = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, record.to_text()))
}

pub(crate) async fn command(
    State(site): State<Arc<Site>>,
    Extension(client): Extension<Client>,
    one: SignedIn,
    path: Result<Path<(String, String)>, PathRejection>,
    link: Result<Query<Link>, QueryRejection>,
    Body(fields): Body<Map<String, Value>>,
) -> Result<Json<Answer>, Refused> {
    let Path((id, name)) = path.map_err(|_| Refused(no_table()))?;
    let id = TableId::try_from(id).map_err(|_| Refused(no_table()))?;
    let written = Value::Object(Map::from_iter([(name, Value::Object(fields))]));
    let command: Command =
        serde_json::from_value(written).map_err(|error| Refused::new(Code::BadRequest, error.to_string()))?;
    one.may(command.scope())?;
    let (who, key) = (one.person, key(link));
    site.budgets.command(&who.id, client.address, &command)?;
    let mail = |reply| Mail::Do {
        who: (who.id.clone(), who.called()),
        key,
        command,
        reply: Reply::Http(who.id.clone(), reply),
        at: Instant::now(),
    };
    let done = ask(&site, &id, mail).await?;
    Ok(Json(Answer {
        // As it was when the command was done: whoever has left a private table cannot look any more.
        table: *done.shown.ok_or_else(no_table)?,
        rematch: done.table,
        hints: done.hints,
        odds: done.odds,
        link: done.link,
    }))
}
