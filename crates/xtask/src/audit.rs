//! What is known about our dependencies: licences, weaknesses, duplicates. A machine without the tool or the network
//! still passes all other tests, and says what was not checked.

use std::process::Command;

/// Checks the crates by deny.toml, if cargo-deny is installed.
pub(crate) fn crates() -> Result<(), String> {
    let there = Command::new("cargo-deny").arg("--version").output().is_ok();
    if !there {
        eprintln!("\nNot checked: licences and weaknesses of crates. For that: cargo install --locked cargo-deny");
        return Ok(());
    }
    crate::cargo(&["deny", "--offline", "check", "bans", "licenses", "sources"], &[])?;
    // The list of weaknesses is fetched; whoever has no network has the one of last time, or none.
    if crate::cargo(&["deny", "fetch", "db"], &[]).is_err() {
        eprintln!("\nNot checked: weaknesses of crates, since their list could not be fetched.");
        return Ok(());
    }
    crate::cargo(&["deny", "check", "--disable-fetch", "advisories"], &[])
}

/// Checks the page's packages, if the registry answers.
pub(crate) fn packages() -> Result<(), String> {
    eprintln!("\n> npm audit");
    let report = Command::new("npm")
        .args(["audit", "--json"])
        .current_dir("web")
        .output();
    let report = report.map_err(|error| format!("`npm audit` could not be started: {error}"))?;
    judge(&String::from_utf8_lossy(&report.stdout), report.status.success())
}

/// Only a report counts: without the network npm fails, too, and writes something else.
fn judge(report: &str, clean: bool) -> Result<(), String> {
    if !report.contains("\"auditReportVersion\"") {
        eprintln!("Not checked: weaknesses of the page's packages, since the registry did not answer.");
    } else if !clean {
        return Err("the page's packages have known weaknesses: run `npm audit` in web/".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_of_weaknesses_fails_and_a_missing_network_does_not() {
        assert!(judge(r#"{ "auditReportVersion": 2, "vulnerabilities": {} }"#, true).is_ok());
        assert!(judge(r#"{ "auditReportVersion": 2, "vulnerabilities": { "x": {} } }"#, false).is_err());
        assert!(judge(r#"{ "message": "request failed", "error": {} }"#, false).is_ok());
    }
}
