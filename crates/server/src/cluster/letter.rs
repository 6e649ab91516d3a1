//! What nodes write to each other, over the bus.
//!
//! A letter is a line of JSON; a message for viewers follows it as it is. Nodes of neighbouring versions understand
//! each other: unknown fields are ignored, and so are letters of an unknown kind.

use axum::extract::ws::Utf8Bytes;
use roundtable_core::Record;
use roundtable_protocol::{ChatPage, Command, PersonId, Refusal, TableId, TableInfo};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::secret::TokenHash;
use crate::spent::Spent;
use crate::store::NodeId;
use crate::table::{Done, Who};

/// A letter with its head.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Head<L> {
    /// Who writes.
    pub(super) from: NodeId,
    /// Which of the writer's streams of letters to this node it is.
    pub(super) stream: u64,
    /// Its number in the stream, from 1. A gap means that letters were lost. Letters to all are not counted: 0.
    pub(super) number: u64,
    /// What is written.
    pub(super) letter: L,
}

/// A letter.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Letter {
    /// To whoever serves the table: somebody wants to follow it.
    Attach {
        table: TableId,
        /// The viewer's number at the node that writes.
        viewer: u64,
        who: Option<Who>,
        key: Option<String>,
    },
    /// The viewer is gone.
    Detach { viewer: u64 },
    /// The viewer wants everything again.
    Sync {
        viewer: u64,
        id: u64,
        known: Option<(u64, Option<usize>)>,
    },
    /// A command from the viewer's socket.
    Command {
        viewer: u64,
        id: u64,
        who: Who,
        key: Option<String>,
        command: Command,
    },
    /// A question of an HTTP request, with its number at the node that writes.
    Ask {
        table: TableId,
        ask: u64,
        question: Question,
    },
    /// An account is gone that had something to do with this table.
    Forget { table: TableId, person: PersonId },
    /// All viewers that the node which writes has at tables of this node.
    Still { viewers: Vec<u64> },
    /// Back: the viewer is attached, or why not.
    Attached { viewer: u64, refused: Option<Refusal> },
    /// Back: a message for these viewers. It follows the letter.
    Told { viewers: Vec<u64> },
    /// Back: the table has nothing more to send to this viewer; `again` if it has left the memory.
    Ended { viewer: u64, again: bool },
    /// Back: the answer to a question.
    Answer { ask: u64, answer: Answer },
    /// To all: something that every node must know.
    News(News),
}

/// What an HTTP request wants from a table.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Question {
    /// To do something.
    Do {
        who: Who,
        key: Option<String>,
        command: Command,
    },
    /// How the table is.
    Look { who: Option<PersonId>, key: Option<String> },
    /// Earlier lines of chat.
    Chat {
        who: Option<PersonId>,
        key: Option<String>,
        before: i64,
    },
    /// The record of the game.
    Record { who: Option<PersonId>, key: Option<String> },
}

/// The answer to a question.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Answer {
    /// It was done.
    Done(Box<Done>),
    /// The table.
    Table(Box<TableInfo>),
    /// The lines of chat.
    Chat(ChatPage),
    /// The record.
    Record(Box<Record>),
    /// It was refused.
    Refused(Refusal),
}

/// What every node must know.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum News {
    /// People have other names.
    Renamed(Vec<(PersonId, String)>),
    /// These people sit at another table now, or are asked to.
    Seated(Vec<PersonId>),
    /// An account is a bot from now on.
    Bot(PersonId),
    /// An account is gone.
    Forgotten(PersonId),
    /// A person's sockets end, except those with this token.
    SignedOut {
        person: PersonId,
        except: Option<TokenHash>,
    },
    /// The sockets with this token end.
    TokenEnded(TokenHash),
    /// What was taken from limits at the node that writes.
    Spent(Box<Spent>),
    /// The node that writes has given its tables up.
    Leaving,
}

/// Writes a letter, and the message after it.
pub(super) fn write(head: &Head<&Letter>, text: Option<&Utf8Bytes>) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(256 + text.map_or(0, |text| text.len()));
    serde_json::to_writer(&mut bytes, head).ok()?;
    if let Some(text) = text {
        bytes.push(b'\n');
        bytes.extend_from_slice(text.as_bytes());
    }
    Some(bytes)
}

/// Reads a letter, and the message after it. `None` if it is none; a letter of a later version has a head alone.
pub(super) fn read(bytes: &[u8]) -> Option<(Head<Option<Letter>>, Option<Utf8Bytes>)> {
    let end = bytes.iter().position(|&byte| byte == b'\n');
    let head: Head<&RawValue> = serde_json::from_slice(&bytes[..end.unwrap_or(bytes.len())]).ok()?;
    let head = Head {
        letter: serde_json::from_str(head.letter.get()).ok(),
        from: head.from,
        stream: head.stream,
        number: head.number,
    };
    let text = match end {
        Some(end) => Some(std::str::from_utf8(&bytes[end + 1..]).ok()?.to_owned().into()),
        None => None,
    };
    Some((head, text))
}

/// Something in a letter of another version that wants an answer, though nobody here understands the rest of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Unread {
    /// A command from a viewer's socket.
    Command { viewer: u64, id: u64 },
    /// A question of an HTTP request.
    Ask { ask: u64 },
    /// Somebody wants to follow a table.
    Attach { viewer: u64 },
}

/// What wants an answer in a letter that [`read`] did not understand.
pub(super) fn unread(bytes: &[u8]) -> Option<Unread> {
    #[derive(Deserialize)]
    struct Only {
        letter: Unread,
    }
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let only: Only = serde_json::from_slice(&bytes[..end]).ok()?;
    Some(only.letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head<L>(letter: L) -> Head<L> {
        Head {
            from: NodeId::new().unwrap(),
            stream: 7,
            number: 3,
            letter,
        }
    }

    #[test]
    fn letters_are_read_as_they_are_written() {
        let told = Letter::Told { viewers: vec![4, 9] };
        let bytes = write(&head(&told), Some(&"{\"type\":\"skip\"}\nand more".to_owned().into())).unwrap();
        let (head, text) = read(&bytes).unwrap();
        assert!(matches!(head.letter, Some(Letter::Told { viewers }) if viewers == [4, 9]));
        assert_eq!((head.stream, head.number), (7, 3));
        assert_eq!(text.unwrap().as_str(), "{\"type\":\"skip\"}\nand more");
    }

    #[test]
    fn a_letter_of_a_later_version_is_counted_and_passed_over() {
        let bytes = serde_json::to_vec(&head(serde_json::json!({"sung": {"viewers": [4]}}))).unwrap();
        let (head, text) = read(&bytes).unwrap();
        assert!(head.letter.is_none() && head.number == 3 && text.is_none());
        assert!(read(b"nonsense").is_none() && read(b"").is_none());
        assert_eq!(unread(&bytes), None, "nobody waits for an answer");
    }

    #[test]
    fn what_wants_an_answer_is_found_in_letters_of_a_later_version() {
        let dance = serde_json::json!({"command": {"viewer": 4, "id": 9, "who": [], "command": {"dance": {}}}});
        let bytes = serde_json::to_vec(&head(dance)).unwrap();
        assert!(read(&bytes).unwrap().0.letter.is_none());
        assert_eq!(unread(&bytes), Some(Unread::Command { viewer: 4, id: 9 }));
        let asked = serde_json::json!({"ask": {"table": "t", "ask": 7, "question": {"why": {}}}});
        assert_eq!(
            unread(&serde_json::to_vec(&head(asked)).unwrap()),
            Some(Unread::Ask { ask: 7 })
        );
    }
}
