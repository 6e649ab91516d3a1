//! Knight Shift: squires equip Knights, mostly in secret, and claim the one they believe in before a rival does.
//!
//! The rules, and every ruling with its number, are in `RULES.md` ([`GameInfo::rules`]). The rooms of this crate:
//! - `items`: the Items; `deck`: what is printed on Items and Knights, from `deck.toml`
//! - `moves`: what a player can choose; `event`: what can happen; `view`: what an eye sees; `text`: the last two as
//!   text
//! - `state`: a position; `legal`: what is allowed; `play`: what a move does; `score`: the score sheets
//! - `lineage`: what an eye has seen of every hand; `fill`: choosing cards that agree with it; `resample`: redealing
//!   what is unknown; `glance`: what a search reads; `observe`: what a program that learns is shown; `audit`: what the
//!   conformance suite checks

mod audit;
mod deck;
mod event;
mod fill;
mod glance;
mod items;
mod legal;
mod lineage;
mod moves;
mod observe;
mod odds;
mod play;
mod resample;
mod score;
mod state;
mod text;
mod view;

use roundtable_core::{
    Dice, Eye, Game, GameInfo, Illegal, NoClaims, NoOptions, Outcome, Rng, Seat, Seats, SetupError, Sink,
};

pub use deck::{Cards, Deck, File as DeckFile, KnightCard};
pub use event::Event;
pub use items::{Item, Kind, Kinds};
pub use moves::{Knight, Move};
pub use score::{Claimed, Equipment, Sheet, score};
pub use state::{Deal, KnightShift};
pub use view::{
    CardSeen, CardsSeen, DiscardSeen, EquippedSeen, ItemPrint, KnightPrint, KnightSeen, LaidSeen, LeftoverSeen,
    RoundSeen, ScoredSeen, SheetSeen, SquireSeen, Step, View,
};

use state::Phase;

/// The most players.
pub(crate) const MAX_PLAYERS: usize = 6;

impl Game for KnightShift {
    const INFO: GameInfo = GameInfo {
        slug: "knight-shift",
        name: "Knight Shift",
        summary: "Equip the knights, guess which one is happiest, and claim it before another squire does.",
        authors: "Jasmine Davis and Pete Butler",
        min_players: 2,
        max_players: MAX_PLAYERS,
        rule_prefix: "KS",
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
        Ok(Self::deal_game(players, deck, dice, sink))
    }

    fn players(&self) -> usize {
        self.seats()
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
            Phase::Turn | Phase::Show { .. } => None,
            Phase::Over => Some(self.final_outcome()),
        }
    }
}
