//! Records: a finished or running game as JSON, enough to replay it exactly.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::dice::hex;
use crate::{Chain, Claimed, Code, DiceSource, HexKey, Played, Refusal, Setup, Signature, Start};

/// The only format so far.
pub const FORMAT: &str = "roundtable-record/1";

/// A game as it is stored. It holds the dice, so it is a secret until the game is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Always [`FORMAT`].
    pub format: String,
    /// Which game, under which rules, for how many players and with which switches.
    #[serde(flatten)]
    pub setup: Setup,
    /// The text of the deck file, or `None` for the deck that the game comes with.
    #[serde(default)]
    pub deck: Option<String>,
    /// Where chance comes from.
    pub dice: DiceSource,
    /// What the game continues from; left out if it begins with a deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    /// Every move, in order.
    pub moves: Vec<Played>,
    /// What was said between the moves, in order; left out if nothing was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub talk: Vec<Claimed>,
    /// The last link of the game's [`Chain`]; left out if it was not played at a server's table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chain: Option<HexKey>,
    /// SHA-256 of all fields above, against damage. If present, it must match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// The server's signature of the digest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<Signature>,
}

impl Record {
    /// Reads a record and checks its form, but not whether it can be replayed.
    ///
    /// # Errors
    /// [`Code::BadRecord`] if it is not a whole record, [`Code::UnknownFormat`], [`Code::BadDigest`] if it was changed,
    /// [`Code::BadCommitment`], [`Code::BadPromise`], [`Code::BadRound`], [`Code::BadChain`], [`Code::BadSignature`] or
    /// [`Code::BadStart`].
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        let record: Self = serde_json::from_str(text)
            .map_err(|error| Refusal::new(Code::BadRecord, format!("this is no whole record: {error}")))?;
        record.checked()
    }

    /// The same for a record that is JSON already.
    ///
    /// # Errors
    /// As [`Record::parse`].
    pub fn from_json(json: Value) -> Result<Self, Refusal> {
        let record: Self = serde_json::from_value(json)
            .map_err(|error| Refusal::new(Code::BadRecord, format!("this is no whole record: {error}")))?;
        record.checked()
    }

    fn checked(self) -> Result<Self, Refusal> {
        self.check()?;
        self.earlier().try_for_each(Self::check)?;
        Ok(self)
    }

    /// Checks the form of this record, not of those it continues from.
    fn check(&self) -> Result<(), Refusal> {
        if self.format != FORMAT {
            return Err(Refusal::new(
                Code::UnknownFormat,
                format!(
                    "this record is in format `{}`; this program reads `{FORMAT}`",
                    self.format
                ),
            ));
        }
        if self.setup.rules_version == 0 {
            return Err(Refusal::new(
                Code::BadRecord,
                "this is no whole record: it does not say by which `rules_version` it was played",
            ));
        }
        if self
            .digest
            .as_ref()
            .is_some_and(|digest| *digest != self.content_digest())
        {
            return Err(Refusal::new(
                Code::BadDigest,
                "this record was changed after it was written: its digest does not fit its content",
            ));
        }
        if let DiceSource::Fair(deal) = &self.dice {
            deal.check(self.setup.players)?;
            self.check_chain(&deal.secret)?;
        }
        if let Some(signature) = &self.signature {
            signature.check(self.digest.as_deref().unwrap_or_default())?;
        }
        if let Some(start) = &self.start {
            start.check(self)?;
        }
        Ok(())
    }

    fn check_chain(&self, secret: &HexKey) -> Result<(), Refusal> {
        match &self.chain {
            Some(chain) if chain != Chain::of(secret, self).last() => Err(Refusal::new(
                Code::BadChain,
                "the moves of this record were changed after they were made: its chain does not fit them",
            )),
            _ => Ok(()),
        }
    }

    /// The record with its digest filled in.
    #[must_use]
    pub fn sealed(mut self) -> Self {
        self.digest = Some(self.content_digest());
        self
    }

    /// The record as text, with one line per move.
    #[must_use]
    pub fn to_text(&self) -> String {
        serde_json::to_string_pretty(self).expect("a record has only string keys") + "\n"
    }

    fn content_digest(&self) -> String {
        let content = Self {
            digest: None,
            signature: None,
            ..self.clone()
        };
        hex(&Sha256::digest(content.to_compact()))
    }

    /// The record as JSON without spaces, as digests take it.
    pub(crate) fn to_compact(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("a record has only string keys")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Map;

    use super::*;

    fn record() -> Record {
        Record {
            format: FORMAT.to_owned(),
            setup: Setup {
                game: "toy".to_owned(),
                rules_version: 1,
                players: 2,
                options: Map::new(),
            },
            deck: None,
            dice: DiceSource::Seed(7),
            start: None,
            moves: vec!["0 go".parse().unwrap()],
            talk: Vec::new(),
            chain: None,
            digest: None,
            signature: None,
        }
        .sealed()
    }

    #[test]
    fn a_record_survives_writing_and_reading() {
        assert_eq!(Record::parse(&record().to_text()), Ok(record()));
    }

    #[test]
    fn talk_is_stored_and_sealed_and_a_record_without_looks_as_before() {
        assert!(!record().to_text().contains("talk"));
        let said = Claimed {
            ply: 1,
            seat: crate::Seat::new(1),
            claim: serde_json::json!({ "type": "honest" }),
        };
        let talked = Record {
            talk: vec![said],
            ..record()
        }
        .sealed();
        let text = talked.to_text();
        assert_eq!(Record::parse(&text), Ok(talked));
        let changed = text.replace("honest", "honets");
        assert_eq!(Record::parse(&changed).unwrap_err().code, "bad_digest");
    }

    #[test]
    fn a_record_that_goes_on_from_another_is_checked_with_it() {
        assert!(!record().to_text().contains("start"));
        let after = |earlier: Record| Record {
            start: Some(Start {
                record: Box::new(earlier),
                seat: crate::Seat::new(1),
                samples: 1,
            }),
            ..record()
        };
        let good = after(record().until(1)).sealed();
        assert_eq!(Record::parse(&good.to_text()), Ok(good.clone()));
        let code = |record: Record| Record::parse(&record.sealed().to_text()).unwrap_err().code;
        let mut other = record().until(1);
        other.setup.game = "chess".to_owned();
        assert_eq!(code(after(other)), "bad_start");
        let mut no_seat = good.clone();
        no_seat.start.as_mut().unwrap().seat = crate::Seat::new(2);
        assert_eq!(code(no_seat), "bad_start");
        // A change of the earlier game counts like a change of this one.
        assert_eq!(
            Record::parse(&good.to_text().replacen("0 go", "1 go", 1))
                .unwrap_err()
                .code,
            "bad_digest"
        );
        let foreign = Record {
            format: "roundtable-record/9".to_owned(),
            ..record().until(1)
        };
        assert_eq!(code(after(foreign)), "unknown_format");
        let mut long = record().until(0);
        for _ in 0..20 {
            long = after(long).until(0);
        }
        assert_eq!(code(long), "bad_start");
    }

    #[test]
    fn a_changed_or_cut_record_is_refused() {
        let code = |text: &str| Record::parse(text).unwrap_err().code;
        let text = record().to_text();
        assert_eq!(code(&text.replace("0 go", "0 no")), "bad_digest");
        assert_eq!(code(&text.replace("\"seed\": 7", "\"seed\": 8")), "bad_digest");
        assert_eq!(code(&text.replace("record/1", "record/9")), "unknown_format");
        assert_eq!(code(&text[..text.len() / 2]), "bad_record");
        assert_eq!(code(&text.replace("\"moves\"", "\"movse\"")), "bad_record");
        assert_eq!(code(""), "bad_record");
    }
}
