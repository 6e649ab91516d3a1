//! What people took from limits and budgets at one node, for the others: what somebody may do in all is the same
//! however many nodes there are, and wherever a load balancer sends them.
//!
//! It is told every second, so somebody who is quick can have a second's worth at each node. Whoever comes back from a
//! silence of the bus knows nothing of what happened meanwhile.

use serde::{Deserialize, Serialize};

use crate::attempts::Attempt;
use crate::budgets;
use crate::limits::{Address, Taken};
use crate::secret::TokenHash;
use crate::site::Site;

/// What was taken at a node. Fields that a node of another version does not know are ignored, and those that it does
/// not send are empty.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Spent {
    requests: Taken<Address>,
    programs: Taken<TokenHash>,
    guests: Taken<Address>,
    resent: Taken<Address>,
    attempts: Vec<Attempt>,
    budgets: Vec<budgets::Spent>,
}

impl Spent {
    fn is_empty(&self) -> bool {
        self.requests.is_empty()
            && self.programs.is_empty()
            && self.guests.is_empty()
            && self.resent.is_empty()
            && self.attempts.is_empty()
            && self.budgets.iter().all(budgets::Spent::is_empty)
    }
}

impl Site {
    /// What was taken here since this was last asked, if anything was.
    pub(crate) fn untold(&self) -> Option<Spent> {
        let spent = Spent {
            requests: self.requests.untold(),
            programs: self.programs.untold(),
            guests: self.guests.untold(),
            resent: self.resent.untold(),
            attempts: self.attempts.untold(),
            budgets: self.budgets.untold(),
        };
        (!spent.is_empty()).then_some(spent)
    }

    /// Takes what was taken at another node.
    pub(crate) fn spend_as_told(&self, spent: &Spent) {
        self.requests.hear(&spent.requests);
        self.programs.hear(&spent.programs);
        self.guests.hear(&spent.guests);
        self.resent.hear(&spent.resent);
        self.attempts.hear(&spent.attempts);
        self.budgets.hear(&spent.budgets);
    }
}
