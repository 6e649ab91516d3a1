//! Documents what goes over the wire, from the Rust types that are serialised: a JSON Schema of the protocol and of
//! each game, TypeScript made from these schemas, and a description of the HTTP interface (OpenAPI). `cargo xtask wire`
//! writes the files; a test checks that they are current. The tables of what programs that learn are shown
//! (docs/PYTHON.md) are written in the same way.

mod collect;
mod observations;
mod openapi;
mod typescript;

use std::path::{Path, PathBuf};

pub use collect::{Module, modules};

/// The command that writes the files again.
pub const HOW: &str = "cargo xtask wire";

/// All files, by their path in the repository, with their content.
#[must_use]
pub fn files() -> Vec<(PathBuf, String)> {
    let modules = modules();
    let typescript = modules.iter().map(|module| {
        let path = Path::new("web/src/wire").join(format!("{}.ts", module.name));
        (path, typescript::print(module, &modules))
    });
    let schemas = modules.iter().map(|module| {
        let path = Path::new("docs/schema").join(format!("{}.json", module.name));
        (path, module.schema_text())
    });
    let python = Path::new("docs/PYTHON.md");
    let written = std::fs::read_to_string(root().join(python)).unwrap_or_default();
    let tables = (python.to_owned(), observations::put_into(&written));
    let openapi = (PathBuf::from("docs/schema/openapi.json"), openapi::text(&modules));
    typescript.chain(schemas).chain([tables, openapi]).collect()
}

/// The root of the repository.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
