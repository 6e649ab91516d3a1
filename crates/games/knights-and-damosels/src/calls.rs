//! The Service cards of the house option `service` (KD-R27a).

use arrayvec::ArrayVec;
use roundtable_core::{Dice, Eye, Purpose, Rng, Sink};

use crate::cards::{ChivalrySet, EventKind};
use crate::event::Event;
use crate::state::KnightsAndDamosels;
use crate::view::{CallSeen, ServiceSeen};

/// How many Service cards there are.
pub(crate) const SERVICES: usize = 3;

const SERVICE_PILE: Purpose = Purpose::named("service pile");

/// The Service cards, by their numbers from 1: those turned over since the last shuffle, then the pile from the top.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Calls {
    /// What each card calls for, by number.
    pub prints: [ChivalrySet; SERVICES],
    pub cards: [u8; SERVICES],
    /// How many have been turned over.
    pub turned: u8,
    /// Whether the last of them lies beside the event of this round.
    pub open: bool,
}

impl Calls {
    /// The cards in order, none of them turned over.
    pub(crate) fn new(prints: [ChivalrySet; SERVICES]) -> Self {
        Self {
            prints,
            cards: std::array::from_fn(|i| i as u8 + 1),
            turned: 0,
            open: false,
        }
    }

    pub(crate) fn shuffle(&mut self, dice: &mut Dice) {
        self.turned = 0;
        self.cards.sort_unstable();
        dice.shuffle(SERVICE_PILE, &mut self.cards);
    }

    /// The pile, from the top.
    fn pile(&self) -> &[u8] {
        self.cards.get(usize::from(self.turned)..).unwrap_or_default()
    }

    /// The card beside the event of this round.
    pub(crate) fn beside(&self) -> Option<CallSeen> {
        let last = usize::from(self.turned).checked_sub(1).filter(|_| self.open)?;
        let number = *self.cards.get(last)?;
        let calls = *self.prints.get(usize::from(number).checked_sub(1)?)?;
        Some(CallSeen { number, calls })
    }

    /// Shuffles the pile, whose order nobody knows.
    pub(crate) fn deal_anew(&mut self, rng: &mut Rng) {
        let pile = self.cards.get_mut(usize::from(self.turned)..).unwrap_or_default();
        pile.sort_unstable();
        rng.shuffle(pile);
    }

    pub(crate) fn seen_by(&self, eye: Eye) -> ServiceSeen {
        let turned = self.cards.iter().take(usize::from(self.turned));
        ServiceSeen {
            card: self.beside(),
            turned: turned.copied().collect(),
            left: self.pile().len(),
            order: (eye == Eye::All).then(|| self.pile().iter().copied().collect::<ArrayVec<_, SERVICES>>()),
        }
    }
}

impl KnightsAndDamosels {
    /// The chivalries that earn 1 more in this round because a Service card calls for them.
    #[must_use]
    pub fn called(&self) -> ChivalrySet {
        let beside = self.calls.as_ref().and_then(Calls::beside);
        beside.map_or(ChivalrySet::NONE, |card| card.calls)
    }

    /// A War or a Quest is revealed: the top Service card is turned over beside it.
    pub(crate) fn turn_over_service<S: Sink<Event>>(&mut self, sink: &mut S) {
        let kind = self.print().kind;
        let Some(calls) = &mut self.calls else { return };
        match kind {
            EventKind::Prosperity | EventKind::Disaster => return,
            EventKind::War | EventKind::Quest => {}
        }
        if calls.pile().is_empty() {
            calls.shuffle(&mut self.dice);
            sink.aside().tell_all(|| Event::ServiceShuffled);
        }
        calls.turned += 1;
        calls.open = true;
        if let Some(CallSeen { number, calls }) = calls.beside() {
            sink.tell_all(|| Event::ServiceTurned { number, calls });
        }
    }
}
