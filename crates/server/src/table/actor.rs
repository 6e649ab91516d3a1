//! The actor of a table: one task that owns its room. It handles commands one by one, stores the result of each before
//! anybody hears of it, and then tells every viewer what they may know.

use std::sync::Arc;
use std::time::{Duration, Instant};

use roundtable_protocol::{Code, Command, Refusal, TableId};
use tokio::sync::mpsc;

use super::answers::no_table;
use super::audience::{Audience, Tell};
use super::host::Tenure;
use super::loading::load;
use super::mail::{Done, Mail, Reply, Who, refuse};
use super::outbox::Outbox;
use super::room::{Room, Step};
use super::state::{TableState, level_of};
use crate::bots::Thinker;
use crate::clock::now_ms;
use crate::cluster::News;
use crate::hints::{Asker, Hinter};
use crate::metrics::Phase;
use crate::site::Site;
use crate::store::{Clock, NewTable, StoreError, TableWrite};

/// The actor of a table. See [`TableActor::run`].
pub struct TableActor {
    pub(super) site: Arc<Site>,
    pub(super) id: TableId,
    pub(super) room: Room,
    inbox: mpsc::Receiver<Mail>,
    pub(super) audience: Audience,
    thinker: Thinker,
    pub(super) hinter: Hinter,
    /// When the last move was made, or the table was loaded: milliseconds since 1970.
    moved_at: i64,
    /// Steps so far, of which some are timed.
    steps: u32,
    /// As in [`Tenure`].
    epoch: Option<i64>,
}

/// How often a table is read that another node serves.
const READ: Duration = Duration::from_secs(1);

/// One step in this many is timed: clocks and histograms are not free. It is odd, because a move takes two steps.
const TIMED: u32 = 7;

impl TableActor {
    /// Loads the table and serves it until nobody needs it in memory any more.
    pub async fn run(
        site: Arc<Site>,
        id: TableId,
        mut inbox: mpsc::Receiver<Mail>,
        outbox: mpsc::WeakSender<Mail>,
        tenure: Tenure,
    ) {
        site.metrics.tables.inc();
        match load_at(&site, &id, tenure.epoch).await {
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
                    steps: 0,
                    epoch: tenure.epoch,
                };
                actor.serve(tenure).await;
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

    async fn serve(mut self, mut tenure: Tenure) {
        let idle = Duration::from_secs(self.site.config.unload_after);
        let mut last = Instant::now();
        loop {
            self.think();
            let busy = self.thinker.busy() || self.hinter.busy();
            let unload_at = (self.audience.is_empty() && !busy).then(|| last + idle);
            let due_at = self.due_in().map(|wait| Instant::now() + wait);
            let read_at = self.epoch.is_none().then(|| Instant::now() + READ);
            let wake_at = due_at.into_iter().chain(unload_at).chain(read_at).min();
            let mail = tokio::select! {
                biased;
                () = tenure.ended() => None,
                mail = self.inbox.recv() => mail,
                () = sleep_until(wake_at) => Some(Mail::Wake),
            };
            let Some(mail) = mail else {
                self.site.tables.remove(&self.id);
                break;
            };
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
                if let Some(cluster) = self.site.cluster.as_ref().filter(|_| self.epoch.is_some()) {
                    cluster.give_up(self.room.row, self.room.epoch).await;
                }
                break;
            }
        }
    }

    /// Now, if this step is one of those that are timed.
    fn stopwatch(&mut self) -> Option<Instant> {
        self.steps = self.steps.wrapping_add(1);
        self.steps.is_multiple_of(TIMED).then(Instant::now)
    }

