//! Random games for the checks.

use roundtable_core::{Audit, Dice, GameDeck, GameOptions, Rng, Seat, Silent, Sink, options};

use crate::breach::{Breach, Check};
use crate::print::moves;

/// One way to set up a game: the number of players and the options.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Setting<O> {
    /// How many play.
    pub players: usize,
    /// The switches.
    pub options: O,
}

impl<O: GameOptions> Setting<O> {
    /// The name of its golden file: `7_players_easy_hard`.
    #[must_use]
    pub fn name(&self) -> String {
        let switches = O::SWITCHES.iter().enumerate();
        let on = switches.filter(|(place, _)| self.options.get(*place));
        let words: String = on.map(|(_, switch)| format!("_{}", switch.name)).collect();
        format!("{}_players{words}", self.players)
    }
}

/// Every way to set up the game.
pub fn settings<G: Audit>() -> Vec<Setting<G::Options>> {
    let counts = G::INFO.min_players..=G::INFO.max_players;
    let with = |players| options::every_set().map(move |options| Setting { players, options });
    counts.flat_map(with).collect()
}

/// Plays a random game with standard options, and looks at every position of it.
///
/// # Panics
/// If the game breaks the contract.
pub fn watch<G: Audit>(players: usize, seed: u64, mut look: impl FnMut(&G)) {
    let options = G::Options::default();
    let mut walk = Walk::<G>::new(Setting { players, options }, seed, &mut Silent).expect("a deal");
    walk.finish(LONGEST, |walk| {
        look(&walk.position);
        Ok(())
    })
    .expect("a whole game");
}

/// More moves than any random game takes.
const LONGEST: usize = 100_000;

/// A random game in progress.
pub(crate) struct Walk<G: Audit> {
    pub position: G,
    pub rng: Rng,
    pub moves: Vec<(Seat, G::Move)>,
    setting: Setting<G::Options>,
    seed: u64,
}

impl<G: Audit> Walk<G> {
    pub(crate) fn new<S: Sink<G::Event>>(
        setting: Setting<G::Options>,
        seed: u64,
        sink: &mut S,
    ) -> Result<Self, Breach> {
        let Setting { players, options } = setting;
        let position = G::new(players, options, &G::Deck::standard(), Dice::from_seed(seed), sink)
            .map_err(|error| Breach::new(Check::Setup, format!("{setting:?} is refused: {error}")))?;
        Ok(Self {
            position,
            rng: Rng::new(seed),
            moves: Vec::new(),
            setting,
            seed,
        })
    }

    /// The random game from this seed after so many moves.
    pub(crate) fn replayed(setting: Setting<G::Options>, seed: u64, ply: usize) -> Result<Self, Breach> {
        let mut walk = Self::new(setting, seed, &mut Silent)?;
        for _ in 0..ply {
            if let Some(next) = walk.pick()? {
                walk.play(next, &mut Silent);
            }
        }
        Ok(walk)
    }

    /// The game and the place in it, enough to reproduce it.
    pub(crate) fn place(&self) -> String {
        let Setting { players, options } = self.setting;
        let moves: Vec<String> = self.moves.iter().map(|(seat, mv)| format!("{seat} {mv}")).collect();
        let game = format!("{} for {players}, {options:?}", G::INFO.name);
        format!("{game}, dice from seed {}, after: {}", self.seed, moves.join("; "))
    }

    /// A random move of a random seat that is to act; `None` when the game is over.
    pub(crate) fn pick(&mut self) -> Result<Option<(Seat, G::Move)>, Breach> {
        let acting: Vec<Seat> = self.position.to_act().iter().collect();
        if acting.is_empty() {
            return Ok(None);
        }
        let seat = self.rng.pick(&acting);
        let legal = moves(&self.position, seat);
        if legal.is_empty() {
            return Err(
                Breach::new(Check::Actors, format!("{seat:?} is to act and has no legal move")).at(&self.place()),
            );
        }
        Ok(Some((seat, self.rng.pick(&legal))))
    }

    pub(crate) fn play<S: Sink<G::Event>>(&mut self, (seat, mv): (Seat, G::Move), sink: &mut S) {
        self.position.play(seat, mv, sink);
        self.moves.push((seat, mv));
    }

    /// Plays to the end, calling `look` before every move and at the end.
    pub(crate) fn finish(
        &mut self,
        longest: usize,
        look: impl FnMut(&mut Self) -> Result<(), Breach>,
    ) -> Result<(), Breach> {
        self.finish_with(longest, look, |walk, next| walk.play(next, &mut Silent))
    }

    /// The same, with `play` making every move.
    pub(crate) fn finish_with(
        &mut self,
        longest: usize,
        mut look: impl FnMut(&mut Self) -> Result<(), Breach>,
        mut play: impl FnMut(&mut Self, (Seat, G::Move)),
    ) -> Result<(), Breach> {
        for _ in 0..longest {
            look(self)?;
            let Some(next) = self.pick()? else { return Ok(()) };
            play(self, next);
        }
        let words = format!("a random game does not end within {longest} moves");
        self.moves.clear();
        Err(Breach::new(Check::Termination, words).at(&self.place()))
    }
}
