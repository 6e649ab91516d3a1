//! A position: what lies where, and whose decision it is.

use roundtable_core::{Dice, Seat, Seats};

use crate::Options;
use crate::battle::Battle;
use crate::calls::{Calls, SERVICES};
use crate::cards::{Chivalry, ChivalrySet, Damosel, EVENTS, EventCard, EventKind, Knight};
use crate::deck::{Deck, EventPrint, Goals};
use crate::moves::Move;
use crate::score::{Ending, Finish};

/// The most players, and the number of damosels.
pub(crate) const SEATS: usize = 6;

/// How many event cards Arthur draws.
pub(crate) const DRAWN: usize = 3;

/// After this many rounds the game ends (KD-R20).
pub(crate) const ROUNDS: u8 = 60;

/// After this many passes of arms a joust ends (KD-R12).
pub(crate) const PASSES: u8 = 20;

/// The most cards Merlin displays: one of each player, and one of the unused damosels if there are any (KD-R7).
pub(crate) const fn display_size(players: usize) -> usize {
    if players < SEATS { players + 1 } else { SEATS }
}

/// A position of Knights & Damosels: plain data of less than a kilobyte, cloned without allocation.
///
/// A *house* is a damosel with her nine cards. A player's house has the number of the seat; the numbers after the last
/// seat belong to the unused damosels.
#[derive(Clone, Debug)]
pub struct KnightsAndDamosels {
    pub(crate) prints: [EventPrint; EVENTS],
    pub(crate) goals: Goals,
    pub(crate) seats: u8,
    pub(crate) options: Options,
    /// From 1.
    pub(crate) round: u8,
    pub(crate) merlin: Seat,
    pub(crate) phase: Phase,
    /// The sealed choice of each seat that has chosen in a simultaneous phase.
    pub(crate) choices: [Move; SEATS],
    /// By seat.
    pub(crate) knights: [Knight; SEATS],
    /// By house.
    pub(crate) damosels: [Damosel; SEATS],
    /// What each house still has, by house.
    pub(crate) piles: [ChivalrySet; SEATS],
    /// What lies with each knight, by house and seat. Selected cards of this round are there too.
    pub(crate) with: [[ChivalrySet; SEATS]; SEATS],
    /// What each knight has, from all houses: a knight has each chivalry only once.
    pub(crate) rows: [ChivalrySet; SEATS],
    /// By seat.
    pub(crate) worship: [u16; SEATS],
    pub(crate) events: EventPile,
    pub(crate) display: Display,
    /// What was returned to each house at the end of this round's knight phase.
    pub(crate) returned: [Option<Chivalry>; SEATS],
    /// The Service cards, if they are in play.
    pub(crate) calls: Option<Calls>,
    pub(crate) service: Service,
    pub(crate) finish: Finish,
    pub(crate) battle: Battle,
    pub(crate) dice: Dice,
}

/// The decision to be made. In a simultaneous phase, `waiting` holds those who have not chosen yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// Arthur has drawn three events and discards one.
    ArthurDiscards,
    /// Merlin got the other two and discards one.
    MerlinDiscards,
    /// Every damosel gives a card (KD-R7).
    Giving { waiting: Seats },
    /// A turn of the knight phase (KD-R9).
    Selecting { seat: Seat, may_challenge: bool },
    /// A turn of the service phase (KD-R14).
    Offering { seat: Seat, may_challenge: bool },
    /// A pass of arms (KD-R12).
    Jousting { joust: Joust, waiting: Seats },
    /// The loser of a joust may select or offer another card (KD-R13).
    Replacing {
        field: Field,
        loser: Seat,
        challenger: Seat,
    },
    /// Cards are placed face-up or face-down (KD-R15, KD-R17).
    Placing { waiting: Seats },
    /// Damosels take a card back before the battle (KD-R21).
    Taking { waiting: Seats },
    /// The sides are chosen (KD-R22).
    Siding { waiting: Seats },
    /// A round of the battle (KD-R24).
    Fighting { waiting: Seats },
    /// The game is over.
    Over { ending: Ending },
}

/// The phase of a joust: the knight phase or the service phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Field {
    Knight,
    Service,
}

