//! Views and events as text for an 80-column terminal.

use roundtable_core::Seats;
use roundtable_core::text::{Draw, Ink, Page};

use crate::cards::{Card, Counts};
use crate::event::{CardSeen, CardsSeen, Event, RoleSeen};
use crate::moves::Place;
use crate::roles::How;
use crate::view::{KnownRole, LaidSeen, PlayerSeen, RoleCardSeen, Step, View};

impl Draw for View {
    fn draw(&self, page: &mut Page) {
        page.ink(Ink::Strong, format_args!("Round {}", self.round));
        let mode = match (self.easy, self.hard) {
            (false, false) => "",
            (true, false) => " (easy)",
            (false, true) => " (hard)",
            (true, true) => " (easy and hard)",
        };
        page.put(mode).put(". Dealer: ").seat(self.dealer).put(". ");
        match (self.step, self.turn) {
            (Step::Play, Some(seat)) => page.seat(seat).put(" plays a card."),
            (Step::Intel { left, .. }, Some(seat)) => page.seat(seat).put(format_args!(" has {left} Intel to use.")),
            (Step::Hit { .. }, Some(seat)) => page.seat(seat).put(" has the Hit."),
            (Step::Talk, Some(seat)) => page.put("Money Talks: ").seat(seat).put("."),
            (Step::Over, _) | (_, None) => page.put("The game is over."),
        };
        page.line();
        if let Step::Intel { money, .. } | Step::Hit { money } = self.step {
            page.put(format_args!("Money in the stack after Crime: {money}")).line();
        }
        for player in &self.players {
            self.draw_player(player, page);
        }
        page.put("  Boss: ").put(role_text(&self.boss)).line();
        if let Some(role) = self.undealt {
            page.put(format_args!("  Not dealt: {role}")).line();
        }
        page.put(format_args!("Deck: {} cards", self.deck.left));
        if self.deck.before_shuffle > 0 {
            page.put(format_args!(
                "; {} of this round were dealt before the shuffle",
                self.deck.before_shuffle
            ));
        }
        page.line();
        page.words("Discarded: ", &counts_words(self.discard));
        if let Some(order) = &self.deck.order {
            let names: Vec<String> = order.iter().map(ToString::to_string).collect();
            page.words("Order: ", &names);
        }
        page.ink(
            Ink::Faint,
            format_args!(
                "A look costs {}, healing {}, the Hit {}. A fall takes {} wounds.",
                self.prices.look, self.prices.heal, self.prices.hit, self.prices.fall
            ),
        )
        .line();
        if let Some(outcome) = &self.outcome {
            let words: Vec<String> = outcome.reason().text.split(' ').map(ToOwned::to_owned).collect();
            page.words("", &words);
        }
    }
}

impl View {
    fn draw_player(&self, player: &PlayerSeen, page: &mut Page) {
        let mark = if self.turn == Some(player.seat) { "> " } else { "  " };
        page.put(mark).seat(player.seat).put(": ").put(role_text(&player.role));
        page.line()
            .put("      Wounds ")
            .ink(Ink::Strong, player.wounds)
            .put(", Money ")
            .ink(Ink::Strong, player.bank);
        if player.hit {
            page.put(", the Hit");
        }
        match player.hand {
            CardsSeen::Known { cards } => {
                page.put("; hand: ").put(counts_words(cards).join(" "));
            }
            CardsSeen::Hidden { count } => {
                page.put(format_args!("; {count} in hand"));
            }
        }
        page.line();
        if !player.stack.is_empty() {
            let laid: Vec<String> = player.stack.iter().map(laid_text).collect();
            page.words("      Stack: ", &laid);
        }
        if let Some(cards) = player.revealed {
            page.words("      Turned up: ", &counts_words(cards));
        }
    }
}

/// `gun (0)`, `face-down (3)`, and for the player who laid it `face-down armor (3)`.
fn laid_text(laid: &LaidSeen) -> String {
    let seat = laid.seat;
    match (laid.card, laid.face_up) {
        (CardSeen::Known { card }, true) => format!("{card} ({seat})"),
        (CardSeen::Known { card }, false) => format!("face-down {card} ({seat})"),
        (CardSeen::Hidden, _) => format!("face-down ({seat})"),
    }
}

fn how_text(how: How) -> &'static str {
    match how {
        How::Own => "own",
        How::Neighbour => "neighbour",
        How::Wound => "seen at a wound",
        How::Intel => "seen by Intel",
        How::Paid => "seen for Money",
        How::Mole => "taken by the Mole",
    }
}

fn role_text(card: &RoleCardSeen) -> String {
    let known = match card.known {
        KnownRole::Known { role, how } => format!("{role} ({})", how_text(how)),
        KnownRole::Open { role } => role.to_string(),
        KnownRole::Unknown => "unknown role".to_owned(),
    };
    if card.seen_by == Seats::NONE {
        return known;
    }
    let seats: Vec<String> = card.seen_by.iter().map(|seat| seat.to_string()).collect();
    format!("{known}, seen by {}", seats.join(" "))
}

