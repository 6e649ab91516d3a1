//! The hidden cards of a round, dealt anew.
//!
//! What is drawn is a whole round as it may have been: which cards were dealt to whom, and which of them each player laid
//! face-down where. All deals are equally likely, and so is every card of a hand when one is laid face-down; a card laid
//! face-up only tells that it was there (NK-P4). An eye has seen its own cards, every face-up card with its player, the cards
//! of every stack that was turned up, though not who laid which, and what lay in the old deck when the discards were shuffled in the
//! middle of the deal.
//!
//! To leave the face-up cards where they are and shuffle the others into the free places is not enough: a hand with three
//! Guns would come up once for each Gun that may be the one that was shown. So such a deal is kept with one chance in as many
//! as there were equal cards to show, and otherwise made again. That is exact. A player's part of the chance is never less than
//! one in six, and with ordinary cards some ten deals do.
//!
//! After a shuffle in the middle of the deal there is one thing more that nobody knows: whether a face-up card came from the old
//! deck or the new. Then the cards take a long random walk instead, in which two or three of them change places whenever the
//! result agrees with all that was seen. Each step is as likely as the step back, weighed by the same chances, so the walk
//! prefers no round to another.

use roundtable_core::{Rng, Seat};

use crate::deck::{HAND, MOST_CARDS, SEATS};
use crate::state::NeverBringAKnife;

/// Places for cards: four for each player, then the deck.
const DEALT: usize = SEATS * HAND;
const PLACES: usize = DEALT + MOST_CARDS;

/// The owner of a card in the deck, and the group of all places that are not in a stack that was turned up.
const NOBODY: u8 = SEATS as u8;

/// How often a deal is made again before the last is kept: with no deck that can be played with is this ever likely.
const TRIES: u32 = 1 << 20;

/// Steps of the walk.
const STEPS: u32 = 2_500;

/// How the walk after a shuffle in the middle of a deal goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Walk {
    /// The best that we know.
    Quick,
    /// As it has always been: stored games begin with what it leads to.
    AsRecorded,
}

/// Steps of the walk that is as it has always been.
const RECORDED_STEPS: u32 = 5_000;

/// A place that holds a card: one that was played, then one in hand, then one in the deck.
#[derive(Clone, Copy)]
struct Spot {
    kind: u8,
    /// Whether the card was dealt before the shuffle in the middle of the deal.
    old: bool,
    owner: u8,
    /// Where it lies if that stack has been turned up.
    group: u8,
    /// Whether the eye sees which card it is.
    seen: bool,
}

const NO_SPOT: Spot = Spot {
    kind: 0,
    old: false,
    owner: NOBODY,
    group: NOBODY,
    seen: false,
};

/// The places whose cards an eye does not see, or sees only in part. A player's four come first in the order of play, then the hand.
pub(crate) struct Hidden {
    spots: [Spot; PLACES],
    /// All places in use: dealt ones first.
    list: [u8; PLACES],
    dealt: usize,
    count: usize,
    shuffled: bool,
    /// Who has laid a card that the eye sees; nobody else's cards can have been shown in several ways.
    shows: [bool; SEATS + 1],
}

impl Hidden {
    /// The real round, as far as `own` does not know it.
    pub(crate) fn of(game: &NeverBringAKnife, own: Option<Seat>) -> Self {
        let mut hidden = Self {
            spots: [NO_SPOT; PLACES],
            list: [0; PLACES],
            dealt: 0,
            count: 0,
            shuffled: game.before_shuffle > 0,
            shows: [false; SEATS + 1],
        };
        for seat in Seat::all(game.seat_count()).filter(|&seat| own != Some(seat)) {
            let player = game.player(seat);
            let old = game.dealt_before_shuffle(seat);
            let played = HAND - player.in_hand.count_ones() as usize;
            let mut held = (0..HAND).filter(|i| player.in_hand >> i & 1 == 1);
            for place in 0..HAND {
                let laid = player.laid[place];
                let (dealt, on_table) = if place < played {
                    (usize::from(laid.dealt) % HAND, true)
                } else {
                    (held.next().unwrap_or(0), false)
                };
                let seen = on_table && laid.face_up;
                let turned_up = on_table && !seen && game.is_revealed(Seat::new(laid.target.into()));
                hidden.add(
                    seat.index() * HAND + place,
                    Spot {
                        kind: player.dealt[dealt],
                        old: dealt < old,
                        owner: seat.index() as u8,
                        group: if turned_up { laid.target } else { NOBODY },
                        seen,
                    },
                );
            }
        }
        hidden.dealt = hidden.count;
        for (i, &kind) in game.pile.left().iter().enumerate() {
            hidden.add(DEALT + i, Spot { kind, ..NO_SPOT });
        }
        hidden
    }

    fn add(&mut self, place: usize, spot: Spot) {
        self.shows[usize::from(spot.owner)] |= spot.seen;
        self.spots[place] = spot;
        self.list[self.count] = place as u8;
        self.count += 1;
    }

