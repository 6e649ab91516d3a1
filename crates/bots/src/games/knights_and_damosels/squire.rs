//! A player who weighs the three victories: what an event, a gift and a card are worth, and how to hide a choice by
//! mixing it. It knows the rules and what it sees, and does not search.

use super::dilemma::{disaster_value, service_value};
use arrayvec::ArrayVec;
use roundtable_catalog::games::knights_and_damosels::{
    Chivalry, ChivalrySet, DamoselSeen, EventCard, EventKind, EventPrint, Kind, KnightsAndDamosels, Move, PlayerSeen,
    ShownSeen, View,
};
use roundtable_core::{Eye, Game as _, Rng, Seat, SeatHandle};

use crate::Squire;

/// What one of the knight's cards is worth in worship, far from victory.
const CARD: f64 = 2.0;

/// The chance of winning a joust against an equal.
const JOUST: f64 = 0.5;

/// How evenly moves of nearly the same value are mixed in a dilemma, in worship.
const MIXING: f64 = 0.35;

/// The most moves that are ever legal: no list is longer than that of the ways to place cards.
const MOST: usize = 1 << Chivalry::ALL.len();

/// One value per legal move.
type Each<T> = ArrayVec<T, MOST>;

/// The most players.
const SEATS: usize = KnightsAndDamosels::INFO.max_players;

impl Squire for KnightsAndDamosels {
    fn squire(seat: &SeatHandle<'_, Self>, rng: &mut Rng) -> Self::Move {
        choose(seat, rng)
    }
}

/// Chooses a move for the seat, which must be to act.
///
/// # Panics
/// If the seat is not to act.
#[must_use]
fn choose(handle: &SeatHandle<'_, KnightsAndDamosels>, rng: &mut Rng) -> Move {
    let mut moves = Vec::new();
    handle.legal_moves(&mut moves);
    choose_of(handle, &moves, rng)
}

/// The same with the legal moves already listed.
///
/// # Panics
/// If there are none.
#[must_use]
pub(super) fn choose_of(handle: &SeatHandle<'_, KnightsAndDamosels>, moves: &[Move], rng: &mut Rng) -> Move {
    let view = handle.view();
    // Every sample agrees on who may be behind the displayed cards and on what is printed on the events.
    let sample = handle.sample(rng);
    let court = Court::new(&view, handle.seat(), &sample);
    let values: Each<f64> = moves.iter().map(|&mv| court.value(mv)).collect();
    let dilemma = moves
        .iter()
        .any(|mv| matches!(mv, Move::Face { .. } | Move::Fight { .. }));
    moves[if dilemma {
        mixed(&values, rng)
    } else {
        best(&values, rng)
    }]
}

/// The index of the highest value; any of several.
fn best(values: &[f64], rng: &mut Rng) -> usize {
    let highest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let places: Each<usize> = (0..values.len()).filter(|&i| values[i] >= highest - 1e-9).collect();
    rng.pick(&places)
}

/// An index drawn by weights that fall off with the distance from the highest value.
fn mixed(values: &[f64], rng: &mut Rng) -> usize {
    let highest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Each<f64> = values.iter().map(|value| ((value - highest) / MIXING).exp()).collect();
    let mut lot = weights.iter().sum::<f64>() * f64::from(rng.lot());
    for (i, weight) in weights.iter().enumerate() {
        lot -= weight;
        if lot < 0.0 {
            return i;
        }
    }
    values.len() - 1
}

/// What the squire sees before it chooses.
struct Court<'a> {
    view: &'a View,
    me: &'a PlayerSeen,
    seat: Seat,
    row: ChivalrySet,
    sample: &'a KnightsAndDamosels,
    /// For each displayed card, how likely each seat's damosel is behind it.
    behind: [[f64; SEATS]; SEATS],
}

fn row_of(player: &PlayerSeen) -> ChivalrySet {
    player.row.iter().map(|card| card.chivalry).collect()
}

impl<'a> Court<'a> {
    fn new(view: &'a View, seat: Seat, sample: &'a KnightsAndDamosels) -> Self {
        let me = &view.players[seat.index()];
        Self {
            view,
            me,
            seat,
            row: row_of(me),
            sample,
            behind: sample.chances_behind(Eye::Seat(seat)),
        }
    }

    fn value(&self, mv: Move) -> f64 {
        match mv {
            Move::Discard { event } => -self.event_worth(event),
            Move::Give { chivalry } => self.gift_worth(chivalry),
            Move::Select { number } => self.selection_worth(number),
            Move::Challenge { seat, chivalry } => self.challenge_worth(seat, chivalry),
            Move::High | Move::Low => 1.0,
            Move::Yield | Move::Pass => 0.0,
            Move::Offer { chivalry } => 1.0 + self.offer_worth(chivalry) + 0.2 * self.rivals_with(chivalry) as f64,
            Move::Face { up } => self.face_worth(up),
            Move::Take { chivalry, .. } => f64::from(u8::from(!self.row.contains(chivalry))),
            Move::Arthur => self.side_worth(0),
            Move::Mordred => self.side_worth(1),
            Move::Fight { chivalry } => self.fight_worth(chivalry),
        }
    }

