//! A position: what lies where, whose decision it is, and what is remembered of earlier rounds.

use arrayvec::ArrayVec;
use roundtable_core::{Dice, Seat};

use crate::Options;
use crate::cards::{Card, CardSet, KINDS, Kind, Suit};
use crate::deck::{ChestCard, Deck, MOST_CHEST};

/// The most players.
pub(crate) const SEATS: usize = 5;

/// How many rounds a game lasts.
pub(crate) const ROUNDS: u8 = 5;

/// How many cards each player begins a round with (SH-R20).
pub(crate) const fn hand_size(players: usize) -> usize {
    if players == 5 { 8 } else { 9 }
}

/// A position of SHOCK!: plain data of less than a kilobyte, cloned without allocation.
#[derive(Clone, Debug)]
pub struct Shock {
    pub(crate) print: Prints,
    pub(crate) seats: u8,
    pub(crate) options: Options,
    /// From 1 to 5.
    pub(crate) round: u8,
    pub(crate) phase: Phase,
    pub(crate) trick: Trick,
    /// How many players are in the round.
    pub(crate) inside: u8,
    /// Who was first to act in this round.
    pub(crate) first_leader: Seat,
    /// Who won the last trick of this round, if one was won (SH-R19).
    pub(crate) last_winner: Option<Seat>,
    /// The card under the Round Board.
    pub(crate) trump: Card,
    /// The Chest Poison cards in the centre.
    pub(crate) centre: [u8; KINDS],
    pub(crate) chest: Chest,
    pub(crate) players: [Player; SEATS],
    pub(crate) memory: Memory,
    pub(crate) dice: Dice,
}

/// The decision to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// A player in the round plays a card or withdraws (SH-R5).
    Turn { seat: Seat },
    /// A player out of the round plays a card face-down (SH-R6, SH-R7).
    Down { seat: Seat },
    /// The winner of the trick has a Potion kept from an earlier trick and several kinds of Poison to put it on
    /// (SH-R13).
    MustCover {
        seat: Seat,
        /// The Potions of this trick, which come afterwards.
        fresh: CardSet,
    },
    /// The winner of the trick uses or keeps the first of these new Potions (SH-R13).
    MayCover { seat: Seat, fresh: CardSet },
    /// A Chest card has been revealed, and up to `more` others may be (SH-R17).
    Challenge { seat: Seat, more: u8 },
    /// The game is over.
    Over,
}

/// What is printed on the Number cards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prints {
    pub icons: CardSet,
    pub poison: [CardSet; KINDS],
    pub potions: CardSet,
    /// Poison and Potion cards: what the winner of a trick takes.
    pub taken: CardSet,
}

impl Prints {
    pub(crate) fn new(deck: &Deck) -> Self {
        let taken = deck.poison.into_iter().fold(deck.potions, CardSet::and);
        Self {
            icons: deck.icons,
            poison: deck.poison,
            potions: deck.potions,
            taken,
        }
    }

    /// The Poison cards of all kinds.
    pub(crate) const fn all_poison(&self) -> CardSet {
        self.taken.without(self.potions)
    }
}

/// Whether a player is in the round, or why not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Standing {
    In,
    Withdrawn,
    Shocked,
}

/// What one player has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Player {
    pub hand: CardSet,
    /// Played face-up in this round.
    pub up: CardSet,
    /// Played face-down in this round.
    pub down: CardSet,
    /// Poison and Potion cards in front.
    pub front: CardSet,
    /// Those of them that are covered Poison cards, or Potions that cover one.
    pub covered: CardSet,
    /// Jewels inside the bag.
    pub banked: u16,
    /// Jewels on top of the bag.
    pub on_top: u16,
    /// The suits in which this player has shown a void since the last deal.
    pub voids: u8,
    pub standing: Standing,
}

impl Player {
    pub(crate) const NEW: Self = Self {
        hand: CardSet::NONE,
        up: CardSet::NONE,
        down: CardSet::NONE,
        front: CardSet::NONE,
        covered: CardSet::NONE,
        banked: 0,
        on_top: 0,
        voids: 0,
        standing: Standing::In,
    };

    pub(crate) const fn is_in(&self) -> bool {
        matches!(self.standing, Standing::In)
    }

    /// The Poison cards in front that nothing covers.
    pub(crate) const fn uncovered(&self, print: &Prints) -> CardSet {
        self.front.without(self.covered).within(print.all_poison())
    }

