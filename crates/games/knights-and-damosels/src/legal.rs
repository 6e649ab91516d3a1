//! Which moves are legal, and why the others are not.

use roundtable_core::{Illegal, Seat, Seats};

use crate::cards::{Chivalry, ChivalrySet};
use crate::moves::Move;
use crate::state::{Field, Joust, KnightsAndDamosels, Phase};

/// Lists a move for each number of a set of displayed cards.
fn list_numbers(mut numbers: u8, out: &mut impl Extend<Move>) {
    while numbers != 0 {
        let number = numbers.trailing_zeros() as u8;
        out.extend([Move::Select { number }]);
        numbers &= numbers - 1;
    }
}

/// Lists every way to place these cards face-up or face-down.
fn list_faces(cards: ChivalrySet, out: &mut impl Extend<Move>) {
    // Iterates over the subsets of a bit mask, from none to all.
    let mut up = 0_u16;
    loop {
        out.extend([Move::Face { up: ChivalrySet(up) }]);
        if up == cards.0 {
            return;
        }
        up = up.wrapping_sub(cards.0) & cards.0;
    }
}

impl KnightsAndDamosels {
    pub(crate) fn seats_to_act(&self) -> Seats {
        match self.phase {
            Phase::ArthurDiscards => Seats::one(self.arthur()),
            Phase::MerlinDiscards => Seats::one(self.merlin),
            Phase::Selecting { seat, .. } | Phase::Offering { seat, .. } => Seats::one(seat),
            Phase::Replacing { loser, .. } => Seats::one(loser),
            Phase::Giving { waiting }
            | Phase::Jousting { waiting, .. }
            | Phase::Placing { waiting }
            | Phase::Taking { waiting }
            | Phase::Siding { waiting }
            | Phase::Fighting { waiting } => waiting,
            Phase::Over { .. } => Seats::NONE,
        }
    }

    pub(crate) fn list_moves(&self, seat: Seat, out: &mut Vec<Move>) {
        out.clear();
        if self.seats_to_act().contains(seat) {
            self.list_options(seat, out);
        }
    }

    /// Adds the options of a seat that chooses in this phase, whether it has already chosen or not.
    pub(crate) fn list_options(&self, seat: Seat, out: &mut impl Extend<Move>) {
        match self.phase {
            Phase::ArthurDiscards => out.extend(self.events.hand().map(|event| Move::Discard { event })),
            Phase::MerlinDiscards => {
                let [_, one, other] = self.events.hand();
                out.extend([Move::Discard { event: one }, Move::Discard { event: other }]);
            }
            Phase::Giving { .. } => {
                out.extend(self.piles[seat.index()].iter().map(|chivalry| Move::Give { chivalry }));
            }
            Phase::Selecting { may_challenge, .. } => {
                let selectable = self.selectable(seat);
                list_numbers(selectable, out);
                if may_challenge {
                    self.list_contests(seat, out);
                }
                if selectable == 0 {
                    out.extend([Move::Pass]);
                }
            }
            Phase::Offering { may_challenge, .. } => {
                let offerable = self.offerable(seat);
                out.extend(offerable.iter().map(|chivalry| Move::Offer { chivalry }));
                if may_challenge {
                    self.list_disputes(seat, out);
                }
                if offerable.is_empty() {
                    out.extend([Move::Pass]);
                }
            }
            Phase::Jousting { joust, .. } => {
                out.extend([Move::High, Move::Low]);
                if may_yield(&joust, seat) {
                    out.extend([Move::Yield]);
                }
            }
            Phase::Replacing { field, .. } => {
                match field {
                    Field::Knight => list_numbers(self.selectable(seat), out),
                    Field::Service => {
                        out.extend(self.offerable(seat).iter().map(|chivalry| Move::Offer { chivalry }));
                    }
                }
                out.extend([Move::Pass]);
            }
            Phase::Placing { .. } => list_faces(self.placeable(seat), out),
            Phase::Taking { .. } => {
                for from in self.all_seats() {
                    let cards = self.may_take(seat, from);
                    out.extend(cards.iter().map(|chivalry| Move::Take { seat: from, chivalry }));
                }
            }
            Phase::Siding { .. } => out.extend([Move::Arthur, Move::Mordred]),
            Phase::Fighting { .. } => {
                let hand = &self.battle.forces[seat.index()].hand;
                let held = Chivalry::ALL
                    .into_iter()
                    .filter(|&chivalry| hand[chivalry as usize] > 0);
                out.extend(held.map(|chivalry| Move::Fight { chivalry }));
            }
            Phase::Over { .. } => {}
        }
    }

