//! The deck file: KS-D1 and KS-D2 as printed, and KS-P1: every violation is explained with its location.

use knight_shift::{Deal, Deck, Item, Kind, KnightShift};
use roundtable_core::{Dice, GameDeck as _, Seat, SetupError, Silent, deck};

use crate::{changed, read};

/// What is wrong with the standard deck after these changes.
fn complaints(changes: &[(&str, &str)]) -> Vec<String> {
    let error = deck::parse::<Deck>("deck.toml", &changed(changes)).unwrap_err();
    error.0.iter().map(ToString::to_string).collect()
}

/// The line of the first occurrence of this text in the changed deck.
fn line(changes: &[(&str, &str)], of: &str) -> usize {
    1 + changed(changes).lines().position(|line| line.contains(of)).unwrap()
}

fn complains(changes: &[(&str, &str)], at: &str, field: &str, message: &str) {
    let expected = format!("deck.toml:{}: {field}: {message}", line(changes, at));
    let found = complaints(changes);
    assert!(
        found.iter().any(|problem| problem.starts_with(&expected)),
        "{expected}\nbut {found:#?}"
    );
}

#[test]
fn ks_d1_twelve_kinds_of_twelve_items() {
    let deck = Deck::standard();
    assert_eq!(deck.size(), 144);
    for kind in Kind::ALL {
        let of_kind = Item::ALL.into_iter().filter(|item| item.kind() == kind);
        assert_eq!(
            of_kind.map(|item| u32::from(deck.counts[item as usize])).sum::<u32>(),
            12,
            "{kind}"
        );
    }
    let food = [Item::Food2, Item::Food3, Item::Food4].map(|item| (deck.counts[item as usize], item.feast()));
    assert_eq!(food, [(4, 2), (4, 3), (4, 4)]);
    let points =
        "axe 1 armor 1 sword 2 shield 1 lance 2 horse 2 bow 1 arrows 2 food 0 booze 3 companions 0 undergarments 2";
    let written: Vec<String> = Kind::ALL
        .iter()
        .map(|&kind| format!("{kind} {}", deck.points[kind as usize]))
        .collect();
    assert_eq!(written.join(" "), points);
    assert_eq!(deck.partners, [Kind::Armor, Kind::Shield, Kind::Horse, Kind::Arrows]);
    assert_eq!(deck.companions, [1, 2, 4, 8, 16]);
}

#[test]
fn ks_d2_twenty_knights() {
    const TASTES: [&str; 20] = [
        "shield bow 5 axe arrows",
        "sword lance 5 companions undergarments",
        "shield lance 5 armor booze",
        "sword shield 5 food undergarments",
        "armor sword 5 horse",
        "axe horse 5 booze",
        "axe companions 5 lance",
        "armor companions 5 food",
        "companions undergarments 5 axe",
        "armor shield 5 sword",
        "horse food 5 shield",
        "bow booze 5 lance",
        "arrows booze undergarments 10 shield",
        "axe bow food 10 companions",
        "arrows food undergarments 10 bow",
        "armor horse arrows 10 sword",
        "axe booze companions 10 horse",
        "bow arrows food 10 armor",
        "lance horse undergarments 10 arrows",
        "sword lance booze 10 bow",
    ];
    let deck = Deck::standard();
    assert_eq!(deck.knights.len(), TASTES.len());
    for (knight, tastes) in deck.knights.iter().zip(TASTES) {
        let words = |kinds: knight_shift::Kinds| kinds.iter().map(Kind::word).collect::<Vec<_>>().join(" ");
        let written = format!("{} {} {}", words(knight.likes), knight.bonus, words(knight.dislikes));
        assert_eq!(written, tastes, "{}", knight.name);
    }
    assert!(deck.knights.iter().any(|knight| knight.name.starts_with("Dame ")));
    assert!(deck.knights.iter().any(|knight| knight.name.starts_with("Sir ")));
}

#[test]
fn ks_p1_counts_points_pairs_sets_and_tastes_can_be_changed() {
    let deck = read(&changed(&[
        (
            "count = 12\npoints = 1\npairs_with = \"armor\"",
            "count = 0\npoints = 7\npairs_with = \"booze\"",
        ),
        ("set = [1, 2, 4, 8, 16]", "set = [0, 0, 9, 9, 50]"),
        ("fours = 4", "fours = 30"),
        (
            "likes = [\"axe\", \"horse\"]\nbonus = 5\ndislikes = [\"booze\"]",
            "likes = [\"food\"]\nbonus = 50\ndislikes = []",
        ),
        ("dislikes = [\"axe\", \"arrows\"]", "dislikes = [\"arrows\"]"),
        ("likes = [\"axe\", \"companions\"]", "likes = [\"companions\"]"),
        ("dislikes = [\"axe\"]", "dislikes = [\"food\"]"),
        ("likes = [\"axe\", \"bow\", \"food\"]", "likes = [\"bow\", \"food\"]"),
        (
            "likes = [\"axe\", \"booze\", \"companions\"]",
            "likes = [\"booze\", \"companions\"]",
        ),
    ]));
    assert_eq!(
        (
            deck.size(),
            deck.counts[Item::Axe as usize],
            deck.counts[Item::Food4 as usize]
        ),
        (158, 0, 30)
    );
    assert_eq!((deck.points[Kind::Axe as usize], deck.partners[0]), (7, Kind::Booze));
    assert_eq!(deck.companions[4], 50);
    assert_eq!(
        (deck.knights[5].bonus, deck.knights[5].dislikes.iter().count()),
        (50, 0)
    );
}

