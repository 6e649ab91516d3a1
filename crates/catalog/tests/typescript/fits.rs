//! Whether JSON is of a type: as strict as it can be, so that no field is forgotten on either side.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::syntax::{Declaration, Field, Shape};

/// Types by name, and which of their parts have been met.
pub(crate) struct Types<'a> {
    declared: BTreeMap<&'a str, &'a Declaration>,
    /// `NAME` or `NAME.tag`, of all that was found in values.
    pub(crate) met: BTreeSet<String>,
}

impl<'a> Types<'a> {
    pub(crate) fn new(declarations: impl Iterator<Item = &'a Declaration>) -> Self {
        Self {
            declared: declarations.map(|one| (one.name.as_str(), one)).collect(),
            met: BTreeSet::new(),
        }
    }

    /// Checks a value against the declared type of this name.
    pub(crate) fn check(&mut self, name: &str, value: &Value) -> Result<(), String> {
        let declaration = *self
            .declared
            .get(name)
            .ok_or_else(|| format!("no type is called {name}"))?;
        if let Shape::Union(members) = &declaration.shape {
            let tag = value.as_str().or_else(|| value.get("type").and_then(Value::as_str));
            let member = members
                .iter()
                .find(|member| tag.is_some() && member.tag() == tag)
                .map(|member| &member.shape);
            if let (Some(shape), Some(tag)) = (member, tag) {
                self.met.insert(format!("{name}.{tag}"));
                return self.fits(shape, value).map_err(|why| format!("{name}.{tag}: {why}"));
            }
        }
        self.met.insert(name.to_owned());
        self.fits(&declaration.shape, value)
            .map_err(|why| format!("{name}: {why}"))
    }

    fn fits(&mut self, shape: &Shape, value: &Value) -> Result<(), String> {
        let is = |good: bool| {
            if good {
                Ok(())
            } else {
                Err(format!("{value} is not {shape:?}"))
            }
        };
        match (shape, value) {
            (Shape::Word(word), _) => match word.as_str() {
                "number" => is(value.is_number()),
                "string" => is(value.is_string()),
                "boolean" => is(value.is_boolean()),
                "null" => is(value.is_null()),
                "never" => is(false),
                name => self.check(name, value),
            },
            (Shape::Literal(literal), _) => is(serde_json::from_str::<Value>(literal).is_ok_and(|one| one == *value)),
            (Shape::Array(inner), Value::Array(values)) => values.iter().try_for_each(|value| self.fits(inner, value)),
            (Shape::Tuple(parts), Value::Array(values)) if parts.len() == values.len() => parts
                .iter()
                .zip(values)
                .try_for_each(|(part, value)| self.fits(part, value)),
            (Shape::Union(members), _) => {
                let fits = members.iter().any(|member| self.fits(&member.shape, value).is_ok());
                is(fits)
            }
            (Shape::Object(fields), Value::Object(values)) => {
                for name in values.keys() {
                    if !fields.iter().any(|field| field.name == *name) {
                        return Err(format!("there is no field {name}"));
                    }
                }
                fields
                    .iter()
                    .try_for_each(|field| self.field(field, values.get(&field.name)))
            }
            (Shape::Array(_) | Shape::Tuple(_) | Shape::Object(_), _) => is(false),
        }
    }

    fn field(&mut self, field: &Field, value: Option<&Value>) -> Result<(), String> {
        match value {
            Some(value) => self
                .fits(&field.shape, value)
                .map_err(|why| format!("{}: {why}", field.name)),
            None if field.optional => Ok(()),
            None => Err(format!("{} is missing", field.name)),
        }
    }
}
