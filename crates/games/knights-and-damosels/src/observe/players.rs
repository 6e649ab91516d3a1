//! The houses, the players and their cards at Camlann.

use roundtable_core::Seat;
use roundtable_core::observe::{FromHere, Pen};

use super::{CHIVALRY, KINDS, SIDES, SIZES, Stage, VICTORIES, WORSHIP, bits};
use crate::cards::{CHIVALRIES, ChivalrySet};
use crate::state::{KnightsAndDamosels, SEATS};

impl KnightsAndDamosels {
    #[inline(always)]
    pub(super) fn write_house<P: Pen>(&self, house: usize, piles: [ChivalrySet; SEATS], pen: &mut P) {
        pen.each(
            "pile",
            &CHIVALRY,
            1,
            bits::<CHIVALRIES>(piles[house].0.into()),
            "the cards that the damosel has, or had when this round's were given",
        );
        pen.flag(
            "returned",
            self.returned[house].is_some(),
            "whether her card of this round came back (KD-R8a)",
        );
    }

    #[inline(always)]
    pub(super) fn write_player<P: Pen>(
        &self,
        player: Seat,
        seat: Seat,
        from_here: FromHere,
        fresh: &[usize; SEATS],
        pen: &mut P,
    ) {
        let index = player.index();
        pen.number(
            "worship",
            (0, WORSHIP),
            self.worship[index].into(),
            "the worship (KD-R18)",
        );
        pen.each(
            "row",
            &CHIVALRY,
            1,
            bits::<CHIVALRIES>(self.rows[index].0.into()),
            "the cards of the knight (KD-P4)",
        );
        pen.some_of(
            "favours",
            &CHIVALRY,
            self.with[seat.index()][index].0.into(),
            "those of them that are from this seat's own damosel",
        );
        let given = (0..from_here.players).map(|place| {
            let knight = from_here.seat_at(place).index();
            // The damosel behind a card selected in this phase has not been revealed yet.
            let unrevealed = i32::from(fresh[knight] == index);
            let count = SIZES[usize::from(self.with[index][knight].0) % SIZES.len()];
            (place, i32::from(count) - unrevealed)
        });
        pen.each(
            "given",
            from_here.labels(),
            9,
            given,
            "how many cards of the damosel lie with each knight, as far as they are revealed (KD-R2)",
        );
        pen.some_of(
            "offered",
            &CHIVALRY,
            self.service.offered[index].0.into(),
            "the cards offered in the service phase (KD-R14)",
        );
    }

    /// The place in the ranking and the cards at Camlann, where only kinds matter.
    #[inline(always)]
    pub(super) fn write_force<P: Pen>(&self, player: Seat, stage: Stage, pen: &mut P) {
        // The rounds are over, and the sides are known.
        let (is_ranked, has_sides) = (stage.step >= 8, stage.step >= 10 && self.options.camlann);
        let rank = if is_ranked {
            let order = &self.finish.order[..self.seat_count()];
            order.iter().take_while(|&&other| other != player).count() as i32 + 1
        } else {
            0
        };
        pen.number(
            "rank",
            (0, 6),
            rank,
            "the place in the ranking, from 1, once the rounds are over (KD-R19)",
        );
        let victory = self.finish.standings[player.index()].victory;
        pen.one_of(
            "victory",
            VICTORIES,
            is_ranked.then_some(victory as usize),
            "the victory, once the rounds are over (KD-R19)",
        );
        let force = &self.battle.forces[player.index()];
        pen.one_of(
            "side",
            SIDES,
            has_sides.then_some(force.side as usize),
            "the side at Camlann (KD-R22)",
        );
        let (mut hand, mut wounded) = ([0; KINDS.len()], [0; KINDS.len()]);
        if has_sides {
            for (chivalry, &count) in force.hand.iter().enumerate() {
                hand[chivalry / 3] += i32::from(count);
            }
            for chivalry in force.wounded() {
                wounded[chivalry.kind() as usize] += 1;
            }
        } else if is_ranked && let Some(taken) = force.taken {
            hand[taken.kind() as usize] = 1;
        }
        let cells = if is_ranked { KINDS.len() } else { 0 };
        pen.each(
            "hand",
            KINDS,
            4,
            hand.into_iter().enumerate().take(cells),
            "the cards in hand at Camlann; before the sides are chosen, the card taken from a knight (KD-R21, KD-R24)",
        );
        pen.each(
            "wounded",
            KINDS,
            4,
            wounded.into_iter().enumerate().take(cells),
            "the wounded cards (KD-R24)",
        );
        let leftmost = force.wounded().first().filter(|_| has_sides);
        pen.one_of(
            "leftmost",
            KINDS,
            leftmost.map(|chivalry| chivalry.kind() as usize),
            "the wounded card that would come back first (KD-R24)",
        );
    }
}
