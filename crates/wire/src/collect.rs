//! Chooses the types to write, and the file for each.

use std::any::TypeId;

use roundtable_catalog::{GameId, with_game};
use roundtable_core::{Eye, Game, NoClaims, Outcome, Seat, Seats, Setup, WrittenClaim, WrittenEvent, WrittenMove};
use roundtable_protocol as protocol;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// The content of one file.
pub struct Module {
    /// The name of the file, without its extension.
    pub name: String,
    /// The title of the file.
    pub about: String,
    /// The schema of each type by its name. Types that all modules share are only in the first.
    pub types: Map<String, Value>,
    /// The names that come first; the others follow in alphabetical order.
    pub first: &'static [&'static str],
}

impl Module {
    /// The names of the types, in the order of declaration.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.types.keys().map(String::as_str).collect();
        names.sort_by_key(|name| {
            let place = self.first.iter().position(|first| first == name);
            (place.unwrap_or(self.first.len()), *name)
        });
        names
    }

    /// The schema as a file.
    #[must_use]
    pub fn schema_text(&self) -> String {
        let types: Map<String, Value> = (self.names().into_iter())
            .map(|name| (name.to_owned(), self.types[name].clone()))
            .collect();
        let schema = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": format!("{}.json", self.name),
            "title": self.about,
            "$defs": types,
        });
        let mut text = serde_json::to_string_pretty(&schema).expect("a schema has only string keys");
        text.push('\n');
        text
    }
}

/// All modules; the first has the types that the others share.
#[must_use]
pub fn modules() -> Vec<Module> {
    let shared = module("core", "What all games share", &[], Said::ByUs, |types| {
        types.subschema_for::<Eye>();
        types.subschema_for::<Outcome>();
        types.subschema_for::<Seat>();
        types.subschema_for::<Seats>();
        types.subschema_for::<Setup>();
        types.subschema_for::<WrittenClaim>();
        types.subschema_for::<WrittenEvent>();
        types.subschema_for::<WrittenMove>();
    });
    let mut modules = vec![shared, wire()];
    modules.extend(GameId::HOUSE.map(|game| with_game!(game, G => of_game::<G>())));
    let (shared, others) = modules.split_first_mut().expect("the first is what all share");
    for module in others {
        module.types.retain(|name, _| !shared.types.contains_key(name));
        point_to(&shared.types, &mut module.types);
    }
    modules
}

/// The types of the network protocol.
fn wire() -> Module {
    const FIRST: &[&str] = &["Request", "Command", "Message"];
    let asked = module(
        "wire",
        "What is said over the network",
        FIRST,
        Said::ByClients,
        |types| {
            types.subschema_for::<protocol::Request>();
            types.subschema_for::<protocol::NewGuest>();
            types.subschema_for::<protocol::Rename>();
            types.subschema_for::<protocol::Login>();
            types.subschema_for::<protocol::ClaimName>();
            types.subschema_for::<protocol::Confirm>();
            types.subschema_for::<protocol::NewApiToken>();
            types.subschema_for::<protocol::CreateTable>();
            types.subschema_for::<protocol::ContinueTable>();
            types.subschema_for::<protocol::WriteNote>();
            types.subschema_for::<protocol::ChangeProfile>();
        },
    );
    let mut answered = module("wire", "What is said over the network", FIRST, Said::ByUs, |types| {
        types.subschema_for::<protocol::Message<'static>>();
        types.subschema_for::<protocol::StreamLine<'static>>();
        types.subschema_for::<protocol::TurnNow<'static>>();
        types.subschema_for::<protocol::Me>();
        types.subschema_for::<protocol::Failed>();
        types.subschema_for::<protocol::Games>();
        types.subschema_for::<protocol::ChatPage>();
        types.subschema_for::<protocol::LessonInfo>();
        types.subschema_for::<protocol::Who>();
        types.subschema_for::<protocol::Sessions>();
        types.subschema_for::<protocol::ApiTokens>();
        types.subschema_for::<protocol::ApiTokenMade>();
        types.subschema_for::<protocol::Profile>();
        types.subschema_for::<protocol::GamesPlayed>();
        types.subschema_for::<protocol::ExportHead>();
        types.subschema_for::<protocol::ExportedGame>();
        types.subschema_for::<protocol::TableList>();
        types.subschema_for::<protocol::About>();
        types.subschema_for::<protocol::Answer>();
        types.subschema_for::<protocol::Replay>();
        types.subschema_for::<protocol::Frames>();
        types.subschema_for::<protocol::review::ReviewNow>();
        types.subschema_for::<protocol::Notes>();
        types.subschema_for::<roundtable_core::Verified>();
    });
    answered.types.extend(asked.types);
    answered
}

/// The types of one game.
fn of_game<G: Game>() -> Module
where
    G::View: JsonSchema,
    G::Move: JsonSchema,
    G::Event: JsonSchema,
    G::Claim: JsonSchema,
{
    const FIRST: &[&str] = &["View", "Move", "Event", "Claim", "Claimed"];
    let talks = TypeId::of::<G::Claim>() != TypeId::of::<NoClaims>();
    let mut module = module(G::INFO.slug, G::INFO.name, FIRST, Said::ByUs, |types| {
        types.subschema_for::<G::View>();
        types.subschema_for::<G::Move>();
        types.subschema_for::<G::Event>();
        if talks {
            types.subschema_for::<G::Claim>();
        }
    });
    if talks {
        add_claims(&mut module.types);
    }
    module
}

/// Adds claims to a view, as a match does.
fn add_claims(types: &mut Map<String, Value>) {
    let said = json!({ "type": "array", "items": { "$ref": "#/$defs/Claimed" },
        "description": "What was said, in order, if anything was." });
    types["View"]["properties"]["claims"] = said;
    let claimed = json!({
        "description": "A claim in its place.",
        "type": "object",
        "properties": {
            "ply": { "type": "integer", "description": "How many moves had been made." },
            "seat": { "$ref": "#/$defs/Seat", "description": "Who said it." },
            "claim": { "$ref": "#/$defs/Claim", "description": "What was said." },
            "text": { "type": "string", "description": "The same as a sentence." },
        },
        "required": ["ply", "seat", "claim", "text"],
    });
    types.insert("Claimed".to_owned(), claimed);
}

/// Who writes a type: we always write the fields that a client may leave out.
#[derive(Clone, Copy)]
enum Said {
    ByUs,
    ByClients,
}

fn module(
    name: &str,
    about: &str,
    first: &'static [&'static str],
    said: Said,
    add: impl FnOnce(&mut SchemaGenerator),
) -> Module {
    let settings = SchemaSettings::draft2020_12();
    let settings = match said {
        Said::ByUs => settings.for_serialize(),
        Said::ByClients => settings.for_deserialize(),
    };
    let mut types = settings.into_generator();
    add(&mut types);
    Module {
        name: name.to_owned(),
        about: about.to_owned(),
        types: types.take_definitions(true),
        first,
    }
}

/// Turns references to types in the shared module into references to its file.
fn point_to(shared: &Map<String, Value>, types: &mut Map<String, Value>) {
    types.values_mut().for_each(|schema| point(shared, schema));
}

fn point(shared: &Map<String, Value>, schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::String(path)) = fields.get_mut("$ref")
                && let Some(name) = path.strip_prefix("#/$defs/")
                && shared.contains_key(name)
            {
                *path = format!("core.json#/$defs/{name}");
            }
            fields.values_mut().for_each(|part| point(shared, part));
        }
        Value::Array(parts) => parts.iter_mut().for_each(|part| point(shared, part)),
        _ => {}
    }
}
