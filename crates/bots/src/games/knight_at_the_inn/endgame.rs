//! Exact play: once a player knows the order of both piles, nothing is hidden and nothing is left to chance. If a win
//! can soon be forced, it is found and played out.
//!
//! A proof asks whether the player wins within so many decisions whatever the other does, deepening by one decision at
//! a time, so the first win found is a shortest one. Every move of a shortest win leaves a shorter win, so no position
//! comes twice, and history matters only through positions that have already stood often (KI-R8): if there are any,
//! nothing is claimed. A game that ends by repetition within a proof does not count as won.

use std::collections::HashMap;

use roundtable_catalog::games::knight_at_the_inn::{Event, Inn, KnightAtTheInn, Move};
use roundtable_core::{Game as _, Rng, Seat, SeatHandle, Silent};

use super::insight::way;
use crate::abilities::Exact;

/// How many positions are examined for one decision.
const EFFORT: u32 = 30_000;

/// The longest win that is sought, in decisions of both players.
const DEPTH: usize = 28;

/// A position that has stood this often may end the game in the middle of a win.
const OFTEN: u8 = 4;

impl Exact for KnightAtTheInn {
    fn exact(seat: &SeatHandle<'_, Self>) -> Option<Move> {
        winning_move(seat)
    }
}

/// The first move of a shortest win, if one can be proven.
fn winning_move(handle: &SeatHandle<'_, KnightAtTheInn>) -> Option<Move> {
    let me = handle.seat();
    // Where both piles are known, every sample is the position itself.
    let position = handle.sample(&mut Rng::new(0));
    if !position.piles_known_to(me) || may_repeat(handle) {
        return None;
    }
    let mut proof = Proof {
        me,
        left: EFFORT,
        known: HashMap::new(),
        lists: vec![Vec::new(); DEPTH + 1],
    };
    let mut moves = Vec::new();
    position.legal_moves(me, &mut moves);
    for depth in soonest(&position, me)..=DEPTH {
        for &mv in &moves {
            let mut next = position.clone();
            next.play(me, mv, &mut Silent);
            if proof.wins(&next, depth - 1) {
                return Some(mv);
            }
        }
        if proof.left == 0 {
            return None;
        }
    }
    None
}

/// The fewest decisions of both players within which the player can have all tokens home: one step a turn, with the
/// other player's turns between.
fn soonest(position: &KnightAtTheInn, me: Seat) -> usize {
    let mut steps = 3 * position.pile_size(me);
    for inn in Inn::all() {
        let tokens = position.tokens(inn).filter(|&(_, owner)| owner == me).count();
        steps += tokens * way(me, inn);
    }
    (2 * steps).saturating_sub(1).max(1)
}

/// Whether a position that can still recur has stood often.
fn may_repeat(handle: &SeatHandle<'_, KnightAtTheInn>) -> bool {
    let mut often = false;
    for event in handle.events(0).flatten() {
        match event {
            Event::Placed { .. } | Event::WentHome { .. } => often = false,
            Event::Repeated { count } => often |= *count >= OFTEN,
            Event::FirstPlayer { .. }
            | Event::Seen { .. }
            | Event::Kept { .. }
            | Event::NoRoom { .. }
            | Event::Moved { .. }
            | Event::Pushed { .. }
            | Event::Rested { .. }
            | Event::Forfeited { .. }
            | Event::Over { .. } => {}
        }
    }
    often
}

struct Proof {
    me: Seat,
    /// How many more positions may be examined.
    left: u32,
    /// For each position, either the number of decisions within which it is won, or the most within which it is known
    /// not to be.
    known: HashMap<u64, (usize, bool)>,
    /// Buffers for the moves at each depth.
    lists: Vec<Vec<Move>>,
}

impl Proof {
    /// Whether the player wins from here within `depth` decisions. "No" may also mean that the effort is spent.
    fn wins(&mut self, position: &KnightAtTheInn, depth: usize) -> bool {
        let Some(seat) = position.to_act().first() else {
            let outcome = position
                .outcome()
                .filter(|outcome| outcome.reason().code != "repetition");
            return outcome.is_some_and(|outcome| {
                let winners = outcome.winners();
                winners.len() == 1 && winners.contains(self.me)
            });
        };
        let ours = usize::from(seat != self.me);
        if self.left == 0 || depth < soonest(position, self.me) + ours {
            return false;
        }
        let mark = position.fingerprint();
        match self.known.get(&mark) {
            Some(&(within, true)) if within <= depth => return true,
            Some(&(within, false)) if within >= depth => return false,
            Some(_) | None => {}
        }
        self.left -= 1;
        let mut moves = std::mem::take(&mut self.lists[depth]);
        position.legal_moves(seat, &mut moves);
        // Going home early ends the game early.
        moves.sort_by_key(|mv| !matches!(mv, Move::Home { .. }));
        let mine = seat == self.me;
        let mut after = |mv: Move| {
            let mut next = position.clone();
            next.play(seat, mv, &mut Silent);
            self.wins(&next, depth - 1)
        };
        let won = if mine {
            moves.iter().any(|&mv| after(mv))
        } else {
            moves.iter().all(|&mv| after(mv))
        };
        self.lists[depth] = moves;
        if won || self.left > 0 {
            self.known.insert(mark, (depth, won));
        }
        won
    }
}

#[cfg(test)]
mod tests {
    use roundtable_core::{AnyMatch as _, DiceSource, Match, Setup};

    use super::*;
    use crate::Level;

    /// Plays games until somebody has a proven win, then lets the other side play at random and as a squire. The proof
    /// holds to the end, and each of the winner's decisions leaves a shorter win.
    #[test]
    fn a_proven_win_is_played_out_against_everything() {
        let mut proven = 0;
        for seed in 0..24 {
            let mut game =
                Match::<KnightAtTheInn>::new(&Setup::standard(&KnightAtTheInn::INFO, 2), None, DiceSource::Seed(seed))
                    .expect("a game");
            let rival = if seed % 2 == 0 { Level::Page } else { Level::Squire };
            let mut bots = [Level::Squire.bot::<KnightAtTheInn>(seed), Level::Squire.bot(seed + 100)];
            let mut winner = None;
            let mut seats = game.to_act();
            while let Some(seat) = seats.first() {
                let handle = game.seat(seat);
                let mv = match (winner, winning_move(&handle)) {
                    (None, Some(mv)) => {
                        winner = Some(seat);
                        bots[seat.other().index()] = rival.bot(seed);
                        mv
                    }
                    (Some(claims), found) if claims == seat => found.expect("a win once proven stays proven"),
                    (_, _) => bots[seat.index()].choose(&handle),
                };
                game.play(seat, mv).expect("a legal move");
                seats = game.to_act();
            }
            if let Some(winner) = winner {
                proven += 1;
                let outcome = game.outcome().expect("it is over");
                assert!(
                    outcome.winners().contains(winner) && outcome.winners().len() == 1,
                    "seed {seed}"
                );
            }
        }
        assert!(proven > 12, "only {proven} of 24 games had a proven win");
    }
}
