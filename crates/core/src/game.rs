//! The contract.

use std::fmt;
use std::hash::Hash;
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::notation::NotationError;
use crate::text::Draw;
use crate::{Code, Dice, Eye, GameClaim, GameDeck, GameOptions, Illegal, Look, Outcome, Rng, Seat, Seats, Sink};

/// The name of a game and who may play it.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The name in commands, records and addresses: `knight-at-the-inn`.
    pub slug: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// One line that makes somebody want to play it.
    pub summary: &'static str,
    /// Who made the game. The games and their names belong to them.
    pub authors: &'static str,
    /// The fewest players.
    pub min_players: usize,
    /// The most players.
    pub max_players: usize,
    /// The letters that its rule numbers begin with: `KI`.
    pub rule_prefix: &'static str,
    /// Raised whenever the same dice and moves could lead to another game.
    pub rules_version: u32,
    /// Raised whenever the same generator could draw another sample ([`resample`](Game::resample)): a game that
    /// continues from another begins with one.
    pub samples_version: u32,
    /// The rule page, in Markdown.
    pub rules: &'static str,
    /// The text of the file with its [`Lesson`](crate::Lesson), if it has one.
    pub lesson: Option<&'static str>,
}

/// A game. A value of the type *is* a position: small, cheap to clone, deterministic, without hidden globals.
///
/// A position is advanced with [`play`](Self::play) until [`to_act`](Self::to_act) is empty. It never leaves the
/// process: what leaves is [`view`](Self::view), the events told to that viewer, that seat's legal moves, and its
/// refusals.
///
/// # What an implementation promises
/// The conformance suite (`roundtable-testkit`) checks every point for every player count and option set.
/// - **Determinism.** The same set-up and the same moves give equal positions, on every machine.
/// - **Who acts.** `to_act` is empty exactly when there is an `outcome`. Every seat in it has at least one legal move.
/// - **Moves.** `legal_moves` is complete, without duplicates and in a fixed order; it agrees with `check` on every
///   numbered move. Two moves with the same result are one move.
/// - **Simultaneous choices** are sealed: with several seats to act, the order in which they choose changes nothing,
///   and nobody learns what was chosen before the last has chosen.
/// - **Secrecy.** A seat's view, events, legal moves and refusals depend on nothing that the rules hide from it. Nor do
///   its samples: if two positions look alike to an eye, the same `rng` gives the same sample of both.
/// - **Automatic steps** belong to the `play` that causes them. A decision with a single answer is still asked, unless
///   a ruling calls it automatic: otherwise the pace of the game would reveal what a player holds.
///
/// # Speed
/// Simulation and search clone and play positions millions of times a second: keep them plain data, allocate nothing in
/// `legal_moves` and `play`, and leave strings to `view` and to events.
pub trait Game: Clone + fmt::Debug + Send + Sync + 'static {
    /// Name, players, version.
    const INFO: GameInfo;

    /// The switches of the game, or [`NoOptions`](crate::NoOptions).
    type Options: GameOptions;
    /// The cards, from a deck file.
    type Deck: GameDeck;
    /// What a player can choose.
    type Move: GameMove;
    /// What can happen.
    type Event: GameEvent;
    /// What an eye can see.
    type View: GameView;
    /// What a player can say besides moving, or [`NoClaims`](crate::NoClaims).
    type Claim: GameClaim;

    /// Deals a new game and plays all automatic steps before the first decision. Events of the set-up go to the sink.
    ///
    /// Chance comes from `dice` alone. Keep the dice in the position only if chance follows the deal.
    ///
    /// # Errors
    /// If the game is not for this number of players, or the deck is too small for them.
    fn new<S: Sink<Self::Event>>(
        players: usize,
        options: Self::Options,
        deck: &Self::Deck,
        dice: Dice,
        sink: &mut S,
    ) -> Result<Self, SetupError>;

    /// How many sit at the table.
    fn players(&self) -> usize;

    /// Who has a decision to make now. In a simultaneous phase these are all seats that have not chosen yet. It is
    /// empty exactly when the game is over.
    fn to_act(&self) -> Seats;

    /// Replaces the content of `out` with the moves that this seat may make now: none if it is not to act.
    fn legal_moves(&self, seat: Seat, out: &mut Vec<Self::Move>);

    /// Whether the seat may make this move now.
    ///
    /// # Errors
    /// Why not: a stable code, the rule, a sentence for the player. Never anything that the seat may not know.
    fn check(&self, seat: Seat, mv: Self::Move) -> Result<(), Illegal>;

    /// Makes a legal move and plays all automatic steps that follow it, reporting every event to the sink in order.
    ///
    /// The move must have passed `check` or come from `legal_moves`; any other move has an unspecified result, short of
    /// undefined behaviour. Everything from outside goes through [`Match::play`](crate::Match::play), which checks.
    fn play<S: Sink<Self::Event>>(&mut self, seat: Seat, mv: Self::Move, sink: &mut S);

    /// What this eye sees. Built field by field from what the eye may know; what is unknown is a count or a variant,
    /// never a fake card. [`Eye::All`] sees the whole position (every pile in order, every hand), except the dice.
    fn view(&self, eye: Eye) -> Self::View;

    /// What a careful player could count from this view, in sentences: "2 of 18 cards in the Chest would shock you". It
    /// gets a view and no position, so it can tell nothing hidden.
    fn odds(_view: &Self::View) -> Vec<String> {
        Vec::new()
    }

    /// Replaces everything that the eye cannot know by a random alternative that agrees with *all it has seen*, each
    /// with equal probability, and draws new dice for the future. For [`Eye::All`] only the dice are new.
    ///
    /// The result depends only on what the eye knows and on `rng`, to the last byte: a hint must reveal nothing hidden,
    /// even to somebody who knows its seed. So hidden cards are sorted into an order that does not depend on the deal
    /// before they are shuffled.
    fn resample(&mut self, eye: Eye, rng: &mut Rng);

    /// Hints for a page without a board of its own for this game.
    const LOOKS: &'static [Look] = &[];

    /// Whether the seats play in teams, so that all members of a side win together.
    const TEAMS: bool = false;

    /// The side that a seat is on now: its own, or 0 or 1 in a game with teams. It may be hidden from every player, so
    /// only code that holds a whole position asks for it: the laboratory, and a search with its samples.
    fn side(&self, seat: Seat) -> usize {
        seat.index()
    }

    /// The number of sides: two teams, or one for each player.
    fn sides(&self) -> usize {
        if Self::TEAMS { 2 } else { self.players() }
    }

    /// Who won, by how much and why, once the game is over.
    fn outcome(&self) -> Option<Outcome>;
}

