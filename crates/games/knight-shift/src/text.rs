//! Views and events as text for an 80-column terminal.

use roundtable_core::text::{Draw, Ink, Page};
use roundtable_core::{Eye, Seat};

use crate::event::Event;
use crate::items::{Item, Kind};
use crate::view::{
    CardSeen, CardsSeen, EquippedSeen, ItemPrint, KnightPrint, KnightSeen, LaidSeen, RoundSeen, SheetSeen, SquireSeen,
    Step, View,
};

impl Draw for View {
    fn draw(&self, page: &mut Page) {
        self.draw_prompt(page);
        for knight in &self.knights {
            draw_knight(knight, page);
        }
        page.line();
        for squire in &self.squires {
            self.draw_squire(squire, page);
        }
        draw_cards("Draw pile", &self.draw_pile, page);
        draw_wrapped(
            "Discards: ",
            self.discards.iter().map(|discard| discard.item.to_string()).collect(),
            page,
        );
        if self.eye == Eye::All {
            draw_aside(&self.aside, page);
        }
        for round in &self.rounds {
            page.line();
            draw_round(round, page);
        }
        page.line();
        self.draw_legend(page);
    }
}

impl View {
    fn draw_prompt(&self, page: &mut Page) {
        page.ink(Ink::Strong, format_args!("Round {}, lap {}", self.round, self.lap))
            .put(": ");
        if let Some(outcome) = &self.outcome {
            page.put("the game is over.").line().put(&outcome.reason().text).line();
        }
        if let Some(seat) = self.turn {
            page.seat(seat);
            match self.step {
                Step::Turn if self.squires.len() == 2 => page.put(" plays an Item, or claims a Knight."),
                Step::Turn => page.put(" plays an Item, peeks, or claims a Knight."),
                Step::Show { peeked } => {
                    page.put(format_args!(" peeked at Knight {peeked} and plays an Item face-up."))
                }
                Step::Over => page,
            };
            page.line();
        }
        page.line();
    }

    fn draw_squire(&self, squire: &SquireSeen, page: &mut Page) {
        page.seat(squire.seat);
        if squire.seat == self.head {
            page.put(" (Head Squire)");
        }
        page.put(format_args!(": {} points", squire.total));
        match squire.knight {
            Some(knight) => page.put(format_args!(", has Knight {knight}")),
            None => page.put(", has no Knight yet"),
        };
        page.line();
        draw_cards("  hand", &squire.hand, page);
    }

    fn draw_legend(&self, page: &mut Page) {
        let value = |print: &ItemPrint| {
            let points = print.points?;
            let partner = print
                .pairs_with
                .map_or(String::new(), |partner| format!(" (with {partner})"));
            Some(format!("{} {points}{partner}", print.item))
        };
        let values: Vec<String> = self.items.iter().filter_map(value).collect();
        draw_wrapped("Points: ", values, page);
        let set: Vec<String> = self.companions.iter().map(u8::to_string).collect();
        page.ink(
            Ink::Faint,
            format_args!(
                "Companions: {} in all. Feast: 6 and 3. A hated card: -5.",
                set.join("/")
            ),
        )
        .line();
    }
}

fn draw_knight(knight: &KnightSeen, page: &mut Page) {
    let KnightPrint {
        name,
        title,
        likes,
        bonus,
        dislikes,
    } = &knight.print;
    page.ink(Ink::Strong, format_args!("{} {name}", knight.knight))
        .put(format_args!(", {title}"))
        .line();
    page.put(format_args!("    likes {} (+{bonus})", kinds(likes)));
    if !dislikes.is_empty() {
        page.put(format_args!("; hates {}", kinds(dislikes)));
    }
    page.line();
    if let Some(seat) = knight.claimed_by {
        page.put("    claimed by ").seat(seat).line();
    }
    let laid: Vec<String> = knight.equipment.iter().map(|laid| self::laid(laid, page)).collect();
    draw_wrapped("    has ", laid, page);
}

