//! Makes TypeScript from a schema.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::{Map, Value};

use crate::{HOW, Module};

/// The longest line before it is wrapped.
const WIDTH: usize = 120;

/// The declarations of a module. `modules` are all modules; the first has the types that the others share.
pub(crate) fn print(module: &Module, modules: &[Module]) -> String {
    let mut printer = Printer::default();
    let mut declarations = String::new();
    for name in module.names() {
        let schema = &module.types[name];
        declarations.push('\n');
        comment(&mut declarations, schema, 0);
        let shape = printer.shape(schema, 0);
        let space = if shape.starts_with('\n') { "" } else { " " };
        let _ = writeln!(declarations, "export type {name} ={space}{shape};");
    }
    let mut text = format!("// {}. Written by `{HOW}` from the Rust types.\n", module.about);
    let own: BTreeSet<&str> = module.names().into_iter().collect();
    let foreign: Vec<&str> = printer
        .named
        .iter()
        .map(String::as_str)
        .filter(|name| !own.contains(name))
        .collect();
    if !foreign.is_empty() {
        let _ = writeln!(
            text,
            "\nimport type {{ {} }} from \"./{}\";",
            foreign.join(", "),
            modules[0].name
        );
    }
    text + &declarations
}

/// Prints types, and remembers which types they name.
#[derive(Default)]
struct Printer {
    named: BTreeSet<String>,
}

impl Printer {
    /// A type as it appears after `=` or `:`, indented by this many spaces.
    fn shape(&mut self, schema: &Value, indent: usize) -> String {
        let Some(fields) = schema.as_object() else {
            return "unknown".to_owned();
        };
        if let Some(path) = fields.get("$ref").and_then(Value::as_str) {
            let name = path.rsplit('/').next().unwrap_or(path).to_owned();
            self.named.insert(name.clone());
            return name;
        }
        if let Some(only) = fields.get("const") {
            return only.to_string();
        }
        if let Some(Value::Array(values)) = fields.get("enum") {
            return union(values.iter().map(ToString::to_string).collect(), indent);
        }
        for key in ["oneOf", "anyOf"] {
            if let Some(Value::Array(members)) = fields.get(key) {
                return self.union(fields, members, indent);
            }
        }
        match fields.get("type") {
            Some(Value::String(name)) => self.plain(name, fields, indent),
            Some(Value::Array(names)) => {
                let members = names.iter().filter_map(Value::as_str);
                let members = members.map(|name| self.plain(name, fields, indent)).collect();
                union(members, indent)
            }
            _ => "unknown".to_owned(),
        }
    }

    /// A union. Properties beside the alternatives belong to each of them.
    fn union(&mut self, beside: &Map<String, Value>, members: &[Value], indent: usize) -> String {
        let explained = members.iter().any(|member| doc(member).is_some());
        let mut shapes = Vec::new();
        for member in members {
            let shape = self.shape(member, indent + if explained { 4 } else { 0 });
            let mut text = String::new();
            if explained {
                comment(&mut text, member, indent + 2);
                let _ = write!(text, "{:width$}| ", "", width = indent + 2);
            }
            shapes.push(text + &shape);
        }
        let common = beside.get("properties").map(|_| {
            let mut own = beside.clone();
            own.remove("oneOf");
            own.remove("anyOf");
            self.object(&own, indent)
        });
        let either = if explained {
            format!("\n{}", shapes.join("\n"))
        } else {
            union(shapes, indent)
        };
        match common {
            Some(common) => format!("{common} & ({either})"),
            None => either,
        }
    }

    fn plain(&mut self, name: &str, fields: &Map<String, Value>, indent: usize) -> String {
        match name {
            "integer" | "number" => "number".to_owned(),
            "array" => self.array(fields, indent),
            "object" => self.object(fields, indent),
            other => other.to_owned(),
        }
    }

    fn array(&mut self, fields: &Map<String, Value>, indent: usize) -> String {
        if let Some(Value::Array(parts)) = fields.get("prefixItems") {
            let parts: Vec<String> = parts.iter().map(|part| self.shape(part, indent)).collect();
            return format!("[{}]", parts.join(", "));
        }
        let items = fields.get("items").unwrap_or(&Value::Bool(true));
        let each = self.shape(items, indent);
        // A short list of known length is a tuple.
        let size = |key: &str| fields.get(key).and_then(Value::as_u64);
        match (size("minItems"), size("maxItems")) {
            (Some(least), Some(most)) if least == most && most <= 4 => {
                format!("[{}]", vec![each; most as usize].join(", "))
            }
            _ if each.contains(" | ") || each.starts_with('\n') => format!("({each})[]"),
            _ => format!("{each}[]"),
        }
    }

    fn object(&mut self, fields: &Map<String, Value>, indent: usize) -> String {
        let Some(Value::Object(properties)) = fields.get("properties") else {
            return match fields.get("additionalProperties") {
                Some(values @ Value::Object(_)) => format!("Record<string, {}>", self.shape(values, indent)),
                Some(Value::Bool(false)) => "Record<string, never>".to_owned(),
                _ => "Record<string, unknown>".to_owned(),
            };
        };
        let required: Vec<&str> = match fields.get("required") {
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        let mut lines = String::from("{\n");
        let mut short = Vec::new();
        for (name, schema) in properties {
            let optional = if required.contains(&name.as_str()) { "" } else { "?" };
            comment(&mut lines, schema, indent + 2);
            let mut shape = self.shape(schema, indent + 2);
            // Fields that may be left out are never written as null.
            if !optional.is_empty()
                && let Some(there) = shape.strip_suffix(" | null")
            {
                shape.truncate(there.len());
            }
            let space = if shape.starts_with('\n') { "" } else { " " };
            short.push(format!("{name}{optional}: {shape}"));
            let _ = writeln!(
                lines,
                "{:width$}{name}{optional}:{space}{shape};",
                "",
                width = indent + 2
            );
        }
        let _ = write!(lines, "{:indent$}}}", "");
        let bare = properties.values().all(|schema| doc(schema).is_none());
        let inline = format!("{{ {} }}", short.join("; "));
        if bare && !inline.contains('\n') && indent + inline.len() < WIDTH - 20 {
            inline
        } else {
            lines
        }
    }
}

/// A union, on one line or several.
fn union(members: Vec<String>, indent: usize) -> String {
    let line = members.join(" | ");
    if indent + line.len() < WIDTH - 40 || members.len() < 3 {
        return line;
    }
    let mut text = String::new();
    for member in members {
        let _ = write!(text, "\n{:width$}| {member}", "", width = indent + 2);
    }
    text
}

fn doc(schema: &Value) -> Option<&str> {
    schema.get("description").and_then(Value::as_str)
}

/// The description of a type, as a comment of filled lines.
fn comment(out: &mut String, schema: &Value, indent: usize) {
    let Some(doc) = doc(schema) else { return };
    let doc = doc.replace("*/", "* /");
    let words: Vec<&str> = doc.split_whitespace().collect();
    let line = words.join(" ");
    if indent + line.len() + 8 <= WIDTH {
        let _ = writeln!(out, "{:indent$}/** {line} */", "");
        return;
    }
    let _ = writeln!(out, "{:indent$}/**", "");
    let mut row = String::new();
    for word in words {
        if indent + row.len() + word.len() + 4 > WIDTH {
            let _ = writeln!(out, "{:indent$} *{row}", "");
            row.clear();
        }
        row.push(' ');
        row.push_str(word);
    }
    let _ = writeln!(out, "{:indent$} *{row}\n{:indent$} */", "", "");
}
