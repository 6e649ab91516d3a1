//! Errors as Python's exceptions.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use roundtable_catalog::UnknownGame;
use roundtable_core::Refusal;
use roundtable_lab::LabError;

pyo3::create_exception!(
    roundtable,
    Refused,
    PyValueError,
    "Something was not accepted, and nothing has changed. `code` is a stable name, `rule` the number of the rule that \
     forbids it, or None."
);

/// What can become a [`Refused`].
pub(crate) trait IntoRefusal {
    fn parts(self) -> (String, Option<&'static str>, String);
}

impl IntoRefusal for Refusal {
    fn parts(self) -> (String, Option<&'static str>, String) {
        let message = self.to_string();
        (self.code.to_string(), self.rule, message)
    }
}

impl IntoRefusal for UnknownGame {
    fn parts(self) -> (String, Option<&'static str>, String) {
        Refusal::from(self).parts()
    }
}

impl IntoRefusal for LabError {
    fn parts(self) -> (String, Option<&'static str>, String) {
        ("bad_experiment".to_owned(), None, self.to_string())
    }
}

/// The exception for an error of ours.
pub(crate) fn refused(error: impl IntoRefusal) -> PyErr {
    let (code, rule, message) = error.parts();
    because(&code, rule, message)
}

/// An exception with this code.
pub(crate) fn because(code: &str, rule: Option<&str>, message: String) -> PyErr {
    let error = Refused::new_err(message);
    // Attributes of an exception can always be set; if not, the message says enough.
    let _ = Python::attach(|py| {
        let value = error.value(py);
        value.setattr("code", code)?;
        value.setattr("rule", rule)
    });
    error
}
