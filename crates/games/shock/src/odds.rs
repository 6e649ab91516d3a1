//! What a careful player could count (SH-R12, SH-R16, SH-R17).

use crate::cards::CardSet;
use crate::deck::ChestCard;
use crate::event::{CardSeen, CardsSeen};
use crate::play::SHOCK;
use crate::view::{PlayerSeen, StandingSeen, View};

/// The odds of the Chest and of the trumps that this eye has not seen.
pub(crate) fn odds(view: &View) -> Vec<String> {
    let left = view.chest.left.len();
    let mut told = Vec::new();
    if left > 0 {
        let in_round = |player: &&PlayerSeen| player.standing == StandingSeen::In;
        for player in view.players.iter().filter(in_round) {
            let own = view.eye.seat() == Some(player.seat);
            let bad = view.chest.left.iter().filter(|card| would_shock(card, player)).count();
            let whom = if own {
                "you".to_owned()
            } else {
                format!("seat {}", player.seat)
            };
            if own || bad > 0 {
                told.push(format!("{bad} of {left} cards in the Chest would shock {whom}."));
            }
        }
        let jewels: Vec<u32> = view.chest.left.iter().filter_map(jewels).collect();
        let sum: u32 = jewels.iter().sum();
        if let Some(tenths) = (sum * 10).checked_div(u32::try_from(jewels.len()).unwrap_or(0)) {
            let (whole, tenth) = (tenths / 10, tenths % 10);
            let count = jewels.len();
            told.push(format!(
                "{count} of {left} are Jewel cards, worth {whole}.{tenth} on average to whoever opens them."
            ));
        }
    }
    if view.outcome.is_none() && view.eye.seat().is_some() {
        let unseen = unseen(view);
        let trumps = unseen.within(CardSet::suit(view.trump.suit())).len();
        told.push(format!(
            "{trumps} of the {} Number cards that you have not seen are trumps.",
            unseen.len()
        ));
    }
    told
}

/// Whether this card would give the player one dose too many.
fn would_shock(card: &ChestCard, player: &PlayerSeen) -> bool {
    let ChestCard::Poison { kind } = card else {
        return false;
    };
    player
        .poisoned
        .iter()
        .any(|dose| dose.kind == *kind && dose.count + 1 >= SHOCK)
}

/// What a Jewel card is worth to whoever opens it.
const fn jewels(card: &ChestCard) -> Option<u32> {
    match card {
        ChestCard::Jewels { large, .. } => Some(*large as u32),
        ChestCard::Poison { .. } => None,
    }
}

/// The Number cards of the game whose place this eye does not know.
fn unseen(view: &View) -> CardSet {
    let known = |cards: &CardsSeen| match cards {
        CardsSeen::Known { cards } => *cards,
        CardsSeen::Hidden { .. } => CardSet::NONE,
    };
    let mut seen = view.discard.face_up;
    seen.insert(view.trump);
    for laid in &view.trick.cards {
        if let CardSeen::Known { card } = laid.card {
            seen.insert(card);
        }
    }
    for player in &view.players {
        player.poison.iter().for_each(|poison| seen.insert(poison.card));
        seen = seen.and(player.potions).and(player.used_potions);
        seen = seen.and(known(&player.hand)).and(known(&player.down));
    }
    CardSet::in_play(view.players.len()).without(seen)
}
