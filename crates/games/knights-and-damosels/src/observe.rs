//! What a program that learns is shown.

use roundtable_core::observe::Observe;

use crate::state::KnightsAndDamosels;

impl Observe for KnightsAndDamosels {}
