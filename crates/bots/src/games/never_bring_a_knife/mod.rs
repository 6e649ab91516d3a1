//! Never Bring a Knife: two teams, and who is on which.

mod acts;
mod belief;
mod counts;
mod insight;
mod squire;
mod weights;

use roundtable_catalog::games::never_bring_a_knife::NeverBringAKnife;

use crate::abilities::{Exact, Sealed};

pub use acts::Reading;
pub use belief::{Belief, Minds};
pub use squire::squire_without_beliefs;

impl Exact for NeverBringAKnife {}

impl Sealed for NeverBringAKnife {}
