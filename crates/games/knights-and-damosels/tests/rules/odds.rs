//! What a careful player could count.

use knights_and_damosels::{DamoselSeen, KnightsAndDamosels};
use roundtable_core::{Eye, Game as _, Seat};
use roundtable_testkit::watch;

#[test]
fn kd_r8_whoever_gave_a_displayed_card_is_among_those_who_can_have() {
    let (mut certain, mut open) = (0, 0);
    for players in 3..=6 {
        for seed in 0..4 {
            watch::<KnightsAndDamosels>(players, seed, |game| {
                let whole = game.view(Eye::All);
                for own in Seat::all(players).filter(|_| whole.outcome.is_none()) {
                    let view = game.view(Eye::Seat(own));
                    let told = KnightsAndDamosels::odds(&view);
                    let mut lines = told.iter().filter(|line| line.starts_with("The displayed"));
                    for (seen, real) in view.display.iter().zip(&whole.display) {
                        let (DamoselSeen::Hidden, DamoselSeen::Known { damosel }) = (seen.damosel, real.damosel) else {
                            continue;
                        };
                        let line = lines.next().expect("a line for each hidden card");
                        let player = view.players.iter().any(|player| player.damosel == damosel);
                        let giver = if player {
                            damosel.name()
                        } else {
                            "a damosel without a player"
                        };
                        assert!(
                            line.contains(giver) && line.contains(seen.chivalry.name()),
                            "{giver}: {line}"
                        );
                        *if line.matches(" ways").count() == 1 {
                            &mut certain
                        } else {
                            &mut open
                        } += 1;
                    }
                    assert_eq!(lines.next(), None);
                }
            });
        }
    }
    assert!(certain > 10 && open > 100, "{certain} {open}");
}

#[test]
fn kd_r6_the_next_event_is_among_those_not_seen() {
    watch::<KnightsAndDamosels>(4, 3, |game| {
        let whole = game.view(Eye::All);
        for own in Seat::all(4).filter(|_| whole.outcome.is_none()) {
            let told = KnightsAndDamosels::odds(&game.view(Eye::Seat(own)));
            for event in whole.event_pile.order.iter().flatten() {
                assert!(
                    told.last().is_some_and(|line| line.contains(event.name())),
                    "{event} {told:?}"
                );
            }
        }
    });
}
