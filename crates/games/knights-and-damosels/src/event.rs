//! What can happen.

use arrayvec::ArrayVec;
use roundtable_core::{Outcome, Seat};
use serde::Serialize;

use crate::battle::{Fate, Side};
use crate::cards::{CHIVALRIES, Chivalry, ChivalrySet, Damosel, EventCard, Knight};
use crate::moves::Move;
use crate::score::Standing;
use crate::state::{DRAWN, SEATS};

/// Something that happens. Some do not see drawn and discarded events, the damosels behind displayed cards, and choices
/// until the last one is made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// Knights and damosels were dealt (KD-R1).
    Dealt {
        /// Who was dealt what.
        houses: Vec<HouseSeen>,
        /// The damosels without a player.
        unused: Vec<Damosel>,
    },
    /// A round begins.
    RoundBegan {
        /// From 1.
        round: u8,
        /// Who is Arthur.
        arthur: Seat,
        /// Who is Merlin.
        merlin: Seat,
    },
    /// The pile was empty: all twelve events are shuffled (KD-R6).
    EventsShuffled,
    /// Arthur drew three events.
    EventsDrawn {
        /// Arthur.
        seat: Seat,
        /// Which ones, for Arthur.
        events: EventsSeen,
    },
    /// An event was discarded.
    Discarded {
        /// By whom.
        seat: Seat,
        /// Which one, for those who know.
        event: EventSeen,
    },
    /// Merlin got two events.
    EventsGiven {
        /// Merlin.
        seat: Seat,
        /// Which ones, for Arthur and Merlin.
        events: EventsSeen,
    },
    /// The event of the round was revealed.
    EventRevealed {
        /// Which.
        event: EventCard,
    },
    /// The Service pile was empty: all three cards are shuffled (KD-R27a).
    ServiceShuffled,
    /// A Service card was turned over beside the event (KD-R27a).
    ServiceTurned {
        /// Its number, from 1.
        number: u8,
        /// The chivalries that it calls for.
        calls: ChivalrySet,
    },
    /// A choice was made and sealed.
    Chose {
        /// By whom.
        seat: Seat,
        /// Which one, for the player who made it.
        choice: Option<Move>,
    },
    /// Merlin displayed the given cards (KD-R8).
    Displayed {
        /// The chivalries, by the number of the card.
        chivalries: ArrayVec<Chivalry, SEATS>,
    },
    /// Merlin sees the other side of the displayed cards.
    DamoselsSeen {
        /// The damosels, by the number of the card.
        damosels: Vec<Damosel>,
    },
    /// A player recognizes the card of their own damosel.
    OwnCardSeen {
        /// Who.
        seat: Seat,
        /// The number of the card.
        number: u8,
    },
    /// A displayed card was selected.
    Selected {
        /// By whom.
        seat: Seat,
        /// Its number.
        number: u8,
        /// Its chivalry.
        chivalry: Chivalry,
    },
    /// A player neither selected nor offered.
    Passed {
        /// Who.
        seat: Seat,
    },
    /// A player challenged another (KD-R11).
    Challenged {
        /// The challenger.
        seat: Seat,
        /// The challenged player.
        other: Seat,
        /// For which card.
        chivalry: Chivalry,
    },
    /// A pass of arms (KD-R12).
    PassOfArms {
        /// From 1.
        pass: u8,
        /// The challenger.
        challenger: Seat,
        /// The challenged player.
        challenged: Seat,
        /// What the two chose, the challenger first.
        choices: [Move; 2],
        /// Who has the right afterwards.
        holder: Seat,
    },
    /// A joust ended.
    JoustEnded {
        /// Who has the card.
        winner: Seat,
        /// Who does not.
        loser: Seat,
        /// Which card.
        chivalry: Chivalry,
        /// How much worship the winner took from the loser.
        worship: u16,
    },
    /// The loser of a joust took no other card.
    Declined {
        /// Who.
        seat: Seat,
    },
    /// The knight phase ended: the damosels behind the granted cards were revealed (KD-R10).
    Granted {
        /// The granted cards, in turn order.
        cards: Vec<GrantedSeen>,
    },
    /// The cards that nobody was granted were returned openly to their damosels (KD-R8a).
    Returned {
        /// Which cards, and to whom.
        cards: Vec<ReturnedSeen>,
    },
    /// A card was offered.
    Offered {
        /// By whom.
        seat: Seat,
        /// Which.
        chivalry: Chivalry,
    },
    /// Nobody can offer any more.
    ServiceEnded,
    /// The placed cards were uncovered.
    Placed {
        /// Seat by seat.
        cards: ArrayVec<PlacedSeen, { SEATS * CHIVALRIES }>,
    },
    /// Worship for the offered cards (KD-R15, KD-R16).
    Awarded {
        /// Card by card.
        cards: Vec<EarnedSeen>,
    },
    /// A disaster (KD-R17).
    Struck {
        /// The cards that returned to their damosels.
        cards: Vec<GrantedSeen>,
        /// The worship that was lost.
        worship: Vec<LostSeen>,
    },
    /// The rounds are over: the ranking (KD-R19).
    Ranked {
        /// From the first to the last.
        order: Vec<Seat>,
        /// By seat.
        standings: Vec<Standing>,
    },
    /// The Battle of Camlann begins.
    CamlannBegan,
    /// Damosels took a card back (KD-R21).
    Taken {
        /// Who, which and from whom.
        cards: ArrayVec<TakenSeen, SEATS>,
    },
    /// The sides were chosen (KD-R22).
    SidesChosen {
        /// Seat by seat.
        sides: ArrayVec<SideSeen, SEATS>,
        /// The side that is immune at first, if one side is smaller.
        smaller: Option<Side>,
        /// The last round of its immunity (KD-R23).
        immune_until: u16,
    },
    /// A round of the battle (KD-R24).
    Fought {
        /// From 1.
        round: u16,
        /// What was revealed and what became of it.
        cards: ArrayVec<FoughtSeen, SEATS>,
    },
    /// The game is over.
    Over {
        /// How it ended.
        outcome: Outcome,
    },
}

