//! What a player's client keeps of a game, to check its record with.

use roundtable_core::{FairDeal, HexKey, KeptEvents, KeptRound, RECEIPT, Receipt};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// Keeps a receipt from the messages of a table, as a browser does, and promises numbers.
#[derive(Clone, Debug)]
pub struct Keeper {
    receipt: Receipt,
    /// Makes numbers, so that tests can be repeated.
    seed: u8,
}

impl Keeper {
    /// Keeps a receipt of this table, whose server has this key.
    #[must_use]
    pub fn new(table: &str, key: Option<HexKey>, seed: u8) -> Self {
        Self {
            receipt: Receipt {
                format: RECEIPT.to_owned(),
                table: table.to_owned(),
                seat: None,
                key,
                rounds: Vec::new(),
                link: None,
                told: None,
            },
            seed,
        }
    }

    /// The player's number in a round, from 1.
    #[must_use]
    pub fn number(&self, round: usize) -> HexKey {
        let mut hash = Sha256::new();
        hash.update([self.seed]);
        hash.update(round.to_le_bytes());
        HexKey(hash.finalize().into())
    }

    /// Its promise.
    #[must_use]
    pub fn promise(&self, round: usize) -> HexKey {
        FairDeal::promise(&self.number(round))
    }

    /// The server has acknowledged the number of the last round.
    pub fn revealed(&mut self) {
        if let Some(last) = self.receipt.rounds.last_mut() {
            last.revealed = true;
        }
    }

    /// Keeps what a message says.
    pub fn hear(&mut self, message: &Value) {
        if let Some(table) = message.get("table").filter(|table| table.is_object()) {
            self.see(table, &message["you"]["seat"]);
        }
        if let Ok(link) = serde_json::from_value(message["link"].clone()) {
            self.receipt.link = Some(link);
        }
        if let Some(events) = message["events"].as_array() {
            if message["type"] == "sync" {
                self.receipt.told = None;
            }
            let told = self.receipt.told.get_or_insert(KeptEvents {
                events: 0,
                digest: HexKey([0; 32]),
            });
            for event in events {
                let mut hash = Sha256::new();
                hash.update(told.digest.0);
                hash.update(event.to_string());
                told.digest = HexKey(hash.finalize().into());
                told.events += 1;
            }
        }
    }

    /// Keeps the roll of the round that is being dealt.
    fn see(&mut self, table: &Value, seat: &Value) {
        if let Ok(seat) = serde_json::from_value(seat.clone()) {
            self.receipt.seat = seat;
        }
        let (Some(round), Ok(commitment)) = (
            table["deal"]["round"].as_u64(),
            serde_json::from_value(table["commitment"].clone()),
        ) else {
            return;
        };
        let round = usize::try_from(round).unwrap_or_default();
        if table["deal"]["step"] != "reveal" || self.receipt.rounds.iter().any(|kept| kept.round == round) {
            return;
        }
        let seats = table["seats"].as_array().into_iter().flatten();
        let promises: Vec<Option<HexKey>> = seats
            .map(|seat| serde_json::from_value(seat["promise"].clone()).ok())
            .collect();
        let own = self.receipt.seat.and_then(|seat| promises.get(seat.index()).cloned());
        self.receipt.rounds.push(KeptRound {
            round,
            commitment,
            number: (own == Some(Some(self.promise(round)))).then(|| self.number(round)),
            promises: Some(promises),
            revealed: false,
        });
    }

    /// What was kept.
    #[must_use]
    pub const fn receipt(&self) -> &Receipt {
        &self.receipt
    }
}
