//! Runs every example of the server in docs/PROTOCOL.md.

use std::collections::HashMap;
use std::time::Duration;

use crate::common::House;
use roundtable_load::{Client, Lines, Live, agrees};
use roundtable_protocol::Code;
use roundtable_server::{Need, ROUTES};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

const OPENAPI: &str = include_str!("../../../../docs/schema/openapi.json");
const PROTOCOL: &str = include_str!("../../../../docs/PROTOCOL.md");

/// The people in the examples.
struct Cast {
    house: House,
    clients: HashMap<String, Client>,
    lives: HashMap<String, Live>,
    streams: HashMap<String, Lines>,
    table: String,
    /// Who is to act first.
    first: String,
    /// A legal move of theirs.
    legal: String,
    described: Described,
}

/// The description of the interface, by which answers are checked.
struct Described(Value);

impl Described {
    /// Whether an answer is as it is described.
    fn check(&self, method: &str, path: &str, (status, answer): (u16, &Value)) -> Result<(), String> {
        let path = path.strip_prefix("/api").unwrap().split('?').next().unwrap();
        let given: Vec<&str> = path.split('/').collect();
        let fits = |described: &str| {
            let parts: Vec<&str> = described.split('/').collect();
            let same = |(part, given): (&&str, &&str)| part == given || part.starts_with('{');
            parts.len() == given.len() && parts.iter().zip(&given).all(same)
        };
        let (paths, method) = (self.0["paths"].as_object().unwrap(), method.to_lowercase());
        // The path with the fewest open parts, as for the server.
        let operation = paths
            .iter()
            .filter(|(described, methods)| fits(described) && methods[&method].is_object())
            .min_by_key(|(described, _)| described.matches('{').count());
        let (_, methods) = operation.ok_or("there is no such route")?;
        let schema = if status >= 400 {
            json!({"$ref": "#/components/schemas/Failed"})
        } else {
            let response = &methods[&method]["responses"][status.to_string()];
            if !response.is_object() {
                return Err(format!("there is no answer with {status}"));
            }
            response["content"]["application/json"]["schema"].clone()
        };
        if schema.is_null() {
            return Ok(());
        }
        self.fits(&schema, answer)
    }

    fn fits(&self, schema: &Value, value: &Value) -> Result<(), String> {
        let whole = json!({"components": self.0["components"], "allOf": [schema]});
        let validator = jsonschema::validator_for(&whole).map_err(|error| error.to_string())?;
        validator.validate(value).map_err(|error| error.to_string())
    }
}

impl Cast {
    fn client(&mut self, name: &str) -> &mut Client {
        let address = self.house.address;
        self.clients
            .entry(name.to_owned())
            .or_insert_with(|| Client::new(address))
    }

    fn live(&mut self, name: &str) -> &mut Live {
        let name = if name == "first" {
            self.first.clone()
        } else {
            name.to_owned()
        };
        self.lives
            .get_mut(&name)
            .unwrap_or_else(|| panic!("{name} has no socket"))
    }

    async fn request(&mut self, name: &str, request: &str) -> (u16, Value) {
        let mut parts = request.splitn(3, ' ');
        let (method, path) = (
            parts.next().unwrap(),
            parts.next().unwrap().replace("{table}", &self.table),
        );
        let body = parts.next().map(|body| body.replace("{move}", &self.legal));
        let client = self.client(name);
        let answer = client.send(method, &path, &[], body.as_deref()).await.unwrap();
        let json = answer.json();
        let checked = self.described.check(method, &path, (answer.status, &json));
        if let Err(why) = checked {
            panic!("{method} {path}: docs/schema/openapi.json is not true: {why}\n{json}");
        }
        if path == "/api/tables" && answer.status == 201 {
            self.table = json["id"].as_str().unwrap().to_owned();
        }
        if let Some(secret) = json["secret"].as_str() {
            self.client("program").bearer = Some(secret.to_owned());
        }
        (answer.status, json)
    }

