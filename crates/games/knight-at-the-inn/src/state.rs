//! A position: what lies where, whose turn it is, and who knows what.

use roundtable_core::Seat;

use crate::deck::{Deck, HOUSEHOLD, KINDS, Kind};
use crate::history::History;
use crate::road::{Arrows, INNS, Inn, START_ROW, inns};

/// A position of Knight at the Inn: plain data of a few hundred bytes, cloned without allocation.
#[derive(Clone, Debug)]
pub struct KnightAtTheInn {
    pub(crate) print: Prints,
    pub(crate) stacks: [Stack; INNS],
    pub(crate) households: [Household; 2],
    /// For each kind, the inns that have room for it; `put` and `take` keep this up to date.
    pub(crate) room: [u16; KINDS],
    /// Whose turn it is (or was, when the game is over).
    pub(crate) turn: Seat,
    pub(crate) phase: Phase,
    /// How many turns have been finished, including forfeited ones.
    pub(crate) turns: u32,
    /// Whether the turn before was forfeited (KI-R7).
    pub(crate) forfeited: bool,
    pub(crate) history: History,
}

/// The decision to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// First turn: where the top token goes (KI-R3).
    First {
        /// How many of the two are placed.
        placed: u8,
    },
    /// Draw step: place the top token or keep it (KI-R5).
    Draw {
        /// Whether keeping it is not allowed.
        must: bool,
    },
    /// Move step (KI-R6).
    Move {
        /// The inn whose top token was placed this turn, if one was.
        drawn: Option<Inn>,
    },
    /// The game is over.
    Over(Ending),
}

/// How the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// A household has all eight tokens home (KI-R10).
    Home,
    /// Two turns in a row were forfeited (KI-R7).
    Forfeits,
    /// The same position occurred for the fifth time (KI-R8).
    Repetition,
}

/// What is printed on tokens and inns: the part of the deck that play needs, as plain bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prints {
    pub rooms: [u8; INNS],
    pub value: [u8; KINDS],
    pub arrows: [Arrows; KINDS],
    pub double: Arrows,
}

impl Prints {
    pub(crate) fn value(&self, kind: Kind) -> u8 {
        self.value[kind as usize]
    }

    pub(crate) fn arrows(&self, kind: Kind) -> Arrows {
        self.arrows[kind as usize]
    }
}

/// A token in an inn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    pub seat: Seat,
}

impl Token {
    const fn to_bits(self) -> u64 {
        self.kind as u64 | (self.seat.index() as u64) << 3
    }

    const fn from_bits(bits: u64) -> Self {
        Self {
            kind: Kind::from_bits(bits as usize),
            seat: Seat::new(bits as usize >> 3 & 1),
        }
    }
}

/// The tokens in an inn, four bits each, the top one lowest; and the rooms left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stack {
    tokens: u64,
    height: u8,
    pub free: u8,
}

impl Stack {
    pub(crate) const fn empty(rooms: u8) -> Self {
        Self {
            tokens: 0,
            height: 0,
            free: rooms,
        }
    }

    /// Lays a token on top, without counting rooms.
    pub(crate) const fn push(&mut self, token: Token) {
        self.tokens = self.tokens << 4 | token.to_bits();
        self.height += 1;
    }

    /// Takes the top token off, without counting rooms.
    const fn pop(&mut self) -> Token {
        let token = Token::from_bits(self.tokens);
        self.tokens >>= 4;
        self.height -= 1;
        token
    }

    /// Lays the top token of one stack on another, without counting rooms.
    pub(crate) const fn shift(road: &mut [Self; INNS], from: usize, to: usize) {
        let token = road[from].pop();
        road[to].push(token);
    }

    /// Whether the same tokens lie here in the same order.
    pub(crate) const fn same_tokens(&self, other: &Self) -> bool {
        self.tokens == other.tokens && self.height == other.height
    }

    /// Its tokens and their count, as one number.
    pub(crate) const fn bits(&self) -> u64 {
        self.tokens ^ (self.height as u64) << 60
    }

