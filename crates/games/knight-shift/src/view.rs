//! What an eye sees: the open cards, the sizes of the rest, and what its own seat has put down or peeked at.

use roundtable_core::{Eye, Outcome, Seat};
use serde::Serialize;

use crate::MAX_PLAYERS;
use crate::items::{Item, Items, Kind};
use crate::moves::Knight;
use crate::score::{Equipment, Sheet};
use crate::state::{Equipped, KnightShift, Phase, Place, Play};

/// The table as one eye sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// Whose eye.
    pub eye: Eye,
    /// The current round, from 1; the last one when the game is over.
    pub round: u8,
    /// Which lap of the round, from 1.
    pub lap: u8,
    /// The Head Squire.
    pub head: Seat,
    /// Whose turn it is, until the game is over.
    pub turn: Option<Seat>,
    /// The decision to be made.
    pub step: Step,
    /// The Knights of the round, including claimed ones.
    pub knights: Vec<KnightSeen>,
    /// The players.
    pub squires: Vec<SquireSeen>,
    /// The draw pile, the top first.
    pub draw_pile: CardsSeen,
    /// The discard pile, in the order of the claims.
    pub discards: Vec<DiscardSeen>,
    /// The Items that are not in this round.
    pub aside: CardsSeen,
    /// The finished rounds.
    pub rounds: Vec<RoundSeen>,
    /// What is printed on the Items.
    pub items: Vec<ItemPrint>,
    /// What 1, 2, 3, 4 and 5 or more "Companions" are worth together.
    pub companions: [u8; 5],
    /// The outcome, once the game is over.
    pub outcome: Option<Outcome>,
}

/// The decision that the player to move must make.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Step {
    /// To play, to peek or to claim.
    Turn,
    /// To play face-up after a peek.
    Show {
        /// The Knight whose top Item was looked at.
        peeked: Knight,
    },
    /// None: the game is over.
    Over,
}

/// An Item card that may be hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum CardSeen {
    /// Its face is known.
    Known {
        /// Which it is.
        item: Item,
    },
    /// Only its back is seen.
    Hidden,
}

/// Item cards that may be hidden.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum CardsSeen {
    /// Their faces are known.
    Known {
        /// Which they are.
        items: Vec<Item>,
    },
    /// Only their backs are seen.
    Hidden {
        /// How many there are.
        count: usize,
    },
}

/// What is printed on a Knight.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KnightPrint {
    /// The Knight's name.
    pub name: String,
    /// The Knight's title.
    pub title: String,
    /// One of each makes a set.
    pub likes: Vec<Kind>,
    /// What a set is worth.
    pub bonus: u8,
    /// Each card of these kinds costs five points.
    pub dislikes: Vec<Kind>,
}

/// A Knight of the round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KnightSeen {
    /// The number in the notation.
    pub knight: Knight,
    /// What is printed on the card.
    pub print: KnightPrint,
    /// Who has claimed it.
    pub claimed_by: Option<Seat>,
    /// What it was given, from bottom to top.
    pub equipment: Vec<LaidSeen>,
}

/// An Item under a Knight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LaidSeen {
    /// What it is.
    pub card: CardSeen,
    /// Whether it was laid face-up.
    pub face_up: bool,
    /// Who put it there; none if it was dealt there.
    pub by: Option<Seat>,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SquireSeen {
    /// Which player.
    pub seat: Seat,
    /// The hand.
    pub hand: CardsSeen,
    /// The claimed Knight.
    pub knight: Option<Knight>,
    /// The points of all finished rounds.
    pub total: i32,
}

/// An Item on the discard pile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiscardSeen {
    /// Who discarded it.
    pub seat: Seat,
    /// For which Knight.
    pub knight: Knight,
    /// What.
    pub item: Item,
}

/// A finished round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoundSeen {
    /// Which round, from 1.
    pub round: u8,
    /// Every player's Knight, its equipment and the score sheet, by seat.
    pub squires: Vec<ScoredSeen>,
    /// The Knight that nobody claimed.
    pub leftover: LeftoverSeen,
}

/// The Knight that nobody claimed in a finished round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeftoverSeen {
    /// Which one.
    pub knight: KnightPrint,
    /// What it had been given, kind by kind.
    pub equipment: Vec<Item>,
}

/// What a player scored in a finished round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoredSeen {
    /// The claimed Knight.
    pub knight: KnightPrint,
    /// What it had been given, kind by kind.
    pub equipment: Vec<Item>,
    /// The score sheet.
    pub sheet: SheetSeen,
}

/// What lies under a Knight when everything is shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EquippedSeen {
    /// The number in the notation.
    pub knight: Knight,
    /// Who has claimed it.
    pub claimed_by: Option<Seat>,
    /// What it was given, from bottom to top.
    pub items: Vec<Item>,
}

