//! Redeals what an eye cannot know: face-down events, the Service pile, the damosels behind Merlin's display, sealed
//! choices.

use roundtable_core::{Dice, Eye, Rng, Seat};

use crate::cards::{ChivalrySet, EventCard};
use crate::moves::Move;
use crate::state::{DRAWN, KnightsAndDamosels, Phase, SEATS};

impl KnightsAndDamosels {
    pub(crate) fn deal_unknown(&mut self, eye: Eye, rng: &mut Rng) {
        self.dice = Dice::from_rng(rng);
        if eye == Eye::All {
            return;
        }
        self.deal_events(eye, rng);
        if let Some(calls) = &mut self.calls {
            calls.deal_anew(rng);
        }
        self.deal_display(eye, rng);
        self.deal_choices(eye, rng);
    }

    /// Whether an eye knows the event in this place of the pile (KD-R6).
    pub(crate) fn knows_event(&self, eye: Eye, place: usize) -> bool {
        let drawn = usize::from(self.events.drawn);
        if eye == Eye::All {
            return true;
        }
        if place >= drawn {
            return false;
        }
        // Merlin moves one seat per round, so this round's seats tell who held the cards of an earlier round.
        let back = (drawn - 1 - place) / DRAWN;
        let players = self.seat_count();
        let merlin = Seat::new((self.merlin.index() + players - back % players) % players);
        let arthur = merlin.left(players);
        let is = |seat: Seat| eye == Eye::Seat(seat);
        let place = place % DRAWN;
        match self.phase {
            Phase::ArthurDiscards if back == 0 => is(arthur),
            Phase::MerlinDiscards if back == 0 => is(arthur) || place > 0 && is(merlin),
            Phase::ArthurDiscards
            | Phase::MerlinDiscards
            | Phase::Giving { .. }
            | Phase::Selecting { .. }
            | Phase::Offering { .. }
            | Phase::Jousting { .. }
            | Phase::Replacing { .. }
            | Phase::Placing { .. }
            | Phase::Taking { .. }
            | Phase::Siding { .. }
            | Phase::Fighting { .. }
            | Phase::Over { .. } => is(arthur) || place == 2 || place == 1 && is(merlin),
        }
    }

    /// All arrangements of the unknown events in the places where they may lie are equally likely.
    fn deal_events(&mut self, eye: Eye, rng: &mut Rng) {
        let mut unknown = [EventCard::Badon; crate::cards::EVENTS];
        let mut count = 0;
        for place in 0..self.events.cards.len() {
            if !self.knows_event(eye, place) {
                unknown[count] = self.events.cards[place];
                count += 1;
            }
        }
        // Sort first, so that the shuffle depends only on which events they are.
        unknown[..count].sort_unstable();
        rng.shuffle(&mut unknown[..count]);
        let mut next = 0;
        for place in 0..self.events.cards.len() {
            if !self.knows_event(eye, place) {
                self.events.cards[place] = unknown[next];
                next += 1;
            }
        }
        // Events in a hand are kept in order: all three of Arthur's, the last two of Merlin's.
        let mut hand = self.events.hand();
        match self.phase {
            Phase::ArthurDiscards => hand.sort_unstable(),
            Phase::MerlinDiscards => hand[1..].sort_unstable(),
            Phase::Giving { .. }
            | Phase::Selecting { .. }
            | Phase::Offering { .. }
            | Phase::Jousting { .. }
            | Phase::Replacing { .. }
            | Phase::Placing { .. }
            | Phase::Taking { .. }
            | Phase::Siding { .. }
            | Phase::Fighting { .. }
            | Phase::Over { .. } => {}
        }
        self.events.set_hand(hand);
    }

    /// What the pile of a house held before it gave a card to the display: known to all.
    pub(crate) fn public_pile(&self, house: usize) -> ChivalrySet {
        let shown = self.display.cards().iter();
        let given = shown
            .filter(|card| usize::from(card.house) == house)
            .map(|card| card.chivalry);
        self.piles[house].and(given.collect())
    }

    /// Puts damosels behind the displayed cards: each giver behind one card that her pile held, unless somebody's
    /// actions or the eye's knowledge rule it out. All such arrangements are equally likely.
    fn deal_display(&mut self, eye: Eye, rng: &mut Rng) {
        if eye == Eye::Seat(self.merlin) || self.display.len == 0 {
            return;
        }
        let table = Arrangements::new(self, eye);
        let Some(sources) = table.draw(rng) else { return };
        let mut houses = [0; SEATS];
        for (number, card) in self.display.cards().iter().enumerate() {
            let source = sources[number];
            houses[number] = if source < self.seat_count() {
                source
            } else {
                let holds = |&house: &usize| self.public_pile(house).contains(card.chivalry);
                let mut holders = (source..SEATS).filter(holds);
                let chosen = rng.below(holders.clone().count().max(1) as u32) as usize;
                holders.nth(chosen).unwrap_or(usize::from(card.house))
            };
        }
        self.put_behind(&houses);
    }

    /// The chance that the damosel of each seat is behind each displayed card, by number and seat, for an eye: what
    /// many samples would show. It is the same in the position and in every sample for this eye.
    #[must_use]
    pub fn chances_behind(&self, eye: Eye) -> [[f64; SEATS]; SEATS] {
        if eye == Eye::All || eye == Eye::Seat(self.merlin) || self.display.len == 0 {
            let mut chances = [[0.0; SEATS]; SEATS];
            for (number, card) in self.display.cards().iter().enumerate() {
                chances[number][usize::from(card.house)] = 1.0;
            }
            return chances;
        }
        Arrangements::new(self, eye).chances()
    }

