//! What a move does, and everything automatic that follows it.

use roundtable_core::{Seat, Seats, Sink};

use crate::cards::{Card, CardSet, Kind};
use crate::deck::ChestCard;
use crate::event::{Banked, CardSeen, Event, RoundEnd};
use crate::moves::Move;
use crate::state::{Best, Laid, Phase, ROUNDS, Shock, Standing, Trick};

/// How many Chest cards may follow the obligatory one (SH-R17).
const OPTIONAL_CHEST: u8 = 2;

/// The jewels that a Poison card of the Chest brings the player who reveals it (SH-R16).
const POISON_JEWELS: u8 = 1;

/// How many doses of one kind cause a shock (SH-R12).
pub(crate) const SHOCK: usize = 2;

impl Shock {
    pub(crate) fn make_move<S: Sink<Event>>(&mut self, seat: Seat, mv: Move, sink: &mut S) {
        match mv {
            Move::Play { card } => self.play_card(seat, card, sink),
            Move::Withdraw => self.withdraw(seat, sink),
            Move::Down { card } => self.play_down(seat, card, sink),
            Move::Reveal => match self.phase {
                Phase::Challenge { more, .. } => self.reveal(seat, more.saturating_sub(1), sink),
                Phase::Turn { .. }
                | Phase::Down { .. }
                | Phase::MustCover { .. }
                | Phase::MayCover { .. }
                | Phase::Over => {}
            },
            Move::Stop => {
                sink.tell_all(|| Event::Stopped { seat });
                self.end_trick(seat, sink);
            }
            Move::Cover { kind } => match self.phase {
                Phase::MustCover { fresh, .. } => {
                    if let Some(potion) = self.kept_potions(seat, fresh).first() {
                        self.cover(seat, potion, kind, sink);
                    }
                    self.use_kept_potions(seat, fresh, sink);
                }
                Phase::MayCover { mut fresh, .. } => {
                    if let Some(potion) = fresh.first() {
                        fresh.remove(potion);
                        self.cover(seat, potion, kind, sink);
                    }
                    self.offer_potions(seat, fresh, sink);
                }
                Phase::Turn { .. } | Phase::Down { .. } | Phase::Challenge { .. } | Phase::Over => {}
            },
            Move::Keep => match self.phase {
                Phase::MayCover { mut fresh, .. } => {
                    if let Some(potion) = fresh.first() {
                        fresh.remove(potion);
                        sink.tell_all(|| Event::Kept { seat, potion });
                    }
                    self.offer_potions(seat, fresh, sink);
                }
                Phase::Turn { .. }
                | Phase::Down { .. }
                | Phase::MustCover { .. }
                | Phase::Challenge { .. }
                | Phase::Over => {}
            },
        }
    }

    pub(crate) fn begin_trick(&mut self, first: Seat) {
        self.trick = Trick::new(first);
        self.ask(first);
    }

    /// Asks a player for a card of the trick.
    fn ask(&mut self, seat: Seat) {
        self.phase = if self.player(seat).is_in() {
            Phase::Turn { seat }
        } else {
            Phase::Down { seat }
        };
    }

    fn play_card<S: Sink<Event>>(&mut self, seat: Seat, card: Card, sink: &mut S) {
        let jewels = u8::from(self.print.icons.contains(card));
        sink.tell_all(|| Event::Played { seat, card, jewels });
        let suit = card.suit();
        let trump = self.trump.suit();
        let player = &mut self.players[seat.index()];
        player.up.insert(card);
        self.trick.up.insert(card);
        match &mut self.trick.best {
            None => {
                self.trick.best = Some(Best { lead: suit, card, seat });
            }
            Some(best) => {
                if suit != best.lead {
                    player.voids |= best.lead.bit();
                }
                // Within a suit, cards are ordered by number, so the higher card is the greater.
                let beats = if suit == best.card.suit() {
                    card > best.card
                } else {
                    suit == trump
                };
                if beats {
                    best.card = card;
                    best.seat = seat;
                }
            }
        }
        self.lay(seat, Laid { card, face_up: true }, jewels, sink);
    }