/// `gun x3`, `money`; `none` if there are no cards.
fn counts_words(cards: Counts) -> Vec<String> {
    let mut words = Vec::new();
    for card in Card::ALL {
        match cards.of(card) {
            0 => {}
            1 => words.push(card.to_string()),
            count => words.push(format!("{card} x{count}")),
        }
    }
    if words.is_empty() {
        words.push("none".to_owned());
    }
    let last = words.len() - 1;
    words[..last].iter_mut().for_each(|word| word.push(','));
    words
}

fn put_place(at: Place, page: &mut Page) {
    match at {
        Place::Seat(seat) => page.put("the role of ").seat(seat),
        Place::Boss => page.put("the boss"),
    };
}

fn put_role(role: RoleSeen, page: &mut Page) {
    match role {
        RoleSeen::Known { role } => page.put(format_args!(": a {role}.")),
        RoleSeen::Hidden => page.put("."),
    };
}

fn plural(count: u8, one: &str, many: &str) -> String {
    if count == 1 {
        format!("1 {one}")
    } else {
        format!("{count} {many}")
    }
}

impl Draw for Event {
    fn draw(&self, page: &mut Page) {
        match self {
            Self::Looked { seat, at, how, role } => {
                page.seat(*seat).put(" looks at ");
                match how {
                    How::Own | How::Mole => {
                        page.put("the own role");
                    }
                    How::Neighbour | How::Intel | How::Paid => put_place(*at, page),
                    How::Wound => {
                        put_place(*at, page);
                        page.put(", who is wounded for the first time");
                    }
                }
                put_role(*role, page);
            }
            Self::RoundBegan { round, dealer } => {
                page.put(format_args!("Round {round}. ")).seat(*dealer).put(" deals.");
            }
            Self::Dealt { seat, cards } => {
                page.seat(*seat).put(" is dealt ");
                match cards {
                    CardsSeen::Known { cards } => page.put(counts_words(*cards).join(" ")).put("."),
                    CardsSeen::Hidden { count: 1 } => page.put("1 card."),
                    CardsSeen::Hidden { count } => page.put(format_args!("{count} cards.")),
                };
            }
            Self::Shuffled { cards } => {
                page.put(format_args!("The {cards} discards are shuffled into a new deck."));
            }
            Self::Played {
                seat,
                target,
                face_up,
                card,
            } => {
                page.seat(*seat);
                match card {
                    CardSeen::Known { card } => page.put(format_args!(" plays {} on ", card.name())),
                    CardSeen::Hidden => page.put(" plays a card on "),
                };
                page.seat(*target).put(if *face_up { "." } else { ", face-down." });
            }
            Self::Revealed { seat, cards } => {
                page.put("The stack of ")
                    .seat(*seat)
                    .put(format_args!(": {}.", counts_words(*cards).join(" ")));
            }
            Self::Wounded { seat, wounds, total } => {
                page.seat(*seat).put(format_args!(
                    " takes {} and has {total}.",
                    plural(*wounds, "wound", "wounds")
                ));
            }
            Self::Robbed { seat, stack, bank } => {
                page.seat(*seat)
                    .put(format_args!(" loses {} Money to Crime.", stack + bank));
            }
            Self::Swapped { seat, role } => {
                page.put("The Mole: the role of ")
                    .seat(*seat)
                    .put(" and the boss change places");
                match role {
                    RoleSeen::Known { role } => page.put(format_args!("; the new role is a {role}.")),
                    RoleSeen::Hidden => page.put("."),
                };
            }
            Self::Declined { seat } => {
                page.seat(*seat).put(" does not use the Intel.");
            }
            Self::HitUsed { seat, target, paid } => {
                page.seat(*seat)
                    .put(format_args!(" pays {paid} Money and uses the Hit on "))
                    .seat(*target)
                    .put(".");
            }
            Self::HitBanked { seat } => {
                page.seat(*seat).put(" banks the Hit.");
            }
            Self::Banked { seat, money } => {
                page.seat(*seat).put(format_args!(" banks {money} Money."));
            }
            Self::Spent { seat, money } => {
                page.seat(*seat).put(format_args!(" spends {money} Money."));
            }
            Self::Healed { seat, target, total } => {
                page.seat(*seat)
                    .put(" heals a wound of ")
                    .seat(*target)
                    .put(format_args!(", who has {total} left."));
            }
            Self::Finished { seat } => {
                page.seat(*seat).put(" spends no more.");
            }
            Self::Over { outcome, boss, .. } => {
                page.put(format_args!("The boss is a {boss}. {}", outcome.reason().text));
            }
        }
    }
}
