//! The laboratory: simulation and measurement.
//!
//! An experiment is a [`Setting`] (a game with its players, options, cards and seed) and a plan; [`Run`] says on how many threads it is
//! done and lets it be stopped. What comes out depends on the setting and the plan alone, never on the threads.

mod arena;
mod balance;
mod setting;
mod sim;
mod speed;
pub mod stats;
mod subject;
mod subjects;
mod table;
pub mod text;
mod workers;

pub use arena::{Arena, ArenaPlan, Design, Entrant, arena};
pub use balance::{
    Balance, BalancePlan, Distribution, EndingBalance, GroupBalance, Histogram, Measured, SeatBalance, Thing, balance,
};
pub use setting::{Described, LabError, NamedDeck, Setting};
pub use sim::{Ending, Keep, Length, SeatResult, Sim, SimPlan, Timing, sim};
pub use speed::{SearchSpeed, Speed, random_game, search_speed, speed};
pub use subject::{Group, Note, Notes, Origin, Seen, Subject};
pub use workers::{Run, all_cores};
