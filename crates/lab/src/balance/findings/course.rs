//! What stands out about how a game goes.

use crate::balance::{Balance, Choice, Extreme};
use crate::text::{count, percent, plain};

/// How many kinds of moves are named.
const NAMED: usize = 6;

/// How early the winner is known, and how often the lead changes.
pub(super) fn tension(balance: &Balance) -> Option<String> {
    let tension = balance.course.tension.as_ref()?;
    let chance = |eighth: usize| tension.winners_chance.get(eighth).map(|chance| percent(&chance.here));
    Some(format!(
        "Who wins in the end has a chance of {} after a quarter of the moves, {} after half and {} after three \
         quarters; the winner is known after {} of them. The favourite changes {} times, and the favourite at \
         half-time loses in {} of the games. ({} games.)",
        chance(2)?,
        chance(4)?,
        chance(6)?,
        percent(&tension.known.here),
        plain(&tension.lead_changes.here, 1),
        percent(&tension.comebacks.here),
        tension.games
    ))
}

/// How many moves there are to choose from.
pub(super) fn branching(balance: &Balance) -> String {
    let [tenth, middle, most, largest] = balance.course.legal_moves;
    format!(
        "A decision has {} legal moves, half of them at most {middle}, eight of ten between {tenth} and {most}, the \
         largest {largest}.",
        plain(&balance.course.branching.here, 1)
    )
}

/// Choices that are none: never taken, or always. With two decks, only those that are not the same with the other.
pub(super) fn extremes(balance: &Balance) -> Vec<String> {
    let choices = &balance.course.choices;
    let news = |choice: &Choice| choice.taken.difference.is_none_or(|difference| difference.value != 0.0);
    // If `play` is never taken, neither is `play axe`.
    let implied = |choice: &Choice| {
        let wide = choice.name.split(' ').next().unwrap_or_default();
        wide != choice.name
            && choices
                .iter()
                .any(|other| other.name == wide && other.extreme == choice.extreme)
    };
    let told = |extreme: Extreme, words: &str| {
        let mut all = choices
            .iter()
            .filter(|choice| choice.extreme == Some(extreme) && news(choice) && !implied(choice));
        let name = |choice: &Choice| {
            let times = count((choice.could * balance.games as f64).round() as u64);
            format!("`{}` (of {times} times, {})", choice.name, percent(&choice.taken.here))
        };
        let named: Vec<String> = all.by_ref().take(NAMED).map(name).collect();
        let more = match all.count() {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        (!named.is_empty()).then(|| format!("{words}: {}{more}.", named.join(", ")))
    };
    let never = told(Extreme::Never, "Never taken although there was the choice");
    let always = told(Extreme::Always, "Always taken although there was a choice");
    never.into_iter().chain(always).collect()
}
