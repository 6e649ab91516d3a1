//! The answer to a request that is refused.

use std::fmt;

use roundtable_core as core;
use serde::{Deserialize, Deserializer, Serialize};

use crate::Code;
use crate::kept::kept;

/// Why something was refused. Nothing has changed, and the message says what to do instead.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refusal {
    /// A stable name in snake_case.
    pub code: Code,
    /// The rule of the game that forbids it, if a rule does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// A sentence for people.
    pub message: String,
}

/// A refusal as an HTTP answer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Failed {
    /// Why.
    pub error: Refusal,
}

impl<'de> Deserialize<'de> for Refusal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Written {
            code: Code,
            #[serde(default)]
            rule: Option<String>,
            message: String,
        }
        let Written { code, rule, message } = Written::deserialize(deserializer)?;
        let rule = rule.map(|rule| kept(&rule));
        Ok(Self { code, rule, message })
    }
}

impl Refusal {
    /// A refusal without a rule of a game.
    pub fn new(code: impl Into<Code>, message: impl Into<String>) -> Self {
        Self {
            code: code.into(),
            rule: None,
            message: message.into(),
        }
    }
}

impl From<core::Refusal> for Refusal {
    fn from(refusal: core::Refusal) -> Self {
        Self {
            code: refusal.code.into(),
            rule: refusal.rule,
            message: refusal.message,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match self.rule {
            Some(rule) => write!(f, " ({rule})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Refusal {}
