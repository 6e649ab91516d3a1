//! What an eye sees: everything but the other hands, the others' face-down cards, unseen role cards and the order of
//! the deck.

use arrayvec::ArrayVec;
use roundtable_core::{Eye, Outcome, Seat, Seats};
use serde::Serialize;

use crate::cards::{Card, Counts, Role};
use crate::deck::{HAND, SEATS};
use crate::event::{CardSeen, CardsSeen};
use crate::moves::Place;
use crate::roles::How;
use crate::state::{NeverBringAKnife, Phase};

/// The table as one eye sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// Whose eye.
    pub eye: Eye,
    /// From 1.
    pub round: u8,
    /// Whether all Intel cards are in the game (NK-R1).
    pub easy: bool,
    /// Whether the left neighbour's role is seen only at a wound (NK-R1).
    pub hard: bool,
    /// Who deals; the dealer's left neighbour is first in everything.
    pub dealer: Seat,
    /// Whose decision it is, until the game is over.
    pub turn: Option<Seat>,
    /// The decision to be made.
    pub step: Step,
    /// The players, by seat.
    pub players: ArrayVec<PlayerSeen, SEATS>,
    /// The role card in the centre.
    pub boss: RoleCardSeen,
    /// The role card that was not dealt, for the eye that sees everything.
    pub undealt: Option<Role>,
    /// How many role cards of each team there are.
    pub team: u8,
    /// The deck.
    pub deck: DeckSeen,
    /// The discard pile.
    pub discard: Counts,
    /// What things cost.
    pub prices: PricesSeen,
    /// The outcome, once the game is over.
    pub outcome: Option<Outcome>,
}

/// The decision to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Step {
    /// To play a card.
    Play,
    /// To look at a role card by Intel, or not.
    Intel {
        /// How many Intel cards are left, including this one.
        left: u8,
        /// The stack's Money after Crime, not yet banked.
        money: u8,
    },
    /// To use the Hit or to bank it.
    Hit {
        /// The stack's Money after Crime, not yet banked.
        money: u8,
    },
    /// To spend Money.
    Talk,
    /// None: the game is over.
    Over,
}

/// What a player has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerSeen {
    /// Which player.
    pub seat: Seat,
    /// The role card.
    pub role: RoleCardSeen,
    /// Wounds.
    pub wounds: u8,
    /// Banked Money.
    pub bank: u8,
    /// Whether the Hit is banked here.
    pub hit: bool,
    /// The hand.
    pub hand: CardsSeen,
    /// The cards laid before this player in this round, in the order they were laid. They stay listed until the next
    /// deal, even once the stack is resolved and its cards lie on the discard pile and in the bank.
    pub stack: ArrayVec<LaidSeen, HAND>,
    /// The stack's cards once it has been turned up, in no order.
    pub revealed: Option<Counts>,
}

/// A role card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoleCardSeen {
    /// What this eye knows of it.
    pub known: KnownRole,
    /// Who has seen this card, wherever it lay then.
    pub seen_by: Seats,
}

/// What an eye knows of a role card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum KnownRole {
    /// The player has seen it.
    Known {
        /// What it shows.
        role: Role,
        /// On what occasion it was first seen.
        how: How,
    },
    /// It lies open: at the end of the game, or for the eye that sees everything.
    Open {
        /// What it shows.
        role: Role,
    },
    /// Nothing.
    Unknown,
}

impl KnownRole {
    /// What the card shows, if that is known.
    #[must_use]
    pub const fn role(self) -> Option<Role> {
        match self {
            Self::Known { role, .. } | Self::Open { role } => Some(role),
            Self::Unknown => None,
        }
    }
}

/// A card of a stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LaidSeen {
    /// Who laid it.
    pub seat: Seat,
    /// Whether it was laid face-up.
    pub face_up: bool,
    /// Which it is, if this eye knows: only the player who laid a face-down card does, even after the stack was turned
    /// up.
    pub card: CardSeen,
}

/// The deck.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeckSeen {
    /// How many cards are left in it.
    pub left: usize,
    /// How many cards of this round were dealt before the discards were shuffled in the middle of the deal.
    pub before_shuffle: u8,
    /// Its cards from the top, for the eye that sees everything.
    pub order: Option<Vec<Card>>,
}

/// What things cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PricesSeen {
    /// How many wounds make a player fall.
    pub fall: u8,
    /// To heal a wound.
    pub heal: u8,
    /// To look at a role card.
    pub look: u8,
    /// To use the Hit.
    pub hit: u8,
}

impl NeverBringAKnife {
    pub(crate) fn seen_by(&self, eye: Eye) -> View {
        let money = self.open.money;
        let (step, outcome) = match self.phase {
            Phase::Play { .. } => (Step::Play, None),
            Phase::Intel { left, .. } => (Step::Intel { left, money }, None),
            Phase::Hit { .. } => (Step::Hit { money }, None),
            Phase::Talk { .. } => (Step::Talk, None),
            Phase::Over { ending, winners } => (Step::Over, Some(self.score(ending, winners))),
        };
        let undealt = (self.seat_count() + 1 < usize::from(self.roles.count) && eye == Eye::All)
            .then(|| self.roles.role(self.seat_count() + 1));
        let order = || self.pile.left().iter().map(|&card| Card::from_bits(card)).collect();
        View {
            eye,
            round: self.round,
            easy: self.options.easy,
            hard: self.options.hard,
            dealer: self.dealer,
            turn: self.seat_to_act(),
            step,
            players: Seat::all(self.seat_count())
                .map(|seat| self.player_seen(seat, eye))
                .collect(),
            boss: self.role_seen(Place::Boss, eye),
            undealt,
            team: self.roles.count / 2,
            deck: DeckSeen {
                left: self.pile.left().len(),
                before_shuffle: self.before_shuffle,
                order: (eye == Eye::All).then(order),
            },
            discard: self.discard.into(),
            prices: PricesSeen {
                fall: self.prices.fall,
                heal: self.prices.heal,
                look: self.prices.look,
                hit: self.prices.hit,
            },
            outcome,
        }
    }

    fn player_seen(&self, seat: Seat, eye: Eye) -> PlayerSeen {
        let player = self.player(seat);
        let laid_seen = |(by, lap): (usize, usize)| {
            let by_seat = Seat::new(by);
            let face_up = self.players[by].laid[lap].face_up;
            LaidSeen {
                seat: by_seat,
                face_up,
                card: if face_up || eye.sees_for(by_seat) {
                    CardSeen::Known {
                        card: self.laid_card(by, lap),
                    }
                } else {
                    CardSeen::Hidden
                },
            }
        };
        PlayerSeen {
            seat,
            role: self.role_seen(Place::Seat(seat), eye),
            wounds: player.wounds,
            bank: player.bank,
            hit: player.hit,
            hand: CardsSeen::new(player.hand().collect(), eye.sees_for(seat)),
            stack: player.stack().map(laid_seen).collect(),
            revealed: self.is_revealed(seat).then(|| self.stack_counts(seat).into()),
        }
    }

    fn role_seen(&self, place: Place, eye: Eye) -> RoleCardSeen {
        let card = self.roles.card(place);
        let role = self.roles.role(card);
        let how = eye.seat().and_then(|seat| self.roles.seen[seat.index()][card]);
        RoleCardSeen {
            known: match how {
                Some(how) => KnownRole::Known { role, how },
                None if self.knows_role(eye, card) => KnownRole::Open { role },
                None => KnownRole::Unknown,
            },
            seen_by: self.roles.seen_by(place, self.seat_count()),
        }
    }
}
