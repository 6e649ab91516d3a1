//! A player who counts: the odds of a shock, of the next Chest card and of winning the trick. It knows the rules and
//! what it sees, and does not search.

use roundtable_core::{Rng, Seat, SeatHandle};

use roundtable_catalog::games::shock::{
    Card, CardSeen, CardSet, CardsSeen, ChestCard, Kind, Move, PlayerSeen, Shock, StandingSeen, View,
};

use crate::Squire;

/// What a dose of a kind that is not yet deadly costs, in jewels.
const DOSE: f64 = 1.0;

/// What being in the round is worth, apart from the jewels on the bag.
const STAYING: f64 = 2.0;

/// What a Potion that averts a shock is worth: more than anything else it could do.
const LIFE: f64 = 100.0;

/// What a Poison card is worth in a trick that somebody else wins.
const MALICE: f64 = 0.8;

/// How many Chest cards others reveal after a won trick, on average.
const REVEALS: f64 = 1.8;

impl Squire for Shock {
    fn squire(seat: &SeatHandle<'_, Self>, rng: &mut Rng) -> Self::Move {
        choose(seat, rng)
    }
}

/// Chooses a move for the seat, which must be to act.
///
/// # Panics
/// If the seat is not to act.
#[must_use]
fn choose(handle: &SeatHandle<'_, Shock>, rng: &mut Rng) -> Move {
    let mut moves = Vec::new();
    handle.legal_moves(&mut moves);
    best(&handle.view(), handle.seat(), &moves, rng)
}

/// Chooses a move for a seat that sees this.
pub(super) fn best(view: &View, seat: Seat, moves: &[Move], rng: &mut Rng) -> Move {
    let table = Table::new(view, seat);
    let mut best = (f64::NEG_INFINITY, rng.pick(moves));
    for &mv in moves {
        // A grain of chance, so that ties are not always broken the same way.
        let value = table.value(mv) + f64::from(rng.below(1000)) * 1e-6;
        if value > best.0 {
            best = (value, mv);
        }
    }
    best.1
}

/// What the squire counts before it chooses.
struct Table<'a> {
    view: &'a View,
    me: &'a PlayerSeen,
    hand: CardSet,
    /// Cards that others may hold.
    unseen: CardSet,
    /// The Poison cards of all kinds.
    poison: CardSet,
    odds: ChestOdds,
}

/// What the next Chest card brings.
struct ChestOdds {
    /// The jewels for the player who reveals it, on average.
    large: f64,
    /// The jewels for the others, on average.
    small: f64,
    /// How likely it is to be a second dose.
    shock: f64,
    /// How likely it is to be a first dose.
    dose: f64,
}

impl ChestOdds {
    fn new(view: &View, me: &PlayerSeen) -> Self {
        let (mut large, mut small, mut shocks, mut doses) = (0_u32, 0_u32, 0_u32, 0_u32);
        for card in &view.chest.left {
            match *card {
                ChestCard::Jewels { large: l, small: s } => {
                    large += u32::from(l);
                    small += u32::from(s);
                }
                ChestCard::Poison { kind } => {
                    large += 1;
                    if doses_of(me, kind) > 0 {
                        shocks += 1;
                    } else {
                        doses += 1;
                    }
                }
            }
        }
        let share = |count: u32| f64::from(count) / view.chest.left.len().max(1) as f64;
        Self {
            large: share(large),
            small: share(small),
            shock: share(shocks),
            dose: share(doses),
        }
    }
}

fn doses_of(player: &PlayerSeen, kind: Kind) -> usize {
    player
        .poisoned
        .iter()
        .find(|poison| poison.kind == kind)
        .map_or(0, |poison| poison.count)
}

impl<'a> Table<'a> {
    fn new(view: &'a View, seat: Seat) -> Self {
        let me = &view.players[seat.index()];
        let mut unseen = CardSet::in_play(view.players.len()).without(view.discard.face_up);
        unseen.remove(view.trump);
        for player in &view.players {
            unseen = unseen.without(player.potions).without(player.used_potions);
            unseen = unseen.without(player.poison.iter().map(|poison| poison.card).collect());
            for cards in [player.hand, player.down] {
                if let CardsSeen::Known { cards } = cards {
                    unseen = unseen.without(cards);
                }
            }
        }
        for laid in &view.trick.cards {
            if let CardSeen::Known { card } = laid.card {
                unseen.remove(card);
            }
        }
        let hand = match me.hand {
            CardsSeen::Known { cards } => cards,
            CardsSeen::Hidden { .. } => CardSet::NONE,
        };
        Self {
            view,
            me,
            hand,
            unseen,
            poison: view.all_poison_cards(),
            odds: ChestOdds::new(view, me),
        }
    }

    fn value(&self, mv: Move) -> f64 {
        match mv {
            Move::Play { card } => self.trick_value(card),
            Move::Withdraw => self.withdraw_value(),
            Move::Down { card } => -self.worth(card),
            Move::Reveal => self.reveal_value(),
            Move::Stop | Move::Keep => 0.0,
            Move::Cover { kind } => self.cover_value(kind),
        }
    }

    fn at_stake(&self) -> f64 {
        f64::from(self.me.on_top.value)
    }

