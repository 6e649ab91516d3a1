//! JSON text, written straight into a `String`: byte for byte what `serde_json` writes, a third faster.
//!
//! After every move the server sends each viewer of a table what has changed, and writing that down is most of what a
//! game costs it. Three things make the difference: nothing searches field names for characters to escape, nothing is
//! written twice (first as bytes, then as text), and the names of fields and variants are written where the compiler
//! knows them (`inline(always)`), so that it copies them without a call.

use std::fmt::{Display, Write as _};

use serde::{Serialize, ser};

/// The fields of an object, each as JSON text: `"name":value`. Two views can be compared field by field.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Fields {
    text: String,
    /// Where in the text each field ends.
    ends: Vec<u32>,
}

impl Fields {
    /// The fields in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        begins
            .zip(&self.ends)
            .map(|(begin, end)| &self.text[begin as usize..*end as usize])
    }

    /// The total length of the text.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.text.len()
    }

    /// Whether there are no fields.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All fields as one object.
    #[must_use]
    pub fn to_object(&self) -> String {
        let fields: Vec<&str> = self.iter().collect();
        object(&fields)
    }

    /// Replaces the content with the fields of an object, and reuses the memory.
    ///
    /// # Panics
    /// As [`write()`].
    pub(crate) fn set(&mut self, object: &(impl Serialize + ?Sized)) {
        self.text.clear();
        self.ends.clear();
        append(object, &mut self.text, Some(&mut self.ends));
    }

    /// Replaces the content with a copy of another's, and reuses the memory.
    pub fn copy(&mut self, other: &Self) {
        self.text.clear();
        self.text.push_str(&other.text);
        self.ends.clear();
        self.ends.extend_from_slice(&other.ends);
    }

    /// Adds a field.
    pub(crate) fn push(&mut self, name: &'static str, value: &(impl Serialize + ?Sized)) {
        self.text.push('"');
        self.text.push_str(name);
        self.text.push_str("\":");
        write(value, &mut self.text);
        self.ends.push(place(&self.text));
    }
}

/// An object of these fields, each `"name":value`.
#[must_use]
pub fn object(fields: &[&str]) -> String {
    let length: usize = fields.iter().map(|field| field.len() + 1).sum();
    let mut out = String::with_capacity(length + 2);
    out.push('{');
    for (i, field) in fields.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        out.push_str(field);
    }
    out.push('}');
    out
}

/// A value that is JSON already, inside a value that [`write()`] writes. (Any other serializer would write it as a
/// string.)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Raw<'a>(pub &'a str);

/// How [`write()`] recognises [`Raw`].
const RAW: &str = "roundtable_core::json::Raw";

impl Serialize for Raw<'_> {
    fn serialize<S: ser::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(RAW, self.0)
    }
}

/// Where a text ends. No view reaches four gigabytes.
fn place(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}

/// The value as text.
///
/// # Panics
/// As [`write()`].
#[must_use]
pub fn to_string(value: &(impl Serialize + ?Sized)) -> String {
    let mut out = String::new();
    write(value, &mut out);
    out
}

/// Appends a list.
pub(crate) fn write_list<T: Serialize>(things: impl Iterator<Item = T>, out: &mut String) {
    out.push('[');
    for (i, thing) in things.enumerate() {
        if i > 0 {
            out.push(',');
        }
        write(&thing, out);
    }
    out.push(']');
}

/// Appends the value.
///
/// # Panics
/// If it has keys that are not strings, or its `Serialize` fails: views, events, moves and messages do neither.
pub fn write(value: &(impl Serialize + ?Sized), out: &mut String) {
    append(value, out, None);
}

fn append(value: &(impl Serialize + ?Sized), out: &mut String, ends: Option<&mut Vec<u32>>) {
    value
        .serialize(Writer {
            out,
            ends,
            verbatim: false,
        })
        .expect("views, events and moves have string keys");
}

/// Why something cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Unwritable(String);

impl ser::Error for Unwritable {
    fn custom<T: Display>(why: T) -> Self {
        Self(why.to_string())
    }
}

