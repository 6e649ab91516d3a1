//! Finished games: replayed, verified, continued. All of this replays games, which happens off the socket threads, a
//! few at a time.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Extension, Path, Query, State};
use axum::http::{HeaderName, header};
use axum::response::IntoResponse;
use roundtable_catalog as catalog;
use roundtable_core::{Eye, Fields, Record, Verified};
use roundtable_protocol::{
    Code, ContinueTable, Frame, Frames, PersonId, Refusal, Replay, ReplayEvent, ReplayMove, TableId, TableInfo,
};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::auth::{Maybe, SignedIn};
use super::guard::Client;
use super::lobby::{ask, made, table};
use super::refusal::{Body, Refused};
use crate::site::Site;
use crate::table::{Mail, Pace, going_on};

/// The most frames in one answer.
const FRAMES: usize = 100;

/// A finished game does not change, so browsers may cache it.
const KEPT: [(HeaderName, &str); 1] = [(header::CACHE_CONTROL, "private, max-age=86400, immutable")];

/// The query: whose eye, which frames, and the secret of the link to a private table.
#[derive(Default, Deserialize)]
pub(crate) struct Asked {
    eye: Option<String>,
    from: Option<usize>,
    to: Option<usize>,
    key: Option<String>,
}

fn read(asked: Result<Query<Asked>, QueryRejection>) -> Result<Asked, Refused> {
    let wrong = |_| {
        Refused::new(
            Code::BadRequest,
            "write eye=0, eye=table or eye=all, and from and to as numbers",
        )
    };
    asked.map(|Query(asked)| asked).map_err(wrong)
}

/// The eye in the query; a spectator's by default.
fn eye(asked: &Asked, players: usize) -> Result<Eye, Refused> {
    let text = asked.eye.as_deref().unwrap_or("table");
    let eye: Option<Eye> = text.parse().ok();
    eye.filter(|eye| eye.seat().is_none_or(|seat| seat.index() < players))
        .ok_or_else(|| Refused::new(Code::BadEye, "an eye is the number of a seat, `table` or `all`"))
}

/// The record of a finished game, if this person may have it.
async fn record(site: &Arc<Site>, id: &TableId, who: Option<PersonId>, key: Option<String>) -> Result<Record, Refused> {
    let record = ask(site, id, |reply| Mail::Record { who, key, reply }).await?;
    Ok(*record)
}

