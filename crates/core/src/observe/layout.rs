//! What the numbers of an observation mean.

use super::{Field, Observe, Pen};
use crate::Seat;

/// The fields of an observation, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The game and the version of the layout: `shock/1`.
    pub name: String,
    /// Its fields.
    pub blocks: Vec<Block>,
}

/// A field in its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The place of its first number.
    pub index: usize,
    /// What it is about, if there are several of the kind: `inn`.
    pub part: &'static str,
    /// Which of them, from 0.
    pub number: usize,
    /// The field.
    pub field: Field,
}

impl Layout {
    /// The layout of all positions with as many players as this one.
    #[must_use]
    pub fn of<G: Observe>(position: &G) -> Self {
        let mut scribe = Scribe::default();
        position.observe(Seat::new(0), &mut scribe);
        Self {
            name: format!("{}/{}", G::INFO.slug, G::LAYOUT),
            blocks: scribe.blocks,
        }
    }

    /// How many numbers an observation has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.blocks.last().map_or(0, |block| block.index + block.field.len)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The name of every number: `inn 3.free`, `inn 3.guests own King`.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.blocks.iter().flat_map(Block::names).collect()
    }
}

impl Block {
    /// The name with its part.
    #[must_use]
    pub fn title(&self) -> String {
        if self.part.is_empty() {
            self.field.name.to_owned()
        } else {
            format!("{} {}.{}", self.part, self.number, self.field.name)
        }
    }

    /// The name of each number.
    fn names(&self) -> impl Iterator<Item = String> {
        let title = self.title();
        (0..self.field.len).map(move |place| match self.field.labels.get(place) {
            Some(label) => format!("{title} {label}"),
            None if self.field.len > 1 => format!("{title} {place}"),
            None => title.clone(),
        })
    }
}

/// A pen that keeps the fields.
#[derive(Default)]
struct Scribe {
    part: (&'static str, usize),
    blocks: Vec<Block>,
}

impl Pen for Scribe {
    fn begin(&mut self, field: Field) {
        let (part, number) = self.part;
        let index = self.blocks.last().map_or(0, |block| block.index + block.field.len);
        assert!(
            field.least <= field.most && -field.most <= field.least && (1..=127).contains(&field.most),
            "a number goes from at least -most to at most 127: {field:?}"
        );
        self.blocks.push(Block {
            index,
            part,
            number,
            field,
        });
    }

    fn set(&mut self, _: usize, _: i32) {}

    fn part(&mut self, name: &'static str, number: usize) {
        self.part = (name, number);
    }
}
