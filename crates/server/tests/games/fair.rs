//! Fair deals over real sockets: nobody can choose the cards, and whoever tries is noticed by an honest player.

use crate::common::{House, act, post, refused, state, table, until};
use roundtable_catalog::verify_with;
use roundtable_core::{Chain, DiceSource, FairDeal, HexKey, Record};
use roundtable_load::{Client, Keeper, Live};
use serde_json::{Value, json};

/// Somebody at a table who keeps a receipt.
struct One {
    client: Client,
    live: Live,
    keeper: Keeper,
}

impl One {
    /// Waits for a message, and keeps what it says.
    async fn until(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = until(&mut self.live, |_| true).await;
            self.keeper.hear(&message);
            if fits(&message) {
                return message;
            }
        }
    }

    async fn dealing(&mut self, round: usize, step: &str) -> Value {
        let deal =
            |message: &Value| message["table"]["deal"]["round"] == round && message["table"]["deal"]["step"] == step;
        self.until(deal).await["table"].clone()
    }

    /// Reveals the number of a round.
    async fn reveal(&mut self, id: &str, round: usize) {
        let number = self.keeper.number(round);
        act(&mut self.client, id, "reveal", json!({"number": number})).await;
        self.keeper.revealed();
    }
}

async fn key(client: &mut Client) -> HexKey {
    let about = client.get("/api/about").await.unwrap().json();
    assert_eq!(about["protocol"], 2);
    serde_json::from_value(about["key"].clone()).unwrap()
}

/// A table of Knight at the Inn, with two people who have promised a number.
async fn seated(house: &House) -> (One, One, String) {
    let (mut ann, mut ben) = (house.guest("Ann").await, house.guest("Ben").await);
    let key = key(&mut ann).await;
    let mut keepers = [1, 2].map(|seed| Keeper::new("", Some(key.clone()), seed));
    let promise = keepers[0].promise(1);
    let wish = json!({"game": "knight-at-the-inn", "players": 2, "public": true, "stand_in": "page"});
    let mut wish = wish.as_object().unwrap().clone();
    wish.insert("promise".to_owned(), json!(promise));
    let (id, _) = table(&mut ann, Value::Object(wish)).await;
    keepers = [1, 2].map(|seed| Keeper::new(&id, Some(key.clone()), seed));
    let promise = keepers[1].promise(1);
    act(&mut ben, &id, "join", json!({"promise": promise})).await;
    let [a, b] = keepers;
    let mut people = Vec::new();
    for (client, keeper) in [(ann, a), (ben, b)] {
        let live = client.live(&id, None).await.unwrap();
        people.push(One { client, live, keeper });
    }
    let ben = people.pop().unwrap();
    (people.pop().unwrap(), ben, id)
}

async fn record(client: &mut Client, id: &str) -> String {
    let record = client.get(&format!("/api/tables/{id}/record")).await.unwrap();
    assert_eq!(record.status, 200, "{}", record.text);
    record.text
}

/// Bots play the game to its end.
async fn play_out(ann: &mut One, ben: &mut One, id: &str) -> String {
    for one in [&mut *ann, &mut *ben] {
        act(&mut one.client, id, "resign", json!({})).await;
    }
    for one in [&mut *ann, &mut *ben] {
        one.until(|message| message["table"]["status"] == "over").await;
    }
    record(&mut ann.client, id).await
}