    pub(crate) const fn height(&self) -> u8 {
        self.height
    }

    pub(crate) const fn top(&self) -> Option<Token> {
        if self.height == 0 {
            None
        } else {
            Some(Token::from_bits(self.tokens))
        }
    }

    /// The kind of the top token; for an empty stack, any kind.
    pub(crate) const fn top_kind(&self) -> Kind {
        Kind::from_bits(self.tokens as usize)
    }

    /// The tokens from the top down.
    pub(crate) fn top_down(self) -> impl DoubleEndedIterator<Item = Token> + ExactSizeIterator {
        (0..self.height).map(move |depth| Token::from_bits(self.tokens >> (4 * depth)))
    }
}

/// What one player has besides the tokens in the inns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Household {
    pub pile: Pile,
    /// How many tokens of each kind are home.
    pub home: [u8; KINDS],
    pub home_count: u8,
    pub home_value: u16,
    /// The inns whose top token is this player's.
    pub tops: u16,
    /// How many of this player's tokens, including covered ones, stand in this player's start row.
    pub in_start: u8,
}

/// A face-down pile, and what is known of it (KI-R11).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pile {
    /// The kinds, four bits each, the top one lowest.
    kinds: u32,
    len: u8,
    /// How many tokens from the top everybody has seen (KI-R2).
    pub shown: u8,
    /// How many tokens from the top the owner has looked at.
    pub seen: u8,
    /// Everybody knows that the top token takes more rooms than this: it had to be drawn and fitted nowhere.
    pub exceeds: u8,
}

impl Pile {
    pub(crate) fn new(kinds: [Kind; HOUSEHOLD]) -> Self {
        let mut pile = Self {
            kinds: 0,
            len: 0,
            shown: 0,
            seen: 1,
            exceeds: 0,
        };
        pile.replace_below(0, &kinds);
        pile
    }

    /// Its tokens in order, as one number.
    pub(crate) const fn bits(&self) -> u64 {
        self.kinds as u64 | (self.len as u64) << 32
    }

    pub(crate) const fn len(&self) -> usize {
        self.len as usize
    }

    pub(crate) const fn top(&self) -> Option<Kind> {
        if self.len == 0 {
            None
        } else {
            Some(Kind::from_bits(self.kinds as usize))
        }
    }

    /// The kinds from the top down.
    pub(crate) fn kinds(self) -> impl ExactSizeIterator<Item = Kind> {
        (0..self.len).map(move |depth| Kind::from_bits((self.kinds >> (4 * depth)) as usize))
    }

    /// Replaces everything below the first `kept` tokens by these kinds.
    pub(crate) fn replace_below(&mut self, kept: usize, kinds: &[Kind]) {
        // A full pile uses all 32 bits, hence the 64-bit mask.
        self.kinds &= ((1_u64 << (4 * kept)) - 1) as u32;
        for (i, &kind) in kinds.iter().enumerate() {
            self.kinds |= (kind as u32) << (4 * (kept + i));
        }
        self.len = (kept + kinds.len()) as u8;
    }

    /// Takes the top token off. The owner may look at the next one at once.
    pub(crate) fn draw(&mut self) {
        self.kinds >>= 4;
        self.len -= 1;
        self.shown = self.shown.saturating_sub(1);
        self.seen = self.seen.saturating_sub(1).max(1).min(self.len);
        self.exceeds = 0;
    }
}

/// A deal: everything that chance decides. Games are dealt from dice; tests write deals down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal {
    /// The rooms of the inns, from `1a` to `3c`.
    pub inns: [u8; INNS],
    /// Each player's pile, the top token first.
    pub piles: [[Kind; HOUSEHOLD]; 2],
    /// Who goes first if the shown tokens tie twice (KI-R2).
    pub lot: Seat,
}

