//! Errors and warnings in KataGo's format.

use serde::Serialize;

/// An error or a warning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Notice {
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
}

impl Notice {
    /// An error without an id.
    pub(super) fn general(error: impl Into<String>) -> Notice {
        Notice {
            error: Some(error.into()),
            field: None,
            id: None,
            warning: None,
        }
    }

    /// An error in the query with this id.
    pub(super) fn error(id: &str, error: impl Into<String>) -> Notice {
        Notice {
            id: Some(id.to_owned()),
            ..Notice::general(error)
        }
    }

    /// A warning about a field without effect.
    pub(super) fn warning(id: &str, field: &str, warning: impl Into<String>) -> Notice {
        Notice {
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
pub(super) struct Fault {
    /// The field.
    pub(super) field: String,
    /// The error.
    pub(super) error: String,
}

impl Fault {
    /// Makes an error in a field.
    pub(super) fn new(field: &str, error: impl ToString) -> Fault {
        Fault {
            field: field.to_owned(),
            error: error.to_string(),
        }
    }

    /// Turns the error into a notice for the query with this id.
    pub(super) fn of(self, id: &str) -> Notice {
        Notice {
            field: Some(self.field),
            ..Notice::error(id, self.error)
        }
    }
}