pub(crate) async fn index(
    State(site): State<Arc<Site>>,
    Maybe(one): Maybe,
    path: Result<Path<String>, PathRejection>,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Result<Json<Replay>, Refused> {
    let (id, asked, who) = (table(path)?, read(asked)?, one.map(|one| one.person.id));
    let record = record(&site, &id, who.clone(), asked.key.clone()).await?;
    let look = |reply| Mail::Look {
        who,
        key: asked.key.clone(),
        reply,
    };
    let shown = ask(&site, &id, look).await?;
    let eye = eye(&asked, record.setup.players)?;
    Ok(Json(site.replaying(move || replay(shown, &record, eye)).await??))
}

fn replay(table: TableInfo, record: &Record, eye: Eye) -> Result<Replay, Refusal> {
    let mut cursor = catalog::begin(record)?;
    let (mut events, mut told) = (Vec::new(), 0);
    loop {
        let game = cursor.game();
        let ply = game.ply();
        for written in game.events(eye, told) {
            if let (Some(event), Some(text)) = (written.event, written.text) {
                events.push(ReplayEvent {
                    ply,
                    number: written.number,
                    event,
                    text,
                });
            }
        }
        told = game.event_count();
        if !cursor.forward()? {
            break;
        }
    }
    let moves = record.moves.iter().zip(1..).map(|(played, ply)| ReplayMove {
        ply,
        seat: played.seat,
        notation: played.notation.clone(),
    });
    Ok(Replay {
        table,
        eye,
        moves: moves.collect(),
        events,
        claims: cursor.game().claims(),
    })
}

pub(crate) async fn frames(
    State(site): State<Arc<Site>>,
    Maybe(one): Maybe,
    path: Result<Path<String>, PathRejection>,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Result<impl IntoResponse, Refused> {
    let (id, asked, who) = (table(path)?, read(asked)?, one.map(|one| one.person.id));
    let record = record(&site, &id, who, asked.key.clone()).await?;
    let eye = eye(&asked, record.setup.players)?;
    let last = record.moves.len();
    let from = asked.from.unwrap_or(0);
    let to = asked.to.unwrap_or_else(|| last.min(from.saturating_add(FRAMES - 1)));
    if from > to || to > last || to - from >= FRAMES {
        let message = format!("the frames go from 0 to {last}, at most {FRAMES} at once");
        return Err(Refused::new(Code::BadPly, message));
    }
    let frames = site.replaying(move || shown(&record, eye, from, to)).await??;
    Ok((KEPT, Json(Frames { frames })))
}

pub(crate) async fn frame(
    State(site): State<Arc<Site>>,
    Maybe(one): Maybe,
    path: Result<Path<(String, String)>, PathRejection>,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Result<impl IntoResponse, Refused> {
    let (id, ply) = path.map_or_else(|_| Default::default(), |Path(parts)| parts);
    let (id, asked, who) = (table(Ok(Path(id)))?, read(asked)?, one.map(|one| one.person.id));
    let record = record(&site, &id, who, asked.key.clone()).await?;
    let eye = eye(&asked, record.setup.players)?;
    let last = record.moves.len();
    let ply = ply.parse().ok().filter(|ply| *ply <= last);
    let ply = ply.ok_or_else(|| Refused::new(Code::BadPly, format!("the frames go from 0 to {last}")))?;
    let frame = site
        .replaying(move || shown(&record, eye, ply, ply).map(|mut frames| frames.pop()))
        .await??;
    Ok((KEPT, Json(frame)))
}

fn shown(record: &Record, eye: Eye, from: usize, to: usize) -> Result<Vec<Frame>, Refusal> {
    let mut cursor = catalog::begin(record)?.to(from)?;
    let (mut frames, mut fields) = (Vec::new(), Fields::default());
    for ply in from..=to {
        let game = cursor.game();
        game.write_view(eye, &mut fields);
        let damaged = |_| Refusal::new(Code::Damaged, "this cannot be written down");
        frames.push(Frame {
            ply,
            to_act: game.to_act(),
            view: RawValue::from_string(fields.to_object()).map_err(damaged)?,
        });
        if ply < to {
            cursor.forward()?;
        }
    }
    Ok(frames)
}

pub(crate) async fn verify(
    State(site): State<Arc<Site>>,
    Maybe(one): Maybe,
    path: Result<Path<String>, PathRejection>,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Result<Json<Verified>, Refused> {
    let (id, asked, who) = (table(path)?, read(asked)?, one.map(|one| one.person.id));
    let record = record(&site, &id, who, asked.key.clone()).await?;
    // Verify the text, just as somebody who downloads it would.
    let found = site.replaying(move || catalog::verify(&record.to_text())).await??;
    Ok(Json(found))
}

pub(crate) async fn go_on(
    State(site): State<Arc<Site>>,
    Extension(client): Extension<Client>,
    one: SignedIn,
    path: Result<Path<String>, PathRejection>,
    asked: Result<Query<Asked>, QueryRejection>,
    Body(wish): Body<ContinueTable>,
) -> Result<impl IntoResponse, Refused> {
    let (id, asked, host) = (table(path)?, read(asked)?, one.person.id.clone());
    let record = record(&site, &id, Some(host.clone()), asked.key.clone()).await?;
    site.may_have_another_table(&host).await?;
    site.budgets.table(&host, client.address, 0)?;
    let pace = Pace::from(&site.config);
    let (table, state) = site
        .replaying(move || going_on(&host, (&id, &record), &wish, pace))
        .await??;
    made(&site, &one, (table, &state), &[], "goes on from another").await
}