impl KnightAtTheInn {
    /// The empty road of a deal, before anybody has shown a token.
    pub(crate) fn lay_out(deal: &Deal, deck: &Deck) -> Self {
        let household = |pile| Household {
            pile: Pile::new(pile),
            home: [0; KINDS],
            home_count: 0,
            home_value: 0,
            tops: 0,
            in_start: 0,
        };
        let mut position = Self {
            print: Prints {
                rooms: deal.inns,
                value: deck.tokens.map(|print| print.value),
                arrows: deck.tokens.map(|print| print.arrows),
                double: deck.tokens[Kind::King as usize].double,
            },
            stacks: deal.inns.map(Stack::empty),
            households: deal.piles.map(household),
            room: [0; KINDS],
            turn: deal.lot,
            phase: Phase::First { placed: 0 },
            turns: 0,
            forfeited: false,
            history: History::new(),
        };
        for inn in Inn::all() {
            position.update_room(inn);
        }
        position
    }

    pub(crate) fn stack(&self, inn: Inn) -> &Stack {
        &self.stacks[inn.index()]
    }

    pub(crate) fn household(&self, seat: Seat) -> &Household {
        &self.households[seat.index()]
    }

    /// The inns that have room for a token of this kind.
    pub(crate) fn room_for(&self, kind: Kind) -> u16 {
        self.room[kind as usize]
    }

    /// The inns of the seat's start row where the top token of its pile fits.
    pub(crate) fn places_for_top(&self, seat: Seat) -> u16 {
        let top = self.household(seat).pile.top();
        top.map_or(0, |kind| self.room_for(kind) & START_ROW[seat.index()])
    }

    /// The most rooms that are free in an inn of the seat's start row.
    pub(crate) fn widest_start(&self, seat: Seat) -> u8 {
        inns(START_ROW[seat.index()])
            .map(|inn| self.stack(inn).free)
            .max()
            .unwrap_or(0)
    }

    /// Lays a token on top of an inn that has room for it.
    pub(crate) fn put(&mut self, inn: Inn, token: Token) {
        let stack = &mut self.stacks[inn.index()];
        stack.push(token);
        stack.free -= self.print.value(token.kind);
        self.update_top(inn);
        self.count_in_start(inn, token.seat, 1);
        self.update_room(inn);
    }

    /// Takes the top token off an inn that has one.
    pub(crate) fn take(&mut self, inn: Inn) -> Token {
        let stack = &mut self.stacks[inn.index()];
        let token = stack.pop();
        stack.free += self.print.value(token.kind);
        self.update_top(inn);
        self.count_in_start(inn, token.seat, u8::MAX);
        self.update_room(inn);
        token
    }

    /// Records whose token is now on top, without checking whether there is one.
    fn update_top(&mut self, inn: Inn) {
        let stack = self.stacks[inn.index()];
        let top = Token::from_bits(stack.tokens).seat;
        for household in &mut self.households {
            household.tops &= !inn.bit();
        }
        self.households[top.index()].tops |= u16::from(stack.height > 0) << inn.index();
    }

    /// Adds 1 to the count for a token in its start row, or subtracts 1 (`by` is then all ones).
    fn count_in_start(&mut self, inn: Inn, seat: Seat, by: u8) {
        let counts = u8::from(START_ROW[seat.index()] & inn.bit() != 0);
        let household = &mut self.households[seat.index()];
        household.in_start = household.in_start.wrapping_add(counts * by);
    }

    fn update_room(&mut self, inn: Inn) {
        let free = self.stacks[inn.index()].free;
        for (room, &value) in self.room.iter_mut().zip(&self.print.value) {
            *room = *room & !inn.bit() | u16::from(value <= free) << inn.index();
        }
    }

    /// A hash of what KI-R8 compares: positions with different marks differ.
    pub(crate) fn mark(&self) -> u8 {
        /// Any odd number with well-mixed bits; each inn uses a power of it.
        const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut mixed = self.turn.index() as u64;
        let mut power = MIX;
        for stack in &self.stacks {
            mixed = mixed.wrapping_add((stack.tokens ^ u64::from(stack.height) << 59).wrapping_mul(power));
            power = power.wrapping_mul(MIX);
        }
        (mixed.wrapping_mul(MIX) >> 56) as u8
    }
}