    /// The selected cards that this seat may challenge.
    pub(crate) fn challengeable(&self, seat: Seat) -> u8 {
        self.contestable(seat) & !self.display.own(seat)
    }

    fn list_contests(&self, seat: Seat, out: &mut impl Extend<Move>) {
        let open = self.challengeable(seat);
        if open == 0 {
            return;
        }
        for other in self.all_seats() {
            if let Some(number) = self.display.selected[other.index()]
                && open >> number & 1 != 0
                && let Some(card) = self.display.get(number)
            {
                let chivalry = card.chivalry;
                out.extend([Move::Challenge { seat: other, chivalry }]);
            }
        }
    }

    fn list_disputes(&self, seat: Seat, out: &mut impl Extend<Move>) {
        let open = self.disputable(seat);
        if open.is_empty() {
            return;
        }
        for other in self.all_seats() {
            let cards = self.service.offered[other.index()].within(open);
            out.extend(cards.iter().map(|chivalry| Move::Challenge { seat: other, chivalry }));
        }
    }

    pub(crate) fn check_move(&self, seat: Seat, mv: Move) -> Result<(), Illegal> {
        Illegal::unless_to_act(self.seats_to_act(), seat, "KD-P2")?;
        match self.phase {
            Phase::ArthurDiscards => self.check_discard(mv, 0),
            Phase::MerlinDiscards => self.check_discard(mv, 1),
            Phase::Giving { .. } => self.check_give(seat, mv),
            Phase::Selecting { may_challenge, .. } => self.check_select(seat, mv, may_challenge),
            Phase::Offering { may_challenge, .. } => self.check_offer(seat, mv, may_challenge),
            Phase::Jousting { joust, .. } => check_pass_of_arms(&joust, seat, mv),
            Phase::Replacing { field, .. } => self.check_replacement(field, seat, mv),
            Phase::Placing { .. } => self.check_face(seat, mv),
            Phase::Taking { .. } => self.check_take(seat, mv),
            Phase::Siding { .. } => {
                if matches!(mv, Move::Arthur | Move::Mordred) {
                    Ok(())
                } else {
                    refuse("choose_side", "KD-R22", "Now choose a side: Arthur's or Mordred's.")
                }
            }
            Phase::Fighting { .. } => self.check_fight(seat, mv),
            Phase::Over { .. } => refuse("game_over", "KD-R19", "The game is over."),
        }
    }

    fn check_discard(&self, mv: Move, place: usize) -> Result<(), Illegal> {
        let Move::Discard { event } = mv else {
            return refuse("discard_first", "KD-R6", "Now discard an event.");
        };
        if self.events.hand()[place..].contains(&event) {
            Ok(())
        } else {
            refuse("not_drawn", "KD-R6", "You do not hold this event.")
        }
    }

    fn check_give(&self, seat: Seat, mv: Move) -> Result<(), Illegal> {
        let Move::Give { chivalry } = mv else {
            return refuse("give_first", "KD-R7", "Now give a card of your damosel.");
        };
        if self.piles[seat.index()].contains(chivalry) {
            Ok(())
        } else {
            refuse("not_in_pile", "KD-R7", "Your damosel does not have this card any more.")
        }
    }

