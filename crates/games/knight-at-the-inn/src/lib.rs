//! Knight at the Inn: two households walk home through nine inns, and an inn has only so many rooms.
//!
//! The rules, and every ruling with its number, are in `RULES.md` ([`GameInfo::rules`]). The rooms of this crate:
//! - `deck`: what is printed on inns and tokens, from `deck.toml`; `road`: the grid and its directions
//! - `moves`: what a player can choose; `event`: what can happen; `view`: what an eye sees; `text`: the last two as
//!   text
//! - `state`: a position; `scene`: one set up by hand; `history`: past positions, to count repetitions
//! - `legal`: what is allowed (`walks`: the set of steps); `play`: what a move does; `score`: who has won
//! - `resample`: redealing what is unknown; `glance`: what a search reads; `observe`: what a program that learns is
//!   shown; `audit`: what the conformance suite checks

mod audit;
mod deck;
mod event;
mod glance;
mod history;
mod legal;
mod moves;
mod observe;
mod odds;
mod play;
mod resample;
mod road;
mod scene;
mod score;
mod state;
mod text;
mod view;
mod walks;

use roundtable_core::{
    Dice, Eye, Game, GameInfo, Illegal, NoClaims, NoOptions, Outcome, Rng, Seat, Seats, SetupError, Sink,
};

pub use deck::{Deck, File as DeckFile, HOUSEHOLD, Kind, Print};
pub use event::{Event, TokenSeen};
pub use moves::{Column, Move, PushCount, PushDirection};
pub use road::{Arrows, Direction, Inn};
pub use scene::Scene;
pub use state::{Deal, KnightAtTheInn};
pub use view::{HouseholdSeen, InnSeen, PileSeen, Printed, Step, View};

use state::Phase;

impl Game for KnightAtTheInn {
    const INFO: GameInfo = GameInfo {
        slug: "knight-at-the-inn",
        name: "Knight at the Inn",
        summary: "Two households race home from the war, and every inn on the road is nearly full.",
        authors: "an entry of the 24 Hour Design Contest on BoardGameGeek; its rulebook names no author",
        min_players: 2,
        max_players: 2,
        rule_prefix: "KI",
        rules_version: 1,
        samples_version: 2,
        rules: include_str!("../RULES.md"),
        lesson: Some(include_str!("../lesson.toml")),
    };

    type Options = NoOptions;
    type Deck = Deck;
    type Move = Move;
    type Event = Event;
    type View = View;
    type Claim = NoClaims;

    fn new<S: Sink<Event>>(
        players: usize,
        _: NoOptions,
        deck: &Deck,
        dice: Dice,
        sink: &mut S,
    ) -> Result<Self, SetupError> {
        SetupError::unless_seats(&Self::INFO, players)?;
        Ok(Self::from_deal(&Deal::shuffled(deck, dice), deck, sink))
    }

    fn players(&self) -> usize {
        2
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
        self.make_move(mv, sink);
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

    fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::First { .. } | Phase::Draw { .. } | Phase::Move { .. } => None,
            Phase::Over(ending) => Some(self.score(ending)),
        }
    }
}
