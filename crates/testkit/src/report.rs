//! What the suite has judged, kind by kind.

use std::collections::BTreeMap;
use std::fmt;

use crate::kinds::Kind;

/// How thoroughly one kind of situation was judged.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Judged {
    /// How often it occurred in the random games, counted for every eye.
    pub occurred: u64,
    /// Situations in which samples agreed with what the eye was told.
    pub situations: usize,
    /// With how many samples, in all.
    pub samples: usize,
    /// Situations in which hardly any sample leads to what the eye was told, as when a whole deal is shown. Only what
    /// looks alike, and samples of samples, were judged there.
    pub in_part: usize,
}

impl Judged {
    /// Whether there was any situation at all to judge.
    #[must_use]
    pub const fn is_judged(&self) -> bool {
        self.situations + self.in_part > 0
    }
}

/// What the suite has judged, kind by kind. Drawn as a table.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Report {
    /// Every kind that occurred, and every declared move.
    pub kinds: BTreeMap<Kind, Judged>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:>10} {:>6} {:>8} {:>7}  kind of situation",
            "occurred", "judged", "samples", "in part"
        )?;
        for (kind, judged) in &self.kinds {
            let Judged {
                occurred,
                situations,
                samples,
                in_part,
            } = judged;
            writeln!(f, "{occurred:>10} {situations:>6} {samples:>8} {in_part:>7}  {kind}")?;
        }
        Ok(())
    }
}
