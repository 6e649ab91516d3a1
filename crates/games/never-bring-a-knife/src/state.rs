//! A position: what lies where, and whose decision it is.

use roundtable_core::{Dice, Seat, Seats};

use crate::Options;
use crate::cards::{Card, KINDS, Role};
use crate::deck::{HAND, MOST_CARDS, SEATS};
use crate::roles::Roles;

/// After this many rounds without a fall the game ends (NK-R14).
pub(crate) const ROUNDS: u8 = 60;

/// A position of Never Bring a Knife: plain data of less than a kilobyte, cloned without allocation.
#[derive(Clone, Debug)]
pub struct NeverBringAKnife {
    pub(crate) prices: Prices,
    pub(crate) seats: u8,
    pub(crate) options: Options,
    /// From 1.
    pub(crate) round: u8,
    pub(crate) dealer: Seat,
    pub(crate) phase: Phase,
    /// How many cards have been played in this round.
    pub(crate) played: u8,
    /// How many stacks have been turned up in this round.
    pub(crate) revealed: u8,
    /// How many cards of this round were dealt before the discards were shuffled in the middle of the deal; 0 if they
    /// were not.
    pub(crate) before_shuffle: u8,
    pub(crate) open: Open,
    pub(crate) pile: Pile,
    /// The discard pile.
    pub(crate) discard: [u8; KINDS],
    pub(crate) players: [Player; SEATS],
    pub(crate) roles: Roles,
    pub(crate) dice: Dice,
}

/// What things cost, and how many wounds make a player fall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Prices {
    pub fall: u8,
    pub heal: u8,
    pub look: u8,
    pub hit: u8,
}

impl Prices {
    /// With less Money there is nothing to buy (NK-R10).
    pub(crate) fn cheapest(self) -> u8 {
        self.heal.min(self.look).min(self.hit)
    }
}

/// The decision to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// A player plays a card (NK-R3).
    Play { seat: Seat },
    /// The owner of a stack looks at a role card or not, `left` times (NK-R8).
    Intel { seat: Seat, left: u8 },
    /// The owner of a stack uses the Hit or banks it (NK-R9).
    Hit { seat: Seat },
    /// A player spends Money (NK-R10).
    Talk { seat: Seat },
    /// The game is over (NK-R11, NK-R14).
    Over { ending: Ending, winners: Role },
}

/// Why the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// One team had more fallen players.
    Fall,
    /// Both teams had equally many.
    BossAfterFall,
    /// Nobody fell in any round, and one team had more wounds.
    Length,
    /// Nobody fell in any round, and both teams had equally many wounds.
    BossAfterLength,
}

/// The stack that is being resolved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Open {
    /// Its cards, until they are discarded or banked (NK-R15).
    pub cards: [u8; KINDS],
    /// The Money that Crime has left in it.
    pub money: u8,
}

impl Open {
    pub(crate) const NONE: Self = Self {
        cards: [0; KINDS],
        money: 0,
    };
}

/// The deck, in order. Cards before `top` have been dealt.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pile {
    pub cards: [u8; MOST_CARDS],
    pub top: u8,
    pub len: u8,
}

impl Pile {
    pub(crate) const EMPTY: Self = Self {
        cards: [0; MOST_CARDS],
        top: 0,
        len: 0,
    };

    /// These cards, kind by kind.
    pub(crate) fn of(counts: &[u8; KINDS]) -> Self {
        let mut pile = Self::EMPTY;
        let mut len = 0;
        for (kind, &count) in counts.iter().enumerate() {
            let end = (len + usize::from(count)).min(MOST_CARDS);
            pile.cards[len..end].fill(kind as u8);
            len = end;
        }
        pile.len = len as u8;
        pile
    }

    /// The cards that have not been dealt, the top one first.
    pub(crate) fn left(&self) -> &[u8] {
        self.cards
            .get(usize::from(self.top)..usize::from(self.len))
            .unwrap_or_default()
    }

    pub(crate) fn left_mut(&mut self) -> &mut [u8] {
        self.cards
            .get_mut(usize::from(self.top)..usize::from(self.len))
            .unwrap_or_default()
    }
}

/// A card that was played in this round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Laid {
    /// Its index among the cards that its player was dealt.
    pub dealt: u8,
    pub target: u8,
    pub face_up: bool,
}

