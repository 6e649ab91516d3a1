//! What a careful player could count.

use never_bring_a_knife::{NeverBringAKnife, Role};
use roundtable_core::{Eye, Game as _, Seat};
use roundtable_testkit::watch;

#[test]
fn nk_p4_the_unseen_role_cards_are_counted() {
    for players in 4..=8 {
        watch::<NeverBringAKnife>(players, 11, |game| {
            let whole = game.view(Eye::All);
            for own in Seat::all(players).filter(|_| whole.outcome.is_none()) {
                let view = game.view(Eye::Seat(own));
                let cards = |seen: &never_bring_a_knife::View| {
                    let cards = seen.players.iter().map(|player| player.role).chain([seen.boss]);
                    cards.map(|card| card.known.role()).collect::<Vec<_>>()
                };
                let unseen = cards(&view)
                    .into_iter()
                    .zip(cards(&whole))
                    .filter(|(seen, _)| seen.is_none());
                let roles: Vec<Role> = unseen.filter_map(|(_, role)| role).chain(whole.undealt).collect();
                let count = |role| roles.iter().filter(|other| **other == role).count();
                let line = format!(
                    "Of the {} role cards that you have not seen, {} are Criminals and {} are Cops.",
                    roles.len(),
                    count(Role::Criminal),
                    count(Role::Cop)
                );
                let told = NeverBringAKnife::odds(&view).concat();
                assert_eq!(told.starts_with(&line), !roles.is_empty(), "{line} {told}");
                assert_eq!(told.contains("was not dealt"), players % 2 == 0, "{told}");
            }
        });
    }
}
