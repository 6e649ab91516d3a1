//! Fair deals: an honest record is accepted, a changed one is not.

use std::fs;
use std::process::Output;

use roundtable_core::{Chain, DiceSource, FairDeal, HexKey, Record};
use roundtable_load::{Client, Keeper, Scratch};
use serde_json::{Value, json};

use crate::house::{Process, roundtable};

/// A finished game that bots played for two people.
async fn finished(server: &Process) -> (String, String) {
    let mut ann = Client::guest(server.address, "Ann").await.unwrap();
    let promise = FairDeal::promise(&HexKey([0x1a; 32]));
    let wish = json!({"game": "knight-at-the-inn", "players": 2, "stand_in": "page", "promise": promise});
    let made = ann.post("/api/tables", &wish).await.unwrap().json();
    let table = made["id"].as_str().unwrap().to_owned();
    let command = |name: &str| format!("/api/tables/{table}/{name}");
    ann.post(&command("start"), &json!({"fill": "page"})).await.unwrap();
    let reveal = json!({"number": "1a".repeat(32)});
    ann.post(&command("reveal"), &reveal).await.unwrap();
    let mut live = ann.live(&table, None).await.unwrap();
    ann.post(&command("resign"), &json!({})).await.unwrap();
    while let Some(message) = live.next().await {
        if message["table"]["status"] == "over" {
            break;
        }
    }
    let record = ann.get(&command("record")).await.unwrap();
    assert_eq!(record.status, 200);
    (record.text, made["commitment"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn verify_accepts_an_honest_record_and_rejects_a_changed_one() {
    let scratch = Scratch::new("deal").unwrap();
    let server = Process::start(&scratch.path().join("data"), &[]);
    let (text, commitment) = finished(&server).await;
    let file = scratch.path().join("record.json");
    let verify = |text: &str, more: &[&str]| -> Output {
        fs::write(&file, text).unwrap();
        roundtable().arg("verify").arg(&file).args(more).output().unwrap()
    };
    let honest = verify(&text, &["--commitment", &commitment]);
    assert!(honest.status.success(), "{}", String::from_utf8_lossy(&honest.stderr));
    assert!(String::from_utf8_lossy(&honest.stdout).contains("numbers of 1 players"));
    assert!(!verify(&text, &["--commitment", &"0".repeat(64)]).status.success());
    let record: Value = serde_json::from_str(&text).unwrap();
    assert!(
        !verify(&without(&record, "digest"), &[]).status.success(),
        "a fair record without a digest"
    );

    // Every byte of the deal and of the moves is changed to another. This runs the same code, without a process for
    // each.
    let accepts = |text: &str| {
        roundtable_core::Record::parse(text).is_ok_and(|record| roundtable_catalog::replay(&record).is_ok())
    };
    assert!(accepts(&text));
    let mut changed = 0;
    for name in ["players", "options", "dice", "moves", "rules_version", "game"] {
        let (start, end) = span(&text, name);
        for place in (start..end).filter(|&place| !text.as_bytes()[place].is_ascii_whitespace()) {
            for replacement in [b'0', b'1', b'a', b'A', b'+', b'z', b'"', b' '] {
                let mut bytes = text.clone().into_bytes();
                if bytes[place] == replacement || !bytes[place].is_ascii() {
                    continue;
                }
                bytes[place] = replacement;
                let text = String::from_utf8(bytes).unwrap();
                assert!(
                    !accepts(&text),
                    "`{name}`, byte {place}, became `{}`",
                    char::from(replacement)
                );
                changed += 1;
            }
        }
    }
    assert!(changed > 5_000, "{changed}");
}

/// `verify --receipt` accepts what an honest server wrote, and notices a forged record, each under its own code.
#[tokio::test]
async fn verify_takes_ones_own_receipt() {
    let scratch = Scratch::new("receipt").unwrap();
    let data = scratch.path().join("data");
    let server = Process::start(&data, &[]);
    let mut ann = Client::guest(server.address, "Ann").await.unwrap();
    let key = ann.get("/api/about").await.unwrap().json()["key"].clone();
    let key: HexKey = serde_json::from_value(key).unwrap();
    let promise = Keeper::new("", None, 5).promise(1);
    let wish = json!({"game": "knight-at-the-inn", "players": 2, "stand_in": "page", "promise": promise});
    let made = ann.post("/api/tables", &wish).await.unwrap().json();
    let table = made["id"].as_str().unwrap().to_owned();
    let mut keeper = Keeper::new(&table, Some(key.clone()), 5);
    let command = |name: &str| format!("/api/tables/{table}/{name}");
    let mut live = ann.live(&table, None).await.unwrap();
    ann.post(&command("start"), &json!({"fill": "page"})).await.unwrap();
    while let Some(message) = live.next().await {
        keeper.hear(&message);
        if message["table"]["deal"]["step"] == "reveal" {
            let reveal = json!({"number": keeper.number(1)});
            assert_eq!(ann.post(&command("reveal"), &reveal).await.unwrap().status, 200);
            keeper.revealed();
            ann.post(&command("resign"), &json!({})).await.unwrap();
        }
        if message["table"]["status"] == "over" {
            break;
        }
    }
    let text = ann.get(&command("record")).await.unwrap().text;
    let (file, receipt) = (scratch.path().join("record.json"), scratch.path().join("receipt.json"));
    fs::write(&receipt, serde_json::to_string(keeper.receipt()).unwrap()).unwrap();
    let verify = |text: &str, more: &[&str]| {
        fs::write(&file, text).unwrap();
        let done = roundtable().arg("verify").arg(&file).args(more).output().unwrap();
        let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (done.status.success(), said(&done.stdout) + &said(&done.stderr))
    };
    let with = ["--receipt", receipt.to_str().unwrap()];
    let (good, said) = verify(&text, &with);
    assert!(good && said.contains("your number is in the deal"), "{said}");
    assert!(said.contains("nothing was changed up to move"), "{said}");
    let public = String::from(key);
    assert!(verify(&text, &["--key", &public]).0);
    let (good, said) = verify(&text, &["--key", &"0".repeat(64)]);
    assert!(!good && said.contains("other_key"), "{said}");

    // The operator has the key, and seals and signs what pleases.
    let honest = Record::parse(&text).unwrap();
    let signer = roundtable_server::signing::Signer::open(&data).unwrap();
    let forge = |record: Record| {
        let DiceSource::Fair(deal) = &record.dice else { panic!() };
        let chain = Some(Chain::of(&deal.secret, &record).last().clone());
        let table = table.clone().try_into().unwrap();
        signer.sign(&table, Record { chain, ..record }).to_text()
    };
    let cut = forge(honest.until(honest.moves.len() - 2));
    assert!(verify(&cut, &[]).0, "in order by itself");
    let (good, said) = verify(&cut, &with);
    assert!(!good && said.contains("cut_record"), "{said}");
    let DiceSource::Fair(deal) = &honest.dice else { panic!() };
    let ground = FairDeal::promised(HexKey([3; 32]), deal.numbers.clone(), Vec::new());
    let dealt = Record {
        dice: DiceSource::Fair(ground),
        ..honest.until(0)
    };
    let (good, said) = verify(&forge(dealt), &with);
    assert!(!good && said.contains("other_commitment"), "{said}");
    let (good, said) = verify(&without(&serde_json::from_str(&text).unwrap(), "signature"), &with);
    assert!(!good && said.contains("not_signed"), "{said}");
    fs::write(&receipt, "{}").unwrap();
    let (good, said) = verify(&text, &with);
    assert!(!good && said.contains("bad_receipt"), "{said}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let key = fs::metadata(data.join("signing.key")).unwrap();
        assert_eq!(key.permissions().mode() & 0o777, 0o600);
    }
}

/// A game that goes on from another is on disk once it is acknowledged, and its record passes the command's check.
#[tokio::test]
async fn a_game_that_goes_on_survives_a_kill_and_is_verified() {
    let scratch = Scratch::new("goes-on").unwrap();
    let data = scratch.path().join("data");
    let mut server = Process::start(&data, &[]);
    let mut ann = Client::guest(server.address, "Ann").await.unwrap();
    let wish = json!({"game": "knight-at-the-inn", "players": 2, "stand_in": "page"});
    let table = ann.post("/api/tables", &wish).await.unwrap().json()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    play_out(&mut ann, &table, true).await;
    let wish = json!({"ply": 6, "seat": 1, "level": "page"});
    let made = ann.post(&format!("/api/tables/{table}/continue"), &wish).await.unwrap();
    assert_eq!(made.status, 201, "{}", made.text);
    server.kill();
    server = Process::start(&data, &[]);
    ann.server = server.address;
    let next = made.json()["id"].as_str().unwrap().to_owned();
    let seen = ann
        .get(&format!("/api/tables/{table}/replay/6?eye=1"))
        .await
        .unwrap()
        .json();
    let sync = ann.live(&next, None).await.unwrap().next().await.unwrap();
    if sync["game"]["ply"] == 0 {
        assert_eq!(sync["game"]["view"], seen["view"]);
    }
    play_out(&mut ann, &next, false).await;
    let text = ann.get(&format!("/api/tables/{next}/record")).await.unwrap().text;
    let file = scratch.path().join("record.json");
    let run = |text: &str, args: &[&str]| -> Output {
        fs::write(&file, text).unwrap();
        roundtable().args(args).arg(&file).output().unwrap()
    };
    let verified = run(&text, &["verify"]);
    let said = String::from_utf8_lossy(&verified.stdout);
    assert!(
        verified.status.success(),
        "{}",
        String::from_utf8_lossy(&verified.stderr)
    );
    assert!(said.contains("after 6 moves, with what seat 1 knew there"), "{said}");
    for eye in ["1", "table", "all"] {
        let shown = run(&text, &["replay", "--eye", eye]);
        assert!(shown.status.success(), "{}", String::from_utf8_lossy(&shown.stderr));
        assert!(String::from_utf8_lossy(&shown.stdout).contains("Goes on from an earlier game"));
    }
    // The earlier game, the seat whose knowledge it uses, the chance and the moves: each matters.
    let record: Value = serde_json::from_str(&text).unwrap();
    for (place, other) in [
        ("/start/seat", json!(0)),
        ("/start/record/moves/0", json!("1 rest")),
        ("/start/record/dice/fair/secret", json!("00".repeat(32))),
        ("/dice/fair/secret", json!("00".repeat(32))),
        ("/moves/0", json!("0 rest")),
    ] {
        let mut changed = record.clone();
        *changed.pointer_mut(place).unwrap() = other;
        assert!(!run(&changed.to_string(), &["verify"]).status.success(), "{place}");
    }
}

/// Lets bots play a table to its end.
async fn play_out(ann: &mut Client, table: &str, start: bool) {
    let command = |name: &str| format!("/api/tables/{table}/{name}");
    if start {
        ann.post(&command("start"), &json!({"fill": "page"})).await.unwrap();
    }
    let mut live = ann.live(table, None).await.unwrap();
    ann.post(&command("resign"), &json!({})).await.unwrap();
    while let Some(message) = live.next().await {
        if message["table"]["status"] == "over" {
            return;
        }
    }
    panic!("the game did not end");
}

/// Everything is logged, and no log line holds a secret: no card, no move, no token, no key.
#[tokio::test]
async fn logs_name_tables_and_no_secrets() {
    let scratch = Scratch::new("logs").unwrap();
    let log = scratch.path().join("log");
    let file = fs::File::create(&log).unwrap();
    let server = Process::start_logging(
        &scratch.path().join("data"),
        &["--log-format", "json"],
        "debug",
        file.into(),
    );
    let mut eve = Client::guest(server.address, "Eve").await.unwrap();
    let (text, _) = finished(&server).await;
    eve.get("/api/tables/0?key=00112233445566778899aabbccddeeff")
        .await
        .unwrap();
    drop(server);
    let log = fs::read_to_string(&log).unwrap();
    let lines: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).expect("a JSON object a line"))
        .collect();
    assert!(
        lines
            .iter()
            .any(|line| line["table"].is_string() && line["message"] == "over"),
        "{log}"
    );
    let record: Value = serde_json::from_str(&text).unwrap();
    let fair = &record["dice"]["fair"];
    for secret in [&fair["secret"], &fair["numbers"][0], &fair["commitment"]] {
        assert!(!log.contains(secret.as_str().unwrap()));
    }
    let token = eve.cookie.unwrap().split_once('=').unwrap().1.to_owned();
    assert!(!log.contains(&token) && !log.contains("00112233445566778899aabbccddeeff") && !log.contains("Eve"));
    for line in record["moves"].as_array().unwrap() {
        let (_, notation) = line.as_str().unwrap().split_once(' ').unwrap();
        assert!(
            !log.contains(&format!("\"{notation}\"")) && !log.contains(&format!(" {notation} ")),
            "{notation}"
        );
    }
}

/// The span of a field's value in the text of a record, up to the record's next field.
fn span(text: &str, name: &str) -> (usize, usize) {
    let start = text.find(&format!("\n  \"{name}\": ")).unwrap() + name.len() + 7;
    let end = text[start..].find("\n  \"").map_or(text.len(), |end| start + end);
    (start, end)
}

fn without(record: &Value, field: &str) -> String {
    let mut record = record.clone();
    record.as_object_mut().unwrap().remove(field);
    record.to_string()
}
