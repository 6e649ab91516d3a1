//! What an eye sees; `look` fills it in.

use arrayvec::ArrayVec;
use roundtable_core::{Eye, Outcome, Seat, Seats};
use serde::{Serialize, Serializer};

use crate::battle::{MOST_CARDS, Side};
use crate::calls::SERVICES;
use crate::cards::{CHIVALRIES, Chivalry, ChivalrySet, Damosel, EVENTS, EventCard, EventKind, Knight};
use crate::deck::Goals;
use crate::event::{EventSeen, EventsSeen, ReturnedSeen};
use crate::moves::Move;
use crate::score::Standing;
use crate::state::{DRAWN, SEATS};

/// The table as one eye sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// Whose eye.
    pub eye: Eye,
    /// From 1.
    pub round: u8,
    /// Whether the game ends with the Battle of Camlann.
    pub camlann: bool,
    /// Who is Arthur.
    pub arthur: Seat,
    /// Who is Merlin.
    pub merlin: Seat,
    /// What each victory takes.
    pub goals: Goals,
    /// Who has a decision to make.
    pub to_act: Seats,
    /// The decision to be made.
    pub step: Step,
    /// Who has chosen in a simultaneous phase, and what, for those who may know.
    pub sealed: ArrayVec<SealedSeen, SEATS>,
    /// What is printed on the events.
    pub events: ArrayVec<EventPrinted, EVENTS>,
    /// The event of the round, once it is revealed.
    pub event: Option<EventPrinted>,
    /// The Service cards, if they are in play (KD-R27a).
    pub service: Option<ServiceSeen>,
    /// The events that Arthur or Merlin chooses from, until one is revealed.
    pub event_hand: Option<EventsSeen>,
    /// The event pile.
    pub event_pile: PileSeen,
    /// The events of the rounds since the last shuffle, the oldest first; this round's once one is revealed.
    pub past_events: ArrayVec<PastEvents, { EVENTS / DRAWN }>,
    /// Merlin's display, during the knight phase.
    pub display: ArrayVec<ShownSeen, SEATS>,
    /// The cards that nobody was granted in this round and that were returned, from the end of the knight phase on
    /// (KD-R8a).
    pub returned: ArrayVec<ReturnedSeen, SEATS>,
    /// The joust under way.
    pub joust: Option<JoustSeen>,
    /// The cards offered during the service phase, in the order of chivalries.
    pub offered: ArrayVec<OfferedSeen, CHIVALRIES>,
    /// The players, by seat.
    pub players: ArrayVec<PlayerSeen, SEATS>,
    /// The damosels without a player.
    pub unused: ArrayVec<UnusedSeen, SEATS>,
    /// The ranking, by seat, once the rounds are over.
    pub standings: Option<ArrayVec<Standing, SEATS>>,
    /// The Battle of Camlann, once the sides are chosen.
    pub battle: Option<BattleSeen>,
    /// The outcome, once the game is over.
    pub outcome: Option<Outcome>,
}

/// The decision to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Step {
    /// Arthur discards one of three events.
    ArthurDiscards,
    /// Merlin discards one of two events.
    MerlinDiscards,
    /// Every damosel gives a card.
    Giving,
    /// A player selects a displayed card.
    Selecting {
        /// Whether a challenge is allowed in this turn.
        may_challenge: bool,
    },
    /// A player offers a card.
    Offering {
        /// Whether a challenge is allowed in this turn.
        may_challenge: bool,
    },
    /// Two players joust.
    Jousting,
    /// The loser of a joust may take another card.
    Replacing,
    /// Cards are placed face-up or face-down.
    Placing,
    /// Damosels take a card back before the battle.
    Taking,
    /// The sides are chosen.
    Siding,
    /// A round of the battle.
    Fighting,
    /// None: the game is over.
    Over,
}

/// A sealed choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SealedSeen {
    /// Whose.
    pub seat: Seat,
    /// Which one, in the notation, for those who may know.
    #[serde(serialize_with = "in_notation")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub choice: Option<Move>,
}

/// A choice as a single JSON string: its form, which everybody knows from the phase, is then not a separate field.
fn in_notation<S: Serializer>(choice: &Option<Move>, serializer: S) -> Result<S::Ok, S::Error> {
    match choice {
        Some(choice) => serializer.collect_str(choice),
        None => serializer.serialize_none(),
    }
}

/// What is printed on an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EventPrinted {
    /// Which.
    pub event: EventCard,
    /// Its kind.
    pub kind: EventKind,
    /// What can be offered, or is struck.
    pub listed: ChivalrySet,
    /// What earns 1 more.
    pub bonus: Option<Chivalry>,
}

