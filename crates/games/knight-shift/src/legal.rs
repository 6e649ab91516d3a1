//! Which moves are legal, and why the others are not.

use roundtable_core::{Illegal, Seat, Seats};

use crate::items::{FACES, Item};
use crate::moves::{Knight, Move};
use crate::state::{KnightShift, MAX_KNIGHTS, Phase};

/// How many sets of unclaimed Knights there are.
const SETS: usize = 1 << MAX_KNIGHTS;

/// The moves of one kind with one Item: first those with the unclaimed Knights in order, then padding. Copying a whole
/// row and cutting off the surplus is several times faster than building the moves one by one.
type Row = [Move; MAX_KNIGHTS];

/// The row for every Item and every set of unclaimed Knights (as bits).
type Rows = [[Row; SETS]; FACES];

static PLAYS: Rows = rows(Verb::Play);
static SHOWS: Rows = rows(Verb::Show);
static CLAIMS: Rows = rows(Verb::Claim);
static PEEKS: [Row; SETS] = rows_of(Verb::Peek, Item::Axe);

/// What can be done with a Knight and, except for a peek, an Item.
#[derive(Clone, Copy)]
enum Verb {
    Play,
    Show,
    Claim,
    Peek,
}

const fn rows(verb: Verb) -> Rows {
    let mut rows = [[[Move::Peek { knight: Knight::FIRST }; MAX_KNIGHTS]; SETS]; FACES];
    let mut face = 0;
    while face < FACES {
        rows[face] = rows_of(verb, Item::ALL[face]);
        face += 1;
    }
    rows
}

const fn rows_of(verb: Verb, item: Item) -> [Row; SETS] {
    let mut rows = [[Move::Peek { knight: Knight::FIRST }; MAX_KNIGHTS]; SETS];
    let mut set = 0;
    while set < SETS {
        let (mut index, mut place) = (0, 0);
        while index < MAX_KNIGHTS {
            if set >> index & 1 != 0 {
                let knight = Knight::from_index(index);
                rows[set][place] = match verb {
                    Verb::Play => Move::Play { item, knight },
                    Verb::Show => Move::Show { item, knight },
                    Verb::Claim => Move::Claim {
                        knight,
                        discard: Some(item),
                    },
                    Verb::Peek => Move::Peek { knight },
                };
                place += 1;
            }
            index += 1;
        }
        set += 1;
    }
    rows
}

impl KnightShift {
    pub(crate) fn seats_to_act(&self) -> Seats {
        match self.phase {
            Phase::Turn | Phase::Show { .. } => Seats::one(self.seat),
            Phase::Over => Seats::NONE,
        }
    }

    pub(crate) fn list_moves(&self, seat: Seat, out: &mut Vec<Move>) {
        out.clear();
        if seat != self.seat {
            return;
        }
        match self.phase {
            Phase::Turn => self.list_turn(out),
            Phase::Show { .. } => self.list_rows(&SHOWS, out),
            Phase::Over => {}
        }
    }

    /// Plays, then shows or peeks, then claims.
    fn list_turn(&self, out: &mut Vec<Move>) {
        if self.hands[self.seat.index()].is_empty() {
            // A player with a Knight and no Item never gets to choose (KS-R5).
            let unclaimed = self.knights().filter(|&knight| self.is_unclaimed(knight));
            out.extend(unclaimed.map(|knight| Move::Claim { knight, discard: None }));
            return;
        }
        self.list_rows(&PLAYS, out);
        if self.players == 2 {
            self.list_rows(&SHOWS, out);
        } else {
            self.list_row(&PEEKS, out);
        }
        if self.claims[self.seat.index()].is_none() {
            self.list_rows(&CLAIMS, out);
        }
    }

    /// One move for each different Item in the hand and each unclaimed Knight.
    #[inline]
    fn list_rows(&self, rows: &Rows, out: &mut Vec<Move>) {
        for item in self.hands[self.seat.index()].faces() {
            self.list_row(&rows[item as usize], out);
        }
    }

