//! Builds the browser client in `web/` with npm, in a copy of the sources, so that the source tree stays unchanged.
//! Without Node, a placeholder page says how to get the client, and everything else works.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// The sources of the client. A developer's `node_modules` and `dist` are not among them.
const PARTS: &[&str] = &[
    "index.html",
    "package.json",
    "package-lock.json",
    ".npmrc",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
    "public",
    "scripts",
    "src",
];

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    // `client` leads to `web/`, or is a copy of it in a package. Without links, as on Windows, it is neither.
    let places = [here.join("client"), here.join("../../web")];
    let source = places.iter().find(|place| place.is_dir()).unwrap_or(&places[0]);
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=PATH");
    for part in PARTS {
        println!("cargo:rerun-if-changed={}", source.join(part).display());
    }
    let dist = out.join("dist");
    if let Err(why) = build(source, &out.join("web"), &dist) {
        println!("cargo:warning=the browser client was not built: {why}");
        println!(
            "cargo:warning=the server will answer programs as usual; for the page, install Node 20 or later with npm \
             and build again"
        );
        // A file that never exists: Cargo runs this again at the next build, and notices a Node installed since.
        println!("cargo:rerun-if-changed={}", out.join("no-node").display());
        let placed = fs::create_dir_all(&dist).and_then(|()| fs::write(dist.join("index.html"), placeholder(&why)));
        if let Err(error) = placed {
            println!("cargo:warning=not even a page that says so could be written: {error}");
        }
    }
}

fn build(source: &Path, copy: &Path, dist: &Path) -> Result<(), String> {
    let say = |error: io::Error| error.to_string();
    for stale in [dist, &copy.join("src"), &copy.join("public")] {
        if stale.exists() {
            fs::remove_dir_all(stale).map_err(say)?;
        }
    }
    for part in PARTS {
        copy_tree(&source.join(part), &copy.join(part)).map_err(|error| format!("web/{part}: {error}"))?;
    }
    // Packages are installed again only when the lock file has changed; the stamp is written after success.
    let (lock, stamp) = (copy.join("package-lock.json"), copy.join("installed"));
    let wanted = fs::read(&lock).map_err(say)?;
    if fs::read(&stamp).ok().as_ref() != Some(&wanted) {
        npm(copy, &["ci", "--no-audit", "--no-fund"])?;
        fs::write(&stamp, &wanted).map_err(say)?;
    }
    npm(copy, &["run", "build"])?;
    fs::rename(copy.join("dist"), dist).map_err(say)
}

fn npm(folder: &Path, args: &[&str]) -> Result<(), String> {
    let line = format!("npm {}", args.join(" "));
    // On Windows npm is a script, which is started only under its full name.
    let output = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" })
        .args(args)
        .current_dir(folder)
        .output()
        .map_err(|error| format!("`{line}` could not be started ({error})"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
    let end: Vec<&str> = said
        .lines()
        .rev()
        .filter(|line| !line.trim().is_empty())
        .take(6)
        .collect();
    let end: Vec<&str> = end.into_iter().rev().collect();
    Err(format!("`{line}` failed: {}", end.join(" / ")))
}

fn copy_tree(from: &Path, to: &Path) -> io::Result<()> {
    if !from.is_dir() {
        if let Some(parent) = to.parent() {
            fs::create_dir_all(parent)?;
        }
        return fs::copy(from, to).map(|_| ());
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        copy_tree(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}

fn placeholder(why: &str) -> String {
    let why = why.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        r#"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Roundtable</title>
<h1>Roundtable</h1>
<p>This server is running, but its page for players is not part of this build.</p>
<p>To get it, install Node 20 or later with npm and build again: <code>cargo run --release -- serve</code>.
What hindered it last time:</p>
<pre>{why}</pre>
<p>Programs play through <code>/api</code>, described in <code>docs/PROTOCOL.md</code>.
The games: <a href="/api/games">/api/games</a>.
Tables that wait for players: <a href="/api/tables?list=open">/api/tables?list=open</a>.</p>
"#
    )
}
