//! SHOCK! Knights & Poisons: win tricks, open chests, and leave the dungeon before the second dose of the same poison.
//!
//! The rules, and every ruling with its number, are in `RULES.md` ([`GameInfo::rules`]). The rooms of this crate:
//! - `cards`: Number cards and sets of them; `deck`: what is printed on them and on Chest cards, from `deck.toml`
//! - `moves`: what a player can choose; `event`: what can happen; `view`: what an eye sees; `text`: the last two as
//!   text
//! - `state`: a position; `deal`: how a round begins
//! - `legal`: what is allowed; `play`: what a move does; `score`: who has won
//! - `resample`: redealing what is unknown (`beginning`: where its walk starts); `glance`: what a search reads;
//!   `observe`: what a program that learns is shown; `audit`: what the conformance suite checks

mod audit;
mod beginning;
mod cards;
mod deal;
mod deck;
mod event;
mod glance;
mod legal;
mod moves;
mod observe;
mod odds;
mod play;
mod resample;
mod score;
mod state;
mod text;
mod view;

use roundtable_core::{Dice, Eye, Game, GameInfo, Illegal, NoClaims, Outcome, Rng, Seat, Seats, SetupError, Sink};

pub use cards::{Card, CardIter, CardSet, Kind, Suit};
pub use deck::{ChestCard, Deck, File as DeckFile, MOST_CHEST};
pub use event::{Banked, CardSeen, CardsSeen, Event, RoundEnd};
pub use moves::Move;
pub use score::Jewels;
pub use state::{Deal, Shock};
pub use view::{
    ChestSeen, DiscardSeen, LaidSeen, PlayerSeen, PoisonCount, PoisonSeen, StandingSeen, Step, TrickSeen, View,
};

use state::Phase;

roundtable_core::options! {
    /// The switches of SHOCK!
    pub struct Options {
        /// Hands are returned at the end of each round instead of being carried over (SH-R20).
        simplified: "Hands are not carried over to the next round",
    }
}

impl Game for Shock {
    const INFO: GameInfo = GameInfo {
        slug: "shock",
        name: "SHOCK! Knights & Poisons",
        summary: "Win tricks and open chests in a poisonous dungeon, and get out before the second sting.",
        authors: "Jyujin Ohtsubo",
        min_players: 3,
        max_players: 5,
        rule_prefix: "SH",
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
    type Claim = NoClaims;

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

    fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Turn { .. }
            | Phase::Down { .. }
            | Phase::MustCover { .. }
            | Phase::MayCover { .. }
            | Phase::Challenge { .. } => None,
            Phase::Over => Some(self.score()),
        }
    }
}
