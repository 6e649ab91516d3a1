//! Redeals what an eye cannot know: the other hands, face-down cards, the two decks, and the dice.
//!
//! What an eye has seen of earlier rounds is still evidence about hands that were carried over: nobody can have carried
//! over a card that lay open in the round before, nor a card of a suit in which they had shown a void. So a sample is a
//! whole *history* of the hidden cards since the last round that began without carried cards: who held which card in
//! each round, which were played face-down, which were kept. All histories that agree with everything the eye has seen
//! are equally likely (SH-P4).
//!
//! Counting these histories is infeasible (five rounds of a transportation problem with forbidden cells, linked card by
//! card), so a random walk draws one. It starts from a history that anyone who has seen the same could lay out
//! ([`beginning`](crate::beginning)), and repeatedly swaps two or three cards, in one round or in several consecutive
//! ones, whenever the result agrees with everything seen. Every change is as likely to be proposed as its reverse, so
//! the walk favours no history, and its only bias is what is left of its start after a fixed number of steps. The tests
//! compare it with full enumeration (`tests/rules/knowledge.rs`) and with walks several times as long (below). Without
//! shown voids and carried cards there are no constraints, and a plain shuffle is exact.
//!
//! So a sample depends only on what the eye has seen and on the random generator.

use roundtable_core::{Dice, Eye, Rng};

use crate::cards::{CARDS, Card, CardSet};
use crate::state::{ROUNDS, SEATS, Shock};

/// Steps of the walk for each round that is drawn.
const STEPS: usize = 400;

/// The most rounds that are drawn: all of them.
pub(crate) const LEVELS: usize = ROUNDS as usize;

/// Where a card is in a round. The lower bits say to whom it was dealt (or to nobody); one bit says whether it is still
/// in that hand at the end of the round, or now. If so, its owner has it in the next round too.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place(u8);

const OWNER: u8 = 7;
pub(crate) const NOBODY: u8 = 7;
pub(crate) const IN_HAND: u8 = 8;

impl Place {
    pub(crate) const fn owner(self) -> usize {
        (self.0 & OWNER) as usize
    }

    const fn is_in_hand(self) -> bool {
        self.0 & IN_HAND != 0
    }

    /// Whether a card can be here in one round and there in the next: a player who carries a card over holds it.
    pub(crate) const fn leads_to(self, next: Self) -> bool {
        !self.is_in_hand() | (self.0 & OWNER == next.0 & OWNER)
    }
}

/// The places of one card in all rounds, a byte each, so that two cards can be swapped in several rounds at once.
#[derive(Clone, Copy)]
pub(crate) struct Path(pub u64);

impl Path {
    const NOWHERE: Self = Self(u64::from_ne_bytes([NOBODY; 8]));

    pub(crate) const fn place(self, level: usize) -> Place {
        Place((self.0 >> (8 * level)) as u8)
    }

    pub(crate) const fn set(&mut self, level: usize, place: u8) {
        self.0 = self.0 & !(0xff << (8 * level)) | (place as u64) << (8 * level);
    }

    /// The first of the rounds through which the card was carried to this one.
    pub(crate) const fn start(self, level: usize) -> usize {
        const IN_HANDS: u64 = u64::from_ne_bytes([IN_HAND; 8]);
        // A byte of ones for every round that the card is carried out of, the round before `level` at the top.
        let carried = ((self.0 & IN_HANDS) / IN_HAND as u64 * 0xff).unbounded_shl(64 - 8 * level as u32);
        level - carried.leading_ones() as usize / 8
    }
}

/// The bytes of the rounds `from..=to`.
pub(crate) const fn span(from: usize, to: usize) -> u64 {
    (u64::MAX >> (56 - 8 * (to - from))) << (8 * from)
}

