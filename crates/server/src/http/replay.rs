//! Finished games: looked at again, verified, gone on from. All of it is replaying, which is done away from the sockets, a little at a
//! time.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderName, StatusCode, header};
use axum::response::IntoResponse;
use roundtable_catalog as catalog;
use roundtable_core::{AnyMatch, Eye, Record, Refusal, Seat};
use serde::Deserialize;
use serde_json::value::to_raw_value;

use super::auth::{Maybe, SignedIn};
use super::lobby::{ask, table};
use super::refusal::{Body, Refused};
use crate::secret::{PersonId, TableId};
use crate::site::Site;
use crate::table::{Mail, Pace, going_on, info};
use crate::wire::{ContinueTable, Frame, Frames, Replay, ReplayEvent, ReplayMove, TableInfo, WireVerified};

/// How many frames are sent at once.
const FRAMES: usize = 100;

/// A finished game does not change, so a browser may keep what it has seen of it.
const KEPT: [(HeaderName, &str); 1] = [(header::CACHE_CONTROL, "private, max-age=86400, immutable")];

/// What is asked: whose eye, which frames, and the secret of the link to a private table.
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
            "bad_request",
            "write eye=0, eye=table or eye=all, and from and to as numbers",
        )
    };
    asked.map(|Query(asked)| asked).map_err(wrong)
}

/// Whose eye is meant: a spectator's if nobody's is named.
fn eye(asked: &Asked, players: usize) -> Result<Eye, Refused> {
    let text = asked.eye.as_deref().unwrap_or("table");
    let eye: Option<Eye> = text.parse().ok();
    eye.filter(|eye| eye.seat().is_none_or(|seat| seat.index() < players))
        .ok_or_else(|| Refused::new("bad_eye", "an eye is the number of a seat, `table` or `all`"))
}

/// The record of a finished game, for whoever may have it.
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
    let eye = eye(&asked, record.players)?;
    Ok(Json(site.replaying(move || replay(shown, &record, eye)).await??))
}

fn replay(table: TableInfo, record: &Record, eye: Eye) -> Result<Replay, Refusal> {
    let (mut events, mut moves, mut claims) = (Vec::new(), Vec::new(), Vec::new());
    let mut told = 0;
    step_through(record, |game| {
        if let Some((seat, notation)) = game.last_move().as_deref().and_then(read_line) {
            moves.push(ReplayMove {
                ply: game.ply(),
                seat,
                notation,
            });
        }
        for written in game.events(eye, told) {
            if let (Some(event), Some(text)) = (written.event, written.text) {
                events.push(ReplayEvent {
                    ply: game.ply(),
                    number: written.number,
                    event,
                    text,
                });
            }
        }
        told = game.event_count();
        if game.ply() == record.moves.len() {
            claims = game.claims().into_iter().map(Into::into).collect();
        }
        Ok(())
    })?;
    Ok(Replay {
        table,
        eye,
        moves,
        events,
        claims,
    })
}

/// Plays a record again and looks at it before the first move and after each.
fn step_through(record: &Record, mut look: impl FnMut(&dyn AnyMatch) -> Result<(), Refusal>) -> Result<(), Refusal> {
    let mut game = catalog::replay(&Record {
        talk: Vec::new(),
        ..record.until(0)
    })?;
    let mut talk = record.talk.iter().peekable();
    for ply in 0..=record.moves.len() {
        if let Some((seat, notation)) = ply.checked_sub(1).and_then(|last| read_line(record.moves.get(last)?)) {
            game.play(seat, &notation.into())?;
        }
        // What was said after so many moves belongs to this moment.
        while let Some(said) = talk.next_if(|said| said.ply <= ply) {
            game.claim(said.seat, &said.claim)?;
        }
        look(&*game)?;
    }
    Ok(())
}

fn read_line(line: impl AsRef<str>) -> Option<(Seat, String)> {
    let (seat, notation) = line.as_ref().split_once(' ')?;
    let seat = seat.parse().ok().and_then(Seat::try_new)?;
    Some((seat, notation.to_owned()))
}

pub(crate) async fn frames(
    State(site): State<Arc<Site>>,
    Maybe(one): Maybe,
    path: Result<Path<String>, PathRejection>,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Result<impl IntoResponse, Refused> {
    let (id, asked, who) = (table(path)?, read(asked)?, one.map(|one| one.person.id));
    let record = record(&site, &id, who, asked.key.clone()).await?;
    let eye = eye(&asked, record.players)?;
    let last = record.moves.len();
    let from = asked.from.unwrap_or(0);
    let to = asked.to.unwrap_or_else(|| last.min(from.saturating_add(FRAMES - 1)));
    if from > to || to > last || to - from >= FRAMES {
        let message = format!("the frames go from 0 to {last}, at most {FRAMES} at once");
        return Err(Refused::new("bad_ply", message));
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
    let eye = eye(&asked, record.players)?;
    let last = record.moves.len();
    let ply = ply.parse().ok().filter(|ply| *ply <= last);
    let ply = ply.ok_or_else(|| Refused::new("bad_ply", format!("the frames go from 0 to {last}")))?;
    let frame = site
        .replaying(move || shown(&record, eye, ply, ply).map(|mut frames| frames.pop()))
        .await??;
    Ok((KEPT, Json(frame)))
}

fn shown(record: &Record, eye: Eye, from: usize, to: usize) -> Result<Vec<Frame>, Refusal> {
    let mut frames = Vec::new();
    step_through(&record.until(to), |game| {
        if game.ply() >= from {
            let view =
                to_raw_value(&game.view(eye)).map_err(|_| Refusal::new("damaged", "this cannot be written down"))?;
            frames.push(Frame {
                ply: game.ply(),
                to_act: game.to_act().iter().collect(),
                view,
            });
        }
        Ok(())
    })?;
    Ok(frames)
}

pub(crate) async fn verify(
    State(site): State<Arc<Site>>,
    Maybe(one): Maybe,
    path: Result<Path<String>, PathRejection>,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Result<Json<WireVerified>, Refused> {
    let (id, asked, who) = (table(path)?, read(asked)?, one.map(|one| one.person.id));
    let record = record(&site, &id, who, asked.key.clone()).await?;
    // As text, so that it is checked as whoever downloads it would check it.
    let found = site.replaying(move || catalog::verify(&record.to_text())).await??;
    Ok(Json(found.into()))
}

pub(crate) async fn go_on(
    State(site): State<Arc<Site>>,
    one: SignedIn,
    path: Result<Path<String>, PathRejection>,
    asked: Result<Query<Asked>, QueryRejection>,
    Body(wish): Body<ContinueTable>,
) -> Result<impl IntoResponse, Refused> {
    let (id, asked, host) = (table(path)?, read(asked)?, one.person.id);
    let record = record(&site, &id, Some(host.clone()), asked.key.clone()).await?;
    site.may_have_another_table(&host).await?;
    let (asker, pace) = (host.clone(), Pace::from(&site.config));
    let made = site
        .replaying(move || going_on(&asker, (&id, &record), &wish, pace))
        .await?;
    let (table, state) = made?;
    let id = table.id.clone();
    site.store.create_table(table).await?;
    tracing::info!(table = %id, game = state.game, players = state.players, "goes on from another");
    let name = |person: &PersonId| (*person == host).then(|| one.person.name.clone());
    Ok((StatusCode::CREATED, Json(info(&id, &state, 0, Some(&host), name))))
}