    fn others(&self) -> impl Iterator<Item = &PlayerSeen> {
        self.view.players.iter().filter(|player| player.seat != self.seat)
    }

    fn rivals_with(&self, chivalry: Chivalry) -> usize {
        self.others().filter(|player| row_of(player).contains(chivalry)).count()
    }

    /// What an event brings this player beyond the others' average.
    fn event_worth(&self, event: EventCard) -> f64 {
        let EventPrint { kind, listed, .. } = self.sample.event_prints()[event as usize];
        let income = |player: &PlayerSeen| -> f64 {
            row_of(player)
                .within(listed)
                .iter()
                .map(|card| {
                    let holders = 1 + self
                        .view
                        .players
                        .iter()
                        .filter(|other| row_of(other).contains(card))
                        .count();
                    let worth = match kind {
                        EventKind::Disaster => return -0.5 * CARD,
                        EventKind::Prosperity => 1.0,
                        EventKind::War | EventKind::Quest if card.kind() == Kind::Vassalage => 1.0,
                        EventKind::War | EventKind::Quest => 2.0,
                    };
                    2.0 * worth / holders as f64
                })
                .sum()
        };
        let others: f64 = self.others().map(income).sum();
        income(self.me) - others / (self.view.players.len() - 1) as f64
    }

    /// A gift is worth most if only the knight who has most of one's cards can take it, and less if it is called for,
    /// because that knight would get the worship.
    fn gift_worth(&self, chivalry: Chivalry) -> f64 {
        let goal = f64::from(self.view.goals.given);
        let worth = |player: &PlayerSeen| {
            let given = f64::from(self.me.given[player.seat.index()]);
            (given / goal).powi(2) - self.danger(player) * 0.15
        };
        let takers = self.others().filter(|player| !row_of(player).contains(chivalry));
        let (count, sum) = takers.fold((0, 0.0), |(count, sum), player| (count + 1, sum + worth(player)));
        if count == 0 {
            -0.2
        } else {
            sum / f64::from(count) - self.called(chivalry) / f64::from(self.view.goals.worship)
        }
    }

    /// How near a player is to a knight victory, from 0 to 1.
    fn danger(&self, player: &PlayerSeen) -> f64 {
        (f64::from(player.progress.earned) / f64::from(self.view.goals.earned)).powi(3)
    }

    /// How much one more card of this player's damosel with that seat's knight helps the player.
    fn help(&self, owner: &PlayerSeen, seat: Seat) -> f64 {
        let near = f64::from(owner.given[seat.index()] + 1) / f64::from(self.view.goals.given);
        let sign = if owner.seat == self.seat { 1.0 } else { -1.0 };
        sign * 10.0 * near.powi(3)
    }

    /// What it means for the damosels who may be behind a displayed card that it goes to a seat's knight.
    fn help_of_card(&self, number: u8, seat: Seat) -> f64 {
        let chances = self.view.players.iter().zip(self.behind[usize::from(number)]);
        chances.map(|(owner, chance)| chance * self.help(owner, seat)).sum()
    }

    /// What a chivalry is worth to a knight who lacks it: much if it completes a victory, more if few others can offer
    /// it.
    fn card_worth(&self, chivalry: Chivalry) -> f64 {
        let left = f64::from(self.view.goals.earned) - f64::from(self.me.progress.earned);
        let listed = self.view.event.is_some_and(|event| event.listed.contains(chivalry));
        let now = match self.view.event.map(|event| event.kind) {
            Some(EventKind::Disaster) if listed => -0.8,
            Some(_) if listed => self.offer_worth(chivalry) / (1 + self.rivals_with(chivalry)) as f64,
            Some(_) | None => 0.0,
        };
        CARD + 4.0 / left.max(1.0) + now - 0.3 * self.rivals_with(chivalry) as f64
    }

    fn selection_worth(&self, number: u8) -> f64 {
        let Some(card) = self.view.display.get(usize::from(number)) else {
            return 0.0;
        };
        1.0 + self.card_worth(card.chivalry) + self.help_of_card(number, self.seat)
    }

