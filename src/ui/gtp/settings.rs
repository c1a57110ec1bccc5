//! KataGo's commands about parameters and models.

use super::live::LiveEngine;
use super::reply::{Failure, words};
use crate::engine::Engine;
use crate::engine::search::SearchSettings;
use crate::go::point::Size;
use crate::mcts::network::Source;
use crate::referee::game::Conventions;
use crate::ui::settings::SessionSettings;
use crate::util::visible;
use serde::Serialize;
use serde_json::{Map, Value};
use std::num::NonZeroUsize;

/// Lists the parameters that can be read and set.
pub(super) fn list() -> String {
    words(SessionSettings::GTP_KEYS)
}

/// Returns the value of a parameter.
pub(super) fn get(live: &LiveEngine, key: &str) -> Result<String, Failure> {
    match in_force(live).get(key) {
        Some(Value::String(text)) => Ok(text),
        Some(value) => Ok(value.to_string()),
        None => Err(Failure::NoSetting(key.to_owned())),
    }
}

/// Returns all parameters as a JSON object.
pub(super) fn get_all(live: &LiveEngine) -> String {
    let settings = in_force(live);
    let entry = |key: &str| Some((key.to_owned(), settings.get(key)?));
    let all: Map<String, Value> = SessionSettings::GTP_KEYS
        .into_iter()
        .filter_map(entry)
        .collect();
    Value::Object(all).to_string()
}

/// Sets parameters, or none if one of them is unknown or has an invalid value.
///
/// Parameters that only steer KataGo's own search have no effect, which the error stream says.
pub(super) fn set(live: &mut LiveEngine, pairs: &[(String, String)]) -> Result<String, Failure> {
    let mut settings = in_force(live);
    for (key, value) in pairs {
        let is_known = settings
            .set(key, value)
            .map_err(|error| Failure::Setting(error.to_string()))?;
        if !is_known {
            let told =
                format!("Unrecognized or non-overridable parameter in kata-set-params: {key}");
            return Err(Failure::Setting(told));
        }
    }
    let (before, engine) = (in_force(live), &mut *live.engine);
    let search = &settings.search;
    engine.set_playouts(search.limit());
    engine.set_time_per_move(search.time);
    if settings.threads != before.threads {
        let threads = settings.threads.map_or(1, NonZeroUsize::get);
        engine.set_search(SearchSettings {
            threads,
            ..engine.options().search
        });
    }
    if search.handicap_by_play != before.search.handicap_by_play {
        engine.set_conventions(Conventions {
            handicap_by_play: search.handicap_by_play,
            ..engine.game().conventions()
        });
    }
    let is_without_effect = |(key, _): &&(String, String)| settings.get(key).is_none();
    let without_effect: Vec<&str> = pairs
        .iter()
        .filter(is_without_effect)
        .map(|(key, _)| key.as_str())
        .collect();
    if !without_effect.is_empty() {
        let told = without_effect.join(", ");
        // Controllers may have closed the error stream.
        _ = writeln!(
            live.errors,
            "wakari: without effect here: {}",
            visible::line(&told)
        );
    }
    live.settings = settings;
    Ok(String::new())
}

/// Returns the settings, with those that another command may have changed.
fn in_force(live: &LiveEngine) -> SessionSettings {
    let options = live.engine.options();
    let mut settings = live.settings;
    if settings.search.limit() != options.playouts {
        settings.search.visits = options.playouts;
        settings.search.playouts = None;
    }
    settings.search.time = options.time_per_move;
    settings.search.handicap_by_play = live.engine.game().conventions().handicap_by_play;
    settings.threads = NonZeroUsize::new(options.search.threads);
    settings
}

/// A network in the form of KataGo's `kata-get-models`, whose keys are in alphabetical order.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Model<'a> {
    internal_name: &'a str,
    max_batch_size: u32,
    name: &'a str,
    #[serde(rename = "usesHumanSLProfile")]
    uses_human_profile: bool,
    #[serde(rename = "usingFP16")]
    using_half_precision: &'a str,
    version: u32,
}

/// Lists the networks that are used on a board of this size: one, or none.
pub(super) fn models(network: Option<&Source>, size: Size) -> String {
    let network = network.filter(|network| network.plays_on(size));
    let models = network.map(|network| Model {
        internal_name: network.model(size).name(),
        max_batch_size: 1,
        name: network.name(),
        uses_human_profile: false,
        using_half_precision: "false",
        version: network.model(size).version(),
    });
    let models: Vec<Model> = models.into_iter().collect();
    serde_json::to_string(&models).expect("names and numbers can be written")
}

/// Judges the position before an analysis, if the settings ask for it.
pub(super) fn judge_first(engine: &mut Engine, settings: &SessionSettings) {
    if settings.search.judges {
        engine.adjudicate();
    }
}
