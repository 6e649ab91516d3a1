//! Compares answers with those in the documentation.

use serde_json::Value;

/// Whether the answer matches the one shown. `"…"` stands for any value, for more elements at the end of a list, and as
/// a key for more fields.
#[must_use]
pub fn agrees(shown: &Value, answer: &Value) -> bool {
    match (shown, answer) {
        (Value::String(gap), _) if gap == "…" => true,
        (Value::Object(shown), Value::Object(answer)) => {
            let fields = shown.iter().filter(|(name, _)| *name != "…");
            fields
                .clone()
                .all(|(name, value)| answer.get(name).is_some_and(|other| agrees(value, other)))
                && (shown.contains_key("…") || answer.len() == fields.count())
        }
        (Value::Array(shown), Value::Array(answer)) => {
            let open = shown.last().is_some_and(|last| last == "…");
            let fixed = shown.len() - usize::from(open);
            (open && answer.len() >= fixed || answer.len() == fixed)
                && shown[..fixed]
                    .iter()
                    .zip(answer)
                    .all(|(value, other)| agrees(value, other))
        }
        _ => shown == answer,
    }
}
