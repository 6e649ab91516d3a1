//! The written forms of moves.

use knight_shift::{Item, Move};
use roundtable_core::GameMove as _;

#[test]
fn notation_goes_both_ways_in_one_spelling() {
    for text in [
        "play axe 2",
        "show food3 0",
        "peek 6",
        "claim 2 booze",
        "claim 2",
        "play undergarments 6",
    ] {
        assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
    }
    for wrong in [
        "",
        "play",
        "play axe",
        "play axe 7",
        "play axe 02",
        "play  axe 2",
        "play Axe 2",
        "play food 2",
        "peek",
        "peek 7",
        "peek 1 axe",
        "claim",
        "claim axe 2",
        "claim 2 spoon",
        "show 2 axe",
        "pass",
        "play axe 2 ",
    ] {
        assert!(wrong.parse::<Move>().is_err(), "{wrong}");
    }
}

#[test]
fn json_is_tagged_and_strict() {
    for (text, json) in [
        ("play axe 2", r#"{"type":"play","item":"axe","knight":2}"#),
        ("show food2 0", r#"{"type":"show","item":"food2","knight":0}"#),
        ("peek 3", r#"{"type":"peek","knight":3}"#),
        ("claim 2 booze", r#"{"type":"claim","knight":2,"discard":"booze"}"#),
        ("claim 2", r#"{"type":"claim","knight":2}"#),
    ] {
        let mv: Move = text.parse().unwrap();
        assert_eq!(serde_json::to_string(&mv).unwrap(), json);
        assert_eq!(serde_json::from_str::<Move>(json).unwrap(), mv);
    }
    for wrong in [
        r#"{"type":"play","item":"axe"}"#,
        r#"{"type":"play","item":"axe","knight":7}"#,
        r#"{"type":"play","item":"axe","knight":-1}"#,
        r#"{"type":"play","item":"axe","knight":1,"extra":1}"#,
        r#"{"type":"peek","knight":"1"}"#,
        r#"{"type":"pass"}"#,
    ] {
        assert!(serde_json::from_str::<Move>(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn numbers_go_both_ways_and_leave_no_gap() {
    for players in 2..=6 {
        let knights = players as u32 + 1;
        // Play, show and claim with each of fourteen Items, claim with none, and a peek where there is peeking.
        let each = 3 * Item::ALL.len() as u32 + 1 + u32::from(players > 2);
        assert_eq!(Move::count(players), knights * each);
        for number in 0..Move::count(players) {
            let mv = Move::from_number(number, players).unwrap();
            assert_eq!(mv.number(players), Some(number), "{mv}");
        }
        assert_eq!(Move::from_number(Move::count(players), players), None);
        assert_eq!(Move::from_number(u32::MAX, players), None);
    }
    assert_eq!("peek 0".parse::<Move>().unwrap().number(2), None);
    assert_eq!("play axe 3".parse::<Move>().unwrap().number(2), None);
}
