//! Which moves are legal, and why the others are not.

use roundtable_core::{Illegal, Seat};

use crate::cards::Card;
use crate::deck::{HAND, SEATS};
use crate::moves::{Move, Place};
use crate::state::{NeverBringAKnife, Phase};

/// As many moves as a card play can offer at most (four cards on eight players, face-down and face-up), and one more
/// place for a last write that does not count.
static BLANK: [Move; 2 * HAND * SEATS + 1] = [Move::Done; 2 * HAND * SEATS + 1];

impl NeverBringAKnife {
    /// Whether the stack before `target` takes another card from `seat`.
    fn takes(&self, seat: Seat, target: Seat) -> bool {
        usize::from(self.player(target).stack_size) < HAND && (self.played >= self.seats || seat != target)
    }

    pub(crate) fn list_moves(&self, asked: Seat, out: &mut Vec<Move>) {
        if let Phase::Play { seat } = self.phase
            && seat == asked
        {
            return self.list_plays(seat, out);
        }
        out.clear();
        if self.seat_to_act() != Some(asked) {
            return;
        }
        let all = Seat::all(self.seat_count());
        match self.phase {
            Phase::Play { .. } | Phase::Over { .. } => {}
            Phase::Intel { seat, .. } => {
                self.list_looks(seat, out);
                out.push(Move::Decline);
            }
            Phase::Hit { .. } => {
                out.extend(all.map(|target| Move::Hit { target }));
                out.push(Move::Bank);
            }
            Phase::Talk { seat } => {
                let money = self.player(seat).bank;
                if money >= self.prices.look {
                    self.list_looks(seat, out);
                }
                if money >= self.prices.hit && self.player(seat).hit {
                    out.extend(all.clone().map(|target| Move::Hit { target }));
                }
                if money >= self.prices.heal {
                    let wounded = all.filter(|&target| self.player(target).wounds > 0);
                    out.extend(wounded.map(|target| Move::Heal { target }));
                }
                out.push(Move::Done);
            }
        }
    }

    /// Lists every card on every target. Makes the most places there can be, writes each move whether it counts or not,
    /// and cuts off the surplus: the number of moves varies, and a mispredicted branch costs more than a few idle
    /// writes.
    fn list_plays(&self, seat: Seat, out: &mut Vec<Move>) {
        let mut targets = [(seat, 0); SEATS];
        let mut count = 0;
        for target in Seat::all(self.seat_count()) {
            targets[count] = (target, 1 + usize::from(self.player(target).stack_size > 0));
            count += usize::from(self.takes(seat, target));
        }
        out.clear();
        out.extend_from_slice(&BLANK);
        let places = out.as_mut_slice();
        let mut used = 0;
        let mut kinds = self.player(seat).kinds();
        while kinds != 0 {
            let card = Card::from_bits(kinds.trailing_zeros() as u8);
            kinds &= kinds - 1;
            for &(target, ways) in &targets[..count] {
                if let [play, show, ..] = &mut places[used..] {
                    *play = Move::Play { card, target };
                    *show = Move::Show { card, target };
                }
                used += ways;
            }
        }
        out.truncate(used);
    }

    fn list_looks(&self, seat: Seat, out: &mut Vec<Move>) {
        let others = Seat::all(self.seat_count()).filter(|&other| other != seat);
        out.extend(others.map(|other| Move::Look { at: Place::Seat(other) }));
        out.push(Move::Look { at: Place::Boss });
    }

