//! Set-up and what is printed on the cards.

use std::collections::BTreeSet;

use knights_and_damosels::{
    Chivalry, ChivalrySet, Deck, EventCard, EventKind, Goals, Kind, KnightsAndDamosels, Move, Options,
};
use roundtable_core::{Dice, Eye, Game as _, GameDeck as _, GameMove as _, SetupError, Silent, deck};

use crate::{Table, deal, scene, seat};
use knights_and_damosels::Stage;

fn new_game(players: usize, seed: u64) -> KnightsAndDamosels {
    let dice = Dice::from_seed(seed);
    KnightsAndDamosels::new(players, Options::default(), &Deck::standard(), dice, &mut Silent).expect("a game")
}

#[test]
fn kd_r1_merlin_by_lot_arthur_to_the_left_knights_and_damosels_at_random() {
    let (mut merlins, mut knights, mut damosels) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for seed in 0..60 {
        let view = new_game(4, seed).view(Eye::Table);
        assert_eq!(view.arthur, view.merlin.left(4));
        merlins.insert(view.merlin);
        knights.insert(view.players[0].knight);
        damosels.insert(view.players[0].damosel);
        assert_eq!(view.unused.len(), 2);
        assert!(view.unused.iter().all(|unused| unused.pile == ChivalrySet::ALL));
        let dealt: BTreeSet<_> = view.players.iter().map(|player| player.damosel).collect();
        assert!(dealt.len() == 4 && view.unused.iter().all(|unused| !dealt.contains(&unused.damosel)));
        assert!(
            view.players
                .iter()
                .all(|player| player.progress.worship == 1 && player.row.is_empty())
        );
    }
    assert_eq!((merlins.len(), knights.len(), damosels.len()), (4, 6, 6));
    for players in [2, 7] {
        let none = KnightsAndDamosels::new(
            players,
            Options::default(),
            &Deck::standard(),
            Dice::from_seed(1),
            &mut Silent,
        );
        assert!(matches!(none, Err(SetupError::Players { min: 3, max: 6, .. })));
    }
}

#[test]
fn kd_r1_arthur_and_merlin_move_left_after_each_round() {
    let mut table = Table::service("excalibur", &["", "", "elaine horse"], &[1, 1, 1]);
    assert_eq!((table.view().merlin, table.view().arthur), (seat(0), seat(1)));
    table.play("2 offer horse");
    let view = table.view();
    assert_eq!((view.round, view.merlin, view.arthur), (2, seat(1), seat(2)));
    assert_eq!(table.to_act(), [2], "Arthur has drawn");
}

#[test]
fn kd_r1_a_deal_must_be_one_of_this_game() {
    let good = deal(4, "rome");
    let start = |deal| KnightsAndDamosels::from_deal(&deal, Options::default(), &Deck::standard(), &mut Silent);
    assert!(start(good.clone()).is_ok());
    let mut twice = good.clone();
    twice.knights[1] = twice.knights[0];
    assert!(start(twice).is_err());
    let mut twice = good.clone();
    twice.damosels[5] = twice.damosels[0];
    assert!(start(twice).is_err());
    let mut twice = good.clone();
    twice.events[11] = twice.events[0];
    assert!(start(twice).is_err());
    let mut twice = good.clone();
    twice.services[2] = twice.services[0];
    assert!(start(twice).is_err());
    let mut away = good;
    away.merlin = seat(4);
    assert!(start(away).is_err());
    let wrong = scene("rome", &["elaine horse", "", ""], &[1, 1, 1], Stage::Round);
    let scene = KnightsAndDamosels::from_scene(&wrong, Options::default(), &Deck::standard(), &mut Silent);
    assert!(scene.is_err(), "a card of the own damosel");
}

#[test]
fn kd_r2_thresholds() {
    let goals = Deck::standard().goals;
    let table = [(5, 7, 30), (5, 7, 22), (4, 7, 18), (4, 7, 15)];
    assert_eq!(
        goals,
        table.map(|(given, earned, worship)| Goals { given, earned, worship })
    );
    for (players, goal) in (3..=6).zip(goals) {
        assert_eq!(new_game(players, 1).view(Eye::Table).goals, goal);
    }
}

