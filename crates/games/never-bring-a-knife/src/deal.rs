//! How a game and a round begin.

use roundtable_core::{Dice, Purpose, Seat, Seats, Sink};

use crate::Options;
use crate::cards::{Card, Counts, KINDS, Role};
use crate::deck::{Deck, FEWEST, HAND, SEATS};
use crate::event::{CardsSeen, Event, RoleSeen};
use crate::moves::Place;
use crate::roles::{How, MOST_ROLES, Roles};
use crate::state::{Laid, NeverBringAKnife, Open, Phase, Pile, Player, Prices, ROUNDS};

const ROLES: Purpose = Purpose::named("roles");
const DEALER: Purpose = Purpose::named("dealer");
const CARDS: Purpose = Purpose::named("cards");

/// A game set up by hand: everything that chance decides, and the dice for what comes after. It also has the numbers of
/// a game under way, so that a late position can be set up; at the start of a game they are all zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    /// Role cards: one for each seat, the boss, and the undealt one, if any.
    pub roles: Vec<Role>,
    /// Who deals.
    pub dealer: Seat,
    /// The deck, the top card first.
    pub deck: Vec<Card>,
    /// The discard pile.
    pub discard: Counts,
    /// How many rounds have been played.
    pub rounds: u8,
    /// Wounds, by seat. In hard mode, the neighbour has already seen the role of a wounded player.
    pub wounds: Vec<u8>,
    /// Banked Money, by seat.
    pub banks: Vec<u8>,
    /// Who has banked the Hit.
    pub hit: Option<Seat>,
    /// For later shuffles.
    pub dice: Dice,
}

/// The cards that are in the game with this many players.
pub(crate) fn cards_in_game(deck: &Deck, players: usize, easy: bool) -> [u8; KINDS] {
    let mut cards: [u8; KINDS] = deck.cards.into();
    if !easy {
        cards[Card::Intel as usize] = deck.table(players).intel;
    }
    cards
}

impl NeverBringAKnife {
    /// A shuffled game. The number of players must be valid.
    pub(crate) fn shuffled<S: Sink<Event>>(
        players: usize,
        options: Options,
        deck: &Deck,
        mut dice: Dice,
        sink: &mut S,
    ) -> Self {
        let team = usize::from(deck.table(players).team);
        let mut dealt = [Role::Criminal; MOST_ROLES];
        dealt[..team].fill(Role::Cop);
        let dealt = &mut dealt[..2 * team];
        dice.shuffle(ROLES, dealt);
        let dealer = Seat::new(dice.below(DEALER, players as u32) as usize);
        let mut cards = cards_in_game(deck, players, options.easy);
        // The Hit and the Mole wait in the discard pile.
        let mut discard = [0; KINDS];
        for card in [Card::Hit, Card::Mole] {
            std::mem::swap(&mut cards[card as usize], &mut discard[card as usize]);
        }
        let mut pile = Pile::of(&cards);
        dice.shuffle(CARDS, pile.left_mut());
        let mut game = Self::empty(players, options, deck, Roles::new(players, dealt), dealer, dice);
        game.pile = pile;
        game.discard = discard;
        game.begin(sink);
        game
    }

    /// A game set up by hand.
    ///
    /// # Errors
    /// A sentence that says what is impossible.
    pub fn from_scene<S: Sink<Event>>(
        scene: &Scene,
        options: Options,
        deck: &Deck,
        sink: &mut S,
    ) -> Result<Self, String> {
        let players = scene.wounds.len();
        if !(FEWEST..=SEATS).contains(&players) || scene.banks.len() != players {
            return Err(format!(
                "the game is for {FEWEST} to {SEATS} players, each with wounds and a bank"
            ));
        }
        let seats = [Some(scene.dealer), scene.hit];
        if seats.into_iter().flatten().any(|seat| seat.index() >= players) {
            return Err("somebody sits at no seat".to_owned());
        }
        let team = usize::from(deck.table(players).team);
        let cops = scene.roles.iter().filter(|&&role| role == Role::Cop).count();
        if scene.roles.len() != 2 * team || cops != team {
            return Err(format!("there are {team} role cards of each team"));
        }
        let mut counts: [u8; KINDS] = scene.discard.into();
        for &card in &scene.deck {
            counts[card as usize] += 1;
        }
        let banked: usize = scene.banks.iter().copied().map(usize::from).sum();
        let money = usize::from(counts[Card::Money as usize]) + banked;
        counts[Card::Money as usize] = u8::try_from(money).unwrap_or(u8::MAX);
        counts[Card::Hit as usize] += u8::from(scene.hit.is_some());
        let wanted = cards_in_game(deck, players, options.easy);
        if counts != wanted {
            return Err(format!("the cards are {counts:?}, not {wanted:?}"));
        }
        if scene.rounds >= ROUNDS || scene.wounds.iter().any(|&wounds| wounds >= deck.fall) {
            return Err("the game would be over".to_owned());
        }
        let roles = Roles::new(players, &scene.roles);
        let mut game = Self::empty(players, options, deck, roles, scene.dealer, scene.dice.clone());
        game.round = scene.rounds;
        game.discard = scene.discard.into();
        for (place, &card) in game.pile.cards.iter_mut().zip(&scene.deck) {
            *place = card as u8;
        }
        game.pile.len = scene.deck.len() as u8;
        for (i, player) in game.players.iter_mut().enumerate().take(players) {
            player.wounds = scene.wounds[i];
            player.was_wounded = player.wounds > 0;
            player.bank = scene.banks[i];
            player.hit = scene.hit == Some(Seat::new(i));
        }
        game.begin(sink);
        Ok(game)
    }