    fn check_select(&self, seat: Seat, mv: Move, may_challenge: bool) -> Result<(), Illegal> {
        if let Move::Select { number } = mv {
            self.check_number(seat, number)
        } else if let Move::Challenge { seat: other, chivalry } = mv {
            check_right_to_challenge(may_challenge)?;
            self.check_contest(seat, other, chivalry)
        } else if mv == Move::Pass {
            if self.selectable(seat) == 0 {
                Ok(())
            } else {
                refuse(
                    "must_select",
                    "KD-R9",
                    "There is a card that you may have: select or challenge.",
                )
            }
        } else {
            refuse(
                "select_first",
                "KD-R9",
                "Now select a card of Merlin's display or challenge.",
            )
        }
    }

    fn check_number(&self, seat: Seat, number: u8) -> Result<(), Illegal> {
        let Some(card) = self.display.get(number) else {
            return refuse("no_such_card", "KD-R9", "Merlin displays no card with this number.");
        };
        if self.display.taken >> number & 1 != 0 {
            refuse("already_selected", "KD-R9", "This card has been selected already.")
        } else if self.row(seat).contains(card.chivalry) {
            refuse("has_chivalry", "KD-R9", "Your knight has this chivalry already.")
        } else if usize::from(card.house) == seat.index() {
            refuse("own_damosel", "KD-R9", "This card is of your own damosel.")
        } else {
            Ok(())
        }
    }

    fn check_contest(&self, seat: Seat, other: Seat, chivalry: Chivalry) -> Result<(), Illegal> {
        let selected = self.display.selected.get(other.index()).copied().flatten();
        let number = selected.filter(|&number| self.display.get(number).is_some_and(|card| card.chivalry == chivalry));
        let Some(number) = number.filter(|_| other != seat) else {
            return refuse(
                "not_selected",
                "KD-R11",
                "That player has not selected such a card in this phase.",
            );
        };
        if self.worship[seat.index()] == 0 {
            refuse("no_worship", "KD-R11", "A challenge takes at least 1 worship.")
        } else if self.display.challenged >> number & 1 != 0 {
            refuse(
                "already_challenged",
                "KD-R11",
                "This card has been challenged in this phase already.",
            )
        } else if self.row(seat).contains(chivalry) {
            refuse("has_chivalry", "KD-R11", "Your knight has this chivalry already.")
        } else if self.display.own(seat) >> number & 1 != 0 {
            refuse("own_damosel", "KD-R11", "This card is of your own damosel.")
        } else {
            Ok(())
        }
    }

    fn check_offer(&self, seat: Seat, mv: Move, may_challenge: bool) -> Result<(), Illegal> {
        if let Move::Offer { chivalry } = mv {
            self.check_offered(seat, chivalry)
        } else if let Move::Challenge { seat: other, chivalry } = mv {
            check_right_to_challenge(may_challenge)?;
            self.check_dispute(seat, other, chivalry)
        } else if mv == Move::Pass {
            if self.offerable(seat).is_empty() {
                Ok(())
            } else {
                refuse(
                    "must_offer",
                    "KD-R14",
                    "Your knight has a card to offer: offer or challenge.",
                )
            }
        } else {
            refuse("offer_first", "KD-R14", "Now offer a card of your knight or challenge.")
        }
    }

    fn check_offered(&self, seat: Seat, chivalry: Chivalry) -> Result<(), Illegal> {
        if !self.row(seat).contains(chivalry) {
            refuse("not_earned", "KD-R14", "Your knight does not have this card.")
        } else if !self.print().listed.contains(chivalry) {
            refuse("not_listed", "KD-R14", "The event does not list this chivalry.")
        } else if self.service.all.contains(chivalry) {
            refuse("already_offered", "KD-R14", "This chivalry has been offered already.")
        } else {
            Ok(())
        }
    }

