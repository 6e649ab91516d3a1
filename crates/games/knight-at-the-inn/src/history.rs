//! How often a position has stood at the start of a turn (KI-R8).
//!
//! A position can only recur while no token is drawn and none goes home, so either of these clears the history. It
//! keeps three bytes for each turn since then: a hash of the position at its start (its mark), and what the turn
//! changed. If a mark recurs, the changes are undone turn by turn on a copy of the road, and the positions themselves
//! are compared: the count is exact.
//!
//! Most games never need more than the turns kept here, and then nothing is allocated. Longer histories continue in
//! shared memory, so a clone never allocates.

use std::sync::Arc;

use crate::road::{INNS, Inn};
use crate::state::Stack;

/// How many turns are remembered without allocation: enough for 98 of 100 random games.
const NEAR: usize = 64;

/// What a turn changed on the road: nothing, a step, or a push with its number of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Change(u16);

impl Change {
    /// A forfeited turn.
    pub(crate) const NOTHING: Self = Self(0);

    /// The top token went from one inn to another.
    pub(crate) const fn step(from: Inn, to: Inn) -> Self {
        Self((from.index() | to.index() << 4) as u16)
    }

    /// A King went from one inn to another and pushed this many tokens from there to a third.
    pub(crate) const fn push(from: Inn, into: Inn, onto: Inn, count: u32) -> Self {
        Self((from.index() | into.index() << 4 | onto.index() << 8) as u16 | (count as u16) << 12)
    }

    /// Undoes the change.
    fn undo(self, road: &mut [Stack; INNS]) {
        let place = |shift: u16| usize::from(self.0 >> shift & 15);
        let (from, into, onto, count) = (place(0), place(4), place(8), place(12));
        if from != into {
            Stack::shift(road, into, from);
            for _ in 0..count {
                Stack::shift(road, onto, into);
            }
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct History {
    marks: [u8; NEAR],
    changes: [Change; NEAR],
    near: u8,
    /// How often the current position has stood at the start of a turn.
    count: u8,
    far: Option<Arc<[(u8, Change)]>>,
}

impl History {
    pub(crate) const fn new() -> Self {
        Self {
            marks: [0; NEAR],
            changes: [Change::NOTHING; NEAR],
            near: 0,
            count: 0,
            far: None,
        }
    }

    /// Forgets everything: no earlier position can recur.
    pub(crate) fn clear(&mut self) {
        self.near = 0;
        self.far = None;
    }

    /// Records the position at the start of a turn and returns how many times it has now stood there. Equal positions
    /// have equal marks.
    pub(crate) fn note(&mut self, mark: u8, road: &[Stack; INNS]) -> u8 {
        // Compares all marks, even stale ones: a loop of fixed length is predictable.
        let mut hit = false;
        for (i, &other) in (0_u8..).zip(&self.marks) {
            hit |= (i < self.near) & (other == mark);
        }
        self.count = 1;
        if hit || self.far.is_some() {
            self.count += self.times_before(mark, road);
        }
        if usize::from(self.near) == NEAR {
            self.move_away();
        }
        self.marks[usize::from(self.near) % NEAR] = mark;
        self.near += 1;
        self.count
    }

    /// Records what the turn that began with the last recorded position changed.
    pub(crate) fn changed(&mut self, change: Change) {
        if let Some(last) = usize::from(self.near).checked_sub(1) {
            self.changes[last % NEAR] = change;
        }
    }

    /// How many times the current position has stood at the start of a turn; 0 in the first turns.
    pub(crate) const fn count(&self) -> u8 {
        self.count
    }

    /// Goes back turn by turn and counts the equal positions. Only in every second one was it the same player's turn.
    fn times_before(&self, mark: u8, road: &[Stack; INNS]) -> u8 {
        let near = usize::from(self.near);
        let near = self.marks[..near]
            .iter()
            .copied()
            .zip(self.changes[..near].iter().copied())
            .rev();
        let far = self.far.iter().flat_map(|far| far.iter().copied().rev());
        let mut back = *road;
        let mut times = 0;
        for (turns, (other, change)) in near.chain(far).enumerate() {
            change.undo(&mut back);
            if turns % 2 == 1 && other == mark {
                times += u8::from(back.iter().zip(road).all(|(then, now)| then.same_tokens(now)));
            }
        }
        times
    }

    #[cold]
    fn move_away(&mut self) {
        let far = self.far.iter().flat_map(|far| far.iter().copied());
        let near = self.marks.into_iter().zip(self.changes);
        self.far = Some(far.chain(near).collect());
        self.near = 0;
    }
}

#[cfg(test)]
mod tests {
    use roundtable_core::Seat;

    use super::*;
    use crate::deck::Kind;
    use crate::state::Token;

    /// A road with a Patrol on one inn.
    fn road(inn: Inn) -> [Stack; INNS] {
        let mut road = [Stack::empty(9); INNS];
        road[inn.index()].push(Token {
            kind: Kind::Patrol,
            seat: Seat::new(0),
        });
        road
    }

    #[test]
    fn counts_are_exact_near_and_far_also_where_marks_lie() {
        let [here, there, away] = [Inn::at(0, 0), Inn::at(0, 1), Inn::at(0, 2)];
        let mut history = History::new();
        // Back and forth, one cycle in four turns; every position has the same mark, so only undoing tells them apart.
        let stations = [here, there, away, there];
        for round in 1..=40 {
            for (i, &station) in stations.iter().enumerate() {
                assert_eq!(
                    history.note(7, &road(station)),
                    round * if i % 2 == 0 { 1 } else { 2 } - u8::from(i == 1)
                );
                history.changed(Change::step(station, stations[(i + 1) % 4]));
            }
        }
        let mut clone = history.clone();
        assert_eq!(clone.note(7, &road(here)), 41);
        assert_eq!(history.note(7, &road(here)), 41, "a clone has a memory of its own");
        assert_eq!(history.count(), 41);
        history.clear();
        assert_eq!(history.note(7, &road(here)), 1);
    }

    #[test]
    fn a_push_is_taken_back() {
        let [from, into, onto] = [Inn::at(0, 0), Inn::at(0, 1), Inn::at(0, 2)];
        let token = |kind| Token {
            kind,
            seat: Seat::new(1),
        };
        let mut before = [Stack::empty(9); INNS];
        before[from.index()].push(token(Kind::King));
        before[into.index()].push(token(Kind::Patrol));
        before[into.index()].push(token(Kind::Flank));
        let mut after = before;
        Stack::shift(&mut after, into.index(), onto.index());
        Stack::shift(&mut after, into.index(), onto.index());
        Stack::shift(&mut after, from.index(), into.index());
        Change::push(from, into, onto, 2).undo(&mut after);
        assert!(after.iter().zip(&before).all(|(a, b)| a.same_tokens(b)));
    }
}
