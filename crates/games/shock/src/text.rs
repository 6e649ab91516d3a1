//! Views and events as text for an 80-column terminal.

use roundtable_core::text::{Draw, Ink, Page};

use crate::cards::{Card, CardSet, Suit};
use crate::deck::ChestCard;
use crate::event::{CardSeen, CardsSeen, Event, RoundEnd};
use crate::score::Jewels;
use crate::view::{LaidSeen, PlayerSeen, PoisonCount, StandingSeen, Step, View};

impl Draw for View {
    fn draw(&self, page: &mut Page) {
        self.draw_prompt(page);
        self.draw_middle(page);
        self.draw_trick(page);
        page.line();
        for player in &self.players {
            self.draw_player(player, page);
        }
        self.draw_legend(page);
    }
}

impl View {
    fn draw_prompt(&self, page: &mut Page) {
        page.ink(Ink::Strong, format_args!("Round {} of 5", self.round))
            .put(": ");
        if let Some(outcome) = &self.outcome {
            page.put("the game is over. ").put(&outcome.reason().text);
        }
        if let Some(seat) = self.turn {
            page.seat(seat);
            match self.step {
                Step::Turn => page.put(" plays a card or withdraws."),
                Step::Down => page.put(" is out of the round and plays a card face-down."),
                Step::MustCover { .. } => page.put(" must use a kept Potion: which Poison card does it cover?"),
                Step::MayCover { .. } => page.put(" may use the new Potion, or keep it."),
                Step::Challenge { more } => {
                    page.put(format_args!(" may reveal another Chest card ({more} more at most)."))
                }
                Step::Over => page,
            };
        }
        page.line().line();
    }

    fn draw_middle(&self, page: &mut Page) {
        page.put("Trump: ")
            .ink(Ink::Strong, self.trump.suit())
            .put(format_args!(" (the {})", self.trump));
        page.put(format_args!(". Dungeon deck: {} cards.", self.dungeon.count()))
            .line();
        page.put(format_args!("Centre: {}.", poison_list(&self.centre, "no poison")))
            .line();
        let poison: Vec<&ChestCard> = self.chest.left.iter().filter(|card| is_poison(card)).collect();
        let jewels = self.chest.left.len() - poison.len();
        page.put(format_args!(
            "Chest: {} cards, {jewels} with jewels, {} with poison",
            self.chest.left.len(),
            poison.len()
        ));
        if !poison.is_empty() {
            let kinds: Vec<String> = poison
                .chunk_by(|a, b| a == b)
                .map(|run| format!("{} {}", run.len(), run[0]))
                .collect();
            page.put(format_args!(" ({})", kinds.join(", ")));
        }
        page.line();
        if let Some(order) = &self.chest.order {
            let order: Vec<String> = order.iter().map(ToString::to_string).collect();
            page.words("Chest order: ", &order);
        }
        if let CardsSeen::Known { cards } = self.dungeon {
            page.words("Dungeon deck: ", &names(cards));
        }
        let mut discard = names(self.discard.face_up);
        if self.discard.face_down > 0 {
            discard.push(format!("and {} face-down", self.discard.face_down));
        }
        if discard.is_empty() {
            discard.push("none".to_owned());
        }
        page.words("Discarded: ", &discard);
    }

    fn draw_trick(&self, page: &mut Page) {
        page.line().ink(Ink::Strong, "Trick");
        if let Some(lead) = self.trick.lead {
            page.put(format_args!(" in {lead}"));
        }
        if self.trick.cards.is_empty() {
            page.put(", led by ").seat(self.trick.first).put(": no card yet").line();
            return;
        }
        if !self.trick.won {
            page.put(format_args!(", {} on its cards", jewel_count(self.trick.jewels.into())));
        }
        page.put(":").line();
        for laid in &self.trick.cards {
            page.put("  ").seat(laid.seat).put(": ").put(laid_name(laid));
            if laid.jewels > 0 && self.trick.jewels > 0 {
                page.put(format_args!(", {}", jewel_count(laid.jewels.into())));
            }
            if self.trick.best == Some(laid.seat) {
                page.ink(Ink::Strong, if self.trick.won { " - wins" } else { " - best so far" });
            }
            page.line();
        }
    }

