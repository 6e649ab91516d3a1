//! An operator who forges records, and an honest player's receipt: whatever was changed is noticed, each kind of change
//! under its own code.

use roundtable_catalog::{verify, verify_with};
use roundtable_core::{FailedRound, FairDeal, Receipt, Record, Refusal};

use crate::forge::{SECRET, anew, failed, honest, kept, number, played, public, resealed, signed};

/// The code under which the player notices a forged record that is in order by itself.
fn noticed(receipt: &Receipt, forged: &Record) -> String {
    assert_eq!(
        verify(&forged.to_text()).map(drop),
        Ok(()),
        "a forgery that is in order"
    );
    let refusal: Refusal = verify_with(&forged.to_text(), receipt).unwrap_err();
    refusal.code.name().to_owned()
}

#[test]
fn an_honest_record_agrees_with_its_receipt() {
    let record = played(honest(), 5);
    let receipt = kept(&record);
    let text = serde_json::to_string(&receipt).unwrap();
    let (found, confirmed) = verify_with(&record.to_text(), &Receipt::parse(&text).unwrap()).unwrap();
    assert!(confirmed.number && confirmed.rounds == 1 && confirmed.link == Some(record.moves.len()));
    assert!(confirmed.told > Some(record.moves.len() / 2));
    assert!(!found.draws.is_empty());
}

#[test]
fn an_operator_who_grinds_the_deal_is_noticed() {
    let receipt = kept(&played(honest(), 5));
    // The own secret, tried until the cards please.
    let mut ground = honest();
    ground.secret = number(77);
    ground.commitment = FairDeal::commit(&ground.secret);
    assert_eq!(noticed(&receipt, &played(ground, 5)), "other_commitment");
    // A colluding player's number, with a promise to match.
    let colluding = FairDeal::promised(SECRET, vec![Some(number(2)), Some(number(99))], Vec::new());
    assert_eq!(noticed(&receipt, &played(colluding, 5)), "other_roll");
    // The honest player's own number.
    let replaced = FairDeal::promised(SECRET, vec![Some(number(98)), Some(number(3))], Vec::new());
    assert_eq!(noticed(&receipt, &played(replaced, 5)), "other_number");
    // Numbers without promises, as in old records.
    let old = FairDeal::new(SECRET, honest().numbers);
    assert_eq!(noticed(&receipt, &played(old, 5)), "other_number");
}

#[test]
fn a_deal_that_is_made_anew_in_secret_is_noticed() {
    let receipt = kept(&played(honest(), 5));
    let anew = |silent, numbers| FairDeal::promised(number(50), numbers, vec![failed(silent)]);
    // The record says that the honest player was silent.
    let forged = anew(0, vec![None, Some(number(51))]);
    assert_eq!(noticed(&receipt, &played(forged, 5)), "not_silent");
    // A colluding player was silent, and the honest one was not asked again.
    let forged = anew(1, vec![None, None]);
    assert_eq!(noticed(&receipt, &played(forged, 5)), "left_out");
    // With a round that the player never saw before the one that was shown.
    let mut receipt = kept(&played(honest(), 5));
    receipt.rounds[0].round = 2;
    let earlier = FailedRound {
        secret: number(60),
        commitment: FairDeal::commit(&number(60)),
        ..failed(1)
    };
    let seat_1_out = FairDeal::promised(SECRET, vec![Some(number(2)), None], vec![earlier]);
    receipt.rounds[0].promises = Some(seat_1_out.promises.clone());
    assert_eq!(noticed(&receipt, &played(seat_1_out, 5)), "other_roll");
}

#[test]
fn a_silent_player_forces_one_deal_that_everybody_sees() {
    let record = played(anew(), 5);
    let receipt = kept(&record);
    let (_, confirmed) = verify_with(&record.to_text(), &receipt).unwrap();
    assert!(confirmed.number && confirmed.rounds == 2);
    // It cannot be hidden: without the failed round the record is another.
    let hidden = FairDeal::promised(number(50), vec![Some(number(52)), None], Vec::new());
    assert_eq!(noticed(&receipt, &played(hidden, 5)), "other_commitment");
}

#[test]
fn changed_cut_and_resealed_moves_are_noticed() {
    let record = played(honest(), 5);
    let receipt = kept(&record);
    let cut = resealed(record.until(record.moves.len() - 3));
    assert_eq!(noticed(&receipt, &cut), "cut_record");
    // Another game from the same cards, at least as long.
    let other = (6..)
        .map(|seed| played(honest(), seed))
        .find(|other| other.moves.len() >= record.moves.len())
        .unwrap();
    assert_eq!(noticed(&receipt, &other), "other_link");
    // Without a link, what the player was told still tells.
    let forgetful = Receipt { link: None, ..receipt };
    assert_eq!(noticed(&forgetful, &other), "other_events");
    // A chain that was not made again is noticed without any receipt.
    let chain = record.chain.clone();
    let careless = Record { chain, ..other }.sealed();
    assert_eq!(verify(&careless.to_text()).unwrap_err().code, "bad_chain");
}

#[test]
fn a_receipt_is_read_strictly() {
    let code = |text: &str| Receipt::parse(text).unwrap_err().code;
    assert_eq!(code("{}"), "bad_receipt");
    assert_eq!(code(r#"{"format":"roundtable-receipt/9","table":"t"}"#), "bad_receipt");
    let text = serde_json::to_string(&kept(&played(honest(), 5))).unwrap();
    assert_eq!(code(&text.replace("\"link\"", "\"lnik\"")), "bad_receipt");
    assert_eq!(code(&text[..text.len() / 2]), "bad_receipt");
}

#[test]
fn a_record_that_another_server_signed_is_noticed() {
    let record = played(honest(), 5);
    let receipt = Receipt {
        key: Some(public(1)),
        ..kept(&record)
    };
    let (found, confirmed) = verify_with(&signed(record.clone(), 1).to_text(), &receipt).unwrap();
    assert!(confirmed.signed && found.signed == Some(public(1).into()));
    assert_eq!(noticed(&receipt, &signed(record.clone(), 2)), "other_key");
    assert_eq!(noticed(&receipt, &record), "not_signed");
    let elsewhere = Receipt {
        table: "0".repeat(32),
        ..receipt
    };
    assert_eq!(noticed(&elsewhere, &signed(record.clone(), 1)), "other_table");
    // The signature is of the digest, so nothing can be changed and sealed again.
    let signature = signed(record.clone(), 1).signature;
    let changed = resealed(record.until(record.moves.len() - 1));
    let changed = Record { signature, ..changed };
    assert_eq!(verify(&changed.to_text()).unwrap_err().code, "bad_signature");
}
