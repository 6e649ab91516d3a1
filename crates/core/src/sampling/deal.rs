//! Uniform deals of hidden cards to holders that cannot have all of them.

use super::count::{Class, Counter, Progress};
use super::weights::below;
use crate::Rng;

/// Why there is no deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoDeal {
    /// No arrangement agrees with what is known.
    #[error("no arrangement of the hidden cards agrees with what is known of them")]
    Impossible,
    /// There are more than 2^128 arrangements, more than 32 holders, or more room than 2^64 can tell.
    #[error("there are too many arrangements to count")]
    TooMany,
}

/// Hidden cards, and the holders that have them: hands, piles, whatever has a known number of places.
///
/// A holder is known by its place in the list. Every arrangement of the cards over the holders that agrees with what is
/// known has the same probability; equal cards count as different ones, as on a table. The order within a holder is not
/// part of an arrangement.
#[derive(Clone, Debug)]
pub struct Deal<C> {
    cards: Vec<C>,
    rooms: Vec<usize>,
    given: Vec<Vec<C>>,
}

impl<C: Copy + Ord> Deal<C> {
    /// The hidden cards, in any order, and how many each holder has of them.
    pub fn new(cards: impl IntoIterator<Item = C>, rooms: &[usize]) -> Self {
        let mut cards: Vec<C> = cards.into_iter().collect();
        // A sample may not depend on where the cards really lie.
        cards.sort_unstable();
        Self {
            cards,
            rooms: rooms.to_vec(),
            given: vec![Vec::new(); rooms.len()],
        }
    }

    /// Gives a holder a card that it surely has. Of equal cards, it is one; so this is for a card that was seen, not
    /// for "at least one of them".
    ///
    /// # Errors
    /// If the card is not hidden, or the holder is full or not there.
    pub fn give(&mut self, holder: usize, card: C) -> Result<(), NoDeal> {
        let room = self.rooms.get_mut(holder).filter(|room| **room > 0);
        let place = self.cards.binary_search(&card);
        let (Some(room), Ok(place)) = (room, place) else {
            return Err(NoDeal::Impossible);
        };
        *room -= 1;
        self.cards.remove(place);
        self.given[holder].push(card);
        Ok(())
    }

    /// The number of arrangements in which every holder may hold its cards; 0 if there is none.
    ///
    /// # Errors
    /// If there are too many.
    pub fn count(&self, may_hold: impl Fn(usize, C) -> bool) -> Result<u128, NoDeal> {
        if !self.fits() {
            return Ok(0);
        }
        let (classes, _) = self.classes(may_hold)?;
        let mut counter = Counter::new(&classes, &self.rooms).ok_or(NoDeal::TooMany)?;
        let start = counter.start();
        counter.count(start).ok_or(NoDeal::TooMany)
    }

    /// One of the arrangements in which every holder may hold its cards, all equally likely: the cards of each holder,
    /// in order.
    ///
    /// # Errors
    /// If there is none, or there are too many.
    pub fn draw(&self, may_hold: impl Fn(usize, C) -> bool, rng: &mut Rng) -> Result<Vec<Vec<C>>, NoDeal> {
        if !self.fits() {
            return Err(NoDeal::Impossible);
        }
        let (classes, mut cards) = self.classes(may_hold)?;
        let mut hands = self.given.clone();
        let mut counter = Counter::new(&classes, &self.rooms).ok_or(NoDeal::TooMany)?;
        let mut at = counter.start();
        while let Some(class) = counter.class(at) {
            rng.shuffle(&mut cards[class]);
            if class + 1 == classes.len() {
                // The last class fills what room is left, if it may.
                if counter.count(at).ok_or(NoDeal::TooMany)? == 0 {
                    return Err(NoDeal::Impossible);
                }
                for (holder, hand) in hands.iter_mut().enumerate() {
                    let rest = cards[class].len() - counter.room(at, holder);
                    hand.extend(cards[class].drain(rest..));
                }
                break;
            }
            for hand in &mut hands {
                let given = Self::share(&mut counter, at, rng)?;
                let rest = cards[class].len() - given;
                hand.extend(cards[class].drain(rest..));
                at = counter.after(at, given);
            }
        }
        hands.iter_mut().for_each(|hand| hand.sort_unstable());
        Ok(hands)
    }

    /// Whether there is as much room as there are cards.
    fn fits(&self) -> bool {
        let room: usize = self.rooms.iter().sum();
        room == self.cards.len()
    }

    /// How many cards of a class the next holder gets: each number as often as there are arrangements with it.
    fn share(counter: &mut Counter<'_>, at: Progress, rng: &mut Rng) -> Result<usize, NoDeal> {
        let all = counter.count(at).ok_or(NoDeal::TooMany)?;
        let mut lot = below(rng, all).ok_or(NoDeal::Impossible)?;
        for given in 0..counter.most(at) {
            let ways = counter.ways(at, given).ok_or(NoDeal::TooMany)?;
            if lot < ways {
                return Ok(given);
            }
            lot -= ways;
        }
        Ok(counter.most(at))
    }

    /// The cards by the set of holders that may have them, those with the fewest holders first: the last class, usually
    /// the cards that may lie anywhere, needs no counting.
    fn classes(&self, may_hold: impl Fn(usize, C) -> bool) -> Result<(Vec<Class>, Vec<Vec<C>>), NoDeal> {
        if self.rooms.len() > u32::BITS as usize {
            return Err(NoDeal::TooMany);
        }
        let mut cards: Vec<(u32, Vec<C>)> = Vec::new();
        for &card in &self.cards {
            let may = |holder: &usize| may_hold(*holder, card);
            let holders = (0..self.rooms.len())
                .filter(may)
                .fold(0, |holders, holder| holders | 1 << holder);
            match cards.iter_mut().find(|(known, _)| *known == holders) {
                Some((_, class)) => class.push(card),
                None => cards.push((holders, vec![card])),
            }
        }
        cards.sort_by_key(|(holders, _)| (holders.count_ones(), *holders));
        let class = |(holders, cards): &(u32, Vec<C>)| Class {
            cards: cards.len(),
            holders: *holders,
        };
        Ok((
            cards.iter().map(class).collect(),
            cards.into_iter().map(|(_, cards)| cards).collect(),
        ))
    }
}
