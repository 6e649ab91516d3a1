//! The description of the HTTP interface for other people's tools (OpenAPI 3.1), with the types of the other modules.

use roundtable_protocol::VERSION;
use serde_json::{Map, Value, json};

use crate::Module;

/// What a program may do there with an API token.
#[derive(Clone, Copy)]
enum For {
    /// Whoever is signed in, and no program.
    SignIn,
    /// Everybody.
    All,
    /// Everybody with what they may see, and programs with `read`.
    Read,
    /// Whoever is signed in, and programs with this scope.
    Scope(&'static str),
    /// The same, with the scope of the command.
    Command,
}

/// What an answer holds.
#[derive(Clone, Copy)]
enum Holds {
    Nothing,
    /// JSON of this type.
    Json(&'static str),
    /// JSON of a form that is described elsewhere.
    Object,
    Text(&'static str),
    /// Lines, or server-sent events, of this type.
    Lines(&'static str),
}

/// A route, what it is for, what it is sent, and the answer.
type Route = (
    &'static str,
    &'static str,
    For,
    &'static str,
    Option<&'static str>,
    (u16, Holds),
);

use For::{All, Command, Read, Scope, SignIn};
use Holds::{Json, Lines, Nothing, Object, Text};

#[rustfmt::skip]
const ROUTES: &[Route] = &[
    ("get", "/about", All, "The version of the protocol, and the public key", None, (200, Json("About"))),
    ("get", "/games", All, "The games and the levels of bots", None, (200, Json("Games"))),
    ("get", "/games/{slug}/rules", All, "The rules of a game", None, (200, Text("text/markdown"))),
    ("get", "/games/{slug}/lesson", All, "What the lesson of a game says", None, (200, Json("LessonInfo"))),
    ("post", "/games/{slug}/lesson", Scope("tables"), "Makes a table for the lesson", None, (201, Json("TableInfo"))),
    ("post", "/guest", All, "Makes a new guest", Some("NewGuest"), (200, Json("Me"))),
    ("post", "/login", All, "Signs in", Some("Login"), (200, Json("Me"))),
    ("post", "/logout", SignIn, "Signs out", None, (204, Nothing)),
    ("get", "/who", Read, "The person who asks, or null", None, (200, Json("Who"))),
    ("get", "/me", Scope("read"), "The person who asks", None, (200, Json("Me"))),
    ("patch", "/me", SignIn, "Changes the name", Some("Rename"), (200, Json("Me"))),
    ("delete", "/me", SignIn, "Deletes the account", Some("Confirm"), (204, Nothing)),
    ("post", "/me/password", SignIn, "Claims the name, or changes the password", Some("ClaimName"), (200, Json("Me"))),
    ("post", "/me/sign-out-everywhere", SignIn, "Ends all sessions", None, (204, Nothing)),
    ("post", "/me/bot", SignIn, "Makes the account a bot, for good", Some("Confirm"), (200, Json("Me"))),
    ("get", "/me/sessions", SignIn, "Where the person is signed in", None, (200, Json("Sessions"))),
    ("delete", "/me/sessions/{id}", SignIn, "Signs out there", None, (204, Nothing)),
    ("get", "/me/tokens", SignIn, "The person's API tokens", None, (200, Json("ApiTokens"))),
    ("post", "/me/tokens", SignIn, "Makes an API token", Some("NewApiToken"), (201, Json("ApiTokenMade"))),
    ("delete", "/me/tokens/{id}", SignIn, "Revokes an API token", None, (204, Nothing)),
    ("patch", "/me/profile", SignIn, "Shows or hides the profile", Some("ChangeProfile"), (200, Json("Profile"))),
    ("get", "/me/export", SignIn, "Everything about the person as one file", None, (200, Object)),
    ("get", "/people/{name}", Read, "A person's results and ratings", None, (200, Json("Profile"))),
    ("get", "/people/{name}/games", Read, "A person's finished games", None, (200, Json("GamesPlayed"))),
    ("get", "/stream", Scope("read"), "Everything that happens to the person", None, (200, Lines("StreamLine"))),
    ("get", "/tables", Read, "Lists tables", None, (200, Json("TableList"))),
    ("post", "/tables", Scope("tables"), "Makes a table", Some("CreateTable"), (201, Json("TableInfo"))),
    ("get", "/tables/{id}", Read, "A table", None, (200, Json("TableInfo"))),
    ("get", "/tables/{id}/chat/earlier", Read, "Earlier lines of chat", None, (200, Json("ChatPage"))),
    ("get", "/tables/{id}/record", Read, "The record of a finished game", None, (200, Object)),
    ("get", "/tables/{id}/replay", Read, "A finished game as an eye was told it", None, (200, Json("Replay"))),
    ("get", "/tables/{id}/replay/frames", Read, "What the eye saw after some moves", None, (200, Json("Frames"))),
    ("get", "/tables/{id}/replay/{ply}", Read, "What the eye saw after a move", None, (200, Json("Frame"))),
    ("get", "/tables/{id}/verify", Read, "What is confirmed of a finished game", None, (200, Json("Verified"))),
    ("get", "/tables/{id}/review", Read, "The review, as far as it is known", None, (200, Json("ReviewNow"))),
    ("post", "/tables/{id}/review", Scope("tables"), "Has the review worked out", None, (200, Json("ReviewNow"))),
    ("get", "/tables/{id}/notes", Read, "Notes on a finished game", None, (200, Json("Notes"))),
    ("post", "/tables/{id}/notes", Scope("talk"), "Writes a note", Some("WriteNote"), (200, Json("Notes"))),
    ("post", "/tables/{id}/continue", Scope("tables"), "Goes on", Some("ContinueTable"), (201, Json("TableInfo"))),
    ("get", "/tables/{id}/turn", Scope("read"), "Waits for the person's turn", None, (200, Json("TurnNow"))),
    ("get", "/tables/{id}/live", Read, "A WebSocket, see docs/PROTOCOL.md", None, (101, Nothing)),
    ("post", "/tables/{id}/{command}", Command, "Does something at a table", Some("{command}"), (200, Json("Answer"))),
];

/// A name in the query, its type, and what it is.
type Asked = (&'static str, &'static str, &'static str);

/// What can be asked for in the query.
const QUERIES: &[(&str, &[Asked])] = &[
    (
        "/tables",
        &[
            ("list", "string", "`open`, `watchable`, `finished` or `mine`"),
            ("by", "string", "Only tables that this person made"),
            ("before", "integer", "Where the page begins: `next` of the page before"),
        ],
    ),
    (
        "/people/{name}/games",
        &[("before", "integer", "Where the page begins: `next` of the page before")],
    ),
    (
        "/tables/{id}/chat/earlier",
        &[("before", "integer", "Lines before this time")],
    ),
    (
        "/tables/{id}/replay",
        &[("eye", "string", "A seat's number, `table` or `all`")],
    ),
    (
        "/tables/{id}/replay/frames",
        &[
            ("eye", "string", "A seat's number, `table` or `all`"),
            ("from", "integer", "After how many moves the first is"),
            ("to", "integer", "After how many moves the last is"),
        ],
    ),
    (
        "/tables/{id}/replay/{ply}",
        &[("eye", "string", "A seat's number, `table` or `all`")],
    ),
    (
        "/tables/{id}/review",
        &[("known", "string", "`coarse`: a first look is not sent again")],
    ),
    (
        "/tables/{id}/turn",
        &[
            ("since", "integer", "Only a turn after more moves than these"),
            ("events", "integer", "How many events are known"),
            ("wait", "integer", "For how many seconds"),
        ],
    ),
];

/// The description as a file.
#[must_use]
pub(crate) fn text(modules: &[Module]) -> String {
    let mut schemas = Map::new();
    for module in &modules[..2] {
        for (name, schema) in &module.types {
            let mut schema = schema.clone();
            point(&mut schema);
            schemas.insert(name.clone(), schema);
        }
    }
    let mut paths: Map<String, Value> = Map::new();
    for route in ROUTES {
        let (method, path, ..) = *route;
        let operation = operation(route, &schemas);
        let place = paths.entry(path).or_insert_with(|| json!({}));
        place[method] = operation;
    }
    let description = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Roundtable",
            "version": VERSION.to_string(),
            "description": "Tables for hidden-information games. docs/PROTOCOL.md explains all of this, with examples.",
            "license": { "name": "MIT", "identifier": "MIT" },
        },
        "servers": [{ "url": "/api" }],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "responses": { "Refused": {
                "description": "It was refused, and nothing has changed",
                "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Failed" } } },
            } },
            "securitySchemes": {
                "cookie": { "type": "apiKey", "in": "cookie", "name": "roundtable" },
                "token": { "type": "http", "scheme": "bearer", "description": "An API token" },
            },
        },
    });
    let mut text = serde_json::to_string_pretty(&description).expect("a description has only string keys");
    text.push('\n');
    text
}

