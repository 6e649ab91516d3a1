//! The laboratory: simulation and measurement.
//!
//! An [`Experiment`] (a game with its players, options, cards and seed) follows a plan; a [`Run`] sets the number of
//! threads and can stop it. The results depend only on the experiment and the plan, never on the threads.
//!
//! An [`Order`] is all of that as data. [`play`] plays any part of it, [`join`] joins parts from any number of
//! machines, and [`report`] says what was found: the same as if one machine had played everything.

mod arena;
mod balance;
mod conduct;
mod deck;
mod experiment;
mod luck;
mod order;
mod part;
mod profile;
mod sim;
mod speed;
pub mod stats;
mod subject;
mod subjects;
mod table;
pub mod text;
mod workers;

pub use arena::{Adjusted, Arena, ArenaPlan, Design, Entrant, arena};
pub use balance::{
    Balance, BalanceReport, Choice, Course, Distribution, EndingBalance, Example, Extreme, GroupBalance, Histogram,
    KeepExample, Measured, SeatBalance, Skill, Sweep, SweepTable, Tension, Thing,
};
pub use conduct::{Report, play, report};
pub use deck::{Variation, changes, vary};
pub use experiment::{DeckFile, Described, Experiment, LabError};
pub use order::{Balancing, Kind, Order, Varied};
pub use part::{Part, join};
pub use profile::{Decile, Profile, ProfilePlan, Row, profile};
pub use sim::{Ending, Keep, Length, SeatResult, Sim, SimPlan, sim};
pub use speed::{SearchSpeed, Speed, random_game, search_speed, speed};
pub use subject::{Group, Note, Notes, Origin, Seen, Subject};
pub use workers::{Run, all_cores};