/// A history of the hidden cards, and what the eye has seen of it.
#[cfg_attr(test, derive(Clone))]
pub(crate) struct History {
    /// How many rounds; the current one is the last.
    pub levels: usize,
    pub paths: [Path; CARDS],
    /// For each card, a byte of ones for every round in which its place is unknown.
    pub unknown: [u64; CARDS],
    /// For each round, the cards whose place is unknown: as a set, and as a list.
    pub hidden: [CardSet; LEVELS],
    lists: [[u8; CARDS]; LEVELS],
    counts: [usize; LEVELS],
    /// For each round and player, the cards that the eye knows to have been with that player.
    pub shown: [[CardSet; SEATS]; LEVELS],
    /// For each round and player, how many unknown cards were played face-down, and how many were in hand at the end.
    pub sizes: [[[usize; 2]; SEATS]; LEVELS],
    /// For each round and owner, the suits in which the owner has shown a void.
    pub voids: [[u8; OWNER as usize + 1]; LEVELS],
}

impl Shock {
    pub(crate) fn deal_unknown(&mut self, eye: Eye, rng: &mut Rng) {
        self.dice = Dice::from_rng(rng);
        if eye == Eye::All {
            return;
        }
        self.chest.hidden_mut().sort_unstable();
        rng.shuffle(self.chest.hidden_mut());
        let mut history = self.write_history(eye);
        history.begin(rng);
        history.draw(STEPS, rng);
        self.read_history(eye, &history, rng);
    }

    /// What the eye has seen of the history.
    fn write_history(&self, eye: Eye) -> History {
        let past = self.memory.rounds();
        let mut history = History {
            levels: past.len() + 1,
            paths: [Path::NOWHERE; CARDS],
            unknown: [0; CARDS],
            hidden: [CardSet::NONE; LEVELS],
            lists: [[0; CARDS]; LEVELS],
            counts: [0; LEVELS],
            shown: [[CardSet::NONE; SEATS]; LEVELS],
            sizes: [[[0; 2]; SEATS]; LEVELS],
            voids: [[0; OWNER as usize + 1]; LEVELS],
        };
        let seats = self.seat_count();
        for (level, past) in past.iter().enumerate() {
            let dealt = |seat: usize| [past.up[seat], past.down[seat], past.kept[seat]];
            history.write_round(level, seats, eye, past.trump, &past.voids, dealt);
        }
        let dealt = |seat: usize| [self.players[seat].up, self.players[seat].down, self.players[seat].hand];
        let voids = self.players.map(|player| player.voids);
        history.write_round(past.len(), seats, eye, self.trump, &voids, dealt);
        history
    }

    fn read_history(&mut self, eye: Eye, history: &History, rng: &mut Rng) {
        let sees = eye.seat().map(|seat| seat.index());
        let seats = self.seat_count();
        for (level, round) in self.memory.rounds_mut().iter_mut().enumerate() {
            let hidden = history.hidden_cards(level);
            for seat in (0..seats).filter(|&seat| sees != Some(seat)) {
                [round.down[seat], round.kept[seat]] = hidden[seat];
            }
        }
        let hidden = history.hidden_cards(history.levels - 1);
        for seat in (0..seats).filter(|&seat| sees != Some(seat)) {
            let player = &mut self.players[seat];
            [player.down, player.hand] = hidden[seat];
            if let Some(laid) = &mut self.trick.cards[seat]
                && !laid.face_up
            {
                let which = rng.below(player.down.len() as u32) as usize;
                laid.card = player.down.into_iter().nth(which).unwrap_or(laid.card);
            }
        }
    }
}

impl History {
    /// Writes down what the eye has seen of a round; `dealt` gives what each player played face-up, played face-down,
    /// and had in hand at the end. Of the cards that the eye has not seen, only their number is used.
    fn write_round(
        &mut self,
        level: usize,
        seats: usize,
        eye: Eye,
        trump: Card,
        voids: &[u8; SEATS],
        dealt: impl Fn(usize) -> [CardSet; 3],
    ) {
        let mut unknown = CardSet::in_play(seats);
        unknown.remove(trump);
        for seat in 0..seats {
            let [up, down, hand] = dealt(seat);
            let mut shown = [(up, 0), (CardSet::NONE, 0), (CardSet::NONE, IN_HAND)];
            if eye.seat().is_some_and(|own| own.index() == seat) {
                (shown[1].0, shown[2].0) = (down, hand);
            } else {
                self.sizes[level][seat] = [down.len(), hand.len()];
            }
            for (cards, bit) in shown {
                for card in cards {
                    self.paths[card.index()].set(level, seat as u8 | bit);
                }
                unknown = unknown.without(cards);
                self.shown[level][seat] = self.shown[level][seat].and(cards);
            }
        }
        self.voids[level][..SEATS].copy_from_slice(voids);
        self.hidden[level] = unknown;
        self.counts[level] = unknown.len();
        for (place, card) in self.lists[level].iter_mut().zip(unknown) {
            *place = card.index() as u8;
            self.unknown[card.index()] |= span(level, level);
        }
    }