    fn draw_player(&self, player: &PlayerSeen, page: &mut Page) {
        let mark = if self.turn == Some(player.seat) { "> " } else { "  " };
        page.put(mark).seat(player.seat).put(match player.standing {
            StandingSeen::In => ", in the round",
            StandingSeen::Withdrawn => ", withdrawn",
            StandingSeen::Shocked => ", in shock",
        });
        page.line()
            .put("    Bag: ")
            .ink(Ink::Strong, player.inside.value)
            .put(bag(&player.inside));
        page.put("; on it: ")
            .ink(Ink::Strong, player.on_top.value)
            .put(bag(&player.on_top))
            .line();
        let mut parts = Vec::new();
        if !player.poison.is_empty() {
            let cards = player.poison.iter().map(|poison| {
                let covered = if poison.covered { ", covered" } else { "" };
                format!("{} ({}{covered})", poison.card, poison.kind)
            });
            parts.push(format!("Poison {}", cards.collect::<Vec<_>>().join(", ")));
        }
        if !player.potions.is_empty() {
            parts.push(format!("Potion {}", player.potions));
        }
        if !player.poisoned.is_empty() {
            parts.push(format!("poisoned by {}", poison_list(&player.poisoned, "")));
        }
        if !player.voids.is_empty() {
            let suits: Vec<&str> = player.voids.iter().map(|suit| suit.name()).collect();
            parts.push(format!("no {}", suits.join(", ")));
        }
        for part in parts {
            page.put("    ").put(part).line();
        }
        match player.hand {
            CardsSeen::Known { cards } => page.words("    Hand: ", &by_suit(cards)),
            CardsSeen::Hidden { count } => page.put(format_args!("    Hand: {count} cards")).line(),
        };
        match player.down {
            CardsSeen::Known { cards } if !cards.is_empty() => {
                page.words("    Face-down: ", &names(cards));
            }
            CardsSeen::Hidden { count } if count > 0 => {
                page.put(format_args!("    Face-down: {count} cards")).line();
            }
            CardsSeen::Known { .. } | CardsSeen::Hidden { .. } => {}
        }
    }

    fn draw_legend(&self, page: &mut Page) {
        page.ink(
            Ink::Faint,
            format_args!(
                "Poison cards: {}. Potions: {}.",
                self.all_poison_cards(),
                self.potion_cards
            ),
        )
        .line();
        let mut icons = Vec::new();
        for suit in Suit::ALL {
            let cards = self.icons.within(CardSet::suit(suit)).into_iter();
            let numbers: Vec<String> = cards.map(|card| card.number().to_string()).collect();
            icons.push(format!("{} {}", suit.letter(), numbers.join(" ")));
        }
        page.ink(Ink::Faint, format_args!("Jewel icons: {}", icons.join("; ")))
            .line();
    }
}

const fn is_poison(card: &ChestCard) -> bool {
    matches!(card, ChestCard::Poison { .. })
}

fn names(cards: CardSet) -> Vec<String> {
    cards.into_iter().map(|card: Card| card.to_string()).collect()
}

/// Cards suit by suit, as a player holds them.
fn by_suit(cards: CardSet) -> Vec<String> {
    Suit::ALL
        .into_iter()
        .flat_map(|suit| names(cards.within(CardSet::suit(suit))))
        .collect()
}

fn laid_name(laid: &LaidSeen) -> String {
    match (laid.card, laid.face_up) {
        (CardSeen::Known { card }, true) => card.to_string(),
        (CardSeen::Known { card }, false) => format!("face-down ({card})"),
        (CardSeen::Hidden, _) => "face-down".to_owned(),
    }
}

fn jewel_count(count: u16) -> String {
    if count == 1 {
        "1 jewel".to_owned()
    } else {
        format!("{count} jewels")
    }
}