/// A joust under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Joust {
    pub field: Field,
    pub challenger: Seat,
    pub challenged: Seat,
    /// Who currently has the right to the card.
    pub holder: Seat,
    pub chivalry: Chivalry,
    /// From 1.
    pub pass: u8,
}

impl Joust {
    /// The other one of the two.
    pub(crate) fn other(&self, seat: Seat) -> Seat {
        if seat == self.challenger {
            self.challenged
        } else {
            self.challenger
        }
    }
}

/// The event cards: three for each round since the last shuffle, then the pile from the top.
///
/// The three of a past round are in this order: Arthur's discard, Merlin's discard, the revealed card.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EventPile {
    pub cards: [EventCard; EVENTS],
    /// How many have been drawn.
    pub drawn: u8,
}

impl EventPile {
    pub(crate) const fn new(cards: [EventCard; EVENTS]) -> Self {
        Self { cards, drawn: 0 }
    }

    /// The three cards of this round.
    pub(crate) fn hand(&self) -> [EventCard; DRAWN] {
        let first = usize::from(self.drawn).saturating_sub(DRAWN);
        [self.cards[first], self.cards[first + 1], self.cards[first + 2]]
    }

    pub(crate) fn set_hand(&mut self, hand: [EventCard; DRAWN]) {
        let first = usize::from(self.drawn).saturating_sub(DRAWN);
        self.cards[first..first + DRAWN].copy_from_slice(&hand);
    }

    /// Moves this card of the hand, which lies at `place` or after, to `place`.
    pub(crate) fn discard(&mut self, event: EventCard, place: usize) {
        let mut hand = self.hand();
        if let Some(found) = hand.iter().position(|&card| card == event) {
            hand[place..=found.max(place)].rotate_right(1);
        }
        self.set_hand(hand);
    }
}

/// A displayed card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shown {
    pub house: u8,
    pub chivalry: Chivalry,
}

/// Merlin's display. Sets of its cards are bit sets by number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Display {
    pub cards: [Shown; SEATS],
    pub len: u8,
    /// The cards that have been selected.
    pub taken: u8,
    /// The cards that have been challenged.
    pub challenged: u8,
    /// Which card each seat has selected.
    pub selected: [Option<u8>; SEATS],
    /// What everybody can deduce from the players' actions: the seats whose damosel may still be behind each card, as
    /// bits. The bit after the last seat stands for the unused damosels.
    pub may: [u8; SEATS],
}

impl Display {
    pub(crate) const EMPTY: Self = Self {
        cards: [Shown {
            house: 0,
            chivalry: Chivalry::Horse,
        }; SEATS],
        len: 0,
        taken: 0,
        challenged: 0,
        selected: [None; SEATS],
        may: [u8::MAX; SEATS],
    };

    /// The cards that lie or lay there, by number.
    pub(crate) fn cards(&self) -> &[Shown] {
        &self.cards[..usize::from(self.len)]
    }

    pub(crate) fn get(&self, number: u8) -> Option<Shown> {
        self.cards().get(usize::from(number)).copied()
    }

    /// The card of this seat's own damosel.
    pub(crate) fn own(&self, seat: Seat) -> u8 {
        let mut own = 0;
        for (i, card) in self.cards().iter().enumerate() {
            own |= u8::from(usize::from(card.house) == seat.index()) << i;
        }
        own
    }

    /// The cards with a chivalry outside this set.
    pub(crate) fn outside(&self, set: ChivalrySet) -> u8 {
        let mut outside = 0;
        for (i, card) in self.cards().iter().enumerate() {
            outside |= u8::from(!set.contains(card.chivalry)) << i;
        }
        outside
    }

    /// Everybody learns whether the card is from this seat's damosel.
    pub(crate) fn learn(&mut self, seat: Seat, number: u8) {
        let bit = 1 << seat.index();
        let own = self.own(seat) >> number & 1 != 0;
        for (i, may) in self.may.iter_mut().enumerate() {
            if i != usize::from(number) {
                *may &= if own { !bit } else { u8::MAX };
            } else if own {
                *may = bit;
            } else {
                *may &= !bit;
            }
        }
    }
}

