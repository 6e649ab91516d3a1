//! The source of all chance in a game, from one key.

use std::fmt;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};
use serde::{Deserialize, Serialize, Serializer};
use sha2::{Digest as _, Sha256};

use crate::FairDeal;
use crate::draws::{self, Draw, DrawKind};
use crate::rng::{Rng, below, shuffle, shuffle_last};

/// A 256-bit key and a counter. Every shuffle and every lot is a ChaCha stream of its own, derived from (key, counter,
/// purpose). So the same key and the same moves give the same game on every machine, and a position does not have to
/// carry a generator.
///
/// The key is the game's deepest secret: no view contains it, and `Debug` does not print it.
#[derive(Clone, PartialEq, Eq)]
pub struct Dice {
    key: [u8; 32],
    drawn: u32,
}

/// What a draw is for: part of the derivation of its stream.
///
/// If two draws of one game could ever share a counter, they must have different purposes. Name a purpose after what is
/// shuffled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Purpose(u32);

impl Purpose {
    /// The purpose with this name, hashed with FNV-1a so that it can be a constant.
    #[must_use]
    pub const fn named(name: &str) -> Self {
        let bytes = name.as_bytes();
        let mut hash = 0x811c_9dc5_u32;
        let mut i = 0;
        while i < bytes.len() {
            hash = (hash ^ bytes[i] as u32).wrapping_mul(0x0100_0193);
            i += 1;
        }
        Self(hash)
    }
}

impl Dice {
    /// Dice with this key.
    #[must_use]
    pub const fn from_key(key: [u8; 32]) -> Self {
        Self { key, drawn: 0 }
    }

    /// Dice from a short seed, for reproducible games, tests and experiments.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        let mut hash = Sha256::new();
        hash.update(b"roundtable seed");
        hash.update(seed.to_le_bytes());
        Self::from_key(hash.finalize().into())
    }

    /// Dice with a key drawn from a generator: `resample` gives a game such dice for its future.
    #[must_use]
    pub fn from_rng(rng: &mut Rng) -> Self {
        let mut key = [0; 32];
        rng.fill_bytes(&mut key);
        Self::from_key(key)
    }

    /// Shuffles the cards.
    pub fn shuffle<T>(&mut self, purpose: Purpose, cards: &mut [T]) {
        let all = cards.len();
        let mut stream = self.draw(purpose, DrawKind::Shuffle, (all, all));
        shuffle(&mut stream, cards);
    }

    /// Deals `count` cards from the top of a shuffled pile: the end of the slice holds the same cards in the same
    /// places as after [`shuffle`](Self::shuffle), the top card last, without the work of shuffling the rest.
    pub fn deal<T>(&mut self, purpose: Purpose, cards: &mut [T], count: usize) {
        let mut stream = self.draw(purpose, DrawKind::Deal, (cards.len(), count));
        shuffle_last(&mut stream, cards, count);
    }

    /// Draws a number below `n`, for a lot or a first player.
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn below(&mut self, purpose: Purpose, n: u32) -> u32 {
        below(&mut self.draw(purpose, DrawKind::Lot, (n as usize, 1)), n)
    }

    /// A generator for a sample: it deals the hidden part of a game that continues from another.
    pub(crate) fn rng(&mut self, purpose: Purpose) -> Rng {
        let mut seed = [0; 16];
        self.draw(purpose, DrawKind::Sample, (16, 16)).fill_bytes(&mut seed);
        Rng::from_seed(seed)
    }

    /// The stream of the next draw: of `size` things or numbers, of which `count` are decided.
    fn draw(&mut self, purpose: Purpose, kind: DrawKind, (size, count): (usize, usize)) -> ChaCha8Rng {
        let mut stream = ChaCha8Rng::from_seed(self.key);
        stream.set_stream(u64::from(self.drawn) << 32 | u64::from(purpose.0));
        draws::note(&self.key, (self.drawn, purpose.0), kind, (size, count), &stream);
        self.drawn += 1;
        stream
    }

    /// Does some work, and returns what dice like these drew meanwhile, in this thread: for whoever checks the chance
    /// of a game.
    pub fn listen<T>(&self, work: impl FnOnce() -> T) -> (T, Vec<Draw>) {
        draws::listen(self.key, work)
    }
}

impl fmt::Debug for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Dice {{ drawn: {} }}", self.drawn)
    }
}

/// How a record names the dice of its game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum DiceSource {
    /// A short seed, see [`Dice::from_seed`].
    Seed(u64),
    /// The key itself, as 64 hexadecimal digits.
    Key(HexKey),
    /// Agreed between a host and the players.
    Fair(FairDeal),
}

