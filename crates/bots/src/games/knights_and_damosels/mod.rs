//! Knights & Damosels: three ways to win, and choices that are sealed.

mod counts;
mod dilemma;
mod habits;
mod insight;
mod sealed;
mod squire;
mod weights;

use roundtable_catalog::games::knights_and_damosels::KnightsAndDamosels;

use crate::abilities::Exact;

impl Exact for KnightsAndDamosels {}
