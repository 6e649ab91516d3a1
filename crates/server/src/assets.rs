//! What is served besides the API: so far one plain page. A browser client is plugged in here: [`find`] answers its files.

/// A file for browsers.
#[derive(Clone, Debug)]
pub struct Asset {
    /// Its media type.
    pub media: &'static str,
    /// Its content.
    pub body: &'static [u8],
    /// Whether its name changes with its content, so that browsers may keep it for ever.
    pub immutable: bool,
}

/// The file at this path, if there is one.
#[must_use]
pub fn find(path: &str) -> Option<Asset> {
    match path {
        "/" => Some(Asset {
            media: "text/html; charset=utf-8",
            body: PAGE.as_bytes(),
            immutable: false,
        }),
        _ => None,
    }
}

const PAGE: &str = r#"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Roundtable</title>
<h1>Roundtable</h1>
<p>A table for games with hidden information. This server is running; its page for players is not part of this build.</p>
<p>Programs play through <code>/api</code>, described in <code>docs/PROTOCOL.md</code>.
The games: <a href="/api/games">/api/games</a>. Tables that wait for players: <a href="/api/tables?list=open">/api/tables?list=open</a>.</p>
"#;
