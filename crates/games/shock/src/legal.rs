//! Which moves are legal, and why the others are not.

use roundtable_core::{Illegal, Seat, Seats};

use crate::cards::{Card, CardSet, Kind};
use crate::moves::Move;
use crate::state::{Phase, Shock, hand_size};

/// The most cards in a hand.
const MOST_HELD: usize = hand_size(3);

/// Lists a move for each card of a hand. Always fills the same number of places and cuts off the surplus: the number of
/// cards varies, and a mispredicted loop end costs more than a few idle iterations.
#[inline]
fn list_cards(cards: CardSet, of: impl Fn(Card) -> Move, out: &mut Vec<Move>) {
    // Any card does in the surplus, and the same kind of move everywhere is written faster than two kinds.
    let surplus = Card::from_index(0);
    out.resize(MOST_HELD, of(surplus));
    let mut left = cards.into_iter();
    for place in &mut out[..MOST_HELD] {
        *place = of(left.next().unwrap_or(surplus));
    }
    out.truncate(cards.len());
}

impl Shock {
    pub(crate) fn seat_to_act(&self) -> Option<Seat> {
        match self.phase {
            Phase::Turn { seat }
            | Phase::Down { seat }
            | Phase::MustCover { seat, .. }
            | Phase::MayCover { seat, .. }
            | Phase::Challenge { seat, .. } => Some(seat),
            Phase::Over => None,
        }
    }

    pub(crate) fn seats_to_act(&self) -> Seats {
        self.seat_to_act().map_or(Seats::NONE, Seats::one)
    }

    /// The cards that a player in the round may play: those that follow the lead suit, or all if none does.
    pub(crate) fn playable(&self, seat: Seat) -> CardSet {
        let hand = self.player(seat).hand;
        let Some(best) = self.trick.best else { return hand };
        let following = hand.within(CardSet::suit(best.lead));
        if following.is_empty() { hand } else { following }
    }

    pub(crate) fn list_moves(&self, asked: Seat, out: &mut Vec<Move>) {
        out.clear();
        if self.seat_to_act() != Some(asked) {
            return;
        }
        match self.phase {
            Phase::Turn { seat } => {
                list_cards(self.playable(seat), |card| Move::Play { card }, out);
                out.push(Move::Withdraw);
            }
            Phase::Down { seat } => list_cards(self.player(seat).hand, |card| Move::Down { card }, out),
            Phase::MustCover { seat, .. } => out.extend(self.coverable(seat).map(|kind| Move::Cover { kind })),
            Phase::MayCover { seat, .. } => {
                out.extend(self.coverable(seat).map(|kind| Move::Cover { kind }));
                out.push(Move::Keep);
            }
            Phase::Challenge { .. } => out.extend([Move::Reveal, Move::Stop]),
            Phase::Over => {}
        }
    }

    pub(crate) fn check_move(&self, asked: Seat, mv: Move) -> Result<(), Illegal> {
        Illegal::unless_to_act(self.seats_to_act(), asked, "SH-R5")?;
        match (self.phase, mv) {
            (Phase::Turn { seat }, Move::Play { card }) => self.check_play(seat, card),
            (Phase::Turn { .. }, Move::Withdraw) => Ok(()),
            (Phase::Turn { .. }, Move::Down { .. }) => Err(Illegal::new(
                "still_in",
                "SH-R7",
                "You are in the round: only players out of the round play face-down. Withdraw first if you want to.",
            )),
            (Phase::Turn { .. }, Move::Reveal | Move::Stop | Move::Cover { .. } | Move::Keep) => Err(Illegal::new(
                "play_or_withdraw",
                "SH-R5",
                "Now play a card or withdraw.",
            )),
            (Phase::Down { seat }, Move::Down { card }) => self.check_held(seat, card, "SH-R7"),
            (Phase::Down { .. }, Move::Play { .. }) => Err(Illegal::new(
                "out_of_round",
                "SH-R7",
                "You are out of the round: play a card face-down.",
            )),
            (Phase::Down { .. }, Move::Withdraw) => Err(Illegal::new(
                "already_out",
                "SH-R6",
                "You are out of the round already: play a card face-down.",
            )),
            (Phase::Down { .. }, Move::Reveal | Move::Stop | Move::Cover { .. } | Move::Keep) => {
                Err(Illegal::new("play_down", "SH-R7", "Now play a card face-down."))
            }
            (Phase::MustCover { seat, .. } | Phase::MayCover { seat, .. }, Move::Cover { kind }) => {
                self.check_cover(seat, kind)
            }
            (Phase::MayCover { .. }, Move::Keep) => Ok(()),
            (Phase::MustCover { .. }, Move::Keep) => Err(Illegal::new(
                "must_cover",
                "SH-R13",
                "A Potion that was kept must be used when a Poison card comes: choose which kind it covers.",
            )),
            (
                Phase::MustCover { .. } | Phase::MayCover { .. },
                Move::Play { .. } | Move::Withdraw | Move::Down { .. } | Move::Reveal | Move::Stop,
            ) => Err(Illegal::new("potion_first", "SH-R13", "First decide about the Potion.")),
            (Phase::Challenge { .. }, Move::Reveal | Move::Stop) => Ok(()),
            (
                Phase::Challenge { .. },
                Move::Play { .. } | Move::Withdraw | Move::Down { .. } | Move::Cover { .. } | Move::Keep,
            ) => Err(Illegal::new(
                "chest_first",
                "SH-R17",
                "First decide about the Chest: reveal another card or stop.",
            )),
            (Phase::Over, _) => Err(Illegal::new("game_over", "SH-R21", "The game is over.")),
        }
    }

    fn check_held(&self, seat: Seat, card: Card, rule: &'static str) -> Result<(), Illegal> {
        if self.player(seat).hand.contains(card) {
            Ok(())
        } else {
            Err(Illegal::new("not_held", rule, format!("You do not hold {card}.")))
        }
    }

    fn check_play(&self, seat: Seat, card: Card) -> Result<(), Illegal> {
        self.check_held(seat, card, "SH-R5")?;
        match self.trick.best {
            Some(best) if !self.playable(seat).contains(card) => Err(Illegal::new(
                "must_follow",
                "SH-R5",
                format!("You hold {} and must follow the lead suit.", best.lead),
            )),
            Some(_) | None => Ok(()),
        }
    }

    fn check_cover(&self, seat: Seat, kind: Kind) -> Result<(), Illegal> {
        if self.coverable(seat).any(|other| other == kind) {
            Ok(())
        } else {
            Err(Illegal::new(
                "nothing_to_cover",
                "SH-R14",
                format!(
                    "There is no uncovered {kind} Poison card in front of you; those in the centre take no Potion."
                ),
            ))
        }
    }
}
