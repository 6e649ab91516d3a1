//! A toy game that can break every promise of the contract, one at a time.
//!
//! In each round everybody holds three of nine numbers. First all seal one of them at the same time; the highest sealed
//! number scores. Then, in turn, everybody who has an odd number left tosses one; those who have none say so. Rarely,
//! somebody has kept both the lowest and the highest number, and may compare instead of tossing: the left neighbour
//! tells that player, and nobody else, whether the neighbour's hand has more points. Then all numbers are gathered and
//! dealt again.

mod companions;
mod sample;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use roundtable_core::{
    Audit, Dice, Eye, Game, GameInfo, Illegal, NoClaims, Outcome, Purpose, Rng, Seat, Seats, SetupError, Sink,
};

pub(crate) use companions::{Event, Move, Numbers, Switches, View};
use sample::Comparison;

/// The promise that a toy breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    None,
    LeakingView,
    LeakingEvent,
    LeakingMoves,
    LeakingRefusal,
    LeakingNumbers,
    DuplicatedMove,
    TwinMoves,
    StrictCheck,
    LaxCheck,
    VanishingCard,
    WrongCache,
    TouchedByRefusal,
    OrderMatters,
    OpenSeal,
    ForgetfulSample,
    PeekingSample,
    StaleDice,
    SampleChangesOwn,
    BiasedSample,
    UnsortedSample,
    SampleLosesCard,
    Endless,
    NoMoves,
    EarlyOutcome,
    HiddenGlobal,
    SharedClone,
    BadNotation,
    BadNumber,
    BadJson,
    LooseJson,
    ShortOutcome,
    AnyPlayers,
    WideText,
    NoRuleNumber,
    LoudComparison,
    ForgottenComparison,
    ComparisonLostInSamples,
    BiasedAfterComparison,
}

impl Fault {
    pub(crate) const fn number(self) -> u8 {
        self as u8
    }
}

const HAND: usize = 3;
const LOWEST: u8 = 1;
pub(crate) const HIGHEST: u8 = 9;
const DEAL: Purpose = Purpose::named("deal");
static GLOBAL: AtomicU32 = AtomicU32::new(0);

/// A position of the toy with the fault whose number is `F`.
#[derive(Clone, Debug)]
pub(crate) struct Toy<const F: u8> {
    hands: Vec<Vec<u8>>,
    sealed: Vec<Option<u8>>,
    tossed: Vec<u8>,
    pile: Vec<u8>,
    /// Who has said that they have no odd number.
    no_odd: Vec<bool>,
    compared: Option<Comparison>,
    scores: Vec<i32>,
    hands_in: usize,
    round: u32,
    rounds: u32,
    phase: Phase,
    dice: Dice,
    shared: Arc<AtomicU32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Seal,
    Toss(Seat),
    Over,
}

impl<const F: u8> Toy<F> {
    fn is(&self, fault: Fault) -> bool {
        F == fault.number()
    }

    fn deal<S: Sink<Event>>(&mut self, sink: &mut S) {
        let mut cards: Vec<u8> = (LOWEST..=HIGHEST).collect();
        self.dice.shuffle(DEAL, &mut cards);
        for hand in &mut self.hands {
            *hand = cards.drain(..HAND).collect();
            hand.sort_unstable();
        }
        cards.sort_unstable();
        self.pile = cards;
        self.tossed.clear();
        self.sealed.fill(None);
        self.no_odd.fill(false);
        self.compared = None;
        self.hands_in = self.hands.len() * HAND;
        self.phase = Phase::Seal;
        for (seat, hand) in Seat::all(self.hands.len()).zip(&self.hands) {
            sink.tell(Seats::one(seat), || Event::Dealt { hand: hand.clone() });
        }
    }

    fn odd(&self, seat: Seat) -> Vec<u8> {
        let mut odd: Vec<u8> = self.hands[seat.index()]
            .iter()
            .copied()
            .filter(|card| card % 2 == 1)
            .collect();
        if self.is(Fault::LeakingMoves) && odd.len() > 1 {
            // Another player's hand decides which number may be tossed.
            let other = self.hands[seat.left(self.hands.len()).index()].len()
                + usize::from(self.hands[seat.left(self.hands.len()).index()][0]);
            odd.remove(other % odd.len());
        }
        odd
    }

    fn seal<S: Sink<Event>>(&mut self, seat: Seat, card: u8, sink: &mut S) {
        self.hands[seat.index()].retain(|&own| own != card);
        self.sealed[seat.index()] = Some(card);
        let told = self.is(Fault::OpenSeal).then_some(card);
        sink.tell_all(|| Event::Sealed { seat, card: told });
        if self.sealed.iter().any(Option::is_none) {
            if self.is(Fault::OrderMatters) && self.sealed.iter().flatten().count() == 1 {
                self.scores[seat.index()] += 1;
            }
            return;
        }
        let cards: Vec<u8> = self.sealed.iter().copied().flatten().collect();
        let best = Seat::all(cards.len())
            .max_by_key(|seat| cards[seat.index()])
            .expect("somebody plays");
        self.scores[best.index()] += 1;
        sink.tell_all(|| Event::Opened { cards, best });
        self.toss_from(Seat::new(0), sink);
    }

