//! What a careful player could count.

use roundtable_core::{Eye, Game as _, Seat};
use roundtable_testkit::watch;
use shock::{CardSet, CardsSeen, ChestCard, Shock, StandingSeen, View};

fn known(cards: &CardsSeen) -> CardSet {
    match cards {
        CardsSeen::Known { cards } => *cards,
        CardsSeen::Hidden { .. } => CardSet::NONE,
    }
}

/// The trumps that lie where a seat cannot see them, by the eye that sees everything.
fn hidden_trumps(whole: &View, own: Seat) -> (usize, usize) {
    let others = whole.players.iter().filter(|player| player.seat != own);
    let hands = others.flat_map(|player| [known(&player.hand), known(&player.down)]);
    let hidden = hands.fold(known(&whole.dungeon), CardSet::and);
    (hidden.within(CardSet::suit(whole.trump.suit())).len(), hidden.len())
}

#[test]
fn sh_r12_the_chest_is_counted_for_everybody_in_the_round() {
    watch::<Shock>(4, 7, |game| {
        for own in Seat::all(4) {
            let view = game.view(Eye::Seat(own));
            let told = Shock::odds(&view);
            let player = &view.players[own.index()];
            let left = view.chest.left.len();
            let bad = view.chest.left.iter().filter(|card| {
                let doses = |kind| {
                    player
                        .poisoned
                        .iter()
                        .find(|dose| dose.kind == kind)
                        .map_or(0, |dose| dose.count)
                };
                matches!(card, ChestCard::Poison { kind } if doses(*kind) == 1)
            });
            let line = format!("{} of {left} cards in the Chest would shock you.", bad.count());
            let counts = player.standing == StandingSeen::In && left > 0;
            assert_eq!(told.contains(&line), counts, "{told:?}");
        }
    });
}

#[test]
fn the_trumps_that_nobody_has_shown_are_counted() {
    for players in 3..=5 {
        watch::<Shock>(players, 3, |game| {
            let whole = game.view(Eye::All);
            for own in Seat::all(players).filter(|_| whole.outcome.is_none()) {
                let (trumps, all) = hidden_trumps(&whole, own);
                let line = format!("{trumps} of the {all} Number cards that you have not seen are trumps.");
                let told = Shock::odds(&game.view(Eye::Seat(own)));
                assert!(told.contains(&line), "{line} {told:?}");
            }
        });
    }
}