    pub(crate) fn list(&self, level: usize) -> &[u8] {
        &self.lists[level][..self.counts[level]]
    }

    /// The unseen cards of every player in a round: those played face-down, and the hand.
    fn hidden_cards(&self, level: usize) -> [[CardSet; 2]; OWNER as usize + 1] {
        let mut sets = [[CardSet::NONE; 2]; OWNER as usize + 1];
        for &index in self.list(level) {
            let place = self.paths[usize::from(index)].place(level);
            sets[place.owner()][usize::from(place.is_in_hand())].insert(Card::from_index(index.into()));
        }
        sets
    }

    /// Whether nothing was carried over and nobody has shown a void.
    pub(crate) fn is_plain(&self) -> bool {
        self.levels == 1 && self.voids[0] == [0; OWNER as usize + 1]
    }

    /// Draws any history that agrees with what was seen, starting from one that does.
    fn draw(&mut self, steps: usize, rng: &mut Rng) {
        if self.is_plain() {
            self.shuffle(rng);
        } else {
            for _ in 0..steps * self.levels {
                self.step(rng);
            }
        }
    }

    /// One round without constraints: all arrangements are equally likely.
    fn shuffle(&mut self, rng: &mut Rng) {
        let list = self.lists[0];
        let list = &list[..self.counts[0]];
        for last in (1..list.len()).rev() {
            let other = rng.below(last as u32 + 1) as usize;
            self.paths.swap(list[last].into(), list[other].into());
        }
    }

    /// One step of the walk: proposes a swap, and makes it if the history then still agrees with what was seen.
    fn step(&mut self, rng: &mut Rng) {
        // One random number serves for the whole proposal. Its parts are not quite uniform, but that does no harm: they
        // do not depend on where the cards are.
        let random = rng.next_u64();
        let part = |place: u32, below: usize| ((random >> place & 0xfff) as usize * below) >> 12;
        let last = self.levels - 1;
        let level = if random >> 63 == 0 { last } else { part(36, self.levels) };
        let list = self.list(level);
        if list.is_empty() {
            return;
        }
        let card = |place: u32| usize::from(list[part(place, list.len())]);
        if random >> 48 & 15 == 0 {
            self.rotate(level, [card(0), card(12), card(24)]);
        } else {
            self.exchange(level, random >> 62 & 1 == 0, card(0), card(12));
        }
    }

    /// Swaps two cards in one round or, with `carried`, in all rounds through which either was carried to this one.
    fn exchange(&mut self, to: usize, carried: bool, a: usize, b: usize) {
        let (path_a, path_b) = (self.paths[a], self.paths[b]);
        let from = if carried {
            path_a.start(to).min(path_b.start(to))
        } else {
            to
        };
        let span = span(from, to);
        // Conditions are combined without branches, which would be unpredictable.
        let mut may = (self.unknown[a] & self.unknown[b] & span == span)
            & self.may_take(from, to, a, path_a, path_b)
            & self.may_take(from, to, b, path_b, path_a);
        for level in from..to {
            may &= self.may_hold(level, a, path_b) & self.may_hold(level, b, path_a);
        }
        if carried && from > 0 {
            // The reverse swap must span the same rounds.
            may &= !path_a.place(from - 1).is_in_hand() & !path_b.place(from - 1).is_in_hand();
        }
        let change = if may { (path_a.0 ^ path_b.0) & span } else { 0 };
        self.paths[a].0 ^= change;
        self.paths[b].0 ^= change;
    }

