//! Dealing: the first round, and every round after it (SH-R20).

use roundtable_core::{Dice, Purpose, Seat, Seats, SetupError, Sink};

use crate::Options;
use crate::cards::{CARDS, Card, CardSet, KINDS};
use crate::deck::{Deck, MOST_CHEST};
use crate::event::{CardsSeen, Event};
use crate::state::{Chest, Deal, Memory, Past, Phase, Player, Prints, SEATS, Shock, Standing, Trick, hand_size};

const ROUND_CARDS: Purpose = Purpose::named("cards of a round");
const FIRST_LEADER: Purpose = Purpose::named("first leader");

/// Marks a Chest card among shuffled cards.
const CHEST: u8 = 128;

impl Shock {
    /// Shuffles and deals a new game.
    pub(crate) fn shuffled<S: Sink<Event>>(
        players: usize,
        options: Options,
        deck: &Deck,
        mut dice: Dice,
        sink: &mut S,
    ) -> Self {
        let leader = Seat::new(dice.below(FIRST_LEADER, players as u32) as usize);
        let mut position = Self::empty_table(players, options, deck, leader, dice);
        position.deal(sink);
        position
    }

    /// Starts a game from an explicit deal.
    ///
    /// # Errors
    /// If the deal does not fit this deck and number of players.
    pub fn from_deal<S: Sink<Event>>(
        deal: &Deal,
        options: Options,
        deck: &Deck,
        sink: &mut S,
    ) -> Result<Self, SetupError> {
        let players = deal.hands.len();
        let wrong = |message: &str| Err(SetupError::Deck(message.to_owned()));
        SetupError::unless_seats(&<Self as roundtable_core::Game>::INFO, players)?;
        let mut left = CardSet::in_play(players);
        for hand in &deal.hands {
            if hand.len() != hand_size(players) {
                return wrong("a hand of the deal has too many or too few cards");
            }
            if !hand.without(left).is_empty() {
                return wrong("a card of the deal is dealt twice or not in play");
            }
            left = left.without(*hand);
        }
        if !left.contains(deal.trump) || deal.leader.index() >= players {
            return wrong("the trump card is dealt already or not in play, or the leader is not at the table");
        }
        let sorted = |mut cards: Vec<_>| {
            cards.sort_unstable();
            cards
        };
        if sorted(deal.chest.clone()) != sorted(deck.chest.clone()) {
            return wrong("the Chest of the deal is not made of the deck's Chest cards");
        }
        let mut position = Self::empty_table(players, options, deck, deal.leader, deal.dice.clone());
        position.chest = Chest::new(&deal.chest);
        for (player, hand) in position.players.iter_mut().zip(&deal.hands) {
            player.hand = *hand;
        }
        position.begin_round(deal.trump, &[CardSet::NONE; SEATS], sink);
        Ok(position)
    }

    fn empty_table(players: usize, options: Options, deck: &Deck, leader: Seat, dice: Dice) -> Self {
        Self {
            print: Prints::new(deck),
            seats: players as u8,
            options,
            round: 1,
            phase: Phase::Turn { seat: leader },
            trick: Trick::new(leader),
            inside: players as u8,
            first_leader: leader,
            last_winner: None,
            trump: Card::from_index(0),
            centre: [0; KINDS],
            chest: Chest::new(&deck.chest),
            players: [Player::NEW; SEATS],
            memory: Memory::EMPTY,
            dice,
        }
    }

    /// Gathers the cards of the round that has ended and deals the next one.
    pub(crate) fn next_round<S: Sink<Event>>(&mut self, sink: &mut S) {
        let carried = !self.options.simplified && self.at_table().iter().any(|player| !player.hand.is_empty());
        if carried {
            let players = &self.players;
            self.memory.push(Past {
                trump: self.trump,
                voids: players.map(|player| player.voids),
                up: players.map(|player| player.up),
                down: players.map(|player| player.down),
                kept: players.map(|player| player.hand),
            });
        } else {
            self.memory.forget();
        }
        for player in &mut self.players {
            *player = Player {
                hand: if carried { player.hand } else { CardSet::NONE },
                banked: player.banked,
                ..Player::NEW
            };
        }
        self.round += 1;
        self.centre = [0; KINDS];
        self.chest.revealed = 0;
        self.inside = self.seats;
        self.first_leader = self.last_winner.unwrap_or(self.first_leader);
        self.last_winner = None;
        self.deal(sink);
    }

    /// Shuffles both decks, fills up the hands and turns up the trump card.
    ///
    /// All cards are shuffled together, which costs one stream of the dice instead of two: taken in the resulting
    /// order, each deck is as well shuffled as on its own.
    fn deal<S: Sink<Event>>(&mut self, sink: &mut S) {
        let mut cards = [0; CARDS + MOST_CHEST];
        let mut count = 0;
        for card in self.outside_hands() {
            cards[count] = card.index() as u8;
            count += 1;
        }
        for &card in self.chest.hidden_mut().iter() {
            cards[count] = CHEST | card;
            count += 1;
        }
        let cards = &mut cards[..count];
        self.dice.shuffle(ROUND_CARDS, cards);

        // Each card is written to both piles, and only the right one grows: cheaper than an unpredictable branch.
        let (mut numbers, mut chest) = ([0; CARDS + MOST_CHEST], [0; CARDS + MOST_CHEST]);
        let mut laid = 0;
        for (i, &mut card) in cards.iter_mut().enumerate() {
            numbers[i - laid] = card;
            chest[laid] = card & !CHEST;
            laid += usize::from(card >> 7);
        }
        self.chest.hidden_mut().copy_from_slice(&chest[..laid]);

        let carried = self.players.map(|player| player.hand);
        let (players, size) = (self.seat_count(), hand_size(self.seat_count()));
        let mut next = 0;
        for player in &mut self.players[..players] {
            let missing = size - player.hand.len();
            for &card in &numbers[next..next + missing] {
                player.hand.insert(Card::from_index(card.into()));
            }
            next += missing;
        }
        let trump = Card::from_index(numbers[next].into());
        self.begin_round(trump, &carried, sink);
    }

    fn begin_round<S: Sink<Event>>(&mut self, trump: Card, carried: &[CardSet; SEATS], sink: &mut S) {
        debug_assert!(self.players.iter().all(|player| player.standing == Standing::In));
        self.trump = trump;
        let leader = self.first_leader;
        sink.aside().tell_all(|| Event::RoundBegan {
            round: self.round,
            trump,
            leader,
        });
        for seat in Seat::all(self.seat_count()) {
            let cards = self.player(seat).hand.without(carried[seat.index()]);
            sink.aside().tell_apart(
                Seats::one(seat),
                || Event::Dealt {
                    seat,
                    cards: CardsSeen::Known { cards },
                },
                || Event::Dealt {
                    seat,
                    cards: CardsSeen::Hidden { count: cards.len() },
                },
            );
        }
        self.begin_trick(leader);
    }
}