type Result<T = ()> = std::result::Result<T, Unwritable>;

/// Writes one value.
struct Writer<'a> {
    out: &'a mut String,
    /// For an object whose fields alone are to be written: where they end.
    ends: Option<&'a mut Vec<u32>>,
    /// Whether the text is JSON already.
    verbatim: bool,
}

impl Writer<'_> {
    fn integer(self, value: impl itoa::Integer) -> Result {
        self.out.push_str(itoa::Buffer::new().format(value));
        Ok(())
    }

    fn float(self, value: impl Serialize) -> Result {
        let text = serde_json::to_string(&value).map_err(ser::Error::custom)?;
        self.out.push_str(&text);
        Ok(())
    }
}

fn display(out: &mut String, value: impl Display) {
    // Writing to a String cannot fail.
    let _ = write!(out, "{value}");
}

/// Text between quotes.
fn quote(out: &mut String, text: &str) {
    if must_escape(text) {
        display(out, serde_json::Value::from(text));
    } else {
        name(out, text);
    }
}

fn must_escape(text: &str) -> bool {
    // All bytes, without stopping at the first: the processor looks at many at once.
    let special = |found, byte| found | (byte < 0x20) | (byte == b'"') | (byte == b'\\');
    text.bytes().fold(false, special)
}

/// Text with nothing to escape, such as the names of a Rust type's fields and variants.
#[inline]
fn name(out: &mut String, text: &str) {
    out.push('"');
    out.push_str(text);
    out.push('"');
}

impl<'a> ser::Serializer for Writer<'a> {
    type Ok = ();
    type Error = Unwritable;
    type SerializeSeq = Parts<'a>;
    type SerializeTuple = Parts<'a>;
    type SerializeTupleStruct = Parts<'a>;
    type SerializeTupleVariant = Parts<'a>;
    type SerializeMap = Parts<'a>;
    type SerializeStruct = Parts<'a>;
    type SerializeStructVariant = Parts<'a>;

    fn serialize_bool(self, value: bool) -> Result {
        self.out.push_str(if value { "true" } else { "false" });
        Ok(())
    }
    fn serialize_i8(self, value: i8) -> Result {
        self.integer(value)
    }
    fn serialize_i16(self, value: i16) -> Result {
        self.integer(value)
    }
    fn serialize_i32(self, value: i32) -> Result {
        self.integer(value)
    }
    fn serialize_i64(self, value: i64) -> Result {
        self.integer(value)
    }
    fn serialize_u8(self, value: u8) -> Result {
        self.integer(value)
    }
    fn serialize_u16(self, value: u16) -> Result {
        self.integer(value)
    }
    fn serialize_u32(self, value: u32) -> Result {
        self.integer(value)
    }
    fn serialize_u64(self, value: u64) -> Result {
        self.integer(value)
    }
    fn serialize_f32(self, value: f32) -> Result {
        self.float(value)
    }
    fn serialize_f64(self, value: f64) -> Result {
        self.float(value)
    }
    fn serialize_char(self, value: char) -> Result {
        quote(self.out, value.encode_utf8(&mut [0; 4]));
        Ok(())
    }
    fn serialize_str(self, value: &str) -> Result {
        if self.verbatim {
            self.out.push_str(value);
        } else {
            quote(self.out, value);
        }
        Ok(())
    }
    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result {
        // Written in place, since there is hardly ever anything to escape.
        let at = self.out.len();
        self.out.push('"');
        display(self.out, value);
        if must_escape(&self.out[at + 1..]) {
            let text = self.out.split_off(at);
            quote(self.out, &text[1..]);
        } else {
            self.out.push('"');
        }
        Ok(())
    }
    fn serialize_bytes(self, value: &[u8]) -> Result {
        self.collect_seq(value)
    }
    fn serialize_none(self) -> Result {
        self.serialize_unit()
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result {
        self.out.push_str("null");
        Ok(())
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result {
        self.serialize_unit()
    }
    #[inline(always)]
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result {
        name(self.out, variant);
        Ok(())
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Result {
        value.serialize(Self {
            verbatim: name == RAW,
            ..self
        })
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result {
        let mut object = Parts::begin(self, "{", "}");
        object.field(variant, value)?;
        object.close()
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'a>> {
        Ok(Parts::begin(self, "[", "]"))
    }
    fn serialize_tuple(self, _: usize) -> Result<Parts<'a>> {
        Ok(Parts::begin(self, "[", "]"))
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts<'a>> {
        Ok(Parts::begin(self, "[", "]"))
    }
    fn serialize_tuple_variant(self, _: &'static str, _: u32, variant: &'static str, _: usize) -> Result<Parts<'a>> {
        Ok(Parts::begin_variant(self, variant, "[", "]}"))
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'a>> {
        Ok(Parts::begin(self, "{", "}"))
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts<'a>> {
        Ok(Parts::begin(self, "{", "}"))
    }
    fn serialize_struct_variant(self, _: &'static str, _: u32, variant: &'static str, _: usize) -> Result<Parts<'a>> {
        Ok(Parts::begin_variant(self, variant, "{", "}}"))
    }
}

/// Writes the parts of a list or an object.
struct Parts<'a> {
    out: &'a mut String,
    first: bool,
    ends: Option<&'a mut Vec<u32>>,
    close: &'static str,
}

