//! Keeps `web/src/wire/SLUG.ts`, the types of each game's views, moves, events and claims, what they are in Rust; and plays games to see
//! that what is written is of these types.

mod docs;
mod fits;
mod syntax;

use std::any::TypeId;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use knight_at_the_inn::KnightAtTheInn;
use knight_shift::KnightShift;
use knights_and_damosels::KnightsAndDamosels;
use never_bring_a_knife::NeverBringAKnife;
use roundtable_catalog::GameId;
use roundtable_core::{
    AnyMatch, DiceSource, Eye, Game, GameClaim, GameOptions as _, NoClaims, Outcome, Reason, Rng, Seat, Seats, Setup,
    options,
};
use serde_json::json;
use shock::Shock;
use syntax::{Declaration, Field, Member, Shape};
use ts_rs::{Config, TS, TypeVisitor};

const HOW: &str = "ROUNDTABLE_WRITE_WIRE=1 cargo test -p roundtable-catalog --test typescript";

fn config() -> Config {
    Config::new().with_large_int("number")
}

/// Collects a type and all that it is made of, each once. In which order they are met may differ from one compilation to the next.
struct Collector {
    declarations: Vec<Declaration>,
    seen: BTreeSet<TypeId>,
}

impl TypeVisitor for Collector {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        // What has no place of its own (a number, a list) is no declaration.
        if T::output_path().is_some() {
            let read = syntax::read(&T::docs().unwrap_or_default(), &T::decl(&config()));
            self.declarations.push(read);
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

fn collect(visit: impl FnOnce(&mut Collector)) -> Vec<Declaration> {
    let mut collector = Collector {
        declarations: Vec::new(),
        seen: BTreeSet::new(),
    };
    visit(&mut collector);
    collector.declarations
}

/// What all games share.
fn common() -> Vec<Declaration> {
    let mut shared = collect(|collector| {
        collector.visit::<Seat>();
        collector.visit::<Seats>();
        collector.visit::<Eye>();
        collector.visit::<Outcome>();
        collector.visit::<Reason>();
    });
    shared.sort_by_key(|one| one.name.clone());
    shared
}

/// What one game has of its own.
fn of_game<G: Game>() -> Vec<Declaration>
where
    G::View: TS,
    G::Move: TS,
    G::Event: TS,
    G::Claim: TS,
{
    let talks = TypeId::of::<G::Claim>() != TypeId::of::<NoClaims>();
    let mut declarations = collect(|collector| {
        collector.visit::<G::View>();
        collector.visit::<G::Move>();
        collector.visit::<G::Event>();
        if talks {
            collector.visit::<G::Claim>();
        }
    });
    let shared = common();
    declarations.retain(|one| shared.iter().all(|other| other.name != one.name));
    if talks {
        add_claims(&mut declarations);
    }
    // What one looks for first, then its parts by name.
    let first = ["View", "Move", "Event", "Claim", "Claimed"];
    declarations.sort_by_key(|one| {
        let place = first.iter().position(|name| *name == one.name);
        (place.unwrap_or(first.len()), one.name.clone())
    });
    let sources = docs::of_crate(&root().join("crates/games").join(G::INFO.slug).join("src"));
    for declaration in &mut declarations {
        docs::explain(declaration, &sources);
    }
    declarations
}

/// A match adds to a view what was said.
fn add_claims(declarations: &mut Vec<Declaration>) {
    let field = |doc: &str, name: &str, optional: bool, shape: Shape| Field {
        doc: doc.to_owned(),
        name: name.to_owned(),
        optional,
        shape,
    };
    let word = |name: &str| Shape::Word(name.to_owned());
    let view = declarations.iter_mut().find(|one| one.name == "View");
    if let Some(Shape::Object(fields)) = view.map(|view| &mut view.shape) {
        fields.push(field(
            "What was said, in order, if anything was.",
            "claims",
            true,
            Shape::Array(Box::new(word("Claimed"))),
        ));
    }
    declarations.push(Declaration {
        name: "Claimed".to_owned(),
        doc: "A claim in its place.".to_owned(),
        shape: Shape::Object(vec![
            field("How many moves had been made.", "ply", false, word("number")),
            field("Who said it.", "seat", false, word("Seat")),
            field("What was said.", "claim", false, word("Claim")),
            field("The same as a sentence.", "text", false, word("string")),
        ]),
    });
}

/// Does something with the declarations of a game: a game that is forgotten here does not compile.
fn declarations(game: GameId) -> Vec<Declaration> {
    match game {
        GameId::KnightShift => of_game::<KnightShift>(),
        GameId::Shock => of_game::<Shock>(),
        GameId::NeverBringAKnife => of_game::<NeverBringAKnife>(),
        GameId::KnightAtTheInn => of_game::<KnightAtTheInn>(),
        GameId::KnightsAndDamosels => of_game::<KnightsAndDamosels>(),
    }
}

/// The names that a type speaks of.
fn named(shape: &Shape, names: &mut BTreeSet<String>) {
    match shape {
        Shape::Word(word) => {
            names.insert(word.clone());
        }
        Shape::Literal(_) => {}
        Shape::Array(inner) => named(inner, names),
        Shape::Tuple(parts) => parts.iter().for_each(|part| named(part, names)),
        Shape::Object(fields) => fields.iter().for_each(|field| named(&field.shape, names)),
        Shape::Union(members) => members.iter().for_each(|member: &Member| named(&member.shape, names)),
    }
}

fn text_of_game(game: GameId) -> String {
    let declarations = declarations(game);
    let mut names = BTreeSet::new();
    declarations.iter().for_each(|one| named(&one.shape, &mut names));
    let imports: Vec<String> = common()
        .into_iter()
        .map(|one| one.name)
        .filter(|name| names.contains(name))
        .collect();
    let mut text = format!("// {}: generated from its crate by `{HOW}`.\n", game.info().name);
    text += &format!("\nimport type {{ {} }} from \"./core\";\n", imports.join(", "));
    for declaration in &declarations {
        text += &format!("\n{}", syntax::print(declaration));
    }
    text
}

fn text_of_common() -> String {
    let mut text = format!("// What all games share: generated from crates/core by `{HOW}`.\n");
    for declaration in common() {
        text += &format!("\n{}", syntax::print(&declaration));
    }
    text
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn keep(name: &str, text: &str) {
    let path = root().join("web/src/wire").join(name);
    if std::env::var_os("ROUNDTABLE_WRITE_WIRE").is_some() {
        std::fs::write(&path, text).expect("a place for TypeScript");
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(stored == text, "web/src/wire/{name} is not current; run {HOW}");
}

#[test]
fn the_typescript_of_the_games_is_current() {
    keep("core.ts", &text_of_common());
    for game in GameId::ALL {
        keep(&format!("{game}.ts"), &text_of_game(game));
    }
}

/// Every name that is used is declared, and every alternative that somebody chooses or hears of is explained.
#[test]
fn the_typescript_of_the_games_is_whole() {
    for game in GameId::ALL {
        let declarations = declarations(game);
        let all: Vec<Declaration> = common().into_iter().chain(declarations.clone()).collect();
        let mut names = BTreeSet::new();
        all.iter().for_each(|one| named(&one.shape, &mut names));
        for name in names {
            let built_in = ["number", "string", "boolean", "null"].contains(&name.as_str());
            let declared = all.iter().filter(|one| one.name == name).count();
            assert!(built_in || declared == 1, "{game}: {name} is declared {declared} times");
        }
        for needed in ["View", "Move", "Event"] {
            assert!(
                declarations.iter().any(|one| one.name == needed),
                "{game} has no {needed}"
            );
        }
        for declaration in &declarations {
            assert!(
                !declaration.doc.is_empty(),
                "{game}: {} is not explained",
                declaration.name
            );
            if let Shape::Union(members) = &declaration.shape {
                let bare = members
                    .iter()
                    .find(|member| matches!(member.shape, Shape::Object(_)) && member.doc.is_empty());
                assert_eq!(bare, None, "{game}: {}", declaration.name);
            }
        }
    }
}

/// Plays one random game with each number of players and each set of options.
fn play(game: GameId, seed: u64, types: &mut fits::Types<'_>) {
    struct Sets;
    impl roundtable_catalog::Visitor for Sets {
        type Out = Vec<serde_json::Map<String, serde_json::Value>>;
        fn visit<G: roundtable_catalog::Playable>(self) -> Self::Out {
            assert!(G::Options::SWITCHES.len() <= 2);
            options::every_set::<G::Options>()
                .map(|set| options::to_json(&set))
                .collect()
        }
    }
    let mut rng = Rng::new(seed);
    for players in game.info().min_players..=game.info().max_players {
        for options in game.visit(Sets) {
            let setup = Setup {
                players,
                options,
                deck: None,
                dice: DiceSource::Seed(seed),
            };
            let mut table = game.start(setup).expect("a game");
            one_game(game, table.as_mut(), &mut rng, types);
        }
    }
}

fn one_game(game: GameId, table: &mut dyn AnyMatch, rng: &mut Rng, types: &mut fits::Types<'_>) {
    let players = table.players();
    let eyes: Vec<Eye> = Eye::limited(players).chain([Eye::All]).collect();
    let mut check = |name: &str, value: &serde_json::Value| {
        if let Err(why) = types.check(name, value) {
            panic!("{game}: {why}");
        }
    };
    let mut told = 0;
    loop {
        // One eye at each step is enough, with many steps in many games.
        check("View", &table.view(rng.pick(&eyes)));
        for eye in &eyes {
            for event in table.events(*eye, told) {
                event.event.iter().for_each(|event| check("Event", event));
            }
        }
        told = table.event_count();
        let Some(seat) = table.to_act().first() else { break };
        let legal = table.legal(seat);
        legal.iter().for_each(|mv| check("Move", &mv.json));
        let choice = rng.pick(&legal.iter().map(|mv| mv.number).collect::<Vec<_>>());
        table.play(seat, &json!(choice)).expect("a legal move");
        if table.ply() == 3 && game == GameId::NeverBringAKnife {
            for claim in [
                json!({"type": "own", "role": "cop"}),
                json!({"type": "role", "at": "boss", "role": "criminal"}),
                json!({"type": "role", "at": 1, "role": "cop"}),
                json!({"type": "played", "card": "gun", "target": 2}),
            ] {
                table.claim(Seat::new(0), &claim).expect("a claim");
            }
        }
    }
    eyes.iter().for_each(|eye| check("View", &table.view(*eye)));
    check("Outcome", &serde_json::to_value(table.outcome()).expect("an outcome"));
}

/// The alternatives of what is chosen, asked and told that did not occur yet.
fn missing(all: &[Declaration], types: &fits::Types<'_>) -> Vec<String> {
    let chosen = ["Move", "Event", "Step", "Claim"];
    let mut missing = Vec::new();
    for declaration in all.iter().filter(|one| chosen.contains(&one.name.as_str())) {
        let Shape::Union(members) = &declaration.shape else {
            continue;
        };
        let tags = members.iter().filter_map(Member::tag);
        missing.extend(tags.map(|tag| format!("{}.{tag}", declaration.name)));
    }
    missing.retain(|name| !types.met.contains(name));
    missing
}

/// What games write is of the types that the page reads it by, to the last field, and every alternative occurs.
#[test]
fn what_games_write_is_of_these_types() {
    for game in GameId::ALL {
        let all: Vec<Declaration> = common().into_iter().chain(declarations(game)).collect();
        let mut types = fits::Types::new(all.iter());
        for seed in 0..300 {
            play(game, seed, &mut types);
            if seed >= 2 && missing(&all, &types).is_empty() {
                break;
            }
        }
        let missing = missing(&all, &types);
        assert!(
            missing.is_empty(),
            "{game}: never occurred, so were not checked: {missing:?}"
        );
    }
}

/// The check above is able to fail.
#[test]
fn a_value_of_another_type_is_told() {
    let all: Vec<Declaration> = common().into_iter().chain(declarations(GameId::Shock)).collect();
    let mut types = fits::Types::new(all.iter());
    let good = json!({"type": "play", "card": "7h"});
    assert_eq!(types.check("Move", &good), Ok(()));
    for bad in [
        json!({"type": "play"}),
        json!({"type": "play", "card": 7}),
        json!({"type": "play", "card": "7h", "more": 1}),
        json!({"type": "plays", "card": "7h"}),
        json!({"type": "cover", "kind": "snake"}),
        json!("play 7h"),
        json!(null),
    ] {
        assert!(types.check("Move", &bad).is_err(), "{bad}");
    }
}

/// Claims of games that have none are of no type.
#[test]
fn only_games_with_claims_declare_them() {
    fn talks<C: GameClaim>() -> bool {
        TypeId::of::<C>() != TypeId::of::<NoClaims>()
    }
    for game in GameId::ALL {
        struct Talks;
        impl roundtable_catalog::Visitor for Talks {
            type Out = bool;
            fn visit<G: roundtable_catalog::Playable>(self) -> bool {
                talks::<G::Claim>()
            }
        }
        let declared = declarations(game).iter().any(|one| one.name == "Claim");
        assert_eq!(declared, game.visit(Talks), "{game}");
    }
}
