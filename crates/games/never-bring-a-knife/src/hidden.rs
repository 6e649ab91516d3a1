//! Redeals the hidden cards of a round.
//!
//! This draws a whole round as it may have been: which cards were dealt to whom, and which of them each player laid
//! face-down where. All deals are equally likely, and so is every card of a hand when one is laid face-down; a card
//! laid face-up only proves that it was there (NK-P4). An eye has seen its own cards, every face-up card with its
//! player, the cards of every turned-up stack (though not who laid which), and what lay in the old deck when the
//! discards were shuffled in the middle of the deal.
//!
//! It is not enough to leave the face-up cards where they are and shuffle the others into the free places: a hand with
//! three Guns would come up once for each Gun that may be the one shown. So such a deal is kept with a chance of one in
//! the number of equal cards that could have been shown, and otherwise redone. That is exact. Each player's factor of
//! that chance is at least one in six, and with ordinary cards about ten deals suffice.
//!
//! After a shuffle in the middle of the deal, one more thing is unknown: whether a seen card came from the old deck or
//! the new. That is decided first ([`ages`](crate::ages)), again for every deal.

use arrayvec::ArrayVec;
use roundtable_core::{Rng, Seat};

use crate::ages::Ages;
use crate::cards::KINDS;
use crate::deck::{HAND, MOST_CARDS, SEATS};
use crate::state::NeverBringAKnife;

/// Places for cards: four for each player, then the deck.
const DEALT: usize = SEATS * HAND;
const PLACES: usize = DEALT + MOST_CARDS;

/// The owner of a card in the deck, and the group of all places outside turned-up stacks.
pub(crate) const NOBODY: u8 = SEATS as u8;

/// How many deals are tried before the last one is kept anyway, which is unlikely with any playable deck.
const TRIES: u32 = 1 << 20;

/// A place that holds a card: one that was played, one in hand, or one in the deck.
#[derive(Clone, Copy)]
pub(crate) struct Spot {
    pub kind: u8,
    /// Whether the card was dealt before the shuffle in the middle of the deal.
    pub old: bool,
    pub owner: u8,
    /// The stack it lies in, if that stack has been turned up.
    pub group: u8,
    /// Whether the eye sees which card it is.
    pub seen: bool,
}

impl Spot {
    /// Whether the eye has seen the card, even if only among others in a stack.
    pub(crate) fn is_known(&self) -> bool {
        self.seen || self.group != NOBODY
    }
}

const NO_SPOT: Spot = Spot {
    kind: 0,
    old: false,
    owner: NOBODY,
    group: NOBODY,
    seen: false,
};

/// The places whose cards an eye does not see, or sees only in part. A player's four are the played cards in order,
/// then the hand.
pub(crate) struct Hidden {
    pub spots: [Spot; PLACES],
    /// All places in use: dealt ones first.
    pub list: [u8; PLACES],
    pub dealt: usize,
    pub count: usize,
    shuffled: bool,
    /// The stacks that were turned up with cards that the eye had not seen before, a bit for each.
    turned_up: u8,
    /// Who has laid a card that the eye sees; only their cards could have been shown in several ways.
    shows: [bool; SEATS + 1],
}

/// Places whose cards can be permuted freely.
struct Pool {
    places: [u8; PLACES],
    count: usize,
    /// How many of them are not in the deck.
    dealt: usize,
}

