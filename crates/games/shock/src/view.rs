//! What an eye sees: everything but the other hands, the others' face-down cards and the two decks.

use arrayvec::ArrayVec;
use roundtable_core::{Eye, Outcome, Seat};
use serde::Serialize;

use crate::cards::{CARDS, Card, CardSet, KINDS, Kind, Suit};
use crate::deck::{ChestCard, MOST_CHEST};
use crate::event::{CardSeen, CardsSeen};
use crate::score::Jewels;
use crate::state::{Phase, Player, SEATS, Shock, Standing};

/// The table as one eye sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// Whose eye.
    pub eye: Eye,
    /// From 1 to 5.
    pub round: u8,
    /// Whether hands are returned at the end of each round (SH-R20).
    pub simplified: bool,
    /// Whose decision it is, until the game is over.
    pub turn: Option<Seat>,
    /// The decision to be made.
    pub step: Step,
    /// The card under the Round Board: its suit is trump.
    pub trump: Card,
    /// The trick on the table.
    pub trick: TrickSeen,
    /// The players, by seat.
    pub players: ArrayVec<PlayerSeen, SEATS>,
    /// The Chest Poison cards in the centre, which count for everybody in the round.
    pub centre: ArrayVec<PoisonCount, KINDS>,
    /// The Chest.
    pub chest: ChestSeen,
    /// The Number cards that were not dealt.
    pub dungeon: CardsSeen,
    /// The Number cards that were played and lie in front of nobody.
    pub discard: DiscardSeen,
    /// The Number cards with a jewel icon.
    pub icons: CardSet,
    /// The Poison cards among the Number cards, by [`Kind`]: jellyfish, spider, bee.
    pub poison_cards: [CardSet; KINDS],
    /// The Potion cards among the Number cards.
    pub potion_cards: CardSet,
    /// The outcome, once the game is over.
    pub outcome: Option<Outcome>,
}

/// The decision to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Step {
    /// To play a card or to withdraw.
    Turn,
    /// To play a card face-down.
    Down,
    /// Which kind of Poison a Potion kept from an earlier trick covers.
    MustCover {
        /// The Potion.
        potion: Option<Card>,
    },
    /// Whether to use a new Potion, and on what.
    MayCover {
        /// The Potion.
        potion: Option<Card>,
    },
    /// Whether to reveal another Chest card.
    Challenge {
        /// How many more may be.
        more: u8,
    },
    /// None: the game is over.
    Over,
}

/// The trick on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrickSeen {
    /// Whose turn was first.
    pub first: Seat,
    /// The suit to follow, once a card lies face-up.
    pub lead: Option<Suit>,
    /// Who has the best card so far.
    pub best: Option<Seat>,
    /// Whether the trick is complete and that player has won it. Then its jewels are on the winner's bag, its Poison
    /// and Potion cards in front of the winner, and its other cards on the discard pile; the trick still lists them,
    /// for looking back.
    pub won: bool,
    /// The jewels on its cards.
    pub jewels: u8,
    /// The cards in the order they were played.
    pub cards: ArrayVec<LaidSeen, SEATS>,
}

/// A card of the trick.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LaidSeen {
    /// Who played it.
    pub seat: Seat,
    /// Whether it lies face-up.
    pub face_up: bool,
    /// Which it is, if this eye knows.
    pub card: CardSeen,
    /// The jewels that were laid on it.
    pub jewels: u8,
}

/// Whether a player is in the round, or why not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StandingSeen {
    /// In the round.
    In,
    /// Out of it with the jewels.
    Withdrawn,
    /// Out of it without them.
    Shocked,
}

/// What a player has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerSeen {
    /// Which player.
    pub seat: Seat,
    /// In the round or not.
    pub standing: StandingSeen,
    /// The jewels inside the bag: the score.
    pub inside: Jewels,
    /// The jewels on top of the bag.
    pub on_top: Jewels,
    /// The hand.
    pub hand: CardsSeen,
    /// The cards played face-down in this round.
    pub down: CardsSeen,
    /// The Poison cards in front.
    pub poison: ArrayVec<PoisonSeen, CARDS>,
    /// The Potions in front that cover nothing yet.
    pub potions: CardSet,
    /// The Potions in front that cover a Poison card.
    pub used_potions: CardSet,
    /// How many doses of each kind of poison the player has, including the centre (SH-R12); none once out of the round.
    pub poisoned: ArrayVec<PoisonCount, KINDS>,
    /// The suits in which the player has shown a void since the last deal.
    pub voids: ArrayVec<Suit, 4>,
}

/// A Poison card in front of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PoisonSeen {
    /// Which card.
    pub card: Card,
    /// Its kind.
    pub kind: Kind,
    /// Whether a Potion covers it.
    pub covered: bool,
}

/// The count of one kind of poison.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PoisonCount {
    /// Which kind.
    pub kind: Kind,
    /// How many.
    pub count: usize,
}

/// The Chest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChestSeen {
    /// The face-down cards, in no order: everybody can count them.
    pub left: ArrayVec<ChestCard, MOST_CHEST>,
    /// The face-down cards from the top, for the eye that sees everything.
    pub order: Option<Vec<ChestCard>>,
    /// The cards revealed in this round, in order; Poison cards among them lie in the centre.
    pub revealed: ArrayVec<ChestCard, MOST_CHEST>,
}

/// The discard pile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiscardSeen {
    /// The cards that lie face-up.
    pub face_up: CardSet,
    /// How many lie face-down (SH-R7).
    pub face_down: usize,
}

impl View {
    /// The Poison cards of all kinds.
    #[must_use]
    pub fn all_poison_cards(&self) -> CardSet {
        self.poison_cards.into_iter().fold(CardSet::NONE, CardSet::and)
    }
}

