//! How fast a game is searched on one thread.

use std::time::{Duration, Instant};

use roundtable_bots::{Guidance, Search, Searchable, Settings};
use roundtable_core::{Dice, GameDeck as _, Rng, SeatHandle, SetupError, Silent};
use serde::Serialize;

use crate::random_game;

/// What was measured for the search of one game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SearchSpeed {
    /// The slug of the game.
    pub game: &'static str,
    /// The number of players.
    pub players: usize,
    /// `opening` or `middle`.
    pub stage: &'static str,
    /// `plain` rollouts to the end of the game, eight for each sample, or the `knight`'s own settings.
    pub rollouts: &'static str,
    /// How many simulations were made.
    pub simulations: u64,
    /// How many decisions were made in them, in the trees and below.
    pub decisions: u64,
    /// How long it took, samples included.
    pub seconds: f64,
    /// Simulations per second.
    pub simulations_per_second: f64,
    /// Decisions per second.
    pub decisions_per_second: f64,
}

/// Searches positions from the opening and the middle of random games, both with random rollouts to the end and as a
/// knight does.
///
/// # Errors
/// If the game cannot be played with this many players.
pub fn search_speed<G: Searchable>(players: usize, seed: u64, time: Duration) -> Result<Vec<SearchSpeed>, SetupError> {
    let knight = G::KNIGHT;
    let plain = Settings {
        rollouts: Guidance::Plain,
        priors: Guidance::Plain,
        advice: 0.0,
        cut: None,
        reuse: 8,
        ..knight.clone()
    };
    let mut speeds = Vec::new();
    for (stage, share) in [("opening", 0.0), ("middle", 0.5)] {
        for (rollouts, settings) in [("plain", &plain), ("knight", &knight)] {
            let mut rng = Rng::new(seed);
            let (mut simulations, mut decisions, mut seconds) = (0, 0, 0.0);
            while seconds < time.as_secs_f64() {
                let position = position::<G>(players, share, &mut rng)?;
                let Some(seat) = position.to_act().first() else {
                    continue;
                };
                let mut search = Search::<G>::new(settings.clone(), rng.next_u64());
                let start = Instant::now();
                search.think(&SeatHandle::new(&position, &[], seat));
                seconds += start.elapsed().as_secs_f64();
                simulations += search.effort().simulations;
                decisions += search.effort().decisions;
            }
            speeds.push(SearchSpeed {
                game: G::INFO.slug,
                players,
                stage,
                rollouts,
                simulations,
                decisions,
                seconds,
                simulations_per_second: simulations as f64 / seconds,
                decisions_per_second: decisions as f64 / seconds,
            });
        }
    }
    Ok(speeds)
}

/// A position this far into a random game where somebody has a choice.
fn position<G: Searchable>(players: usize, share: f64, rng: &mut Rng) -> Result<G, SetupError> {
    let dice = Dice::from_rng(rng);
    let (options, deck) = (G::Options::default(), G::Deck::standard());
    let mut whole = G::new(players, options, &deck, dice.clone(), &mut Silent)?;
    let mut moves = Vec::new();
    let choices = rng.clone();
    let length = random_game(&mut whole, &mut choices.clone(), &mut moves);
    let mut position = G::new(players, options, &deck, dice, &mut Silent)?;
    let mut rng = choices;
    let mut made = 0.0;
    while let Some(seat) = position.to_act().first() {
        position.legal_moves(seat, &mut moves);
        if made >= share * length as f64 && moves.len() > 1 {
            break;
        }
        position.play(seat, rng.pick(&moves), &mut Silent);
        made += 1.0;
    }
    Ok(position)
}
