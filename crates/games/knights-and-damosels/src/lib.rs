//! Knights & Damosels: give and earn chivalry at the court of King Arthur, and choose between duty and betrayal.
//!
//! The rules, and every ruling with its number, are in `RULES.md` ([`GameInfo::rules`]). The rooms of this crate:
//! - `cards`: the names on the cards; `deck`: what is printed on them, from `deck.toml`
//! - `moves`: what a player can choose; `event`: what can happen; `view`: what an eye sees, filled in by `look`;
//!   `text`: events and views as text
//! - `state`: a position; `calls`: its Service cards; `scene`: positions set up by hand
//! - `legal`: what is allowed; `score`: victories and the outcome
//! - `play`: the deal and the course of a round; `knight`: the knight phase and the joust; `service`: service and
//!   worship; `battle`: Camlann
//! - `resample`: redealing what is unknown; `glance`: what a search reads; `observe`: what a program that learns is
//!   shown; `audit`: what the conformance suite checks

mod audit;
mod battle;
mod calls;
mod cards;
mod deck;
mod event;
mod glance;
mod knight;
mod legal;
mod look;
mod moves;
mod observe;
mod odds;
mod play;
mod resample;
mod scene;
mod score;
mod service;
mod state;
mod text;
mod view;

use roundtable_core::{Dice, Eye, Game, GameInfo, Illegal, NoClaims, Outcome, Rng, Seat, Seats, SetupError, Sink};

pub use battle::{Fate, Side};
pub use cards::{Chivalry, ChivalrySet, Damosel, EVENTS, EventCard, EventKind, Kind, Knight};
pub use deck::{Deck, EventPrint, File as DeckFile, Goals, MOST_WORSHIP};
pub use event::{
    EarnedSeen, Event, EventSeen, EventsSeen, FoughtSeen, GrantedSeen, HouseSeen, LostSeen, PlacedSeen, ReturnedSeen,
    SideSeen, TakenSeen,
};
pub use moves::Move;
pub use scene::{Scene, Stage};
pub use score::{Standing, Victory};
pub use state::{Deal, KnightsAndDamosels};
pub use view::{
    BattleSeen, CallSeen, DamoselSeen, EventPrinted, ForceSeen, JoustSeen, OfferedSeen, PastEvents, PileSeen,
    PlayerSeen, Progress, RowSeen, SealedSeen, ServiceSeen, ShownSeen, Step, UnusedSeen, View,
};

use state::Phase;

roundtable_core::options! {
    /// The switches of Knights & Damosels.
    pub struct Options {
        /// The game ends with the Battle of Camlann (KD-R21 to KD-R26).
        camlann: "The ranking is fought out in the Battle of Camlann",
        /// A house rule: Service cards call for chivalries that earn more in wars and quests (KD-R27a).
        service: "House rule: Service cards call for chivalries that earn 1 more in wars and quests",
    }
}

impl Game for KnightsAndDamosels {
    const INFO: GameInfo = GameInfo {
        slug: "knights-and-damosels",
        name: "Knights & Damosels",
        summary: "Give your favours, joust for those of others, and choose between duty and betrayal at Arthur's \
            court.",
        authors: "Nicholas Hjelmberg",
        min_players: 3,
        max_players: 6,
        rule_prefix: "KD",
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
        if let Phase::Over { ending } = self.phase {
            Some(self.score(ending))
        } else {
            None
        }
    }
}