impl Hidden {
    /// The part of the real round that `own` does not know.
    pub(crate) fn of(game: &NeverBringAKnife, own: Option<Seat>) -> Self {
        let mut hidden = Self {
            spots: [NO_SPOT; PLACES],
            list: [0; PLACES],
            dealt: 0,
            count: 0,
            shuffled: game.before_shuffle > 0,
            turned_up: 0,
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
        self.turned_up |= u8::from(spot.group != NOBODY) << (spot.group % NOBODY);
        self.spots[place] = spot;
        self.list[self.count] = place as u8;
        self.count += 1;
    }

    pub(crate) fn redeal(&mut self, rng: &mut Rng) {
        if self.shuffled {
            self.shuffle_by_age(rng);
        } else {
            self.shuffle(rng);
        }
    }

    /// All places in use.
    pub(crate) fn in_use(&self) -> impl Iterator<Item = &Spot> {
        self.list[..self.count]
            .iter()
            .map(|&place| &self.spots[usize::from(place)])
    }

    /// The players and their four places.
    pub(crate) fn hands(&self) -> impl Iterator<Item = (u8, &[Spot])> {
        let hands = self.spots[..DEALT].chunks_exact(HAND);
        hands
            .zip(0..)
            .filter(|(hand, _)| hand[0].owner != NOBODY)
            .map(|(hand, owner)| (owner, hand))
    }

    pub(crate) fn hand_mut(&mut self, owner: u8) -> &mut [Spot] {
        let first = usize::from(owner) * HAND;
        &mut self.spots[first..first + HAND]
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

    /// In how many ways a player could have shown cards equal to those shown: for each, how many equal ones were in
    /// hand.
    pub(crate) fn ways(&self, owner: u8, counted: impl Fn(&Spot) -> bool) -> u32 {
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
        let fewest = self.fewest_ways();
        let pool = self.pool(false);
        self.put_in_order(&pool.places[..pool.count]);
        let stacks: ArrayVec<_, SEATS> = self.stacks().collect();
        for places in &stacks {
            self.put_in_order(places);
        }
        for _ in 0..TRIES {
            for places in &stacks {
                self.shuffle_stack(places, rng);
            }
            self.mix(&pool, rng);
            if self.is_kept(&fewest, rng) {
                break;
            }
        }
    }

    /// Does the same after a shuffle in the middle of the deal.
    fn shuffle_by_age(&mut self, rng: &mut Rng) {
        let fewest = self.fewest_ways();
        let mut ages = Ages::of(self);
        ages.forget(rng);
        for _ in 0..TRIES {
            ages.next(rng);
            ages.deal(self, rng);
            if self.is_kept(&fewest, rng) {
                break;
            }
        }
    }

    /// Deals the unknown cards of one age.
    pub(crate) fn deal_unknown(&mut self, old: bool, kinds: impl Iterator<Item = u8>, rng: &mut Rng) {
        let pool = self.pool(old);
        for (&place, kind) in pool.places[..pool.count].iter().zip(kinds) {
            self.spots[usize::from(place)].kind = kind;
        }
        self.mix(&pool, rng);
    }

    /// For each player, in how many ways the shown cards alone could have been shown: the same for every deal.
    fn fewest_ways(&self) -> [u32; SEATS] {
        std::array::from_fn(|owner| self.ways(owner as u8, |spot| spot.seen))
    }

    /// Whether this deal is kept.
    fn is_kept(&self, fewest: &[u32; SEATS], rng: &mut Rng) -> bool {
        (0..SEATS).filter(|&owner| self.shows[owner]).all(|owner| {
            let ways = self.ways(owner as u8, |_| true);
            ways == fewest[owner] || rng.below(ways) < fewest[owner]
        })
    }

    /// The unknown places of one age.
    fn pool(&self, old: bool) -> Pool {
        let mut pool = Pool {
            places: [0; PLACES],
            count: 0,
            dealt: 0,
        };
        for &place in &self.list[..self.count] {
            let spot = &self.spots[usize::from(place)];
            if !spot.is_known() && spot.old == old {
                pool.places[pool.count] = place;
                pool.count += 1;
                pool.dealt += usize::from(spot.owner != NOBODY);
            }
        }
        pool
    }

    /// Shuffles the cards of a pool. The players' places come first; the deck takes what is left.
    fn mix(&mut self, pool: &Pool, rng: &mut Rng) {
        for i in 0..pool.dealt {
            let other = i + rng.below((pool.count - i) as u32) as usize;
            self.exchange(pool.places[i], pool.places[other]);
        }
    }

    /// Shuffles the unseen cards of a turned-up stack.
    fn shuffle_stack(&mut self, places: &[u8], rng: &mut Rng) {
        for last in (1..places.len()).rev() {
            let other = rng.below(last as u32 + 1) as usize;
            self.exchange(places[last], places[other]);
        }
    }

    /// For each turned-up stack, the places of its unseen cards.
    fn stacks(&self) -> impl Iterator<Item = ArrayVec<u8, HAND>> {
        let groups = (0..NOBODY).filter(|group| self.turned_up >> group & 1 == 1);
        groups.map(|group| {
            let in_group = |&&place: &&u8| self.spots[usize::from(place)].group == group;
            let places = self.list[..self.dealt].iter().filter(in_group);
            places.take(HAND).copied().collect()
        })
    }

    /// Sorts the cards in these places, so that a shuffle depends only on which cards they are.
    fn put_in_order(&mut self, places: &[u8]) {
        let mut counts = [0; KINDS];
        for &place in places {
            counts[usize::from(self.spots[usize::from(place)].kind)] += 1;
        }
        let kinds = (0..)
            .zip(counts)
            .flat_map(|(kind, count)| std::iter::repeat_n(kind, count));
        for (&place, kind) in places.iter().zip(kinds) {
            self.spots[usize::from(place)].kind = kind;
        }
    }

    fn exchange(&mut self, a: u8, b: u8) {
        let (a, b) = (usize::from(a), usize::from(b));
        let kind = self.spots[a].kind;
        self.spots[a].kind = self.spots[b].kind;
        self.spots[b].kind = kind;
    }
}

impl NeverBringAKnife {
    /// How many cards a player was dealt in this round before the discards were shuffled.
    pub(crate) fn dealt_before_shuffle(&self, seat: Seat) -> usize {
        let before = usize::from(self.before_shuffle);
        before.saturating_sub(self.turn_of(seat)).div_ceil(self.seat_count())
    }
}
