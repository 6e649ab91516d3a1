//! What a search reads from a sample without building a view: cheap, and as open as
//! [`Eye::All`](roundtable_core::Eye::All).

use roundtable_core::Seat;

use crate::cards::{Card, Role};
use crate::moves::Place;
use crate::state::NeverBringAKnife;

impl NeverBringAKnife {
    /// Which round it is, from 1.
    #[must_use]
    pub const fn round(&self) -> u8 {
        self.round
    }

    /// The role card at a place.
    #[must_use]
    pub fn role_at(&self, place: Place) -> Role {
        self.roles.at(place)
    }

    /// The number of the role card at a place: where it lay after the set-up.
    #[must_use]
    pub const fn role_card_at(&self, place: Place) -> usize {
        self.roles.card(place)
    }

    /// Two bit sets of role cards: those that a seat has seen, and those that are Cops.
    #[must_use]
    pub fn roles_seen_by(&self, seat: Seat) -> (u16, u16) {
        let seen = self.roles.seen[seat.index()].iter().enumerate();
        let seen = seen.map(|(card, how)| u16::from(how.is_some()) << card).sum();
        (seen, self.roles.cops)
    }

    /// Changes the roles of a sample, with a bit for each card that is a Cop: those of the seats, the boss, and the
    /// undealt one. Nothing else in a sample depends on them. There must be as many Cops as before.
    pub fn deal_roles_as(&mut self, cops: u16) {
        debug_assert_eq!(cops.count_ones(), self.roles.cops.count_ones());
        self.roles.cops = cops;
    }

    /// The wounds of a seat.
    #[must_use]
    pub fn wounds(&self, seat: Seat) -> u8 {
        self.player(seat).wounds
    }

    /// How many wounds make a player fall.
    #[must_use]
    pub const fn fall(&self) -> u8 {
        self.prices.fall
    }

    /// The Money that a seat has banked.
    #[must_use]
    pub fn bank(&self, seat: Seat) -> u8 {
        self.player(seat).bank
    }

    /// Whether a seat has banked the Hit.
    #[must_use]
    pub fn has_hit(&self, seat: Seat) -> bool {
        self.player(seat).hit
    }

    /// How many cards of a kind a seat has in hand.
    #[must_use]
    pub fn in_hand(&self, seat: Seat, card: Card) -> u8 {
        let player = self.player(seat);
        let held = |i: &usize| player.in_hand >> i & 1 == 1 && player.dealt[*i] == card as u8;
        (0..player.dealt.len()).filter(held).count() as u8
    }

    /// How many cards of a kind lie before a seat, face-up or face-down.
    #[must_use]
    pub fn in_stack(&self, seat: Seat, card: Card) -> u8 {
        self.stack_counts(seat)[card as usize]
    }

    /// How many cards lie before a seat.
    #[must_use]
    pub fn stack_size(&self, seat: Seat) -> u8 {
        self.player(seat).stack_size
    }
}
