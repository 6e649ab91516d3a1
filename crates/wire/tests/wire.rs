//! Checks that the files are current, complete, and true of real games.

use std::collections::BTreeSet;

use jsonschema::{Retrieve, Uri, Validator};
use roundtable_catalog::{GameId, deal, with_game};
use roundtable_core::{AnyMatch, DiceSource, Eye, Game, Rng, Setup, options};
use roundtable_wire::{HOW, Module, files, modules, root};
use serde_json::{Map, Value, json};

#[test]
fn the_files_are_current() {
    for (path, text) in files() {
        let stored = std::fs::read_to_string(root().join(&path)).unwrap_or_default();
        assert!(stored == text, "{} is not current; run `{HOW}`", path.display());
    }
}

/// Every name that a schema refers to.
fn named(schema: &Value, names: &mut BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::String(path)) = fields.get("$ref") {
                names.insert(path.rsplit('/').next().unwrap_or(path).to_owned());
            }
            fields.values().for_each(|part| named(part, names));
        }
        Value::Array(parts) => parts.iter().for_each(|part| named(part, names)),
        _ => {}
    }
}

/// Every name that is used is declared, and everything that players choose or hear about is explained.
#[test]
fn the_files_are_whole() {
    let modules = modules();
    for module in &modules {
        let mut names = BTreeSet::new();
        module.types.values().for_each(|schema| named(schema, &mut names));
        for name in names {
            let places = [module, &modules[0]]
                .into_iter()
                .filter(|module| module.types.contains_key(&name));
            assert!(places.count() >= 1, "{}: {name} is not declared", module.name);
        }
        for (name, schema) in &module.types {
            let of_game = GameId::HOUSE.iter().any(|game| game.info().slug == module.name);
            assert!(
                schema["description"].is_string(),
                "{}: {name} is not explained",
                module.name
            );
            for alternative in schema["oneOf"].as_array().into_iter().flatten() {
                let explained = alternative["description"].is_string() || !of_game;
                assert!(explained, "{}: {name} has {alternative}, unexplained", module.name);
            }
        }
    }
}

/// Resolves references to the schemas of other modules.
struct Others(Vec<(String, Value)>);

impl Retrieve for Others {
    fn retrieve(&self, uri: &Uri<String>) -> Result<Value, Box<dyn std::error::Error + Send + Sync>> {
        let name = uri.path().as_str().rsplit('/').next().unwrap_or_default();
        let found = self.0.iter().find(|(module, _)| format!("{module}.json") == name);
        Ok(found.ok_or("no such schema")?.1.clone())
    }
}

fn schema(module: &Module) -> Value {
    serde_json::from_str(&module.schema_text()).expect("a schema is JSON")
}

/// Checks values against one type of a module. Undeclared fields are errors.
fn validator(modules: &[Module], module: &Module, name: &str) -> Validator {
    let mut whole = schema(module);
    close(&mut whole);
    whole["$ref"] = json!(format!("#/$defs/{name}"));
    whole["$id"] = json!(format!("https://roundtable.example/{}.json", module.name));
    let others = modules
        .iter()
        .map(|module| (module.name.clone(), schema(module)))
        .collect();
    jsonschema::options()
        .with_retriever(Others(others))
        .build(&whole)
        .expect("a valid schema")
}

/// Forbids undeclared fields.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields.contains_key("properties") && !fields.contains_key("oneOf") {
                fields.insert("additionalProperties".to_owned(), json!(false));
            }
            fields.values_mut().for_each(close);
        }
        Value::Array(parts) => parts.iter_mut().for_each(close),
        _ => {}
    }
}

fn every_options<G: Game>() -> Vec<Map<String, Value>> {
    options::every_set::<G::Options>()
        .map(|set| options::to_json(&set))
        .collect()
}

/// Plays a random game, and checks everything that it writes.
fn play(game: &mut dyn AnyMatch, rng: &mut Rng, [view, mv, event]: [&Validator; 3]) -> usize {
    let check = |validator: &Validator, value: &Value| {
        if let Err(error) = validator.validate(value) {
            panic!("{value} is not of its type: {error} at {}", error.instance_path());
        }
    };
    let (mut told, mut checked) = (0, 0);
    loop {
        for eye in Eye::limited(game.players()).chain([Eye::All]) {
            check(view, &game.view(eye));
            for told in game.events(eye, told) {
                if let Some(happened) = told.event {
                    check(event, &happened);
                    checked += 1;
                }
            }
        }
        told = game.event_count();
        let Some(seat) = game.to_act().first() else {
            return checked;
        };
        let legal = game.legal(seat);
        legal.iter().for_each(|legal| check(mv, &legal.json));
        let chosen = &legal[rng.below(legal.len() as u32) as usize];
        game.play(seat, &chosen.json).expect("a legal move");
        if game.info().slug == "never-bring-a-knife" && game.ply().is_multiple_of(5) {
            game.claim(seat, &json!({"type": "own", "role": "cop"}))
                .expect("a claim");
        }
    }
}

#[test]
fn what_games_write_is_of_these_types() {
    let modules = modules();
    let mut rng = Rng::new(4);
    for id in GameId::HOUSE {
        let module = modules
            .iter()
            .find(|module| module.name == id.info().slug)
            .expect("its module");
        let [view, mv, event] = ["View", "Move", "Event"].map(|name| validator(&modules, module, name));
        for players in id.info().min_players..=id.info().max_players {
            for options in with_game!(id, G => every_options::<G>()) {
                let setup = Setup {
                    options,
                    ..id.setup(players)
                };
                let mut game = deal(&setup, None, DiceSource::Seed(rng.next_u64() >> 11)).expect("a game");
                assert!(play(&mut *game, &mut rng, [&view, &mv, &event]) > players);
            }
        }
    }
}

/// The check must be able to fail.
#[test]
fn what_is_not_of_a_type_is_noticed() {
    let modules = modules();
    let module = modules
        .iter()
        .find(|module| module.name == "shock")
        .expect("its module");
    let moves = validator(&modules, module, "Move");
    assert!(moves.is_valid(&json!({"type": "play", "card": "7h"})));
    for bad in [
        json!({"type": "dance"}),
        json!({"type": "play"}),
        json!({"type": "play", "card": "7h", "x": 1}),
        json!("play 7h"),
    ] {
        assert!(!moves.is_valid(&bad), "{bad}");
    }
}
