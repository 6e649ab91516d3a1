//! SHOCK! Knights & Poisons: jewels are at stake until the player withdraws.

mod counts;
mod habits;
mod insight;
mod squire;
mod weights;

use roundtable_catalog::games::shock::Shock;

use crate::abilities::{Exact, Sealed};

impl Exact for Shock {}

impl Sealed for Shock {}