    /// The Potions in front that cover nothing.
    pub(crate) const fn potions(&self, print: &Prints) -> CardSet {
        self.front.without(self.covered).within(print.potions)
    }
}

/// A card on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Laid {
    pub card: Card,
    pub face_up: bool,
}

/// The trick on the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trick {
    /// Whose turn was first.
    pub first: Seat,
    /// By seat.
    pub cards: [Option<Laid>; SEATS],
    pub count: u8,
    /// The cards that lie face-up.
    pub up: CardSet,
    /// The jewels on its cards.
    pub jewels: u8,
    /// The lead suit and the best card so far, once a card is face-up.
    pub best: Option<Best>,
}

/// What decides a trick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Best {
    pub lead: Suit,
    pub card: Card,
    pub seat: Seat,
}

impl Trick {
    pub(crate) const fn new(first: Seat) -> Self {
        Self {
            first,
            cards: [None; SEATS],
            count: 0,
            up: CardSet::NONE,
            jewels: 0,
            best: None,
        }
    }
}

/// The Chest deck in its order: the first `revealed` cards lie open, the others face-down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chest {
    cards: [u8; MOST_CHEST],
    len: u8,
    pub revealed: u8,
}

/// A Poison card is encoded as this plus its kind, a Jewel card as its large icons times eight plus its small icons.
const POISON: u8 = 64;

const fn encode(card: ChestCard) -> u8 {
    match card {
        ChestCard::Jewels { large, small } => large << 3 | small,
        ChestCard::Poison { kind } => POISON | kind as u8,
    }
}

const fn decode(byte: u8) -> ChestCard {
    if byte < POISON {
        ChestCard::Jewels {
            large: byte >> 3,
            small: byte & 7,
        }
    } else {
        ChestCard::Poison {
            kind: Kind::ALL[(byte - POISON) as usize],
        }
    }
}

impl Chest {
    /// A deck of these cards in this order. There are at most [`MOST_CHEST`].
    pub(crate) fn new(cards: &[ChestCard]) -> Self {
        let mut bytes = [0; MOST_CHEST];
        for (byte, &card) in bytes.iter_mut().zip(cards) {
            *byte = encode(card);
        }
        Self {
            cards: bytes,
            len: cards.len().min(MOST_CHEST) as u8,
            revealed: 0,
        }
    }

    /// Turns the next card over. The deck cannot run out (SH-R17); if it did, this would return a card without icons.
    pub(crate) fn reveal(&mut self) -> ChestCard {
        let card = self.cards.get(usize::from(self.revealed)).copied().unwrap_or(0);
        self.revealed += 1;
        decode(card)
    }

    /// The cards that lie open, in the order they were revealed.
    pub(crate) fn open(&self) -> impl Iterator<Item = ChestCard> {
        let open = self.cards.get(..usize::from(self.revealed)).unwrap_or_default();
        open.iter().copied().map(decode)
    }

    /// The face-down cards from the top.
    pub(crate) fn hidden(&self) -> impl ExactSizeIterator<Item = ChestCard> {
        let hidden = usize::from(self.revealed)..usize::from(self.len);
        let hidden = self.cards.get(hidden).unwrap_or_default();
        hidden.iter().copied().map(decode)
    }

    /// The face-down cards, sorted by what they show. As bytes they have the same order, and sorting bytes is fast.
    pub(crate) fn sorted(&self) -> ArrayVec<ChestCard, MOST_CHEST> {
        let mut all = *self;
        let hidden = all.hidden_mut();
        hidden.sort_unstable();
        hidden.iter().copied().map(decode).collect()
    }

    /// The face-down cards, to be shuffled.
    pub(crate) fn hidden_mut(&mut self) -> &mut [u8] {
        let hidden = usize::from(self.revealed)..usize::from(self.len);
        self.cards.get_mut(hidden).unwrap_or_default()
    }
}

/// The past rounds that still tell something about hidden cards: everything since a round began with no carried cards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    rounds: [Past; ROUNDS as usize - 1],
    len: u8,
}

/// A past round, as it ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Past {
    pub trump: Card,
    pub voids: [u8; SEATS],
    pub up: [CardSet; SEATS],
    pub down: [CardSet; SEATS],
    /// The hands that were carried over.
    pub kept: [CardSet; SEATS],
}

