//! Games of bots, for judges to learn from and to be tested on.

use std::fmt;
use std::str::FromStr;

use roundtable_core::{Claimed, Dice, GameDeck as _, Rng, Seat, SeatHandle, Silent, Sink, Told};

use crate::abilities::Searchable;
use crate::search::{Budget, Judge, Search, Settings};
use crate::{Bot, BotSpec, Level};

/// Who plays the games to learn from: each seat gets one of these kinds at random.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Company {
    /// Knights alone.
    Knights,
    /// Knights and squires: what is learnt holds against both.
    Mixed,
    /// Knights, squires, and knights who judge by what was learnt so far.
    Learners,
}

impl FromStr for Company {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "knights" => Ok(Self::Knights),
            "mixed" => Ok(Self::Mixed),
            "learners" => Ok(Self::Learners),
            _ => Err(format!("`{text}` is no company; there are: knights, mixed, learners")),
        }
    }
}

/// A game as it was played, kept as small as possible: which legal move was chosen each time.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Lesson {
    seed: u64,
    choices: Vec<u32>,
}

impl Lesson {
    /// Plays a game with the standard deck; the seed decides the number of players. The searchers make `iterations`
    /// simulations.
    #[must_use]
    pub fn new<G: Searchable>(seed: u64, company: Company, iterations: u32) -> Self {
        let mut journal = Vec::new();
        let (mut position, mut rng) = begin::<G>(seed, &mut journal);
        let seated = |_| seated(company, iterations, &mut rng);
        let mut bots: Vec<Box<dyn Bot<G>>> = (0..position.players()).map(seated).collect();
        let (mut choices, mut talk, mut moves, mut ply) = (Vec::new(), Vec::new(), Vec::new(), 0);
        while let Some(seat) = position.to_act().first() {
            let bot = &mut bots[seat.index()];
            let claim = bot.claim(&SeatHandle::new(&position, &journal, seat).hearing(&talk));
            talk.extend(claim.map(|claim| Claimed { ply, seat, claim }));
            let mv = bot.choose(&SeatHandle::new(&position, &journal, seat).hearing(&talk));
            position.legal_moves(seat, &mut moves);
            choices.push(moves.iter().position(|&legal| legal == mv).unwrap_or(0) as u32);
            position.play(seat, mv, &mut journal);
            ply += 1;
        }
        Self { seed, choices }
    }

    /// The positions in which a round or turn began, and the final position.
    ///
    /// # Panics
    /// If the lesson is of another game.
    #[must_use]
    pub fn positions<G: Searchable>(&self) -> (Vec<G>, G) {
        let mut begun = Vec::new();
        let end = self.replay_rounds(&mut Silent, |position: &G, _| begun.push(position.clone()));
        (begun, end)
    }

    /// Shows every decision between several moves: the position, the seat, the legal moves, and the index of the one
    /// made.
    ///
    /// # Panics
    /// If the lesson is of another game.
    pub fn decisions<G: Searchable>(&self, mut show: impl FnMut(&G, Seat, &[G::Move], usize)) {
        self.replay(&mut Silent, |position: &G, _, seat, moves, made| {
            if moves.len() > 1 {
                show(position, seat, moves, made);
            }
        });
    }

    /// Shows every position in which a round or turn began, and what had been told until then.
    ///
    /// # Panics
    /// If the lesson is of another game.
    pub fn retell<G: Searchable>(&self, mut show: impl FnMut(&G, &[Told<G::Event>])) {
        self.replay_rounds(&mut Vec::new(), |position: &G, journal| show(position, journal));
    }

    /// Replays the game, shows every position in which a round or turn began, and returns the final position.
    fn replay_rounds<G: Searchable, S: Sink<G::Event>>(&self, sink: &mut S, mut show: impl FnMut(&G, &S)) -> G {
        let mut clock = None;
        self.replay(sink, |position: &G, sink, _, _, _| {
            if clock.replace(position.clock()) != Some(position.clock()) {
                show(position, sink);
            }
        })
    }

    /// Replays the game, shows every decision before it is played, and returns the final position.
    fn replay<G: Searchable, S: Sink<G::Event>>(
        &self,
        sink: &mut S,
        mut show: impl FnMut(&G, &S, Seat, &[G::Move], usize),
    ) -> G {
        let (mut position, _) = begin::<G>(self.seed, sink);
        let mut moves = Vec::new();
        for &choice in &self.choices {
            let seat = position.to_act().first().expect("a lesson in this game");
            position.legal_moves(seat, &mut moves);
            show(&position, sink, seat, &moves, choice as usize);
            position.play(seat, moves[choice as usize], sink);
        }
        position
    }
}

/// As one line: the seed and the choices.
impl fmt::Display for Lesson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.seed)?;
        self.choices.iter().try_for_each(|choice| write!(f, " {choice}"))
    }
}

impl FromStr for Lesson {
    type Err = std::num::ParseIntError;

    fn from_str(line: &str) -> Result<Self, Self::Err> {
        let mut words = line.split(' ');
        Ok(Self {
            seed: words.next().unwrap_or_default().parse()?,
            choices: words.map(str::parse).collect::<Result<_, _>>()?,
        })
    }
}

/// Reads files of lessons as `examples/lessons.rs` writes them. Returns their titles (the first line of each file) and
/// the lessons in the order of their seeds, however many threads played them.
///
/// # Panics
/// If a file is missing or holds something else.
#[must_use]
pub fn read_lessons(files: impl Iterator<Item = String>) -> (String, Vec<Lesson>) {
    let (mut titles, mut lessons) = (Vec::new(), Vec::new());
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
        let mut lines = text.lines();
        titles.extend(lines.next().map(str::to_owned));
        let read = lines.map(|line| line.parse::<Lesson>().unwrap_or_else(|error| panic!("{file}: {error}")));
        lessons.extend(read);
    }
    assert!(!titles.is_empty(), "say which files the lessons are in");
    lessons.sort_unstable();
    (titles.join(" and "), lessons)
}

fn begin<G: Searchable>(seed: u64, sink: &mut impl Sink<G::Event>) -> (G, Rng) {
    let mut rng = Rng::new(seed);
    let info = G::INFO;
    let players = info.min_players + rng.below((info.max_players - info.min_players + 1) as u32) as usize;
    let deck = G::Deck::standard();
    let dice = Dice::from_seed(seed);
    let position =
        G::new(players, Default::default(), &deck, dice, sink).expect("the standard deck is one of the game");
    (position, rng)
}

fn seated<G: Searchable>(company: Company, iterations: u32, rng: &mut Rng) -> Box<dyn Bot<G>> {
    let judge = match (company, rng.below(4)) {
        (Company::Mixed, 0 | 1) | (Company::Learners, 0) => return BotSpec::Level(Level::Squire).bot(rng.next_u64()),
        (Company::Learners, 1 | 2) => Judge::Learnt,
        (Company::Knights | Company::Mixed | Company::Learners, _) => Judge::Quick,
    };
    let settings = Settings {
        budget: Budget::Exactly(iterations),
        judge,
        ..G::KNIGHT
    };
    Box::new(Search::<G>::new(settings, rng.next_u64()))
}
