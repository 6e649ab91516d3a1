//! `serve`, `backup` and `config`.

use std::io::Write;

use roundtable_server::{Config, Server, logs, store};

use crate::Failure;
use crate::args::{Backup, ConfigArgs, ConfigCommand, Serve};

fn load(args: Serve) -> Result<Config, Failure> {
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

/// Waits for a request to stop, by Ctrl-C or from a service manager.
#[cfg(unix)]
fn stop_signal() -> Result<impl Future<Output = ()>, Failure> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Waits for a request to stop.
#[cfg(not(unix))]
fn stop_signal() -> Result<impl Future<Output = ()>, Failure> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}

pub(crate) fn backup(args: Backup, output: &mut dyn Write) -> Result<(), Failure> {
    let config = load(args.serve)?;
    let bytes = store::backup(&config.database(), &args.file).map_err(|error| Failure::said(error.to_string()))?;
    writeln!(output, "{} is a whole copy of {bytes} bytes", args.file.display())?;
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
