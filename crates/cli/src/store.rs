//! `store`: a site moves from one database to another.

use std::io::Write;

use roundtable_server::store::{Place, copy};

use crate::Failure;
use crate::args::{StoreArgs, StoreCommand};

pub(crate) fn store(args: StoreArgs, output: &mut dyn Write) -> Result<(), Failure> {
    let StoreCommand::Copy { from, to } = args.command;
    let (from, to) = (place(&from)?, place(&to)?);
    let runtime = tokio::runtime::Runtime::new()?;
    let copied = runtime.block_on(copy(&from, &to)).map_err(Failure::said)?;
    for table in copied {
        writeln!(output, "{:<10} {:>9} rows  {}", table.table, table.rows, table.digest)?;
    }
    writeln!(output, "{to} has everything that {from} has; start the server there")?;
    Ok(())
}

/// A place, or the one in a file.
fn place(text: &str) -> Result<Place, Failure> {
    let Some(file) = text.strip_prefix("file:") else {
        return Ok(Place::from(text));
    };
    let address = std::fs::read_to_string(file).map_err(|error| Failure::said(format!("{file}: {error}")))?;
    Ok(Place::from(address.trim()))
}