    fn toss_from<S: Sink<Event>>(&mut self, from: Seat, sink: &mut S) {
        for seat in Seat::all(self.hands.len()).skip(from.index()) {
            if !self.odd(seat).is_empty() {
                self.phase = Phase::Toss(seat);
                return;
            }
            self.no_odd[seat.index()] = true;
            sink.tell_all(|| Event::NoOdd { seat });
        }
        if !self.is(Fault::Endless) {
            self.round += 1;
        }
        if self.round == self.rounds {
            self.phase = Phase::Over;
            sink.tell_all(|| Event::Over);
        } else {
            self.deal(sink);
        }
    }

    fn toss<S: Sink<Event>>(&mut self, seat: Seat, card: u8, sink: &mut S) {
        self.hands[seat.index()].retain(|&own| own != card);
        if self.is(Fault::LeakingEvent) {
            let kept = self.hands[seat.index()][0];
            sink.tell_all(|| Event::Kept { card: kept });
        }
        if self.is(Fault::LeakingNumbers) && self.hands[seat.index()][0] > 4 {
            sink.tell(Seats::one(seat), || Event::Kept { card: 0 });
        }
        if !(self.is(Fault::VanishingCard) && card == 7) {
            self.tossed.push(card);
        }
        if let Some(compared) = &mut self.compared
            && compared.asked == seat
        {
            compared.tossed_since += card;
        }
        sink.tell_all(|| Event::Tossed { seat, card });
        self.toss_from(Seat::new(seat.index() + 1), sink);
    }

    fn may_compare(&self, seat: Seat) -> bool {
        self.hands[seat.index()] == [LOWEST, HIGHEST]
    }

    fn compare<S: Sink<Event>>(&mut self, seat: Seat, sink: &mut S) {
        let asked = seat.left(self.hands.len());
        let more = sample::points(&self.hands[asked.index()]) > LOWEST + HIGHEST;
        self.compared = Some(Comparison {
            seat,
            asked,
            more,
            tossed_since: 0,
        });
        let told = |more| move || Event::Compared { seat, more };
        if self.is(Fault::LoudComparison) {
            sink.tell_all(told(Some(more)));
        } else {
            let both = [seat, asked].into_iter().collect();
            sink.tell_apart(both, told(Some(more)), told(None));
        }
        self.toss_from(Seat::new(seat.index() + 1), sink);
    }
}

impl<const F: u8> Game for Toy<F> {
    const INFO: GameInfo = GameInfo {
        slug: "toy",
        name: "Toy",
        summary: "A game to break.",
        authors: "nobody",
        min_players: 2,
        max_players: 3,
        rule_prefix: "TO",
        rules_version: 1,
        samples_version: 1,
        rules: "",
        lesson: None,
    };

    type Options = Switches;
    type Deck = Numbers;
    type Move = Move<F>;
    type Event = Event;
    type View = View;
    type Claim = NoClaims;

    fn new<S: Sink<Event>>(
        players: usize,
        options: Switches,
        _: &Numbers,
        dice: Dice,
        sink: &mut S,
    ) -> Result<Self, SetupError> {
        if F != Fault::AnyPlayers.number() || !(1..=3).contains(&players) {
            SetupError::unless_seats(&Self::INFO, players)?;
        }
        let mut toy = Self {
            hands: vec![Vec::new(); players],
            sealed: vec![None; players],
            tossed: Vec::new(),
            pile: Vec::new(),
            no_odd: vec![false; players],
            compared: None,
            scores: vec![0; players],
            hands_in: 0,
            round: 0,
            rounds: if options.long { 4 } else { 3 },
            phase: Phase::Seal,
            dice,
            shared: Arc::default(),
        };
        toy.deal(sink);
        Ok(toy)
    }

    fn players(&self) -> usize {
        self.hands.len()
    }

    fn to_act(&self) -> Seats {
        match self.phase {
            Phase::Seal => Seat::all(self.players())
                .filter(|seat| self.sealed[seat.index()].is_none())
                .collect(),
            Phase::Toss(seat) => Seats::one(seat),
            Phase::Over => Seats::NONE,
        }
    }

    fn legal_moves(&self, seat: Seat, out: &mut Vec<Move<F>>) {
        out.clear();
        if !self.to_act().contains(seat) || self.is(Fault::NoMoves) && self.round == 1 {
            return;
        }
        match self.phase {
            Phase::Seal => out.extend(self.hands[seat.index()].iter().map(|&card| Move::Seal { card })),
            Phase::Toss(_) => {
                out.extend(self.odd(seat).into_iter().map(|card| Move::Toss { card }));
                out.extend(self.may_compare(seat).then_some(Move::Compare { card: HIGHEST }));
            }
            Phase::Over => {}
        }
        if self.is(Fault::DuplicatedMove) {
            out.push(out[0]);
        }
        if self.is(Fault::TwinMoves) && self.phase != Phase::Seal {
            out.extend(self.odd(seat).into_iter().map(|card| Move::Drop { card }));
        }
    }

