//! Which moves are legal, and why the others are not.

use roundtable_core::{Illegal, Seat, Seats};

use crate::items::Item;
use crate::moves::{Knight, Move};
use crate::state::{KnightShift, MAX_KNIGHTS, Phase};

/// For every set of unclaimed Knights (as bits) their list, and how many they are: looked up for every list of moves.
static KNIGHTS: [([Knight; MAX_KNIGHTS], u8); 1 << MAX_KNIGHTS] = knight_table();

const fn knight_table() -> [([Knight; MAX_KNIGHTS], u8); 1 << MAX_KNIGHTS] {
    let mut table = [([Knight::FIRST; MAX_KNIGHTS], 0_u8); 1 << MAX_KNIGHTS];
    let mut set = 0;
    while set < table.len() {
        let mut knight = 0;
        while knight < MAX_KNIGHTS {
            if set >> knight & 1 != 0 {
                table[set].0[table[set].1 as usize] = Knight::from_index(knight);
                table[set].1 += 1;
            }
            knight += 1;
        }
        set += 1;
    }
    table
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
            Phase::Show { .. } => self.list_each(out, |item, knight| Move::Show { item, knight }),
            Phase::Over => {}
        }
    }

    /// Plays, then shows or peeks, then claims.
    fn list_turn(&self, out: &mut Vec<Move>) {
        if self.hands[self.seat.index()].is_empty() {
            // Whoever has a Knight and no Item never comes to choose (KS-R5).
            let claim = |&knight: &Knight| Move::Claim { knight, discard: None };
            out.extend(self.unclaimed_knights().iter().map(claim));
            return;
        }
        self.list_each(out, |item, knight| Move::Play { item, knight });
        if self.players == 2 {
            self.list_each(out, |item, knight| Move::Show { item, knight });
        } else {
            out.extend(self.unclaimed_knights().iter().map(|&knight| Move::Peek { knight }));
        }
        if self.claims[self.seat.index()].is_none() {
            self.list_each(out, |item, knight| Move::Claim {
                knight,
                discard: Some(item),
            });
        }
    }

    /// One move for every different Item in the hand with every unclaimed Knight.
    #[inline]
    fn list_each(&self, out: &mut Vec<Move>, verb: impl Fn(Item, Knight) -> Move) {
        let knights = self.unclaimed_knights();
        for item in self.hands[self.seat.index()].faces() {
            out.extend(knights.iter().map(|&knight| verb(item, knight)));
        }
    }

    #[inline]
    pub(crate) fn unclaimed_knights(&self) -> &'static [Knight] {
        let (knights, count) = &KNIGHTS[usize::from(self.unclaimed)];
        &knights[..usize::from(*count)]
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
