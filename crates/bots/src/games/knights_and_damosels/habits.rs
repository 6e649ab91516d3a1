//! What players look at when they choose: a move's odds are the exponential of the weighted sum of its counts. Only
//! Merlin counts as knowing whose damosel is behind a displayed card.

use roundtable_catalog::games::knights_and_damosels::{
    Chivalry, ChivalrySet, EventKind, EventPrint, Kind, KnightsAndDamosels, Move,
};
use roundtable_core::{Game as _, Rng, Seat, SeatHandle};

use super::insight::{called, event_worth, holders, nearness, yes};
use super::squire;
use crate::abilities::{Rollouts, odds_by};

/// How many counts a move has.
const COUNT: usize = 47;

/// The weights with three players. `examples/habits.rs` fitted these and the next to the lessons `knights-and-damosels
/// 10000 learners`.
const THREE: [f32; COUNT] = [
    -4.71, 0.17, -0.56, -0.00, -1.09, -1.71, 3.71, -2.81, 0.01, -2.59, 0.27, -0.07, -0.63, 0.04, 0.29, 1.75, 0.88,
    -1.83, -3.20, 4.56, -16.37, -4.24, -0.34, 5.59, -1.60, 4.64, 2.64, -0.75, 0.13, -0.08, -0.55, 0.80, -1.80, 0.02,
    -1.59, -0.78, 0.20, -0.26, 3.15, 5.96, 3.64, -1.45, 0.00, 0.12, 1.19, 2.04, 0.70,
];

/// The weights with more players.
const MORE: [f32; COUNT] = [
    -7.34, -0.00, -0.50, 0.64, -1.95, -1.82, 3.92, -2.58, -0.26, -1.30, 0.01, -0.17, -0.39, 0.10, 1.49, 1.66, 1.05,
    -2.47, -4.52, 3.41, -13.87, -6.68, -0.42, -6.45, -0.92, 3.56, 2.13, -0.53, -0.16, 0.14, -1.23, 0.38, -2.26, -0.01,
    -1.32, -0.94, -0.08, -0.35, 1.88, 4.82, 4.24, -1.37, -0.03, 0.07, 1.08, 2.49, 0.76,
];

impl Rollouts for KnightsAndDamosels {
    fn habits(&self, seat: Seat, moves: &[Move], rows: &mut Vec<f32>) {
        let court = Court::new(self, seat);
        rows.clear();
        rows.extend(moves.iter().flat_map(|&mv| court.count(mv)));
    }

    fn knightly(&self, seat: Seat, moves: &[Move], odds: &mut Vec<f32>) {
        let court = Court::new(self, seat);
        let weights = if self.players() <= 3 { &THREE } else { &MORE };
        odds.clear();
        odds.extend(moves.iter().map(|&mv| odds_by(&court.count(mv), weights)));
    }

    fn squire_on(&self, seat: Seat, moves: &[Move], (): &(), rng: &mut Rng) -> Move {
        squire::choose_of(&SeatHandle::new(self, &[], seat), moves, rng)
    }
}

/// What is known before any move is examined.
struct Court<'a> {
    position: &'a KnightsAndDamosels,
    seat: Seat,
    print: EventPrint,
    row: ChivalrySet,
    /// 1 if one more card is a knight victory, less if it takes more.
    last: f32,
    worship: f32,
    /// The knight who has most of the damosel's cards, and their share of the goal.
    favourite: Option<(Seat, f32)>,
}

impl<'a> Court<'a> {
    fn new(position: &'a KnightsAndDamosels, seat: Seat) -> Self {
        let goals = position.goals();
        let row = position.chivalries(seat);
        let given = |&other: &Seat| position.given_to(seat, other);
        let favourite = Seat::all(position.players())
            .filter(|&other| other != seat)
            .max_by_key(given)
            .filter(|other| given(other) > 0);
        Self {
            position,
            seat,
            print: position.event_print(),
            row,
            last: 1.0 / (f32::from(goals.earned) - row.len() as f32).max(1.0),
            worship: f32::from(position.worship_of(seat)) / f32::from(goals.worship),
            favourite: favourite.map(|knight| (knight, given(&knight) as f32 / f32::from(goals.given))),
        }
    }

    /// The counts of a move.
    fn count(&self, mv: Move) -> [f32; COUNT] {
        let mut counted = [0.0; COUNT];
        match mv {
            Move::Discard { event } => self.discard(event as usize, &mut counted[0..4]),
            Move::Give { chivalry } => self.give(chivalry, &mut counted[4..14]),
            Move::Select { number } => self.select(number, &mut counted[14..24]),
            Move::Challenge { seat, chivalry } => self.challenge(seat, chivalry, &mut counted[24..32]),
            Move::Pass => counted[32] = 1.0,
            Move::High => counted[33] = 1.0,
            Move::Low => {}
            Move::Yield => self.give_in(&mut counted[34..38]),
            Move::Offer { chivalry } => self.offer(chivalry, &mut counted[38..42]),
            Move::Face { up } => self.place(up, &mut counted[42..47]),
            Move::Take { .. } | Move::Arthur | Move::Mordred | Move::Fight { .. } => {}
        }
        counted
    }

    fn players(&self) -> f32 {
        self.position.players() as f32
    }

