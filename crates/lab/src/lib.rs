//! The laboratory: simulation and measurement.

mod speed;

pub use speed::{Speed, random_game, speed};
