//! Errors and warnings in the form that clients know.

use serde::Serialize;

/// A line that says what is wrong.
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
    /// What is wrong with a line that cannot be told by an id.
    pub(super) fn general(error: impl Into<String>) -> Notice {
        Notice {
            error: Some(error.into()),
            field: None,
            id: None,
            warning: None,
        }
    }

    /// What is wrong with the query of this id.
    pub(super) fn error(id: &str, error: impl Into<String>) -> Notice {
        Notice {
            id: Some(id.to_owned()),
            ..Notice::general(error)
        }
    }

    /// What has no effect in a query that is answered all the same.
    pub(super) fn warning(id: &str, field: &str, warning: impl Into<String>) -> Notice {
        Notice {
            error: None,
            field: Some(field.to_owned()),
            id: Some(id.to_owned()),
            warning: Some(warning.into()),
        }
    }

    /// The line, without its end.
    pub(super) fn line(&self) -> String {
        serde_json::to_string(self).expect("texts can be written")
    }
}

/// What is wrong with a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// The field.
    pub(super) field: String,
    /// What is wrong with it.
    pub(super) error: String,
}

impl Fault {
    /// What is wrong with this field.
    pub(super) fn new(field: &str, error: impl ToString) -> Fault {
        Fault {
            field: field.to_owned(),
            error: error.to_string(),
        }
    }

    /// The line for the query of this id.
    pub(super) fn of(self, id: &str) -> Notice {
        Notice {
            field: Some(self.field),
            ..Notice::error(id, self.error)
        }
    }
}
