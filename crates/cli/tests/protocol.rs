//! Runs every example of docs/PROTOCOL.md.

use roundtable::referee::Referee;
use roundtable_load::agrees;
use serde_json::Value;

const PROTOCOL: &str = include_str!("../../../docs/PROTOCOL.md");

#[test]
fn every_documented_example_is_true() {
    let mut referee = Referee::default();
    let (mut examples, mut answer, mut inside) = (0, Value::Null, false);
    for (i, line) in PROTOCOL.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```referee";
        } else if let Some(request) = line.strip_prefix("> ").filter(|_| inside) {
            answer = serde_json::from_str(&referee.answer(request.as_bytes())).expect("an answer is JSON");
        } else if let Some(shown) = line.strip_prefix("< ").filter(|_| inside) {
            let shown: Value = serde_json::from_str(shown).unwrap_or_else(|error| panic!("line {}: {error}", i + 1));
            assert!(
                agrees(&shown, &answer),
                "docs/PROTOCOL.md:{} shows\n{shown}\nbut the answer is\n{answer}",
                i + 1
            );
            examples += 1;
        }
    }
    assert!(examples > 30, "the page has {examples} examples");
}

/// Every command and every code that the page's tables name also appears in an example, and the other way round.
#[test]
fn every_command_is_documented() {
    for command in [
        "new", "state", "legal", "check", "play", "view", "events", "claim", "claims", "hint", "sample", "fork",
        "step", "rollout", "free", "record", "load",
    ] {
        assert!(PROTOCOL.contains(&format!("### `{command}`")), "{command}");
        assert!(PROTOCOL.contains(&format!(r#"> {{"cmd":"{command}""#)), "{command}");
    }
}
