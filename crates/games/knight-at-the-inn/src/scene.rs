//! Positions set up by hand: for tests, puzzles and studies of the endgame.

use roundtable_core::{Seat, Sink};

use crate::deck::{Deck, HOUSEHOLD, Kind};
use crate::event::{Event, TokenSeen};
use crate::road::{INNS, Inn};
use crate::state::{Deal, KnightAtTheInn, Token};

/// A position at the start of an ordinary turn. Tokens of a household that are neither in an inn nor in its pile are
/// home.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    /// The rooms of the inns, from `1a` to `3c`.
    pub inns: [u8; INNS],
    /// The tokens in each inn, from the bottom to the top.
    pub stacks: [Vec<TokenSeen>; INNS],
    /// The piles, the top token first. Each owner has seen only the top token of their pile, and nobody else has seen
    /// anything.
    pub piles: [Vec<Kind>; 2],
    /// Whose turn begins.
    pub turn: Seat,
}

impl KnightAtTheInn {
    /// The game from this scene on. If there is nothing to decide, automatic turns follow at once.
    ///
    /// # Errors
    /// A sentence that says what is wrong, for example more tokens than the deck has, or an inn with more guests than
    /// rooms.
    pub fn from_scene<S: Sink<Event>>(scene: &Scene, deck: &Deck, sink: &mut S) -> Result<Self, String> {
        let deal = Deal {
            inns: scene.inns,
            piles: [deck.household(); 2],
            lot: scene.turn,
        };
        let mut position = Self::lay_out(&deal, deck);
        for seat in Seat::all(2) {
            let household = &mut position.households[seat.index()];
            let pile = &scene.piles[seat.index()];
            if pile.len() > HOUSEHOLD {
                return Err(format!("the pile of {seat:?} has more than {HOUSEHOLD} tokens"));
            }
            household.pile.replace_below(0, pile);
            household.pile.seen = u8::from(!pile.is_empty());
            for kind in Kind::ALL {
                let here = |token: &&TokenSeen| token.kind == kind && token.seat == seat;
                let in_inns = scene.stacks.iter().flatten().filter(here).count();
                let in_pile = pile.iter().filter(|&&other| other == kind).count();
                let print = deck.tokens[kind as usize];
                let home = usize::from(print.count)
                    .checked_sub(in_inns + in_pile)
                    .ok_or_else(|| format!("{seat:?} has only {} {kind}", print.count))?;
                household.home[kind as usize] = home as u8;
                household.home_count += home as u8;
                household.home_value += home as u16 * u16::from(print.value);
            }
            if usize::from(household.home_count) == HOUSEHOLD {
                return Err(format!("{seat:?} has all tokens home: the game is over"));
            }
        }
        for (inn, stack) in Inn::all().zip(&scene.stacks) {
            for &TokenSeen { kind, seat } in stack {
                if position.room_for(kind) & inn.bit() == 0 {
                    return Err(format!("{inn} has no room left for the {kind} of {seat:?}"));
                }
                position.put(inn, Token { kind, seat });
            }
        }
        // The two first turns are over.
        position.turns = 2;
        position.begin_turn(sink);
        Ok(position)
    }
}