/// What has been offered in the service phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Service {
    /// By seat.
    pub offered: [ChivalrySet; SEATS],
    /// By all.
    pub all: ChivalrySet,
    /// The chivalries that have been challenged.
    pub challenged: ChivalrySet,
}

impl Service {
    pub(crate) const NONE: Self = Self {
        offered: [ChivalrySet::NONE; SEATS],
        all: ChivalrySet::NONE,
        challenged: ChivalrySet::NONE,
    };
}

/// A deal: everything that chance decides before the first move, and the dice for later.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal {
    /// The knight of each seat.
    pub knights: Vec<Knight>,
    /// All six damosels: those of the seats, then the unused ones.
    pub damosels: [Damosel; SEATS],
    /// The first Merlin.
    pub merlin: Seat,
    /// The event pile, the top card first.
    pub events: [EventCard; EVENTS],
    /// The Service pile by the numbers of its cards, the top card first; only used with the option `service`.
    pub services: [u8; SERVICES],
    /// For all later chance.
    pub dice: Dice,
}

impl KnightsAndDamosels {
    /// What is printed on the twelve events, which is public.
    #[must_use]
    pub const fn event_prints(&self) -> &[EventPrint; EVENTS] {
        &self.prints
    }

    /// A table before the first round.
    pub(crate) fn lay_out(deal: &Deal, options: Options, deck: &Deck) -> Self {
        let players = deal.knights.len();
        let mut knights = [Knight::Bors; SEATS];
        for (place, &knight) in knights.iter_mut().zip(&deal.knights) {
            *place = knight;
        }
        let calls = options.service.then(|| Calls {
            cards: deal.services,
            ..Calls::new(deck.services)
        });
        Self {
            prints: deck.events,
            goals: deck.goals_for(players),
            seats: players as u8,
            options,
            round: 1,
            merlin: deal.merlin,
            phase: Phase::ArthurDiscards,
            choices: [Move::Pass; SEATS],
            knights,
            damosels: deal.damosels,
            piles: [ChivalrySet::ALL; SEATS],
            with: [[ChivalrySet::NONE; SEATS]; SEATS],
            rows: [ChivalrySet::NONE; SEATS],
            worship: [1; SEATS],
            events: EventPile::new(deal.events),
            display: Display::EMPTY,
            returned: [None; SEATS],
            calls,
            service: Service::NONE,
            finish: Finish::NONE,
            battle: Battle::NONE,
            dice: deal.dice.clone(),
        }
    }

    pub(crate) fn seat_count(&self) -> usize {
        usize::from(self.seats)
    }

