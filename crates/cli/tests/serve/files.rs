//! Unusable files, and copies.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use roundtable_load::{Client, Scratch};
use serde_json::json;

use crate::house::{Process, must_fail, roundtable};

#[test]
fn a_second_server_on_the_same_file_is_refused() {
    let scratch = Scratch::new("second").unwrap();
    let mut first = Process::start(scratch.path(), &[]);
    let said = must_fail(scratch.path());
    assert!(said.contains("another server is using"), "{said}");
    first.stop();
    Process::start(scratch.path(), &[]).stop();
}

#[test]
fn a_damaged_a_foreign_and_a_newer_database_are_refused_and_left_alone() {
    let scratch = Scratch::new("damaged").unwrap();
    let file = scratch.path().join("roundtable.sqlite");
    fs::write(
        &file,
        "this is no database, but it is long enough to be looked at as one".repeat(100),
    )
    .unwrap();
    let before = fs::read(&file).unwrap();
    let said = must_fail(scratch.path());
    assert!(
        said.contains("no database") && said.contains("restore a backup"),
        "{said}"
    );
    assert_eq!(fs::read(&file).unwrap(), before);

    fs::remove_file(&file).unwrap();
    let db = rusqlite::Connection::open(&file).unwrap();
    db.execute_batch("CREATE TABLE recipes (name TEXT)").unwrap();
    drop(db);
    assert!(must_fail(scratch.path()).contains("another program"));

    fs::remove_file(&file).unwrap();
    Process::start(scratch.path(), &[]).stop();
    let db = rusqlite::Connection::open(&file).unwrap();
    db.pragma_update(None, "user_version", 1000).unwrap();
    drop(db);
    assert!(must_fail(scratch.path()).contains("newer Roundtable"));
}

#[test]
fn a_directory_that_cannot_be_made_or_written_is_named() {
    let scratch = Scratch::new("readonly").unwrap();
    let file = scratch.path().join("file");
    fs::write(&file, "").unwrap();
    assert!(must_fail(&file.join("data")).contains("--data"));
}

/// A directory and a database that can be read but not written. Permissions do not stop root, so root lets another user
/// try.
#[test]
fn what_can_be_read_but_not_written_is_named_and_left_alone() {
    let scratch = Scratch::new("readonly").unwrap();
    let nobody = Nobody::new(scratch.path());
    let data = scratch.path().join("data");
    fs::create_dir(&data).unwrap();
    nobody.owns(&data);
    // Made by a server, so that everything but the permission is in order.
    let mut server = nobody.serve(&data).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    server.kill().unwrap();
    server.wait().unwrap();
    let file = data.join("roundtable.sqlite");
    assert!(line.contains("http://") && file.exists(), "{line}");

    fs::set_permissions(&file, fs::Permissions::from_mode(0o400)).unwrap();
    let before = fs::read(&file).unwrap();
    nobody.must_fail(&data, "it cannot be written; check the owner and permissions");
    assert_eq!(fs::read(&file).unwrap(), before);
    let closed = scratch.path().join("closed");
    fs::create_dir(&closed).unwrap();
    nobody.owns(&closed);
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o500)).unwrap();
    nobody.must_fail(&closed, "cannot open");
    assert_eq!(fs::read_dir(&closed).unwrap().count(), 0);
}

/// A user who may not write everything: ourselves, or, for root, `nobody` (65534).
struct Nobody {
    program: PathBuf,
    other: Option<u32>,
}

impl Nobody {
    fn new(scratch: &Path) -> Self {
        let own = PathBuf::from(env!("CARGO_BIN_EXE_roundtable"));
        if fs::metadata(scratch).unwrap().uid() != 0 {
            return Self {
                program: own,
                other: None,
            };
        }
        // `nobody` may be unable to enter the program's directory, so a copy is run.
        let program = scratch.join("roundtable");
        fs::copy(own, &program).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        fs::set_permissions(scratch, fs::Permissions::from_mode(0o755)).unwrap();
        Self {
            program,
            other: Some(65534),
        }
    }

    fn owns(&self, directory: &Path) {
        if let Some(other) = self.other {
            chown(directory, Some(other), Some(other)).unwrap();
        }
    }

    fn serve(&self, data: &Path) -> Command {
        let mut command = Command::new(&self.program);
        command.args(["serve", "--bind", "127.0.0.1:0", "--data"]).arg(data);
        if let Some(other) = self.other {
            command.uid(other).gid(other);
        }
        command
    }

    fn must_fail(&self, data: &Path, says: &str) {
        let mut server = self.serve(data).stderr(Stdio::piped()).spawn().unwrap();
        let began = Instant::now();
        let status = loop {
            match server.try_wait().unwrap() {
                Some(status) => break status,
                None if began.elapsed() > Duration::from_secs(60) => {
                    server.kill().unwrap();
                    panic!("it serves, though it cannot write");
                }
                None => std::thread::sleep(Duration::from_millis(20)),
            }
        };
        let mut said = String::new();
        server.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(status.code(), Some(1), "{said}");
        assert!(said.contains(says) && !said.contains("panicked"), "{said}");
    }
}

