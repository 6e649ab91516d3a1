//! A position: what lies where, whose turn it is, and who knows what.

use roundtable_core::{Dice, Seat, Seats};

use crate::MAX_PLAYERS;
use crate::deck::Deck;
use crate::items::{FACES, Item, Items};
use crate::moves::Knight;
use crate::score::{Claimed, Equipment, Sheet, score};

/// The most Knights in the middle: one more than there are players.
pub(crate) const MAX_KNIGHTS: usize = MAX_PLAYERS + 1;

/// How many rounds there are.
pub(crate) const ROUNDS: usize = 3;

/// How many Items each player is dealt.
pub(crate) const HAND: usize = 4;

/// How many laps the draw pile lasts: it has this many Items for each player, and everybody draws one per lap.
pub(crate) const DRAWING_LAPS: usize = 6;

/// How many laps the Items last: in each, everybody plays or discards exactly one.
pub(crate) const ITEM_LAPS: usize = HAND + DRAWING_LAPS;

/// How many Items a round needs: the seeds, the hands, the draw pile.
pub(crate) const fn items_for(players: usize) -> usize {
    players + 1 + players * ITEM_LAPS
}

/// A position of Knight Shift: plain data of less than a kilobyte, and a shared deck.
///
/// Every turn of a round has a number: the lap times the number of players, plus how far left of the Head Squire the
/// seat is. Everybody draws one Item per turn while the pile lasts, and plays or discards one while there are any. So
/// the turn's number is the index of the drawn Item in the draw pile, and `plays` has one entry per turn: together they
/// are the history of every hand.
#[derive(Clone, Debug)]
pub struct KnightShift {
    pub(crate) deck: Deck,
    pub(crate) dice: Dice,
    pub(crate) players: u8,
    /// How many rounds have been finished.
    pub(crate) round: u8,
    /// The Head Squire.
    pub(crate) head: Seat,
    /// Whose turn it is (or was, when the game is over).
    pub(crate) seat: Seat,
    /// The number of the turn in this round.
    pub(crate) turn: u8,
    /// How many laps of this round have been finished.
    pub(crate) lap: u8,
    pub(crate) phase: Phase,
    /// The Knights of this round, in the order dealt.
    pub(crate) middle: [Middle; MAX_KNIGHTS],
    /// The numbers of the Knights that nobody has claimed, as bits.
    pub(crate) unclaimed: u8,
    /// Who has which Knight.
    pub(crate) claims: [Option<Knight>; MAX_PLAYERS],
    /// The hands, by seat.
    pub(crate) hands: [Items; MAX_PLAYERS],
    /// The whole draw pile of the round, the top first: what has been drawn is history, the rest is still to come.
    pub(crate) pile: [Item; DRAWING_LAPS * MAX_PLAYERS],
    /// What was done with the Item of each turn.
    pub(crate) plays: [Play; ITEM_LAPS * MAX_PLAYERS],
    /// The Items that are not in this round.
    pub(crate) aside: [u8; FACES],
    /// The Knights that every finished round was scored by, seat by seat, and after the last seat the one that nobody
    /// claimed.
    pub(crate) finished: [[Equipped; MAX_KNIGHTS]; ROUNDS],
    pub(crate) totals: [i32; MAX_PLAYERS],
}

const _: () = assert!(size_of::<KnightShift>() < 1024, "a position is small");

/// The decision to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// To play an Item, to peek, or to claim.
    Turn,
    /// To play an Item face-up, after the peek (KS-R4).
    Show {
        /// The Knight whose top Item was looked at.
        peeked: Knight,
    },
    /// The game is over.
    Over,
}

/// A Knight of the round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Middle {
    /// Which Knight of the deck.
    pub card: u8,
    /// The face-up Item it began with.
    pub seed: Item,
    /// The turn that put the top Item there; none if that is the seed.
    pub top: Option<u8>,
}

/// What was done with the Item of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Play {
    pub item: Item,
    pub place: Place,
    /// The seats that have seen the Item of a face-down play: the one that put it there, and those that peeked.
    pub known: Seats,
}

/// Where an Item went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// Face-down to this Knight.
    Down(Knight),
    /// Face-up to this Knight.
    Up(Knight),
    /// To the discard pile, for this Knight.
    Discard(Knight),
}

