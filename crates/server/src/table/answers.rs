//! What the actor answers to one asker alone: done or refused, hints, earlier chat, the record.

use std::collections::HashMap;
use std::time::Instant;

use roundtable_core::Record;
use roundtable_protocol::{ChatPage, Code, Hint, Message, PersonId, Refusal};

use super::actor::TableActor;
use super::mail::{Done, Reply};
use super::show::{CHAT, said};
use crate::hints::Asker;
use crate::names::Name;
use crate::store::Status;

impl TableActor {
    /// Has hints computed, if this person may have them. The answer comes when they are ready.
    pub(super) fn ask_for_hints(&mut self, who: &PersonId, key: Option<&str>, asker: Asker) {
        let allowed = if self.room.may_see(Some(who), key) {
            self.room.hint(who)
        } else {
            Err(no_table())
        };
        let (seat, decision) = match allowed {
            Ok(decision) => decision,
            Err(refusal) => return self.answer_hints(asker, Err(refusal)),
        };
        if let Some(hints) = self.hinter.known(seat, decision) {
            return self.answer_hints(asker, Ok(hints));
        }
        let seed = self.room.rng.next_u64();
        let Some(game) = &self.room.game else { return };
        let whose = (self.site.owner(who), seed);
        let asked = self.hinter.ask(&self.site, &**game, (seat, decision), asker, whose);
        if let Err((asker, refusal)) = asked {
            self.answer_hints(asker, Err(refusal));
        }
    }

    pub(super) fn answer_hints(&mut self, asker: Asker, hints: Result<Vec<Hint>, Refusal>) {
        let done = hints.map(|hints| Done {
            hints: Some(hints),
            ..Done::default()
        });
        self.answer(asker.reply, done, None);
    }

    /// Answers a request; `at` is when a move arrived.
    pub(super) fn answer(&mut self, reply: Reply, result: Result<Done, Refusal>, at: Option<Instant>) {
        match (&result, at) {
            (Ok(_), Some(at)) => self.site.metrics.move_seconds.observe(at.elapsed().as_secs_f64()),
            (Ok(_), None) | (Err(_), _) => {}
        }
        match reply {
            Reply::Http(who, reply) => {
                let shown = |done| Done {
                    shown: Some(Box::new(self.room.info(Some(&who)))),
                    ..done
                };
                drop(reply.send(result.map(shown)));
            }
            Reply::Socket { viewer, id } => {
                let message = match &result {
                    Ok(done) => Message::Done {
                        id,
                        table: done.table.clone(),
                        hints: done.hints.clone(),
                        odds: done.odds.clone(),
                        link: done.link.clone(),
                    },
                    Err(refusal) => {
                        self.site.metrics.refuse(refusal.code);
                        Message::Refused {
                            id: Some(id),
                            error: refusal.clone(),
                        }
                    }
                };
                self.audience.answer(&self.room, viewer, &message);
            }
        }
    }

    /// A page of earlier chat, as this person heard it.
    pub(super) async fn chat(
        &mut self,
        who: Option<&PersonId>,
        key: Option<&str>,
        before: i64,
    ) -> Result<ChatPage, Refusal> {
        if !self.room.may_see(who, key) {
            return Err(no_table());
        }
        self.room.may_watch(who)?;
        let players = self.room.is_player(who);
        let (lines, names) = self.site.store.chat(self.room.row, players, before, CHAT + 1).await?;
        let more = lines.len() > CHAT;
        let names: HashMap<PersonId, Name> = names.into_iter().collect();
        let heard = lines
            .iter()
            .skip(usize::from(more))
            .filter(|line| self.room.hears(who, line));
        Ok(ChatPage {
            before: lines.get(usize::from(more)).map(|line| line.at).filter(|_| more),
            lines: heard.map(|line| said(line, names.get(&line.person).cloned())).collect(),
        })
    }

    pub(super) fn record(&self, who: Option<&PersonId>, key: Option<&str>) -> Result<Box<Record>, Refusal> {
        if !self.room.may_see(who, key) {
            return Err(no_table());
        }
        self.room.may_watch(who)?;
        if self.room.state.status != Status::Over {
            return Err(Refusal::new(
                Code::NotOver,
                "the record holds every card: it can be had when the game is over",
            ));
        }
        match self.room.record() {
            Some(record) => Ok(Box::new(self.site.signer.sign(&self.id, record))),
            None => Err(self.room.stranded.clone().unwrap_or_else(no_table)),
        }
    }
}

/// A table that does not exist, or that the asker may not know of: the answer must be the same.
pub(crate) fn no_table() -> Refusal {
    Refusal::new(
        Code::NoTable,
        "there is no such table, or it is private and this is not its whole link",
    )
}
