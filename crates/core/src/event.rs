//! What happens in a game, and who is told what.

use crate::{Eye, Seat, Seats};

/// One event with its audience. Only the methods of [`Sink`] make one, so every event is given its audience on purpose.
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
    /// An event that an eye is not told still has its number in the stream, so a missing number always means that a
    /// message was lost.
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

    /// The same event in a game that continues from what `seat` knew: that seat and [`Eye::All`] keep what the seat was
    /// told, all others what a spectator was told.
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

/// Where a game reports what happens. Games call the three `tell` methods; listeners implement `hear`.
///
/// Closures make the events, so a listener that does not need them ([`Silent`]) never makes them, and search and
/// simulation pay nothing.
pub trait Sink<E> {
    /// Receives one event; `told` makes it.
    fn hear(&mut self, told: impl FnOnce() -> Told<E>);

    /// Receives an event that reveals no choice of a player. A listener that only wants choices need not make it.
    fn hear_aside(&mut self, told: impl FnOnce() -> Told<E>) {
        self.hear(told);
    }

    /// The sink for consequences of the rules or of chance, which are no player's choice.
    fn aside(&mut self) -> Aside<'_, Self> {
        Aside(self)
    }

    /// Tells everybody, spectators included.
    fn tell_all(&mut self, event: impl FnOnce() -> E) {
        self.hear(|| Told {
            event: event(),
            audience: Audience::Everybody,
        });
    }

    /// Tells only these seats; the others learn nothing.
    fn tell(&mut self, seats: Seats, event: impl FnOnce() -> E) {
        self.hear(|| Told {
            event: event(),
            audience: Audience::Only { seats, others: None },
        });
    }

    /// Tells these seats one thing, and all others (spectators included) another.
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

/// A sink for events that are no player's choice; see [`Sink::aside`].
#[derive(Debug)]
pub struct Aside<'a, S: ?Sized>(&'a mut S);

impl<E, S: Sink<E> + ?Sized> Sink<E> for Aside<'_, S> {
    #[inline(always)]
    fn hear(&mut self, told: impl FnOnce() -> Told<E>) {
        self.0.hear_aside(told);
    }
}

/// A sink without a listener.
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
