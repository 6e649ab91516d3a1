//! The score sheets of a round (KS-R12 to KS-R19). Pure functions: equipment in, sheets out.

use crate::MAX_PLAYERS;
use crate::deck::{Cards, KnightCard};
use crate::items::{FACES, Item, Kind, Kinds};

/// The cost of each hated card (KS-R14).
const HATED: i32 = 5;

/// What the biggest and the second biggest feast are worth (KS-R15).
const FEAST: [i32; 2] = [6, 3];

/// How many cards of each face lie under a Knight, by [`Item`].
pub type Equipment = [u8; FACES];

/// A claimed Knight at the end of a round.
#[derive(Clone, Copy, Debug)]
pub struct Claimed<'a> {
    /// Which Knight it is.
    pub card: &'a KnightCard,
    /// What the Knight was given.
    pub equipment: Equipment,
}

/// A Squire's score sheet of one round: the columns of KS-R19, and the cards behind them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sheet {
    /// Whether the Knight had strictly the most Booze (KS-R12).
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
    /// How much Booze was poured away before the rest was scored (two players only).
    pub poured_away: u8,
    /// Complete sets of what the Knight likes.
    pub sets: u8,
    /// The hated cards.
    pub hated: Equipment,
    /// The total of the feast.
    pub feast: u16,
    /// How many pairs each weapon makes, in the order of [`Kind::WEAPONS`].
    pub pairs: [u8; 4],
    /// How many "Companions" count.
    pub companions: u8,
    /// The cards that count alone: no Food, no "Companions", in no pair.
    pub loose: Equipment,
}

