//! Three ways to win: how near everybody is to each of them, and what a choice does for it.

use knights_and_damosels::{Chivalry, Event, EventKind, Kind, KnightsAndDamosels, Move};
use roundtable_core::{Game as _, MAX_SEATS, Seat, SeatHandle};

use super::{Insight, Shares, key, softmax};
use crate::search::{Guidance, Settings, Trees};

/// What it is worth to be near a goal, and what that squared: cards with one knight, with the next one, earned cards, worship. Fitted to
/// games of squires, with three players and with more.
const THREE: [[f32; 2]; 4] = [[2.95, 2.69], [0.38, 0.14], [1.35, 2.21], [0.57, 0.59]];
const MORE: [[f32; 2]; 4] = [[1.56, 2.28], [0.0, 0.15], [1.42, 2.16], [0.96, 0.89]];

const SETTINGS: Settings = Settings {
    trees: Trees::Multiple,
    priors: Guidance::Guided,
    rollouts: Guidance::Guided,
    cut: Some(2),
    explore: 0.5,
    advice: 0.0,
    iterations: 3_000,
    reuse: 1,
    time: None,
    jobs: 1,
};

impl Insight for KnightsAndDamosels {
    type Beliefs = ();

    fn knight(_players: usize) -> Settings {
        SETTINGS
    }

    fn champion(_players: usize) -> Settings {
        Settings {
            iterations: 40_000,
            ..SETTINGS
        }
    }

    fn choice(event: &Event) -> Option<u64> {
        let card = |seat: Seat, face: usize| (seat.index() << 8 | face) as u64;
        Some(match event {
            Event::EventRevealed { event } => key(1, [*event as usize, 0, 0]),
            // Who gave which card is not told, so the order of the display does not matter.
            Event::Displayed { chivalries } => {
                1 << 62 | chivalries.iter().map(|&face| 1 << (4 * face as u64)).sum::<u64>()
            }
            Event::Selected { seat, chivalry, .. } => key(2, [seat.index(), *chivalry as usize, 0]),
            Event::Challenged { seat, other, chivalry } => key(3, [seat.index(), other.index(), *chivalry as usize]),
            Event::PassOfArms { choices, .. } => mixed(
                choices
                    .iter()
                    .map(|choice| u64::from(*choice == Move::High) + 2 * u64::from(*choice == Move::Low)),
            ),
            Event::Offered { seat, chivalry } => key(4, [seat.index(), *chivalry as usize, 0]),
            Event::Placed { cards } => mixed(
                cards
                    .iter()
                    .map(|placed| card(placed.seat, placed.chivalry as usize) << 1 | u64::from(placed.face_up)),
            ),
            Event::Taken { cards } => mixed(cards.iter().map(|taken| card(taken.seat, taken.chivalry as usize))),
            Event::SidesChosen { sides, .. } => {
                mixed(sides.iter().map(|chosen| card(chosen.seat, chosen.side as usize)))
            }
            Event::Fought { cards, .. } => {
                mixed(cards.iter().map(|fought| card(fought.seat, fought.chivalry as usize)))
            }
            Event::Dealt { .. }
            | Event::RoundBegan { .. }
            | Event::EventsShuffled
            | Event::EventsDrawn { .. }
            | Event::Discarded { .. }
            | Event::EventsGiven { .. }
            | Event::Chose { .. }
            | Event::DamoselsSeen { .. }
            | Event::OwnCardSeen { .. }
            | Event::Passed { .. }
            | Event::JoustEnded { .. }
            | Event::Declined { .. }
            | Event::Granted { .. }
            | Event::ServiceEnded
            | Event::Awarded { .. }
            | Event::Struck { .. }
            | Event::Ranked { .. }
            | Event::CamlannBegan
            | Event::Over { .. } => return None,
        })
    }

    fn clock(&self) -> u32 {
        self.round().into()
    }

