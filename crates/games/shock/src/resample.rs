//! Dealing anew what an eye cannot know: the other hands, face-down cards, the two decks, and the dice.
//!
//! What an eye has seen of earlier rounds still tells something about hands that were carried over: a card that lay open in
//! the round before cannot have been carried over by anybody, nor can a card of a suit that its owner had shown not to
//! hold. So what is drawn is a whole *history* of the hidden cards since the last round that began without carried cards:
//! who held which card in each round, which were played face-down, which were kept. All histories that agree with everything
//! the eye has seen are equally likely (SH-P4).
//!
//! Counting these histories is out of reach (five rounds of a transportation problem with forbidden cells, linked card by
//! card), so they are drawn by a random walk. It starts from the real history and again and again lets two or three cards
//! change their places, in one round or in several in a row, whenever the result agrees with everything seen. Proposing a
//! change is as likely as proposing to take it back, so the walk prefers no history to another. Its bias is what is left of
//! its start after a fixed number of steps; `tests/resample.rs` measures it against full counts. Without shown voids and
//! carried cards there is nothing to walk around, and a plain shuffle is exact.

use roundtable_core::{Dice, Eye, Rng};

use crate::cards::{CARDS, Card, CardSet, Suit};
use crate::state::{ROUNDS, SEATS, Shock};

/// Steps of the walk for each round that is drawn.
const STEPS: usize = 600;

/// The most rounds that are drawn: all.
const LEVELS: usize = ROUNDS as usize;

/// The owner of cards that are in nobody's hand.
const NOBODY: u8 = 7;

/// Where a card is in a round: with whom it was dealt, and whether it is still in that hand when the round ends (or now).
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    owner: u8,
    in_hand: bool,
}

/// One round of a history.
#[derive(Clone, Copy)]
struct Level {
    places: [Place; CARDS],
    /// The suits that each player has shown not to hold.
    voids: [u8; SEATS],
    /// The cards whose place the eye does not know.
    unknown: CardSet,
    unknown_list: [u8; CARDS],
}

impl Level {
    fn new(players: usize, voids: [u8; SEATS]) -> Self {
        Self {
            places: [Place {
                owner: NOBODY,
                in_hand: false,
            }; CARDS],
            voids,
            unknown: CardSet::in_play(players),
            unknown_list: [0; CARDS],
        }
    }

    /// Writes down what a player was dealt; what the eye has seen of it is known.
    fn deal(&mut self, seat: usize, up: CardSet, down: CardSet, hand: CardSet, sees_hidden: bool) {
        for (cards, in_hand) in [(up, false), (down, false), (hand, true)] {
            for card in cards {
                self.places[card.index()] = Place {
                    owner: seat as u8,
                    in_hand,
                };
            }
        }
        self.unknown = self.unknown.without(up);
        if sees_hidden {
            self.unknown = self.unknown.without(down).without(hand);
        }
    }

    fn close(&mut self, trump: Card) {
        self.unknown.remove(trump);
        for (place, card) in self.unknown_list.iter_mut().zip(self.unknown) {
            *place = card.index() as u8;
        }
    }

    /// Whether a player may hold a card of this suit unseen.
    fn allows(&self, owner: u8, suit: Suit) -> bool {
        self.voids
            .get(usize::from(owner))
            .is_none_or(|voids| voids & suit.bit() == 0)
    }

    /// The unseen cards of a player: those played face-down, and the hand.
    fn hidden(&self, seat: usize) -> [CardSet; 2] {
        let mut sets = [CardSet::NONE; 2];
        for card in self.unknown {
            let place = self.places[card.index()];
            if usize::from(place.owner) == seat {
                sets[usize::from(place.in_hand)].insert(card);
            }
        }
        sets
    }
}

impl Shock {
    pub(crate) fn deal_unknown(&mut self, eye: Eye, rng: &mut Rng) {
        self.dice = Dice::from_rng(rng);
        if eye == Eye::All {
            return;
        }
        rng.shuffle(self.chest.hidden_mut());
        let players = self.seat_count();
        let mut levels = [Level::new(players, [0; SEATS]); LEVELS];
        let count = self.write_history(eye, &mut levels);
        let levels = &mut levels[..count];
        let voids = levels.iter().any(|level| level.voids.iter().any(|&suits| suits != 0));
        if count == 1 && !voids {
            shuffle(&mut levels[0], rng);
        } else {
            for _ in 0..STEPS * count {
                step(levels, rng);
            }
        }
        self.read_history(eye, levels, rng);
    }

