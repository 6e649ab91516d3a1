//! The actor of a table: one task that owns its room. It handles commands one by one, stores the result of each before
//! anybody hears of it, and then tells every viewer what they may know.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use roundtable_core::{DiceSource, Record};
use roundtable_protocol::{ChatPage, Code, Command, Hint, Message, PersonId, Refusal, TableId};
use tokio::sync::mpsc;

use super::Pace;
use super::audience::{Audience, Tell};
use super::mail::{Done, Mail, Reply, Who, refuse};
use super::room::{Room, Step};
use super::show::{CHAT, said};
use super::state::level_of;
use crate::bots::Thinker;
use crate::clock::now_ms;
use crate::hints::{Asker, Hinter};
use crate::metrics::Phase;
use crate::site::Site;
use crate::store::{Clock, NewTable, Status, StoreError, StoredTable};

/// The actor of a table. See [`TableActor::run`].
pub struct TableActor {
    site: Arc<Site>,
    id: TableId,
    room: Room,
    inbox: mpsc::Receiver<Mail>,
    audience: Audience,
    thinker: Thinker,
    hinter: Hinter,
    /// When the last move was made, or the table was loaded: milliseconds since 1970.
    moved_at: i64,
}

impl TableActor {
    /// Loads the table and serves it until nobody needs it in memory any more.
    pub async fn run(site: Arc<Site>, id: TableId, mut inbox: mpsc::Receiver<Mail>, outbox: mpsc::WeakSender<Mail>) {
        site.metrics.tables.inc();
        match load(&site, &id).await {
            Ok(room) => {
                let (thinker, hinter) = (Thinker::new(outbox.clone()), Hinter::new(outbox));
                let actor = Self {
                    site: Arc::clone(&site),
                    id,
                    room,
                    inbox,
                    audience: Audience::new(Arc::clone(&site.metrics)),
                    thinker,
                    hinter,
                    moved_at: now_ms(),
                };
                actor.serve().await;
            }
            Err(refusal) => {
                site.tables.remove(&id);
                inbox.close();
                while let Some(mail) = inbox.recv().await {
                    refuse(mail, &refusal);
                }
            }
        }
        site.metrics.tables.dec();
    }

    async fn serve(mut self) {
        let idle = Duration::from_secs(self.site.config.unload_after);
        let mut last = Instant::now();
        loop {
            self.think();
            let busy = self.thinker.busy() || self.hinter.busy();
            let unload_at = (self.audience.is_empty() && !busy).then(|| last + idle);
            let due_at = self.due_in().map(|wait| Instant::now() + wait);
            let wake_at = due_at.into_iter().chain(unload_at).min();
            let mail = tokio::select! {
                biased;
                mail = self.inbox.recv() => mail,
                () = sleep_until(wake_at) => Some(Mail::Wake),
            };
            let Some(mail) = mail else { break };
            if !matches!(mail, Mail::Wake) {
                last = Instant::now();
            }
            if self.take(mail).await.is_err() {
                // The store does not answer, so nothing is certain. Viewers reconnect and find what is stored.
                self.site.tables.remove(&self.id);
                break;
            }
            if unload_at.is_some_and(|at| at <= Instant::now())
                && self.site.tables.remove_if_idle(&self.id, &self.inbox)
            {
                break;
            }
        }
    }

    /// How long until something is due: a person's deadline, or a bot's finished answer.
    fn due_in(&self) -> Option<Duration> {
        if self.room.stranded.is_some() {
            return None;
        }
        let at = self.room.clocks.iter().filter_map(|clock| self.due_at(clock)).min()?;
        Some(Duration::from_millis(u64::try_from(at - now_ms()).unwrap_or(0)))
    }

    /// When this clock runs out: for a bot, when its answer is ready and due.
    fn due_at(&self, clock: &Clock) -> Option<i64> {
        if !clock.bot {
            return Some(clock.due_at);
        }
        let thought_at = self.thinker.thought_at(clock)?;
        let level = self.room.bot_level(clock.seat).map(level_of).unwrap_or_default();
        let given_at = self.room.pace.given_at(level, clock.due_at, thought_at);
        // A bot waits until the person has seen what happened, but not for ever.
        let patience = i64::try_from(self.site.config.bot_patience.saturating_mul(1000)).unwrap_or(i64::MAX);
        let waits = self.audience.is_behind(&self.room);
        if waits && self.room.scripted().is_some() {
            return None;
        }
        Some(if waits {
            given_at.max(self.moved_at.saturating_add(patience))
        } else {
            given_at
        })
    }

    /// Whether somebody looks at this table, or plays here and is not away.
    fn is_for_people(&self) -> bool {
        !self.audience.is_empty() || self.room.awaits_person()
    }

