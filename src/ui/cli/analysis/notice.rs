//! Errors and warnings in KataGo's format.

use serde::Serialize;

/// An error or a warning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Diagnostic {
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
}

impl Diagnostic {
    /// An error without an id.
    pub(super) fn general(error: impl Into<String>) -> Diagnostic {
        Diagnostic {
            error: Some(error.into()),
            field: None,
            id: None,
            warning: None,
        }
    }

    /// An error in the query with this id.
    pub(super) fn error(id: &str, error: impl Into<String>) -> Diagnostic {
        Diagnostic {
            id: Some(id.to_owned()),
            ..Diagnostic::general(error)
        }
    }

    /// A warning about a field without effect.
    pub(super) fn warning(id: &str, field: &str, warning: impl Into<String>) -> Diagnostic {
        Diagnostic {
            error: None,
            field: Some(field.to_owned()),
            id: Some(id.to_owned()),
            warning: Some(warning.into()),
        }
    }

    /// Serializes the notice as a line without a newline.
    pub(super) fn line(&self) -> String {
        serde_json::to_string(self).expect("texts can be written")
    }
}

/// An error in a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FieldError {
    /// The field.
    pub(super) field: String,
    /// The error.
    pub(super) error: String,
}

impl FieldError {
    /// Makes an error in a field.
    pub(super) fn new(field: &str, error: impl ToString) -> FieldError {
        FieldError {
            field: field.to_owned(),
            error: error.to_string(),
        }
    }

    /// Turns the error into a notice for the query with this id.
    pub(super) fn of(self, id: &str) -> Diagnostic {
        Diagnostic {
            field: Some(self.field),
            ..Diagnostic::error(id, self.error)
        }
    }
}