    /// The real history as levels, the present round last; how many there are.
    fn write_history(&self, eye: Eye, levels: &mut [Level; LEVELS]) -> usize {
        let players = self.seat_count();
        let sees = |seat: usize| eye.seat().is_some_and(|own| own.index() == seat);
        let past = self.memory.rounds();
        for (level, past) in levels.iter_mut().zip(past) {
            level.voids = past.voids;
            for seat in 0..players {
                level.deal(seat, past.up[seat], past.down[seat], past.kept[seat], sees(seat));
            }
            level.close(past.trump);
        }
        let level = &mut levels[past.len()];
        for (seat, player) in self.at_table().iter().enumerate() {
            level.voids[seat] = player.voids;
            level.deal(seat, player.up, player.down, player.hand, sees(seat));
        }
        level.close(self.trump);
        past.len() + 1
    }

    fn read_history(&mut self, eye: Eye, levels: &[Level], rng: &mut Rng) {
        let unseen = |seat: usize| eye.seat().is_none_or(|own| own.index() != seat);
        let players = self.seat_count();
        let Some((present, past)) = levels.split_last() else {
            return;
        };
        for (round, level) in self.memory.rounds_mut().iter_mut().zip(past) {
            for seat in (0..players).filter(|&seat| unseen(seat)) {
                [round.down[seat], round.kept[seat]] = level.hidden(seat);
            }
        }
        for seat in (0..players).filter(|&seat| unseen(seat)) {
            let player = &mut self.players[seat];
            [player.down, player.hand] = present.hidden(seat);
            if let Some(laid) = &mut self.trick.cards[seat]
                && !laid.face_up
            {
                let which = rng.below(player.down.len() as u32) as usize;
                laid.card = player.down.into_iter().nth(which).unwrap_or(laid.card);
            }
        }
    }
}

/// Every arrangement is as likely as any other: the unknown cards change places at random.
fn shuffle(level: &mut Level, rng: &mut Rng) {
    let count = level.unknown.len();
    let mut places = level.places;
    for (place, card) in places.iter_mut().zip(level.unknown) {
        *place = level.places[card.index()];
    }
    rng.shuffle(&mut places[..count]);
    for (place, card) in places.iter().zip(level.unknown) {
        level.places[card.index()] = *place;
    }
}

/// One step of the walk: proposes that two or three cards move round in the rounds `from..=to`, and does so if it may.
fn step(levels: &mut [Level], rng: &mut Rng) {
    let to = rng.below(levels.len() as u32) as usize;
    let from = to
        - if rng.next_u64() >> 63 == 0 {
            0
        } else {
            rng.below(to as u32 + 1) as usize
        };
    let list = &levels[to].unknown_list[..levels[to].unknown.len()];
    if list.len() < 3 {
        // Two unknown cards: the Dungeon deck alone holds as many, so nothing else is unknown.
        return;
    }
    let cards = [rng.pick(list), rng.pick(list), rng.pick(list)];
    let cards = if rng.next_u64() >> 62 == 0 {
        &cards[..]
    } else {
        &cards[..2]
    };
    if cards[0] == cards[1] || cards.len() == 3 && (cards[2] == cards[0] || cards[2] == cards[1]) {
        return;
    }
    let next = |i: usize| usize::from(cards[if i + 1 == cards.len() { 0 } else { i + 1 }]);
    for (i, &index) in cards.iter().enumerate() {
        let card = Card::from_index(index.into());
        for level in &levels[from..=to] {
            let goes_to = level.places[next(i)].owner;
            if !level.unknown.contains(card) || !level.allows(goes_to, card.suit()) {
                return;
            }
        }
        // Who carries a card into a round holds it there.
        if let Some(before) = from.checked_sub(1).map(|before| levels[before].places[card.index()])
            && before.in_hand
            && before.owner != levels[from].places[next(i)].owner
        {
            return;
        }
        let goes_to = levels[to].places[next(i)];
        if let Some(after) = levels.get(to + 1).map(|after| after.places[card.index()])
            && goes_to.in_hand
            && goes_to.owner != after.owner
        {
            return;
        }
    }
    for level in &mut levels[from..=to] {
        let first = level.places[usize::from(cards[0])];
        for (i, &index) in cards.iter().enumerate() {
            level.places[usize::from(index)] = if i + 1 == cards.len() {
                first
            } else {
                level.places[next(i)]
            };
        }
    }
}