    pub(crate) fn check_move(&self, asked: Seat, mv: Move) -> Result<(), Illegal> {
        let rule = match self.phase {
            Phase::Play { .. } => "NK-R3",
            Phase::Intel { .. } => "NK-R8",
            Phase::Hit { .. } => "NK-R9",
            Phase::Talk { .. } => "NK-R10",
            Phase::Over { .. } => "NK-R11",
        };
        Illegal::unless_to_act(self.seats_to_act(), asked, rule)?;
        match (self.phase, mv) {
            (Phase::Play { seat }, Move::Play { card, target }) => self.check_play(seat, card, target),
            (Phase::Play { seat }, Move::Show { card, target }) => {
                self.check_play(seat, card, target)?;
                if self.player(target).stack_size > 0 {
                    Ok(())
                } else {
                    Err(Illegal::new(
                        "face_up_anyway",
                        "NK-R3",
                        "The first card of a stack is face-up anyway: write `play`.",
                    ))
                }
            }
            (
                Phase::Play { .. },
                Move::Look { .. } | Move::Decline | Move::Hit { .. } | Move::Bank | Move::Heal { .. } | Move::Done,
            ) => Err(Illegal::new("play_a_card", "NK-R3", "Now play a card on somebody.")),
            (Phase::Intel { seat, .. }, Move::Look { at }) => self.check_look(seat, at),
            (Phase::Intel { .. }, Move::Decline)
            | (Phase::Hit { .. }, Move::Bank)
            | (Phase::Talk { .. }, Move::Done) => Ok(()),
            (
                Phase::Intel { .. },
                Move::Play { .. } | Move::Show { .. } | Move::Hit { .. } | Move::Bank | Move::Heal { .. } | Move::Done,
            ) => Err(Illegal::new(
                "look_or_decline",
                "NK-R8",
                "Now use the Intel card: look at a role card or decline.",
            )),
            (Phase::Hit { .. }, Move::Hit { target }) => self.check_there(target, "NK-R9"),
            (
                Phase::Hit { .. },
                Move::Play { .. }
                | Move::Show { .. }
                | Move::Look { .. }
                | Move::Decline
                | Move::Heal { .. }
                | Move::Done,
            ) => Err(Illegal::new(
                "hit_or_bank",
                "NK-R9",
                "Now use the Hit on somebody or bank it.",
            )),
            (Phase::Talk { seat }, Move::Look { at }) => {
                self.check_money(seat, self.prices.look, "A look")?;
                self.check_look(seat, at)
            }
            (Phase::Talk { seat }, Move::Heal { target }) => {
                self.check_money(seat, self.prices.heal, "Healing a wound")?;
                self.check_there(target, "NK-R10")?;
                if self.player(target).wounds > 0 {
                    Ok(())
                } else {
                    Err(Illegal::new("no_wound", "NK-R10", "That player has no wound to heal."))
                }
            }
            (Phase::Talk { seat }, Move::Hit { target }) => {
                if !self.player(seat).hit {
                    return Err(Illegal::new("no_hit", "NK-R10", "You have no banked Hit."));
                }
                self.check_money(seat, self.prices.hit, "The Hit")?;
                self.check_there(target, "NK-R10")
            }
            (Phase::Talk { .. }, Move::Play { .. } | Move::Show { .. } | Move::Decline | Move::Bank) => Err(
                Illegal::new("spend_or_done", "NK-R10", "Now spend Money or say that you are done."),
            ),
            (Phase::Over { .. }, _) => Err(Illegal::new("game_over", "NK-R11", "The game is over.")),
        }
    }

    fn check_there(&self, target: Seat, rule: &'static str) -> Result<(), Illegal> {
        if target.index() < self.seat_count() {
            Ok(())
        } else {
            Err(Illegal::new(
                "nobody_there",
                rule,
                format!("Nobody sits on seat {target}."),
            ))
        }
    }

    fn check_play(&self, seat: Seat, card: Card, target: Seat) -> Result<(), Illegal> {
        self.check_there(target, "NK-R3")?;
        if self.player(seat).find(card).is_none() {
            return Err(Illegal::new(
                "not_held",
                "NK-R3",
                format!("You hold no {}.", card.name()),
            ));
        }
        if usize::from(self.player(target).stack_size) >= HAND {
            return Err(Illegal::new(
                "stack_full",
                "NK-R3",
                "That player has four cards already.",
            ));
        }
        if self.takes(seat, target) {
            Ok(())
        } else {
            Err(Illegal::new(
                "first_on_other",
                "NK-R3",
                "Your first card of a round is for another player.",
            ))
        }
    }

    fn check_look(&self, seat: Seat, at: Place) -> Result<(), Illegal> {
        match at {
            Place::Boss => Ok(()),
            Place::Seat(target) if target == seat => Err(Illegal::new(
                "own_role",
                "NK-R8",
                "You know your own role: look at another player's or the boss.",
            )),
            Place::Seat(target) => self.check_there(target, "NK-R8"),
        }
    }

    fn check_money(&self, seat: Seat, price: u8, what: &str) -> Result<(), Illegal> {
        let money = self.player(seat).bank;
        if money >= price {
            Ok(())
        } else {
            Err(Illegal::new(
                "too_dear",
                "NK-R10",
                format!("{what} costs {price} Money; you have {money}."),
            ))
        }
    }
}