/// An Item as it lies: `axe (up)`, `down by Seat 1`, `[axe] down by Seat 1`.
fn laid(laid: &LaidSeen, page: &Page) -> String {
    let by = laid.by.map_or(String::new(), |seat| format!(" by {}", page.name(seat)));
    match (laid.card, laid.face_up) {
        (CardSeen::Known { item }, true) => format!("{item} up{by}"),
        (CardSeen::Known { item }, false) => format!("[{item}] down{by}"),
        (CardSeen::Hidden, _) => format!("[?] down{by}"),
    }
}

fn kinds(kinds: &[Kind]) -> String {
    kinds.iter().map(|kind| kind.word()).collect::<Vec<_>>().join(" + ")
}

fn draw_cards(what: &str, cards: &CardsSeen, page: &mut Page) {
    match cards {
        CardsSeen::Known { items } => {
            draw_wrapped(&format!("{what}: "), items.iter().map(Item::to_string).collect(), page);
        }
        CardsSeen::Hidden { count: 1 } => drop(page.put(format_args!("{what}: 1 Item")).line()),
        CardsSeen::Hidden { count } => drop(page.put(format_args!("{what}: {count} Items")).line()),
    }
}

/// The cards that are out of the round, as counts: there are many, in no order.
fn draw_aside(aside: &CardsSeen, page: &mut Page) {
    if let CardsSeen::Known { items } = aside {
        let runs = items.chunk_by(|a, b| a == b);
        let words: Vec<String> = runs.map(|run| format!("{} {}", run.len(), run[0])).collect();
        draw_wrapped("Set aside: ", words, page);
    }
}

/// Words separated by commas, on as many lines as they need.
fn draw_wrapped(head: &str, mut words: Vec<String>, page: &mut Page) {
    match words.split_last_mut() {
        Some((_, others)) => others.iter_mut().for_each(|word| word.push(',')),
        None => words.push("none".to_owned()),
    }
    page.words(head, &words);
}

fn draw_round(round: &RoundSeen, page: &mut Page) {
    page.ink(Ink::Strong, format_args!("Round {}", round.round)).line();
    page.put("                      Booze  likes dislikes   food paired   else  total")
        .line();
    for squire in &round.squires {
        let sheet = &squire.sheet;
        let name: String = page.name(sheet.seat).chars().take(20).collect();
        page.put("  ").ink(Ink::Seat(sheet.seat), format_args!("{name:<20}"));
        page.put(format_args!(
            "{:>5} {:>6} {:>8} {:>6} {:>6} {:>6} {:>6}",
            if sheet.too_much_booze { "yes" } else { "no" },
            sheet.likes,
            sheet.dislikes,
            sheet.food,
            sheet.paired,
            sheet.everything_else,
            sheet.total
        ))
        .line();
        page.put(format_args!("    with {}", squire.knight.name)).line();
        draw_wrapped("      ", reckoning(sheet), page);
    }
    page.put(format_args!("  Left over: {}", round.leftover.knight.name))
        .line();
    let items: Vec<String> = round.leftover.equipment.iter().map(ToString::to_string).collect();
    draw_wrapped("      ", items, page);
}

/// The cards behind a sheet, in words.
fn reckoning(sheet: &SheetSeen) -> Vec<String> {
    let mut words = Vec::new();
    if sheet.too_much_booze && sheet.poured_away == 0 {
        words.push("passed out".to_owned());
    }
    if sheet.poured_away > 0 {
        words.push(format!("{} Booze poured away", sheet.poured_away));
    }
    let list = |items: &[Item]| items.iter().map(|item| item.word()).collect::<Vec<_>>().join(" ");
    words.extend(sheet.sets.iter().map(|set| format!("set of {}", list(set))));
    words.extend(sheet.hated.iter().map(|item| format!("hated {item}")));
    if sheet.feast > 0 {
        words.push(format!("feast of {}", sheet.feast));
    }
    words.extend(sheet.pairs.iter().map(|pair| format!("pair of {}", kinds(pair))));
    if sheet.companions > 0 {
        words.push(format!("{} companions", sheet.companions));
    }
    words.extend(sheet.loose.iter().map(Item::to_string));
    words
}