    pub(crate) fn all_seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::all(self.seat_count())
    }

    pub(crate) fn arthur(&self) -> Seat {
        self.merlin.left(self.seat_count())
    }

    /// The next seat in reversed turn order.
    pub(crate) fn right(&self, seat: Seat) -> Seat {
        Seat::new(seat.index().checked_sub(1).unwrap_or(self.seat_count() - 1))
    }

    /// The seats in turn order, from Arthur to Merlin.
    pub(crate) fn turn_order(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        let (first, players) = (self.arthur().index(), self.seat_count());
        (0..players).map(move |i| Seat::new((first + i) % players))
    }

    /// The revealed event; everybody knows it from Merlin's discard to the end of the round.
    pub(crate) fn event(&self) -> EventCard {
        self.events.hand()[DRAWN - 1]
    }

    /// What is printed on the revealed event.
    pub(crate) fn print(&self) -> EventPrint {
        self.prints[self.event() as usize]
    }

    pub(crate) fn row(&self, seat: Seat) -> ChivalrySet {
        self.rows[seat.index()]
    }

    /// The house behind a card of a knight.
    pub(crate) fn house_behind(&self, seat: Seat, chivalry: Chivalry) -> Option<usize> {
        (0..SEATS).find(|&house| self.with[house][seat.index()].contains(chivalry))
    }

    /// Lays a card of a house with a knight.
    pub(crate) fn lay(&mut self, house: usize, seat: Seat, chivalry: Chivalry) {
        self.with[house][seat.index()].insert(chivalry);
        self.rows[seat.index()].insert(chivalry);
    }

    /// Takes a card of a house away from a knight.
    pub(crate) fn lift(&mut self, house: usize, seat: Seat, chivalry: Chivalry) {
        self.with[house][seat.index()].remove(chivalry);
        self.rows[seat.index()].remove(chivalry);
    }

    /// The displayed cards that nobody has selected and that this seat's knight does not have.
    pub(crate) fn lacking(&self, seat: Seat) -> u8 {
        self.display.outside(self.row(seat)) & !self.display.taken
    }

    /// The displayed cards that this seat may select.
    pub(crate) fn selectable(&self, seat: Seat) -> u8 {
        self.lacking(seat) & !self.display.own(seat)
    }

    /// The selected cards that, from public knowledge, this seat might challenge.
    pub(crate) fn contestable(&self, seat: Seat) -> u8 {
        if self.worship[seat.index()] == 0 {
            return 0;
        }
        let open = self.display.taken & !self.display.challenged;
        // A card that the seat itself has selected is in its row.
        open & self.display.outside(self.row(seat))
    }

    /// The chivalries that this seat may offer.
    pub(crate) fn offerable(&self, seat: Seat) -> ChivalrySet {
        self.row(seat).within(self.print().listed).without(self.service.all)
    }

    /// The offered chivalries that this seat may challenge.
    pub(crate) fn disputable(&self, seat: Seat) -> ChivalrySet {
        if self.worship[seat.index()] == 0 {
            return ChivalrySet::NONE;
        }
        let theirs = self.service.all.without(self.service.offered[seat.index()]);
        self.row(seat).within(theirs).without(self.service.challenged)
    }

    /// The cards that this seat places face-up or face-down.
    pub(crate) fn placeable(&self, seat: Seat) -> ChivalrySet {
        let print = self.print();
        match print.kind {
            EventKind::Disaster => self.row(seat).within(print.listed),
            EventKind::War | EventKind::Quest | EventKind::Prosperity => {
                self.service.offered[seat.index()].within(print.placed())
            }
        }
    }

    /// Who chooses in a simultaneous phase, whether they have already chosen or not; nobody in other phases.
    pub(crate) fn choosers(&self) -> Seats {
        let all = self.all_seats();
        match self.phase {
            Phase::Giving { .. } => all.filter(|seat| !self.piles[seat.index()].is_empty()).collect(),
            Phase::Jousting { joust, .. } => Seats::one(joust.challenger).with(joust.challenged),
            Phase::Placing { .. } => all.filter(|&seat| !self.placeable(seat).is_empty()).collect(),
            Phase::Taking { .. } => all.filter(|&seat| self.finish.has_damosel_victory(seat)).collect(),
            Phase::Siding { .. } => all.filter(|&seat| !self.finish.leads(seat)).collect(),
            Phase::Fighting { .. } => self.battle.standing(self.seat_count()),
            Phase::ArthurDiscards
            | Phase::MerlinDiscards
            | Phase::Selecting { .. }
            | Phase::Offering { .. }
            | Phase::Replacing { .. }
            | Phase::Over { .. } => Seats::NONE,
        }
    }

    /// Those who have chosen in a simultaneous phase while others have not.
    pub(crate) fn chosen(&self) -> Seats {
        let waiting = self.seats_to_act();
        self.choosers().iter().filter(|&seat| !waiting.contains(seat)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_less_than_a_kilobyte() {
        assert!(
            size_of::<KnightsAndDamosels>() < 1024,
            "{}",
            size_of::<KnightsAndDamosels>()
        );
    }

    #[test]
    fn a_discard_leaves_the_others_in_their_order() {
        let mut pile = EventPile::new(EventCard::ALL);
        pile.drawn = 3;
        pile.discard(EventCard::Rome, 0);
        assert_eq!(pile.hand(), [EventCard::Rome, EventCard::Badon, EventCard::Carlion]);
        pile.discard(EventCard::Carlion, 1);
        assert_eq!(pile.hand(), [EventCard::Rome, EventCard::Carlion, EventCard::Badon]);
    }
}
