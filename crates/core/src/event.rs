//! What happens in a game, and who is told what of it.

use crate::{Eye, Seat, Seats};

/// One happening with its audience. The only ways to make one are the methods of [`Sink`], so every event has
/// been given an audience on purpose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told<E> {
    event: E,
    audience: Audience<E>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Audience<E> {
    Everybody,
    Only { seats: Seats, others: Option<E> },
    Nobody,
}

impl<E> Told<E> {
    /// Whether everybody is told the same.
    pub const fn is_public(&self) -> bool {
        matches!(self.audience, Audience::Everybody)
    }

    /// What this eye is told: the event, what the others learn instead, or nothing.
    ///
    /// An event that an eye is not told still has its number in the stream, so that a missing number always means loss.
    pub fn to(&self, eye: Eye) -> Option<&E> {
        match (&self.audience, eye) {
            (Audience::Everybody, _) | (Audience::Only { .. }, Eye::All) => Some(&self.event),
            (Audience::Only { seats, others }, Eye::Seat(seat)) => {
                if seats.contains(seat) {
                    Some(&self.event)
                } else {
                    others.as_ref()
                }
            }
            (Audience::Only { others, .. }, Eye::Table) => others.as_ref(),
            (Audience::Nobody, _) => None,
        }
    }

    /// The same happening in a game that goes on from what `seat` knew: that seat and the eye that sees everything keep
    /// what the seat was told, all others what a spectator was told.
    pub(crate) fn kept_by(&self, seat: Seat) -> Self
    where
        E: Clone,
    {
        let own = self.to(Eye::Seat(seat));
        let audience = match (&self.audience, own) {
            (Audience::Everybody, _) => Audience::Everybody,
            (_, None) => Audience::Nobody,
            (_, Some(_)) => Audience::Only {
                seats: Seats::one(seat),
                others: self.to(Eye::Table).cloned(),
            },
        };
        Self {
            event: own.unwrap_or(&self.event).clone(),
            audience,
        }
    }
}

/// Where a game tells what happens. A game calls the three `tell` methods; who listens implements `hear`.
///
/// Events are made by closures, so a listener that does not care ([`Silent`]) never makes them and search and
/// simulation pay nothing.
pub trait Sink<E> {
    /// Takes in one event; `told` makes it.
    fn hear(&mut self, told: impl FnOnce() -> Told<E>);

    /// The same of an event that tells nobody's choice: who listens for choices alone need not have it made.
    fn hear_aside(&mut self, told: impl FnOnce() -> Told<E>) {
        self.hear(told);
    }

    /// For telling what follows by the rules or from chance and is nobody's choice.
    fn aside(&mut self) -> Aside<'_, Self> {
        Aside(self)
    }

    /// Everybody, spectators included, is told.
    fn tell_all(&mut self, event: impl FnOnce() -> E) {
        self.hear(|| Told {
            event: event(),
            audience: Audience::Everybody,
        });
    }

    /// Only these seats are told; the others learn nothing.
    fn tell(&mut self, seats: Seats, event: impl FnOnce() -> E) {
        self.hear(|| Told {
            event: event(),
            audience: Audience::Only { seats, others: None },
        });
    }

    /// These seats are told one thing, all others (spectators included) another.
    fn tell_apart(&mut self, seats: Seats, event: impl FnOnce() -> E, others: impl FnOnce() -> E) {
        self.hear(|| Told {
            event: event(),
            audience: Audience::Only {
                seats,
                others: Some(others()),
            },
        });
    }
}

/// The side of a sink for what is nobody's choice; see [`Sink::aside`].
#[derive(Debug)]
pub struct Aside<'a, S: ?Sized>(&'a mut S);

impl<E, S: Sink<E> + ?Sized> Sink<E> for Aside<'_, S> {
    #[inline(always)]
    fn hear(&mut self, told: impl FnOnce() -> Told<E>) {
        self.0.hear_aside(told);
    }
}

/// The sink that nobody listens to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<E> Sink<E> for Silent {
    #[inline(always)]
    fn hear(&mut self, _: impl FnOnce() -> Told<E>) {}
}

/// Keeps every event in order: the sink of a real table.
impl<E> Sink<E> for Vec<Told<E>> {
    fn hear(&mut self, told: impl FnOnce() -> Told<E>) {
        self.push(told());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_eye_is_told_what_is_meant_for_it() {
        let mut journal: Vec<Told<&str>> = Vec::new();
        let one = Seats::one(Seat::new(1));
        journal.tell_all(|| "open");
        journal.tell(one, || "secret");
        journal.tell_apart(one, || "the card", || "a card");
        let heard = |eye| journal.iter().map(|told| told.to(eye).copied()).collect::<Vec<_>>();
        let told = [Some("open"), Some("secret"), Some("the card")];
        assert_eq!(heard(Eye::Seat(Seat::new(1))), told);
        assert_eq!(heard(Eye::All), told);
        let others = [Some("open"), None, Some("a card")];
        assert_eq!(heard(Eye::Seat(Seat::new(0))), others);
        assert_eq!(heard(Eye::Table), others);
    }

    #[test]
    fn a_game_that_goes_on_keeps_what_one_seat_was_told() {
        let mut journal: Vec<Told<&str>> = Vec::new();
        let (zero, one) = (Seat::new(0), Seat::new(1));
        journal.tell_all(|| "open");
        journal.tell(Seats::one(one), || "secret of 1");
        journal.tell(Seats::one(zero), || "secret of 0");
        journal.tell_apart(Seats::one(one), || "card of 1", || "a card");
        journal.tell_apart(Seats::one(zero), || "card of 0", || "a card");
        let kept: Vec<_> = journal.iter().map(|told| told.kept_by(one)).collect();
        let heard = |eye| kept.iter().map(|told| told.to(eye).copied()).collect::<Vec<_>>();
        let own = [
            Some("open"),
            Some("secret of 1"),
            None,
            Some("card of 1"),
            Some("a card"),
        ];
        assert_eq!(heard(Eye::Seat(one)), own);
        assert_eq!(heard(Eye::All), own);
        let others = [Some("open"), None, None, Some("a card"), Some("a card")];
        for eye in [Eye::Seat(zero), Eye::Seat(Seat::new(2)), Eye::Table] {
            assert_eq!(heard(eye), others);
        }
    }

    #[test]
    fn silence_makes_no_event() {
        Silent.tell_all(|| -> &str { unreachable!("nobody listens") });
    }
}
