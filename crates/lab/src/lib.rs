//! The laboratory: simulation and measurement.
//!
//! An [`Experiment`] (a game with its players, options, cards and seed) follows a plan; a [`Run`] sets the number of
//! threads and can stop it. The results depend only on the experiment and the plan, never on the threads.

mod arena;
mod balance;
mod experiment;
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
pub use experiment::{DeckFile, Described, Experiment, LabError};
pub use sim::{Ending, Keep, Length, SeatResult, Sim, SimPlan, Timing, sim};
pub use speed::{SearchSpeed, Speed, random_game, search_speed, speed};
pub use subject::{Group, Note, Notes, Origin, Seen, Subject};
pub use workers::{Run, all_cores};