/// A move: one enum per game, named after the rulebook's verbs, holding only the player's choice.
///
/// [`moves!`](crate::moves!) declares it. It has three written forms: JSON (serde, tagged, snake_case), the notation
/// (`Display` and `FromStr`: lower case, words separated by single spaces) and a number. A move that can be read need
/// not be legal: [`Game::check`] decides that.
pub trait GameMove:
    Copy
    + Eq
    + Hash
    + fmt::Debug
    + fmt::Display
    + FromStr<Err = NotationError>
    + Serialize
    + DeserializeOwned
    + Send
    + Sync
    + 'static
{
    /// The number of moves in a game of `players`. They are numbered from 0.
    fn count(players: usize) -> u32;

    /// The number of the move, or `None` if it cannot occur in a game of `players`.
    fn number(self, players: usize) -> Option<u32>;

    /// The move with this number.
    fn from_number(number: u32, players: usize) -> Option<Self>;
}

/// Something that happens, as told to those who may know. Drawn as one sentence.
pub trait GameEvent: Clone + PartialEq + fmt::Debug + Serialize + Draw + Send + Sync + 'static {}

impl<T: Clone + PartialEq + fmt::Debug + Serialize + Draw + Send + Sync + 'static> GameEvent for T {}

/// What an eye sees. Drawn as the table in text, at most 80 columns wide.
pub trait GameView: Clone + PartialEq + fmt::Debug + Serialize + Draw + Send + Sync + 'static {}

impl<T: Clone + PartialEq + fmt::Debug + Serialize + Draw + Send + Sync + 'static> GameView for T {}

/// What the conformance suite needs from a position besides the contract. Nothing else may call it.
pub trait Audit: Game {
    /// Every card or token in the game exactly once, as a code of its face, wherever it lies. The suite checks that
    /// the same pieces are there from the first move to the last.
    fn census(&self) -> Vec<u32>;

    /// In how many ways the seat can make this legal move with the cards it holds: to play one of two equal cards is
    /// one move, but two ways. Samples give every physical card each place with the same probability, so somebody who
    /// holds two Axes is twice as likely to have played one. Only the ratios between the moves of a seat matter.
    fn ways(&self, _seat: Seat, _mv: Self::Move) -> u32 {
        1
    }

    /// Checks everything that must hold between moves: caches equal what they cache, counts fit, capacities are kept.
    ///
    /// # Errors
    /// A sentence that says what is broken.
    fn audit(&self) -> Result<(), String>;

    /// The dice for chance still to come, if there is any.
    fn dice(&self) -> Option<&Dice>;
}

/// For [`Audit::audit`]: `Ok` if the condition holds, otherwise an error with the sentence that should be true.
///
/// # Errors
/// If the condition does not hold.
pub fn holds(condition: bool, what: &str) -> Result<(), String> {
    if condition { Ok(()) } else { Err(what.to_owned()) }
}

/// A game cannot be set up like this.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// The game is for more or fewer players.
    #[error("{name} is for {} players, not {players}", range(*.min, *.max))]
    Players {
        /// The game.
        name: &'static str,
        /// How many were asked for.
        players: usize,
        /// The fewest.
        min: usize,
        /// The most.
        max: usize,
    },
    /// The deck cannot be played with this many players.
    #[error("{0}")]
    Deck(String),
}

/// How many, in words: `2`, or `3 to 6`.
fn range(min: usize, max: usize) -> String {
    if min == max {
        min.to_string()
    } else {
        format!("{min} to {max}")
    }
}

impl SetupError {
    /// Refuses a number of players outside the game's range.
    ///
    /// # Errors
    /// If the number is out of the game's range.
    pub const fn unless_seats(info: &GameInfo, players: usize) -> Result<(), Self> {
        if info.min_players <= players && players <= info.max_players {
            Ok(())
        } else {
            Err(Self::Players {
                name: info.name,
                players,
                min: info.min_players,
                max: info.max_players,
            })
        }
    }

    /// The kind of refusal.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::Players { .. } => Code::BadPlayers,
            Self::Deck(_) => Code::BadDeck,
        }
    }
}
