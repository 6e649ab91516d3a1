//! Hints for players: computed beside the bots' turns, once for each decision, and sent only to the player who asked.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use roundtable_bots::hints_for;
use roundtable_core::{AnyMatch, Seat};
use roundtable_protocol::{Code, Hint, Refusal};
use tokio::sync::mpsc::WeakSender;

use crate::bots::Kind;
use crate::shares::Owner;
use crate::site::Site;
use crate::table::{Mail, Reply};

/// How many requests may wait for the same hints: the same person in several windows.
const WAITING: usize = 8;

/// Somebody waiting for hints.
pub struct Asker {
    /// Where the answer goes.
    pub reply: Reply,
    /// When the question arrived.
    pub at: Instant,
}

/// Computed hints.
pub struct Hinted {
    generation: u64,
    /// The seat that they are for.
    pub seat: Seat,
    /// The decision that they are for.
    pub decision: u32,
    hints: Option<Vec<Hint>>,
}

/// The hints of one table.
pub struct Hinter {
    outbox: WeakSender<Mail>,
    /// Raised when the table is loaded again; earlier requests have been answered by then.
    generation: u64,
    waiting: HashMap<(Seat, u32), Vec<Asker>>,
    /// The last hints of each seat, and the decision that they are for.
    known: HashMap<Seat, (u32, Vec<Hint>)>,
}

impl Hinter {
    /// A hinter without requests. Hints come back to `outbox`.
    #[must_use]
    pub fn new(outbox: WeakSender<Mail>) -> Self {
        Self {
            outbox,
            generation: 0,
            waiting: HashMap::new(),
            known: HashMap::new(),
        }
    }

    /// Whether hints are being computed.
    #[must_use]
    pub fn busy(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// The hints for this decision, if they are known already.
    #[must_use]
    pub fn known(&self, seat: Seat, decision: u32) -> Option<Vec<Hint>> {
        let (of, hints) = self.known.get(&seat)?;
        (*of == decision).then(|| hints.clone())
    }

    /// Asks for hints.
    ///
    /// # Errors
    /// The asker and the refusal, if too many wait already.
    pub fn ask(
        &mut self,
        site: &Site,
        game: &dyn AnyMatch,
        (seat, decision): (Seat, u32),
        asker: Asker,
        (owner, seed): (Owner, u64),
    ) -> Result<(), (Asker, Refusal)> {
        let waiting = self.waiting.entry((seat, decision)).or_default();
        if waiting.len() >= WAITING {
            let refusal = Refusal::new(Code::Busy, "your hints are being worked out; wait for them");
            return Err((asker, refusal));
        }
        waiting.push(asker);
        if waiting.len() > 1 {
            return Ok(());
        }
        let (game, outbox, generation) = (game.fork(), self.outbox.clone(), self.generation);
        site.bots.submit(
            Kind::Hint,
            owner,
            Box::new(move || {
                let thinking = AssertUnwindSafe(|| hints_for(&*game, seat, seed).ok());
                let hinted = Hinted {
                    generation,
                    seat,
                    decision,
                    hints: catch_unwind(thinking).ok().flatten(),
                };
                if let Some(outbox) = outbox.upgrade() {
                    let _ = outbox.blocking_send(Mail::Hinted(hinted));
                }
            }),
        );
        Ok(())
    }

    /// Takes in hints. Returns who waits for them, and what to tell them.
    pub fn take(&mut self, hinted: Hinted) -> (Vec<Asker>, Result<Vec<Hint>, Refusal>) {
        if hinted.generation != self.generation {
            return (Vec::new(), Ok(Vec::new()));
        }
        let askers = self.waiting.remove(&(hinted.seat, hinted.decision));
        let hints = hinted.hints.ok_or_else(|| {
            tracing::error!(seat = hinted.seat.index(), "hints broke down");
            Refusal::new(Code::HintsUnavailable, "no hints could be worked out for this decision")
        });
        if let Ok(hints) = &hints {
            self.known.insert(hinted.seat, (hinted.decision, hints.clone()));
        }
        (askers.unwrap_or_default(), hints)
    }

    /// Forgets everything, because the table is loaded again. Returns those who wait.
    pub fn forget(&mut self) -> Vec<Asker> {
        self.generation += 1;
        self.known.clear();
        self.waiting.drain().flat_map(|(_, askers)| askers).collect()
    }
}
