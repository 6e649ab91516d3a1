//! Where a player's tokens can go.
//!
//! A simulation spends most of its time listing moves, and in loops over arrows and inns of unpredictable length,
//! mispredicted branches cost more than the work itself. So the steps of a token come from a lookup table; eight are
//! written at a time, and the surplus is cut off.

use roundtable_core::Seat;

use crate::deck::Kind;
use crate::moves::Move;
use crate::road::{Direction, INNS, Inn, LAST_ROW, inns};
use crate::state::KnightAtTheInn;

/// For each seat, inn and set of inns with room: the directions that lead to one of them.
static OPEN: [[[u8; 1 << INNS]; INNS]; 2] = {
    let mut table = [[[0; 1 << INNS]; INNS]; 2];
    let mut i = 0;
    while i < 2 * INNS * 8 {
        let (seat, inn, direction) = (i / (INNS * 8), i / 8 % INNS, i % 8);
        if let Some(to) = Direction::ALL[direction].step(Seat::new(seat), Inn::from_index(inn)) {
            let mut room = 0;
            while room < 1 << INNS {
                table[seat][inn][room] |= ((room >> to.index() & 1) << direction) as u8;
                room += 1;
            }
        }
        i += 1;
    }
    table
};

/// For each set of directions: the directions in order, padded to eight, and how many there are.
static LISTED: [([Direction; 8], u8); 256] = {
    let mut table = [([Direction::F; 8], 0); 256];
    let mut set = 0;
    while set < 256 {
        let mut i = 0;
        while i < 8 {
            if set >> i & 1 != 0 {
                table[set].0[table[set].1 as usize] = Direction::ALL[i];
                table[set].1 += 1;
            }
            i += 1;
        }
        set += 1;
    }
    table
};

impl KnightAtTheInn {
    /// The inns whose top token the player to move may move: not the one with the drawn token.
    pub(crate) fn movable(&self, drawn: Option<Inn>) -> u16 {
        self.household(self.turn).tops & !drawn.map_or(0, Inn::bit)
    }

    /// The directions in which the top token of an inn can step.
    #[inline]
    pub(crate) fn steps(&self, from: Inn) -> u8 {
        let kind = self.stack(from).top_kind();
        let room = usize::from(self.room_for(kind)) % (1 << INNS);
        OPEN[self.turn.index()][from.index()][room] & self.print.arrows(kind).bits()
    }

    /// Appends the steps and ways home of these tokens of the player to move; returns the inns among them with a King.
    pub(crate) fn list_steps(&self, movable: u16, out: &mut Vec<Move>) -> u16 {
        let (mut homes, mut kings) = (0, 0);
        for from in inns(movable) {
            let kind = self.stack(from).top_kind();
            let (directions, there) = LISTED[usize::from(self.steps(from))];
            let count = out.len() + usize::from(there);
            out.extend_from_slice(&directions.map(|direction| Move::Move { from, direction }));
            out.truncate(count);
            homes |= u16::from(self.print.arrows(kind).leads_forward()) << from.index();
            kings |= u16::from(matches!(kind, Kind::King)) << from.index();
        }
        out.extend(inns(homes & LAST_ROW[self.turn.index()]).map(|from| Move::Home { from }));
        kings
    }
}
