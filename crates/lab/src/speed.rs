//! How fast random games run on one thread.

mod search;

use std::time::{Duration, Instant};

use roundtable_core::{Dice, Game, GameDeck as _, Rng, SetupError, Silent, options};
use serde::Serialize;
use serde_json::{Map, Value};

pub use search::{SearchSpeed, search_speed};

/// What was measured for one game with one number of players.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Speed {
    /// The slug of the game.
    pub game: &'static str,
    /// The number of players.
    pub players: usize,
    /// The options.
    pub options: Map<String, Value>,
    /// How many games were played.
    pub games: u64,
    /// How many moves they had.
    pub moves: u64,
    /// How long it took, deals included.
    pub seconds: f64,
    /// Moves per second.
    pub moves_per_second: f64,
    /// Games per second.
    pub games_per_second: f64,
}

/// Plays a game at random to its end; returns the number of moves. `moves` is a buffer for legal moves.
pub fn random_game<G: Game>(position: &mut G, rng: &mut Rng, moves: &mut Vec<G::Move>) -> u64 {
    let mut count = 0;
    loop {
        let acting = position.to_act();
        let Some(mut seat) = acting.first() else { return count };
        if acting.len() > 1 {
            let nth = rng.below(acting.len() as u32) as usize;
            seat = acting.iter().nth(nth).unwrap_or(seat);
        }
        position.legal_moves(seat, moves);
        let mv = rng.pick(moves);
        position.play(seat, mv, &mut Silent);
        count += 1;
    }
}

/// Plays random games, deals included, on this thread for about this long.
///
/// # Errors
/// If the game cannot be played with this many players.
pub fn speed<G: Game>(players: usize, switches: G::Options, seed: u64, time: Duration) -> Result<Speed, SetupError> {
    let deck = G::Deck::standard();
    let mut rng = Rng::new(seed);
    let mut room = Vec::with_capacity(256);
    let (mut games, mut moves) = (0, 0);
    let start = Instant::now();
    let mut seconds = 0.0;
    while seconds < time.as_secs_f64() {
        // The clock is read rarely, so it costs nothing.
        for _ in 0..64 {
            let mut position = G::new(players, switches, &deck, Dice::from_rng(&mut rng), &mut Silent)?;
            moves += random_game(&mut position, &mut rng, &mut room);
            games += 1;
        }
        seconds = start.elapsed().as_secs_f64();
    }
    Ok(Speed {
        game: G::INFO.slug,
        players,
        options: options::to_json(&switches),
        games,
        moves,
        seconds,
        moves_per_second: moves as f64 / seconds,
        games_per_second: games as f64 / seconds,
    })
}
