//! What people may store in a day, each by themselves and all of an address together. It lasts, so it is scarce.

use std::time::Duration;

use roundtable_protocol::{Code, Command, PersonId, Refusal};
use serde::{Deserialize, Serialize};

use crate::config::Config;
use crate::limits::{Address, Limiter, Rate, Taken};

/// How often somebody may have everything about themselves in a day.
const EXPORTS: u32 = 10;

/// One kind of thing that is stored.
struct Budget {
    people: Limiter<PersonId>,
    addresses: Limiter<Address>,
}

/// What was taken from a budget.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Spent {
    people: Taken<PersonId>,
    addresses: Taken<Address>,
}

impl Spent {
    /// Whether nothing was.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.people.is_empty() && self.addresses.is_empty()
    }
}

impl Budget {
    fn new(per_day: u32, people_per_address: u32, among: bool) -> Self {
        let rate = |count: u32| (count > 0).then(|| Rate::per_day(count));
        Self {
            people: Limiter::new(rate(per_day)).among(among),
            addresses: Limiter::new(rate(per_day.saturating_mul(people_per_address))).among(among),
        }
    }

    fn spend(&self, who: &PersonId, address: Address, cost: u32) -> Result<(), Duration> {
        // Ask the address first, so that a refusal takes nothing from anybody.
        let wait = self.addresses.wait(address, cost);
        if wait > Duration::ZERO {
            return Err(wait);
        }
        self.people.spend(who.clone(), cost)?;
        self.addresses.charge(address, cost);
        Ok(())
    }
}

/// The budgets of a site.
pub struct Budgets {
    tables: Budget,
    decks: Budget,
    chat: Budget,
    claims: Budget,
    reviews: Budget,
    exports: Budget,
}

impl Budgets {
    /// Full budgets.
    #[must_use]
    pub fn new(config: &Config) -> Self {
        let budget = |per_day| Budget::new(per_day, config.people_per_address, config.has_bus());
        Self {
            tables: budget(config.tables_per_day),
            decks: budget(config.decks_per_day),
            chat: budget(config.chat_per_day),
            claims: budget(config.claims_per_day),
            reviews: budget(config.reviews_per_day),
            exports: budget(EXPORTS),
        }
    }

    /// All of them, in the order in which nodes tell each other: new ones come last.
    fn all(&self) -> [&Budget; 6] {
        let Self {
            tables,
            decks,
            chat,
            claims,
            reviews,
            exports,
        } = self;
        [tables, decks, chat, claims, reviews, exports]
    }

    /// What was taken here since this was last asked, from each of them.
    pub fn untold(&self) -> Vec<Spent> {
        let spent = |budget: &Budget| Spent {
            people: budget.people.untold(),
            addresses: budget.addresses.untold(),
        };
        self.all().map(spent).into()
    }

    /// Takes what was taken at another node. Of another version it may know more budgets or fewer.
    pub fn hear(&self, spent: &[Spent]) {
        for (budget, spent) in self.all().into_iter().zip(spent) {
            budget.people.hear(&spent.people);
            budget.addresses.hear(&spent.addresses);
        }
    }

    /// Takes what a new table costs, with a deck of this many bytes.
    ///
    /// # Errors
    /// [`Code::UsedUp`].
    pub fn table(&self, who: &PersonId, address: Address, deck: usize) -> Result<(), Refusal> {
        if deck > 0 {
            self.decks
                .spend(who, address, cost(deck))
                .map_err(|wait| used_up("decks", wait))?;
        }
        self.tables
            .spend(who, address, 1)
            .map_err(|wait| used_up("new tables", wait))
    }

    /// Takes what a review costs.
    ///
    /// # Errors
    /// [`Code::UsedUp`].
    pub fn review(&self, who: &PersonId, address: Address) -> Result<(), Refusal> {
        let spent = self.reviews.spend(who, address, 1);
        spent.map_err(|wait| used_up("reviews", wait))
    }

    /// Takes what an export costs: every game of somebody is replayed for it.
    ///
    /// # Errors
    /// [`Code::UsedUp`].
    pub fn export(&self, who: &PersonId, address: Address) -> Result<(), Refusal> {
        let spent = self.exports.spend(who, address, 1);
        spent.map_err(|wait| used_up("exports", wait))
    }

    /// Takes what a note costs: it is kept, as chat is.
    ///
    /// # Errors
    /// [`Code::UsedUp`].
    pub fn note(&self, who: &PersonId, address: Address, text: &str) -> Result<(), Refusal> {
        let spent = self.chat.spend(who, address, cost(text.len()));
        spent.map_err(|wait| used_up("notes and chat", wait))
    }

    /// Takes what a command costs, if it stores something that counts.
    ///
    /// # Errors
    /// [`Code::UsedUp`].
    pub fn command(&self, who: &PersonId, address: Address, command: &Command) -> Result<(), Refusal> {
        match command {
            Command::Chat { text } => self
                .chat
                .spend(who, address, cost(text.len()))
                .map_err(|wait| used_up("chat", wait)),
            Command::Claim { .. } => self
                .claims
                .spend(who, address, 1)
                .map_err(|wait| used_up("claims", wait)),
            Command::Rematch { .. } => self.table(who, address, 0),
            _ => Ok(()),
        }
    }
}

/// Even an empty thing takes some room.
fn cost(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX).saturating_add(64)
}

fn used_up(what: &str, wait: Duration) -> Refusal {
    let minutes = wait.as_secs().div_ceil(60).max(1);
    let when = if minutes < 120 {
        format!("{minutes} minutes")
    } else {
        format!("{} hours", minutes / 60)
    };
    Refusal::new(
        Code::UsedUp,
        format!("you, or others at your address, have used up a day's {what}; there is room again in {when}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Settings;

    #[test]
    fn a_person_and_an_address_have_budgets_of_their_own() {
        let config = Config {
            tables_per_day: 2,
            people_per_address: 2,
            ..Settings::default().into()
        };
        let budgets = Budgets::new(&config);
        let (here, there) = ([1, 2, 3, 4], [5, 6, 7, 8]);
        let table = |person: u8, address: [u8; 4]| {
            let address = Address::of(address.into(), 64);
            budgets.table(&PersonId::from_bits([person; 8]), address, 0).is_ok()
        };
        assert_eq!([true, true, false], [(); 3].map(|()| table(1, here)));
        assert!(table(2, here) && table(3, here), "others are free to");
        assert!(!table(4, here), "the address has used its share");
        assert!(table(4, there), "and the refusal cost nothing");
    }

    #[test]
    fn chat_costs_what_it_weighs_and_moves_cost_nothing() {
        let config = Config {
            chat_per_day: 1000,
            ..Settings::default().into()
        };
        let (budgets, who) = (Budgets::new(&config), PersonId::from_bits([1; 8]));
        let address = Address::of([1, 2, 3, 4].into(), 64);
        let say = |text: &str| Command::Chat { text: text.to_owned() };
        assert!(budgets.command(&who, address, &say(&"x".repeat(800))).is_ok());
        let refusal = budgets.command(&who, address, &say(&"x".repeat(800))).unwrap_err();
        assert_eq!(refusal.code, "used_up");
        assert!((0..1000).all(|_| budgets.command(&who, address, &Command::Leave {}).is_ok()));
    }
}
