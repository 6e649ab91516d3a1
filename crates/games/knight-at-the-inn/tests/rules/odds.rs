//! What a careful player could count.

use knight_at_the_inn::KnightAtTheInn;
use roundtable_core::{Eye, Game as _, Seat};
use roundtable_testkit::watch;

#[test]
fn ki_r11_the_next_token_is_among_those_that_can_be() {
    let mut counted = 0;
    for seed in 0..20 {
        watch::<KnightAtTheInn>(2, seed, |game| {
            let whole = game.view(Eye::All);
            for own in Seat::all(2).filter(|_| whole.outcome.is_none()) {
                let told = KnightAtTheInn::odds(&game.view(Eye::Seat(own)));
                for household in &whole.households {
                    let Some(top) = household.pile.known.first() else {
                        continue;
                    };
                    let whose = if household.seat == own {
                        "your pile"
                    } else {
                        "the pile of"
                    };
                    let line = told
                        .iter()
                        .find(|line| line.contains(whose))
                        .expect("a line for each pile");
                    assert!(line.contains(top.name()), "{top} {line}");
                    counted += usize::from(line.contains(" of "));
                }
            }
        });
    }
    assert!(counted > 100, "often it is not certain: {counted}");
}
