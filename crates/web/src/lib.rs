//! The files of the browser client, built from `web/`.

use std::borrow::Cow;

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "$OUT_DIR/dist"]
struct Files;

/// A file for browsers.
#[derive(Clone, Debug)]
pub struct Asset {
    /// Its media type.
    pub media: &'static str,
    /// Its content, possibly compressed.
    pub body: Cow<'static, [u8]>,
    /// Its `Content-Encoding`, if it is compressed.
    pub encoding: Option<&'static str>,
    /// Whether its name changes with its content, so that browsers may cache it for ever.
    pub immutable: bool,
}

/// The pages that the client draws itself; all are the same file.
const PAGES: &[&str] = &["t", "rules", "new", "me", "about"];

/// The file at this path of the site, compressed if `accepts` (the request's `Accept-Encoding`) allows it.
#[must_use]
pub fn find(path: &str, accepts: &str) -> Option<Asset> {
    let path = path.strip_prefix('/')?;
    let first = path.split('/').next().unwrap_or_default();
    let name = if path.is_empty() || PAGES.contains(&first) {
        "index.html"
    } else {
        path
    };
    // The compressed files are variants of others, not files of the site.
    if name.ends_with(".br") || name.ends_with(".gz") {
        return None;
    }
    let plain = Files::get(name)?;
    let accepts = |encoding: &str| {
        accepts.split(',').any(|one| {
            let mut parts = one.split(';').map(str::trim);
            parts.next() == Some(encoding) && !parts.any(|weight| weight == "q=0")
        })
    };
    let small = [("br", "br"), ("gzip", "gz")]
        .into_iter()
        .find_map(|(encoding, ending)| {
            let file = accepts(encoding).then(|| Files::get(&format!("{name}.{ending}")))??;
            Some((encoding, file.data))
        });
    let (encoding, body) = match small {
        Some((encoding, body)) => (Some(encoding), body),
        None => (None, plain.data),
    };
    Some(Asset {
        media: media(name),
        body,
        encoding,
        immutable: name.starts_with("assets/"),
    })
}

fn media(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        Some("woff") => "font/woff",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn pages_of_the_client_are_one_file() {
        let page = find("/", "").expect("there is a page");
        assert_eq!(page.media, "text/html; charset=utf-8");
        for path in ["/t/0123", "/t/0123/replay", "/rules/shock", "/new", "/me", "/about"] {
            assert_eq!(find(path, "").expect(path).body, page.body);
        }
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        for path in ["", "/nothing", "/assets/", "/../Cargo.toml", "/index.html.br", "//"] {
            assert!(find(path, "br, gzip").is_none(), "{path}");
        }
    }

    #[test]
    fn a_compressed_form_is_only_for_those_who_take_it() {
        assert_eq!(find("/", "").and_then(|page| page.encoding), None);
        assert_eq!(find("/", "br;q=0, gzip;q=0").and_then(|page| page.encoding), None);
    }
}
