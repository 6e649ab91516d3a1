//! Writes the files. Run by `cargo xtask wire`.

use std::fs;
use std::io;

fn main() -> io::Result<()> {
    for (path, text) in roundtable_wire::files() {
        let whole = roundtable_wire::root().join(&path);
        if fs::read_to_string(&whole).is_ok_and(|stored| stored == text) {
            continue;
        }
        if let Some(folder) = whole.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&whole, text)?;
        println!("{}", path.display());
    }
    Ok(())
}
