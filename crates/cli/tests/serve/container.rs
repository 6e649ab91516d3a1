//! The container file: built where there is a builder; otherwise its own steps are run against a server here.

use std::path::PathBuf;
use std::process::Command;

use roundtable_load::Scratch;

use crate::house::Process;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The arguments of each instruction with this name, with continued lines joined.
fn instructions(file: &str, name: &str) -> Vec<String> {
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    let of_name = lines.filter_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    of_name.map(str::to_owned).collect()
}

#[test]
fn the_container_file_builds_a_healthy_server() {
    let file = std::fs::read_to_string(root().join("Dockerfile")).unwrap();
    let engine = Command::new("docker").arg("info").output();
    if engine.is_ok_and(|output| output.status.success()) {
        let built = Command::new("docker").args(["build", "."]).current_dir(root()).status();
        assert!(built.unwrap().success(), "the image cannot be built");
        return;
    }
    // The page needs Node and npm, and SQLite a C compiler, all of them before the build.
    let runs = instructions(&file, "RUN");
    let build = runs.iter().position(|run| run == "cargo build --release").unwrap();
    let packages = &runs[..build].join(" ");
    for package in ["gcc", "libc6-dev", "nodejs", "npm"] {
        assert!(
            packages.contains(package),
            "{package} is not installed before the build"
        );
    }
    let copied = instructions(&file, "COPY");
    assert!(
        copied
            .iter()
            .any(|copy| copy.contains("/src/target/release/roundtable ")),
        "{copied:?}"
    );
    assert_eq!(instructions(&file, "CMD"), [r#"["roundtable", "serve"]"#]);
    // Its settings are valid, and its health check passes only if a server is ready.
    let scratch = Scratch::new("container").unwrap();
    let mut server = Process::start(scratch.path(), &[]);
    let settings = instructions(&file, "ENV");
    let checked = Command::new(env!("CARGO_BIN_EXE_roundtable"))
        .args(["config", "check"])
        .envs(
            settings
                .iter()
                .flat_map(|line| line.split(' '))
                .filter_map(|pair| pair.split_once('=')),
        )
        .output()
        .unwrap();
    let in_force = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert!(
        checked.status.success() && in_force.contains("0.0.0.0:8080"),
        "{in_force}"
    );
    let health = instructions(&file, "HEALTHCHECK CMD").remove(0);
    let here = health.replace("127.0.0.1/8080", &format!("127.0.0.1/{}", server.address.port()));
    assert_ne!(health, here);
    let healthy = || {
        Command::new("bash")
            .args(["-c", &here])
            .output()
            .unwrap()
            .status
            .success()
    };
    assert!(healthy(), "{here}");
    server.kill();
    assert!(!healthy(), "a server that is gone is not healthy");
}