    /// Lets the next bot think, if one is to act: only one at a time, so that no table takes all threads.
    fn think(&mut self) {
        let for_people = self.is_for_people();
        self.thinker.look(&self.site, for_people);
        let Some(game) = &self.room.game else { return };
        for clock in self.room.clocks.iter().filter(|clock| clock.bot) {
            if self.room.scripted().is_some() {
                if let Some(mv) = self.room.given(clock.seat) {
                    self.thinker.know(clock, mv);
                }
                continue;
            }
            if let Some(level) = self.room.bot_level(clock.seat) {
                let owner = self.site.owner(&self.room.state.host);
                let whose = (level_of(level), owner, for_people);
                self.thinker
                    .consider(&self.site, &**game, clock, whose, &mut self.room.rng);
            }
        }
    }

    /// Handles one piece of mail. An error means that the store does not answer.
    async fn take(&mut self, mail: Mail) -> Result<(), StoreError> {
        match mail {
            Mail::Attach {
                who,
                key,
                outbox,
                reply,
            } => {
                let answer = self.attach(who, key.as_deref(), outbox);
                // If the connection is gone already, either its Detach will come or nothing was attached.
                let _ = reply.send(answer);
                Ok(())
            }
            Mail::Detach(viewer) => {
                self.audience.detach(&self.room, viewer);
                Ok(())
            }
            Mail::Sync { viewer, id, known } => {
                self.audience.sync(&self.room, viewer, known);
                let done = self.done();
                self.answer(Reply::Socket { viewer, id }, Ok(done), None);
                Ok(())
            }
            Mail::Do {
                command: Command::Ready { ply },
                reply: Reply::Socket { viewer, id },
                ..
            } => {
                self.audience.ready(viewer, ply);
                let done = self.done();
                self.answer(Reply::Socket { viewer, id }, Ok(done), None);
                Ok(())
            }
            Mail::Do {
                who: (who, _),
                key,
                command: Command::Hint {},
                reply,
                at,
            } => {
                self.ask_for_hints(&who, key.as_deref(), Asker { reply, at });
                Ok(())
            }
            Mail::Do {
                who: (who, _),
                key,
                command: Command::Odds {},
                reply,
                ..
            } => {
                let seen = self.room.may_see(Some(&who), key.as_deref());
                let odds = if seen { self.room.odds(&who) } else { Err(no_table()) };
                let done = odds.map(|odds| Done {
                    odds: Some(odds),
                    ..self.done()
                });
                self.answer(reply, done, None);
                Ok(())
            }
            Mail::Do {
                who,
                key,
                command,
                reply,
                at,
            } => {
                let at = matches!(command, Command::Play { .. }).then_some(at);
                let asked = match &reply {
                    Reply::Socket { viewer, .. } => Some(*viewer),
                    Reply::Http(..) => None,
                };
                let begun = Instant::now();
                let makes = matches!(command, Command::Rematch { .. }) && self.room.may_play_again(&who.0);
                let may = match makes {
                    true => self.site.may_have_another_table(&who.0).await,
                    false => Ok(()),
                };
                let acted = match may {
                    Ok(()) => self.act(&who, key.as_deref(), command),
                    Err(refusal) => Err(refusal),
                };
                if let Some(at) = at {
                    self.site.metrics.phase(Phase::Queue, begun.duration_since(at));
                    self.site.metrics.phase(Phase::Decide, begun.elapsed());
                }
                let result = match acted {
                    Ok(step) => self.commit(step, asked).await?,
                    Err(refusal) => Err(refusal),
                };
                self.answer(reply, result, at);
                Ok(())
            }
            Mail::Look { who, key, reply } => {
                let seen = self.room.may_see(who.as_ref(), key.as_deref());
                let _ = reply.send(if seen {
                    Ok(self.room.info(who.as_ref()))
                } else {
                    Err(no_table())
                });
                Ok(())
            }
            Mail::Chat {
                who,
                key,
                before,
                reply,
            } => {
                let _ = reply.send(self.chat(who.as_ref(), key.as_deref(), before).await);
                Ok(())
            }
            Mail::Record { who, key, reply } => {
                let _ = reply.send(self.record(who.as_ref(), key.as_deref()));
                Ok(())
            }
            Mail::Thought(thought) => {
                let for_people = self.is_for_people();
                self.thinker.take(thought, for_people);
                self.due().await
            }
            Mail::Hinted(hinted) => {
                let current = self.room.decisions.get(hinted.seat.index()) == Some(&hinted.decision);
                let (askers, hints) = self.hinter.take(hinted);
                let stale = || Refusal::new(Code::StaleDecision, "you have decided meanwhile");
                let result = hints.and_then(|hints| current.then_some(hints).ok_or_else(stale));
                for asker in askers {
                    self.answer_hints(asker, result.clone());
                }
                Ok(())
            }
            Mail::Renamed(renamed) => {
                if self.room.rename(&renamed) {
                    self.audience.tell(&self.room, &Tell::Table, None);
                }
                Ok(())
            }
            Mail::Forget(person) => {
                if self.room.has_heard(&person) {
                    // Something may have been stored here after everything was deleted.
                    self.site.store.forget(person.clone()).await?;
                }
                match self.room.forget(&person) {
                    Ok(step) => self.commit(step, None).await.map(drop),
                    Err(_) => Ok(()),
                }
            }
            Mail::Wake => self.due().await,
        }
    }