impl<'a> Parts<'a> {
    fn begin(writer: Writer<'a>, open: &str, close: &'static str) -> Self {
        let Writer { out, ends, .. } = writer;
        if ends.is_none() {
            out.push_str(open);
        }
        Self {
            out,
            first: true,
            close: if ends.is_none() { close } else { "" },
            ends,
        }
    }

    fn begin_variant(writer: Writer<'a>, variant: &str, open: &str, close: &'static str) -> Self {
        writer.out.push('{');
        name(writer.out, variant);
        writer.out.push(':');
        Self::begin(Writer { ends: None, ..writer }, open, close)
    }

    fn separate(&mut self) {
        if !self.first && self.ends.is_none() {
            self.out.push(',');
        }
        self.first = false;
    }

    fn value(&mut self, value: &(impl Serialize + ?Sized)) -> Result {
        value.serialize(Writer {
            out: self.out,
            ends: None,
            verbatim: false,
        })
    }

    fn element(&mut self, value: &(impl Serialize + ?Sized)) -> Result {
        self.separate();
        self.value(value)
    }

    #[inline(always)]
    fn field(&mut self, key: &'static str, value: &(impl Serialize + ?Sized)) -> Result {
        self.separate();
        self.out.push('"');
        self.out.push_str(key);
        self.out.push_str("\":");
        self.field_value(value)
    }

    fn field_value(&mut self, value: &(impl Serialize + ?Sized)) -> Result {
        self.value(value)?;
        self.end_field();
        Ok(())
    }

    fn end_field(&mut self) {
        if let Some(ends) = &mut self.ends {
            ends.push(place(self.out));
        }
    }

    fn close(self) -> Result {
        self.out.push_str(self.close);
        Ok(())
    }
}

/// Implements all kinds of lists and of objects, which are written alike.
macro_rules! parts {
    ($($kind:ident::$add:ident($($key:ident: $type:ty)?) by $how:ident;)+) => {
        $(impl ser::$kind for Parts<'_> {
            type Ok = ();
            type Error = Unwritable;
            #[inline(always)]
            fn $add<T: Serialize + ?Sized>(&mut self, $($key: $type,)? value: &T) -> Result {
                self.$how($($key,)? value)
            }
            fn end(self) -> Result {
                self.close()
            }
        })+
    };
}