    fn play_down<S: Sink<Event>>(&mut self, seat: Seat, card: Card, sink: &mut S) {
        let jewels = self.down_jewels();
        let told = |card| Event::PlayedDown { seat, card, jewels };
        sink.tell_apart(
            Seats::one(seat),
            || told(CardSeen::Known { card }),
            || told(CardSeen::Hidden),
        );
        self.player_mut(seat).down.insert(card);
        self.lay(seat, Laid { card, face_up: false }, jewels, sink);
    }

    /// Puts a card into the trick and goes on to the next player, or to the winner.
    fn lay<S: Sink<Event>>(&mut self, seat: Seat, laid: Laid, jewels: u8, sink: &mut S) {
        self.player_mut(seat).hand.remove(laid.card);
        self.trick.cards[seat.index()] = Some(laid);
        self.trick.jewels += jewels;
        self.trick.count += 1;
        if self.trick.count < self.seats {
            self.ask(seat.left(self.seat_count()));
        } else {
            self.win_trick(sink);
        }
    }

    fn withdraw<S: Sink<Event>>(&mut self, seat: Seat, sink: &mut S) {
        let player = self.player_mut(seat);
        let banked = player.on_top;
        player.banked += banked;
        player.on_top = 0;
        player.standing = Standing::Withdrawn;
        self.inside -= 1;
        sink.tell_all(|| Event::Withdrew { seat, banked });
        if self.inside == 0 {
            self.end_round(RoundEnd::AllWithdrew, sink);
        } else {
            self.phase = Phase::Down { seat };
        }
    }

    /// SH-R11: jewels, then Poison and Potion cards. A player who stays in to the end of a trick has played face-up, so
    /// there is a winner.
    fn win_trick<S: Sink<Event>>(&mut self, sink: &mut S) {
        let Some(Best { seat, .. }) = self.trick.best else {
            return;
        };
        let taken = self.trick.up.within(self.print.taken);
        let jewels = self.trick.jewels;
        let player = self.player_mut(seat);
        player.on_top += u16::from(jewels);
        player.front = player.front.and(taken);
        self.last_winner = Some(seat);
        sink.aside().tell_all(|| Event::TrickWon { seat, jewels, taken });
        if taken.is_empty() {
            self.reveal(seat, OPTIONAL_CHEST, sink);
        } else if taken.meets(self.print.potions) {
            let fresh = taken.within(self.print.potions);
            if taken == fresh {
                self.offer_potions(seat, fresh, sink);
            } else {
                self.use_kept_potions(seat, fresh, sink);
            }
        } else {
            self.use_kept_potions(seat, CardSet::NONE, sink);
        }
    }

    fn kept_potions(&self, seat: Seat, fresh: CardSet) -> CardSet {
        self.player(seat).potions(&self.print).without(fresh)
    }

    /// The trick had a Poison card: each Potion kept from an earlier trick is used. The player is asked which kind it
    /// covers only if there are several (SH-R13, SH-R14).
    fn use_kept_potions<S: Sink<Event>>(&mut self, seat: Seat, fresh: CardSet, sink: &mut S) {
        while let Some(potion) = self.kept_potions(seat, fresh).first() {
            let mut kinds = self.coverable(seat);
            let (first, second) = (kinds.next(), kinds.next());
            drop(kinds);
            match (first, second) {
                (None, _) => break,
                (Some(kind), None) => self.cover(seat, potion, kind, sink),
                (Some(_), Some(_)) => {
                    self.phase = Phase::MustCover { seat, fresh };
                    return;
                }
            }
        }
        self.offer_potions(seat, fresh, sink);
    }

    /// Each new Potion is a decision; then come the shock check and the Chest.
    fn offer_potions<S: Sink<Event>>(&mut self, seat: Seat, fresh: CardSet, sink: &mut S) {
        if !fresh.is_empty() {
            self.phase = Phase::MayCover { seat, fresh };
        } else if self.is_in_shock(seat) {
            self.shock(seat, sink);
            self.end_trick(seat, sink);
        } else {
            self.reveal(seat, OPTIONAL_CHEST, sink);
        }
    }

