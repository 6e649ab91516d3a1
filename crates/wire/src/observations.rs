//! The tables of observations in docs/PYTHON.md.

use std::fmt::Write as _;
use std::ops::Range;

use roundtable_catalog::{GameId, with_game};
use roundtable_core::observe::{Block, Layout, Observe};
use roundtable_core::{Dice, Setting, Silent};

const BEGIN: &str = "<!-- written by `cargo xtask wire` -->\n";
const END: &str = "<!-- until here -->\n";

/// The document with current tables.
pub(crate) fn put_into(document: &str) -> String {
    let (before, rest) = document.split_once(BEGIN).unwrap_or((document, ""));
    let (_, after) = rest.split_once(END).unwrap_or(("", rest));
    let tables: String = GameId::HOUSE
        .into_iter()
        .map(|game| with_game!(game, G => section::<G>()))
        .collect();
    format!("{before}{BEGIN}{tables}\n{END}{after}")
}

fn layout<G: Observe>(players: usize) -> Layout {
    let setting = Setting::<G>::standard(players, G::Options::default());
    let position = setting.deal(Dice::from_seed(0), &mut Silent).expect("a game");
    Layout::of(&position)
}

fn section<G: Observe>() -> String {
    let (least, most) = (G::INFO.min_players, G::INFO.max_players);
    let largest = layout::<G>(most);
    let mut text = format!("\n### {}: `{}`\n\n", G::INFO.name, largest.name);
    let sizes: Vec<String> = (least..=most)
        .map(|players| format!("{} with {players}", layout::<G>(players).len()))
        .collect();
    let _ = writeln!(
        text,
        "Numbers: {} players. The table is that for {most}.\n",
        sizes.join(", ")
    );
    text += "| index | name | range | meaning |\n|---|---|---|---|\n";
    let mut at = 0;
    while at < largest.blocks.len() {
        at += write_part(&largest.blocks[at..], &mut text);
    }
    text
}

/// Writes the next part: a single field, or everything about several things of the same name. Returns how many fields
/// it was.
fn write_part(blocks: &[Block], text: &mut String) -> usize {
    let of = |block: &Block| (block.part, block.number);
    let first = blocks.iter().take_while(|block| of(block) == of(&blocks[0])).count();
    let alike = |range: Range<usize>| {
        let shape = |block: &Block| (block.part, block.field.name, block.field.len, block.field.most);
        let part = blocks.get(range);
        part.is_some_and(|part| part.iter().map(shape).eq(blocks[..first].iter().map(shape)))
    };
    let things = (1..)
        .take_while(|times| alike(times * first..(times + 1) * first))
        .count()
        + 1;
    let stride = blocks.get(first).map_or(0, |next| next.index - blocks[0].index);
    let parted = !blocks[0].part.is_empty();
    for block in &blocks[..first] {
        let last = block.index + block.field.len - 1;
        let mut index = if block.field.len == 1 {
            block.index.to_string()
        } else {
            format!("{}–{last}", block.index)
        };
        let mut name = block.title();
        if parted && things > 1 {
            let (from, to) = (block.number, block.number + things - 1);
            let _ = match from {
                0 => write!(index, " + {stride}·n"),
                _ => write!(index, " + {stride}·(n - {from})"),
            };
            name = format!("{} n.{} (n = {from} to {to})", block.part, block.field.name);
        }
        let labels = block.field.labels.join(", ");
        let labels = if labels.is_empty() {
            labels
        } else {
            format!(": {labels}")
        };
        let _ = writeln!(
            text,
            "| {index} | {name} | {} to {} | {}{labels} |",
            block.field.least, block.field.most, block.field.meaning
        );
    }
    if parted { first * things } else { first }
}
