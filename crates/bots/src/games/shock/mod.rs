//! SHOCK! Knights & Poisons: jewels that are at stake until one withdraws.

mod counts;
mod habits;
mod insight;
mod squire;
mod weights;

use roundtable_catalog::games::shock::Shock;

use crate::abilities::{Exact, Sealed};

impl Exact for Shock {}

impl Sealed for Shock {}
