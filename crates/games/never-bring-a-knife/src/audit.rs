//! What the conformance suite checks after every move.

use roundtable_core::{Audit, Dice, Seat, holds};

use crate::cards::{Card, KINDS};
use crate::deck::HAND;
use crate::moves::Move;
use crate::state::{NeverBringAKnife, Open, Phase, ROUNDS};

impl Audit for NeverBringAKnife {
    /// Every card by its kind, then every role card by its team.
    fn census(&self) -> Vec<u32> {
        let mut cards: Vec<u32> = self.pile.left().iter().copied().map(u32::from).collect();
        let mut add = |kind: usize, count: u8| cards.extend(std::iter::repeat_n(kind as u32, count.into()));
        for kind in 0..KINDS {
            add(kind, self.discard[kind] + self.open.cards[kind]);
        }
        for (i, player) in self.at_table().iter().enumerate() {
            for card in player.hand() {
                add(card as usize, 1);
            }
            // The cards of turned-up stacks are in the discard pile, in banks, or being resolved.
            let seat = Seat::new(i);
            if !self.is_revealed(seat) {
                let stack = self.stack_counts(seat);
                (0..KINDS).for_each(|kind| add(kind, stack[kind]));
            }
            add(Card::Money as usize, player.bank);
            add(Card::Hit as usize, u8::from(player.hit));
        }
        cards.extend((0..self.roles.count).map(|card| KINDS as u32 + u32::from(self.roles.cops >> card & 1)));
        cards
    }

    /// Each card of a hand is equally likely to be the one laid face-down; one laid face-up tells only that it was
    /// there (NK-P4).
    fn ways(&self, seat: Seat, mv: Move) -> u32 {
        match mv {
            // The first card of a stack is face-up, whichever way it is laid.
            Move::Play { card, target } if self.player(target).stack_size > 0 => {
                self.player(seat).hand().filter(|&held| held == card).count() as u32
            }
            Move::Play { .. }
            | Move::Show { .. }
            | Move::Look { .. }
            | Move::Decline
            | Move::Hit { .. }
            | Move::Bank
            | Move::Heal { .. }
            | Move::Done => 1,
        }
    }

    fn audit(&self) -> Result<(), String> {
        self.audit_stacks()?;
        self.audit_roles()?;
        holds((1..=ROUNDS).contains(&self.round), "the round is one of sixty")?;
        let hits = self.at_table().iter().filter(|player| player.hit).count();
        holds(hits <= 1, "the Hit is in one bank at most")?;
        holds(
            self.at_table()
                .iter()
                .all(|player| player.was_wounded || player.wounds == 0),
            "whoever has a wound was wounded",
        )?;
        match self.phase {
            Phase::Play { seat } => {
                holds(self.revealed == 0, "nothing is turned up while cards are played")?;
                holds(
                    self.turn_of(seat) == usize::from(self.played % self.seats),
                    "players play in turn",
                )?;
                holds(self.open == Open::NONE, "no stack is being resolved")
            }
            Phase::Intel { seat, left } => {
                holds(
                    self.turn_of(seat) + 1 == usize::from(self.revealed),
                    "the owner of the last stack decides",
                )?;
                holds(
                    left <= self.open.cards[Card::Intel as usize],
                    "there are as many looks as Intel cards",
                )
            }
            Phase::Hit { seat } => {
                holds(self.open.cards[Card::Hit as usize] == 1, "the Hit lies in the stack")?;
                holds(self.purse(seat) >= self.prices.hit, "there is Money for the Hit")
            }
            Phase::Talk { seat } => {
                holds(self.open == Open::NONE, "no stack is being resolved")?;
                holds(
                    self.purse(seat) >= self.prices.cheapest(),
                    "who is asked has Money for something",
                )
            }
            Phase::Over { ending, winners } => holds(
                self.ending() == Some((ending, winners)),
                "the game has ended as it should",
            ),
        }
    }

    fn dice(&self) -> Option<&Dice> {
        Some(&self.dice)
    }
}

impl NeverBringAKnife {
    fn audit_stacks(&self) -> Result<(), String> {
        let mut laid = 0;
        for (target, player) in self.at_table().iter().enumerate() {
            laid += player.stack_size;
            holds(usize::from(player.stack_size) <= HAND, "a stack has four cards at most")?;
            for (place, (by, lap)) in player.stack().enumerate() {
                let card = self.players[by].laid[lap];
                holds(usize::from(card.target) == target, "a card lies where it was played")?;
                holds(place > 0 || card.face_up, "the first card of a stack is face-up")?;
                holds(lap > 0 || by != target, "the first card is for another player")?;
                holds(
                    self.players[by].in_hand >> card.dealt & 1 == 0,
                    "a card that was played is not in hand",
                )?;
            }
        }
        holds(laid == self.played, "the cards that were played lie in stacks")?;
        let held: u32 = self.at_table().iter().map(|player| player.in_hand.count_ones()).sum();
        holds(
            held as usize + usize::from(laid) == HAND * self.seat_count(),
            "everybody was dealt four cards",
        )
    }

    fn audit_roles(&self) -> Result<(), String> {
        let mut there = 1_u16 << self.roles.boss;
        for &card in &self.roles.at_seat[..self.seat_count()] {
            there |= 1 << card;
        }
        holds(
            there == (1 << (self.seat_count() + 1)) - 1,
            "every dealt role card is at one place",
        )?;
        holds(
            self.roles.cops.count_ones() == u32::from(self.roles.count / 2),
            "there are as many Cops as Criminals",
        )?;
        for seat in 0..self.seat_count() {
            let own = usize::from(self.roles.at_seat[seat]);
            holds(self.roles.seen[seat][own].is_some(), "everybody knows their own role")?;
        }
        Ok(())
    }
}