    fn check(&self, seat: Seat, mv: Move<F>) -> Result<(), Illegal> {
        if self.is(Fault::TouchedByRefusal) {
            self.shared.fetch_add(1, Ordering::Relaxed);
        }
        Illegal::unless_to_act(self.to_act(), seat, "TO-R1")?;
        let mut legal = Vec::new();
        self.legal_moves(seat, &mut legal);
        if self.is(Fault::StrictCheck) && mv.card() == 3 {
            legal.clear();
        }
        if legal.contains(&mv) || self.is(Fault::LaxCheck) && mv.card() == 4 && self.phase == Phase::Seal {
            return Ok(());
        }
        if self.is(Fault::LeakingRefusal) && self.pile.contains(&mv.card()) {
            return Err(Illegal::new("in_pile", "TO-R2", "That number is in the pile."));
        }
        let rule = if self.is(Fault::NoRuleNumber) {
            "the rules"
        } else {
            "TO-R2"
        };
        Err(Illegal::new("not_in_hand", rule, "You cannot use that number now."))
    }

    fn play<S: Sink<Event>>(&mut self, seat: Seat, mv: Move<F>, sink: &mut S) {
        if self.is(Fault::SharedClone) {
            self.shared.fetch_add(1, Ordering::Relaxed);
        }
        if self.is(Fault::HiddenGlobal) {
            self.scores[0] += GLOBAL.fetch_add(1, Ordering::Relaxed) as i32 % 2;
        }
        match mv {
            Move::Seal { card } => self.seal(seat, card, sink),
            Move::Toss { card } | Move::Drop { card } => self.toss(seat, card, sink),
            Move::Compare { .. } => self.compare(seat, sink),
        }
        self.hands_in = self.hands.iter().map(Vec::len).sum();
        if self.is(Fault::WrongCache) && mv.card() == 5 {
            self.hands_in += 1;
        }
    }

    fn view(&self, eye: Eye) -> View {
        let players = self.players();
        let sealed = |seat: Seat| match self.phase {
            Phase::Seal if !eye.sees_for(seat) && !self.is(Fault::OpenSeal) => None,
            _ => self.sealed[seat.index()],
        };
        View {
            hands: Seat::all(players)
                .map(|seat| eye.sees_for(seat).then(|| self.hands[seat.index()].clone()))
                .collect(),
            sizes: self.hands.iter().map(Vec::len).collect(),
            sealed: Seat::all(players).map(sealed).collect(),
            has_sealed: self.sealed.iter().map(Option::is_some).collect(),
            tossed: self.tossed.clone(),
            pile: (eye == Eye::All).then(|| self.pile.clone()),
            top: (self.is(Fault::LeakingView) && eye == Eye::Table)
                .then(|| self.pile.first().copied())
                .flatten(),
            no_odd: self.no_odd.clone(),
            scores: self.scores.clone(),
            round: self.round,
            shared: self.shared.load(Ordering::Relaxed),
            wide: self.is(Fault::WideText),
        }
    }

    fn resample(&mut self, eye: Eye, rng: &mut Rng) {
        if !self.is(Fault::StaleDice) {
            self.dice = Dice::from_rng(rng);
        }
        if eye != Eye::All && !self.is(Fault::PeekingSample) {
            self.sample_hidden(eye, rng);
        }
        if self.is(Fault::SampleLosesCard) {
            self.pile.pop();
        }
        if self.is(Fault::SampleChangesOwn)
            && let Some(seat) = eye.seat()
        {
            std::mem::swap(&mut self.hands[seat.index()], &mut self.pile);
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let early = self.is(Fault::EarlyOutcome) && self.round == 1;
        let scores = if self.is(Fault::ShortOutcome) {
            &self.scores[1..]
        } else {
            &self.scores
        };
        (self.phase == Phase::Over || early)
            .then(|| Outcome::ranked(scores, scores, "played_out", "All rounds are played."))
    }
}

impl<const F: u8> Audit for Toy<F> {
    fn census(&self) -> Vec<u32> {
        let hands = self.hands.iter().flatten();
        let sealed = self.sealed.iter().flatten();
        hands
            .chain(sealed)
            .chain(&self.tossed)
            .chain(&self.pile)
            .map(|&card| card.into())
            .collect()
    }

    fn audit(&self) -> Result<(), String> {
        let counted = self.hands.iter().map(Vec::len).sum::<usize>();
        if counted == self.hands_in {
            Ok(())
        } else {
            Err("the cards in hands are counted".to_owned())
        }
    }

    fn dice(&self) -> Option<&Dice> {
        Some(&self.dice)
    }
}