    /// One move for each unclaimed Knight.
    #[inline]
    fn list_row(&self, rows: &[Row; SETS], out: &mut Vec<Move>) {
        let set = usize::from(self.unclaimed) % SETS;
        out.extend_from_slice(&rows[set]);
        out.truncate(out.len() - (MAX_KNIGHTS - set.count_ones() as usize));
    }

    pub(crate) fn check_move(&self, seat: Seat, mv: Move) -> Result<(), Illegal> {
        Illegal::unless_to_act(self.seats_to_act(), seat, "KS-R1")?;
        let (Move::Play { knight, .. }
        | Move::Show { knight, .. }
        | Move::Peek { knight }
        | Move::Claim { knight, .. }) = mv;
        self.check_knight(knight)?;
        match (self.phase, mv) {
            (Phase::Turn, Move::Play { item, .. }) => self.check_item(item),
            (Phase::Turn, Move::Show { item, .. }) => {
                if self.players > 2 {
                    return Err(Illegal::new(
                        "peek_first",
                        "KS-R3",
                        "An Item is played face-up only after a peek.",
                    ));
                }
                self.check_item(item)
            }
            (Phase::Turn, Move::Peek { .. }) => self.check_peek(),
            (Phase::Turn, Move::Claim { discard, .. }) => self.check_claim(discard),
            (Phase::Show { .. }, Move::Show { item, .. }) => self.check_item(item),
            (Phase::Show { .. }, Move::Play { .. }) => Err(Illegal::new(
                "must_show",
                "KS-R4",
                "You have peeked, so you play your Item face-up: write `show`.",
            )),
            (Phase::Show { .. }, Move::Peek { .. }) => Err(Illegal::new(
                "peeked_already",
                "KS-R4",
                "You have peeked already: now play an Item face-up.",
            )),
            (Phase::Show { .. }, Move::Claim { .. }) => Err(Illegal::new(
                "peeked_already",
                "KS-R4",
                "You have peeked, so you cannot claim this turn: play an Item face-up.",
            )),
            (Phase::Over, _) => unreachable!("nobody is to act when the game is over"),
        }
    }

    fn check_knight(&self, knight: Knight) -> Result<(), Illegal> {
        if knight.index() > self.seats() {
            let last = self.seats();
            return Err(Illegal::new(
                "no_such_knight",
                "KS-R3",
                format!("There is no Knight {knight}: they are numbered 0 to {last}."),
            ));
        }
        if !self.is_unclaimed(knight) {
            return Err(Illegal::new(
                "claimed_already",
                "KS-R7",
                format!("Knight {knight} is claimed and no longer in the middle."),
            ));
        }
        Ok(())
    }

    fn check_item(&self, item: Item) -> Result<(), Illegal> {
        let hand = self.hands[self.seat.index()];
        if hand.contains(item) {
            Ok(())
        } else if hand.is_empty() {
            Err(Illegal::new(
                "must_claim",
                "KS-R6",
                "You have no Item, so you must claim a Knight.",
            ))
        } else {
            Err(Illegal::new(
                "not_in_hand",
                "KS-R3",
                format!("You have no {item} in your hand."),
            ))
        }
    }

    fn check_peek(&self) -> Result<(), Illegal> {
        if self.players == 2 {
            Err(Illegal::new("no_peeking", "KS-R4", "With two players nobody peeks."))
        } else if self.hands[self.seat.index()].is_empty() {
            Err(Illegal::new(
                "must_claim",
                "KS-R6",
                "You have no Item to play after a peek, so you must claim a Knight.",
            ))
        } else {
            Ok(())
        }
    }

    fn check_claim(&self, discard: Option<Item>) -> Result<(), Illegal> {
        if let Some(knight) = self.claims[self.seat.index()] {
            return Err(Illegal::new(
                "has_knight",
                "KS-R0",
                format!("You have claimed Knight {knight} already; there is one for each Squire."),
            ));
        }
        match discard {
            Some(item) => self.check_item(item),
            None if self.hands[self.seat.index()].is_empty() => Ok(()),
            None => Err(Illegal::new(
                "must_discard",
                "KS-R5",
                "Name the Item that you discard for the claim.",
            )),
        }
    }
}
