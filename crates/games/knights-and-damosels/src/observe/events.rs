//! The event of the round and those before it.

use roundtable_core::Seat;
use roundtable_core::observe::{FromHere, Pen};

use super::{CHIVALRY, EVENT, EVENT_KINDS, SERVICE_CARDS, Stage};
use crate::cards::{CHIVALRIES, ChivalrySet, EVENTS};
use crate::state::{DRAWN, KnightsAndDamosels};

impl KnightsAndDamosels {
    /// The event, and what the seat knows of the others since the last shuffle (KD-R6).
    #[inline(always)]
    pub(super) fn write_events<P: Pen>(&self, seat: Seat, stage: Stage, from_here: FromHere, pen: &mut P) {
        let is_revealed = stage.step > 1;
        let print = self.print();
        let listed = if is_revealed { print.listed } else { ChivalrySet::NONE };
        pen.one_of(
            "event",
            &EVENT,
            is_revealed.then(|| self.event() as usize),
            "the event of the round, once it is revealed (KD-R4)",
        );
        pen.one_of(
            "event kind",
            EVENT_KINDS,
            is_revealed.then_some(print.kind as usize),
            "its kind (KD-R4)",
        );
        pen.some_of(
            "listed",
            &CHIVALRY,
            listed.0.into(),
            "what can be offered for it, or is struck (KD-R4)",
        );
        let bonus = print.bonus.filter(|_| is_revealed).map(|chivalry| chivalry as usize);
        pen.one_of("bonus", &CHIVALRY, bonus, "what earns 1 more (KD-R5)");
        pen.some_of(
            "called",
            &CHIVALRY,
            self.called().0.into(),
            "what earns 1 more because a Service card calls for it (KD-R27a)",
        );
        let calls = self.calls.iter();
        let turned = calls.flat_map(|calls| calls.cards.iter().take(calls.turned.into()));
        pen.each(
            "Service cards",
            SERVICE_CARDS,
            1,
            turned.map(|&number| (usize::from(number) - 1, 1)),
            "the Service cards turned over since their last shuffle (KD-P8)",
        );
        let known = self.events_known(seat, stage.step, from_here);
        pen.some_of(
            "event hand",
            &EVENT,
            known.hand,
            "the events that Arthur or Merlin chooses from, if this seat knows them (KD-R6)",
        );
        pen.some_of(
            "revealed",
            &EVENT,
            known.revealed,
            "the events revealed since the last shuffle (KD-R6)",
        );
        pen.some_of(
            "Arthur's discards",
            &EVENT,
            known.arthurs,
            "what Arthur discarded since then in rounds when this seat was Arthur (KD-R6)",
        );
        pen.some_of(
            "Merlin's discards",
            &EVENT,
            known.merlins,
            "what Merlin discarded since then in rounds when this seat was Arthur or Merlin (KD-R6)",
        );
        pen.number(
            "event pile",
            (0, 9),
            EVENTS as i32 - i32::from(self.events.drawn),
            "how many events are left in the pile",
        );
        let mut returned = [0; CHIVALRIES];
        let mut is_any = false;
        for chivalry in self.returned.into_iter().flatten() {
            returned[chivalry as usize] += 1;
            is_any = true;
        }
        let cells = if is_any { CHIVALRIES } else { 0 };
        pen.each(
            "returned",
            &CHIVALRY,
            6,
            returned.into_iter().enumerate().take(cells),
            "the cards that nobody was granted in this round (KD-R8a)",
        );
    }

    #[inline(always)]
    fn events_known(&self, seat: Seat, step: usize, from_here: FromHere) -> EventsKnown {
        let mut known = EventsKnown::default();
        // From the latest round back: Merlin moves one seat a round.
        let mut merlin = self.merlin;
        let rounds = self.events.cards.chunks_exact(DRAWN);
        let drawn = usize::from(self.events.drawn) / DRAWN;
        for (back, round) in rounds.take(drawn).rev().enumerate() {
            let (is_arthur, is_merlin) = (merlin.left(from_here.players) == seat, merlin == seat);
            let [first, second, third] = [0, 1, 2].map(|i| 1_u64 << round[i] as u32);
            let if_seen = |seen: bool, events: u64| if seen { events } else { 0 };
            match (back, step) {
                (0, 0) => known.hand = if_seen(is_arthur, first | second | third),
                (0, 1) => {
                    known.hand = if_seen(is_arthur || is_merlin, second | third);
                    known.arthurs |= if_seen(is_arthur, first);
                }
                _ => {
                    known.arthurs |= if_seen(is_arthur, first);
                    known.merlins |= if_seen(is_arthur || is_merlin, second);
                    known.revealed |= third;
                }
            }
            merlin = self.right(merlin);
        }
        known
    }
}

/// Events that a seat knows since the last shuffle, a bit for each.
#[derive(Default)]
struct EventsKnown {
    hand: u64,
    revealed: u64,
    arthurs: u64,
    merlins: u64,
}