    fn check_dispute(&self, seat: Seat, other: Seat, chivalry: Chivalry) -> Result<(), Illegal> {
        let offered = self.service.offered.get(other.index());
        if other == seat || !offered.is_some_and(|offered| offered.contains(chivalry)) {
            refuse("not_offered", "KD-R11", "That player has not offered such a card.")
        } else if self.worship[seat.index()] == 0 {
            refuse("no_worship", "KD-R11", "A challenge takes at least 1 worship.")
        } else if self.service.challenged.contains(chivalry) {
            refuse(
                "already_challenged",
                "KD-R11",
                "This chivalry has been challenged in this phase already.",
            )
        } else if !self.row(seat).contains(chivalry) {
            refuse("not_earned", "KD-R11", "Your knight does not have this chivalry.")
        } else {
            Ok(())
        }
    }

    fn check_replacement(&self, field: Field, seat: Seat, mv: Move) -> Result<(), Illegal> {
        if mv == Move::Pass {
            return Ok(());
        }
        if matches!(mv, Move::Challenge { .. }) {
            return refuse(
                "no_challenge",
                "KD-R13",
                "The loser of a joust may not challenge out of turn.",
            );
        }
        match (field, mv) {
            (Field::Knight, Move::Select { number }) => self.check_number(seat, number),
            (Field::Service, Move::Offer { chivalry }) => self.check_offered(seat, chivalry),
            (Field::Knight, _) => refuse("replace_first", "KD-R13", "Now select another card, or pass."),
            (Field::Service, _) => refuse("replace_first", "KD-R13", "Now offer another card, or pass."),
        }
    }

    fn check_face(&self, seat: Seat, mv: Move) -> Result<(), Illegal> {
        let Move::Face { up } = mv else {
            return refuse("place_first", "KD-R15", "Now place your cards face-up or face-down.");
        };
        if up.without(self.placeable(seat)).is_empty() {
            Ok(())
        } else {
            refuse("not_placed", "KD-R15", "You place only your own listed cards.")
        }
    }

    fn check_take(&self, seat: Seat, mv: Move) -> Result<(), Illegal> {
        let Move::Take { seat: from, chivalry } = mv else {
            return refuse("take_first", "KD-R21", "Now take a card of your damosel.");
        };
        if from.index() < self.seat_count() && self.may_take(seat, from).contains(chivalry) {
            Ok(())
        } else {
            refuse(
                "not_given",
                "KD-R21",
                "Take a card of your damosel from a knight who has enough of them.",
            )
        }
    }

    fn check_fight(&self, seat: Seat, mv: Move) -> Result<(), Illegal> {
        let Move::Fight { chivalry } = mv else {
            return refuse("fight_first", "KD-R24", "Now choose a card to fight with.");
        };
        if self.battle.forces[seat.index()].hand[chivalry as usize] > 0 {
            Ok(())
        } else {
            refuse("not_held", "KD-R24", "You do not have this card on your hand.")
        }
    }
}

fn refuse(code: &'static str, rule: &'static str, message: &'static str) -> Result<(), Illegal> {
    Err(Illegal::new(code, rule, message))
}

/// The challenger may not yield in the first pass (KD-R12).
fn may_yield(joust: &Joust, seat: Seat) -> bool {
    joust.pass > 1 || seat != joust.challenger
}

fn check_pass_of_arms(joust: &Joust, seat: Seat, mv: Move) -> Result<(), Illegal> {
    if mv == Move::Yield && !may_yield(joust, seat) {
        refuse(
            "no_first_yield",
            "KD-R12",
            "The challenger may not yield in the first pass.",
        )
    } else if matches!(mv, Move::High | Move::Low | Move::Yield) {
        Ok(())
    } else {
        refuse("joust_first", "KD-R12", "Now joust: high, low or yield.")
    }
}

fn check_right_to_challenge(may_challenge: bool) -> Result<(), Illegal> {
    if may_challenge {
        Ok(())
    } else {
        refuse("one_challenge", "KD-R11", "There is one challenge a turn.")
    }
}
