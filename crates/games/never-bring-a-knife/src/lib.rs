//! Never Bring a Knife: two teams in a gunfight, and hardly anybody knows who is on which side.
//!
//! The rules, and every ruling with its number, are in `RULES.md` ([`GameInfo::rules`]). The rooms of this crate:
//! - `cards`: the kinds of card, counts of them, roles; `deck`: how many there are and what things cost, from
//!   `deck.toml`
//! - `moves`: what a player can choose; `event`: what can happen; `view`: what an eye sees; `text`: the last two as
//!   text
//! - `claim`: what players can say
//! - `state`: a position; `roles`: the role cards and who has seen them; `deal`: how a game and a round begin
//! - `legal`: what is allowed; `play`: what a move does; `score`: who has won
//! - `resample`: redealing what is unknown (`hidden`: the cards of a round; `ages`: after a shuffle); `glance`: what a
//!   search reads; `observe`: what a program that learns is shown; `audit`: what the conformance suite checks

mod ages;
mod audit;
mod cards;
mod claim;
mod deal;
mod deck;
mod event;
mod glance;
mod hidden;
mod legal;
mod moves;
mod observe;
mod odds;
mod play;
mod resample;
mod roles;
mod score;
mod state;
mod text;
mod view;

use roundtable_core::{Dice, Eye, Game, GameInfo, Illegal, Outcome, Rng, Seat, Seats, SetupError, Sink};

pub use cards::{Card, Counts, Role};
pub use claim::Claim;
pub use deal::Scene;
pub use deck::{Deck, File as DeckFile, MOST_CARDS, Table};
pub use event::{CardSeen, CardsSeen, Event, RoleSeen};
pub use moves::{Move, Place};
pub use roles::{How, MOST_ROLES};
pub use state::NeverBringAKnife;
pub use view::{DeckSeen, KnownRole, LaidSeen, PlayerSeen, PricesSeen, RoleCardSeen, Step, View};

use state::Phase;

roundtable_core::options! {
    /// The switches of Never Bring a Knife (NK-R1).
    pub struct Options {
        /// Both Intel cards are in the deck at any number of players.
        easy: "Both Intel cards are in the deck at any number of players",
        /// The left neighbour's role is seen only when that player is wounded (NK-R7).
        hard: "The left neighbour's role is seen only at their first wound",
    }
}

impl Game for NeverBringAKnife {
    const INFO: GameInfo = GameInfo {
        slug: "never-bring-a-knife",
        name: "Never Bring a Knife",
        summary: "Cops and criminals shoot it out, and you know the side of one neighbour.",
        authors: "its rulebook names no author",
        min_players: deck::FEWEST,
        max_players: deck::SEATS,
        rule_prefix: "NK",
        rules_version: 1,
        samples_version: 2,
        rules: include_str!("../RULES.md"),
        lesson: Some(include_str!("../lesson.toml")),
    };

    type Options = Options;
    type Deck = Deck;
    type Move = Move;
    type Event = Event;
    type View = View;
    type Claim = Claim;

    fn new<S: Sink<Event>>(
        players: usize,
        options: Options,
        deck: &Deck,
        dice: Dice,
        sink: &mut S,
    ) -> Result<Self, SetupError> {
        SetupError::unless_seats(&Self::INFO, players)?;
        Ok(Self::shuffled(players, options, deck, dice, sink))
    }

    fn players(&self) -> usize {
        self.seat_count()
    }

    fn to_act(&self) -> Seats {
        self.seats_to_act()
    }

    fn legal_moves(&self, seat: Seat, out: &mut Vec<Move>) {
        self.list_moves(seat, out);
    }

    fn check(&self, seat: Seat, mv: Move) -> Result<(), Illegal> {
        self.check_move(seat, mv)
    }

    fn play<S: Sink<Event>>(&mut self, seat: Seat, mv: Move, sink: &mut S) {
        debug_assert_eq!(self.check(seat, mv), Ok(()), "{mv} by {seat:?}");
        self.make_move(seat, mv, sink);
    }

    fn view(&self, eye: Eye) -> View {
        self.seen_by(eye)
    }

    fn odds(view: &View) -> Vec<String> {
        odds::odds(view)
    }

    fn resample(&mut self, eye: Eye, rng: &mut Rng) {
        self.deal_unknown(eye, rng);
    }

    const TEAMS: bool = true;

    fn side(&self, seat: Seat) -> usize {
        usize::from(self.role_at(Place::Seat(seat)) == Role::Criminal)
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Play { .. } | Phase::Intel { .. } | Phase::Hit { .. } | Phase::Talk { .. } => None,
            Phase::Over { ending, winners } => Some(self.score(ending, winners)),
        }
    }
}