    /// How long until something is due: a person's deadline, or a bot's finished answer.
    fn due_in(&self) -> Option<Duration> {
        if self.room.stranded.is_some() || self.epoch.is_none() {
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
        if self.epoch.is_none() {
            return;
        }
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
        if !self.site.serves() {
            // Somebody else may serve the table already, and what is in memory may be old.
            refuse(mail, &StoreError::Fenced.into());
            return Err(StoreError::Fenced);
        }
        if self.epoch.is_none()
            && let Err(error) = self.read_again().await
        {
            refuse(mail, &error.clone().into());
            return Err(error);
        }
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
                let begun = at.and_then(|_| self.stopwatch());
                let makes = matches!(command, Command::Rematch { .. }) && self.room.may_play_again(&who.0);
                let may = match makes {
                    true => self.site.may_have_another_table(&who.0).await,
                    false => Ok(()),
                };
                let acted = match may {
                    Ok(()) => self.act(&who, key.as_deref(), command),
                    Err(refusal) => Err(refusal),
                };
                if let Some((at, begun)) = at.zip(begun) {
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
            Mail::Bot(person) => match self.room.is_bot_now(&person) {
                Ok(Some(step)) => self.commit(step, None).await.map(drop),
                Ok(None) | Err(_) => Ok(()),
            },
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

    fn attach(&mut self, who: Option<Who>, key: Option<&str>, outbox: Outbox) -> Result<u64, Refusal> {
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
        if self.epoch.is_none() {
            return Err(out_of_reach());
        }
        let room = &mut self.room;
        match command {
            Command::Join { seat, invite, promise } => room.join(who, name, seat, invite.as_deref().or(key), promise),
            Command::Accept { promise } => room.accept(who, name, promise),
            Command::Decline {} => room.decline(who),
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
        if self.epoch.is_none() {
            // What is to be written is the business of the node that serves the table.
            return Ok(Err(out_of_reach()));
        }
        let Step { write, tell, rematch } = step;
        let seated = self.room.newly_seated(&write, rematch.as_deref());
        let (changed, moved) = (write.state.is_some(), write.moved.is_some());
        let ended = write.result.is_some();
        let begun = moved.then(|| self.stopwatch()).flatten();
        let acknowledged = moved || write.claim.is_some();
        match self.store(write, rematch).await {
            // It is stored, but the lease may be over: who serves the table now tells it.
            Ok(()) if !self.site.serves() => Err(StoreError::Fenced),
            Err(StoreError::Fenced) => {
                self.site.metrics.fenced.inc();
                Err(StoreError::Fenced)
            }
            Ok(()) => {
                self.room.version += i64::from(changed);
                if !seated.is_empty() {
                    self.site.announce(News::Seated(seated));
                }
                let stored = begun.map(|begun| (begun, Instant::now()));
                if ended {
                    self.site.game_ended();
                }
                if moved {
                    self.site.metrics.moves.inc();
                    self.moved_at = now_ms();
                }
                for tell in &tell {
                    self.audience.tell(&self.room, tell, asked);
                }
                if let Some((begun, stored)) = stored {
                    self.site.metrics.phase(Phase::Store, stored.duration_since(begun));
                    self.site.metrics.phase(Phase::Tell, stored.elapsed());
                }
                Ok(Ok(Done {
                    link: acknowledged.then(|| self.room.link()).flatten(),
                    ..self.done()
                }))
            }
            Err(error) => {
                // Memory is ahead of the disk now, and the disk counts.
                tracing::warn!(table = %self.id, %error, "a step was not stored; the table is read again");
                self.room = load_at(&self.site, &self.id, self.epoch)
                    .await
                    .map_err(|_| error.clone())?;
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

    /// Shows what another node has stored meanwhile.
    async fn read_again(&mut self) -> Result<(), StoreError> {
        let failed = |refusal: Refusal| StoreError::Failed(refusal.message);
        let stored = self.site.store.load_table(self.id.clone()).await?;
        let stored = stored.ok_or_else(|| failed(no_table()))?;
        let (plies, claims) = self
            .room
            .game
            .as_ref()
            .map_or((0, 0), |game| (game.ply(), game.claims().len()));
        if (stored.version, stored.moves.len(), stored.claims.len()) != (self.room.version, plies, claims) {
            self.room = load_at(&self.site, &self.id, self.epoch).await.map_err(failed)?;
            self.audience.tell(&self.room, &Tell::Sync, None);
        }
        Ok(())
    }

    /// The answer to a successful request.
    fn done(&self) -> Done {
        Done {
            table: self.room.state.rematch.clone(),
            ..Done::default()
        }
    }

    async fn store(
        &mut self,
        write: TableWrite,
        rematch: Option<Box<(TableId, TableState)>>,
    ) -> Result<(), StoreError> {
        if let Some((id, state)) = rematch.map(|rematch| *rematch) {
            let table = state.new_table(id, Vec::new()).map(|table| NewTable {
                mutes: self.room.mutes.all().to_vec(),
                ..table
            });
            let table = table.map_err(|refusal| StoreError::Failed(refusal.message))?;
            self.site.store.create_table(table).await?;
        }
        if write.is_empty() {
            return Ok(());
        }
        self.site.store.write_table(write).await
    }

    /// Does everything that is due: bots answer or stand in.
    async fn due(&mut self) -> Result<(), StoreError> {
        if self.room.stranded.is_some() || self.epoch.is_none() {
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
}

/// Another node serves the table, and cannot be reached.
fn out_of_reach() -> Refusal {
    let message = "the server of this table cannot be reached, so you can only look; try again in a moment";
    Refusal::new(Code::Busy, message)
}

/// Loads a table that this node serves in this epoch, if it does: what another has taken meanwhile is not for it.
async fn load_at(site: &Site, id: &TableId, epoch: Option<i64>) -> Result<Room, Refusal> {
    let room = load(site, id).await?;
    if epoch.is_some_and(|epoch| epoch != room.epoch) {
        return Err(StoreError::Fenced.into());
    }
    Ok(room)
}

async fn sleep_until(at: Option<Instant>) {
    match at {
        Some(at) => tokio::time::sleep_until(at.into()).await,
        None => std::future::pending().await,
    }
}
