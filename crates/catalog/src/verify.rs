//! Verification of records.

use roundtable_core::{Code, Deal, Earlier, Record, Refusal, Verified};

use crate::replay;

/// Checks everything that can be checked about a record as text: its form, its digest, the commitment of a fair deal,
/// and every move.
///
/// # Errors
/// The refusals of [`Record::parse`] and of [`replay`], or [`Code::NoDigest`] for a fair deal that is not sealed.
pub fn verify(text: &str) -> Result<Verified, Refusal> {
    let record = Record::parse(text)?;
    let game = replay(&record)?;
    let deal = Deal::from(&record.dice);
    if matches!(deal, Deal::Fair { .. }) && record.digest.is_none() {
        return Err(Refusal::new(
            Code::NoDigest,
            "a record of a fair deal has a digest, and this one has none: it was changed after it was written",
        ));
    }
    let starts = std::iter::successors(record.start.as_ref(), |start| start.record.start.as_ref());
    let earlier = starts.map(|start| Earlier {
        moves: start.record.moves.len(),
        seat: start.seat,
        deal: Deal::from(&start.record.dice),
    });
    Ok(Verified {
        game: record.setup.game.clone(),
        rules_version: record.setup.rules_version,
        players: record.setup.players,
        deal,
        earlier: earlier.collect(),
        moves: game.ply(),
        digest: record.digest.clone(),
        outcome: game.outcome(),
    })
}