/// A score sheet with the cards behind every column (KS-R19).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SheetSeen {
    /// Whose.
    pub seat: Seat,
    /// Whether the Knight had strictly the most Booze.
    pub too_much_booze: bool,
    /// The bonuses for complete sets.
    pub likes: i32,
    /// Hated cards: 0 or less.
    pub dislikes: i32,
    /// Points for the feast.
    pub food: i32,
    /// The points of all cards in pairs.
    pub paired: i32,
    /// "Companions" and loose cards.
    pub everything_else: i32,
    /// The sum.
    pub total: i32,
    /// How much Booze was poured away before the rest was scored (two players).
    pub poured_away: u8,
    /// The complete sets of what the Knight likes.
    pub sets: Vec<Vec<Item>>,
    /// The hated cards.
    pub hated: Vec<Item>,
    /// The total of the feast.
    pub feast: u16,
    /// The pairs, the weapon first.
    pub pairs: Vec<[Kind; 2]>,
    /// How many "Companions" count.
    pub companions: u8,
    /// The cards that count alone.
    pub loose: Vec<Item>,
}

/// What is printed on an Item.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ItemPrint {
    /// Which face.
    pub item: Item,
    /// How many the deck has.
    pub count: u8,
    /// What one is worth; none for Food and "Companions".
    pub points: Option<u8>,
    /// What it adds to a feast.
    pub feast: u8,
    /// The partner, for a weapon.
    pub pairs_with: Option<Kind>,
}

impl CardsSeen {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Known { items } => items.len(),
            Self::Hidden { count } => *count,
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn when(known: bool, items: impl Iterator<Item = Item>) -> Self {
        if known {
            Self::Known { items: items.collect() }
        } else {
            Self::Hidden { count: items.count() }
        }
    }
}

impl KnightShift {
    pub(crate) fn seen_by(&self, eye: Eye) -> View {
        let (turn, step) = match self.phase {
            Phase::Turn => (Some(self.seat), Step::Turn),
            Phase::Show { peeked } => (Some(self.seat), Step::Show { peeked }),
            Phase::Over => (None, Step::Over),
        };
        // KS-R8: at the end of a round everything is shown; only the end of the last round is a position.
        let open = eye == Eye::All || step == Step::Over;
        let aside = Item::ALL.into_iter().flat_map(|item| self.copies(item, &self.aside));
        View {
            eye,
            round: self.round + u8::from(turn.is_some()),
            lap: self.lap + 1,
            head: self.head,
            turn,
            step,
            knights: self
                .knights()
                .map(|knight| self.knight_seen(knight, eye, open))
                .collect(),
            squires: Seat::all(self.seats())
                .map(|seat| self.squire_seen(seat, eye, open))
                .collect(),
            draw_pile: CardsSeen::when(open, self.pile[self.drawn()..self.pile_size()].iter().copied()),
            discards: self.discards_seen(),
            aside: CardsSeen::when(eye == Eye::All, aside),
            rounds: (0..usize::from(self.round))
                .map(|round| self.round_seen(round))
                .collect(),
            items: Item::ALL.map(|item| self.item_print(item)).into(),
            companions: self.deck.companions,
            outcome: turn.is_none().then(|| self.final_outcome()),
        }
    }

    fn copies(&self, item: Item, counts: &Equipment) -> impl Iterator<Item = Item> + use<> {
        std::iter::repeat_n(item, counts[item as usize].into())
    }

    fn knight_seen(&self, knight: Knight, eye: Eye, open: bool) -> KnightSeen {
        let seed = LaidSeen {
            card: CardSeen::Known {
                item: self.middle[knight.index()].seed,
            },
            face_up: true,
            by: None,
        };
        let laid = |(turn, play): (usize, &Play)| LaidSeen {
            card: if open || play.seen_by(eye.seat()) {
                CardSeen::Known { item: play.item }
            } else {
                CardSeen::Hidden
            },
            face_up: matches!(play.place, Place::Up(_)),
            by: Some(self.seat_of(turn)),
        };
        let plays = self.played().iter().enumerate();
        let laid = plays.filter(|(_, play)| play.knight() == Some(knight)).map(laid);
        KnightSeen {
            knight,
            print: self.knight_print(knight),
            claimed_by: self.claimed_by(knight),
            equipment: std::iter::once(seed).chain(laid).collect(),
        }
    }

    pub(crate) fn claimed_by(&self, knight: Knight) -> Option<Seat> {
        Seat::all(self.seats()).find(|seat| self.claims[seat.index()] == Some(knight))
    }

