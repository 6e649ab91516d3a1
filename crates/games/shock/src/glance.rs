//! What a search reads from a sample without building a view: cheap, and as open as
//! [`Eye::All`](roundtable_core::Eye::All).

use roundtable_core::Seat;

use crate::cards::{Card, CardSet, Kind, Suit};
use crate::deck::ChestCard;
use crate::state::{ROUNDS, Shock};

impl Shock {
    /// How many rounds there are.
    pub const ROUNDS: u8 = ROUNDS;

    /// Which round it is, from 1.
    #[must_use]
    pub const fn round(&self) -> u8 {
        self.round
    }

    /// The jewels inside a seat's bag, which are safe.
    #[must_use]
    pub fn banked(&self, seat: Seat) -> u16 {
        self.player(seat).banked
    }

    /// The jewels on top of a seat's bag, which a shock takes.
    #[must_use]
    pub fn on_top(&self, seat: Seat) -> u16 {
        self.player(seat).on_top
    }

    /// Whether a seat is in the round.
    #[must_use]
    pub fn is_in(&self, seat: Seat) -> bool {
        self.player(seat).is_in()
    }

    /// How many players are in the round.
    #[must_use]
    pub const fn count_in(&self) -> u8 {
        self.inside
    }

    /// The hand of a seat.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> CardSet {
        self.player(seat).hand
    }

    /// How many doses of this kind of poison a seat has (SH-R12).
    #[must_use]
    pub fn doses(&self, seat: Seat, kind: Kind) -> usize {
        self.poison_count(self.player(seat), kind)
    }

    /// How many Potions lie unused in front of a seat.
    #[must_use]
    pub fn potions_of(&self, seat: Seat) -> usize {
        self.player(seat).potions(&self.print).len()
    }

    /// The face-down Chest cards. Nobody knows their order.
    pub fn chest_left(&self) -> impl ExactSizeIterator<Item = ChestCard> {
        self.chest.hidden()
    }

    /// The suit that is trump.
    #[must_use]
    pub const fn trump_suit(&self) -> Suit {
        self.trump.suit()
    }

    /// The best card of the trick and the suit that was led, once a card lies face-up.
    #[must_use]
    pub fn best_of_trick(&self) -> Option<(Card, Suit)> {
        self.trick.best.map(|best| (best.card, best.lead))
    }

    /// How many players have played to the trick.
    #[must_use]
    pub const fn trick_count(&self) -> u8 {
        self.trick.count
    }

    /// The jewels on the cards of the trick.
    #[must_use]
    pub const fn trick_jewels(&self) -> u8 {
        self.trick.jewels
    }

    /// The face-up cards of the trick.
    #[must_use]
    pub const fn trick_cards(&self) -> CardSet {
        self.trick.up
    }

    /// The cards with a jewel icon.
    #[must_use]
    pub const fn icons(&self) -> CardSet {
        self.print.icons
    }

    /// The Poison cards of a kind.
    #[must_use]
    pub const fn poison_cards(&self, kind: Kind) -> CardSet {
        self.print.poison[kind as usize]
    }

    /// The Potion cards.
    #[must_use]
    pub const fn potion_cards(&self) -> CardSet {
        self.print.potions
    }
}
