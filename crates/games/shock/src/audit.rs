//! What the conformance suite checks after every move.

use roundtable_core::{Audit, Dice, holds};

use crate::cards::{CARDS, CardSet, KINDS, Suit};
use crate::deck::ChestCard;
use crate::state::{Phase, SEATS, Shock, Standing, hand_size};

impl Audit for Shock {
    /// Every Number card by its index, then every Chest card by its print.
    fn census(&self) -> Vec<u32> {
        let mut cards: Vec<u32> = Vec::new();
        let mut add = |set: CardSet| cards.extend(set.into_iter().map(|card| card.index() as u32));
        for player in self.at_table() {
            add(player.hand);
            add(player.up);
            add(player.down);
        }
        add(self.dungeon());
        add([self.trump].into_iter().collect());
        let code = |card: ChestCard| match card {
            ChestCard::Jewels { large, small } => CARDS as u32 + u32::from(large) * 8 + u32::from(small),
            ChestCard::Poison { kind } => CARDS as u32 + 64 + kind as u32,
        };
        cards.extend(self.chest.open().chain(self.chest.hidden()).map(code));
        cards
    }

    fn audit(&self) -> Result<(), String> {
        self.audit_players()?;
        self.audit_trick()?;
        self.audit_memory()?;
        let mut centre = [0; KINDS];
        for card in self.chest.open() {
            if let ChestCard::Poison { kind } = card {
                centre[kind as usize] += 1;
            }
        }
        holds(centre == self.centre, "the centre holds the revealed Poison cards")
    }

    fn dice(&self) -> Option<&Dice> {
        Some(&self.dice)
    }
}

impl Shock {
    fn audit_players(&self) -> Result<(), String> {
        let (mut seen, mut total) = (CardSet::NONE, 0);
        let (mut up, mut fronts) = (CardSet::NONE, 0);
        for player in self.at_table() {
            for cards in [player.hand, player.up, player.down] {
                seen = seen.and(cards);
                total += cards.len();
            }
            up = up.and(player.up);
            fronts += player.front.len();
            let dealt = player.hand.len() + player.up.len() + player.down.len();
            holds(dealt == hand_size(self.seat_count()), "a player was dealt a full hand")?;
            holds(
                player.covered.without(player.front).is_empty(),
                "what is covered lies in front",
            )?;
            let potions = player.covered.within(self.print.potions).len();
            holds(
                2 * potions == player.covered.len(),
                "each used Potion covers one Poison card",
            )?;
            let hidden = player.hand.and(player.down);
            let void = Suit::of_bits(player.voids).fold(CardSet::NONE, |set, suit| set.and(CardSet::suit(suit)));
            holds(
                !hidden.meets(void),
                "nobody holds a suit that they have shown not to hold",
            )?;
            holds(
                player.is_in() || player.on_top == 0,
                "who is out has nothing on the bag",
            )?;
        }
        seen.insert(self.trump);
        holds(seen.len() == total + 1, "no card is in two places")?;
        let in_play = CardSet::in_play(self.seat_count());
        holds(
            seen.without(in_play).is_empty(),
            "only cards of this number of players are in play",
        )?;
        let front = self
            .at_table()
            .iter()
            .fold(CardSet::NONE, |set, player| set.and(player.front));
        holds(front.len() == fronts, "no card lies in front of two players")?;
        holds(
            front.without(up.within(self.print.taken)).is_empty(),
            "only Poison and Potion cards that were played face-up lie in front of players",
        )?;
        for player in &self.players[self.seat_count()..] {
            holds(player.hand.is_empty(), "nobody sits on the empty seats")?;
        }
        let inside = self.at_table().iter().filter(|player| player.is_in()).count();
        holds(
            inside == usize::from(self.inside),
            "the players in the round are counted",
        )
    }

    fn audit_trick(&self) -> Result<(), String> {
        let (mut count, mut up) = (0, CardSet::NONE);
        for (seat, laid) in self.trick.cards.iter().enumerate() {
            let Some(laid) = laid else { continue };
            count += 1;
            if laid.face_up {
                up.insert(laid.card);
            }
            let player = &self.players[seat];
            let pile = if laid.face_up { player.up } else { player.down };
            holds(
                pile.contains(laid.card),
                "a card of the trick is among the cards its owner played",
            )?;
        }
        holds(
            count == self.trick.count && up == self.trick.up,
            "the cards of the trick are counted",
        )?;
        match self.phase {
            Phase::Turn { seat } => {
                holds(self.player(seat).is_in(), "who plays face-up is in the round")?;
                holds(!self.player(seat).hand.is_empty(), "who must play holds a card")
            }
            Phase::Down { seat } => {
                holds(
                    self.player(seat).standing != Standing::In,
                    "who plays face-down is out of the round",
                )?;
                holds(!self.player(seat).hand.is_empty(), "who must play holds a card")
            }
            Phase::MustCover { seat, .. } => {
                holds(self.coverable(seat).count() > 1, "there is a choice of what to cover")
            }
            Phase::MayCover { fresh, .. } => holds(!fresh.is_empty(), "there is a Potion to decide about"),
            Phase::Challenge { seat, .. } => {
                holds(self.player(seat).is_in(), "who opens the Chest is in the round")?;
                holds(self.chest.hidden().len() > 0, "the Chest has not run out")
            }
            Phase::Over => Ok(()),
        }
    }

    /// The remembered rounds must be consistent with each other and with the current one, card by card.
    fn audit_memory(&self) -> Result<(), String> {
        let rounds = self.memory.rounds();
        holds(
            rounds.len() < usize::from(self.round),
            "only rounds before this one are remembered",
        )?;
        for (i, past) in rounds.iter().enumerate() {
            let (mut seen, mut total) = (CardSet::NONE, 0);
            for seat in 0..SEATS {
                let (up, down, kept) = (past.up[seat], past.down[seat], past.kept[seat]);
                for cards in [up, down, kept] {
                    seen = seen.and(cards);
                    total += cards.len();
                }
                let next = rounds.get(i + 1).map_or_else(
                    || {
                        let player = &self.players[seat];
                        player.hand.and(player.up).and(player.down)
                    },
                    |next| next.kept[seat].and(next.up[seat]).and(next.down[seat]),
                );
                holds(
                    kept.without(next).is_empty(),
                    "who carried a card over held it in the next round",
                )?;
                for suit in Suit::of_bits(past.voids[seat]) {
                    holds(
                        !down.and(kept).meets(CardSet::suit(suit)),
                        "nobody held a suit that they had shown not to hold",
                    )?;
                }
            }
            seen.insert(past.trump);
            holds(seen.len() == total + 1, "no card was in two places")?;
        }
        holds(
            rounds.is_empty() || !self.options.simplified,
            "nothing is carried over in the simplified variant",
        )
    }
}