/// What one player has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Player {
    /// The cards dealt in this round, in the order of the deal, wherever they are now.
    pub dealt: [u8; HAND],
    /// Which of them are still in hand.
    pub in_hand: u8,
    /// What was done with them, lap by lap.
    pub laid: [Laid; HAND],
    /// The stack: for each card, four times the seat that played it plus the lap.
    pub stack: [u8; HAND],
    pub stack_size: u8,
    /// Banked Money.
    pub bank: u8,
    /// Whether the Hit is banked here.
    pub hit: bool,
    pub wounds: u8,
    /// Whether the player was ever wounded (NK-R7).
    pub was_wounded: bool,
}

impl Player {
    pub(crate) const NEW: Self = Self {
        dealt: [0; HAND],
        in_hand: 0,
        laid: [Laid {
            dealt: 0,
            target: 0,
            face_up: false,
        }; HAND],
        stack: [0; HAND],
        stack_size: 0,
        bank: 0,
        hit: false,
        wounds: 0,
        was_wounded: false,
    };

    /// The cards in hand.
    pub(crate) fn hand(&self) -> impl Iterator<Item = Card> {
        let held = |(i, &card): (usize, &u8)| (self.in_hand >> i & 1 == 1).then_some(Card::from_bits(card));
        self.dealt.iter().enumerate().filter_map(held)
    }

    /// The kinds of card in hand, a bit for each.
    pub(crate) fn kinds(&self) -> u8 {
        let mut kinds = 0;
        for (i, &card) in self.dealt.iter().enumerate() {
            kinds |= (self.in_hand >> i & 1) << (card & 7);
        }
        kinds
    }

    /// The index of a card in hand among the cards that were dealt.
    pub(crate) fn find(&self, card: Card) -> Option<usize> {
        let mut found = 0_u8;
        for (i, &dealt) in self.dealt.iter().enumerate() {
            found |= u8::from(dealt == card as u8) << i;
        }
        found &= self.in_hand;
        (found != 0).then(|| found.trailing_zeros() as usize)
    }

    /// Who played the cards of the stack, and in which lap, in the order they were played.
    pub(crate) fn stack(&self) -> impl Iterator<Item = (usize, usize)> {
        let cards = self.stack.iter().take(usize::from(self.stack_size));
        cards.map(|&code| (usize::from(code / HAND as u8), usize::from(code % HAND as u8)))
    }
}

impl NeverBringAKnife {
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

    /// The seat this many places after the dealer's left neighbour, less than once around the table.
    pub(crate) fn seat_in_turn(&self, turn: usize) -> Seat {
        let index = self.dealer.index() + 1 + turn;
        let n = self.seat_count();
        Seat::new(if index >= n { index - n } else { index })
    }

    /// How many places after the dealer's left neighbour this seat is.
    pub(crate) fn turn_of(&self, seat: Seat) -> usize {
        let n = self.seat_count();
        let turn = seat.index() + n - 1 - self.dealer.index();
        if turn >= n { turn - n } else { turn }
    }

    /// Whether the stack before this player has been turned up.
    pub(crate) fn is_revealed(&self, seat: Seat) -> bool {
        self.turn_of(seat) < usize::from(self.revealed)
    }

    /// The face of a card played in this round.
    pub(crate) fn laid_card(&self, player: usize, lap: usize) -> Card {
        let player = &self.players[player];
        Card::from_bits(player.dealt[usize::from(player.laid[lap].dealt) % HAND])
    }

    /// The cards of a stack, whether turned up or not.
    pub(crate) fn stack_counts(&self, seat: Seat) -> [u8; KINDS] {
        let mut counts = [0; KINDS];
        for (player, lap) in self.player(seat).stack() {
            counts[self.laid_card(player, lap) as usize] += 1;
        }
        counts
    }

    /// The Money that a player can spend: the bank, and while their own stack is resolved, what Crime has left there.
    pub(crate) fn purse(&self, seat: Seat) -> u8 {
        let stack = match self.phase {
            Phase::Intel { seat: owner, .. } | Phase::Hit { seat: owner } if owner == seat => self.open.money,
            Phase::Play { .. } | Phase::Intel { .. } | Phase::Hit { .. } | Phase::Talk { .. } | Phase::Over { .. } => 0,
        };
        self.player(seat).bank + stack
    }

    pub(crate) fn seat_to_act(&self) -> Option<Seat> {
        match self.phase {
            Phase::Play { seat } | Phase::Intel { seat, .. } | Phase::Hit { seat } | Phase::Talk { seat } => Some(seat),
            Phase::Over { .. } => None,
        }
    }

    pub(crate) fn seats_to_act(&self) -> Seats {
        self.seat_to_act().map_or(Seats::NONE, Seats::one)
    }

    /// How many cards a player has played in this round.
    pub(crate) fn lap_of(&self, seat: Seat) -> usize {
        HAND - self.player(seat).in_hand.count_ones() as usize
    }
}
