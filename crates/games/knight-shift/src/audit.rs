//! What the conformance suite checks after every move.

use roundtable_core::{Audit, Dice, Seat, holds};

use crate::items::{FACES, Item};
use crate::moves::Move;
use crate::state::{DRAWING_LAPS, HAND, ITEM_LAPS, KnightShift, Phase, ROUNDS};

impl KnightShift {
    /// How many cards of each face the round has, wherever they lie.
    fn count_faces(&self) -> [u32; FACES] {
        let mut counts = self.aside.map(u32::from);
        for knight in self.knights() {
            counts[self.middle[knight.index()].seed as usize] += 1;
        }
        for play in self.played() {
            counts[play.item as usize] += 1;
        }
        for hand in &self.hands[..self.seats()] {
            hand.iter().for_each(|item| counts[item as usize] += 1);
        }
        for &item in &self.pile[self.drawn()..self.pile_size()] {
            counts[item as usize] += 1;
        }
        counts
    }

    /// Checks every hand's history: what was drawn must have been in the hand afterwards, and each hand began with four
    /// Items.
    fn audit_lineage(&self) -> Result<(), String> {
        for hand in 0..self.seats() {
            for (lap, content) in self.contents(hand).iter().enumerate().take(self.last_lap() + 1) {
                let turn = self.turn_of(hand, lap);
                let drawn = usize::from(turn < self.drawn());
                let played = usize::from(turn < self.played().len());
                holds(
                    content.before.len() + drawn == content.after.len() + played,
                    "an Item that was drawn is in the hand or was played",
                )?;
                let expected = HAND - lap.saturating_sub(DRAWING_LAPS);
                holds(content.before.len() == expected, "a hand begins a lap with its Items")?;
            }
        }
        Ok(())
    }
}

impl Audit for KnightShift {
    /// Every Item by its face, then every Knight of the deck.
    fn census(&self) -> Vec<u32> {
        let mut cards = Vec::new();
        for (item, count) in Item::ALL.into_iter().zip(self.count_faces()) {
            cards.extend(std::iter::repeat_n(item as u32, count as usize));
        }
        cards.extend((0..self.deck.knights.len()).map(|knight| 100 + knight as u32));
        cards
    }

    /// One for each card in the hand that fits the move.
    fn ways(&self, seat: Seat, mv: Move) -> u32 {
        let hand = self.hands[seat.index()];
        match mv {
            Move::Play { item, .. } | Move::Show { item, .. } => hand.count(item),
            Move::Claim {
                discard: Some(item), ..
            } => hand.count(item),
            Move::Claim { discard: None, .. } | Move::Peek { .. } => 1,
        }
    }

    fn audit(&self) -> Result<(), String> {
        holds(
            self.count_faces() == self.deck.counts.map(u32::from),
            "all Items of the deck are there",
        )?;
        let players = self.seats();
        let over = self.phase == Phase::Over;
        holds(
            usize::from(self.round) < ROUNDS || over && usize::from(self.round) == ROUNDS,
            "there are three rounds",
        )?;
        holds(
            self.seat == self.seat_of(self.turn.into()) && usize::from(self.lap) == usize::from(self.turn) / players,
            "turn, lap and seat fit together",
        )?;
        holds(
            usize::from(self.lap) <= ITEM_LAPS,
            "the round ends when the Items are used up",
        )?;
        for (i, knight) in self.knights().enumerate() {
            let card = self.middle[knight.index()].card;
            holds(
                self.middle[..i].iter().all(|other| other.card != card) && usize::from(card) < self.deck.knights.len(),
                "no Knight is in the middle twice",
            )?;
            let claimed = self.claims[..players]
                .iter()
                .filter(|&&claim| claim == Some(knight))
                .count();
            holds(
                claimed == usize::from(!self.is_unclaimed(knight)),
                "a Knight is claimed once or not at all",
            )?;
            let top = self.played().iter().rposition(|play| play.knight() == Some(knight));
            holds(
                top == self.middle[knight.index()].top.map(usize::from),
                "the top Item is the last one played there",
            )?;
        }
        let everybody = self.claims[..players].iter().all(Option::is_some);
        holds(everybody == over, "the round is over when everybody has a Knight")?;
        for (turn, play) in self.played().iter().enumerate() {
            holds(play.known.contains(self.seat_of(turn)), "everybody knows the own plays")?;
        }
        for seat in Seat::all(players) {
            let rounds = 0..usize::from(self.round);
            let sum: i32 = rounds.map(|round| self.sheets(round)[seat.index()].total).sum();
            holds(sum == self.totals[seat.index()], "the total is the sum of the sheets")?;
        }
        self.audit_lineage()
    }

    /// There is chance as long as another round is to be dealt.
    fn dice(&self) -> Option<&Dice> {
        (usize::from(self.round) + 1 < ROUNDS).then_some(&self.dice)
    }
}
