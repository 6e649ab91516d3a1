//! High Card: the highest card takes the trick.
//!
//! The rules, and every ruling with its number, are in `RULES.md` ([`GameInfo::rules`]). Rooms of this crate:
//! - `deck`: how many cards there are, from `deck.toml`
//! - `moves`: what a player can choose; `event`: what can happen; `view`: what an eye sees; `text`: the last two as
//!   text
//! - `state`: a position
//! - `legal`: what is allowed; `play`: the deal, and what a move does; `score`: who has won
//! - `resample`: dealing anew what is unknown; `observe`: what a program that learns is shown; `audit`: what the
//!   conformance suite checks

mod audit;
mod deck;
mod event;
mod legal;
mod moves;
mod observe;
mod play;
mod resample;
mod score;
mod state;
mod text;
mod view;

use roundtable_core::{
    Dice, Eye, Game, GameInfo, Illegal, Look, NoClaims, NoOptions, Outcome, Rng, Seat, Seats, SetupError, Shape, Sink,
};

pub use deck::{Deck, File as DeckFile, HAND};
pub use event::Event;
pub use moves::{Card, Move};
pub use state::HighCard;
pub use view::{PlayerSeen, View};

use deck::SEATS;

impl Game for HighCard {
    const INFO: GameInfo = GameInfo {
        slug: "high-card",
        name: "High Card",
        summary: "Three cards, three tricks, and the highest card takes each.",
        authors: "its author",
        min_players: 2,
        max_players: SEATS,
        rule_prefix: "HC",
        rules_version: 1,
        samples_version: 1,
        rules: include_str!("../RULES.md"),
        lesson: None,
    };

    // The page draws any view; this only tells it that the card in the trick is a card and no number.
    const LOOKS: &'static [Look] = &[Look::new("players.played", Shape::Hand)];

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
        Ok(Self::shuffled(players, deck, dice, sink))
    }

    fn players(&self) -> usize {
        self.players.len()
    }

    fn to_act(&self) -> Seats {
        self.turn.map_or(Seats::NONE, Seats::one)
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

    fn resample(&mut self, eye: Eye, rng: &mut Rng) {
        self.deal_unknown(eye, rng);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.turn.is_none().then(|| self.score())
    }
}
