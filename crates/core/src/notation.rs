//! What the notations of all games share.

/// The text is not a move; the message says what would be one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct NotationError(pub String);

/// Reads a number of digits only, without the signs and leading zeros that `parse` accepts: a move has one spelling.
///
/// # Errors
/// If it is anything else.
pub fn number(text: &str) -> Result<u64, NotationError> {
    match text.parse::<u64>() {
        Ok(number) if number.to_string() == text => Ok(number),
        _ => Err(NotationError(format!("`{text}` is no number"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_one_spelling() {
        assert_eq!(number("12"), Ok(12));
        for other in ["", "+1", "-1", "01", " 1", "1 ", "x", "99999999999999999999"] {
            assert!(number(other).is_err(), "{other}");
        }
    }
}