    /// What a card is worth for the tricks to come.
    fn worth(&self, card: Card) -> f64 {
        let trump = if card.suit() == self.view.trump.suit() {
            3.0
        } else {
            0.0
        };
        let poison = if self.poison.contains(card) { -2.0 } else { 0.0 };
        f64::from(card.number()) + if self.view.simplified { 0.0 } else { trump + poison }
    }

    /// The value of revealing one more Chest card rather than stopping.
    fn reveal_value(&self) -> f64 {
        let odds = &self.odds;
        let others = (self.rivals() as f64).min(2.0);
        odds.large - 0.5 * odds.small * others - odds.shock * (self.at_stake() + STAYING) - odds.dose * DOSE
    }

    fn rivals(&self) -> usize {
        let in_round = |player: &&PlayerSeen| player.standing == StandingSeen::In && player.seat != self.me.seat;
        self.view.players.iter().filter(in_round).count()
    }

    /// The value of covering a Poison card rather than keeping the Potion: a life saved, or one danger fewer in the
    /// Chest.
    fn cover_value(&self, kind: Kind) -> f64 {
        let left = self.view.chest.left.iter();
        let dangers = left.filter(|card| **card == ChestCard::Poison { kind }).count() as f64;
        let saves = if doses_of(self.me, kind) > 1 { LIFE } else { 0.0 };
        0.1 + saves + dangers
    }

    /// The value of leaving rather than staying for this trick without winning it: the possible loss less the possible
    /// gain.
    fn withdraw_value(&self) -> f64 {
        if self.at_stake() == 0.0 {
            return f64::NEG_INFINITY;
        }
        let odds = &self.odds;
        let left = self.hand.len();
        let safe = (1.0 - odds.shock).powf(REVEALS);
        let to_gain = (odds.small * REVEALS + (odds.large * REVEALS + 1.5) / (self.rivals() as f64 + 1.0)) * safe;
        let later = if left > 1 { STAYING * safe } else { 0.0 };
        (1.0 - safe) * self.at_stake() - to_gain - later
    }

    /// The value of playing a card rather than withdrawing.
    fn trick_value(&self, card: Card) -> f64 {
        let wins = self.odds_of_winning(card);
        let jewels = f64::from(self.view.trick.jewels)
            + if self.view.icons.contains(card) { 1.0 } else { 0.0 }
            + 0.5 * self.still_to_play() as f64;
        let mut on_table: CardSet = self
            .view
            .trick
            .cards
            .iter()
            .filter(|laid| laid.face_up)
            .filter_map(|laid| match laid.card {
                CardSeen::Known { card } => Some(card),
                CardSeen::Hidden => None,
            })
            .collect();
        on_table.insert(card);
        let potions = on_table.within(self.view.potion_cards).len() + self.me.potions.len();
        let mut deadly = 0;
        let mut doses = 0;
        for poison in on_table.within(self.poison) {
            if self.kind_would_shock(poison) {
                deadly += 1;
            } else {
                doses += 1;
            }
        }
        let win = if deadly > potions {
            -(self.at_stake() + STAYING)
        } else {
            let chest = (1.0 - self.odds.shock) * self.odds.large - self.odds.shock * self.at_stake();
            jewels + chest - DOSE * f64::from(doses) + 0.5 * potions as f64
        };
        let lose = if self.poison.contains(card) { MALICE } else { 0.0 };
        wins * win + (1.0 - wins) * lose - 0.03 * self.worth(card)
    }

    /// Whether the Poison card would be this player's second dose.
    fn kind_would_shock(&self, poison: Card) -> bool {
        let kinds = self.me.poisoned.iter().filter(|count| count.count > 0);
        kinds
            .map(|count| count.kind)
            .any(|kind| self.view.poison_cards[kind as usize].contains(poison))
    }

    fn still_to_play(&self) -> usize {
        self.view.players.len() - 1 - self.view.trick.cards.len()
    }

    /// How likely the card is to win the trick, from the unseen cards that would beat it.
    fn odds_of_winning(&self, card: Card) -> f64 {
        let trump = self.view.trump.suit();
        let best = self
            .view
            .trick
            .cards
            .iter()
            .find(|laid| Some(laid.seat) == self.view.trick.best);
        if let Some(CardSeen::Known { card: best }) = best.map(|laid| laid.card) {
            let beats = if card.suit() == best.suit() {
                card > best
            } else {
                card.suit() == trump
            };
            if !beats {
                return 0.0;
            }
        }
        let higher = self
            .unseen
            .within(CardSet::suit(card.suit()))
            .into_iter()
            .filter(|&other| other > card)
            .count();
        let trumps = if card.suit() == trump {
            0
        } else {
            self.unseen.within(CardSet::suit(trump)).len()
        };
        let followers = self.unseen.within(CardSet::suit(card.suit())).len().max(1);
        let mut odds = 1.0;
        for player in &self.view.players {
            let played = self.view.trick.cards.iter().any(|laid| laid.seat == player.seat);
            let waits = player.seat != self.me.seat && !played;
            if !waits || player.standing != StandingSeen::In {
                continue;
            }
            let lead = self.view.trick.lead.unwrap_or(card.suit());
            let void = player.voids.contains(&lead);
            let over = if lead == card.suit() && !void {
                higher as f64 / followers as f64
            } else {
                0.0
            };
            let ruff = trumps as f64 / self.unseen.len().max(1) as f64 * if void { 1.0 } else { 0.25 };
            odds *= (1.0 - over * 0.8) * (1.0 - ruff);
        }
        odds
    }
}