#[test]
fn a_deck_of_another_game_is_refused() {
    let other = [("game = \"knight-shift\"", "game = \"shock\"")];
    complains(
        &other,
        "shock",
        "game",
        "this is a deck of `shock`, not of `knight-shift`",
    );
}

#[test]
fn ks_p1_too_few_or_too_many_items() {
    let mut few: Vec<(&str, &str)> = vec![("count = 12", "count = 1"); 8];
    few.push(("twos = 4", "twos = 1"));
    // Eight kinds with one card, Food 1 + 4 + 4, three kinds with twelve.
    complains(
        &few,
        "count = 1",
        "item",
        "six players need 67 Items; these counts add up to 53",
    );
    let many = [("count = 12", "count = 109")];
    complains(
        &many,
        "count = 109",
        "item",
        "a deck has at most 240 Items; these counts add up to 241",
    );
}

#[test]
fn ks_p1_a_knight_who_likes_what_it_hates() {
    let both = [("dislikes = [\"axe\", \"arrows\"]", "dislikes = [\"bow\", \"arrows\"]")];
    complains(
        &both,
        "dislikes = [\"bow\", \"arrows\"]",
        "knight[0].dislikes",
        "Dame Oda cannot both like and hate bow",
    );
}

#[test]
fn ks_p1_a_weapon_paired_with_nothing() {
    let missing = [("pairs_with = \"armor\"\n", "")];
    complains(
        &missing,
        "count = 12",
        "item.axe.pairs_with",
        "a weapon is paired with nothing",
    );
    let absent = [("[item.armor]\ncount = 12", "[item.armor]\ncount = 0")];
    complains(
        &absent,
        "pairs_with = \"armor\"",
        "item.axe.pairs_with",
        "a weapon is paired with nothing: the deck has no armor",
    );
    let weapon = [("pairs_with = \"armor\"", "pairs_with = \"sword\"")];
    complains(
        &weapon,
        "pairs_with = \"sword\"",
        "item.axe.pairs_with",
        "a weapon cannot be the partner",
    );
    let food = [("pairs_with = \"armor\"", "pairs_with = \"food\"")];
    complains(
        &food,
        "pairs_with = \"food\"",
        "item.axe.pairs_with",
        "food has no points of its own",
    );
    let shield = [("[item.shield]\n", "[item.shield]\npairs_with = \"sword\"\n")];
    complains(
        &shield,
        "pairs_with = \"sword\"",
        "item.shield.pairs_with",
        "only a weapon",
    );
}

#[test]
fn ks_p1_unknown_kinds_fields_and_types() {
    let unknown = [("likes = [\"shield\", \"bow\"]", "likes = [\"shield\", \"spoon\"]")];
    complains(&unknown, "spoon", "knight[0].likes", "unknown variant `spoon`");
    let field = [("[item.axe]", "[item.axe]\ncolour = \"red\"")];
    complains(&field, "colour", "item.axe.colour", "unknown field `colour`");
    let negative = [("points = 1", "points = -1")];
    complains(&negative, "points = -1", "item.axe.points", "invalid value");
    let kind = [("[item.axe]", "[item.spoon]\ncount = 1\npoints = 1\n\n[item.axe]")];
    complains(&kind, "[item.spoon]", "item.spoon", "unknown field `spoon`");
    let gone = [("[item.booze]\ncount = 12\npoints = 3\n", "")];
    complains(&gone, "[item.axe]", "item", "missing field `booze`");
}

#[test]
fn ks_p1_points_bonuses_and_sets_have_bounds() {
    let points = [("points = 3", "points = 51")];
    complains(
        &points,
        "points = 51",
        "item.booze.points",
        "a card gives 0 to 50 points, not 51",
    );
    let bonus = [("bonus = 10", "bonus = 99")];
    complains(
        &bonus,
        "bonus = 99",
        "knight[12].bonus",
        "a card gives 0 to 50 points, not 99",
    );
    for set in ["set = [1, 2, 4, 8]", "set = [1, 2, 4, 8, 51]"] {
        let short = [("set = [1, 2, 4, 8, 16]", set)];
        complains(&short, set, "item.companions.set", "five numbers from 0 to 50");
    }
}