    /// Rotates three cards in one round: this may be possible where voids bar every swap.
    fn rotate(&mut self, level: usize, cards: [usize; 3]) {
        let [a, b, c] = cards;
        if a == b || b == c || c == a {
            return;
        }
        let [path_a, path_b, path_c] = cards.map(|card| self.paths[card]);
        let may = self.may_take(level, level, a, path_a, path_b)
            & self.may_take(level, level, b, path_b, path_c)
            & self.may_take(level, level, c, path_c, path_a);
        if may {
            self.paths[a].set(level, path_b.place(level).0);
            self.paths[b].set(level, path_c.place(level).0);
            self.paths[c].set(level, path_a.place(level).0);
        }
    }

    /// Whether a card can take another's places in the rounds `from..=to` and keep its own before and after, as far as
    /// the ends of these rounds go.
    fn may_take(&self, from: usize, to: usize, card: usize, own: Path, other: Path) -> bool {
        let before = from == 0 || own.place(from - 1).leads_to(other.place(from));
        let after = to + 1 == self.levels || other.place(to).leads_to(own.place(to + 1));
        before & after & self.may_hold(to, card, other)
    }

    /// Whether the owner of a place in a round can have this card there, according to shown voids.
    fn may_hold(&self, level: usize, card: usize, path: Path) -> bool {
        self.voids[level][path.place(level).owner()] & Card::from_index(card).suit().bit() == 0
    }
}

#[cfg(test)]
mod tests {
    use roundtable_core::{Game as _, GameDeck as _, Seat, Silent};

    use super::*;
    use crate::{Deck, Options};

    /// Looks at some positions of random games.
    fn look_at_games(players: usize, games: u64, one_in: u32, mut look: impl FnMut(&Shock, &mut Rng)) {
        for seed in 0..games {
            let (deck, dice) = (Deck::standard(), Dice::from_seed(seed));
            let mut game = Shock::new(players, Options::default(), &deck, dice, &mut Silent).expect("a game");
            let (mut rng, mut moves) = (Rng::new(seed), Vec::new());
            while let Some(seat) = game.to_act().first() {
                if rng.below(one_in) == 0 {
                    look(&game, &mut rng);
                }
                game.legal_moves(seat, &mut moves);
                game.play(seat, rng.pick(&moves), &mut Silent);
            }
        }
    }

    /// The bias of the walk is what is left of its start. If a walk eight times as long leaves as many cards in their
    /// starting places, the walk is long enough.
    #[test]
    fn sh_p4_samples_forget_where_the_walk_began() {
        for (players, bound) in [(3, 0.01), (4, 0.01), (5, 0.015)] {
            let (mut once, mut often, mut held) = (0, 0, 0);
            look_at_games(players, 60, 15, |game, rng| {
                let mut start = game.write_history(Eye::Seat(Seat::new(0)));
                start.begin(rng);
                let last = start.levels - 1;
                let begun = start.hidden_cards(last);
                let mut drawn = |steps: usize| {
                    let mut history = start.clone();
                    history.draw(steps, rng);
                    let cards = history.hidden_cards(last);
                    let same = |seat: usize| cards[seat][1].within(begun[seat][1]).len();
                    (1..players).map(same).sum::<usize>()
                };
                for _ in 0..12 {
                    once += drawn(STEPS);
                    often += drawn(8 * STEPS);
                    held += begun[1..players].iter().map(|cards| cards[1].len()).sum::<usize>();
                }
            });
            let share = |count: usize| count as f64 / held as f64;
            let bias = share(once) - share(often);
            assert!(
                held > 20_000 && bias.abs() < bound,
                "{players} players: {bias} of {held} cards"
            );
        }
    }

    /// How hard it is to find a history to start from: mostly there is nothing to mend, and never so much that it
    /// would take long.
    #[test]
    fn sh_p4_a_history_to_begin_with_is_found_soon() {
        let (mut most, mut all, mut mended) = (0, 0, 0);
        for players in 3..=5 {
            look_at_games(players, 150, 4, |game, rng| {
                for eye in Eye::limited(players) {
                    let mut history = game.write_history(eye);
                    let mends = history.begin(rng);
                    assert_eq!(history.conflict(rng), None);
                    most = mends.max(most);
                    all += 1;
                    mended += usize::from(mends > 0);
                }
            });
        }
        assert!(
            all > 20_000 && most < 10_000 && mended * 20 < all,
            "mended {mended} of {all}, at most {most} times"
        );
    }
}
