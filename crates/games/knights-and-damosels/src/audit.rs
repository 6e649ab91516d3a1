//! What the conformance suite checks after every move.

use roundtable_core::{Audit, Dice};

use crate::calls::Calls;
use crate::cards::{CHIVALRIES, ChivalrySet, EventKind};
use crate::state::{KnightsAndDamosels, Phase, SEATS, display_size};

fn holds(condition: bool, what: &str) -> Result<(), String> {
    if condition { Ok(()) } else { Err(what.to_owned()) }
}

impl Audit for KnightsAndDamosels {
    /// Every chivalry card by its damosel and chivalry, then every event card, then the Service cards if they are in
    /// play.
    fn census(&self) -> Vec<u32> {
        let mut cards = Vec::new();
        for house in 0..SEATS {
            let damosel = self.damosels[house] as u32;
            let mut add =
                |set: ChivalrySet| cards.extend(set.iter().map(|card| damosel * CHIVALRIES as u32 + card as u32));
            add(self.piles[house]);
            for with in &self.with[house] {
                add(*with);
            }
            add(self.battle.forces[house].taken.into_iter().collect());
            for (number, card) in self.display.cards().iter().enumerate() {
                let lies_there = self.display.taken >> number & 1 == 0;
                if lies_there && usize::from(card.house) == house {
                    add(ChivalrySet::one(card.chivalry));
                }
            }
        }
        cards.extend(self.events.cards.iter().map(|&event| 100 + event as u32));
        let services = self.calls.iter().flat_map(|calls| calls.cards);
        cards.extend(services.map(|number| 200 + u32::from(number)));
        cards
    }

    fn audit(&self) -> Result<(), String> {
        self.audit_rows()?;
        self.audit_display()?;
        self.audit_service()?;
        self.audit_calls()?;
        self.audit_battle()
    }

    fn dice(&self) -> Option<&Dice> {
        Some(&self.dice)
    }
}

impl KnightsAndDamosels {
    fn audit_rows(&self) -> Result<(), String> {
        for seat in 0..SEATS {
            let mut row = ChivalrySet::NONE;
            for house in 0..SEATS {
                let cards = self.with[house][seat];
                holds(row.within(cards).is_empty(), "a knight has each chivalry once")?;
                row = row.and(cards);
            }
            holds(row == self.rows[seat], "a knight's row is what lies there")?;
            holds(
                self.with[seat][seat].is_empty(),
                "no knight has a card of the own damosel",
            )?;
            holds(
                seat < self.seat_count() || row.is_empty(),
                "nothing lies where nobody sits",
            )?;
        }
        holds(self.merlin.index() < self.seat_count(), "Merlin sits at the table")
    }

    fn audit_display(&self) -> Result<(), String> {
        let display = &self.display;
        holds(
            usize::from(display.len) <= display_size(self.seat_count()),
            "the display has room",
        )?;
        let mut taken = 0;
        for seat in self.all_seats() {
            let Some(number) = display.selected[seat.index()] else {
                continue;
            };
            holds(taken >> number & 1 == 0, "a card is selected by one player")?;
            taken |= 1 << number;
            let lies = display
                .get(number)
                .is_some_and(|card| self.with[usize::from(card.house)][seat.index()].contains(card.chivalry));
            holds(lies, "a selected card lies with its knight")?;
        }
        holds(taken == display.taken, "every card that is taken was selected")?;
        holds(display.challenged & !taken == 0, "only selected cards are challenged")?;
        for (number, card) in display.cards().iter().enumerate() {
            let source = usize::from(card.house).min(self.seat_count());
            holds(
                display.may[number] >> source & 1 != 0,
                "what everybody can tell about the display is true",
            )?;
        }
        Ok(())
    }

    fn audit_service(&self) -> Result<(), String> {
        let mut all = ChivalrySet::NONE;
        for (offered, row) in self.service.offered.iter().zip(self.rows) {
            holds(all.within(*offered).is_empty(), "a chivalry is offered by one player")?;
            holds(offered.without(row).is_empty(), "an offered card lies with its knight")?;
            all = all.and(*offered);
        }
        holds(all == self.service.all, "what is offered is counted")?;
        holds(
            self.service.challenged.without(all).is_empty(),
            "a challenged chivalry is offered",
        )
    }

    fn audit_calls(&self) -> Result<(), String> {
        let in_war_or_quest = matches!(self.print().kind, EventKind::War | EventKind::Quest);
        let revealed = !matches!(self.phase, Phase::ArthurDiscards | Phase::MerlinDiscards);
        let beside = self.calls.as_ref().and_then(Calls::beside).is_some();
        holds(
            self.calls.is_none() || beside == (revealed && in_war_or_quest),
            "a Service card lies beside every War and Quest, and beside nothing else",
        )?;
        for (pile, back) in self.piles.iter().zip(self.returned) {
            let is_back = back.is_none_or(|chivalry| pile.contains(chivalry));
            holds(is_back, "a card that went back is in its pile")?;
        }
        Ok(())
    }

    fn audit_battle(&self) -> Result<(), String> {
        let fights = match self.phase {
            Phase::Fighting { .. } => true,
            Phase::Over { .. } => self.options.camlann,
            Phase::ArthurDiscards
            | Phase::MerlinDiscards
            | Phase::Giving { .. }
            | Phase::Selecting { .. }
            | Phase::Offering { .. }
            | Phase::Jousting { .. }
            | Phase::Replacing { .. }
            | Phase::Placing { .. }
            | Phase::Taking { .. }
            | Phase::Siding { .. } => false,
        };
        for seat in self.all_seats() {
            let force = &self.battle.forces[seat.index()];
            for (i, (hand, beaten)) in force.hand.iter().zip(force.beaten).enumerate() {
                let wounded = force.wounded().iter().filter(|&&card| card as usize == i).count();
                let lies = self
                    .row(seat)
                    .iter()
                    .chain(force.taken)
                    .filter(|&card| card as usize == i)
                    .count();
                holds(
                    usize::from(hand + beaten) + wounded == if fights { lies } else { 0 },
                    "every card at Camlann is on a hand, wounded or beaten",
                )?;
            }
        }
        Ok(())
    }
}