/// What a player was dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HouseSeen {
    /// Who.
    pub seat: Seat,
    /// The knight.
    pub knight: Knight,
    /// The damosel.
    pub damosel: Damosel,
}

/// Event cards that may be hidden.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum EventsSeen {
    /// Their faces are known.
    Known {
        /// In no order.
        events: ArrayVec<EventCard, DRAWN>,
    },
    /// Only their backs are seen.
    Hidden {
        /// How many there are.
        count: usize,
    },
}

/// An event card that may be hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum EventSeen {
    /// Its face is known.
    Known {
        /// Which.
        event: EventCard,
    },
    /// Only its back is seen.
    Hidden,
}

/// A card with its damosel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GrantedSeen {
    /// Whose knight has it or had it.
    pub seat: Seat,
    /// Its chivalry.
    pub chivalry: Chivalry,
    /// The damosel behind it.
    pub damosel: Damosel,
}

/// A card that went back to its damosel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReturnedSeen {
    /// Its chivalry.
    pub chivalry: Chivalry,
    /// The damosel who has it again.
    pub damosel: Damosel,
}

/// A placed card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlacedSeen {
    /// Whose.
    pub seat: Seat,
    /// Which.
    pub chivalry: Chivalry,
    /// Duty if it is, betrayal if not.
    pub face_up: bool,
}

/// What an offered card earned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EarnedSeen {
    /// Whose.
    pub seat: Seat,
    /// Which.
    pub chivalry: Chivalry,
    /// How much.
    pub worship: u16,
}

/// Lost worship.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LostSeen {
    /// Whose.
    pub seat: Seat,
    /// How much.
    pub worship: u16,
}

/// A card taken back before the battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TakenSeen {
    /// By whom.
    pub seat: Seat,
    /// From whose knight.
    pub from: Seat,
    /// Which.
    pub chivalry: Chivalry,
}

/// A player's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SideSeen {
    /// Who.
    pub seat: Seat,
    /// On which side.
    pub side: Side,
}

/// A card revealed in the battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FoughtSeen {
    /// Whose.
    pub seat: Seat,
    /// Which.
    pub chivalry: Chivalry,
    /// What became of it.
    pub fate: Fate,
    /// The wounded card that its owner took back.
    pub healed: Option<Chivalry>,
}