    fn empty(players: usize, options: Options, deck: &Deck, roles: Roles, dealer: Seat, dice: Dice) -> Self {
        Self {
            prices: Prices {
                fall: deck.fall,
                heal: deck.heal,
                look: deck.table(players).look,
                hit: deck.hit,
            },
            seats: players as u8,
            options,
            round: 0,
            dealer,
            phase: Phase::Play { seat: dealer },
            played: 0,
            revealed: 0,
            before_shuffle: 0,
            open: Open::NONE,
            pile: Pile::EMPTY,
            discard: [0; KINDS],
            players: [Player::NEW; SEATS],
            roles,
            dice,
        }
    }

    /// Everybody looks at their own role and, unless the game is hard, at their left neighbour's; then the first round
    /// begins.
    fn begin<S: Sink<Event>>(&mut self, sink: &mut S) {
        let players = self.seat_count();
        for seat in Seat::all(players) {
            self.look(seat, Place::Seat(seat), How::Own, sink);
        }
        for seat in Seat::all(players) {
            let left = seat.left(players);
            if !self.options.hard {
                self.look(seat, Place::Seat(left), How::Neighbour, sink);
            } else if self.player(left).was_wounded {
                self.look(seat, Place::Seat(left), How::Wound, sink);
            }
        }
        self.begin_round(sink);
    }

    /// A player looks at a role card; everybody sees that they do.
    pub(crate) fn look<S: Sink<Event>>(&mut self, seat: Seat, at: Place, how: How, sink: &mut S) {
        let role = self.roles.look(seat, at, how);
        let told = |role| Event::Looked { seat, at, how, role };
        sink.tell_apart(
            Seats::one(seat),
            || told(RoleSeen::Known { role }),
            || told(RoleSeen::Hidden),
        );
    }

    /// Deals four cards to everybody, one at a time from the dealer's left (NK-R2).
    pub(crate) fn begin_round<S: Sink<Event>>(&mut self, sink: &mut S) {
        self.round += 1;
        self.played = 0;
        self.revealed = 0;
        self.before_shuffle = 0;
        self.open = Open::NONE;
        let (round, dealer) = (self.round, self.dealer);
        sink.aside().tell_all(|| Event::RoundBegan { round, dealer });
        let players = self.seat_count();
        for player in &mut self.players[..players] {
            player.in_hand = (1 << HAND) - 1;
            player.laid = [Laid::default(); HAND];
            player.stack = [0; HAND];
            player.stack_size = 0;
        }
        let all = HAND * players;
        let old = self.pile.left().len().min(all);
        self.deal_cards(0, old, sink);
        if old < all {
            self.before_shuffle = old as u8;
            self.pile = Pile::of(&self.discard);
            self.discard = [0; KINDS];
            let cards = usize::from(self.pile.len);
            sink.aside().tell_all(|| Event::Shuffled { cards });
            self.dice.shuffle(CARDS, self.pile.left_mut());
            self.deal_cards(old, all, sink);
        }
        self.phase = Phase::Play {
            seat: self.seat_in_turn(0),
        };
    }

    /// Deals these cards of a round, numbered from 0 in the order of the deal.
    fn deal_cards<S: Sink<Event>>(&mut self, from: usize, to: usize, sink: &mut S) {
        let players = self.seat_count();
        let (mut lap, mut turn) = (from / players, from % players);
        let mut seat = self.seat_in_turn(turn);
        let top = usize::from(self.pile.top);
        for card in self.pile.cards.get_mut(top..top + to - from).unwrap_or_default() {
            // Leaves no trace of the order, or samples would have to redeal it.
            self.players[seat.index()].dealt[lap % HAND] = std::mem::take(card);
            seat = seat.left(players);
            turn += 1;
            if turn == players {
                (lap, turn) = (lap + 1, 0);
            }
        }
        self.pile.top += (to - from) as u8;
        for turn in 0..players {
            let seat = self.seat_in_turn(turn);
            let cards = || -> Counts {
                let numbers = (0..HAND).filter(|lap| (from..to).contains(&(lap * players + turn)));
                numbers
                    .map(|lap| Card::from_bits(self.player(seat).dealt[lap]))
                    .collect()
            };
            if to.saturating_sub(turn).div_ceil(players) > from.saturating_sub(turn).div_ceil(players) {
                let told = |known| Event::Dealt {
                    seat,
                    cards: CardsSeen::new(cards(), known),
                };
                sink.aside().tell_apart(Seats::one(seat), || told(true), || told(false));
            }
        }
    }
}
