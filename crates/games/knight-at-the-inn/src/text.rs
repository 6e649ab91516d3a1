//! Views and events as text for an 80-column terminal.

use roundtable_core::text::{Draw, Ink, Page};
use roundtable_core::{Eye, Seat};

use crate::deck::Kind;
use crate::event::{Event, TokenSeen};
use crate::view::{HouseholdSeen, InnSeen, Step, View};

/// The width of an inn between its walls.
const WIDTH: usize = 23;

/// The colours of the two households.
const COLOURS: [&str; 2] = ["Red", "Blue"];

impl Draw for View {
    fn draw(&self, page: &mut Page) {
        self.draw_prompt(page);
        // Every player sees their own castle at the far end; spectators look from seat 0's side.
        let near = self.eye.seat().unwrap_or(Seat::new(0));
        self.draw_castle(near, page);
        let turned = near.index() == 1;
        let order = |i: usize| if turned { i } else { 2 - i };
        let columns: Vec<usize> = (0..3).map(|i| if turned { 2 - i } else { i }).collect();
        let names = columns
            .iter()
            .map(|&column| format!("{:^1$}", ["a (0)", "b (1)", "c (2)"][column], WIDTH + 1));
        page.put(format!("    {}", names.collect::<String>()).trim_end()).line();
        for row in (0..3).map(order) {
            wall(page);
            let inns: Vec<&InnSeen> = columns.iter().map(|column| &self.inns[row * 3 + column]).collect();
            self.draw_row(row, &inns, page);
        }
        wall(page);
        self.draw_castle(near.other(), page);
        for household in [near, near.other()] {
            draw_pile(&self.households[household.index()], self.eye, page);
        }
        self.draw_legend(page);
    }
}

impl View {
    fn draw_prompt(&self, page: &mut Page) {
        page.ink(Ink::Strong, format_args!("Turn {}", self.turns + 1)).put(": ");
        if let Some(outcome) = &self.outcome {
            page.put("the game is over.").line().put(&outcome.reason().text).line();
        }
        if let Some(seat) = self.turn {
            page.seat(seat);
            page.put(match self.step {
                Step::First { placed: 0 } => " places the first of two tokens.",
                Step::First { .. } => " places the second token.",
                Step::Draw { must: true } => " must draw: the top token of the pile comes into play.",
                Step::Draw { must: false } => " may draw the top token, or keep it on the pile.",
                Step::Move { drawn: None } => " must move a token.",
                Step::Move { drawn: Some(_) } => " may move another token, or rest.",
                Step::Over => "",
            });
            page.line();
        }
        if self.repetition > 1 {
            let times = self.repetition;
            page.put(format_args!(
                "This position has come up {times} times; the fifth time ends the game."
            ))
            .line();
        }
        page.line();
    }

    fn draw_castle(&self, owner: Seat, page: &mut Page) {
        let household = &self.households[owner.index()];
        page.put("    ")
            .ink(Ink::Seat(owner), format_args!("{} castle", COLOURS[owner.index()]))
            .put(" of ");
        page.seat(owner).put(format_args!(
            ": {} home, worth {}",
            household.home.len(),
            household.home_value
        ));
        page.line();
    }

    fn draw_row(&self, row: usize, inns: &[&InnSeen], page: &mut Page) {
        let height = inns.iter().map(|inn| inn.tokens.len()).max().unwrap_or(0).max(2);
        page.put(format_args!("  {} |", row + 1));
        for inn in inns {
            let rooms = format!("{} rooms, {} free", inn.rooms, inn.free);
            page.put(" ")
                .ink(Ink::Strong, format_args!("{rooms:<0$}", WIDTH - 1))
                .put("|");
        }
        page.line();
        for depth in 0..height {
            page.put("    |");
            for inn in inns {
                match inn.tokens.iter().rev().nth(depth) {
                    Some(token) => {
                        let text = self.token(token, depth == 0);
                        page.put(" ")
                            .ink(Ink::Seat(token.seat), format_args!("{text:<0$}", WIDTH - 1));
                    }
                    None => {
                        page.put(" ".repeat(WIDTH));
                    }
                }
                page.put("|");
            }
            page.line();
        }
    }