#[test]
fn kd_r3_three_chivalries_of_each_kind() {
    let names = |kind| ChivalrySet::of(kind).to_string();
    assert_eq!(names(Kind::Arms), "horse sword armor");
    assert_eq!(names(Kind::Virtue), "honor loyalty valor");
    assert_eq!(names(Kind::Vassalage), "farmer fisher forester");
    for chivalry in Chivalry::ALL {
        assert!(ChivalrySet::of(chivalry.kind()).contains(chivalry));
    }
}

#[test]
fn kd_r4_what_the_events_list() {
    let (arms, virtue, vassalage) = (
        ChivalrySet::of(Kind::Arms),
        ChivalrySet::of(Kind::Virtue),
        ChivalrySet::of(Kind::Vassalage),
    );
    let table = [
        (EventKind::War, arms.and(vassalage), "badon carlion rome"),
        (EventKind::Quest, virtue.and(vassalage), "grail beast isoud"),
        (EventKind::Prosperity, ChivalrySet::ALL, "excalibur marriage table"),
        (EventKind::Disaster, virtue, "adultery"),
        (EventKind::Disaster, vassalage, "merlin"),
        (EventKind::Disaster, arms, "mordred"),
    ];
    for (kind, listed, names) in table {
        for name in names.split(' ') {
            let event: EventCard = name.parse().expect("an event");
            let print = Deck::standard().events[event as usize];
            assert_eq!((print.kind, print.listed), (kind, listed), "{name}");
        }
    }
}

#[test]
fn kd_r5_bonuses() {
    let table = "badon armor, carlion sword, rome horse, grail honor, beast valor, isoud loyalty, excalibur fisher, \
                 marriage farmer, table forester";
    for pair in table.split(", ") {
        let (event, chivalry) = pair.split_once(' ').expect("a pair");
        let event: EventCard = event.parse().expect("an event");
        let bonus = Deck::standard().events[event as usize].bonus;
        assert_eq!(bonus, Some(chivalry.parse().expect("a chivalry")), "{event}");
    }
    for disaster in [EventCard::Adultery, EventCard::Merlin, EventCard::Mordred] {
        assert_eq!(Deck::standard().events[disaster as usize].bonus, None);
    }
}

#[test]
fn kd_r27_there_are_no_service_cards() {
    assert_eq!(EventCard::ALL.len(), 12);
    assert!("service".parse::<Move>().is_err());
}

#[test]
fn kd_p1_a_wrong_deck_file_is_explained() {
    let complaint = |from: &str, to: &str| {
        let text = Deck::DEFAULT.replacen(from, to, 1);
        assert_ne!(text, Deck::DEFAULT);
        deck::parse::<Deck>("my.toml", &text).expect_err(to).to_string()
    };
    let cases = [
        ("\"knights-and-damosels\"", "\"shock\"", "my.toml:6: game: "),
        (
            "given = [5, 5,",
            "given = [5,",
            "my.toml:10: goals.given: there is one number each",
        ),
        (
            "given = [5,",
            "given = [10,",
            "my.toml:10: goals.given[0]: this goal is from 1 to 9",
        ),
        (
            "earned = [7,",
            "earned = [0,",
            "my.toml:11: goals.earned[0]: this goal is from 1 to 9",
        ),
        (
            "worship = [30,",
            "worship = [201,",
            "my.toml:12: goals.worship[0]: this goal is from 1 to 200",
        ),
        (
            "\"horse\", \"sword\"",
            "\"horse\", \"honor\"",
            "my.toml:19: event.badon.listed[1]: a war lists Arms",
        ),
        (
            "\"horse\", \"sword\"",
            "\"horse\", \"horse\"",
            "my.toml:19: event.badon.listed[1]: horse is listed twice",
        ),
        (
            "[\"honor\", \"loyalty\"",
            "[\"sword\", \"loyalty\"",
            "my.toml:34: event.grail.listed[0]: a quest lists",
        ),
        (
            "[\"honor\", \"loyalty\", \"valor\"]\n",
            "[]\n",
            "my.toml:64: event.adultery.listed: an event lists",
        ),
        (
            "\"loyalty\", \"valor\"]\n",
            "\"horse\"]\n",
            "my.toml:64: event.adultery.listed[1]: a disaster lists",
        ),
        (
            "bonus = \"armor\"",
            "bonus = \"honor\"",
            "my.toml:20: event.badon.bonus: the bonus is for a listed",
        ),
        (
            "bonus = \"armor\"",
            "bonus = \"armour\"",
            "my.toml:20: event.badon.bonus: unknown variant",
        ),
        (
            "kind = \"war\"",
            "kind = \"feast\"",
            "my.toml:18: event.badon.kind: unknown variant",
        ),
        (
            "[event.badon]",
            "[event.baden]",
            "my.toml:17: event.baden: unknown field",
        ),
        (
            "kind = \"quest\"",
            "sort = \"quest\"",
            "my.toml:33: event.grail.sort: unknown field",
        ),
    ];
    for (from, to, expected) in cases {
        let found = complaint(from, to);
        assert!(found.starts_with(expected), "{found}");
    }
    let bonus = complaint("kind = \"disaster\"", "kind = \"disaster\"\nbonus = \"honor\"");
    assert!(
        bonus.starts_with("my.toml:64: event.adultery.bonus: a disaster has no bonus"),
        "{bonus}"
    );
}

