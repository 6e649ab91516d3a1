//! Knight Shift: one Knight a round, and when to claim it.

mod insight;
mod squire;

use roundtable_catalog::games::knight_shift::KnightShift;

use crate::abilities::{Exact, Learnt, Sealed};

impl Exact for KnightShift {}

impl Learnt for KnightShift {}

impl Sealed for KnightShift {}
