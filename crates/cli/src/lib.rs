//! The `roundtable` command as a library, so that tests can drive it without a process.
//!
//! Every command writes to a given output and returns [`Failure`] instead of ending the process.

pub mod args;
mod decks;
mod failure;
mod files;
mod games;
#[cfg(feature = "lab")]
mod lab;
#[cfg(feature = "lab")]
pub mod lab_args;
mod play;
pub mod referee;
mod replay;
#[cfg(feature = "serve")]
mod serve;
mod verify;

use std::io::{self, BufRead, IsTerminal as _, Write};

pub use failure::Failure;

use args::{Cli, Command};

/// Where a command reads and writes.
pub struct Console<'a> {
    /// What the user types.
    pub input: &'a mut dyn BufRead,
    /// Where answers go.
    pub output: &'a mut dyn Write,
    /// Whether the output is a screen that can show colour.
    pub colour: bool,
    /// Whether the output is a screen that can be cleared.
    pub screen: bool,
}

impl<'a> Console<'a> {
    /// The console of the process. No colour under `NO_COLOR`, on a dumb terminal, or without a terminal.
    pub fn of_process(input: &'a mut dyn BufRead, output: &'a mut dyn Write) -> Self {
        let screen = io::stdout().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self {
            input,
            output,
            colour: screen && !no_colour,
            screen,
        }
    }
}

/// Runs a command.
///
/// # Errors
/// Why it failed.
pub fn run(cli: Cli, console: &mut Console<'_>) -> Result<(), Failure> {
    match cli.command {
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::serve(args, console.output),
        #[cfg(feature = "serve")]
        Command::Backup(args) => serve::backup(args, console.output),
        #[cfg(feature = "serve")]
        Command::Check(args) => serve::check(args, console.output),
        #[cfg(feature = "serve")]
        Command::Gc(args) => serve::gc(args, console.output),
        #[cfg(feature = "serve")]
        Command::Config(args) => serve::config(args, console.output),
        Command::Play(args) => play::run(args, console),
        Command::Games(args) => games::list(&args, console.output),
        Command::Rules(args) => games::rules(&args, console.output),
        Command::Replay(args) => replay::replay(&args, console),
        Command::Verify(args) => verify::verify(&args, console.output),
        Command::Referee => referee::serve(console.input, console.output),
        Command::Deck(args) => decks::run(args, console.output),
        #[cfg(feature = "lab")]
        Command::Lab(args) => lab::run(&args, console.output),
    }
}