/// Scores a round. The Knights are those of seat 0, 1 and so on; the sheets are in the same order, and the rest are
/// empty.
///
/// Two Knights are scored by the two-player variant.
#[must_use]
pub fn score(cards: &Cards, knights: &[Claimed<'_>]) -> [Sheet; MAX_PLAYERS] {
    let mut sheets = [Sheet::default(); MAX_PLAYERS];
    let drunk = most_booze(knights);
    for (seat, (sheet, knight)) in sheets.iter_mut().zip(knights).enumerate() {
        sheet.too_much_booze = drunk == Some(seat);
        let mut equipment = knight.equipment;
        if sheet.too_much_booze {
            if knights.len() > 2 {
                continue;
            }
            sheet.poured_away = std::mem::take(&mut equipment[Item::Booze as usize]);
        }
        sheet.tally(cards, knight.card, equipment);
    }
    let awake = knights.len().min(MAX_PLAYERS);
    hold_feast(&mut sheets[..awake]);
    for sheet in &mut sheets {
        sheet.total = sheet.likes + sheet.dislikes + sheet.food + sheet.paired + sheet.everything_else;
    }
    sheets
}

/// What a Knight would score if it were sober and there were no feast: the part of a sheet that does not depend on the
/// other Knights.
pub(crate) fn appraise(cards: &Cards, knight: &KnightCard, equipment: Equipment) -> i32 {
    let mut sheet = Sheet::default();
    sheet.tally(cards, knight, equipment);
    sheet.likes + sheet.dislikes + sheet.paired + sheet.everything_else
}

/// KS-R12: which Knight has strictly the most Booze, if any.
fn most_booze(knights: &[Claimed<'_>]) -> Option<usize> {
    let booze = |knight: &Claimed<'_>| knight.equipment[Item::Booze as usize];
    let most = knights.iter().map(booze).max().filter(|&most| most > 0)?;
    let mut drunks = knights.iter().enumerate().filter(|(_, knight)| booze(knight) == most);
    match (drunks.next(), drunks.next()) {
        (Some((seat, _)), None) => Some(seat),
        (_, _) => None,
    }
}

/// KS-R15: everybody at the highest total, then everybody at the next lower one; nobody without Food counts.
fn hold_feast(sheets: &mut [Sheet]) {
    let first = sheets.iter().map(|sheet| sheet.feast).max().unwrap_or(0);
    let lower = sheets.iter().map(|sheet| sheet.feast).filter(|&feast| feast < first);
    let second = lower.max().unwrap_or(0);
    for sheet in sheets {
        sheet.food = match sheet.feast {
            0 => 0,
            feast if feast == first => FEAST[0],
            feast if feast == second => FEAST[1],
            _ => 0,
        };
    }
}

impl Sheet {
    /// Everything that depends only on one Knight's equipment.
    fn tally(&mut self, cards: &Cards, knight: &KnightCard, equipment: Equipment) {
        self.sets = complete_sets(knight.likes, &equipment);
        self.likes = i32::from(self.sets) * i32::from(knight.bonus);
        let mut left = Left::new(cards, equipment);
        let mut hated = 0;
        for kind in knight.dislikes.iter() {
            for &face in faces(kind) {
                self.hated[face] = left.take_all(face);
                hated += i32::from(self.hated[face]);
            }
        }
        self.dislikes = -HATED * hated;
        for food in [Item::Food2, Item::Food3, Item::Food4] {
            self.feast += u16::from(left.take_all(food as usize)) * u16::from(food.feast());
        }
        self.companions = left.take_all(Item::Companions as usize);
        if self.companions > 0 {
            let step = usize::from(self.companions).min(cards.companions.len());
            self.everything_else += i32::from(cards.companions[step - 1]);
        }
        self.make_pairs(&mut left);
        self.loose = left.equipment;
        self.everything_else += left.worth;
    }

    /// KS-R16: where weapons share a partner, the most valuable weapons get it, so that the pairs are worth most.
    fn make_pairs(&mut self, left: &mut Left<'_>) {
        for weapon in left.cards.dearest {
            let (weapon_face, partner_face) = (face(Kind::WEAPONS[weapon]), face(left.cards.partners[weapon]));
            let pairs = left.equipment[weapon_face].min(left.equipment[partner_face]);
            self.pairs[weapon] = pairs;
            self.paired += 2 * (left.take(weapon_face, pairs) + left.take(partner_face, pairs));
        }
    }
}

/// Equipment that has not been counted yet, and what it is worth if no more of it is taken.
struct Left<'a> {
    cards: &'a Cards,
    equipment: Equipment,
    worth: i32,
}

impl<'a> Left<'a> {
    fn new(cards: &'a Cards, equipment: Equipment) -> Self {
        let points = equipment.iter().zip(cards.worth);
        let worth = points
            .map(|(&count, points)| i32::from(count) * i32::from(points))
            .sum();
        Self {
            cards,
            equipment,
            worth,
        }
    }

    /// Takes this many cards of a face and returns what they are worth.
    fn take(&mut self, face: usize, count: u8) -> i32 {
        let worth = i32::from(count) * i32::from(self.cards.worth[face]);
        self.equipment[face] -= count;
        self.worth -= worth;
        worth
    }

    /// Takes all cards of a face and returns how many there were.
    fn take_all(&mut self, face: usize) -> u8 {
        let count = self.equipment[face];
        self.take(face, count);
        count
    }
}

/// The index of a kind in an [`Equipment`]; for Food, that of its first face.
const fn face(kind: Kind) -> usize {
    match kind {
        Kind::Axe => Item::Axe as usize,
        Kind::Armor => Item::Armor as usize,
        Kind::Sword => Item::Sword as usize,
        Kind::Shield => Item::Shield as usize,
        Kind::Lance => Item::Lance as usize,
        Kind::Horse => Item::Horse as usize,
        Kind::Bow => Item::Bow as usize,
        Kind::Arrows => Item::Arrows as usize,
        Kind::Food => Item::Food2 as usize,
        Kind::Booze => Item::Booze as usize,
        Kind::Companions => Item::Companions as usize,
        Kind::Undergarments => Item::Undergarments as usize,
    }
}

/// The indices of a kind's faces in an [`Equipment`].
const fn faces(kind: Kind) -> &'static [usize] {
    const FOOD: [usize; 3] = [Item::Food2 as usize, Item::Food3 as usize, Item::Food4 as usize];
    const OTHERS: [[usize; 1]; Kind::ALL.len()] = {
        let mut others = [[0]; Kind::ALL.len()];
        let mut i = 0;
        while i < others.len() {
            others[Kind::ALL[i] as usize] = [face(Kind::ALL[i])];
            i += 1;
        }
        others
    };
    match kind {
        Kind::Food => &FOOD,
        _ => &OTHERS[kind as usize],
    }
}

/// KS-R13: the smallest count among the liked kinds.
fn complete_sets(likes: Kinds, equipment: &Equipment) -> u8 {
    let held = |kind: Kind| faces(kind).iter().map(|&face| equipment[face]).sum();
    likes.iter().map(held).min().unwrap_or(0)
}