    /// Whether the event lists a card for good, the card's bonus, and whether the event strikes it.
    fn event(&self, chivalry: Chivalry) -> [f32; 3] {
        let listed = self.print.listed.contains(chivalry);
        let struck = self.print.kind == EventKind::Disaster;
        [yes(listed && !struck), self.bonus(chivalry), yes(listed && struck)]
    }

    /// What the card earns extra: from the event's bonus, and because a Service card calls for it.
    fn bonus(&self, chivalry: Chivalry) -> f32 {
        yes(self.print.bonus == Some(chivalry)) + called(self.position, chivalry)
    }

    fn discard(&self, event: usize, counted: &mut [f32]) {
        let print = &self.position.event_prints()[event];
        let struck = yes(print.kind == EventKind::Disaster);
        let own = self.row.within(print.listed).len() as f32 / 9.0;
        counted.copy_from_slice(&[
            event_worth(self.position, self.seat, event) / 3.0,
            struck,
            struck * own,
            own,
        ]);
    }

    fn give(&self, chivalry: Chivalry, counted: &mut [f32]) {
        let (mut takers, mut danger) = (0.0, 0.0_f32);
        for other in Seat::all(self.position.players()) {
            if other != self.seat && !self.position.chivalries(other).contains(chivalry) {
                takers += 1.0;
                danger = danger.max(nearness(self.position, other));
            }
        }
        let favourite = self
            .favourite
            .filter(|(knight, _)| !self.position.chivalries(*knight).contains(chivalry))
            .map_or(0.0, |(_, part)| part);
        let [listed, bonus, struck] = self.event(chivalry);
        counted.copy_from_slice(&[
            takers / (self.players() - 1.0),
            yes(takers == 0.0),
            favourite,
            favourite * favourite * favourite,
            favourite * yes(takers == 1.0),
            danger,
            listed,
            bonus,
            struck,
            yes(chivalry.kind() == Kind::Vassalage),
        ]);
    }

    /// How much a card with this knight helps the damosel behind it, as far as this seat can tell.
    fn help(&self, owner: Option<Seat>, chivalry: Chivalry, knight: Seat) -> f32 {
        let goal = f32::from(self.position.goals().given);
        let help = |owner: Seat| {
            let near = (self.position.given_to(owner, knight) as f32 + 1.0) / goal;
            near * near * near
        };
        if self.position.merlin_seat() == self.seat {
            return owner.map_or(0.0, help);
        }
        let (mut sum, mut count) = (0.0, 0.2);
        for other in Seat::all(self.position.players()) {
            let may = other != self.seat && (owner == Some(other) || self.position.pile_of(other).contains(chivalry));
            if may {
                sum += help(other);
                count += 1.0;
            }
        }
        sum / count
    }

    fn select(&self, number: u8, counted: &mut [f32]) {
        let Some((chivalry, owner)) = self.position.displayed(number) else {
            return;
        };
        let [listed, bonus, struck] = self.event(chivalry);
        let help = self.help(owner, chivalry, self.seat);
        let merlin = yes(self.position.merlin_seat() == self.seat);
        counted.copy_from_slice(&[
            1.0,
            listed,
            bonus,
            struck,
            holders(self.position, chivalry) as f32 / self.players(),
            self.last,
            help * merlin,
            help * (1.0 - merlin),
            yes(chivalry.kind() == Kind::Vassalage),
            yes(help > 0.99) * merlin,
        ]);
    }

    fn challenge(&self, other: Seat, chivalry: Chivalry, counted: &mut [f32]) {
        let [listed, bonus, _] = self.event(chivalry);
        let near = nearness(self.position, other);
        let service = yes(self.position.offered_by(other).contains(chivalry));
        let rival = f32::from(self.position.worship_of(other)) / f32::from(self.position.goals().worship);
        counted.copy_from_slice(&[
            1.0,
            near,
            listed + bonus,
            self.worship,
            self.last,
            rival,
            service,
            service * self.worship * self.worship,
        ]);
    }

    fn give_in(&self, counted: &mut [f32]) {
        let Some((chivalry, holder)) = self.position.jousted() else {
            return;
        };
        let [listed, ..] = self.event(chivalry);
        counted.copy_from_slice(&[
            1.0,
            yes(holder == self.seat),
            listed,
            yes(self.position.worship_of(self.seat) == 0),
        ]);
    }

    fn offer(&self, chivalry: Chivalry, counted: &mut [f32]) {
        let bonus = self.bonus(chivalry);
        let rivals = (holders(self.position, chivalry) as f32 - 1.0) / self.players();
        counted.copy_from_slice(&[1.0, bonus, rivals, yes(chivalry.kind() == Kind::Vassalage)]);
    }

    fn place(&self, up: ChivalrySet, counted: &mut [f32]) {
        let struck = self.print.kind == EventKind::Disaster;
        let all = if struck {
            self.row.within(self.print.listed)
        } else {
            let kind = if self.print.kind == EventKind::War {
                Kind::Arms
            } else {
                Kind::Virtue
            };
            self.position.offered_by(self.seat).within(ChivalrySet::of(kind))
        };
        let share = up.len() as f32 / all.len().max(1) as f32;
        let (struck, mixed) = (yes(struck), yes(share > 0.0 && share < 1.0));
        counted.copy_from_slice(&[
            struck * share,
            (1.0 - struck) * share,
            struck * mixed,
            (1.0 - struck) * mixed,
            (1.0 - struck) * share * yes(all.len() > 1),
        ]);
    }
}