    /// A joust is worth what the card brings and what it takes from the other; if it is lost, the turn goes on.
    fn challenge_worth(&self, other: Seat, chivalry: Chivalry) -> f64 {
        let rival = &self.view.players[other.index()];
        let stake = (1.0 - JOUST) * 0.7;
        let Some(card) = self.view.display.iter().find(|card| card.selected_by == Some(other)) else {
            // An offered card can still be offered later: what counts is what else there is to win.
            let gain = 1.5 * self.offer_worth(chivalry);
            return 1.0 + JOUST * (gain + self.danger(rival)) + (1.0 - JOUST) * 0.8 - stake;
        };
        let free = self.view.display.iter().filter(|card| card.selected_by.is_none());
        let open = free.filter(|card| !self.row.contains(card.chivalry) && !self.is_own(card));
        let best = open.map(|card| self.selection_worth(card.number)).fold(0.0, f64::max);
        let win = 1.0 + self.card_worth(chivalry) + self.help_of_card(card.number, self.seat)
            - self.help_of_card(card.number, other)
            + 2.0 * self.danger(rival);
        JOUST * win + (1.0 - JOUST) * best - stake
    }

    fn is_own(&self, card: &ShownSeen) -> bool {
        card.damosel
            == DamoselSeen::Known {
                damosel: self.me.damosel,
            }
    }

    /// Roughly what an offered card earns.
    fn offer_worth(&self, chivalry: Chivalry) -> f64 {
        let Some(event) = self.view.event else { return 0.0 };
        let shared = match event.kind {
            EventKind::War => chivalry.kind() == Kind::Arms,
            EventKind::Quest => chivalry.kind() == Kind::Virtue,
            EventKind::Prosperity | EventKind::Disaster => false,
        };
        let bonus = if event.bonus == Some(chivalry) { 1.0 } else { 0.0 };
        bonus + self.called(chivalry) + if shared { 2.0 } else { 1.0 }
    }

    /// What a card earns extra because a Service card calls for it.
    fn called(&self, chivalry: Chivalry) -> f64 {
        let listed = self.view.event.is_some_and(|event| event.listed.contains(chivalry));
        let card = self.view.service.as_ref().and_then(|service| service.card);
        let called = card.is_some_and(|card| card.calls.contains(chivalry));
        if listed && called { 1.0 } else { 0.0 }
    }

    /// Duty or betrayal, up or down: the average over everything the others may place.
    fn face_worth(&self, up: ChivalrySet) -> f64 {
        let Some(event) = self.view.event else { return 0.0 };
        match event.kind {
            EventKind::Disaster => {
                let mine = self.row.within(event.listed);
                let theirs = self
                    .others()
                    .map(|player| row_of(player).within(event.listed).len())
                    .sum();
                let left = usize::from(self.view.goals.earned).saturating_sub(self.row.len());
                let card = CARD + 4.0 / left.max(1) as f64;
                disaster_value(mine.len(), up.len(), theirs, self.me.progress.worship, card)
            }
            EventKind::War | EventKind::Quest | EventKind::Prosperity => {
                let shared = self
                    .view
                    .offered
                    .iter()
                    .filter(|card| self.offer_is_placed(card.chivalry));
                let (mut mine, mut theirs) = (0, 0);
                for card in shared {
                    if card.seat == self.seat {
                        mine += 1;
                    } else {
                        theirs += 1;
                    }
                }
                let vassals = self
                    .view
                    .offered
                    .iter()
                    .filter(|card| !self.offer_is_placed(card.chivalry));
                let own = vassals.filter(|card| card.seat == self.seat).count();
                service_value(mine, up.len(), theirs, own)
            }
        }
    }

    fn offer_is_placed(&self, chivalry: Chivalry) -> bool {
        chivalry.kind() != Kind::Vassalage
    }

    /// At Camlann the smaller side is immune at first: join the side whose leader has fewer cards.
    fn side_worth(&self, place: usize) -> f64 {
        let Some(standings) = &self.view.standings else {
            return 0.0;
        };
        let mut order: ArrayVec<usize, SEATS> = (0..standings.len()).collect();
        order.sort_unstable_by_key(|&seat| std::cmp::Reverse(standings[seat]));
        -f64::from(standings[order[place]].earned)
    }

    /// What a card would beat and what would beat it, among all cards in the other side's hands.
    fn fight_worth(&self, chivalry: Chivalry) -> f64 {
        let Some(battle) = &self.view.battle else { return 0.0 };
        let side = battle.forces[self.seat.index()].side;
        let (mut value, mut cards) = (0.0, 0.0);
        for card in battle
            .forces
            .iter()
            .filter(|force| force.side != side)
            .flat_map(|force| &force.hand)
        {
            cards += 1.0;
            if chivalry.kind().beats(card.kind()) {
                value += 1.0;
            } else if card.kind().beats(chivalry.kind()) {
                value -= 1.0;
            }
        }
        value / f64::max(cards, 1.0)
    }
}