    fn attach(&mut self, who: Option<Who>, key: Option<&str>, outbox: mpsc::Sender<Utf8Bytes>) -> Result<u64, Refusal> {
        let person = who.as_ref().map(|(person, _)| person);
        if !self.room.may_see(person, key) {
            return Err(no_table());
        }
        self.room.may_watch(person)?;
        if let Some((person, name)) = &who {
            self.room.meet(person, name);
        }
        Ok(self.audience.attach(&self.room, who.map(|(person, _)| person), outbox))
    }

    /// Carries out a command in memory. Nothing is stored or told yet.
    fn act(&mut self, (who, name): &Who, key: Option<&str>, command: Command) -> Result<Step, Refusal> {
        if !self.room.may_see(Some(who), key) {
            return Err(no_table());
        }
        if let Some(why) = &self.room.stranded {
            return Err(why.clone());
        }
        let room = &mut self.room;
        match command {
            Command::Join { seat, invite, promise } => room.join(who, name, seat, invite.as_deref().or(key), promise),
            Command::Leave {} => room.leave(who),
            Command::Start { fill } => room.start(who, fill.as_deref()),
            Command::Reveal { number } => room.reveal(who, number),
            Command::Play { decision, mv } => room.play(who, decision, &mv),
            Command::Check { mv } => room.check(who, &mv),
            Command::Claim { claim } => room.claim(who, &claim),
            Command::Chat { text } => room.talk(who, name, &text),
            Command::Resign {} => room.resign(who),
            Command::Return {} => room.come_back(who),
            Command::Rematch { promise } => room.play_again(who, promise),
            Command::Mute { person, on, everybody } => room.mute(who, person, on, everybody),
            // Hints are handled elsewhere, because their answer comes later. Over HTTP there is nothing to send again.
            Command::Hint {} | Command::Odds {} | Command::Sync { .. } | Command::Ready { .. } => Ok(room.step()),
        }
    }

    /// Stores the step, then tells all viewers, including the one whose request it was. The inner error is for the
    /// asker; the outer one means that even reading fails.
    async fn commit(&mut self, step: Step, asked: Option<u64>) -> Result<Result<Done, Refusal>, StoreError> {
        let begun = Instant::now();
        let stored = self.store(&step).await;
        match stored {
            Ok(()) => {
                self.room.version += i64::from(step.write.state.is_some());
                let (stored_at, moved) = (Instant::now(), step.write.moved.is_some());
                if moved {
                    self.site.metrics.moves.inc();
                    self.moved_at = now_ms();
                }
                for tell in &step.tell {
                    self.audience.tell(&self.room, tell, asked);
                }
                if moved {
                    self.site.metrics.phase(Phase::Store, stored_at.duration_since(begun));
                    self.site.metrics.phase(Phase::Tell, stored_at.elapsed());
                }
                let acknowledged = moved || step.write.claim.is_some();
                Ok(Ok(Done {
                    link: acknowledged.then(|| self.room.link()).flatten(),
                    ..self.done()
                }))
            }
            Err(error) => {
                // Memory is ahead of the disk now, and the disk counts.
                tracing::warn!(table = %self.id, %error, "a step was not stored; the table is read again");
                self.room = load(&self.site, &self.id).await.map_err(|_| error.clone())?;
                self.thinker.forget();
                for asker in self.hinter.forget() {
                    self.answer_hints(
                        asker,
                        Err(Refusal::new(Code::Busy, "the table was read again; ask again")),
                    );
                }
                self.audience.tell(&self.room, &Tell::Sync, None);
                Ok(Err(error.into()))
            }
        }
    }

    /// The answer to a successful request.
    fn done(&self) -> Done {
        Done {
            table: self.room.state.rematch.clone(),
            ..Done::default()
        }
    }

    async fn store(&mut self, step: &Step) -> Result<(), StoreError> {
        if let Some((id, state)) = &step.rematch {
            let table = state.new_table(id.clone(), Vec::new()).map(|table| NewTable {
                mutes: self.room.mutes.all().to_vec(),
                ..table
            });
            let table = table.map_err(|refusal| StoreError::Failed(refusal.message))?;
            self.site.store.create_table(table).await?;
        }
        if step.write.is_empty() {
            return Ok(());
        }
        self.site.store.write_table(step.write.clone()).await
    }

