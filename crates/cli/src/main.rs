//! The `roundtable` binary.

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Parser as _;
use roundtable_cli::args::Cli;
use roundtable_cli::{Console, Failure, run};

/// Bots and sockets allocate and free many small objects on several threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
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
