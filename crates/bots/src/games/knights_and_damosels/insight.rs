//! Three ways to win: how near everybody is to each, and what a choice does for it.

use roundtable_catalog::games::knights_and_damosels::{Chivalry, Event, EventKind, Kind, KnightsAndDamosels, Move};
use roundtable_core::{Game as _, MAX_SEATS, Seat};

use crate::abilities::{Insight, Shares, key, softmax};
use crate::search::{Budget, Guidance, Judge, Settings, Trees};

/// What being near a goal is worth, and what its square is: cards with one knight, cards with the next, earned cards,
/// worship. Fitted to games of squires, with three players and with more.
const THREE: [[f32; 2]; 4] = [[2.95, 2.69], [0.38, 0.14], [1.35, 2.21], [0.57, 0.59]];
const MORE: [[f32; 2]; 4] = [[1.56, 2.28], [0.0, 0.15], [1.42, 2.16], [0.96, 0.89]];

impl Insight for KnightsAndDamosels {
    type Beliefs = ();

    const KNIGHT: Settings = Settings {
        trees: Trees::Multiple,
        explore: 0.2,
        ..Settings::KNIGHT
    };

    // The champion searches its own choices, sealed ones as mixtures; the others choose as squires or knights,
    // whichever each resembles. With a tree for each of them, the others would learn what the champion would give and
    // select, and learn it better the more simulations there are. Real players do not know that.
    const CHAMPION: Settings = Settings {
        trees: Trees::Own,
        rollouts: Guidance::Read,
        judge: Judge::Learnt,
        budget: Budget::Exactly(60_000),
        ..Self::KNIGHT
    };

    fn choice(event: &Event) -> Option<u64> {
        let card = |seat: Seat, face: usize| (seat.index() << 8 | face) as u64;
        Some(match event {
            Event::EventRevealed { event } => key(1, [*event as usize, 0, 0]),
            Event::ServiceTurned { number, .. } => key(5, [usize::from(*number), 0, 0]),
            // Nobody learns who gave which card, so the order of the display does not matter.
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
            | Event::Returned { .. }
            | Event::ServiceShuffled
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
        let print = self.event_print();
        odds.extend(moves.iter().map(|mv| match *mv {
            Move::Discard { event } => (-0.6 * event_worth(self, seat, event as usize)).exp(),
            Move::Give { chivalry } => (4.0 * gift_worth(self, seat, chivalry)).exp(),
            Move::Select { number } => self.displayed(number).map_or(1.0, |(chivalry, owner)| {
                (card_worth(self, seat, chivalry, owner) - 2.0).exp()
            }),
            Move::Challenge { seat: other, chivalry } => {
                let worth = if print.listed.contains(chivalry) { 0.5 } else { 0.0 };
                (worth + nearness(self, other) - 1.2).exp()
            }
            Move::Offer { chivalry } => {
                let rivals = holders(self, chivalry) as f32 - 1.0;
                let bonus = yes(print.bonus == Some(chivalry)) + called(self, chivalry);
                (1.0 + 0.7 * bonus + 0.3 * rivals).exp()
            }
            Move::Yield => 0.25,
            Move::Pass | Move::Arthur | Move::Mordred | Move::High | Move::Low | Move::Take { .. } => 1.0,
            Move::Face { up } => (0.4 * up.len() as f32).exp(),
            Move::Fight { .. } => 1.0,
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
}

/// Hashes several numbers into one.
fn mixed(parts: impl Iterator<Item = u64>) -> u64 {
    let mix = |all: u64, part: u64| (all.rotate_left(11) ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    parts.fold(1, mix) >> 2
}

/// Roughly what an event earns this seat beyond what it earns the others.
pub(super) fn event_worth(position: &KnightsAndDamosels, seat: Seat, event: usize) -> f32 {
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

/// What a card earns extra because a Service card calls for it and the event lists it.
pub(super) fn called(position: &KnightsAndDamosels, chivalry: Chivalry) -> f32 {
    yes(position.called().contains(chivalry) && position.event_print().listed.contains(chivalry))
}

/// 1 or 0.
pub(super) fn yes(is: bool) -> f32 {
    if is { 1.0 } else { 0.0 }
}

/// How many knights have a chivalry.
pub(super) fn holders(position: &KnightsAndDamosels, chivalry: Chivalry) -> usize {
    Seat::all(position.players())
        .filter(|&seat| position.chivalries(seat).contains(chivalry))
        .count()
}

/// How near a seat is to a knight victory, from 0 to 1; it stays small until the end.
pub(super) fn nearness(position: &KnightsAndDamosels, seat: Seat) -> f32 {
    let part = position.chivalries(seat).len() as f32 / f32::from(position.goals().earned);
    part * part * part
}

/// What a displayed card is worth to a seat that selects it: one more card, worship if the event lists it, and harm if
/// it helps another's damosel.
fn card_worth(position: &KnightsAndDamosels, seat: Seat, chivalry: Chivalry, owner: Option<Seat>) -> f32 {
    let goals = position.goals();
    let print = position.event_print();
    let left = f32::from(goals.earned) - position.chivalries(seat).len() as f32;
    let now = match print.kind {
        EventKind::Disaster if print.listed.contains(chivalry) => -0.8,
        EventKind::War | EventKind::Quest | EventKind::Prosperity if print.listed.contains(chivalry) => {
            0.6 + 0.5 * called(position, chivalry)
        }
        EventKind::Disaster | EventKind::War | EventKind::Quest | EventKind::Prosperity => 0.0,
    };
    let harm = owner.map_or(0.0, |owner| {
        let near = (position.given_to(owner, seat) as f32 + 1.0) / f32::from(goals.given);
        10.0 * near * near * near
    });
    2.0 + 4.0 / left.max(1.0) + now - 0.3 * holders(position, chivalry) as f32 - harm
}

/// What a gift is worth: most if only the knight who has most of one's cards can take it, less if a taker is near a
/// knight victory or a Service card calls for it.
fn gift_worth(position: &KnightsAndDamosels, seat: Seat, chivalry: Chivalry) -> f32 {
    let goal = f32::from(position.goals().given);
    let (mut takers, mut sum) = (0.0, 0.0);
    for taker in Seat::all(position.players()) {
        if taker != seat && !position.chivalries(taker).contains(chivalry) {
            let given = position.given_to(seat, taker) as f32 / goal;
            takers += 1.0;
            sum += given * given - 0.15 * nearness(position, taker);
        }
    }
    if takers == 0.0 {
        -0.2
    } else {
        sum / takers - called(position, chivalry) / f32::from(position.goals().worship)
    }
}