impl Shock {
    pub(crate) fn seen_by(&self, eye: Eye) -> View {
        let (step, outcome) = match self.phase {
            Phase::Turn { .. } => (Step::Turn, None),
            Phase::Down { .. } => (Step::Down, None),
            Phase::MustCover { seat, fresh } => {
                let kept = self.player(seat).potions(&self.print).without(fresh);
                (Step::MustCover { potion: kept.first() }, None)
            }
            Phase::MayCover { fresh, .. } => (Step::MayCover { potion: fresh.first() }, None),
            Phase::Challenge { more, .. } => (Step::Challenge { more }, None),
            Phase::Over => (Step::Over, Some(self.score())),
        };
        View {
            eye,
            round: self.round,
            simplified: self.options.simplified,
            turn: self.seat_to_act(),
            step,
            trump: self.trump,
            trick: self.trick_seen(eye),
            players: Seat::all(self.seat_count())
                .map(|seat| self.player_seen(seat, eye))
                .collect(),
            centre: counts(|kind| self.centre[kind as usize].into()),
            chest: self.chest_seen(eye),
            dungeon: cards_seen(self.dungeon(), eye == Eye::All),
            discard: self.discard_seen(),
            icons: self.print.icons,
            poison_cards: self.print.poison,
            potion_cards: self.print.potions,
            outcome,
        }
    }

    /// Whether the trick on the table has been taken by its winner.
    fn trick_is_won(&self) -> bool {
        self.trick.count == self.seats
    }

    fn trick_seen(&self, eye: Eye) -> TrickSeen {
        let players = self.seat_count();
        let clockwise = (0..players).map(|i| Seat::new((self.trick.first.index() + i) % players));
        let laid_seen = |seat: Seat| {
            let laid = self.trick.cards[seat.index()]?;
            let known = laid.face_up || eye.sees_for(seat);
            Some(LaidSeen {
                seat,
                face_up: laid.face_up,
                card: if known {
                    CardSeen::Known { card: laid.card }
                } else {
                    CardSeen::Hidden
                },
                jewels: if laid.face_up {
                    u8::from(self.print.icons.contains(laid.card))
                } else {
                    self.down_jewels()
                },
            })
        };
        let won = self.trick_is_won();
        TrickSeen {
            first: self.trick.first,
            lead: self.trick.best.map(|best| best.lead),
            best: self.trick.best.map(|best| best.seat),
            won,
            jewels: if won { 0 } else { self.trick.jewels },
            cards: clockwise.filter_map(laid_seen).collect(),
        }
    }

    fn player_seen(&self, seat: Seat, eye: Eye) -> PlayerSeen {
        let player = self.player(seat);
        let poison = player.front.within(self.print.all_poison());
        let poison_seen = |card: Card| PoisonSeen {
            card,
            kind: self.kind_of(card),
            covered: player.covered.contains(card),
        };
        PlayerSeen {
            seat,
            standing: match player.standing {
                Standing::In => StandingSeen::In,
                Standing::Withdrawn => StandingSeen::Withdrawn,
                Standing::Shocked => StandingSeen::Shocked,
            },
            inside: Jewels::worth(player.banked),
            on_top: Jewels::worth(player.on_top),
            hand: cards_seen(player.hand, eye.sees_for(seat)),
            down: cards_seen(player.down, eye.sees_for(seat)),
            poison: poison.into_iter().map(poison_seen).collect(),
            potions: player.potions(&self.print),
            used_potions: player.covered.within(self.print.potions),
            poisoned: if player.is_in() {
                self.poisoned(player)
            } else {
                ArrayVec::new()
            },
            voids: Suit::of_bits(player.voids).collect(),
        }
    }

    fn poisoned(&self, player: &Player) -> ArrayVec<PoisonCount, KINDS> {
        counts(|kind| self.poison_count(player, kind))
    }

    /// The kind of a Poison card.
    fn kind_of(&self, card: Card) -> Kind {
        let is_of = |kind: &Kind| self.print.poison[*kind as usize].contains(card);
        Kind::ALL.into_iter().find(is_of).unwrap_or(Kind::Bee)
    }

    fn chest_seen(&self, eye: Eye) -> ChestSeen {
        ChestSeen {
            left: self.chest.sorted(),
            order: (eye == Eye::All).then(|| self.chest.hidden().collect()),
            revealed: self.chest.open().collect(),
        }
    }

    fn discard_seen(&self) -> DiscardSeen {
        let mut face_up = CardSet::NONE;
        let mut face_down = 0;
        for player in self.at_table() {
            face_up = face_up.and(player.up);
            face_down += player.down.len();
        }
        for player in self.at_table() {
            face_up = face_up.without(player.front);
        }
        // The cards of an unfinished trick are not discarded yet.
        for laid in self.trick.cards.iter().flatten().filter(|_| !self.trick_is_won()) {
            if laid.face_up {
                face_up.remove(laid.card);
            } else {
                face_down -= 1;
            }
        }
        DiscardSeen { face_up, face_down }
    }
}

/// The count of each kind, without the zeros.
fn counts(count: impl Fn(Kind) -> usize) -> ArrayVec<PoisonCount, KINDS> {
    Kind::ALL
        .into_iter()
        .map(|kind| PoisonCount {
            kind,
            count: count(kind),
        })
        .filter(|poison| poison.count > 0)
        .collect()
}

const fn cards_seen(cards: CardSet, known: bool) -> CardsSeen {
    if known {
        CardsSeen::Known { cards }
    } else {
        CardsSeen::Hidden { count: cards.len() }
    }
}