#[tokio::test]
async fn numbers_are_revealed_when_all_promises_stand() {
    let house = House::open().await;
    let (mut ann, mut ben, id) = seated(&house).await;
    let mut eve = house.guest("Eve").await;
    let path = format!("/api/tables/{id}/reveal");
    let own = json!({"number": ann.keeper.number(1)});
    // Nothing is revealed before everything stands.
    assert_eq!(refused(&mut ann.client, &path, own.clone()).await, "not_asked");
    let begun = act(&mut ann.client, &id, "start", json!({})).await["table"].clone();
    assert_eq!((&begun["status"], &begun["ply"]), (&json!("dealing"), &json!(0)));
    assert_eq!(begun["deal"]["awaited"], json!([0, 1]));
    assert_eq!(begun["seats"][1]["promise"], json!(ben.keeper.promise(1)));
    assert_eq!(ben.dealing(1, "reveal").await["commitment"], begun["commitment"]);
    ann.dealing(1, "reveal").await;
    // The roll stands: nobody sits down, and nobody promises anything else.
    let join = format!("/api/tables/{id}/join");
    assert_eq!(refused(&mut eve, &join, json!({})).await, "already_running");
    let other = json!({"promise": ann.keeper.promise(7)});
    assert_eq!(refused(&mut ann.client, &join, other).await, "not_asked");
    assert_eq!(
        refused(&mut ann.client, &path, json!({"number": "12"})).await,
        "bad_number"
    );
    assert_eq!(
        refused(&mut ann.client, &path, json!({"number": ann.keeper.number(7)})).await,
        "bad_number"
    );
    assert_eq!(refused(&mut eve, &path, own.clone()).await, "not_seated");

    ann.reveal(&id, 1).await;
    // Once more does no harm: the answer may have been lost.
    act(&mut ann.client, &id, "reveal", own).await;
    let shown = ben
        .until(|message| message["table"]["deal"]["awaited"] == json!([1]))
        .await;
    let number = String::from(ann.keeper.number(1));
    assert!(!shown.to_string().contains(&number), "a number before the deal");
    let looked = eve.get(&format!("/api/tables/{id}")).await.unwrap();
    assert!(looked.text.contains("dealing") && !looked.text.contains(&number));
    ben.reveal(&id, 1).await;
    let dealt = ben.until(|message| !message["game"].is_null()).await;
    assert_eq!(dealt["table"]["status"], "running");
    assert!(dealt["table"].get("deal").is_none());

    let text = play_out(&mut ann, &mut ben, &id).await;
    for one in [&ann, &ben] {
        let (found, confirmed) = verify_with(&text, one.keeper.receipt()).unwrap();
        assert!(confirmed.number && confirmed.signed && confirmed.rounds == 1);
        assert_eq!(confirmed.link, Some(found.moves));
        assert!(confirmed.told > Some(0));
    }
    let verified = ann
        .client
        .get(&format!("/api/tables/{id}/verify"))
        .await
        .unwrap()
        .json();
    assert_eq!(verified["deal"]["promised"], true);
    assert!(verified["draws"].as_array().unwrap().len() > 3, "{}", verified["draws"]);
}

/// The rule that is fixed beforehand: who stays silent is out, everything else is new, and all of it is written down.
#[tokio::test]
async fn a_silent_player_forces_one_deal_that_everybody_sees() {
    let house = House::open_with(|config| config.reveal_seconds = 2).await;
    let (mut ann, mut ben, id) = seated(&house).await;
    act(&mut ann.client, &id, "start", json!({})).await;
    let first = ann.dealing(1, "reveal").await;
    ben.dealing(1, "reveal").await;
    ann.reveal(&id, 1).await;
    // Ben says nothing.
    let second = ann.dealing(2, "promise").await;
    assert_ne!(second["commitment"], first["commitment"], "a new secret");
    assert_eq!(second["deal"]["awaited"], json!([0]));
    assert!(second["seats"][0].get("promise").is_none(), "the old promise is gone");
    let join = format!("/api/tables/{id}/join");
    let late = json!({"promise": ben.keeper.promise(2)});
    assert_eq!(refused(&mut ben.client, &join, late).await, "not_asked");
    let reveal = format!("/api/tables/{id}/reveal");
    let old = json!({"number": ann.keeper.number(1)});
    assert_eq!(refused(&mut ann.client, &reveal, old).await, "not_asked");
    let new = json!({"promise": ann.keeper.promise(2)});
    act(&mut ann.client, &id, "join", new).await;
    ann.dealing(2, "reveal").await;
    ann.reveal(&id, 2).await;
    ann.until(|message| message["table"]["status"] == "running").await;

    let text = play_out(&mut ann, &mut ben, &id).await;
    let (_, confirmed) = verify_with(&text, ann.keeper.receipt()).unwrap();
    assert!(confirmed.number && confirmed.rounds == 2);
    // Ben's own receipt says the same: his number was not given.
    let (_, confirmed) = verify_with(&text, ben.keeper.receipt()).unwrap();
    assert!(!confirmed.number && confirmed.rounds == 2);
    let record: Value = serde_json::from_str(&text).unwrap();
    let failed = &record["dice"]["fair"]["failed"][0];
    assert_eq!(failed["commitment"], first["commitment"]);
    assert_eq!(failed["numbers"], json!([ann.keeper.number(1), null]));
}

