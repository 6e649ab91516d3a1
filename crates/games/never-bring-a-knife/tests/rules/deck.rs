//! The errors of unplayable deck files say what is wrong, and where.

use never_bring_a_knife::{Deck, NeverBringAKnife, Options};
use roundtable_core::{Audit, Dice, Game, GameDeck, Rng, Silent, deck};

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
fn the_standard_deck_is_the_rulebooks() {
    assert_eq!(Deck::standard().cards.total(), 62);
}

#[test]
fn nk_p1_every_limit_is_explained_with_its_place() {
    assert_eq!(
        complaint("fall = 3", "fall = 0"),
        format!("my.toml:{}: fall: this is 1 to 20, not 0", line("fall = 3"))
    );
    assert_eq!(
        complaint("mole = 1", "mole = 2"),
        format!(
            "my.toml:{}: cards.mole: there is at most one Mole, not 2",
            line("mole = 1")
        )
    );
    let many = complaint("gun = 23", "gun = 90");
    assert!(
        many.contains("cards: there are at most 100 cards; these are 129"),
        "{many}"
    );
    let team = complaint("team = 3", "team = 4");
    assert!(
        team.ends_with("table[0].team: 4 players and the boss need 5 or 6 role cards, not 8"),
        "{team}"
    );
    let intel = complaint("intel = 0", "intel = 3");
    assert!(
        intel.ends_with("table[0].intel: there are only 2 Intel cards, not 3"),
        "{intel}"
    );
    let twice = complaint("players = 5", "players = 4");
    assert!(twice.contains("the table for 4 is there twice"), "{twice}");
    assert!(twice.contains("there is no table for 5 players"), "{twice}");
    let nine = complaint("players = 8", "players = 9");
    assert!(nine.contains("the game is for 4 to 8 players, not 9"), "{nine}");
    let other = complaint("never-bring-a-knife\"", "shock\"");
    assert!(other.contains("this is a deck of `shock`"), "{other}");
}

#[test]
fn nk_p2_too_few_cards_for_a_deal_are_refused() {
    let few = complaint("gun = 23", "gun = 10");
    assert!(
        few.contains("8 players need 32 cards that are neither Money nor Hit; there are 31 (NK-P2)"),
        "{few}"
    );
}

#[test]
fn unknown_names_and_types_are_placed_too() {
    let unknown = complaint("armor = 12", "armour = 12");
    assert!(unknown.contains("unknown field `armour`"), "{unknown}");
    let wrong = complaint("look = 3", "look = \"dear\"");
    assert!(wrong.contains("table[0].look: invalid type"), "{wrong}");
}

#[test]
fn nk_p1_games_with_other_decks_are_played_to_the_end_and_sampled() {
    let tight = Deck::DEFAULT
        .replace("gun = 23", "gun = 11")
        .replace("money = 17", "money = 50");
    let guns = Deck::DEFAULT
        .replace("gun = 23", "gun = 78")
        .replace("armor = 12", "armor = 0")
        .replace("money = 17", "money = 3");
    let lasting = Deck::DEFAULT
        .replace("gun = 23", "gun = 1")
        .replace("armor = 12", "armor = 40");
    for text in [tight, guns, lasting] {
        let deck = deck::parse::<Deck>("my.toml", &text).expect("a deck");
        for seed in 0..25 {
            let (mut rng, mut moves) = (Rng::new(seed), Vec::new());
            let players = 4 + seed as usize % 5;
            let options = Options {
                easy: seed % 2 == 0,
                hard: seed % 3 == 0,
            };
            let mut game =
                NeverBringAKnife::new(players, options, &deck, Dice::from_seed(seed), &mut Silent).expect("a game");
            while let Some(seat) = game.to_act().first() {
                game.legal_moves(seat, &mut moves);
                game.play(seat, rng.pick(&moves), &mut Silent);
                assert_eq!(game.audit(), Ok(()));
                if rng.below(40) == 0 {
                    let eye = roundtable_core::Eye::Seat(seat);
                    let mut sample = game.clone();
                    sample.resample(eye, &mut rng);
                    assert_eq!(sample.audit(), Ok(()));
                    assert_eq!(sample.view(eye), game.view(eye));
                }
            }
        }
    }
}