/// The Service cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ServiceSeen {
    /// The card that lies beside the event of this round.
    pub card: Option<CallSeen>,
    /// The numbers of the cards turned over since the last shuffle, in order.
    pub turned: ArrayVec<u8, SERVICES>,
    /// How many lie face-down.
    pub left: usize,
    /// Their numbers from the top, for the eye that sees everything.
    pub order: Option<ArrayVec<u8, SERVICES>>,
}

/// A Service card that was turned over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CallSeen {
    /// Its number, from 1.
    pub number: u8,
    /// The chivalries that it calls for.
    pub calls: ChivalrySet,
}

/// The event pile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PileSeen {
    /// How many cards it has.
    pub count: usize,
    /// The cards from the top, for the eye that sees everything.
    pub order: Option<Vec<EventCard>>,
}

/// The events of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PastEvents {
    /// Who was Arthur.
    pub arthur: Seat,
    /// Who was Merlin.
    pub merlin: Seat,
    /// Arthur's discard.
    pub arthur_discard: EventSeen,
    /// Merlin's discard.
    pub merlin_discard: EventSeen,
    /// What was revealed.
    pub revealed: EventCard,
}

/// The damosel behind a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum DamoselSeen {
    /// This one.
    Known {
        /// Who.
        damosel: Damosel,
    },
    /// Turned away.
    Hidden,
}

/// A card of Merlin's display.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShownSeen {
    /// Its number.
    pub number: u8,
    /// Its chivalry.
    pub chivalry: Chivalry,
    /// The damosel behind it.
    pub damosel: DamoselSeen,
    /// Who has selected it.
    pub selected_by: Option<Seat>,
    /// Whether it has been challenged in this phase.
    pub challenged: bool,
}

/// A joust.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JoustSeen {
    /// Whether it is for an offered card rather than a selected one.
    pub in_service: bool,
    /// The challenger.
    pub challenger: Seat,
    /// The challenged player.
    pub challenged: Seat,
    /// Who currently has the right to the card.
    pub holder: Seat,
    /// The card's chivalry.
    pub chivalry: Chivalry,
    /// Which pass of arms it is, from 1.
    pub pass: u8,
}

/// An offered card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OfferedSeen {
    /// Who offered it.
    pub seat: Seat,
    /// Which.
    pub chivalry: Chivalry,
    /// Whether it has been challenged in this phase.
    pub challenged: bool,
}

/// A card of a knight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RowSeen {
    /// Its chivalry.
    pub chivalry: Chivalry,
    /// The damosel behind it, revealed at the end of the knight phase.
    pub damosel: DamoselSeen,
}

/// A player's progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Progress {
    /// The most cards of the damosel with one knight, as far as they are revealed.
    pub given: u8,
    /// The cards of the knight.
    pub earned: u8,
    /// The worship.
    pub worship: u16,
}

/// What a player has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerSeen {
    /// Which player.
    pub seat: Seat,
    /// The knight.
    pub knight: Knight,
    /// The damosel.
    pub damosel: Damosel,
    /// The cards of the knight, in the order of chivalries.
    pub row: ArrayVec<RowSeen, CHIVALRIES>,
    /// The cards that the damosel had when this round's cards were given; for the open eye, those that she has now.
    pub pile: ChivalrySet,
    /// The card that the player has taken from a knight for the Battle of Camlann (KD-R21).
    pub taken: Option<Chivalry>,
    /// How many cards of the damosel lie with the knight of each seat, as far as they are revealed.
    pub given: ArrayVec<u8, SEATS>,
    /// The progress towards the three victories.
    pub progress: Progress,
}

/// A damosel without a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnusedSeen {
    /// Who.
    pub damosel: Damosel,
    /// The cards that she had when this round's cards were given; for the open eye, those that she has now.
    pub pile: ChivalrySet,
}

/// The Battle of Camlann.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BattleSeen {
    /// The round, from 1.
    pub round: u16,
    /// The side that is immune at first, if one side is smaller.
    pub smaller: Option<Side>,
    /// The last round of its immunity.
    pub immune_until: u16,
    /// The players, by seat.
    pub forces: ArrayVec<ForceSeen, SEATS>,
}

/// A player at Camlann.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ForceSeen {
    /// Who.
    pub seat: Seat,
    /// On which side.
    pub side: Side,
    /// The cards in hand.
    pub hand: ArrayVec<Chivalry, MOST_CARDS>,
    /// The wounded cards, from the left.
    pub wounded: ArrayVec<Chivalry, MOST_CARDS>,
    /// The beaten cards.
    pub beaten: ArrayVec<Chivalry, MOST_CARDS>,
}