/// ` (1 golden, 1 red, 2 clear)`, or nothing for an empty bag.
fn bag(jewels: &Jewels) -> String {
    let colours = [(jewels.golden, "golden"), (jewels.red, "red"), (jewels.clear, "clear")];
    let parts: Vec<String> = colours
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, colour)| format!("{count} {colour}"))
        .collect();
    if parts.is_empty() {
        String::new()
    } else {
        format!(" ({})", parts.join(", "))
    }
}

fn poison_list(poison: &[PoisonCount], none: &str) -> String {
    if poison.is_empty() {
        return none.to_owned();
    }
    let parts = poison.iter().map(|poison| match poison.count {
        1 => poison.kind.to_string(),
        count => format!("{} x{count}", poison.kind),
    });
    parts.collect::<Vec<_>>().join(", ")
}

impl Draw for Event {
    fn draw(&self, page: &mut Page) {
        match self {
            Self::RoundBegan { round, trump, leader } => {
                page.put(format_args!(
                    "Round {round} begins. The {trump} makes {} trump. ",
                    trump.suit()
                ));
                page.seat(*leader).put(" leads.")
            }
            Self::Dealt { seat, cards } => match cards {
                CardsSeen::Known { cards } => page
                    .seat(*seat)
                    .put(format_args!(" is dealt {}.", by_suit(*cards).join(" "))),
                CardsSeen::Hidden { count } => page.seat(*seat).put(format_args!(" is dealt {count} cards.")),
            },
            Self::Played { seat, card, jewels } => {
                page.seat(*seat).put(format_args!(" plays {card}"));
                if *jewels > 0 {
                    page.put(format_args!(" with {}", jewel_count((*jewels).into())));
                }
                page.put(".")
            }
            Self::Withdrew { seat, banked } => page
                .seat(*seat)
                .put(format_args!(" withdraws with {}.", jewel_count(*banked))),
            Self::PlayedDown { seat, card, jewels } => {
                page.seat(*seat);
                match card {
                    CardSeen::Known { card } => page.put(format_args!(" plays {card} face-down")),
                    CardSeen::Hidden => page.put(" plays a card face-down"),
                };
                page.put(format_args!(" with {}.", jewel_count((*jewels).into())))
            }
            Self::TrickWon { seat, jewels, taken } => {
                page.seat(*seat)
                    .put(format_args!(" wins the trick and {}", jewel_count((*jewels).into())));
                if !taken.is_empty() {
                    page.put(format_args!(", and takes {}", names(*taken).join(", ")));
                }
                page.put(".")
            }
            Self::Covered {
                seat,
                potion,
                poison,
                kind,
            } => page
                .seat(*seat)
                .put(format_args!(" covers the {poison} ({kind}) with the Potion {potion}.")),
            Self::Kept { seat, potion } => page.seat(*seat).put(format_args!(" keeps the Potion {potion}.")),
            Self::Revealed {
                seat,
                card,
                jewels,
                others,
            } => {
                page.seat(*seat).put(" opens the Chest: ");
                if let ChestCard::Poison { kind } = card {
                    page.put(format_args!("{kind} poison for everybody, "));
                }
                page.put(jewel_count((*jewels).into()));
                if *others > 0 {
                    page.put(format_args!(", and {others} for each other player in the round"));
                }
                page.put(".")
            }
            Self::Stopped { seat } => page.seat(*seat).put(" closes the Chest."),
            Self::Shocked { seat, lost } => page
                .seat(*seat)
                .put(format_args!(" suffers a shock and loses {}.", jewel_count(*lost))),
            Self::RoundEnded { round, reason, banked } => {
                page.put(format_args!("Round {round} ends: "));
                page.put(match reason {
                    RoundEnd::HandsEmpty => "all cards are played.",
                    RoundEnd::AllWithdrew => "the last player has withdrawn, and nobody wins the trick.",
                    RoundEnd::NobodyIn => "nobody is left in it.",
                    RoundEnd::OneLeft => "only one player is left in it.",
                });
                for bag in banked {
                    page.put(" ")
                        .seat(bag.seat)
                        .put(format_args!(" banks {}.", jewel_count(bag.jewels)));
                }
                page
            }
            Self::Over { outcome } => page.put(&outcome.reason().text),
        };
    }
}
