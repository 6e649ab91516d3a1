//! Bots behind one trait, whatever the game.

use std::marker::PhantomData;

use roundtable_catalog::{GameId, with_game};
use roundtable_core::{AnyMatch, Code, Game, GameMove as _, Match, Refusal, Seat};
use serde_json::Value;

use crate::samples::{AnySamples, Samples};
use crate::{Bot, BotSpec, Hint, Searchable};

/// A bot that plays matches of one game, whatever the game.
pub trait AnyBot: Send {
    /// Chooses a legal move for a seat that is to act, and returns its number.
    ///
    /// # Errors
    /// [`Code::OtherGame`] if the bot plays another game.
    fn choose(&mut self, game: &dyn AnyMatch, seat: Seat) -> Result<u32, Refusal>;

    /// What it says to the table now, if anything, as the game's JSON.
    ///
    /// # Errors
    /// [`Code::OtherGame`] if the bot plays another game.
    fn claim(&mut self, game: &dyn AnyMatch, seat: Seat) -> Result<Option<Value>, Refusal>;

    /// News for whoever runs the game, such as a program that failed. It is reported once.
    fn trouble(&mut self) -> Option<String>;
}

/// The bots of one game, whatever the game. A program that lists games of its own lists them with this faculty.
#[derive(Clone, Copy)]
pub struct Bots(&'static dyn AnyBots);

impl Bots {
    /// The bots of the game `G`.
    #[must_use]
    pub const fn of<G: Searchable>() -> Self {
        Self(const { &Of::<G>(PhantomData) })
    }

    /// The bots of a match's game.
    fn for_match(game: &dyn AnyMatch) -> Result<&'static dyn AnyBots, Refusal> {
        let id = GameId::of(game)?;
        let bots = with_game!(id, G => Some(Self::of::<G>()), else id.faculty::<Self>().copied());
        bots.map(|bots| bots.0).ok_or_else(|| {
            let message = format!("there are no bots for `{id}`; list the game with its bots (`Bots::of`)");
            Refusal::new(Code::UnknownGame, message)
        })
    }
}

trait AnyBots: Send + Sync {
    fn bot(&self, spec: &BotSpec, seed: u64) -> Box<dyn AnyBot>;
    fn hints(&self, game: &dyn AnyMatch, seat: Seat, seed: u64) -> Result<Vec<Hint>, Refusal>;
    fn samples(&self, seed: u64) -> Box<dyn AnySamples>;
}

/// The game `G`, by its type alone.
struct Of<G>(PhantomData<fn() -> G>);

impl<G: Searchable> AnyBots for Of<G> {
    fn bot(&self, spec: &BotSpec, seed: u64) -> Box<dyn AnyBot> {
        Box::new(BotOf::<G>(spec.bot(seed)))
    }

    fn hints(&self, game: &dyn AnyMatch, seat: Seat, seed: u64) -> Result<Vec<Hint>, Refusal> {
        Ok(crate::hints(&of::<G>(game)?.seat(seat), seed))
    }

    fn samples(&self, seed: u64) -> Box<dyn AnySamples> {
        Box::new(Samples::<G>::new(seed))
    }
}

impl BotSpec {
    /// A bot of this kind for the game of a match. The same seed makes the same choices.
    ///
    /// # Errors
    /// [`Code::UnknownGame`] if the game is not in the catalog.
    pub fn bot_for(&self, game: &dyn AnyMatch, seed: u64) -> Result<Box<dyn AnyBot>, Refusal> {
        Ok(Bots::for_match(game)?.bot(self, seed))
    }
}

/// The best three moves for a seat that is to act, best first. The same seed gives the same hints.
///
/// # Errors
/// [`Code::NotToAct`] if the seat has nothing to decide, [`Code::UnknownGame`] if the game is not in the catalog.
pub fn hints_for(game: &dyn AnyMatch, seat: Seat, seed: u64) -> Result<Vec<Hint>, Refusal> {
    if !game.to_act().contains(seat) {
        return Err(Refusal::new(
            Code::NotToAct,
            format!("seat {seat} has nothing to decide now"),
        ));
    }
    Bots::for_match(game)?.hints(game, seat, seed)
}

/// Samples of a match, none so far. The same seed and the same requests give the same samples.
///
/// # Errors
/// [`Code::UnknownGame`] if the game is not in the catalog.
pub fn samples_for(game: &dyn AnyMatch, seed: u64) -> Result<Box<dyn AnySamples>, Refusal> {
    Ok(Bots::for_match(game)?.samples(seed))
}

/// A bot of the game `G`.
struct BotOf<G: Game>(Box<dyn Bot<G>>);

/// The match as one of the game `G`.
pub(crate) fn of<G: Game>(game: &dyn AnyMatch) -> Result<&Match<G>, Refusal> {
    game.as_any().downcast_ref().ok_or_else(|| {
        let (own, other) = (G::INFO.slug, game.info().slug);
        Refusal::new(Code::OtherGame, format!("a bot for `{own}` cannot play `{other}`"))
    })
}

impl<G: Game> AnyBot for BotOf<G> {
    fn choose(&mut self, game: &dyn AnyMatch, seat: Seat) -> Result<u32, Refusal> {
        let mv = self.0.choose(&of(game)?.seat(seat));
        Ok(mv.number(game.players()).expect("a legal move has a number"))
    }

    fn claim(&mut self, game: &dyn AnyMatch, seat: Seat) -> Result<Option<Value>, Refusal> {
        let claim = self.0.claim(&of(game)?.seat(seat));
        Ok(claim.map(|claim| serde_json::to_value(claim).expect("claims have string keys")))
    }

    fn trouble(&mut self) -> Option<String> {
        self.0.trouble()
    }
}

#[cfg(test)]
mod tests {
    use roundtable_core::DiceSource;

    use super::*;
    use crate::Level;

    fn deal(id: GameId) -> Box<dyn AnyMatch> {
        let setup = id.setup(id.info().min_players);
        roundtable_catalog::deal(&setup, None, DiceSource::Seed(3)).expect("a game")
    }

    #[test]
    fn bots_play_a_match_of_every_game_to_its_end() {
        for id in GameId::HOUSE {
            let mut game = deal(id);
            let spec = BotSpec::Level(Level::Squire);
            let bots = (0..game.players() as u64).map(|seed| spec.bot_for(&*game, seed).expect("a bot"));
            let mut bots: Vec<_> = bots.collect();
            let before = game.fork();
            while let Some(seat) = game.to_act().first() {
                let bot = &mut bots[seat.index()];
                if let Some(claim) = bot.claim(&*game, seat).expect("its own game") {
                    game.claim(seat, &claim).expect("a claim of the game");
                }
                let mv = bot.choose(&*game, seat).expect("its own game");
                game.play(seat, &mv.into()).expect("a legal move");
                let count = game.event_count();
                for eye in roundtable_core::Eye::limited(game.players()) {
                    for since in count.saturating_sub(4)..count {
                        let alike = game.events(eye, since) == game.events(roundtable_core::Eye::All, since);
                        assert!(alike || !game.told_alike(since), "event {since} to {eye}");
                    }
                }
            }
            assert!(
                game.outcome().is_some() && before.ply() == 0,
                "the fork stayed where it was"
            );
        }
    }

    #[test]
    fn a_bot_refuses_a_match_of_another_game() {
        let mut bot = BotSpec::default().bot_for(&*deal(GameId::Shock), 1).expect("a bot");
        let refusal = bot.choose(&*deal(GameId::KnightShift), Seat::new(0)).unwrap_err();
        assert_eq!(refusal.code, Code::OtherGame);
    }
}
