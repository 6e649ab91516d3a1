//! `serve`, `backup`, `check`, `gc` and `config`.

use std::io::Write;
use std::path::PathBuf;

use roundtable_server::{Config, Server, clock, logs, store};

use crate::Failure;
use crate::args::{Backup, ConfigArgs, ConfigCommand, Serve};
use crate::stop::stop_signal;

pub(crate) fn load(args: Serve) -> Result<Config, Failure> {
    Config::load(args.settings, args.config.as_deref()).map_err(|error| Failure::said(error.to_string()))
}

pub(crate) fn serve(args: Serve, output: &mut dyn Write) -> Result<(), Failure> {
    let config = load(args)?;
    logs::start(&config);
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        // Listen for the signal before printing the address: a process that reads the address may stop us.
        let stop = stop_signal()?;
        let server = Server::start(config)
            .await
            .map_err(|error| Failure::said(error.to_string()))?;
        writeln!(output, "Roundtable is open at http://{}", server.address())?;
        output.flush()?;
        stop.await;
        server.stop().await;
        Ok(())
    })
}

/// The database file. What is done with a file has other tools for a server of databases.
fn file(config: &Config, instead: &str) -> Result<PathBuf, Failure> {
    if config.store.is_empty() {
        return Ok(config.database());
    }
    Err(Failure::said(format!("the store is {}: {instead}", config.store)))
}

pub(crate) fn backup(args: Backup, output: &mut dyn Write) -> Result<(), Failure> {
    let config = load(args.serve)?;
    let database = file(&config, "back it up with `pg_dump --format=custom`")?;
    let bytes = store::backup(&database, &args.file).map_err(|error| Failure::said(error.to_string()))?;
    writeln!(output, "{} is a whole copy of {bytes} bytes", args.file.display())?;
    Ok(())
}

pub(crate) fn check(args: Serve, output: &mut dyn Write) -> Result<(), Failure> {
    let copy = "copy it into a file with `roundtable store copy`, and check that";
    let database = file(&load(args)?, copy)?;
    let found = roundtable_server::check(&database).map_err(Failure::said)?;
    for fault in &found.faults {
        writeln!(output, "{fault}")?;
    }
    let (tables, moves) = (found.tables, found.moves);
    if found.faults.is_empty() {
        writeln!(output, "{tables} tables with {moves} moves, all in order")?;
        return Ok(());
    }
    Err(Failure::said(format!(
        "{}: {} of {tables} tables or parts of the file are damaged; keep a copy of it, and restore a backup",
        database.display(),
        found.faults.len()
    )))
}

pub(crate) fn gc(args: Serve, output: &mut dyn Write) -> Result<(), Failure> {
    let config = load(args)?;
    let database = file(
        &config,
        "a running server deletes what may go, and PostgreSQL tidies itself",
    )?;
    if !database.exists() {
        return Err(Failure::said(format!(
            "there is no database {}; name its directory with --data",
            database.display()
        )));
    }
    let keep = config.retention(clock::now_ms());
    let (swept, before, after) = store::gc(&database, &keep).map_err(|error| Failure::said(error.to_string()))?;
    writeln!(
        output,
        "deleted: {} tables, {} lines of chat, {} guests, {} decks, {} reviews\n\
         {} has {after} bytes now; before, it had {before}",
        swept.tables,
        swept.chat,
        swept.guests,
        swept.decks,
        swept.reviews,
        database.display()
    )?;
    Ok(())
}

pub(crate) fn config(args: ConfigArgs, output: &mut dyn Write) -> Result<(), Failure> {
    let ConfigCommand::Check(args) = args.command;
    write!(
        output,
        "# The settings are in order. In force are:\n{}",
        load(args)?.to_toml()
    )?;
    Ok(())
}
