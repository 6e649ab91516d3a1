//! No guest can hurt the others, and damage is noticed.
#![allow(clippy::unwrap_used)]

mod budgets;
#[path = "../common/mod.rs"]
mod common;
mod damage;
mod due;
mod floods;
mod metrics;
