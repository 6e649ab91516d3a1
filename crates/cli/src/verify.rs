//! `verify`.

use std::io::Write;

use roundtable_catalog as catalog;
use roundtable_core::text::Page;
use roundtable_core::{Confirmed, Deal, Receipt};

use crate::args::Verify;
use crate::replay::describe;
use crate::{Failure, files};

pub(crate) fn verify(args: &Verify, output: &mut dyn Write) -> Result<(), Failure> {
    let text = files::read(&args.record)?;
    let (found, confirmed) = match &args.receipt {
        None => (catalog::verify(&text).map_err(|refusal| named(&refusal))?, None),
        Some(file) => {
            let receipt = Receipt::parse(&files::read(file)?).map_err(|refusal| named(&refusal))?;
            let (found, confirmed) = catalog::verify_with(&text, &receipt).map_err(|refusal| named(&refusal))?;
            (found, Some(confirmed))
        }
    };
    let name = found.game.parse::<catalog::GameId>().map(|game| game.info().name);
    writeln!(
        output,
        "{}, {} players, rules version {}",
        name.unwrap_or(&found.game),
        found.players,
        found.rules_version
    )?;
    for earlier in &found.earlier {
        write!(
            output,
            "goes on from an earlier game after {} moves, with what seat {} knew there and all else dealt anew; ",
            earlier.moves, earlier.seat
        )?;
        match &earlier.deal {
            Deal::Fair { commitment, .. } => writeln!(output, "its commitment: {commitment}")?,
            Deal::Named => writeln!(output, "nothing was committed to there")?,
        }
    }
    deal(&found.deal, args.commitment.as_deref(), output)?;
    writeln!(output, "moves: {}, all legal", found.moves)?;
    match &found.digest {
        Some(digest) => writeln!(output, "digest: {digest}, fits")?,
        None => writeln!(
            output,
            "digest: none, so a change from one legal game to another would not be noticed"
        )?,
    }
    signed(found.signed.as_deref(), args.key.as_deref(), output)?;
    if let Some(confirmed) = &confirmed {
        receipt(confirmed, output)?;
    }
    match &found.outcome {
        Some(outcome) => write!(output, "{}", describe(outcome, &Page::default()))?,
        None => writeln!(output, "The game is not over.")?,
    }
    Ok(())
}

/// Checks whether the deal is the one that was promised.
fn deal(deal: &Deal, shown: Option<&str>, output: &mut dyn Write) -> Result<(), Failure> {
    let (commitment, numbers, promised, failed) = match (deal, shown) {
        (
            Deal::Fair {
                commitment,
                numbers,
                promised,
                failed,
            },
            _,
        ) => (commitment, numbers, promised, *failed),
        (Deal::Named, None) => return Ok(writeln!(output, "deal: made again from the record's dice")?),
        (Deal::Named, Some(_)) => {
            return Err(Failure::said(
                "this record has no fair deal, so nothing was committed to",
            ));
        }
    };
    match shown {
        Some(shown) if !shown.eq_ignore_ascii_case(commitment) => {
            return Err(Failure::said(format!(
                "the commitment of this record is {commitment}, not the one that was shown (other_commitment)"
            )));
        }
        Some(_) => writeln!(output, "commitment: {commitment}, as it was shown")?,
        None => writeln!(
            output,
            "commitment: {commitment}; compare it with what was shown before the first card (--commitment)"
        )?,
    }
    writeln!(
        output,
        "deal: made again from the host's secret, which fits the commitment, and the numbers of {numbers} players{}",
        if *promised { ", which fit their promises" } else { "" }
    )?;
    if failed > 0 {
        writeln!(
            output,
            "dealt anew {failed} times, because somebody had promised a number and stayed silent; the record shows who"
        )?;
    }
    Ok(())
}

/// Checks who signed the record.
fn signed(by: Option<&str>, wanted: Option<&str>, output: &mut dyn Write) -> Result<(), Failure> {
    match (by, wanted) {
        (Some(by), Some(wanted)) if !by.eq_ignore_ascii_case(wanted) => Err(Failure::said(format!(
            "this record is signed with the key {by}, not with {wanted} (other_key)"
        ))),
        (None, Some(_)) => Err(Failure::said("this record is not signed (not_signed)")),
        (Some(by), Some(_)) => Ok(writeln!(output, "signature: of the server with the key {by}")?),
        (Some(by), None) => Ok(writeln!(
            output,
            "signature: fits the key {by}; compare it with the one on the server's about page (--key)"
        )?),
        (None, None) => Ok(()),
    }
}

/// Says what the receipt confirmed.
fn receipt(found: &Confirmed, output: &mut dyn Write) -> Result<(), Failure> {
    let Confirmed {
        rounds,
        number,
        link,
        told,
        signed,
    } = found;
    writeln!(output, "receipt: agrees with the record")?;
    if *rounds > 0 {
        let own = if *number { "is" } else { "is not" };
        writeln!(
            output,
            "  commitment and promises are those that you were shown ({rounds} rounds); your number {own} in the deal"
        )?;
    }
    if let Some(ply) = link {
        writeln!(
            output,
            "  nothing was changed up to move {ply}, the last that was acknowledged to you"
        )?;
    }
    if let Some(events) = told {
        writeln!(output, "  all {events} events of the game are as you were told them")?;
    }
    if *signed {
        writeln!(output, "  the server's key is the one that you saw during the game")?;
    }
    Ok(())
}

/// What is wrong, with the stable name of it.
fn named(refusal: &roundtable_core::Refusal) -> Failure {
    Failure::said(format!("{refusal} ({})", refusal.code))
}
