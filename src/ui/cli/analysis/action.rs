//! Requests other than queries: version, models, clearing the cache, terminating analyses.

use super::fields::Fields;
use super::notice::FieldError;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// An action.
pub(super) struct Action {
    kind: Kind,
    /// The request, which the answer repeats.
    object: Map<String, Value>,
}

enum Kind {
    Version,
    Models,
    ClearCache,
    Terminate(Which),
}

/// A set of analyses to terminate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Which {
    /// Id of their query; all queries if `None`.
    id: Option<String>,
    /// Their turn numbers; all turns if `None`.
    turns: Option<BTreeSet<i64>>,
}

impl Which {
    /// Returns true if an analysis belongs to the set.
    pub(super) fn is(&self, id: &str, turn: usize) -> bool {
        let turn = i64::try_from(turn).unwrap_or(i64::MAX);
        self.id.as_ref().is_none_or(|wanted| wanted == id)
            && self
                .turns
                .as_ref()
                .is_none_or(|turns| turns.contains(&turn))
    }
}

impl Action {
    /// Parses an object with an action.
    pub(super) fn read(object: Map<String, Value>) -> Result<Action, FieldError> {
        let fields = Fields(&object);
        let name = fields.text("action")?.unwrap_or_default();
        let kind = match name {
            "query_version" => Kind::Version,
            "query_models" => Kind::Models,
            "clear_cache" => Kind::ClearCache,
            "terminate" | "terminate_all" => {
                let id = match name {
                    "terminate" => Some(fields.text("terminateId")?.ok_or_else(|| {
                        FieldError::new("terminateId", "must be the id of a query")
                    })?),
                    _ => None,
                };
                Kind::Terminate(Which {
                    id: id.map(str::to_owned),
                    turns: fields.integers("turnNumbers")?.map(BTreeSet::from_iter),
                })
            }
            _ => {
                let known =
                    "must be query_version, query_models, clear_cache, terminate or terminate_all";
                return Err(FieldError::new("action", known));
            }
        };
        Ok(Action { kind, object })
    }

    /// The analyses to terminate, if any.
    pub(super) fn ends(&self) -> Option<&Which> {
        match &self.kind {
            Kind::Terminate(which) => Some(which),
            Kind::Version | Kind::Models | Kind::ClearCache => None,
        }
    }

    /// The answer: the request with added fields.
    ///
    /// `clear_cache` has no effect: no search tree is kept, and the evaluation cache remains valid.
    pub(super) fn answer(self, version: &str) -> String {
        let Action { kind, mut object } = self;
        let mut add = |name: &str, value: Value| _ = object.insert(name.to_owned(), value);
        match kind {
            Kind::Version => {
                add("version", version.into());
                add("git_hash", "<omitted>".into());
                add("engine", "wakari".into());
            }
            Kind::Models => add(
                "models",
                json!([{
                    "name": "built in",
                    "internalName": concat!("wakari-", env!("CARGO_PKG_VERSION")),
                    "usesHumanSLProfile": false,
                }]),
            ),
            Kind::ClearCache | Kind::Terminate(_) => {}
        }
        serde_json::to_string(&object).expect("what was read can be written")
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Action, FieldError> {
        Action::read(serde_json::from_str(text).unwrap())
    }

    #[test]
    fn answers_repeat_what_was_asked() {
        for (text, expected) in [
            (
                r#"{"id":"a","action":"query_version","x":[1.5]}"#,
                r#"{"action":"query_version","engine":"wakari","git_hash":"<omitted>","id":"a","version":"1.2.3","x":[1.5]}"#,
            ),
            (
                r#"{"id":"a","action":"clear_cache"}"#,
                r#"{"action":"clear_cache","id":"a"}"#,
            ),
        ] {
            assert_eq!(read(text).unwrap().answer("1.2.3"), expected);
        }
        let models = read(r#"{"id":"a","action":"query_models"}"#)
            .unwrap()
            .answer("1.2.3");
        assert!(models.contains(r#""usesHumanSLProfile":false"#), "{models}");
    }

    #[test]
    fn what_ends_is_told_by_id_and_turn() {
        let which = |text: &str| read(text).unwrap().ends().cloned().unwrap();
        let one = which(r#"{"action":"terminate","terminateId":"a","turnNumbers":[1,-3,1]}"#);
        assert!(one.is("a", 1) && !one.is("a", 2) && !one.is("b", 1));
        let all = which(r#"{"action":"terminate_all"}"#);
        assert!(all.is("a", 1) && all.is("b", usize::MAX));
        for (wrong, field) in [
            (r#"{"action":"terminate"}"#, "terminateId"),
            (r#"{"action":"terminate","terminateId":1}"#, "terminateId"),
            (
                r#"{"action":"terminate_all","turnNumbers":1}"#,
                "turnNumbers",
            ),
            (r#"{"action":"nosuch"}"#, "action"),
            (r#"{"action":1}"#, "action"),
        ] {
            let fault = read(wrong).err().unwrap();
            assert_eq!(fault.field, field, "{wrong}");
        }
    }
}
