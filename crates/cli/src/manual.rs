//! Completions for shells and man pages, both made from the arguments themselves.

use std::fs;
use std::io::Write;

use clap::CommandFactory as _;

use crate::Failure;
use crate::args::{Cli, Completions, Man};

/// Prints the script for a shell.
pub(crate) fn completions(args: &Completions, output: &mut dyn Write) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "roundtable", &mut script);
    Ok(output.write_all(&script)?)
}

/// Prints the man page of the command, or writes it and those of its subcommands.
pub(crate) fn man(args: &Man, output: &mut dyn Write) -> Result<(), Failure> {
    let Some(folder) = &args.folder else {
        return Ok(clap_mangen::Man::new(Cli::command()).render(&mut &mut *output)?);
    };
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(Cli::command(), folder))
        .map_err(|error| Failure::said(format!("cannot write into {}: {error}", folder.display())))
}
