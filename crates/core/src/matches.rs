//! A match: a position with its history, and the only gate between it and the world.

use std::sync::Arc;

use crate::{
    AnyMatch as _, Claimed, Code, DiceSource, Eye, Game, GameClaim as _, Illegal, Record, Refusal, Replay, Rng, Seat,
    SeatHandle, Setting, Setup, Start, Told,
};

/// A game being played: the position, everything told so far, and the moves that led here.
///
/// The position is private: an eye gets its view, its events, its legal moves and its refusals. (A record holds
/// everything, and the referee keeps it until the end; [`uncover`](Match::uncover) is for whoever has the record.)
#[derive(Clone, Debug)]
pub struct Match<G: Game> {
    pub(crate) setting: Arc<Setting<G>>,
    pub(crate) dice: DiceSource,
    pub(crate) position: G,
    pub(crate) journal: Vec<Told<G::Event>>,
    pub(crate) moves: Vec<(Seat, G::Move)>,
    pub(crate) talk: Vec<Claimed<G::Claim>>,
    /// What it continues from, if it does not begin with a deal; and how many claims had been made there.
    pub(crate) start: Option<Start>,
    pub(crate) heard: usize,
}

impl<G: Game> Match<G> {
    /// Deals a new game from a setting, which many matches can share.
    ///
    /// # Errors
    /// [`Code::BadPlayers`] or [`Code::BadDeck`].
    pub fn deal(setting: Arc<Setting<G>>, dice: DiceSource) -> Result<Self, Refusal> {
        let mut journal = Vec::new();
        let position = setting.deal(dice.dice(), &mut journal)?;
        Ok(Self {
            setting,
            dice,
            position,
            journal,
            moves: Vec::new(),
            talk: Vec::new(),
            start: None,
            heard: 0,
        })
    }

    /// Deals a new game from a set-up, with the text of a deck file or the deck that the game comes with.
    ///
    /// # Errors
    /// As [`Setting::read`] and [`Match::deal`].
    pub fn new(setup: &Setup, deck: Option<String>, dice: DiceSource) -> Result<Self, Refusal> {
        Self::deal(Arc::new(Setting::read(setup, "deck", deck)?), dice)
    }

    /// The first position of a record, before any of its moves.
    ///
    /// # Errors
    /// As [`Match::new`], or [`Code::BadStart`] if it cannot continue from the earlier game.
    pub fn begin(record: &Record) -> Result<Self, Refusal> {
        match &record.start {
            None => Self::new(&record.setup, record.deck.clone(), record.dice.clone()),
            Some(start) => Self::going_on(record, start),
        }
    }

    /// Replays a record, every move through the same gate as the first time.
    ///
    /// # Errors
    /// As [`Match::begin`] and [`Replay::forward`].
    pub fn replay(record: &Record) -> Result<Self, Refusal> {
        let begun = Box::new(Self::begin(record)?);
        Replay::new(record, begun)?.finish().map(|game| *game)
    }

    /// Makes a claim, at any time. It changes nothing in the game.
    ///
    /// # Errors
    /// [`Code::BadSeat`] or [`Code::BadClaim`] if there is no such seat, or the claim mentions one.
    pub fn claim(&mut self, seat: Seat, claim: G::Claim) -> Result<(), Refusal> {
        let players = self.position.players();
        if seat.index() >= players {
            return Err(Refusal::new(Code::BadSeat, format!("there is no seat {seat}")));
        }
        if !claim.fits(players) {
            return Err(Refusal::new(Code::BadClaim, "this speaks of a seat that is not there"));
        }
        let ply = self.ply();
        self.talk.push(Claimed { ply, seat, claim });
        Ok(())
    }

    /// Makes a move, if it is legal.
    ///
    /// # Errors
    /// Why it is not; nothing changes.
    pub fn play(&mut self, seat: Seat, mv: G::Move) -> Result<(), Illegal> {
        self.position.check(seat, mv)?;
        self.position.play(seat, mv, &mut self.journal);
        self.moves.push((seat, mv));
        Ok(())
    }

    /// The handle of a seat, for a bot.
    #[must_use]
    pub fn seat(&self, seat: Seat) -> SeatHandle<'_, G> {
        SeatHandle::new(&self.position, &self.journal, seat).hearing(&self.talk)
    }

    /// The position with all its secrets, and another future. Only whoever has the record may have it: for what is said
    /// about a game that is over.
    #[must_use]
    pub fn uncover(&self, rng: &mut Rng) -> G {
        let mut position = self.position.clone();
        position.resample(Eye::All, rng);
        position
    }

    /// What the eye sees.
    #[must_use]
    pub fn look(&self, eye: Eye) -> G::View {
        self.position.view(eye)
    }

    /// What the eye was told, in order.
    pub fn heard_by(&self, eye: Eye) -> impl Iterator<Item = &G::Event> {
        self.journal.iter().filter_map(move |told| told.to(eye))
    }

    /// The side that each seat is on now; see [`Game::side`]. Only the referee may know it until the end.
    #[must_use]
    pub fn sides(&self) -> Vec<usize> {
        let seats = Seat::all(self.position.players());
        seats.map(|seat| self.position.side(seat)).collect()
    }
}