    fn guide(&self, seat: Seat, moves: &[Move], odds: &mut Vec<f32>) {
        odds.clear();
        odds.extend(moves.iter().map(|mv| match *mv {
            Move::Discard { event } => (-0.5 * event_worth(self, seat, event as usize)).exp(),
            Move::Give { chivalry } => gift_odds(self, seat, chivalry),
            Move::Select { number } => self.displayed(number).map_or(1.0, |(chivalry, owner)| {
                let rivals = Seat::all(self.players()).filter(|&other| self.chivalries(other).contains(chivalry));
                let harm = owner
                    .filter(|&owner| owner != seat)
                    .map_or(0.0, |owner| self.given_to(owner, seat) as f32);
                2.0 * (-0.2 * rivals.count() as f32 - 0.4 * harm).exp()
            }),
            Move::Challenge { .. } => 0.4,
            Move::Offer { .. } => 2.0,
            Move::Yield => 0.3,
            Move::Pass
            | Move::Arthur
            | Move::Mordred
            | Move::High
            | Move::Low
            | Move::Take { .. }
            | Move::Fight { .. } => 1.0,
            Move::Face { up } => 1.0 + 0.3 * up.len() as f32,
        }));
    }

    fn judge(&self) -> Shares {
        let goals = self.goals();
        let weights = if self.players() <= 3 { &THREE } else { &MORE };
        let mut near = [0.0; MAX_SEATS];
        for seat in Seat::all(self.players()) {
            let (mut most, mut second) = (0, 0);
            for other in Seat::all(self.players()) {
                let given = self.given_to(seat, other);
                (most, second) = (most.max(given), second.max(given.min(most)));
            }
            let parts = [
                most as f32 / f32::from(goals.given),
                second as f32 / f32::from(goals.given),
                self.chivalries(seat).len() as f32 / f32::from(goals.earned),
                f32::from(self.worship_of(seat)) / f32::from(goals.worship),
            ];
            let value = |(part, weight): (&f32, &[f32; 2])| weight[0] * part + weight[1] * part * part;
            near[seat.index()] = parts.iter().zip(weights).map(value).sum();
        }
        softmax(near, self.players())
    }

    fn sealed(&self) -> bool {
        self.is_sealed()
    }

    fn reopen(&mut self, seat: Seat) {
        self.take_back_choices(seat);
    }

    fn beliefs(_seat: &SeatHandle<'_, Self>) {}
}

/// One number for several.
fn mixed(parts: impl Iterator<Item = u64>) -> u64 {
    let mix = |all: u64, part: u64| (all.rotate_left(11) ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    parts.fold(1, mix) >> 2
}

/// About what an event earns this seat beyond what it earns the others.
fn event_worth(position: &KnightsAndDamosels, seat: Seat, event: usize) -> f32 {
    let print = &position.event_prints()[event];
    let income = |seat: Seat| -> f32 {
        let cards = position.chivalries(seat).within(print.listed);
        cards
            .iter()
            .map(|chivalry| match print.kind {
                EventKind::Disaster => -1.0,
                EventKind::Prosperity => 0.7,
                EventKind::War | EventKind::Quest if chivalry.kind() == Kind::Vassalage => 0.7,
                EventKind::War | EventKind::Quest => 1.4,
            })
            .sum()
    };
    let players = position.players();
    let others: f32 = Seat::all(players).filter(|&other| other != seat).map(income).sum();
    income(seat) - others / (players - 1) as f32
}

/// A gift is best if those who can take it have most of one's cards already.
fn gift_odds(position: &KnightsAndDamosels, seat: Seat, chivalry: Chivalry) -> f32 {
    let takers =
        Seat::all(position.players()).filter(|&other| other != seat && !position.chivalries(other).contains(chivalry));
    let (mut count, mut sum) = (0.0, 0.0);
    for taker in takers {
        let given = position.given_to(seat, taker) as f32;
        count += 1.0;
        sum += given * given;
    }
    if count == 0.0 { 0.2 } else { 0.5 + sum / count }
}
