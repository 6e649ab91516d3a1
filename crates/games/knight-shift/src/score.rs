//! The score sheets of a round (KS-R12 to KS-R19). Pure: equipment in, sheets out.

use crate::MAX_PLAYERS;
use crate::deck::{Cards, KnightCard};
use crate::items::{FACES, Item, Kind, Kinds};

/// What each hated card costs (KS-R14).
const HATED: i32 = 5;

/// What the biggest and the second biggest feast are worth (KS-R15).
const FEAST: [i32; 2] = [6, 3];

/// How many cards of each face lie under a Knight, by [`Item`].
pub type Equipment = [u8; FACES];

/// A claimed Knight at the end of a round.
#[derive(Clone, Copy, Debug)]
pub struct Claimed<'a> {
    /// Who it is.
    pub card: &'a KnightCard,
    /// What the Knight was given.
    pub equipment: Equipment,
}

/// A Squire's score sheet of one round: the columns of KS-R19, and the cards behind them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sheet {
    /// Whether the Knight had strictly the most Booze (KS-R12).
    pub too_much_booze: bool,
    /// Bonuses for complete sets.
    pub likes: i32,
    /// Hated cards: 0 or less.
    pub dislikes: i32,
    /// For the feast.
    pub food: i32,
    /// All points of cards in pairs.
    pub paired: i32,
    /// "Companions" and loose cards.
    pub everything_else: i32,
    /// The sum.
    pub total: i32,
    /// Booze poured away before the rest was scored (two players only).
    pub poured_away: u8,
    /// Complete sets of what the Knight likes.
    pub sets: u8,
    /// The hated cards.
    pub hated: Equipment,
    /// What the feast adds up to.
    pub feast: u16,
    /// How many pairs each weapon makes, in the order of [`Kind::WEAPONS`].
    pub pairs: [u8; 4],
    /// "Companions" that count.
    pub companions: u8,
    /// Cards that count alone: no Food, no "Companions", in no pair.
    pub loose: Equipment,
}

/// Scores a round. The Knights are those of seat 0, 1 and so on; the sheets are in the same order, and empty beyond.
///
/// Two Knights are scored by the variant for two players.
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

/// What a Knight would bring if it were sober and the feast not held: the part of a sheet that the other Knights have
/// no say in.
pub(crate) fn appraise(cards: &Cards, knight: &KnightCard, equipment: Equipment) -> i32 {
    let mut sheet = Sheet::default();
    sheet.tally(cards, knight, equipment);
    sheet.likes + sheet.dislikes + sheet.paired + sheet.everything_else
}

/// KS-R12: whose Knight has strictly the most Booze, and any at all.
fn most_booze(knights: &[Claimed<'_>]) -> Option<usize> {
    let booze = |knight: &Claimed<'_>| knight.equipment[Item::Booze as usize];
    let most = knights.iter().map(booze).max().filter(|&most| most > 0)?;
    let mut drunks = knights.iter().enumerate().filter(|(_, knight)| booze(knight) == most);
    match (drunks.next(), drunks.next()) {
        (Some((seat, _)), None) => Some(seat),
        (_, _) => None,
    }
}

/// KS-R15: everybody at the highest total, then everybody at the next lower one; nobody without Food.
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
    /// Everything that one Knight's equipment decides alone.
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

    /// KS-R16: where weapons share a partner, the dearest weapons get it, so that the pairs are worth most.
    fn make_pairs(&mut self, left: &mut Left<'_>) {
        for weapon in left.cards.dearest {
            let (weapon_face, partner_face) = (face(Kind::WEAPONS[weapon]), face(left.cards.partners[weapon]));
            let pairs = left.equipment[weapon_face].min(left.equipment[partner_face]);
            self.pairs[weapon] = pairs;
            self.paired += 2 * (left.take(weapon_face, pairs) + left.take(partner_face, pairs));
        }
    }
}

/// Equipment that has not been counted yet, and what it would be worth if no more of it were taken.
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

    /// Takes so many cards of a face, and says what they are worth.
    fn take(&mut self, face: usize, count: u8) -> i32 {
        let worth = i32::from(count) * i32::from(self.cards.worth[face]);
        self.equipment[face] -= count;
        self.worth -= worth;
        worth
    }

    /// Takes all cards of a face, and says how many.
    fn take_all(&mut self, face: usize) -> u8 {
        let count = self.equipment[face];
        self.take(face, count);
        count
    }
}

/// The place in an [`Equipment`] of a kind; of the first face of Food.
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

/// The places in an [`Equipment`] of a kind's faces.
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

/// KS-R13: the smallest number among the kinds of the list.
fn complete_sets(likes: Kinds, equipment: &Equipment) -> u8 {
    let held = |kind: Kind| faces(kind).iter().map(|&face| equipment[face]).sum();
    likes.iter().map(held).min().unwrap_or(0)
}
