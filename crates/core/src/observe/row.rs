//! The numbers of an observation.

use super::{Field, Pen};

/// A number in a row.
pub trait Cell: Copy + Default + Send + 'static {
    /// The cell for a value, and for 1 divided by the largest value of its field.
    fn of(value: i32, share: f32) -> Self;
}

/// The value itself.
impl Cell for i8 {
    #[inline(always)]
    fn of(value: i32, _: f32) -> Self {
        value as Self
    }
}

/// The value as a share of the largest.
impl Cell for f32 {
    #[inline(always)]
    fn of(value: i32, share: f32) -> Self {
        value as Self * share
    }
}

/// A pen that writes numbers into a slice.
#[derive(Debug)]
pub struct Row<'a, T> {
    cells: &'a mut [T],
    /// Where the field begins, and where the next one will.
    at: usize,
    next: usize,
    least: i32,
    most: i32,
}

impl<'a, T: Cell> Row<'a, T> {
    /// A row whose cells are all 0 so far.
    pub fn new(cells: &'a mut [T]) -> Self {
        cells.fill(T::default());
        Self {
            cells,
            at: 0,
            next: 0,
            least: 0,
            most: 1,
        }
    }
}

impl<T: Cell> Pen for Row<'_, T> {
    #[inline(always)]
    fn begin(&mut self, field: Field) {
        self.at = self.next;
        self.next += field.len;
        (self.least, self.most) = (field.least, field.most);
    }

    #[inline(always)]
    fn set(&mut self, place: usize, value: i32) {
        if let Some(cell) = self.cells.get_mut(self.at + place) {
            *cell = T::of(value.clamp(self.least, self.most), 1.0 / self.most as f32);
        }
    }
}
