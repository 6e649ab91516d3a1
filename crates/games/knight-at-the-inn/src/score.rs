//! Who has won (KI-R10).

use roundtable_core::Outcome;

use crate::state::{Ending, KnightAtTheInn};

impl KnightAtTheInn {
    /// The outcome of a game with this ending. The score is the value home.
    pub(crate) fn score(&self, ending: Ending) -> Outcome {
        let scores = self.households.map(|household| i32::from(household.home_value));
        match ending {
            Ending::Home => {
                let home = self.households.map(|household| household.home_count);
                Outcome::ranked(&scores, &home, "all_home", "All eight tokens of a household are home.")
            }
            Ending::Forfeits => Outcome::ranked(
                &scores,
                &self.stalemate(),
                "stalemate",
                "Stalemate: neither player could draw or move.",
            ),
            Ending::Repetition => Outcome::ranked(
                &scores,
                &self.stalemate(),
                "repetition",
                "Stalemate: the same position stood at the start of a turn for the fifth time.",
            ),
        }
    }

    /// Value home, then tokens home, then uncovered tokens in inns.
    fn stalemate(&self) -> [(u16, u8, u32); 2] {
        self.households
            .map(|household| (household.home_value, household.home_count, household.tops.count_ones()))
    }
}
