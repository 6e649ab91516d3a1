//! The handle of a seat: everything that a bot gets.

use crate::{Claimed, Eye, Game, Illegal, Rng, Seat, Told};

/// A player's access to a running game: its view, the events told to it, its legal moves, and positions that might be
/// the real one.
///
/// Bots are honest by type: the true position is private here, and [`sample`](Self::sample) returns only positions in
/// which everything the seat cannot know is dealt again.
///
/// ```compile_fail
/// fn cheat<G: roundtable_core::Game>(handle: &roundtable_core::SeatHandle<'_, G>) -> G {
///     handle.position.clone()
/// }
/// ```
#[derive(Debug)]
pub struct SeatHandle<'a, G: Game> {
    position: &'a G,
    journal: &'a [Told<G::Event>],
    talk: &'a [Claimed<G::Claim>],
    seat: Seat,
}

impl<G: Game> Clone for SeatHandle<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for SeatHandle<'_, G> {}

impl<'a, G: Game> SeatHandle<'a, G> {
    /// The handle of a seat. Its maker already holds the position. A simulation without a journal passes an empty one.
    #[must_use]
    pub const fn new(position: &'a G, journal: &'a [Told<G::Event>], seat: Seat) -> Self {
        Self {
            position,
            journal,
            talk: &[],
            seat,
        }
    }

    /// The same handle, which also hears what was said.
    #[must_use]
    pub const fn hearing(self, talk: &'a [Claimed<G::Claim>]) -> Self {
        Self { talk, ..self }
    }

    /// Whose handle it is.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// How many play.
    #[must_use]
    pub fn players(&self) -> usize {
        self.position.players()
    }

    /// What the seat sees.
    #[must_use]
    pub fn view(&self) -> G::View {
        self.position.view(Eye::Seat(self.seat))
    }

    /// What the seat was told, from the event with this number on; `None` for each event that it was not told.
    pub fn events(&self, since: usize) -> impl Iterator<Item = Option<&'a G::Event>> {
        let eye = Eye::Seat(self.seat);
        let journal: &'a [Told<G::Event>] = self.journal.get(since..).unwrap_or_default();
        journal.iter().map(move |told| told.to(eye))
    }

    /// What everybody has said, in order. Claims may be lies.
    #[must_use]
    pub const fn claims(&self) -> &'a [Claimed<G::Claim>] {
        self.talk
    }

    /// Replaces the content of `out` with the seat's legal moves.
    pub fn legal_moves(&self, out: &mut Vec<G::Move>) {
        self.position.legal_moves(self.seat, out);
    }

    /// Whether the seat may make the move.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, mv: G::Move) -> Result<(), Illegal> {
        self.position.check(self.seat, mv)
    }

    /// A position that might be the real one as far as the seat can know, with its own future.
    #[must_use]
    pub fn sample(&self, rng: &mut Rng) -> G {
        let mut position = self.position.clone();
        position.resample(Eye::Seat(self.seat), rng);
        position
    }
}