impl Memory {
    pub(crate) const EMPTY: Self = Self {
        rounds: [Past {
            trump: Card::from_index(0),
            voids: [0; SEATS],
            up: [CardSet::NONE; SEATS],
            down: [CardSet::NONE; SEATS],
            kept: [CardSet::NONE; SEATS],
        }; ROUNDS as usize - 1],
        len: 0,
    };

    pub(crate) fn forget(&mut self) {
        *self = Self::EMPTY;
    }

    pub(crate) fn push(&mut self, past: Past) {
        if let Some(place) = self.rounds.get_mut(usize::from(self.len)) {
            *place = past;
            self.len += 1;
        }
    }

    /// The remembered rounds, the oldest first.
    pub(crate) fn rounds(&self) -> &[Past] {
        &self.rounds[..usize::from(self.len)]
    }

    pub(crate) fn rounds_mut(&mut self) -> &mut [Past] {
        &mut self.rounds[..usize::from(self.len)]
    }
}

/// A deal: everything that chance decides about the first round, and the dice for later rounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal {
    /// Each player's hand.
    pub hands: Vec<CardSet>,
    /// The card under the Round Board.
    pub trump: Card,
    /// The Chest deck, the top card first.
    pub chest: Vec<ChestCard>,
    /// Who leads first (SH-R3).
    pub leader: Seat,
    /// For the deals of the later rounds.
    pub dice: Dice,
}

impl Shock {
    pub(crate) fn seat_count(&self) -> usize {
        usize::from(self.seats)
    }

    pub(crate) fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    pub(crate) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    /// The players at the table, by seat.
    pub(crate) fn at_table(&self) -> &[Player] {
        &self.players[..self.seat_count()]
    }

    /// The Number cards of this game that are in nobody's hand: those shuffled before a deal.
    pub(crate) fn outside_hands(&self) -> CardSet {
        let hands = self
            .players
            .iter()
            .fold(CardSet::NONE, |set, player| set.and(player.hand));
        CardSet::in_play(self.seat_count()).without(hands)
    }

    /// The Dungeon deck: the cards not dealt in this round. Nothing is ever drawn from it, so its order does not
    /// matter.
    pub(crate) fn dungeon(&self) -> CardSet {
        let mut dungeon = self.outside_hands();
        dungeon.remove(self.trump);
        for player in &self.players {
            dungeon = dungeon.without(player.up).without(player.down);
        }
        dungeon
    }

    /// How many doses of this kind of poison a player has (SH-R12).
    pub(crate) fn poison_count(&self, player: &Player, kind: Kind) -> usize {
        let own = player.uncovered(&self.print).within(self.print.poison[kind as usize]);
        own.len() + usize::from(self.centre[kind as usize])
    }

    /// The kinds of Poison card in front of the player that a Potion could cover.
    pub(crate) fn coverable(&self, seat: Seat) -> impl Iterator<Item = Kind> {
        let uncovered = self.player(seat).uncovered(&self.print);
        Kind::ALL
            .into_iter()
            .filter(move |&kind| uncovered.meets(self.print.poison[kind as usize]))
    }

    /// The jewels on a face-down card (SH-R7).
    pub(crate) const fn down_jewels(&self) -> u8 {
        if self.seats == 3 { 2 } else { 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_less_than_a_kilobyte() {
        assert!(size_of::<Shock>() < 1024, "{}", size_of::<Shock>());
    }

    #[test]
    fn chest_cards_keep_their_print() {
        let jewels = (0..8).flat_map(|large| (0..8).map(move |small| ChestCard::Jewels { large, small }));
        let poison = Kind::ALL.into_iter().map(|kind| ChestCard::Poison { kind });
        let cards: Vec<ChestCard> = jewels.chain(poison).collect();
        for &card in &cards {
            assert_eq!(decode(encode(card)), card);
        }
        assert!(cards.is_sorted() && cards.is_sorted_by_key(|&card| encode(card)));
    }

    #[test]
    fn memory_holds_every_round_before_the_last() {
        let mut memory = Memory::EMPTY;
        let past = memory.rounds[0];
        for count in 1..usize::from(ROUNDS) {
            memory.push(past);
            assert_eq!(memory.rounds().len(), count);
        }
        memory.forget();
        assert!(memory.rounds().is_empty());
    }
}
