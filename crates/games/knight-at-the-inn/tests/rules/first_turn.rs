//! Who begins, and the first turns.

use knight_at_the_inn::{Deck, Event, KnightAtTheInn};
use roundtable_core::{Eye, Game as _, GameDeck as _, Silent, deck};
use roundtable_testkit::{play_line, refused};

use crate::{BLUE, RED, deal, guests, kinds, moves, start};

const ROWS: [[u8; 3]; 3] = [[11, 8, 6], [9, 10, 7], [5, 7, 9]];

#[test]
fn ki_r2_the_lower_top_token_goes_first() {
    let game = start(&deal(ROWS, ["KPVVRRFL", "RFVVRPLK"]));
    assert_eq!(game.to_act().first(), Some(BLUE));
    let game = start(&deal(ROWS, ["LPVVRRFK", "RFVVRPLK"]));
    assert_eq!(game.to_act().first(), Some(RED));
}

#[test]
fn ki_r2_a_tie_is_broken_by_the_second_token() {
    let game = start(&deal(ROWS, ["VKVRRFLP", "VFKRRLPV"]));
    assert_eq!(game.to_act().first(), Some(BLUE));
    let known = |eye| game.view(eye).households.map(|household| household.pile.known);
    assert_eq!(
        known(Eye::Table),
        [kinds("VK"), kinds("VF")],
        "what was shown is public"
    );
}

#[test]
fn ki_r2_a_second_tie_is_broken_by_lots() {
    let mut tied = deal(ROWS, ["VKVRRFLP", "VKFRRLPV"]);
    for lot in [RED, BLUE] {
        tied.lot = lot;
        assert_eq!(start(&tied).to_act().first(), Some(lot));
    }
}

#[test]
fn ki_r2_shown_tokens_stay_on_top_of_their_pile() {
    let mut game = start(&deal(ROWS, ["LPVVRRFK", "RFVVRPLK"]));
    assert_eq!(game.view(Eye::Table).households[1].pile.known, kinds("R"));
    play_line(&mut game, &["place 0", "place 1"]);
    let told = play_line(&mut game, &["place 0"]);
    assert!(
        matches!(told[0], Event::Placed { seat: BLUE, kind, .. } if kind == kinds("R")[0]),
        "{told:?}"
    );
}

/// The rulebook's example: a King and a Patrol before inns of 5, 7 and 9 rooms; a Rearguard and a Flank on an inn of
/// 11.
#[test]
fn book_example_of_the_first_placements() {
    let mut game = start(&deal([[11, 8, 6], [9, 10, 7], [5, 7, 9]], ["KPVVRRFL", "RFVVRPLK"]));
    play_line(&mut game, &["place 0", "place 0"]);
    assert_eq!(guests(&game, "3a"), "bR bF");
    assert_eq!(
        moves(&game),
        ["place 1", "place 2"],
        "the King does not fit into 5 rooms"
    );
    play_line(&mut game, &["place 1"]);
    assert_eq!(
        moves(&game),
        ["place 0", "place 2"],
        "beside the King there is no room for the Patrol"
    );
    play_line(&mut game, &["place 2"]);
    assert_eq!(
        (guests(&game, "1b"), guests(&game, "1c")),
        ("rK".to_owned(), "rP".to_owned())
    );
}

#[test]
fn ki_r3_both_tokens_are_seen_and_placed_in_pile_order_without_a_move() {
    let mut game = start(&deal(ROWS, ["LPVVRRFK", "RFVVRPLK"]));
    let own = |game: &KnightAtTheInn, seat| game.view(Eye::Seat(seat)).households[seat.index()].pile.known.clone();
    assert_eq!(own(&game, RED), kinds("LP"));
    assert_eq!(own(&game, BLUE), kinds("R"), "Blue's first turn has not begun");
    assert_eq!(refused(&game, RED, "keep"), ("must_place", "KI-R3"));
    play_line(&mut game, &["place 0"]);
    assert_eq!(guests(&game, "1a"), "rL");
    assert_eq!(refused(&game, RED, "move 1a f"), ("first_turn", "KI-R3"));
    play_line(&mut game, &["place 0"]);
    assert_eq!(guests(&game, "1a"), "rL rP");
    assert_eq!(game.to_act().first(), Some(BLUE), "no move is made");
    assert_eq!(own(&game, BLUE), kinds("RF"));
}

/// A deck in which the King needs 11 rooms, so that the start row may have no inn for it.
fn deck_with_a_huge_king() -> Deck {
    deck::parse("huge.toml", &Deck::DEFAULT.replace("value = 6", "value = 11")).expect("a good deck")
}

#[test]
fn ki_r3_a_token_that_fits_nowhere_stays_and_the_turn_ends() {
    let deal = deal([[11, 8, 6], [9, 10, 7], [5, 7, 9]], ["LKVVRRFP", "RFVVRPLK"]);
    let mut told = Vec::new();
    let mut game = KnightAtTheInn::from_deal(&deal, &deck_with_a_huge_king(), &mut Silent);
    told.extend(play_line(&mut game, &["place 2"]));
    assert!(told.contains(&Event::NoRoom { seat: RED }), "{told:?}");
    assert_eq!(game.to_act().first(), Some(BLUE));
    let view = game.view(Eye::Table);
    assert_eq!(view.households[0].pile.left.len(), 7);
    assert_eq!(
        view.households[0].pile.top_exceeds,
        Some(8),
        "KI-P4: everybody knows that the top token needs more than 8 rooms"
    );
}

/// KI-R7: a first turn cut short is not a forfeit: the game goes on with Blue's first turn.
#[test]
fn ki_r7_a_first_turn_cut_short_is_no_forfeit() {
    let deal = deal([[11, 8, 6], [9, 10, 7], [5, 7, 9]], ["KLVVRRFP", "KFVVRPLR"]);
    // Red's King needs 11 rooms, and no inn of its start row has more than 9; Blue has an inn for its King.
    let game = KnightAtTheInn::from_deal(&deal, &deck_with_a_huge_king(), &mut Silent);
    assert_eq!(
        game.to_act().first(),
        Some(BLUE),
        "tied at 11, then Red's Lone Knight is lower, and Red's turn is cut short"
    );
    assert!(game.outcome().is_none());
}

#[test]
fn book_tokens_are_placed_in_the_own_start_row() {
    let mut game = start(&deal(ROWS, ["LPVVRRFK", "RFVVRPLK"]));
    play_line(&mut game, &["place 0", "place 2", "place 0", "place 1"]);
    assert_eq!([guests(&game, "1a"), guests(&game, "1c")], ["rL", "rP"]);
    assert_eq!([guests(&game, "3a"), guests(&game, "3b")], ["bR", "bF"]);
}