parts! {
    SerializeSeq::serialize_element() by element;
    SerializeTuple::serialize_element() by element;
    SerializeTupleStruct::serialize_field() by element;
    SerializeTupleVariant::serialize_field() by element;
    SerializeStruct::serialize_field(key: &'static str) by field;
    SerializeStructVariant::serialize_field(key: &'static str) by field;
}

impl ser::SerializeMap for Parts<'_> {
    type Ok = ();
    type Error = Unwritable;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result {
        self.separate();
        let at = self.out.len();
        self.value(key)?;
        // Numbers become strings, as in `serde_json`.
        match self.out.as_bytes().get(at) {
            Some(b'"') => {}
            Some(b'[' | b'{') | None => return Err(ser::Error::custom("a key must be a string")),
            Some(_) => {
                self.out.insert(at, '"');
                self.out.push('"');
            }
        }
        self.out.push(':');
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result {
        self.value(value)?;
        self.end_field();
        Ok(())
    }

    fn end(self) -> Result {
        self.close()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;

    #[derive(Serialize)]
    enum Shape {
        Point,
        Disc(u32),
        Line(i64, i8),
        Box { width: u16, height: f64 },
    }

    #[derive(Serialize)]
    #[serde(tag = "type", rename_all = "snake_case")]
    enum Tagged {
        Empty,
        Full { of: &'static str },
    }

    #[derive(Serialize)]
    struct Pair(u8, Option<char>);

    struct Shown(&'static str);

    impl Serialize for Shown {
        fn serialize<S: ser::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
            serializer.collect_str(self.0)
        }
    }

    #[derive(Serialize)]
    struct All {
        shapes: Vec<Shape>,
        tagged: [Tagged; 2],
        pair: Pair,
        shown: [Shown; 2],
        numbers: (u64, i64, i32, u8, u8, f32, f64),
        text: &'static str,
        letters: &'static str,
        nothing: Option<u8>,
        unit: (),
        yes: bool,
        map: BTreeMap<u32, &'static str>,
        free: serde_json::Value,
        #[serde(skip_serializing_if = "Option::is_none")]
        absent: Option<u8>,
        empty: Vec<u8>,
        hollow: BTreeMap<String, u8>,
    }

    fn all() -> All {
        All {
            shapes: vec![
                Shape::Point,
                Shape::Disc(10),
                Shape::Line(-1, -128),
                Shape::Box { width: 9, height: 0.1 },
            ],
            tagged: [Tagged::Empty, Tagged::Full { of: "water" }],
            pair: Pair(255, Some('"')),
            shown: [Shown("7h"), Shown("a \"b\"\n")],
            numbers: (u64::MAX, i64::MIN, 7, 0, 10, 0.1, f64::NAN),
            text: "a \"quote\", a \\, a\nline\u{1}\u{7f}",
            letters: "Räuber ♜ 🂡",
            nothing: None,
            unit: (),
            yes: true,
            map: [(1, "one"), (12, "twelve")].into(),
            free: json!({"b": [1, {"a": null}], "a\n": "x"}),
            absent: None,
            empty: Vec::new(),
            hollow: BTreeMap::new(),
        }
    }

    #[test]
    fn what_is_written_already_is_written_as_it_is() {
        let written = to_string(&all());
        let parts = (Raw(&written), "a \"text\"", Some(Raw("[1]")));
        assert_eq!(to_string(&parts), format!("[{written},\"a \\\"text\\\"\",[1]]"));
    }

    #[test]
    fn every_byte_is_the_one_of_serde_json() {
        let mut text = "before ".to_owned();
        write(&all(), &mut text);
        assert_eq!(text, format!("before {}", serde_json::to_string(&all()).expect("JSON")));
    }

    #[test]
    fn fields_are_those_of_the_object() {
        let mut fields = Fields::default();
        fields.set(&json!({"earlier": true}));
        fields.set(&all());
        fields.push("claims", &[1, 2]);
        let mut other = Fields::default();
        other.copy(&fields);
        assert_eq!(other, fields);
        let each: Vec<&str> = fields.iter().collect();
        let mut whole = serde_json::to_string(&all()).expect("JSON");
        whole.pop();
        whole += ",\"claims\":[1,2]}";
        assert_eq!(format!("{{{}}}", each.join(",")), whole);
        assert_eq!(each.len(), 15);
        assert_eq!(fields.len(), each.concat().len());
    }

    #[test]
    #[should_panic(expected = "string keys")]
    fn a_list_is_no_key() {
        write(&BTreeMap::from([(vec![1], 2)]), &mut String::new());
    }
}