impl DiceSource {
    /// The dice as they were before the first card.
    #[must_use]
    pub fn dice(&self) -> Dice {
        match self {
            Self::Seed(seed) => Dice::from_seed(*seed),
            Self::Key(key) => Dice::from_key(key.0),
            Self::Fair(deal) => deal.dice(),
        }
    }
}

/// A key written in hexadecimal.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct HexKey(pub [u8; 32]);

impl Serialize for HexKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Every message about a move has one, so it is written without a String.
        let mut digits = [0; 64];
        for (pair, byte) in digits.chunks_exact_mut(2).zip(self.0) {
            pair.copy_from_slice(&hex_digits(byte));
        }
        serializer.serialize_str(str::from_utf8(&digits).unwrap_or_default())
    }
}

impl fmt::Debug for HexKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HexKey(…)")
    }
}

impl From<HexKey> for String {
    fn from(key: HexKey) -> Self {
        hex(&key.0)
    }
}

impl TryFrom<String> for HexKey {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let wrong = || "a key is 64 hexadecimal digits, in lower case".to_owned();
        // There is only one spelling, so that every changed character of a record counts.
        if text.len() != 64 || !text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')) {
            return Err(wrong());
        }
        let mut key = [0; 32];
        for (i, byte) in key.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).map_err(|_| wrong())?;
        }
        Ok(Self(key))
    }
}

/// Bytes as lower-case hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| hex_digits(*byte));
    digits.map(char::from).collect()
}

fn hex_digits(byte: u8) -> [u8; 2] {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    [byte >> 4, byte & 15].map(|digit| DIGITS[usize::from(digit)])
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARDS: Purpose = Purpose::named("cards");

    /// Golden: a changed number here means that every stored record would replay as another game.
    #[test]
    fn the_same_key_gives_the_same_shuffle_for_ever() {
        let mut dice = Dice::from_seed(7);
        let mut cards: [u8; 12] = std::array::from_fn(|i| i as u8);
        dice.shuffle(CARDS, &mut cards);
        assert_eq!(cards, [3, 5, 7, 2, 4, 9, 8, 1, 11, 0, 6, 10]);
        dice.shuffle(CARDS, &mut cards);
        assert_eq!(cards, [3, 11, 8, 1, 2, 9, 0, 6, 10, 5, 7, 4]);
        assert_eq!(dice.below(CARDS, 1000), 286);
        assert_eq!(dice.rng(CARDS).below(1_000_000), 556_053);
    }

    #[test]
    fn a_deal_is_the_end_of_a_shuffle() {
        for count in 0..=12 {
            let mut shuffled: [u8; 12] = std::array::from_fn(|i| i as u8);
            let mut dealt = shuffled;
            Dice::from_seed(7).shuffle(CARDS, &mut shuffled);
            Dice::from_seed(7).deal(CARDS, &mut dealt, count);
            assert_eq!(dealt[12 - count..], shuffled[12 - count..]);
        }
    }

    #[test]
    fn counter_and_purpose_each_make_another_stream() {
        let draw = |dice: &mut Dice, name| dice.below(Purpose::named(name), u32::MAX);
        let mut dice = Dice::from_seed(1);
        let (first, second) = (draw(&mut dice, "a"), draw(&mut dice, "a"));
        assert_ne!(first, second);
        assert_ne!(first, draw(&mut Dice::from_seed(1), "b"));
        assert_ne!(first, draw(&mut Dice::from_seed(2), "a"));
    }

    #[test]
    fn nothing_prints_the_key() {
        let printed = format!("{:?} {:?}", Dice::from_key([0xab; 32]), HexKey([0xab; 32]));
        assert!(!printed.to_lowercase().contains("ab,") && !printed.contains("171"));
    }

    #[test]
    fn keys_are_written_and_read() {
        let source = DiceSource::Key(HexKey(std::array::from_fn(|i| i as u8 * 7)));
        let json = serde_json::to_string(&source).unwrap();
        assert_eq!(serde_json::from_str::<DiceSource>(&json).unwrap(), source);
        for bad in [
            r#"{"key":"00"}"#,
            r#"{"seed":-1}"#,
            r#"{"sed":1}"#,
            r#"{"seed":1,"key":"0"}"#,
        ] {
            assert!(serde_json::from_str::<DiceSource>(bad).is_err(), "{bad}");
        }
        let odd = format!(r#"{{"key":"{}é"}}"#, "0".repeat(62));
        assert!(serde_json::from_str::<DiceSource>(&odd).is_err());
    }
}
