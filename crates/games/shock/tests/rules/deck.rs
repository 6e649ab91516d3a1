//! The errors of unplayable deck files say what is wrong, and where.

use roundtable_core::{Audit, Dice, Game, GameDeck, Rng, Silent, deck};
use shock::{Deck, Options, Shock};

fn complaint(from: &str, to: &str) -> String {
    assert!(Deck::DEFAULT.contains(from), "{from}");
    let text = Deck::DEFAULT.replacen(from, to, 1);
    deck::parse::<Deck>("my.toml", &text)
        .expect_err("a bad deck")
        .to_string()
}

/// The line of the standard file that contains this.
fn line(of: &str) -> usize {
    let place = Deck::DEFAULT.find(of).expect("a line");
    1 + Deck::DEFAULT[..place].matches('\n').count()
}

#[test]
fn the_standard_deck_is_valid() {
    assert_eq!(Deck::standard().chest.len(), 24);
}

#[test]
fn sh_p1_every_limit_is_explained_with_its_place() {
    let icons = line("h = [2");
    assert_eq!(
        complaint("h = [2, 4", "h = [12, 4"),
        format!("my.toml:{icons}: icons.h[0]: the numbers go from 1 to 11, not 12")
    );
    assert_eq!(
        complaint("h = [2, 4", "h = [4, 4"),
        format!("my.toml:{icons}: icons.h[1]: 4h is named twice")
    );
    assert_eq!(
        complaint(r#"cards = ["7s"]"#, r#"cards = ["7s", "5c"]"#),
        format!(
            "my.toml:{}: poison.spider.cards[1]: 5c is named twice: a card is one Poison or one Potion",
            line(r#"cards = ["7s"]"#)
        )
    );
    assert_eq!(
        complaint("large = 3", "large = 8"),
        format!(
            "my.toml:{}: jewel[4].large: a Chest card has at most 7 icons of a size, not 8",
            line("large = 3")
        )
    );
    let many = complaint("count = 3", "count = 20");
    assert!(
        many.contains("jewel: there are at most 40 Chest cards; these are 41"),
        "{many}"
    );
    let too_many = complaint("count = 3", "count = 41");
    assert!(
        too_many.contains("jewel[0].count: there are at most 40 Chest cards, not 41"),
        "{too_many}"
    );
}

#[test]
fn sh_p2_a_chest_that_could_run_out_is_refused() {
    let text = Deck::DEFAULT.replace("chest = 2", "chest = 1");
    let complaint = deck::parse::<Deck>("my.toml", &text).unwrap_err().to_string();
    assert!(
        complaint.contains("poison: the Chest could run out (SH-R17)"),
        "{complaint}"
    );
    assert!(complaint.ends_with("27 cards in all, not 21"), "{complaint}");
    // Enough cards, or one kind that shocks everybody, will do.
    let large = text.replacen("count = 3", "count = 9", 1);
    assert_eq!(deck::parse::<Deck>("my.toml", &large).unwrap().chest.len(), 27);
    let one_kind = text.replacen("chest = 1", "chest = 2", 1);
    assert!(deck::parse::<Deck>("my.toml", &one_kind).is_ok());
}

#[test]
fn several_problems_are_told_together() {
    let text = Deck::DEFAULT
        .replace("[2, 4,", "[0, 4,")
        .replace("small = 2", "small = 9");
    let problems = deck::parse::<Deck>("my.toml", &text).unwrap_err().0;
    let fields: Vec<&str> = problems.iter().map(|problem| problem.field.as_str()).collect();
    assert_eq!(
        fields,
        ["icons.h[0]", "icons.s[0]", "icons.d[0]", "icons.c[0]", "jewel[5].small"]
    );
}

#[test]
fn cards_types_and_names_that_are_none_are_placed_too() {
    let no_card = complaint(r#""5c", "#, r#""5x", "#);
    assert!(
        no_card.starts_with(&format!("my.toml:{}: potions", line("potions ="))),
        "{no_card}"
    );
    assert!(no_card.contains("`5x` is no card"), "{no_card}");
    let no_number = complaint("chest = 2", "chest = \"two\"");
    assert!(
        no_number.contains("poison.jellyfish.chest: invalid type"),
        "{no_number}"
    );
    let unknown = complaint("[poison.bee]", "[poison.wasp]");
    assert!(unknown.contains("unknown field `wasp`"), "{unknown}");
}

#[test]
fn sh_p1_games_with_other_decks_are_played_to_the_end() {
    let many_poisons = Deck::DEFAULT
        .replace(r#"["7h"]"#, r#"["2h", "3h", "4s"]"#)
        .replace(r#"["7d"]"#, r#"["9d", "10c", "11c"]"#)
        .replace(r#"["5c", "7c"]"#, r#"["1h", "6s", "6c", "8d", "7h"]"#);
    let no_poison = Deck::DEFAULT
        .replace(r#"cards = ["7h"]"#, "cards = []")
        .replace("chest = 2", "chest = 0")
        .replacen("count = 3", "count = 12", 1);
    let smallest_chest = Deck::DEFAULT
        .replacen("chest = 2", "chest = 0", 2)
        .replace("count = 3", "count = 0");
    for text in [many_poisons, no_poison, smallest_chest] {
        let deck = deck::parse::<Deck>("my.toml", &text).unwrap();
        for seed in 0..60 {
            let (mut rng, mut moves) = (Rng::new(seed), Vec::new());
            let players = 3 + seed as usize % 3;
            let dice = Dice::from_seed(seed);
            let mut game = Shock::new(players, Options::default(), &deck, dice, &mut Silent).unwrap();
            while let Some(seat) = game.to_act().first() {
                game.legal_moves(seat, &mut moves);
                game.play(seat, rng.pick(&moves), &mut Silent);
                assert_eq!(game.audit(), Ok(()));
            }
        }
    }
}
