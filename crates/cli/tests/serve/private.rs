//! What other users of the machine can read, and what strangers can make the server remember.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use roundtable_load::{Client, Scratch};
use serde_json::json;

use crate::house::{Process, roundtable};

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// The files in a directory, with their permissions.
fn modes(directory: &Path) -> Vec<(String, u32)> {
    let files = fs::read_dir(directory).unwrap().map(|file| file.unwrap());
    let mut all: Vec<_> = files
        .map(|file| (file.file_name().into_string().unwrap(), mode(&file.path())))
        .collect();
    all.sort();
    all
}

#[tokio::test]
async fn nobody_else_can_read_the_files() {
    let scratch = Scratch::new("private").unwrap();
    let data = scratch.path().join("data");
    let expected = [
        "roundtable.lock",
        "roundtable.mark",
        "roundtable.sqlite",
        "roundtable.sqlite-shm",
        "roundtable.sqlite-wal",
        "signing.key",
    ]
    .map(|name| (name.to_owned(), 0o600));
    let mut server = Process::start(&data, &[]);
    Client::guest(server.address, "Ann").await.unwrap();
    assert_eq!(mode(&data), 0o700);
    assert_eq!(modes(&data), expected);
    let copy = scratch.path().join("copy.sqlite");
    let done = roundtable()
        .args(["backup", "--data"])
        .arg(&data)
        .arg(&copy)
        .output()
        .unwrap();
    assert!(done.status.success());
    assert_eq!(mode(&copy), 0o600);
    // Files of an older version, which everybody could read, and which a crash left behind.
    server.kill();
    for (name, _) in &expected {
        fs::set_permissions(data.join(name), fs::Permissions::from_mode(0o644)).unwrap();
    }
    let server = Process::start(&data, &[]);
    Client::guest(server.address, "Ben").await.unwrap();
    assert_eq!(modes(&data), expected);
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn refused_logins_with_long_names_are_not_remembered() {
    let scratch = Scratch::new("names").unwrap();
    let server = Process::start(scratch.path(), &[]);
    let mut eve = Client::new(server.address);
    let mut before = 0;
    for i in 0..800 {
        let name = format!("{i:04}{}", "x".repeat(60_000));
        let answer = eve
            .post("/api/login", &json!({"name": name, "password": "guess guess"}))
            .await
            .unwrap();
        assert!(answer.status >= 400);
        if i == 50 {
            before = server.memory();
        }
    }
    let grown = server.memory().saturating_sub(before);
    assert!(grown < 12 * 1024, "the server holds {grown} KiB more");
}
