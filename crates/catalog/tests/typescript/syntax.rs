//! As much of TypeScript as types of views, moves and events are written in: read, and printed for readers.

use std::fmt::Write as _;

/// A declared type.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Declaration {
    pub(crate) name: String,
    /// What it is, in words.
    pub(crate) doc: String,
    pub(crate) shape: Shape,
}

/// A type.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Shape {
    /// `number`, `string`, `boolean`, `null`, `never`, `unknown`, or the name of a declared type.
    Word(String),
    /// `"axe"` or `2`, as it is written.
    Literal(String),
    Array(Box<Shape>),
    Tuple(Vec<Shape>),
    Object(Vec<Field>),
    Union(Vec<Member>),
}

/// A field of an object.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Field {
    pub(crate) doc: String,
    pub(crate) name: String,
    pub(crate) optional: bool,
    pub(crate) shape: Shape,
}

/// One of several alternatives.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Member {
    pub(crate) doc: String,
    pub(crate) shape: Shape,
}

impl Member {
    /// The word by which an alternative is told from the others: itself, or the `type` of an object.
    pub(crate) fn tag(&self) -> Option<&str> {
        let shape = match &self.shape {
            Shape::Object(fields) => &fields.iter().find(|field| field.name == "type")?.shape,
            shape => shape,
        };
        match shape {
            Shape::Literal(literal) => Some(literal.trim_matches('"')),
            _ => None,
        }
    }
}

/// Reads `type NAME = SHAPE;`. The text is generated, so whatever cannot be read is a mistake here.
pub(crate) fn read(doc: &str, declaration: &str) -> Declaration {
    let mut reader = Reader { rest: declaration };
    reader.expect("type");
    let name = reader.word();
    reader.expect("=");
    let shape = reader.shape();
    reader.expect(";");
    assert_eq!(reader.rest.trim(), "", "something is left of {declaration}");
    let doc = words_of(doc);
    Declaration { name, doc, shape }
}

/// A comment without its stars.
fn words_of(comment: &str) -> String {
    let comment = comment
        .trim()
        .trim_start_matches("/**")
        .trim_end_matches("*/")
        .trim_end();
    let lines = comment.lines().map(|line| line.trim().trim_start_matches('*').trim());
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn eat(&mut self, token: &str) -> bool {
        self.skip();
        let found = self.rest.strip_prefix(token);
        self.rest = found.unwrap_or(self.rest);
        found.is_some()
    }

    fn expect(&mut self, token: &str) {
        assert!(self.eat(token), "`{token}` is missing before: {}", self.rest);
    }

    fn comment(&mut self) -> String {
        self.skip();
        if !self.rest.starts_with("/**") {
            return String::new();
        }
        let end = self.rest.find("*/").expect("a comment ends") + 2;
        let (comment, rest) = self.rest.split_at(end);
        self.rest = rest;
        words_of(comment)
    }

    fn word(&mut self) -> String {
        self.skip();
        let end = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        assert!(!word.is_empty(), "a word is missing before: {}", self.rest);
        self.rest = rest;
        word.to_owned()
    }

    fn quoted(&mut self) -> Option<String> {
        self.skip();
        let inside = self.rest.strip_prefix('"')?;
        let end = inside.find('"').expect("a quotation ends");
        self.rest = &inside[end + 1..];
        Some(inside[..end].to_owned())
    }

    fn shape(&mut self) -> Shape {
        let mut members = Vec::new();
        self.eat("|");
        loop {
            let (doc, shape) = (self.comment(), self.single());
            members.push(Member { doc, shape });
            if !self.eat("|") {
                break;
            }
        }
        match members.len() {
            1 => members.remove(0).shape,
            _ => Shape::Union(members),
        }
    }

    fn single(&mut self) -> Shape {
        if let Some(text) = self.quoted() {
            return Shape::Literal(format!("\"{text}\""));
        }
        if self.eat("(") {
            let shape = self.shape();
            self.expect(")");
            return shape;
        }
        if self.eat("{") {
            return self.object();
        }
        if self.eat("[") {
            let mut parts = Vec::new();
            while !self.eat("]") {
                parts.push(self.shape());
                self.eat(",");
            }
            return Shape::Tuple(parts);
        }
        let word = self.word();
        if word == "Array" {
            self.expect("<");
            let inner = self.shape();
            self.expect(">");
            return Shape::Array(Box::new(inner));
        }
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            return Shape::Literal(word);
        }
        Shape::Word(word)
    }

    fn object(&mut self) -> Shape {
        let mut fields = Vec::new();
        while !self.eat("}") {
            let doc = self.comment();
            let name = self.quoted().unwrap_or_else(|| self.word());
            let optional = self.eat("?");
            self.expect(":");
            let shape = self.shape();
            fields.push(Field {
                doc,
                name,
                optional,
                shape,
            });
            self.eat(",");
        }
        Shape::Object(fields)
    }
}

/// A declaration for readers.
pub(crate) fn print(declaration: &Declaration) -> String {
    let mut text = comment(&declaration.doc, 0);
    write!(text, "export type {} =", declaration.name).expect("text");
    match &declaration.shape {
        Shape::Union(members) if members.iter().any(|member| !member.doc.is_empty()) => {
            for member in members {
                text.push('\n');
                text += &comment(&member.doc, 2);
                text += "  | ";
                text += &written(&member.shape, 4);
            }
        }
        shape => {
            text.push(' ');
            text += &written(shape, 0);
        }
    }
    text + ";\n"
}

fn comment(doc: &str, indent: usize) -> String {
    if doc.is_empty() {
        String::new()
    } else {
        format!("{:indent$}/** {doc} */\n", "")
    }
}

fn written(shape: &Shape, indent: usize) -> String {
    let list = |shapes: &[Shape]| {
        let shapes: Vec<_> = shapes.iter().map(|shape| written(shape, indent)).collect();
        shapes.join(", ")
    };
    match shape {
        Shape::Word(word) | Shape::Literal(word) => word.clone(),
        Shape::Array(inner) if matches!(**inner, Shape::Word(_)) => format!("{}[]", written(inner, indent)),
        Shape::Array(inner) => format!("Array<{}>", written(inner, indent)),
        Shape::Tuple(parts) => format!("[{}]", list(parts)),
        Shape::Union(members) => {
            let members: Vec<_> = members.iter().map(|member| written(&member.shape, indent)).collect();
            members.join(" | ")
        }
        Shape::Object(fields) if fields.iter().all(|field| field.doc.is_empty()) => {
            let fields: Vec<_> = fields.iter().map(|field| field_written(field, indent)).collect();
            format!("{{ {} }}", fields.join("; "))
        }
        Shape::Object(fields) => {
            let mut text = "{\n".to_owned();
            for field in fields {
                text += &comment(&field.doc, indent + 2);
                writeln!(text, "{:2$}{};", "", field_written(field, indent + 2), indent + 2).expect("text");
            }
            write!(text, "{:indent$}}}", "").expect("text");
            text
        }
    }
}

fn field_written(field: &Field, indent: usize) -> String {
    let mark = if field.optional { "?" } else { "" };
    format!("{}{mark}: {}", field.name, written(&field.shape, indent))
}
