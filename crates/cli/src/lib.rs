//! The `roundtable` command as a library: the whole product for a program with games of its own, and for tests that
//! drive it without a process.
//!
//! ```no_run
//! # use roundtable::games;
//! fn main() -> std::process::ExitCode {
//!     roundtable::main(games![house]) // in a program of one's own: games![house, MyGame]
//! }
//! ```
//!
//! Every command writes to a given output and returns [`Failure`] instead of ending the process.

pub mod args;
#[cfg(feature = "bridge")]
mod bridge;
#[cfg(feature = "serve")]
mod cluster;
mod decks;
mod failure;
mod files;
mod games;
mod house;
#[cfg(feature = "lab")]
mod lab;
#[cfg(feature = "lab")]
pub mod lab_args;
mod manual;
mod play;
#[cfg(feature = "serve")]
mod ratings;
pub mod referee;
mod replay;
mod review;
#[cfg(feature = "serve")]
mod serve;
#[cfg(any(feature = "serve", feature = "bridge"))]
mod stop;
#[cfg(feature = "serve")]
mod store;
mod verify;

use std::io::{self, BufRead, IsTerminal as _, Write};
use std::process::ExitCode;

use clap::Parser as _;

pub use failure::Failure;
pub use house::{Games, Offered};
pub use roundtable_bots as bots;
pub use roundtable_catalog as catalog;
pub use roundtable_core as core;
#[cfg(feature = "lab")]
pub use roundtable_lab as laboratory;

use args::{Cli, Command};

/// Bots and sockets allocate and free many small objects on several threads.
#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The whole command with these games: reads the arguments of the process, runs, and says how it ended. See
/// [`games!`].
#[must_use]
pub fn main(games: Games) -> ExitCode {
    if let Err(error) = games.list() {
        eprintln!("error: {error}");
        return ExitCode::FAILURE;
    }
    let cli = Cli::parse();
    let (mut input, mut output) = (io::stdin().lock(), io::BufWriter::new(io::stdout().lock()));
    let result = run(cli, &mut Console::of_process(&mut input, &mut output));
    match result.and_then(|()| Ok(output.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of our output has closed it, as `head` does.
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Interrupted) => {
            let _ = output.flush();
            // The shell convention: 128 plus the number of the signal.
            ExitCode::from(130)
        }
        Err(failure) => {
            // Print first what the command said before it failed. If even that fails, there is nobody to tell.
            let _ = output.flush();
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

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
        #[cfg(feature = "bridge")]
        Command::BotBridge(args) => bridge::run(&args, console.output),
        #[cfg(feature = "serve")]
        Command::Backup(args) => serve::backup(args, console.output),
        #[cfg(feature = "serve")]
        Command::Check(args) => serve::check(args, console.output),
        #[cfg(feature = "serve")]
        Command::Gc(args) => serve::gc(args, console.output),
        #[cfg(feature = "serve")]
        Command::Store(args) => store::store(args, console.output),
        #[cfg(feature = "serve")]
        Command::Ratings(args) => ratings::ratings(args, console.output),
        #[cfg(feature = "serve")]
        Command::Cluster(args) => cluster::cluster(args, console.output),
        #[cfg(feature = "serve")]
        Command::Config(args) => serve::config(args, console.output),
        Command::Play(args) => house::commands(args.wanted.variant.game)?.play(args, console),
        Command::Games(args) => games::list(&args, console.output),
        Command::Rules(args) => games::rules(&args, console.output),
        Command::Replay(args) => replay::replay(&args, console),
        Command::Review(args) => review::review(&args, console.output),
        Command::Verify(args) => verify::verify(&args, console.output),
        Command::Referee => referee::serve(console.input, console.output),
        Command::Deck(args) => decks::run(args, console.output),
        Command::Completions(args) => manual::completions(&args, console.output),
        Command::Man(args) => manual::man(&args, console.output),
        #[cfg(feature = "lab")]
        Command::Lab(args) => lab::run(&args, console.output),
    }
}
