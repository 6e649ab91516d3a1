//! Programs that the tests need besides Rust and Node: which are missing, and how they are installed.

use std::env;
use std::path::Path;
use std::process::Command;

/// A program, which a package of apt's brings.
pub(crate) struct Tool {
    program: &'static str,
    package: &'static str,
    /// nginx knows `-v` alone.
    version: &'static str,
    purpose: &'static str,
}

/// The example bots are written in it.
pub(crate) const PYTHON: Tool = Tool {
    program: "python3",
    package: "python3",
    version: "--version",
    purpose: "the example bots",
};

/// The tests of the server put a real proxy in front of it.
pub(crate) const NGINX: Tool = Tool {
    program: "nginx",
    package: "nginx",
    version: "-v",
    purpose: "a proxy in front of the server",
};

/// And turn its clock.
pub(crate) const FAKETIME: Tool = Tool {
    program: "faketime",
    package: "faketime",
    version: "--version",
    purpose: "turning the server's clock",
};

/// The tests of the store start databases of their own.
pub(crate) const POSTGRES: Tool = Tool {
    program: "postgres",
    package: "postgresql",
    version: "--version",
    purpose: "a database that several servers share",
};

/// And those of several servers the bus between them.
pub(crate) const NATS: Tool = Tool {
    program: "nats-server",
    package: "nats-server",
    version: "--version",
    purpose: "the bus between servers",
};

/// The tests run the page in Debian's Chromium.
pub(crate) const CHROMIUM: Tool = Tool {
    program: "chromium",
    package: "chromium",
    version: "--version",
    purpose: "the tests of the page (or name another in ROUNDTABLE_CHROMIUM)",
};

impl Tool {
    fn is_there(&self) -> bool {
        if self.program == "chromium" && env::var_os("ROUNDTABLE_CHROMIUM").is_some() {
            return true;
        }
        // nginx is not on everybody's path, and PostgreSQL on nobody's.
        let mut path = env::var("PATH").unwrap_or_default() + ":/usr/sbin";
        for version in std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten() {
            path = format!("{path}:{}", version.path().join("bin").display());
        }
        let version = Command::new(self.program).env("PATH", path).arg(self.version).output();
        version.is_ok_and(|output| output.status.success())
    }
}

/// Says what is missing and installs it with apt, or refuses if nothing may be installed.
pub(crate) fn need(tools: &[Tool], install: bool) -> Result<(), String> {
    let missing = || tools.iter().filter(|tool| !tool.is_there()).collect::<Vec<_>>();
    let programs = |tools: &[&Tool]| tools.iter().map(|tool| tool.program).collect::<Vec<_>>().join(" ");
    let found = missing();
    if found.is_empty() {
        return Ok(());
    }
    let purposes = found
        .iter()
        .map(|tool| format!("  {}: {}\n", tool.program, tool.purpose));
    let purposes: String = purposes.collect();
    let packages: Vec<&str> = found.iter().map(|tool| tool.package).collect();
    let line = format!("apt-get install {}", packages.join(" "));
    if !install {
        return Err(format!("these programs are missing:\n{purposes}On Debian: {line}"));
    }
    eprintln!("These programs are missing and are installed now (`--no-install` prevents it):\n{purposes}\n> {line}");
    for args in [vec!["update"], ["install", "-y"].into_iter().chain(packages).collect()] {
        // Whether this worked shows when the programs are called again.
        let _ = Command::new("apt-get").args(args).status();
    }
    match &missing()[..] {
        [] => Ok(()),
        still => Err(format!(
            "install these so that their names start them: {}",
            programs(still)
        )),
    }
}

/// Whether the page's packages are to be installed: always, unless nothing may be installed.
pub(crate) fn packages(install: bool) -> Result<bool, String> {
    if install {
        eprintln!("The page's packages are installed into web/node_modules (`--no-install` prevents it).");
    } else if !Path::new("web/node_modules").is_dir() {
        return Err("the page's packages are missing: run `npm ci` in web/".to_owned());
    }
    Ok(install)
}

/// A tool of cargo's: on the path, or in `target/tools`, where it is built if it may be installed.
pub(crate) fn cargo_tool(name: &str, install: bool) -> Result<Command, String> {
    let here = Path::new("target/tools").join("bin").join(name);
    for program in [Path::new(name), &here] {
        if Command::new(program).arg("--version").output().is_ok() {
            return Ok(Command::new(program));
        }
    }
    let args = ["install", name, "--locked", "--root", "target/tools"];
    if !install {
        return Err(format!("{name} is missing: cargo {}", args.join(" ")));
    }
    eprintln!("{name} is missing and is built now, into target/tools (`--no-install` prevents it).");
    crate::cargo(&args, &[])?;
    Ok(Command::new(here))
}