#[test]
fn kd_p1_another_deck_file_is_played() {
    let text = Deck::DEFAULT.replace("worship = [30,", "worship = [4,");
    let deck = deck::parse::<Deck>("my.toml", &text).expect("a good file");
    let scene = scene("excalibur", &["", "", "elaine fisher"], &[1, 1, 2], Stage::Service);
    let mut game = KnightsAndDamosels::from_scene(&scene, Options::default(), &deck, &mut Silent).expect("a scene");
    roundtable_testkit::play_as(&mut game, seat(2), "offer fisher");
    assert_eq!(game.outcome().expect("over").reason().code, "worship_victory");
}

#[test]
fn moves_have_one_spelling() {
    for text in [
        "discard rome",
        "give honor",
        "select 2",
        "challenge 3 honor",
        "high",
        "low",
        "yield",
        "offer honor",
        "pass",
        "face horse armor",
        "face none",
        "take 3 honor",
        "arthur",
        "mordred",
        "fight honor",
    ] {
        let mv: Move = text.parse().expect(text);
        assert_eq!(mv.to_string(), text);
        let number = mv.number(6).expect("a number");
        assert_eq!(Move::from_number(number, 6), Some(mv));
    }
    for text in [
        "",
        "face",
        "face armor horse",
        "face horse horse",
        "face none horse",
        "select 02",
        "select -1",
        "select 300",
        "challenge 9 honor",
        "challenge honor",
        "give  honor",
        "Give honor",
        "discard",
        "take 3",
        "pass now",
    ] {
        assert!(text.parse::<Move>().is_err(), "{text}");
    }
    let mixed: Move = "face horse honor".parse().expect("a move, though never a legal one");
    assert_eq!(mixed.number(6), None);
    let json = serde_json::to_string(&"face horse armor".parse::<Move>().expect("a move")).expect("JSON");
    assert_eq!(json, r#"{"type":"face","up":["horse","armor"]}"#);
}

#[test]
fn the_rule_page_has_every_number() {
    let rules = KnightsAndDamosels::INFO.rules;
    let readings = (1..=27).map(|number| format!("**KD-R{number} "));
    let later = ["8a", "27a"].map(|number| format!("**KD-R{number} "));
    // KD-P5 was withdrawn: KD-R8a says otherwise.
    let own = (1..=8)
        .filter(|&number| number != 5)
        .map(|number| format!("**KD-P{number} "));
    assert!(!rules.contains("KD-P5"));
    for anchor in readings.chain(later).chain(own) {
        assert_eq!(rules.matches(&anchor).count(), 1, "{anchor}");
    }
}
