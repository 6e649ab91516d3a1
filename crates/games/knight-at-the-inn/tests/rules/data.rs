//! Set-up and data.

use knight_at_the_inn::{Deck, Kind, KnightAtTheInn};
use roundtable_core::{Dice, Eye, Game as _, GameDeck as _, NoOptions, SetupError, Silent, deck};

#[test]
fn ki_d1_the_inns() {
    assert_eq!(Deck::standard().inns, [5, 6, 7, 7, 8, 9, 9, 10, 11]);
}

#[test]
fn ki_d2_the_arrows() {
    let deck = Deck::standard();
    let table = [
        (Kind::LoneKnight, 1, 1, "f b l r fl fr bl br"),
        (Kind::Patrol, 1, 2, "f b l r"),
        (Kind::Vanguard, 2, 3, "f fl fr"),
        (Kind::Rearguard, 2, 4, "f bl br"),
        (Kind::Flank, 1, 5, "l r fl fr"),
        (Kind::King, 1, 6, "f l r"),
    ];
    for (kind, count, value, arrows) in table {
        let print = deck.tokens[kind as usize];
        let printed: Vec<_> = print.arrows.iter().map(|arrow| arrow.name()).collect();
        assert_eq!(
            (print.count, print.value, printed.join(" ")),
            (count, value, arrows.to_owned()),
            "{kind}"
        );
        assert_eq!(print.double.is_empty(), kind != Kind::King);
    }
    let double: Vec<_> = deck.tokens[Kind::King as usize]
        .double
        .iter()
        .map(|arrow| arrow.name())
        .collect();
    assert_eq!(double, ["f", "l", "r"]);
}

#[test]
fn book_setup_shuffles_inns_and_piles() {
    let deal = |seed| {
        let game = KnightAtTheInn::new(2, NoOptions, &Deck::standard(), Dice::from_seed(seed), &mut Silent);
        game.expect("two players").view(Eye::All)
    };
    let (one, other) = (deal(1), deal(2));
    for view in [&one, &other] {
        let mut rooms: Vec<u8> = view.inns.iter().map(|inn| inn.rooms).collect();
        rooms.sort_unstable();
        assert_eq!(rooms, [5, 6, 7, 7, 8, 9, 9, 10, 11]);
        for household in &view.households {
            assert_eq!(household.pile.left.len(), 8);
            assert_eq!(household.pile.known.len(), 8, "the open eye sees the piles in order");
        }
    }
    assert_ne!(one.inns, other.inns);
    assert_ne!(one.households, other.households);
}

#[test]
fn book_two_players() {
    for players in [0, 1, 3, 8, 9] {
        let game = KnightAtTheInn::new(players, NoOptions, &Deck::standard(), Dice::from_seed(1), &mut Silent);
        assert!(
            matches!(game, Err(SetupError::Players { min: 2, max: 2, .. })),
            "{players}"
        );
    }
}

/// KI-P3: what a deck file may say.
#[test]
fn ki_p3_a_wrong_deck_file_is_explained() {
    let complaint = |from: &str, to: &str| {
        let text = Deck::DEFAULT.replacen(from, to, 1);
        assert_ne!(text, Deck::DEFAULT);
        deck::parse::<Deck>("my.toml", &text).expect_err(to).to_string()
    };
    let cases = [
        ("[5, 6, 7, 7,", "[5, 6, 7,", "my.toml:8: inns: there are 9 inns, not 8"),
        (
            "[5, 6,",
            "[0, 6,",
            "my.toml:8: inns[0]: an inn has 1 to 99 rooms, not 0",
        ),
        (
            "[5, 6,",
            "[500, 6,",
            "my.toml:8: inns: invalid value: integer `500`, expected u8",
        ),
        (
            "count = 2",
            "count = 3",
            "token: a household has 8 tokens; these counts add up to 9",
        ),
        (
            "value = 6",
            "value = 12",
            "token.king.value: no inn has 12 rooms: the largest has 11",
        ),
        (
            "value = 6",
            "value = 0",
            "token.king.value: a token takes 1 to 99 rooms, not 0",
        ),
        (
            r#"["f", "bl", "br"]"#,
            r#"["bl", "br"]"#,
            "token.rearguard.arrows: without f, fl or fr it could never reach its castle",
        ),
        (
            r#"["f", "bl", "br"]"#,
            r#"["f", "f"]"#,
            "token.rearguard.arrows: an arrow is named twice",
        ),
        (r#"["f", "bl", "br"]"#, r#"["f", "up"]"#, "unknown variant `up`"),
        (
            r#"["f", "bl", "br"]"#,
            "[\"f\"]\ndouble = [\"f\"]",
            "token.rearguard.double: only the King has double arrows",
        ),
        (
            r#"double = ["f", "l", "r"]"#,
            r#"double = ["f", "fl"]"#,
            "token.king.double: a double arrow must be among the arrows too",
        ),
        (
            r#"double = ["f", "l", "r"]"#,
            r#"double = ["b"]"#,
            "token.king.double: a King pushes only f, l or r",
        ),
        (
            "knight-at-the-inn\"",
            "chess\"",
            "game: this is a deck of `chess`, not of `knight-at-the-inn`",
        ),
        ("[token.flank]", "[token.flunk]", "unknown field `flunk`"),
    ];
    for (from, to, expected) in cases {
        let complaint = complaint(from, to);
        assert!(complaint.contains(expected), "{to}: {complaint}");
        assert!(complaint.starts_with("my.toml:"), "{complaint}");
    }
}