    pub(crate) fn redeal(&mut self, walk: Walk, rng: &mut Rng) {
        match walk {
            _ if !self.shuffled => self.shuffle(rng),
            _ if self.dealt == 0 => {}
            Walk::Quick => (0..STEPS).for_each(|_| self.quick_step(rng)),
            Walk::AsRecorded => (0..RECORDED_STEPS).for_each(|_| self.recorded_step(rng)),
        }
    }

    /// Writes the round into the position: each player's old cards were dealt first.
    pub(crate) fn put_back(&self, game: &mut NeverBringAKnife, own: Option<Seat>) {
        for seat in Seat::all(game.seat_count()).filter(|&seat| own != Some(seat)) {
            let (mut old, mut new) = (0, game.dealt_before_shuffle(seat));
            let player = game.player_mut(seat);
            let played = HAND - player.in_hand.count_ones() as usize;
            player.in_hand = 0;
            for place in 0..HAND {
                let spot = self.spots[seat.index() * HAND + place];
                let next = if spot.old { &mut old } else { &mut new };
                let dealt = *next % HAND;
                *next += 1;
                player.dealt[dealt] = spot.kind;
                if place < played {
                    player.laid[place].dealt = dealt as u8;
                } else {
                    player.in_hand |= 1 << dealt;
                }
            }
        }
        for (card, spot) in game.pile.left_mut().iter_mut().zip(&self.spots[DEALT..]) {
            *card = spot.kind;
        }
    }

    /// In how many ways a player could have shown cards like those that were shown: for each, how many equal ones were in hand.
    fn ways(&self, owner: u8, counted: impl Fn(&Spot) -> bool) -> u32 {
        if owner == NOBODY {
            return 1;
        }
        let first = usize::from(owner) * HAND;
        let spots = &self.spots[first..first + HAND];
        let mut ways = 1;
        for (i, shown) in spots.iter().enumerate().filter(|(_, spot)| spot.seen) {
            let equal = spots[i..]
                .iter()
                .filter(|spot| spot.kind == shown.kind && counted(spot));
            ways *= equal.count() as u32;
        }
        ways
    }

    /// Shuffles the unseen cards, those of each turned-up stack among themselves, until a deal is kept.
    fn shuffle(&mut self, rng: &mut Rng) {
        let mut owners = [false; SEATS];
        for &place in &self.list[..self.dealt] {
            owners[usize::from(self.spots[usize::from(place)].owner)] = true;
        }
        // What the shown cards alone make up is the same for every deal.
        let fewest: [u32; SEATS] = std::array::from_fn(|owner| self.ways(owner as u8, |spot| spot.seen));
        let (pool, len, free) = self.pool();
        for _ in 0..TRIES {
            for group in 0..NOBODY {
                self.shuffle_stack(group, rng);
            }
            // The places of players come first in the list; the deck takes what is left.
            for i in 0..free {
                let other = i + rng.below((len - i) as u32) as usize;
                self.exchange(pool[i], pool[other]);
            }
            let kept = (0..SEATS).filter(|&owner| owners[owner]).all(|owner| {
                let ways = self.ways(owner as u8, |_| true);
                ways == fewest[owner] || rng.below(ways) < fewest[owner]
            });
            if kept {
                break;
            }
        }
    }

    /// The unseen places outside of turned-up stacks, how many they are, and how many of them are not in the deck.
    fn pool(&self) -> ([u8; PLACES], usize, usize) {
        let (mut places, mut len, mut free) = ([0; PLACES], 0, 0);
        for &place in &self.list[..self.count] {
            let spot = &self.spots[usize::from(place)];
            if !spot.seen && spot.group == NOBODY {
                places[len] = place;
                len += 1;
                free += usize::from(spot.owner != NOBODY);
            }
        }
        (places, len, free)
    }

    /// Shuffles the unseen cards of a stack that was turned up.
    fn shuffle_stack(&mut self, group: u8, rng: &mut Rng) {
        let mut places = [0; HAND];
        let mut len = 0;
        for &place in &self.list[..self.dealt] {
            if self.spots[usize::from(place)].group == group && len < HAND {
                places[len] = place;
                len += 1;
            }
        }
        for last in (1..len).rev() {
            let other = rng.below(last as u32 + 1) as usize;
            self.exchange(places[last], places[other]);
        }
    }

    fn exchange(&mut self, a: u8, b: u8) {
        let (a, b) = (usize::from(a), usize::from(b));
        let kind = self.spots[a].kind;
        self.spots[a].kind = self.spots[b].kind;
        self.spots[b].kind = kind;
    }