    fn squire_seen(&self, seat: Seat, eye: Eye, open: bool) -> SquireSeen {
        let hand: Items = self.hands[seat.index()];
        SquireSeen {
            seat,
            hand: CardsSeen::when(open || eye.sees_for(seat), hand.iter()),
            knight: self.claims[seat.index()],
            total: self.totals[seat.index()],
        }
    }

    fn discards_seen(&self) -> Vec<DiscardSeen> {
        let discard = |(turn, play): (usize, &Play)| match play.place {
            Place::Discard(knight) => Some(DiscardSeen {
                seat: self.seat_of(turn),
                knight,
                item: play.item,
            }),
            Place::Down(_) | Place::Up(_) => None,
        };
        self.played().iter().enumerate().filter_map(discard).collect()
    }

    pub(crate) fn knight_print(&self, knight: Knight) -> KnightPrint {
        self.card_print(self.middle[knight.index()].card)
    }

    fn card_print(&self, card: u8) -> KnightPrint {
        let card = &self.deck.knights[usize::from(card)];
        KnightPrint {
            name: card.name.clone(),
            title: card.title.clone(),
            likes: card.likes.iter().collect(),
            bonus: card.bonus,
            dislikes: card.dislikes.iter().collect(),
        }
    }

    /// What lies under a Knight, with everything turned up.
    pub(crate) fn equipped_seen(&self, knight: Knight) -> EquippedSeen {
        let laid = self.played().iter().filter(|play| play.knight() == Some(knight));
        EquippedSeen {
            knight,
            claimed_by: self.claimed_by(knight),
            items: std::iter::once(self.middle[knight.index()].seed)
                .chain(laid.map(|play| play.item))
                .collect(),
        }
    }

    fn round_seen(&self, round: usize) -> RoundSeen {
        let sheets = self.sheets(round);
        let equipped = |place: usize| {
            let Equipped { card, equipment } = self.finished[round][place];
            let copies = |item: Item| self.copies(item, &equipment);
            (self.card_print(card), Item::ALL.into_iter().flat_map(copies).collect())
        };
        let scored = |seat: Seat| {
            let (knight, equipment) = equipped(seat.index());
            ScoredSeen {
                knight,
                equipment,
                sheet: self.sheet_seen(round, seat, &sheets),
            }
        };
        let (knight, equipment) = equipped(self.seats());
        RoundSeen {
            round: round as u8 + 1,
            squires: Seat::all(self.seats()).map(scored).collect(),
            leftover: LeftoverSeen { knight, equipment },
        }
    }

    pub(crate) fn sheet_seen(&self, round: usize, seat: Seat, sheets: &[Sheet; MAX_PLAYERS]) -> SheetSeen {
        let equipped = self.finished[round][seat.index()];
        let likes = self.deck.knights[usize::from(equipped.card)].likes;
        let sheet = &sheets[seat.index()];
        let list = |counts: &Equipment| {
            Item::ALL
                .into_iter()
                .flat_map(|item| self.copies(item, counts))
                .collect()
        };
        // Sets take the cards of a kind in the order of their faces.
        let of_kind = |kind: Kind, place: usize| {
            let faces = Item::ALL.into_iter().filter(move |item| item.kind() == kind);
            faces.flat_map(|item| self.copies(item, &equipped.equipment)).nth(place)
        };
        let set = |place: usize| likes.iter().filter_map(|kind| of_kind(kind, place)).collect();
        let weapons = Kind::WEAPONS.into_iter().zip(self.deck.partners).zip(sheet.pairs);
        SheetSeen {
            seat,
            too_much_booze: sheet.too_much_booze,
            likes: sheet.likes,
            dislikes: sheet.dislikes,
            food: sheet.food,
            paired: sheet.paired,
            everything_else: sheet.everything_else,
            total: sheet.total,
            poured_away: sheet.poured_away,
            sets: (0..usize::from(sheet.sets)).map(set).collect(),
            hated: list(&sheet.hated),
            feast: sheet.feast,
            pairs: weapons
                .flat_map(|((weapon, partner), pairs)| std::iter::repeat_n([weapon, partner], pairs.into()))
                .collect(),
            companions: sheet.companions,
            loose: list(&sheet.loose),
        }
    }

    fn item_print(&self, item: Item) -> ItemPrint {
        let kind = item.kind();
        let weapon = Kind::WEAPONS.iter().position(|&weapon| weapon == kind);
        ItemPrint {
            item,
            count: self.deck.counts[item as usize],
            points: (!matches!(kind, Kind::Food | Kind::Companions)).then(|| self.deck.points[kind as usize]),
            feast: item.feast(),
            pairs_with: weapon.map(|weapon| self.deck.partners[weapon]),
        }
    }
}
