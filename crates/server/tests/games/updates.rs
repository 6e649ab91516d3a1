//! The view that a client assembles from updates equals the view that a newcomer gets.

use crate::common::{House, act, table};
use roundtable_catalog::GameId;
use roundtable_core::Rng;
use roundtable_load::{Client, Live};
use serde_json::{Value, json};

/// A client that keeps its view up to date, as the page does.
struct Follower {
    live: Live,
    game: Value,
    /// The number of updates, and of the fields of the view in them.
    updates: usize,
    fields: usize,
}

impl Follower {
    async fn new(client: &Client, id: &str) -> Self {
        let mut one = Self {
            live: client.live(id, None).await.unwrap(),
            game: Value::Null,
            updates: 0,
            fields: 0,
        };
        one.hear().await;
        one
    }

    async fn hear(&mut self) {
        let message = self.live.next().await.unwrap();
        self.take(&message);
    }

    fn take(&mut self, message: &Value) {
        match message["type"].as_str().unwrap() {
            "sync" => self.game = message["game"].clone(),
            "update" => {
                let mut view = self.game["view"].take();
                let changed = message["game"]["changed"].as_object().unwrap();
                for (name, value) in changed {
                    view[name] = value.clone();
                }
                self.game = message["game"].clone();
                self.game.as_object_mut().unwrap().remove("changed");
                self.game["view"] = view;
                self.updates += 1;
                self.fields += changed.len();
            }
            _ => {}
        }
    }

    async fn ask(&mut self, command: Value) {
        let id = self.live.ask(&command).await.unwrap();
        let mut meanwhile = Vec::new();
        let answer = self.live.answer(id, &mut meanwhile).await.unwrap();
        assert_eq!(answer["type"], "done", "{answer}");
        meanwhile.iter().for_each(|message| self.take(message));
    }

    async fn until(&mut self, ply: u64) {
        while self.game["ply"] != ply {
            self.hear().await;
        }
    }

    /// The view that it has assembled, and the one that it gets when it asks for everything.
    async fn both(&mut self) -> [Value; 2] {
        let known = self.game.clone();
        self.game = Value::Null;
        self.ask(json!({"sync": {}})).await;
        [known, self.game.clone()]
    }
}

async fn follow(house: &House, game: GameId, rng: &mut Rng) {
    let players = game.info().min_players;
    let mut people = Vec::new();
    for seat in 0..players {
        people.push(house.guest(&format!("Player {seat}")).await);
    }
    let wish = json!({"game": game.to_string(), "players": players, "public": true, "spectators": true});
    let (id, _) = table(&mut people[0], wish).await;
    for person in &mut people[1..] {
        act(person, &id, "join", json!({})).await;
    }
    act(&mut people[0], &id, "start", json!({})).await;
    let mut all = Vec::new();
    for person in &people {
        all.push(Follower::new(person, &id).await);
    }
    let eve = house.guest("Eve").await;
    all.push(Follower::new(&eve, &id).await);
    let nobody = Client::new(house.address);
    for ply in 1..=60 {
        let Some(mover) = all.iter().position(|one| !one.game["decision"].is_null()) else {
            break;
        };
        let legal = all[mover].game["legal"].as_array().unwrap();
        let mv = legal[rng.below(legal.len() as u32) as usize]["number"].clone();
        let decision = all[mover].game["decision"].clone();
        // Claims are part of views, but arrive without an update.
        if game == GameId::NeverBringAKnife && ply % 7 == 3 {
            all[ply as usize % players]
                .ask(json!({"claim": {"claim": {"type": "own", "role": "cop"}}}))
                .await;
        }
        // Others join with the same eyes, with or without a claim just before; or leave, so that an eye has one viewer
        // again.
        match ply {
            10 | 20 => {
                // A stranger without a name sees the same, and may ask for everything again.
                all.push(Follower::new(&nobody, &id).await);
                all.push(Follower::new(&people[1], &id).await);
            }
            30 => drop(all.pop()),
            _ => {}
        }
        all[mover]
            .ask(json!({"play": {"decision": decision, "move": mv}}))
            .await;
        for one in &mut all {
            one.until(ply).await;
        }
        let one = rng.below(all.len() as u32) as usize;
        let [known, shown] = all[one].both().await;
        assert_eq!(known, shown, "{game}, after move {ply}");
    }
    for one in &mut all {
        let [known, shown] = one.both().await;
        assert_eq!(known, shown, "{game}, at the end");
        let whole = shown["view"].as_object().unwrap().len();
        assert!(
            one.fields < one.updates * whole * 2 / 3,
            "{game}: hardly anything was left out"
        );
    }
}

#[tokio::test]
async fn updates_add_up_to_what_is_shown() {
    let house = House::open().await;
    let mut rng = Rng::new(8);
    for game in GameId::HOUSE {
        follow(&house, game, &mut rng).await;
    }
}