    /// Does everything that is due: bots answer or stand in.
    async fn due(&mut self) -> Result<(), StoreError> {
        if self.room.stranded.is_some() {
            return Ok(());
        }
        let now = now_ms();
        if let Ok(Some(step)) = self.room.expire(now)
            && let Err(refusal) = self.commit(step, None).await?
        {
            tracing::warn!(table = %self.id, code = %refusal.code, "a stand-in could not begin");
        }
        while let Some(clock) = self
            .room
            .clocks
            .iter()
            .find(|clock| clock.bot && self.due_at(clock).is_some_and(|at| at <= now))
        {
            let clock = clock.clone();
            let Some((mv, claim)) = self.thinker.answer(&clock) else {
                break;
            };
            let step = self.room.bot_play(&clock, mv, claim.as_ref());
            let result = match step {
                Ok(step) => self.commit(step, None).await?.map(drop),
                Err(refusal) => Err(refusal),
            };
            if let Err(refusal) = result {
                tracing::error!(table = %self.id, code = %refusal.code, "a bot's answer was refused");
                break;
            }
        }
        Ok(())
    }

    /// Has hints computed, if this person may have them. The answer comes when they are ready.
    fn ask_for_hints(&mut self, who: &PersonId, key: Option<&str>, asker: Asker) {
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

    fn answer_hints(&mut self, asker: Asker, hints: Result<Vec<Hint>, Refusal>) {
        let done = hints.map(|hints| Done {
            hints: Some(hints),
            ..Done::default()
        });
        self.answer(asker.reply, done, None);
    }

    /// Answers a request; `at` is when a move arrived.
    fn answer(&mut self, reply: Reply, result: Result<Done, Refusal>, at: Option<Instant>) {
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
    async fn chat(&mut self, who: Option<&PersonId>, key: Option<&str>, before: i64) -> Result<ChatPage, Refusal> {
        if !self.room.may_see(who, key) {
            return Err(no_table());
        }
        self.room.may_watch(who)?;
        let players = self.room.is_player(who);
        let (lines, names) = self.site.store.chat(self.room.row, players, before, CHAT + 1).await?;
        let more = lines.len() > CHAT;
        let names: HashMap<PersonId, String> = names.into_iter().collect();
        let heard = lines
            .iter()
            .skip(usize::from(more))
            .filter(|line| self.room.hears(who, line));
        Ok(ChatPage {
            before: lines.get(usize::from(more)).map(|line| line.at).filter(|_| more),
            lines: heard.map(|line| said(line, names.get(&line.person).cloned())).collect(),
        })
    }

    fn record(&self, who: Option<&PersonId>, key: Option<&str>) -> Result<Box<Record>, Refusal> {
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
        match &self.room.game {
            Some(game) => {
                let record = game.record();
                // A lesson's secret is not published, so nobody could check its chain.
                let fair = matches!(record.dice, DiceSource::Fair(_));
                let chain = self.room.chain.as_ref().filter(|_| fair);
                let chain = chain.map(|chain| chain.last().clone());
                Ok(Box::new(self.site.signer.sign(&self.id, Record { chain, ..record })))
            }
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

async fn load(site: &Site, id: &TableId) -> Result<Room, Refusal> {
    let pace = Pace::from(&site.config);
    let stored = match site.store.load_table(id.clone()).await {
        Err(StoreError::Damaged(why)) => {
            tracing::error!(table = %id, why, "a stored table is damaged");
            site.metrics.damaged.inc();
            return Err(StoreError::Damaged(why).into());
        }
        other => other?.ok_or_else(no_table)?,
    };
    let mut room = take_up(site, id, stored, pace).await?;
    room.reveal_ms = i64::try_from(site.config.reveal_seconds.saturating_mul(1000)).unwrap_or(i64::MAX);
    room.deal_anew(now_ms());
    if let Some(why) = &room.stranded {
        tracing::error!(table = %id, code = %why.code, why = why.message, "a stored game cannot be taken up");
        if why.code == Code::Damaged {
            site.metrics.damaged.inc();
        }
    }
    Ok(room)
}

/// Replays the game off the threads that serve sockets, unless it has hardly begun.
async fn take_up(site: &Site, id: &TableId, stored: StoredTable, pace: Pace) -> Result<Room, Refusal> {
    let id = id.clone();
    if stored.moves.is_empty() {
        return Room::load(id, stored, pace);
    }
    site.loading(move || Room::load(id, stored, pace)).await?
}

async fn sleep_until(at: Option<Instant>) {
    match at {
        Some(at) => tokio::time::sleep_until(at.into()).await,
        None => std::future::pending().await,
    }
}