    /// A token on top as `>R King 6`, a covered one as `(R King 6)`.
    fn token(&self, token: &TokenSeen, top: bool) -> String {
        let value = self.tokens[token.kind as usize].value;
        let name = format!("{} {} {value}", &COLOURS[token.seat.index()][..1], token.kind);
        if top { format!(">{name}") } else { format!("({name})") }
    }

    fn draw_legend(&self, page: &mut Page) {
        for line in self.tokens.chunks(3) {
            let kinds: Vec<String> = line
                .iter()
                .map(|printed| {
                    let arrows: Vec<&str> = printed.arrows.iter().map(|arrow| arrow.name()).collect();
                    let pushes = if printed.double.is_empty() { "" } else { ", pushes" };
                    let arrows = if arrows.len() == 8 {
                        "all ways".to_owned()
                    } else {
                        arrows.join(" ")
                    };
                    format!("{} {}: {arrows}{pushes}", printed.kind, printed.value)
                })
                .collect();
            page.ink(Ink::Faint, kinds.join("; ")).line();
        }
    }
}

fn wall(page: &mut Page) {
    page.put("    +");
    for _ in 0..3 {
        page.put("-".repeat(WIDTH)).put("+");
    }
    page.line();
}

fn draw_pile(household: &HouseholdSeen, eye: Eye, page: &mut Page) {
    let pile = &household.pile;
    page.seat(household.seat).put("'s pile: ");
    if pile.left.is_empty() {
        page.put("empty").line();
        return;
    }
    page.put(list(&pile.left)).line();
    if eye == Eye::All {
        page.put("  in order: ").put(short(&pile.known)).line();
    } else if !pile.known.is_empty() {
        page.put("  on top: ").ink(Ink::Strong, list(&pile.known)).line();
    } else if let Some(rooms) = pile.top_exceeds {
        page.put(format_args!("  the top token needs more than {rooms} rooms"))
            .line();
    }
}

/// Kinds with their counts: `Patrol, 2 Vanguard, King`.
fn list(kinds: &[Kind]) -> String {
    let runs = kinds.chunk_by(|a, b| a == b);
    let name = |run: &[Kind]| {
        if run.len() == 1 {
            run[0].to_string()
        } else {
            format!("{} {}", run.len(), run[0])
        }
    };
    runs.map(name).collect::<Vec<_>>().join(", ")
}

/// Kinds as single letters, for a pile whose whole order is known.
fn short(kinds: &[Kind]) -> String {
    kinds.iter().map(|kind| &kind.name()[..1]).collect::<Vec<_>>().join(" ")
}

impl Draw for Event {
    fn draw(&self, page: &mut Page) {
        match self {
            Self::FirstPlayer { seat, shown } => {
                for (owner, kinds) in Seat::all(2).zip(shown) {
                    page.seat(owner).put(format_args!(" shows {}. ", list(kinds)));
                }
                page.seat(*seat).put(" goes first.")
            }
            Self::Seen { seat, kinds } => page
                .seat(*seat)
                .put(format_args!(" looks at the own pile: {} on top.", list(kinds))),
            Self::Placed { seat, kind, inn } => page.seat(*seat).put(format_args!(" places the {kind} at {inn}.")),
            Self::Kept { seat } => page.seat(*seat).put(" does not draw."),
            Self::NoRoom { seat } => page
                .seat(*seat)
                .put(" has to draw, but the top token fits in no inn of the start row."),
            Self::Moved { seat, kind, from, to } => page
                .seat(*seat)
                .put(format_args!(" moves the {kind} from {from} to {to}.")),
            Self::WentHome { seat, kind, from } => page
                .seat(*seat)
                .put(format_args!(" brings the {kind} home from {from}.")),
            Self::Pushed {
                seat,
                from,
                into,
                onto,
                tokens,
            } => {
                let name = |token: &TokenSeen| format!("{} {}", COLOURS[token.seat.index()], token.kind);
                let tokens = tokens.iter().map(name).collect::<Vec<_>>().join(", ");
                page.seat(*seat).put(format_args!(
                    "'s King pushes from {from} into {into}: {tokens} onto {onto}."
                ))
            }
            Self::Rested { seat } => page.seat(*seat).put(" rests."),
            Self::Forfeited { seat } => page
                .seat(*seat)
                .put(" can neither draw nor move and forfeits the turn."),
            Self::Repeated { count } => page.put(format_args!("This position stands here for time {count} of 5.")),
            Self::Over { outcome } => page.put(&outcome.reason().text),
        };
    }
}