#[tokio::test]
async fn a_backup_of_a_running_server_is_whole() {
    let scratch = Scratch::new("backup").unwrap();
    let server = Process::start(scratch.path(), &[]);
    let mut ann = Client::guest(server.address, "Ann").await.unwrap();
    let made = ann
        .post("/api/tables", &json!({"game": "shock", "players": 3}))
        .await
        .unwrap()
        .json();
    let restored = scratch.path().join("restored");
    fs::create_dir(&restored).unwrap();
    let copy = restored.join("roundtable.sqlite");
    let backup = || {
        roundtable()
            .args(["backup", "--data"])
            .arg(scratch.path())
            .arg(&copy)
            .output()
            .unwrap()
    };
    let done = backup();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let again = backup();
    assert!(!again.status.success() && String::from_utf8_lossy(&again.stderr).contains("there already"));
    // The copy serves, with the same people and tables.
    let second = Process::start(&restored, &[]);
    let mut ann = Client {
        server: second.address,
        ..ann
    };
    let mine = ann.get("/api/tables?list=mine").await.unwrap().json();
    assert_eq!(mine["tables"][0]["id"], made["id"]);
    let none = roundtable()
        .args(["backup", "--data", "/nowhere", "x.sqlite"])
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&none.stderr).contains("there is no database"));
}

/// A file system of a few hundred KiB would need privileges; a limit on file size does the same to the writer.
#[tokio::test]
async fn a_full_disk_is_said_and_harms_nothing() {
    let scratch = Scratch::new("full").unwrap();
    let file = scratch.path().join("roundtable.sqlite");
    let server = Process::start(scratch.path(), &[]);
    let mut ann = Client::guest(server.address, "Ann").await.unwrap();
    drop(server);
    // `ulimit -f` makes every write beyond it fail, as a full disk does.
    let server = Limited::start(scratch.path(), 600);
    let mut ann_full = Client {
        server: server.address,
        ..ann.clone()
    };
    let mut codes = Vec::new();
    for _ in 0..400 {
        let wish = json!({"game": "shock", "players": 3, "deck": null});
        let answer = ann_full.post("/api/tables", &wish).await.unwrap();
        if answer.status == 503 {
            codes.push(answer.code());
            break;
        }
        assert_eq!(answer.status, 201, "{}", answer.text);
    }
    assert_eq!(codes, ["not_stored"], "the disk was full at some time");
    let ready = ann_full.get("/readyz").await.unwrap();
    assert_eq!(ready.status, 503, "{}", ready.text);
    let before = ann_full.get("/api/tables?list=mine").await.unwrap().json();
    drop(server);
    // A server that starts on a full disk serves what it has, and says that it is not ready.
    let server = Limited::start(scratch.path(), 100);
    ann_full.server = server.address;
    assert_eq!(ann_full.get("/readyz").await.unwrap().status, 503);
    assert_eq!(ann_full.get("/api/tables?list=mine").await.unwrap().json(), before);
    // Once there is room it recovers, without anybody asking for anything.
    let limit = std::process::Command::new("prlimit")
        .args(["--fsize=unlimited", "--pid", &server.child.id().to_string()])
        .status();
    assert!(limit.unwrap().success());
    let until = Instant::now() + Duration::from_secs(20);
    while ann_full.get("/readyz").await.unwrap().status != 200 {
        assert!(Instant::now() < until, "it takes writes again");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    drop(server);
    // With space again, everything that was acknowledged is there.
    let db = rusqlite::Connection::open(&file).unwrap();
    let verdict: String = db.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(verdict, "ok");
    drop(db);
    let server = Process::start(scratch.path(), &[]);
    ann.server = server.address;
    let after = ann.get("/api/tables?list=mine").await.unwrap().json();
    assert_eq!(after, before);
}

/// A server that cannot write files beyond a certain size.
struct Limited {
    child: std::process::Child,
    address: std::net::SocketAddr,
}

impl Limited {
    fn start(data: &std::path::Path, blocks: u32) -> Self {
        use std::io::BufRead as _;
        // The signal that comes with the limit is ignored, so that writing fails instead.
        let script = format!(
            "trap '' XFSZ; ulimit -S -f {blocks}; exec \"$0\" serve --bind 127.0.0.1:0 --request-rate 0 \
             --tables-per-day 0 --max-tables 100000 --data \"$1\""
        );
        let mut child = std::process::Command::new("bash")
            .args(["-c", &script, env!("CARGO_BIN_EXE_roundtable")])
            .arg(data)
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        std::io::BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line.trim().rsplit('/').next().unwrap().parse().unwrap();
        Self { child, address }
    }
}

impl Drop for Limited {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn settings_are_checked() {
    let scratch = Scratch::new("settings").unwrap();
    let file = scratch.path().join("roundtable.toml");
    fs::write(&file, "bot_threads = 3\nsilence = 30\n").unwrap();
    let check = |args: &[&str], environment: &[(&str, &str)]| {
        let done = roundtable()
            .args(["config", "check", "--config"])
            .arg(&file)
            .args(args)
            .envs(environment.iter().copied())
            .output()
            .unwrap();
        String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr)
    };
    assert!(check(&[], &[]).contains("bot_threads = 3"));
    assert!(check(&[], &[("ROUNDTABLE_BOT_THREADS", "4")]).contains("bot_threads = 4"));
    assert!(check(&["--bot-threads", "5"], &[("ROUNDTABLE_BOT_THREADS", "4")]).contains("bot_threads = 5"));
    fs::write(&file, "bot_treads = 3\n").unwrap();
    assert!(check(&[], &[]).contains("bot_treads"));
}