    /// A step of the walk, chosen by one draw. Some places may be chosen a little more often than others: a step and the step back are chosen
    /// alike, and that is what counts.
    fn quick_step(&mut self, rng: &mut Rng) {
        let lot = rng.next_u64();
        let below = |bits: u64, n: usize| (((bits & 0xffff) * n as u64) >> 16) as usize;
        let (anywhere, first) = (below(lot, self.count), below(lot >> 16, self.dealt));
        self.step([anywhere, first, below(lot >> 32, HAND)], (lot >> 62) as u32, rng);
    }

    fn recorded_step(&mut self, rng: &mut Rng) {
        let (anywhere, first) = (rng.below(self.count as u32), rng.below(self.dealt as u32));
        let (choice, second) = (rng.below(4), rng.below(HAND as u32));
        self.step([anywhere, first, second].map(|place| place as usize), choice, rng);
    }

    /// Two cards anywhere change places, or two cards of one player and one from anywhere.
    #[inline]
    fn step(&mut self, [anywhere, first, second]: [usize; 3], choice: u32, rng: &mut Rng) {
        let (anywhere, first) = (self.list[anywhere], self.list[first]);
        let second = first / HAND as u8 * HAND as u8 + second as u8;
        if first == anywhere {
            return;
        }
        match choice {
            0 | 1 => self.rotate(&[first, anywhere], rng),
            _ if second == first || second == anywhere => {}
            2 => self.rotate(&[first, second, anywhere], rng),
            _ => self.rotate(&[anywhere, second, first], rng),
        }
    }

    /// Each of these places gets the card of the next, if that agrees with what was seen, with the chance that is due.
    #[inline]
    fn rotate<const N: usize>(&mut self, cycle: &[u8; N], rng: &mut Rng) {
        let before = &cycle.map(|place| self.spots[usize::from(place)]);
        // Most steps are among cards of one age that nobody has seen anything of. They agree with everything.
        let one_age = before.iter().all(|spot| spot.old == before[0].old);
        let unseen = before.iter().all(|spot| !spot.seen && spot.group == NOBODY);
        if !(one_age && unseen || agrees(before)) {
            return;
        }
        if one_age && before.iter().all(|spot| spot.kind == before[0].kind) {
            return;
        }
        let after = |i: usize| turned(before, i);
        if !before.iter().any(|spot| self.shows[usize::from(spot.owner)]) {
            for (i, &place) in cycle.iter().enumerate() {
                self.spots[usize::from(place)] = after(i);
            }
            return;
        }
        let owner_ways = |hidden: &Self| {
            let firsts = (0..N).filter(|&i| before[..i].iter().all(|spot| spot.owner != before[i].owner));
            firsts.map(|i| hidden.ways(before[i].owner, |_| true)).product::<u32>()
        };
        let ways_before = owner_ways(self);
        for (i, &place) in cycle.iter().enumerate() {
            self.spots[usize::from(place)] = after(i);
        }
        let ways_after = owner_ways(self);
        if ways_after > ways_before && rng.below(ways_after) >= ways_before {
            for (spot, &place) in before.iter().zip(cycle) {
                self.spots[usize::from(place)] = *spot;
            }
        }
    }
}

/// What is in this place after each has got the card of the next.
fn turned(before: &[Spot], i: usize) -> Spot {
    let next = before[(i + 1) % before.len()];
    Spot {
        kind: next.kind,
        old: next.old,
        ..before[i]
    }
}

/// Whether everything that was seen stays true if each of these places gets the card of the next.
fn agrees(before: &[Spot]) -> bool {
    let len = before.len();
    if let [a, b] = before {
        // The same at a glance, for most of the steps that change anything.
        let ages = a.owner == b.owner || a.old == b.old;
        return ages && (a.kind == b.kind || !a.seen && !b.seen && a.group == b.group);
    }
    if (0..len).any(|i| before[i].seen && before[i].kind != before[(i + 1) % len].kind) {
        return false;
    }
    let after = |i: usize| turned(before, i);
    (0..len).all(|i| {
        let (was, is) = (before[i], after(i));
        let same_owner = |j: &usize| before[*j].owner == was.owner;
        let old_before = (0..len).filter(same_owner).filter(|&j| before[j].old).count();
        let old_after = (0..len).filter(same_owner).filter(|&j| after(j).old).count();
        let same_group = |j: &usize| !before[*j].seen && before[*j].group == was.group;
        let kind_before = (0..len)
            .filter(same_group)
            .filter(|&j| before[j].kind == is.kind)
            .count();
        let kind_after = (0..len)
            .filter(same_group)
            .filter(|&j| after(j).kind == is.kind)
            .count();
        let face_agrees = if was.seen {
            was.kind == is.kind
        } else {
            was.group == NOBODY || kind_before == kind_after
        };
        face_agrees && old_before == old_after
    })
}

impl NeverBringAKnife {
    /// How many cards a player was dealt in this round before the discards were shuffled.
    pub(crate) fn dealt_before_shuffle(&self, seat: Seat) -> usize {
        let before = usize::from(self.before_shuffle);
        before.saturating_sub(self.turn_of(seat)).div_ceil(self.seat_count())
    }
}
