//! One test for every rule, named after it, from explicit deals in the notation of the game.

use roundtable_core::{Eye, Game as _, Seat, Silent};
use roundtable_testkit::{heard, legal, play_lines, refused, seat};
use toll_gate::{Card, Colour, Event, Toll, TollGate};

/// Hands as text, and tolls worth 1 to 5 in gold, silver, red, blue and gold, in this order.
fn deal(hands: &[&str]) -> TollGate {
    let card = |word: &str| word.parse::<Card>().expect("a card");
    let hand = |text: &&str| -> [Card; 5] { text.split(' ').map(card).collect::<Vec<_>>().try_into().expect("five") };
    let hands: Vec<[Card; 5]> = hands.iter().map(hand).collect();
    let colours = [Colour::Gold, Colour::Silver, Colour::Red, Colour::Blue, Colour::Gold];
    let mut worth = 0;
    let tolls = colours.map(|colour| {
        worth += 1;
        Toll { worth, colour }
    });
    TollGate::dealt(&hands, tolls, &mut Silent)
}

fn three() -> TollGate {
    deal(&["1g 2s 5r 6b 4s", "1s 2r 5b 6g 4g", "1r 2b 5g 6s 4r"])
}

fn play(game: &mut TollGate, lines: &str) {
    play_lines(game, lines, &mut Vec::new());
}

fn worth(game: &TollGate) -> Vec<u8> {
    game.view(Eye::All).players.iter().map(|player| player.worth).collect()
}

#[test]
fn r1_everybody_is_dealt_five_cards_and_sees_no_others() {
    for players in 2..=4 {
        let deck = roundtable_core::GameDeck::standard();
        let dice = roundtable_core::Dice::from_seed(1);
        let game = TollGate::new(players, Default::default(), &deck, dice, &mut Silent).expect("a game");
        let view = game.view(Eye::Seat(Seat::new(0)));
        assert!(view.players.iter().all(|player| player.cards == 5));
        assert_eq!(view.players.iter().filter(|player| player.hand.is_some()).count(), 1);
        assert_eq!(view.hidden, None, "nobody sees what was set aside");
    }
}

#[test]
fn r2_a_toll_is_turned_up_for_each_cart() {
    let mut game = three();
    let view = game.view(Eye::Table);
    assert_eq!((view.gate.len(), view.carts), (1, 4));
    play(&mut game, "0 offer 6b; 1 offer 5b; 2 offer 4r; 2 spy 0");
    let view = game.view(Eye::Table);
    assert_eq!((view.gate.len(), view.carts), (1, 3));
    assert_eq!((view.gate[0].worth, view.gate[0].colour), (2, Colour::Silver));
}

#[test]
fn r3_offers_are_sealed_until_all_are_made() {
    let mut game = three();
    assert_eq!(
        legal(&game, seat(0)),
        ["offer 1g", "offer 2s", "offer 4s", "offer 5r", "offer 6b"]
    );
    let mut journal = Vec::new();
    play_lines(&mut game, "2 offer 6s; 0 offer 1g", &mut journal);
    let offered = |seat: usize, card: Option<&str>| Event::Offered {
        seat: Seat::new(seat),
        card: card.map(|card| card.parse().expect("a card")),
    };
    assert_eq!(
        heard(&journal, Eye::Seat(seat(0))),
        [offered(2, None), offered(0, Some("1g"))]
    );
    assert_eq!(refused(&game, seat(0), "offer 2s"), ("not_to_act", "TG-R3"));
    assert_eq!(refused(&game, seat(1), "offer 6s"), ("not_in_hand", "TG-R3"));
    assert_eq!(game.view(Eye::Seat(seat(1))).players[2].offer, None);
}

#[test]
fn r4_the_highest_count_that_only_one_has_takes_the_tolls() {
    let mut game = three();
    // In gold, 4g counts 5, as 5r does: the 2 of seat 2 is the only count left alone.
    play(&mut game, "0 offer 5r; 1 offer 4g; 2 offer 2b");
    assert_eq!(worth(&game), [0, 0, 1]);
}

#[test]
fn r4_if_every_count_is_shared_the_tolls_stay() {
    let mut game = deal(&["6r 1g 2g 3g 4g", "6b 1r 2r 3r 4r"]);
    play(&mut game, "0 offer 6r; 1 offer 6b");
    assert_eq!(worth(&game), [0, 0]);
    assert_eq!(game.view(Eye::Table).gate.len(), 2);
    play(&mut game, "0 offer 4g; 1 offer 1r");
    assert_eq!(worth(&game), [3, 0], "both tolls");
}

#[test]
fn r5_the_lowest_alone_spies_and_only_the_spy_is_told_the_card() {
    let mut game = three();
    play(&mut game, "0 offer 6b; 1 offer 5b; 2 offer 1r");
    assert_eq!(legal(&game, seat(2)), ["spy 0", "spy 1"]);
    assert_eq!(refused(&game, seat(2), "spy 2"), ("own_hand", "TG-R5"));
    let mut journal = Vec::new();
    play_lines(&mut game, "2 spy 0", &mut journal);
    let seen = |eye: Eye| match &heard(&journal, eye)[0] {
        Event::Spied { card, .. } => *card,
        other => panic!("{other:?}"),
    };
    assert_eq!(seen(Eye::Seat(seat(2))), "1g".parse().ok());
    assert_eq!((seen(Eye::Seat(seat(1))), seen(Eye::Table)), (None, None));
    assert_eq!(game.view(Eye::Seat(seat(2))).spied[0].card, "1g".parse().ok());
    assert_eq!(game.view(Eye::Seat(seat(1))).spied[0].card, None);
}

#[test]
fn r5_nobody_spies_if_the_lowest_count_is_shared_or_was_paid() {
    let mut game = three();
    // 1s and 1r are both the lowest: in gold they count 1.
    play(&mut game, "0 offer 6b; 1 offer 1s; 2 offer 1r");
    assert_eq!(game.view(Eye::Table).spy, None);
    // In silver, 4s counts 5 like 5b; the 4 of seat 2 is the lowest, alone, and paid.
    play(&mut game, "0 offer 4s; 1 offer 5b; 2 offer 4r");
    assert_eq!((worth(&game), game.view(Eye::Table).spy), (vec![1, 0, 2], None));
}

#[test]
fn r6_after_five_carts_the_greatest_worth_wins() {
    let mut game = deal(&["6r 6b 6s 6g 5r", "1r 1b 1s 1g 2r"]);
    play(
        &mut game,
        "0 offer 6r; 1 offer 1r; 1 spy 0; 0 offer 6b; 1 offer 1b; 1 spy 0",
    );
    play(
        &mut game,
        "0 offer 6s; 1 offer 1s; 1 spy 0; 0 offer 6g; 1 offer 1g; 1 spy 0",
    );
    play(&mut game, "0 offer 5r; 1 offer 2r");
    assert!(game.to_act().is_empty(), "nobody spies after the last cart");
    let outcome = game.outcome().expect("it is over");
    assert_eq!(outcome.scores(), [15, 0]);
    assert!(outcome.winners().contains(seat(0)) && !outcome.winners().contains(seat(1)));
}