    fn put_behind(&mut self, houses: &[usize; SEATS]) {
        let cards = self.display.cards;
        let len = usize::from(self.display.len);
        for card in &cards[..len] {
            self.piles[usize::from(card.house)].insert(card.chivalry);
        }
        for (number, card) in cards[..len].iter().enumerate() {
            let house = houses[number];
            self.piles[house].remove(card.chivalry);
            self.display.cards[number].house = house as u8;
        }
        for seat in self.all_seats() {
            if let Some(number) = self.display.selected[seat.index()] {
                let card = cards[usize::from(number)];
                self.with[usize::from(card.house)][seat.index()].remove(card.chivalry);
                self.with[houses[usize::from(number)]][seat.index()].insert(card.chivalry);
            }
        }
    }

    /// Replaces the sealed choices of others by any that they could have made.
    fn deal_choices(&mut self, eye: Eye, rng: &mut Rng) {
        let chosen = self.chosen();
        for seat in self.all_seats().filter(|&seat| !chosen.contains(seat)) {
            // Choices of earlier phases no longer matter.
            self.choices[seat.index()] = Move::Pass;
        }
        for seat in self.chosen().iter().filter(|&seat| eye != Eye::Seat(seat)) {
            let mut all = Options::default();
            self.list_options(seat, &mut all);
            if all.count > 0 {
                let mut chosen = Options {
                    wanted: rng.below(all.count),
                    ..Options::default()
                };
                self.list_options(seat, &mut chosen);
                self.choices[seat.index()] = chosen.found.unwrap_or(Move::Pass);
            }
        }
    }
}

/// Counts options and finds one by its index, without a list: drawing samples must not allocate.
#[derive(Default)]
struct Options {
    count: u32,
    wanted: u32,
    found: Option<Move>,
}

impl Extend<Move> for Options {
    fn extend<T: IntoIterator<Item = Move>>(&mut self, options: T) {
        for option in options {
            if self.count == self.wanted {
                self.found = Some(option);
            }
            self.count += 1;
        }
    }
}

/// How many sets of sources there are: at most six sources give a card.
const SETS: usize = 1 << SEATS;

/// All ways to put the givers behind the displayed cards. A source is a seat; the unused damosels together are one more
/// source, numbered after the last seat.
struct Arrangements {
    len: usize,
    /// In how many ways each source can have given each card, by number and source: for the unused damosels, how many
    /// hold it.
    ways: [[u32; SEATS]; SEATS],
    /// In how many ways the cards from this number on can be given if these sources gave the earlier ones.
    rest: [[u32; SETS]; SEATS + 1],
}

impl Arrangements {
    fn new(game: &KnightsAndDamosels, eye: Eye) -> Self {
        let (players, len) = (game.seat_count(), usize::from(game.display.len));
        let cards = game.display.cards();
        let present = cards
            .iter()
            .fold(0_usize, |set, card| set | 1 << usize::from(card.house).min(players));
        let mut ways = [[0; SEATS]; SEATS];
        for (number, card) in cards.iter().enumerate() {
            let own_seat = eye.seat().map(Seat::index);
            for source in (0..SEATS).filter(|source| present >> source & 1 != 0) {
                let excluded = game.display.may[number] >> source & 1 == 0;
                let known_otherwise = own_seat.is_some_and(|own| (usize::from(card.house) == own) != (source == own));
                if excluded || known_otherwise {
                    continue;
                }
                let houses = if source < players {
                    source..source + 1
                } else {
                    players..SEATS
                };
                let holds = |&house: &usize| game.public_pile(house).contains(card.chivalry);
                ways[number][source] = houses.filter(holds).count() as u32;
            }
        }
        let mut rest = [[0; SETS]; SEATS + 1];
        rest[len][present] = 1;
        for number in (0..len).rev() {
            for set in (0..SETS).filter(|set| set & !present == 0 && set.count_ones() as usize == number) {
                let go_on = |source: &usize| set >> source & 1 == 0;
                let sum = (0..SEATS)
                    .filter(go_on)
                    .map(|source| ways[number][source] * rest[number + 1][set | 1 << source]);
                rest[number][set] = sum.sum();
            }
        }
        Self { len, ways, rest }
    }

    /// Draws one of them: the source of each card.
    fn draw(&self, rng: &mut Rng) -> Option<[usize; SEATS]> {
        let mut sources = [0; SEATS];
        let mut set = 0;
        for (number, given) in sources[..self.len].iter_mut().enumerate() {
            let all = self.rest[number][set];
            if all == 0 {
                return None;
            }
            let mut lot = rng.below(all);
            for source in (0..SEATS).filter(|source| set >> source & 1 == 0) {
                let share = self.ways[number][source] * self.rest[number + 1][set | 1 << source];
                if lot < share {
                    *given = source;
                    break;
                }
                lot -= share;
            }
            set |= 1 << *given;
        }
        Some(sources)
    }

    /// The chance that each source gave each card, by number and source.
    fn chances(&self) -> [[f64; SEATS]; SEATS] {
        let mut chances = [[0.0; SEATS]; SEATS];
        // In how many ways these sources can have given the cards before this number, as a share of all ways.
        let mut before = [0.0; SETS];
        before[0] = 1.0 / f64::from(self.rest[0][0].max(1));
        for (number, chances) in chances[..self.len].iter_mut().enumerate() {
            for set in (0..SETS).filter(|set: &usize| set.count_ones() as usize == number) {
                for source in (0..SEATS).filter(|source| set >> source & 1 == 0) {
                    let given = before[set] * f64::from(self.ways[number][source]);
                    let with = set | 1 << source;
                    before[with] += given;
                    chances[source] += given * f64::from(self.rest[number + 1][with]);
                }
            }
        }
        chances
    }
}
