//! Which moves are legal, and why the others are not.

use roundtable_core::{Illegal, Seat, Seats};

use crate::items::Item;
use crate::moves::{Knight, Move};
use crate::state::{KnightShift, MAX_KNIGHTS, Phase};

/// The most different Items in a hand.
const MOST_FACES: usize = 5;

/// What a player may do with an Item and a Knight.
type Verb = fn(Item, Knight) -> Move;

const PLAY: Verb = |item, knight| Move::Play { item, knight };
const SHOW: Verb = |item, knight| Move::Show { item, knight };
const CLAIM: Verb = |item, knight| Move::Claim {
    knight,
    discard: Some(item),
};

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
            Phase::Show { .. } => self.list_each(SHOW, out),
            Phase::Over => {}
        }
    }

    /// Plays, then shows or peeks, then claims.
    fn list_turn(&self, out: &mut Vec<Move>) {
        let may_claim = self.claims[self.seat.index()].is_none();
        if self.hands[self.seat.index()].is_empty() {
            // Whoever has a Knight and no Item never comes to choose (KS-R5).
            out.extend(
                self.unclaimed_knights()
                    .map(|knight| Move::Claim { knight, discard: None }),
            );
            return;
        }
        self.list_each(PLAY, out);
        if self.players == 2 {
            self.list_each(SHOW, out);
        } else {
            out.extend(self.unclaimed_knights().map(|knight| Move::Peek { knight }));
        }
        if may_claim {
            self.list_each(CLAIM, out);
        }
    }

    /// One move for every different Item in the hand with every unclaimed Knight.
    #[inline]
    fn list_each(&self, verb: Verb, out: &mut Vec<Move>) {
        // Filled in place and copied at once: a push at a time would ask for room each time.
        let mut moves = [Move::Peek { knight: Knight::FIRST }; MOST_FACES * MAX_KNIGHTS];
        let mut len = 0;
        for item in self.hands[self.seat.index()].faces() {
            for knight in self.unclaimed_knights() {
                moves[len] = verb(item, knight);
                len += 1;
            }
        }
        out.extend_from_slice(&moves[..len]);
    }

    #[inline]
    pub(crate) fn unclaimed_knights(&self) -> impl Iterator<Item = Knight> + use<> {
        let mut left = self.unclaimed;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let knight = Knight::from_index(left.trailing_zeros() as usize);
                left &= left - 1;
                knight
            })
        })
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