#[test]
fn ks_p1_names_are_different_short_and_harmless() {
    let twice = [("name = \"Sir Piers\"", "name = \"Dame Oda\"")];
    let found = complaints(&twice);
    assert_eq!(found.len(), 1);
    assert!(
        found[0].ends_with("knight[1].name: there is another Knight called Dame Oda"),
        "{found:?}"
    );
    let empty = [("name = \"Sir Piers\"", "name = \" \"")];
    complains(&empty, "name = \" \"", "knight[1].name", "1 to 20 characters, not 1");
    let long = [(
        "title = \"who fasts, loudly\"",
        "title = \"who fasts, and fasts, and fasts, and is heard to be fasting\"",
    )];
    complains(&long, "heard to be fasting", "knight[3].title", "1 to 48 characters");
    let control = [("name = \"Sir Piers\"", "name = \"Sir \\u001b[2J\"")];
    complains(
        &control,
        "Sir \\u001b",
        "knight[1].name",
        "a line of text without control characters",
    );
}

#[test]
fn ks_p1_likes_and_dislikes_are_few_different_and_in_the_deck() {
    let none = [("likes = [\"shield\", \"bow\"]", "likes = []")];
    complains(&none, "likes = []", "knight[0].likes", "a Knight likes something");
    let twice = [("likes = [\"shield\", \"bow\"]", "likes = [\"bow\", \"bow\"]")];
    complains(&twice, "\"bow\", \"bow\"", "knight[0].likes", "bow is named twice");
    let five = [(
        "likes = [\"shield\", \"bow\"]",
        "likes = [\"shield\", \"bow\", \"food\", \"horse\", \"lance\"]",
    )];
    complains(
        &five,
        "\"horse\", \"lance\"]",
        "knight[0].likes",
        "at most 4 kinds, not 5",
    );
    let absent = [("[item.undergarments]\ncount = 12", "[item.undergarments]\ncount = 0")];
    let found = complaints(&absent);
    // Two Knights hate them, five like them.
    assert_eq!(
        found
            .iter()
            .filter(|problem| problem.ends_with("the deck has no undergarments"))
            .count(),
        7 - 1
    );
}

#[test]
fn ks_p1_too_few_or_too_many_knights() {
    let text = Deck::DEFAULT;
    let cut = text.match_indices("[[knight]]").nth(6).unwrap().0;
    let few = deck::parse::<Deck>("deck.toml", &text[..cut]).unwrap_err().to_string();
    assert_eq!(few, "deck.toml: knight: six players need 7 Knights; there are 6");
    let mut many = text.to_owned();
    for i in 0..21 {
        many += &format!(
            "\n[[knight]]\nname = \"Knight {i}\"\ntitle = \"spare\"\nlikes = [\"axe\"]\nbonus = 1\ndislikes = []\n"
        );
    }
    let many = deck::parse::<Deck>("deck.toml", &many).unwrap_err().to_string();
    assert_eq!(many, "deck.toml: knight: a deck has at most 40 Knights; there are 41");
}

#[test]
fn ks_p1_several_problems_are_told_at_once() {
    let found = complaints(&[
        ("pairs_with = \"armor\"\n", ""),
        ("points = 3", "points = 60"),
        ("likes = [\"shield\", \"bow\"]", "likes = []"),
    ]);
    assert_eq!(found.len(), 3, "{found:#?}");
}

#[test]
fn an_explicit_deal_must_be_a_round_of_the_deck() {
    let deck = Deck::standard();
    let good = Deal {
        head: Seat::new(0),
        knights: vec![0, 1, 2],
        items: Item::ALL.into_iter().cycle().take(23).collect(),
    };
    let start = |deal: &Deal| KnightShift::from_deal(2, deal, &deck, Dice::from_seed(1), &mut Silent).map(|_| ());
    assert_eq!(start(&good), Ok(()));
    for bad in [
        Deal {
            head: Seat::new(2),
            ..good.clone()
        },
        Deal {
            knights: vec![0, 1],
            ..good.clone()
        },
        Deal {
            knights: vec![0, 1, 1],
            ..good.clone()
        },
        Deal {
            knights: vec![0, 1, 20],
            ..good.clone()
        },
        Deal {
            items: vec![Item::Axe; 23],
            ..good.clone()
        },
        Deal {
            items: vec![Item::Axe; 3],
            ..good.clone()
        },
    ] {
        assert!(matches!(start(&bad), Err(SetupError::Deck(_))), "{bad:?}");
    }
    let seven = KnightShift::from_deal(7, &good, &deck, Dice::from_seed(1), &mut Silent);
    assert!(matches!(seven, Err(SetupError::Players { .. })));
}