/// Items in a sentence.
fn items(items: &[Item]) -> String {
    if items.is_empty() {
        return "nothing".to_owned();
    }
    items.iter().map(|item| item.word()).collect::<Vec<_>>().join(", ")
}

fn card(card: CardSeen) -> String {
    match card {
        CardSeen::Known { item } => item.to_string(),
        CardSeen::Hidden => "an Item".to_owned(),
    }
}

impl Draw for Event {
    fn draw(&self, page: &mut Page) {
        match self {
            Self::RoundBegan {
                round,
                head,
                knights,
                seeds,
            } => {
                page.put(format_args!("Round {round}: "))
                    .seat(*head)
                    .put(" is Head Squire. In the middle: ");
                let knights = knights.iter().zip(seeds).enumerate();
                let knights: Vec<String> = knights
                    .map(|(i, (knight, seed))| format!("{i} {} ({seed})", knight.name))
                    .collect();
                page.put(knights.join(", ")).put(".")
            }
            Self::Hand { seat, items } => page.seat(*seat).put(format_args!(" holds {}.", self::items(items))),
            Self::Drew { seat, card } => page.seat(*seat).put(format_args!(" draws {}.", self::card(*card))),
            Self::Played {
                seat,
                knight,
                card,
                face_up,
            } => page.seat(*seat).put(format_args!(
                " plays {} face-{} on Knight {knight}.",
                self::card(*card),
                if *face_up { "up" } else { "down" }
            )),
            Self::Peeked { seat, knight, card } => {
                page.seat(*seat)
                    .put(format_args!(" looks at the top Item of Knight {knight}"));
                match card {
                    CardSeen::Known { item } => page.put(format_args!(": {item}.")),
                    CardSeen::Hidden => page.put("."),
                }
            }
            Self::Claimed { seat, knight, discard } => {
                page.seat(*seat).put(format_args!(" claims Knight {knight}"));
                match discard {
                    Some(item) => page.put(format_args!(" and discards {item}.")),
                    None => page.put("."),
                }
            }
            Self::Passed { seat } => page.seat(*seat).put(" has no Item and passes."),
            Self::HandsPassed => page.put("All hands go one seat to the left."),
            Self::Revealed {
                knights,
                hands,
                draw_pile,
            } => draw_revealed(knights, hands, draw_pile, page),
            Self::Scored { round, sheets, totals } => {
                page.put(format_args!("Round {round} scores: "));
                for (i, (sheet, total)) in sheets.iter().zip(totals).enumerate() {
                    page.put(if i > 0 { ", " } else { "" }).seat(sheet.seat);
                    page.put(format_args!(" {} (in all {total})", sheet.total));
                }
                page.put(".")
            }
            Self::Over { outcome } => page.put(&outcome.reason().text),
        };
    }
}

fn draw_revealed<'a>(
    knights: &[EquippedSeen],
    hands: &[Vec<Item>],
    draw_pile: &[Item],
    page: &'a mut Page,
) -> &'a mut Page {
    page.put("Everything is shown. ");
    for equipped in knights {
        page.put(format_args!(
            "Knight {} has {}",
            equipped.knight,
            items(&equipped.items)
        ));
        match equipped.claimed_by {
            Some(seat) => page.put(", for ").seat(seat).put(". "),
            None => page.put(", for nobody. "),
        };
    }
    for (seat, hand) in Seat::all(hands.len()).zip(hands) {
        page.seat(seat).put(format_args!(" held {}. ", items(hand)));
    }
    page.put(format_args!("Left in the draw pile: {}.", items(draw_pile)))
}