/// Nobody is left with a number: the deal is made all the same, even if the server was not running meanwhile.
#[tokio::test]
async fn a_restart_keeps_the_time_limit_of_a_deal() {
    let mut house = House::open_with(|config| config.reveal_seconds = 2).await;
    let (mut ann, ben, id) = seated(&house).await;
    act(&mut ann.client, &id, "start", json!({})).await;
    drop((ann.live, ben.live));
    house.restart().await;
    ann.client.server = house.address;
    let mut live = ann.client.live(&id, None).await.unwrap();
    let first = live.next().await.unwrap();
    assert_eq!(first["table"]["status"], "dealing");
    until(&mut live, |message| message["table"]["status"] == "running").await;
    assert!(state(&mut live).await["ply"].is_number());
}

#[tokio::test]
async fn a_table_without_promises_is_dealt_at_once_and_a_leaver_does_not_hold_up_a_deal() {
    let house = House::open_with(|config| config.reveal_seconds = 2).await;
    let mut ann = house.guest("Ann").await;
    let (id, _) = table(&mut ann, json!({"game": "knight-at-the-inn", "players": 2})).await;
    let begun = act(&mut ann, &id, "start", json!({"fill": "page"})).await;
    assert_eq!(begun["table"]["status"], "running");
    let (mut ann, mut ben, id) = seated(&house).await;
    act(&mut ann.client, &id, "start", json!({})).await;
    ann.dealing(1, "reveal").await;
    let left = act(&mut ben.client, &id, "leave", json!({})).await;
    assert_eq!(left["table"]["seats"][1]["stand_in"], "resigned");
    ann.reveal(&id, 1).await;
    ann.dealing(2, "promise").await;
    // Ann closes her browser, too.
    ann.until(|message| message["table"]["status"] == "running").await;
}

/// An operator who forges: each record is in order by itself, sealed and signed, and the honest player notices.
#[tokio::test]
async fn an_honest_player_notices_every_forgery() {
    let house = House::open().await;
    let (mut ann, mut ben, id) = seated(&house).await;
    act(&mut ann.client, &id, "start", json!({})).await;
    ann.dealing(1, "reveal").await;
    ann.reveal(&id, 1).await;
    ben.reveal(&id, 1).await;
    let text = play_out(&mut ann, &mut ben, &id).await;
    let honest = Record::parse(&text).unwrap();
    let DiceSource::Fair(deal) = honest.dice.clone() else {
        panic!()
    };
    let signer = roundtable_server::signing::Signer::open(house.scratch.path()).unwrap();
    let code = |forged: Record| {
        let DiceSource::Fair(deal) = &forged.dice else { panic!() };
        let chain = Some(Chain::of(&deal.secret, &forged).last().clone());
        let forged = signer.sign(&id.clone().try_into().unwrap(), Record { chain, ..forged });
        let refusal = verify_with(&forged.to_text(), ann.keeper.receipt()).unwrap_err();
        refusal.code.name().to_owned()
    };
    let dealt = |deal: FairDeal| {
        let dice = DiceSource::Fair(deal);
        let (moves, talk) = (Vec::new(), Vec::new());
        Record {
            dice,
            moves,
            talk,
            ..honest.clone()
        }
    };
    let numbers = deal.numbers.clone();
    // Grinds the own secret, or the number of a player who joined last and colludes.
    let secret = HexKey([9; 32]);
    assert_eq!(
        code(dealt(FairDeal::promised(secret, numbers.clone(), vec![]))),
        "other_commitment"
    );
    let mut colluding = numbers;
    colluding[1] = Some(HexKey([8; 32]));
    assert_eq!(
        code(dealt(FairDeal::promised(deal.secret, colluding, vec![]))),
        "other_roll"
    );
    // Cuts the game, or lets the player have made another move.
    assert_eq!(code(honest.until(honest.moves.len() - 1)), "cut_record");
    assert_eq!(code(other_game(&honest)), "other_link");
    let swapped = Record {
        digest: None,
        ..honest.clone()
    };
    let mut swapped = swapped.sealed();
    swapped.moves.pop();
    assert_eq!(Record::parse(&swapped.to_text()).unwrap_err().code, "bad_digest");
}