/// References point into this file.
fn point(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::String(path)) = fields.get_mut("$ref")
                && let Some(name) = path.rsplit('/').next()
            {
                *path = format!("#/components/schemas/{name}");
            }
            fields.values_mut().for_each(point);
        }
        Value::Array(parts) => parts.iter_mut().for_each(point),
        _ => {}
    }
}

fn of(name: &str, schemas: &Map<String, Value>) -> Value {
    assert!(schemas.contains_key(name), "there is no type {name}");
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn operation(&(method, path, who, summary, sent, (status, holds)): &Route, schemas: &Map<String, Value>) -> Value {
    let commands = commands(schemas);
    let mut parameters: Vec<Value> = path
        .split('/')
        .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
        .map(|name| {
            let schema = match name {
                "ply" => json!({ "type": "integer", "minimum": 0 }),
                "command" => json!({ "enum": commands.iter().map(|(name, _)| name).collect::<Vec<_>>() }),
                _ => json!({ "type": "string" }),
            };
            json!({ "name": name, "in": "path", "required": true, "schema": schema })
        })
        .collect();
    let asked = QUERIES.iter().filter(|(of, _)| method == "get" && *of == path);
    for (name, kind, description) in asked.flat_map(|(_, queries)| *queries) {
        let schema = json!({ "type": kind });
        parameters.push(json!({ "name": name, "in": "query", "description": description, "schema": schema }));
    }
    if path.starts_with("/tables/{id}") {
        let description = "The secret half of the link to a private table";
        let schema = json!({ "type": "string" });
        parameters.push(json!({ "name": "key", "in": "query", "description": description, "schema": schema }));
    }
    let content = match holds {
        Nothing => None,
        Json(name) => Some(json!({ "application/json": { "schema": of(name, schemas) } })),
        Object => Some(json!({ "application/json": { "schema": { "type": "object" } } })),
        Text(media) => Some(json!({ media: { "schema": { "type": "string" } } })),
        Lines(name) => Some(json!({
            "application/x-ndjson": { "schema": of(name, schemas) },
            "text/event-stream": { "schema": of(name, schemas) },
        })),
    };
    let mut answer = json!({ "description": if status == 101 { "The socket is open" } else { "It is done" } });
    if let Some(content) = content {
        answer["content"] = content;
    }
    let (security, scope) = match who {
        All => (json!([]), "any"),
        SignIn => (json!([{ "cookie": [] }]), "sign_in"),
        Read => (json!([{}, { "cookie": [] }, { "token": [] }]), "read"),
        Scope(scope) => (json!([{ "cookie": [] }, { "token": [] }]), scope),
        Command => (json!([{ "cookie": [] }, { "token": [] }]), "command"),
    };
    let mut operation = json!({
        "summary": summary,
        "parameters": parameters,
        "responses": { status.to_string(): answer, "default": { "$ref": "#/components/responses/Refused" } },
        "security": security,
        // What an API token needs.
        "x-scope": if ["/guest", "/login"].contains(&path) { "sign_in" } else { scope },
    });
    let schema = match sent {
        Some("{command}") => {
            Some(json!({ "anyOf": commands.into_iter().map(|(_, fields)| fields).collect::<Vec<_>>() }))
        }
        Some(name) => Some(of(name, schemas)),
        None => None,
    };
    if let Some(schema) = schema {
        let content = json!({ "application/json": { "schema": schema } });
        operation["requestBody"] = json!({ "required": true, "content": content });
    }
    operation
}

/// The commands with their fields.
fn commands(schemas: &Map<String, Value>) -> Vec<(String, Value)> {
    let forms = schemas["Command"]["oneOf"].as_array().into_iter().flatten();
    let fields = forms.filter_map(|form| form["properties"].as_object()?.iter().next());
    fields.map(|(name, fields)| (name.clone(), fields.clone())).collect()
}