    fn cover<S: Sink<Event>>(&mut self, seat: Seat, potion: Card, kind: Kind, sink: &mut S) {
        let uncovered = self.player(seat).uncovered(&self.print);
        let Some(poison) = uncovered.within(self.print.poison[kind as usize]).first() else {
            return;
        };
        let player = self.player_mut(seat);
        player.covered.insert(potion);
        player.covered.insert(poison);
        sink.tell_all(|| Event::Covered {
            seat,
            potion,
            poison,
            kind,
        });
    }

    fn is_in_shock(&self, seat: Seat) -> bool {
        let player = self.player(seat);
        Kind::ALL
            .into_iter()
            .any(|kind| self.poison_count(player, kind) >= SHOCK)
    }

    fn shock<S: Sink<Event>>(&mut self, seat: Seat, sink: &mut S) {
        let player = self.player_mut(seat);
        let lost = player.on_top;
        player.on_top = 0;
        player.standing = Standing::Shocked;
        self.inside -= 1;
        sink.aside().tell_all(|| Event::Shocked { seat, lost });
    }

    /// Reveals a Chest card; afterwards `more` may be revealed.
    fn reveal<S: Sink<Event>>(&mut self, seat: Seat, more: u8, sink: &mut S) {
        let card = self.chest.reveal();
        let (large, small) = match card {
            ChestCard::Jewels { large, small } => (large, small),
            ChestCard::Poison { .. } => (POISON_JEWELS, 0),
        };
        sink.tell_all(|| Event::Revealed {
            seat,
            card,
            jewels: large,
            others: small,
        });
        self.player_mut(seat).on_top += u16::from(large);
        match card {
            ChestCard::Jewels { small: 0, .. } => {}
            ChestCard::Jewels { .. } => {
                for (i, player) in self.players.iter_mut().enumerate().take(usize::from(self.seats)) {
                    if i != seat.index() && player.is_in() {
                        player.on_top += u16::from(small);
                    }
                }
            }
            ChestCard::Poison { kind } => {
                self.centre[kind as usize] += 1;
                // Only this kind can have reached two, and nobody's count depends on who else is in the round.
                for other in Seat::all(self.seat_count()) {
                    let player = self.player(other);
                    if player.is_in() && self.poison_count(player, kind) >= SHOCK {
                        self.shock(other, sink);
                    }
                }
            }
        }
        if more > 0 && self.player(seat).is_in() {
            self.phase = Phase::Challenge { seat, more };
        } else {
            self.end_trick(seat, sink);
        }
    }

    /// The trick is fully resolved: the next one begins, or the round ends (SH-R18).
    fn end_trick<S: Sink<Event>>(&mut self, winner: Seat, sink: &mut S) {
        let ending = match self.inside {
            0 => Some(RoundEnd::NobodyIn),
            // All hands are the same size between tricks.
            _ if self.player(winner).hand.is_empty() => Some(RoundEnd::HandsEmpty),
            1 => Some(RoundEnd::OneLeft),
            2.. => None,
        };
        if let Some(reason) = ending {
            self.end_round(reason, sink);
            return;
        }
        let mut leader = winner;
        while !self.player(leader).is_in() {
            leader = leader.left(self.seat_count());
        }
        self.begin_trick(leader);
    }

    fn end_round<S: Sink<Event>>(&mut self, reason: RoundEnd, sink: &mut S) {
        sink.aside().tell_all(|| Event::RoundEnded {
            round: self.round,
            reason,
            banked: Seat::all(self.seat_count())
                .filter(|&seat| self.player(seat).is_in())
                .map(|seat| Banked {
                    seat,
                    jewels: self.player(seat).on_top,
                })
                .collect(),
        });
        // The cards of the last trick are discarded, and jewels on a trick that nobody wins go back to the supply
        // (SH-R9).
        self.trick = Trick::new(self.trick.first);
        for player in &mut self.players {
            // A player who is out of the round has nothing on the bag.
            player.banked += player.on_top;
            player.on_top = 0;
        }
        if self.round < ROUNDS {
            self.next_round(sink);
        } else {
            self.phase = Phase::Over;
            sink.aside().tell_all(|| Event::Over { outcome: self.score() });
        }
    }
}
