//! What the conformance suite checks after every move.

use roundtable_core::{Audit, Dice, Seat, holds};

use crate::deck::{HOUSEHOLD, Kind};
use crate::road::{Inn, START_ROW};
use crate::state::{KnightAtTheInn, Phase};

impl Audit for KnightAtTheInn {
    /// Every token, as kind and owner.
    fn census(&self) -> Vec<u32> {
        let code = |kind: Kind, seat: Seat| kind as u32 | (seat.index() as u32) << 3;
        let mut tokens = Vec::new();
        for stack in &self.stacks {
            tokens.extend(stack.top_down().map(|token| code(token.kind, token.seat)));
        }
        for seat in Seat::all(2) {
            let household = self.household(seat);
            tokens.extend(household.pile.kinds().map(|kind| code(kind, seat)));
            for kind in Kind::ALL {
                tokens.extend(std::iter::repeat_n(
                    code(kind, seat),
                    household.home[kind as usize].into(),
                ));
            }
        }
        tokens
    }

    fn audit(&self) -> Result<(), String> {
        for inn in Inn::all() {
            let stack = self.stack(inn);
            let taken: u32 = stack
                .top_down()
                .map(|token| u32::from(self.print.value(token.kind)))
                .sum();
            let rooms = u32::from(self.print.rooms[inn.index()]);
            holds(
                taken + u32::from(stack.free) == rooms,
                "taken and free rooms make up the inn",
            )?;
            for kind in Kind::ALL {
                let noted = self.room_for(kind) & inn.bit() != 0;
                holds(
                    noted == (self.print.value(kind) <= stack.free),
                    "the note of who fits where is right",
                )?;
            }
        }
        for seat in Seat::all(2) {
            let household = self.household(seat);
            let own = |inn: Inn| self.stack(inn).top_down().filter(|token| token.seat == seat).count();
            let in_start = Inn::all()
                .filter(|inn| START_ROW[seat.index()] & inn.bit() != 0)
                .map(own)
                .sum::<usize>();
            holds(
                in_start == usize::from(household.in_start),
                "the tokens in the start row are counted",
            )?;
            let tops = Inn::all().filter(|&inn| self.stack(inn).top().is_some_and(|token| token.seat == seat));
            holds(
                tops.fold(0, |set, inn| set | inn.bit()) == household.tops,
                "the uncovered tokens are noted",
            )?;
            let home = household.home.iter().map(|&count| usize::from(count)).sum::<usize>();
            holds(
                home == usize::from(household.home_count),
                "the tokens at home are counted",
            )?;
            let pile = household.pile;
            holds(
                pile.shown <= pile.seen && usize::from(pile.seen) <= pile.len(),
                "the owner knows what all know",
            )?;
            let in_inns = Inn::all().map(own).sum::<usize>();
            holds(in_inns + home + pile.len() == HOUSEHOLD, "a household has eight tokens")?;
            let too_small = pile.top().is_some_and(|kind| self.print.value(kind) <= pile.exceeds);
            holds(
                !too_small,
                "a top token that fitted nowhere is larger than the room there was",
            )?;
        }
        match self.phase {
            Phase::First { .. } | Phase::Draw { must: true } => holds(
                self.places_for_top(self.turn) != 0,
                "a token that must be placed fits somewhere",
            ),
            Phase::Draw { must: false } => holds(self.can_walk(), "who may keep a token can move another"),
            Phase::Move { .. } | Phase::Over(_) => Ok(()),
        }
    }

    /// Chance plays no part after the deal.
    fn dice(&self) -> Option<&Dice> {
        None
    }
}
