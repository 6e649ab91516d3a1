//! Knight at the Inn: a race with almost nothing to hide.

mod endgame;
mod insight;
mod squire;

use roundtable_catalog::games::knight_at_the_inn::KnightAtTheInn;

use crate::abilities::{Learnt, Rollouts, Sealed};

impl Learnt for KnightAtTheInn {}

impl Rollouts for KnightAtTheInn {}

impl Sealed for KnightAtTheInn {}