/// Another game from the same cards, at least as long.
fn other_game(record: &Record) -> Record {
    for seed in 0.. {
        let mut game = roundtable_catalog::replay(&record.until(0)).unwrap();
        let mut rng = roundtable_core::Rng::new(seed);
        while let Some(seat) = game.to_act().first() {
            let legal = game.legal(seat);
            let mv = &legal[rng.below(legal.len() as u32) as usize];
            game.make(seat, roundtable_core::AnyMove::Number(mv.number.into()))
                .unwrap();
        }
        if game.ply() >= record.moves.len() {
            return game.record();
        }
    }
    unreachable!()
}

#[tokio::test]
async fn every_acknowledged_move_carries_the_link_that_is_told_with_it() {
    let house = House::open().await;
    let mut ann = house.guest("Ann").await;
    let (id, _) = table(&mut ann, json!({"game": "never-bring-a-knife", "players": 4})).await;
    act(&mut ann, &id, "start", json!({"fill": "page"})).await;
    let mut live = ann.live(&id, None).await.unwrap();
    let sync = live.next().await.unwrap();
    assert_eq!(sync["link"]["ply"], sync["game"]["ply"]);
    let claim = json!({"claim": {"type": "own", "role": "cop"}});
    let said = post(&mut ann, &format!("/api/tables/{id}/claim"), claim).await;
    assert!(said["link"]["digest"].is_string() && said["link"] != sync["link"]);
    let (mut moved, mut last) = (0, sync);
    while moved < 3 {
        if let Some(decision) = last["game"]["decision"].as_u64() {
            let mv = &last["game"]["legal"][0]["number"];
            let mut meanwhile = Vec::new();
            let play = live
                .ask(&json!({"play": {"decision": decision, "move": mv}}))
                .await
                .unwrap();
            let done = live.answer(play, &mut meanwhile).await.unwrap();
            assert!(
                meanwhile.iter().any(|message| message["link"] == done["link"]),
                "the update came with the same link"
            );
            last = meanwhile.pop().unwrap();
            moved += 1;
        } else {
            last = until(&mut live, |message| !message["game"].is_null()).await;
        }
    }
    // A question is answered without one.
    let answer = live.ask_and_wait(&json!({"check": {"move": 0}})).await.unwrap();
    assert!(answer.get("link").is_none());
}

#[tokio::test]
async fn the_server_keeps_its_key_and_signs_with_it() {
    let mut house = House::open().await;
    let mut ann = house.guest("Ann").await;
    let first = key(&mut ann).await;
    house.restart().await;
    ann.server = house.address;
    assert_eq!(key(&mut ann).await, first);
    let wish = json!({"game": "knight-at-the-inn", "players": 2});
    let (id, link) = crate::common::finished(&house, &mut ann, wish).await;
    let text = ann
        .get(&format!("/api/tables/{id}/record?key={link}"))
        .await
        .unwrap()
        .text;
    let signature = Record::parse(&text).unwrap().signature.unwrap();
    assert_eq!((signature.key, signature.table), (first, id.clone()));
    let verified = ann.get(&format!("/api/tables/{id}/verify")).await.unwrap().json();
    assert!(verified["signed"].is_string());
}
