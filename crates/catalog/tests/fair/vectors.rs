//! The test vectors of fair deals, `docs/vectors/fair.json`: what this program computes, a browser must compute too.

use roundtable_catalog::{GameId, deal, verify_with};
use roundtable_core::{Code, DiceSource, FairDeal, HexKey, Receipt, Record};
use serde_json::{Value, json};

use crate::forge::{anew, failed, honest, kept, number, played, public, resealed, signed};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/vectors/fair.json");

/// A number and its promise.
fn promised(byte: u8) -> Value {
    json!({"number": number(byte), "promise": FairDeal::promise(&number(byte))})
}

/// A deal, the key of its dice, and what is wrong with it.
fn dealt(fair: &FairDeal) -> Value {
    let code = fair.check(fair.numbers.len()).err().map(|refusal| refusal.code.name());
    json!({"fair": fair, "key": fair.key(), "code": code})
}

/// A record, a receipt, and what a check of both finds.
fn checked(record: &Record, receipt: &Receipt) -> Value {
    let found = verify_with(&record.to_text(), receipt);
    let code = found.as_ref().err().map(|refusal| refusal.code.name());
    // What is drawn does not depend on the receipt.
    let draws = roundtable_catalog::verify(&record.to_text()).map(|found| found.draws);
    json!({"record": record, "receipt": receipt, "draws": draws.unwrap_or_default(), "code": code})
}

/// Everything that dice draw in the first position of each game.
fn draws() -> Vec<Value> {
    let all = GameId::HOUSE.into_iter().flat_map(|game| {
        let info = game.info();
        [info.min_players, info.max_players].map(|players| {
            let key = HexKey([players as u8; 32]);
            let source = DiceSource::Key(key.clone());
            let setup = game.setup(players);
            let (_, draws) = source.dice().listen(|| deal(&setup, None, source.clone()));
            json!({"game": info.slug, "key": key, "draws": draws})
        })
    });
    all.collect()
}

fn vectors() -> Value {
    let mut wrong = honest();
    wrong.numbers[1] = Some(number(4));
    let mut repeated = anew();
    repeated.failed[0].numbers = honest().numbers;
    let record = signed(played(honest(), 5), 1);
    let receipt = Receipt {
        key: Some(public(1)),
        ..kept(&record)
    };
    let again = signed(played(anew(), 5), 1);
    let cut = signed(resealed(record.until(record.moves.len() - 3)), 1);
    let other = signed(played(honest(), 7), 1);
    let colluding = FairDeal::promised(honest().secret, vec![Some(number(2)), Some(number(99))], Vec::new());
    let blamed = FairDeal::promised(number(50), vec![None, Some(number(51))], vec![failed(0)]);
    let mut damaged = record.clone();
    damaged.moves.swap(0, 1);
    let mut unsigned = record.clone();
    unsigned.signature = signed(played(honest(), 6), 1).signature;
    let forged = |fair| signed(played(fair, 5), 1);
    json!({
        "promises": [promised(1), promised(2), promised(255)],
        "deals": [
            dealt(&honest()),
            dealt(&anew()),
            dealt(&FairDeal::new(number(7), vec![Some(number(1)), None])),
            dealt(&wrong),
            dealt(&repeated),
        ],
        "draws": draws(),
        "games": [
            checked(&record, &receipt),
            checked(&again, &Receipt { key: Some(public(1)), ..kept(&again) }),
            checked(&cut, &receipt),
            checked(&other, &receipt),
            checked(&forged(colluding), &receipt),
            checked(&forged(blamed), &receipt),
            checked(&damaged, &receipt),
            checked(&unsigned, &receipt),
            checked(&signed(record.clone(), 2), &receipt),
        ],
    })
}

/// Golden. `ROUNDTABLE_VECTORS=write` writes the file: only after a deliberate change, since receipts that people have
/// kept would not fit any more.
#[test]
fn a_browser_computes_the_same() {
    let vectors = vectors();
    let codes: Vec<&str> = vectors["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["code"].as_str().unwrap_or_default())
        .collect();
    let expected = [
        "",
        "",
        Code::CutRecord.name(),
        Code::OtherLink.name(),
        Code::OtherRoll.name(),
        Code::NotSilent.name(),
        Code::BadDigest.name(),
        Code::BadSignature.name(),
        Code::OtherKey.name(),
    ];
    assert_eq!(codes, expected);
    let text = serde_json::to_string_pretty(&vectors).unwrap() + "\n";
    if std::env::var("ROUNDTABLE_VECTORS").is_ok_and(|set| set == "write") {
        std::fs::create_dir_all(std::path::Path::new(PATH).parent().unwrap()).unwrap();
        std::fs::write(PATH, &text).unwrap();
    }
    let stored = std::fs::read_to_string(PATH).unwrap_or_default();
    assert!(
        stored == text,
        "docs/vectors/fair.json is not what this program computes"
    );
}
