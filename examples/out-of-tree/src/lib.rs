//! Toll Gate: everybody offers a card at once, and the highest that stands alone is paid.
//!
//! A game of Roundtable outside its house. The rules, with their numbers, are in `RULES.md`.

mod audit;
mod bots;
mod cards;
mod deck;
mod event;
mod moves;
mod play;
mod resample;
mod state;
mod text;
mod view;

use roundtable_core::{
    Dice, Eye, Game, GameInfo, Illegal, Look, NoClaims, NoOptions, Outcome, Rng, Seat, Seats, SetupError, Shape, Sink,
};

pub use cards::{Card, Colour, Toll};
pub use deck::{CARTS, Deck};
pub use event::Event;
pub use moves::Move;
pub use state::TollGate;
pub use view::{PlayerSeen, SpiedSeen, View};

impl Game for TollGate {
    const INFO: GameInfo = GameInfo {
        slug: "toll-gate",
        name: "Toll Gate",
        summary: "Offer a card, all at once: the highest that stands alone is paid, the lowest turns spy.",
        authors: "the Roundtable project",
        min_players: 2,
        max_players: state::SEATS,
        rule_prefix: "TG",
        rules_version: 1,
        samples_version: 1,
        rules: include_str!("../RULES.md"),
        lesson: None,
    };

    const LOOKS: &'static [Look] = &[
        Look::new("players.offer", Shape::Hand),
        Look::new("players.shown", Shape::Hand),
        Look::new("carts", Shape::Pile),
        Look::new("spy", Shape::Seat),
        Look::new("spied", Shape::Text),
        Look::new("spied.spy", Shape::Seat),
        Look::new("spied.on", Shape::Seat),
        Look::new("to_act", Shape::Hidden),
    ];

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
        self.acting()
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
        self.result()
    }
}