/// A Knight at the end of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Equipped {
    /// Which Knight of the deck.
    pub card: u8,
    pub equipment: Equipment,
}

/// The deal of one round: everything that chance decides in it. Games are dealt from dice; tests write deals down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal {
    /// Who is Head Squire in the first round.
    pub head: Seat,
    /// The Knights in the middle, as indices into the deck's list: one more than there are players.
    pub knights: Vec<usize>,
    /// The Items in the order of KS-R10: one for each Knight, four for each seat, the draw pile.
    pub items: Vec<Item>,
}

impl Middle {
    pub(crate) const NOBODY: Self = Self {
        card: 0,
        seed: Item::Axe,
        top: None,
    };
}

impl Play {
    pub(crate) const NONE: Self = Self {
        item: Item::Axe,
        place: Place::Discard(Knight::FIRST),
        known: Seats::NONE,
    };

    /// Whether this seat (none for a spectator) has seen the Item.
    pub(crate) fn seen_by(&self, seat: Option<Seat>) -> bool {
        match self.place {
            Place::Down(_) => seat.is_some_and(|seat| self.known.contains(seat)),
            Place::Up(_) | Place::Discard(_) => true,
        }
    }

    /// The Knight that got the Item.
    pub(crate) fn knight(&self) -> Option<Knight> {
        match self.place {
            Place::Down(knight) | Place::Up(knight) => Some(knight),
            Place::Discard(_) => None,
        }
    }
}

impl Equipped {
    pub(crate) const NOBODY: Self = Self {
        card: 0,
        equipment: [0; FACES],
    };
}

impl KnightShift {
    /// The deck of this game, which everybody knows.
    #[must_use]
    pub const fn deck(&self) -> &Deck {
        &self.deck
    }

    /// How many players there are.
    #[inline]
    pub(crate) const fn seats(&self) -> usize {
        self.players as usize
    }

    /// How many Items the draw pile of a round has.
    #[inline]
    pub(crate) const fn pile_size(&self) -> usize {
        DRAWING_LAPS * self.seats()
    }

    /// How many Items have been drawn. The player to move has already drawn.
    pub(crate) fn drawn(&self) -> usize {
        (usize::from(self.turn) + 1).min(self.pile_size())
    }

    /// The plays of this round so far, in order.
    pub(crate) fn played(&self) -> &[Play] {
        let turns = match self.phase {
            Phase::Turn | Phase::Show { .. } => usize::from(self.turn),
            // The last claim ended the game within its turn.
            Phase::Over => usize::from(self.turn) + 1,
        };
        &self.plays[..turns.min(ITEM_LAPS * self.seats())]
    }

    /// Who had the turn with this number.
    pub(crate) fn seat_of(&self, turn: usize) -> Seat {
        Seat::new((self.head.index() + turn) % self.seats())
    }

    /// The Knights of the round.
    pub(crate) fn knights(&self) -> impl DoubleEndedIterator<Item = Knight> + use<> {
        Knight::all(self.seats())
    }

    #[inline]
    pub(crate) const fn is_unclaimed(&self, knight: Knight) -> bool {
        self.unclaimed >> knight.index() & 1 != 0
    }

    /// Everything that lies under the Knights of the round.
    pub(crate) fn equipment(&self) -> [Equipment; MAX_KNIGHTS] {
        let mut equipment = [[0; FACES]; MAX_KNIGHTS];
        for (items, middle) in equipment.iter_mut().zip(&self.middle[..=self.seats()]) {
            items[middle.seed as usize] += 1;
        }
        for play in self.played() {
            if let Some(knight) = play.knight() {
                equipment[knight.index()][play.item as usize] += 1;
            }
        }
        equipment
    }

    /// The score sheets of a finished round.
    pub(crate) fn sheets(&self, round: usize) -> [Sheet; MAX_PLAYERS] {
        let claimed: [Claimed<'_>; MAX_PLAYERS] = std::array::from_fn(|seat| {
            let equipped = self.finished[round][seat];
            Claimed {
                card: &self.deck.knights[usize::from(equipped.card)],
                equipment: equipped.equipment,
            }
        });
        score(&self.deck, &claimed[..self.seats()])
    }
}