    /// Waits for a message like the one shown. Others may come before it.
    async fn hears(&mut self, name: &str, shown: &Value) -> Result<(), String> {
        let mut others = Vec::new();
        let wait = async {
            loop {
                let message = match self.streams.get_mut(name) {
                    Some(lines) => lines.next().await,
                    None => self.live(name).next().await,
                };
                let message = message.expect("the connection stays open");
                let of = if self.streams.contains_key(name) {
                    "StreamLine"
                } else {
                    "Message"
                };
                let schema = json!({"$ref": format!("#/components/schemas/{of}")});
                if let Err(why) = self.described.fits(&schema, &message) {
                    panic!("docs/schema/openapi.json is not true: {why}\n{message}");
                }
                if message["type"] == "sync" && !message["game"]["decision"].is_null() {
                    name.clone_into(&mut self.first);
                }
                if let Some(notation) = message["game"]["legal"][0]["notation"].as_str() {
                    notation.clone_into(&mut self.legal);
                }
                if agrees(shown, &message) {
                    return;
                }
                others.push(message.to_string());
            }
        };
        let heard = tokio::time::timeout(Duration::from_secs(60), wait).await;
        heard.map_err(|_| format!("{name} heard only:\n{}", others.join("\n")))
    }
}

#[tokio::test]
async fn every_documented_example_is_true() {
    let house = House::open().await;
    let mut cast = Cast {
        house,
        clients: HashMap::new(),
        lives: HashMap::new(),
        streams: HashMap::new(),
        table: String::new(),
        first: String::new(),
        legal: String::new(),
        described: Described(serde_json::from_str(OPENAPI).unwrap()),
    };
    let (mut examples, mut inside, mut answer) = (0, false, (0, Value::Null));
    for (i, line) in PROTOCOL.lines().enumerate() {
        let read =
            |text: &str| serde_json::from_str::<Value>(text).unwrap_or_else(|error| panic!("line {}: {error}", i + 1));
        if line.starts_with("```") {
            inside = line == "```server";
        } else if !inside {
        } else if let Some(shown) = line.strip_prefix("< ") {
            let (status, shown) = shown.split_once(' ').unwrap();
            let fits = status.parse() == Ok(answer.0) && agrees(&read(shown), &answer.1);
            assert!(
                fits,
                "docs/PROTOCOL.md:{} shows\n{status} {shown}\nbut the answer is\n{} {}",
                i + 1,
                answer.0,
                answer.1
            );
            examples += 1;
        } else if let Some((name, text)) = line.split_once("~> ") {
            let text = text.replace("{move}", &cast.legal);
            cast.live(name).send(Message::text(text)).await.unwrap();
        } else if let Some((name, shown)) = line.split_once("~< ") {
            let heard = cast.hears(name, &read(shown)).await;
            assert!(
                heard.is_ok(),
                "docs/PROTOCOL.md:{} shows\n{shown}\nbut {}",
                i + 1,
                heard.unwrap_err()
            );
            examples += 1;
        } else if let Some((name, _)) = line.split_once("~ open") {
            let table = cast.table.clone();
            let live = cast.client(name).live(&table, None).await.unwrap();
            cast.lives.insert(name.to_owned(), live);
        } else if let Some((name, _)) = line.split_once("~ stream") {
            let lines = cast.client(name).stream("/api/stream", "*/*").await.unwrap();
            cast.streams.insert(name.to_owned(), lines);
        } else if let Some((name, request)) = line.split_once("> ") {
            answer = cast.request(name, request).await;
        } else {
            panic!("docs/PROTOCOL.md:{}: what is this?\n{line}", i + 1);
        }
    }
    assert!(examples > 25, "the page has {examples} examples");
}

/// The schema, which is made from the types, lists commands and messages; the type lists the codes.
#[test]
fn every_command_message_and_code_is_documented() {
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/schema/wire.json")).unwrap();
    let forms = |name: &str| schema["$defs"][name]["oneOf"].as_array().unwrap().iter();
    let commands = forms("Command").flat_map(|form| form["properties"].as_object().unwrap().keys());
    let messages = forms("Message").map(|form| form["properties"]["type"]["const"].as_str().unwrap());
    let codes = Code::OWN.iter().map(|code| code.name());
    for name in commands.map(String::as_str).chain(messages).chain(codes) {
        assert!(PROTOCOL.contains(&format!("`{name}`")), "{name} is not documented");
    }
}

/// What the router has is what is described, with what each route needs of an API token.
#[test]
fn every_route_is_described() {
    let described: Value = serde_json::from_str(OPENAPI).unwrap();
    let mut listed = Vec::new();
    for (path, methods) in described["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            listed.push(format!("{method} {path} {}", operation["x-scope"].as_str().unwrap()));
        }
    }
    let route = |route: &roundtable_server::Route| {
        let need = match route.need {
            Need::SignIn => "sign_in",
            Need::Any => "any",
            Need::Scope(scope) => scope.name(),
            Need::Command => "command",
        };
        format!("{} {} {need}", route.method, route.path)
    };
    let mut there: Vec<String> = ROUTES.iter().map(route).collect();
    listed.sort();
    there.sort();
    assert_eq!(listed, there);
}
