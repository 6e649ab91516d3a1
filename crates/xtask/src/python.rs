//! The Python package: built as a wheel, installed into an environment of its own below `target`, and tested there with
//! the libraries that it has faces for.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{run, target};

/// The longer tests: they need large libraries, and an optimised build.
pub(crate) fn learn(install: bool) -> Result<(), String> {
    crate::cargo(&["build", "--package", "roundtable"], &[])?;
    let place = environment("python-learn", "python/requirements-learn.txt", install)?;
    install_wheel(&place, &["--release"])?;
    pytest(&place, &["-m", "slow or learn"])
}

/// Builds and tests the package. A machine without Python is told what was not tested.
pub(crate) fn test(install: bool) -> Result<(), String> {
    if !has_python() {
        eprintln!("\nNot tested: the Python package, since there is no python3 of version 3.10 or newer.");
        return Ok(());
    }
    let place = environment("python", "python/requirements.txt", install)?;
    install_wheel(&place, &["--profile", "dev"])?;
    pytest(&place, &[])
}

fn has_python() -> bool {
    let asks = "import sys; sys.exit(sys.version_info < (3, 10))";
    let answer = Command::new("python3").args(["-c", asks]).status();
    answer.is_ok_and(|status| status.success())
}

/// The environment with what a file requires. It is made anew when the file has changed.
fn environment(name: &str, file: &str, install: bool) -> Result<PathBuf, String> {
    let place = target()?.join(name);
    let said = |error: std::io::Error| format!("{}: {error}", place.display());
    let wanted = ["python/requirements.txt", file].map(|path| fs::read_to_string(path).unwrap_or_default());
    let wanted = wanted.concat();
    let stamp = place.join("requirements.txt");
    if fs::read_to_string(&stamp).is_ok_and(|there| there == wanted) {
        return Ok(place);
    }
    if !install {
        // Whoever makes it themselves knows what is in it.
        return if program(&place, "pytest").arg("--version").output().is_ok() {
            Ok(place)
        } else {
            let place = place.display();
            Err(format!(
                "there is no environment for the tests of the Python package: python3 -m venv {place}, then \
                 {place}/bin/pip install -r {file}"
            ))
        };
    }
    eprintln!(
        "\nThe packages of {file} are installed into {} (`--no-install` prevents it).",
        place.display()
    );
    if place.exists() {
        fs::remove_dir_all(&place).map_err(said)?;
    }
    let path = place.to_string_lossy();
    let made = run("python3", Command::new("python3"), &["-m", "venv", &path], &[]);
    if made.is_err() {
        // Debian's Python comes without this part.
        let _ = Command::new("apt-get").args(["install", "-y", "python3-venv"]).status();
        run(
            "python3",
            Command::new("python3"),
            &["-m", "venv", "--clear", &path],
            &[],
        )?;
    }
    run("pip", program(&place, "pip"), &["install", "--quiet", "-r", file], &[])?;
    fs::write(&stamp, wanted).map_err(said)?;
    Ok(place)
}

/// A program of the environment.
fn program(place: &Path, name: &str) -> Command {
    let folder = if cfg!(windows) { "Scripts" } else { "bin" };
    let mut command = Command::new(place.join(folder).join(name));
    command.env("VIRTUAL_ENV", place);
    command
}

fn install_wheel(place: &Path, how: &[&str]) -> Result<(), String> {
    let wheels = place.join("wheels");
    if wheels.exists() {
        fs::remove_dir_all(&wheels).map_err(|error| format!("{}: {error}", wheels.display()))?;
    }
    let folder = wheels.to_string_lossy();
    let args = ["build", "--manifest-path", "python/Cargo.toml", "--out", &*folder];
    let args: Vec<&str> = args.into_iter().chain(how.iter().copied()).collect();
    run("maturin", program(place, "maturin"), &args, &[])?;
    let wheel = fs::read_dir(&wheels)
        .ok()
        .and_then(|mut files| files.next())
        .and_then(Result::ok)
        .ok_or("maturin has built no wheel")?
        .path();
    let wheel = wheel.to_string_lossy();
    let args = ["install", "--quiet", "--force-reinstall", "--no-deps", &*wheel];
    run("pip", program(place, "pip"), &args, &[])
}

fn pytest(place: &Path, args: &[&str]) -> Result<(), String> {
    let binary = target()?
        .join("debug")
        .join(format!("roundtable{}", env::consts::EXE_SUFFIX));
    let fixed = ["-c", "python/pyproject.toml", "--quiet", "python/tests"];
    let args: Vec<&str> = fixed.into_iter().chain(args.iter().copied()).collect();
    let environment = [("ROUNDTABLE_BIN", &*binary.to_string_lossy())];
    run("pytest", program(place, "pytest"), &args, &environment)
}
