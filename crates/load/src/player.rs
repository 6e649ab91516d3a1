//! A scripted player: makes any legal move whenever it is to act.

use roundtable_core::Rng;
use serde::Deserialize;
use serde_json::value::RawValue;

/// What a scripted player reads of a message; it ignores the rest.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
pub struct Given<'a> {
    /// The kind of message.
    #[serde(rename = "type")]
    pub kind: &'a str,
    /// The number of the request that is answered.
    #[serde(default)]
    pub id: Option<u64>,
    /// The game, in `sync` and `update`.
    #[serde(borrow, default)]
    pub game: Option<Stand<'a>>,
    /// Why something was refused.
    #[serde(borrow, default)]
    pub error: Option<&'a RawValue>,
}

/// What a scripted player reads of a game.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
pub struct Stand<'a> {
    /// How many moves were made.
    pub ply: u64,
    /// The player's decision, if there is one to make.
    pub decision: Option<u32>,
    /// The player's legal moves.
    pub legal: Vec<Numbered>,
    /// The outcome, at the end.
    #[serde(borrow)]
    pub outcome: Option<&'a RawValue>,
}

/// A move's number.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
pub struct Numbered {
    /// The number.
    pub number: u32,
}

/// Reads a message as a scripted player does.
///
/// # Errors
/// If it is not a message of the server.
pub fn messages(text: &str) -> Result<Given<'_>, serde_json::Error> {
    match glance(text) {
        Some(given) => Ok(given),
        None => serde_json::from_str(text),
    }
}

/// The same for the two messages that a move brings, if they have their usual form: everything a player needs is at the
/// beginning.
fn glance(text: &str) -> Option<Given<'_>> {
    if let Some(id) = text.strip_prefix(r#"{"type":"done","id":"#) {
        let (id, rest) = number(id)?;
        return (rest == "}" || rest.starts_with(r#","link":{"#)).then_some(Given {
            kind: "done",
            id: Some(id),
            game: None,
            error: None,
        });
    }
    let (_, rest) = number(text.strip_prefix(r#"{"type":"update","n":"#)?)?;
    let (ply, rest) = number(rest.strip_prefix(r#","game":{"ply":"#)?)?;
    let (_, rest) = rest.split_once(r#"],"decision":"#)?;
    let (decision, rest) = match rest.strip_prefix("null") {
        Some(rest) => (None, rest),
        None => number(rest).map(|(decision, rest)| (Some(decision), rest))?,
    };
    let rest = rest.strip_prefix(r#","outcome":null,"deadlines":[],"legal":"#)?;
    let legal = match decision {
        None => Vec::new(),
        Some(_) => serde_json::Deserializer::from_str(rest).into_iter().next()?.ok()?,
    };
    Some(Given {
        kind: "update",
        id: None,
        game: Some(Stand {
            ply,
            decision: decision.and_then(|decision| decision.try_into().ok()),
            legal,
            outcome: None,
        }),
        error: None,
    })
}

/// The number that a text begins with, and the rest.
fn number(text: &str) -> Option<(u64, &str)> {
    let end = text.bytes().position(|byte| !byte.is_ascii_digit())?;
    Some((text[..end].parse().ok()?, &text[end..]))
}

/// A player who moves at random.
#[derive(Debug)]
pub struct Player {
    rng: Rng,
    /// The decision that was answered last.
    answered: Option<u32>,
}

impl Player {
    /// A player with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            rng: Rng::new(seed),
            answered: None,
        }
    }

    /// The answer to a decision that is not answered yet: the decision and the number of a move.
    pub fn decide(&mut self, stand: &Stand<'_>) -> Option<(u32, u32)> {
        let decision = stand.decision.filter(|decision| self.answered != Some(*decision))?;
        if stand.legal.is_empty() {
            return None;
        }
        let mv = &stand.legal[self.rng.below(stand.legal.len() as u32) as usize];
        self.answered = Some(decision);
        Some((decision, mv.number))
    }

    /// Forgets the last answer, which may have been lost before a reconnection.
    pub fn forget(&mut self) {
        self.answered = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEGAL: &str = concat!(
        r#"[{"number":3,"notation":"place 3","json":{"type":"place"}},"#,
        r#"{"number":14,"notation":"x","json":{"type":"x","number":9}}]"#
    );

    fn update(decision: &str, outcome: &str, deadlines: &str, legal: &str) -> String {
        let turn = format!(r#""decision":{decision},"outcome":{outcome},"deadlines":{deadlines},"legal":{legal}"#);
        let game = format!(r#"{{"ply":7,"to_act":[0,2],{turn},"changed":{{"turn":1}}}}"#);
        format!(r#"{{"type":"update","n":12,"game":{game},"events":[]}}"#)
    }

    #[test]
    fn a_glance_sees_what_a_reader_sees() {
        let texts = [
            update("5", "null", "[]", LEGAL),
            update("null", "null", "[]", "[]"),
            r#"{"type":"done","id":17}"#.to_owned(),
            r#"{"type":"done","id":17,"link":{"ply":7,"digest":"00"}}"#.to_owned(),
        ];
        for text in texts {
            let read: Given<'_> = serde_json::from_str(&text).expect("a message");
            let seen = glance(&text).expect("a common message");
            let json = |given| serde_json::to_string(given).expect("JSON");
            assert_eq!(json(&seen), json(&read), "{text}");
        }
    }

    #[test]
    fn what_is_not_common_is_read() {
        let texts = [
            update("null", r#"{"scores":[1,0]}"#, "[]", "[]"),
            update("5", "null", r#"[{"seat":0,"at":1}]"#, LEGAL),
            r#"{"type":"done","id":17,"table":"x"}"#.to_owned(),
            r#"{"type":"refused","id":17,"error":{"code":"x"}}"#.to_owned(),
            r#"{"type":"skip","n":1}"#.to_owned(),
        ];
        for text in texts {
            assert!(glance(&text).is_none(), "{text}");
            assert!(messages(&text).is_ok(), "{text}");
        }
    }
}
