//! Verification of records.

use roundtable_core::{AnyMatch, Code, Confirmed, Deal, Earlier, Receipt, Record, Refusal, Verified};

use crate::replay;

/// Checks everything that can be checked about a record as text: its form, its digest and signature, commitment and
/// promises of a fair deal, its chain, and every move.
///
/// # Errors
/// The refusals of [`Record::parse`] and of [`replay`], or [`Code::NoDigest`] for a fair deal that is not sealed.
pub fn verify(text: &str) -> Result<Verified, Refusal> {
    let record = Record::parse(text)?;
    verify_record(&record).map(|(found, _)| found)
}

/// The same for a record that agrees with what a player kept of the game.
///
/// # Errors
/// As [`verify`] and [`Receipt::check`].
pub fn verify_with(text: &str, receipt: &Receipt) -> Result<(Verified, Confirmed), Refusal> {
    let record = Record::parse(text)?;
    let (found, game) = verify_record(&record)?;
    let confirmed = receipt.check(&record, &*game)?;
    Ok((found, confirmed))
}

fn verify_record(record: &Record) -> Result<(Verified, Box<dyn AnyMatch>), Refusal> {
    let (game, draws) = record.dice.dice().listen(|| replay(record));
    let game = game?;
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
    let found = Verified {
        game: record.setup.game.clone(),
        rules_version: record.setup.rules_version,
        players: record.setup.players,
        deal,
        earlier: earlier.collect(),
        moves: game.ply(),
        digest: record.digest.clone(),
        signed: record.signature.as_ref().map(|signature| signature.key.clone().into()),
        outcome: game.outcome(),
        draws,
    };
    Ok((found, game))
}
