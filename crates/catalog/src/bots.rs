//! Bots for whichever game.

use std::marker::PhantomData;

use roundtable_bots::{Bot, BotSpec, Hint};
use roundtable_core::{AnyMatch, Game, GameMove as _, Match, Refusal, Seat};
use serde_json::Value;

use crate::{GameId, Playable, UnknownGame, Visitor};

/// A bot that plays matches of one game, whichever it is.
pub trait AnyBot: Send {
    /// Chooses a legal move of a seat that is to act: its number.
    ///
    /// # Panics
    /// If the match is of another game than the bot.
    fn choose(&mut self, game: &dyn AnyMatch, seat: Seat) -> u32;

    /// What it says to the table now, if anything, as the game's JSON.
    ///
    /// # Panics
    /// If the match is of another game than the bot.
    fn claim(&mut self, game: &dyn AnyMatch, seat: Seat) -> Option<Value>;

    /// What whoever runs the game should know: that a program failed, for one. It is told once.
    fn trouble(&mut self) -> Option<String>;
}

impl GameId {
    /// A bot for this game. The same seed makes the same choices.
    #[must_use]
    pub fn bot(self, spec: &BotSpec, seed: u64) -> Box<dyn AnyBot> {
        struct Make<'a>(&'a BotSpec, u64);
        impl Visitor for Make<'_> {
            type Out = Box<dyn AnyBot>;
            fn visit<G: Playable>(self) -> Self::Out {
                Box::new(Of::<G> {
                    bot: self.0.bot(self.1),
                    game: PhantomData,
                })
            }
        }
        self.visit(Make(spec, seed))
    }
}

/// The best three moves of a seat that is to act, the best first. The same seed gives the same hints.
///
/// # Errors
/// `not_to_act` if the seat has nothing to decide.
pub fn hints(game: &dyn AnyMatch, seat: Seat, seed: u64) -> Result<Vec<Hint>, Refusal> {
    struct Ask<'a>(&'a dyn AnyMatch, Seat, u64);
    impl Visitor for Ask<'_> {
        type Out = Vec<Hint>;
        fn visit<G: Playable>(self) -> Self::Out {
            roundtable_bots::hints(&of::<G>(self.0).seat(self.1), self.2)
        }
    }
    if !game.to_act().contains(seat) {
        return Err(Refusal::new(
            "not_to_act",
            format!("seat {seat} has nothing to decide now"),
        ));
    }
    let id: GameId = game
        .info()
        .slug
        .parse()
        .map_err(|error: UnknownGame| Refusal::from(error))?;
    Ok(id.visit(Ask(game, seat, seed)))
}

/// A bot of the game `G`.
struct Of<G: Game> {
    bot: Box<dyn Bot<G>>,
    game: PhantomData<fn() -> G>,
}

/// The match as one of the game `G`.
fn of<G: Game>(game: &dyn AnyMatch) -> &Match<G> {
    game.as_any().downcast_ref().expect("a match of the bot's game")
}

impl<G: Game> AnyBot for Of<G> {
    fn choose(&mut self, game: &dyn AnyMatch, seat: Seat) -> u32 {
        let mv = self.bot.choose(&of(game).seat(seat));
        mv.number(game.players()).expect("a legal move has a number")
    }

    fn claim(&mut self, game: &dyn AnyMatch, seat: Seat) -> Option<Value> {
        let claim = self.bot.claim(&of(game).seat(seat))?;
        Some(serde_json::to_value(claim).expect("claims have string keys"))
    }

    fn trouble(&mut self) -> Option<String> {
        self.bot.trouble()
    }
}

#[cfg(test)]
mod tests {
    use roundtable_bots::Level;
    use roundtable_core::{DiceSource, Setup};

    use super::*;

    fn written(write: impl FnOnce(&mut String)) -> String {
        let mut out = String::new();
        write(&mut out);
        out
    }

    #[test]
    fn bots_play_a_match_of_every_game_to_its_end() {
        for id in GameId::ALL {
            let players = id.info().min_players;
            let setup = Setup {
                players,
                options: Default::default(),
                deck: None,
                dice: DiceSource::Seed(3),
            };
            let mut game = id.start(setup).expect("a game");
            let spec = BotSpec::Level(Level::Squire);
            let mut bots: Vec<_> = (0..players as u64).map(|seed| id.bot(&spec, seed)).collect();
            let before = game.fork();
            let mut fields = roundtable_core::Fields::default();
            while let Some(seat) = game.to_act().first() {
                let bot = &mut bots[seat.index()];
                if let Some(claim) = bot.claim(&*game, seat) {
                    game.claim(seat, &claim).expect("a claim of the game");
                }
                for eye in roundtable_core::Eye::limited(players) {
                    game.write_view(eye, &mut fields);
                    let each: Vec<&str> = fields.iter().collect();
                    assert_eq!(format!("{{{}}}", each.join(",")), game.view(eye).to_string());
                    let events = serde_json::to_string(&game.events(eye, 0)).expect("JSON");
                    assert_eq!(written(|out| game.write_events(eye, 0, out)), events);
                    let count = game.event_count();
                    for since in count.saturating_sub(4)..count {
                        let alike = game.events(eye, since) == game.events(roundtable_core::Eye::All, since);
                        assert!(alike || !game.told_alike(since), "event {since} to {eye}");
                    }
                }
                let legal = serde_json::to_string(&game.legal(seat)).expect("JSON");
                assert_eq!(written(|out| game.write_legal(seat, out)), legal);
                let mv = bot.choose(&*game, seat);
                game.play(seat, &mv.into()).expect("a legal move");
            }
            assert!(
                game.outcome().is_some() && before.ply() == 0,
                "the fork stayed where it was"
            );
        }
    }
}
