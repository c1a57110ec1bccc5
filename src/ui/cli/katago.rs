//! The options of KataGo's programs, with which graphical interfaces start an engine.

use super::options::misuse;
use crate::ui::settings::SessionSettings;
use crate::util::visible;
use clap::Args;
use std::ffi::{OsStr, OsString};
use std::io;

/// KataGo's options, which are written with one dash, and ours for the same.
///
/// `--config` is a settings file of ours, so KataGo's has another name.
const WITH_ONE_DASH: [(&str, &str); 7] = [
    ("-analysis-threads", "--analysis-threads"),
    ("-config", "--katago-config"),
    ("-human-model", "--human-model"),
    ("-model", "--model"),
    ("-override-config", "--override-config"),
    ("-override-version", "--override-version"),
    (WITHOUT_VALUE, "--quit-without-waiting"),
];

/// The only one of these options that takes no value.
const WITHOUT_VALUE: &str = "-quit-without-waiting";

/// Options of KataGo's programs.
#[derive(Args, Debug)]
pub(super) struct KataGoOptions {
    /// KataGo settings, "key=value, key=value"; unknown ones are reported on the error stream
    #[arg(long, value_name = "SETTINGS")]
    override_config: Vec<String>,
    /// KataGo's configuration (-config), which is not read
    #[arg(long, value_name = "FILE")]
    katago_config: Vec<OsString>,
    /// KataGo's network, which is not read
    #[arg(long, value_name = "FILE")]
    model: Vec<OsString>,
    /// KataGo's network of human play, which is not read
    #[arg(long, value_name = "FILE")]
    human_model: Vec<OsString>,
}

impl KataGoOptions {
    /// Applies the settings; returns the lines that say what is ignored.
    ///
    /// # Errors
    ///
    /// Returns an error of wrong usage for an invalid value of a setting.
    pub(super) fn apply(&self, settings: &mut SessionSettings) -> io::Result<Vec<String>> {
        let ignored = settings.override_config(&self.override_config);
        let ignored = ignored
            .map_err(|error| misuse(&visible::line(&format!("-override-config: {error}"))))?;
        let files = [
            ("configuration", &self.katago_config),
            ("model", &self.model),
            ("model of human play", &self.human_model),
        ];
        let unread = files.into_iter().flat_map(|(what, files)| {
            files.iter().map(move |file| {
                let file = file.to_string_lossy();
                format!("wakari: the {what} {} is not read", visible::line(&file))
            })
        });
        let told = ignored.join(", ");
        let without_effect = (!ignored.is_empty())
            .then(|| format!("wakari: without effect here: {}", visible::line(&told)));
        Ok(unread.chain(without_effect).collect())
    }
}

/// Rewrites KataGo's one-dash options of `gtp` and `analysis` as ours.
///
/// KataGo itself requires the name of the command; here `gtp` may be left out.
pub(super) fn with_two_dashes(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let is_named = arguments
        .get(1)
        .is_some_and(|first| first == "analysis" || first == "gtp");
    let first = if is_named { 2 } else { 1 };
    let is_option = |text: &OsStr| text.to_string_lossy().starts_with('-');
    if !is_named && !arguments.get(1).is_some_and(|first| is_option(first)) {
        return arguments;
    }
    let ours = |text: &OsString| {
        let mut names = WITH_ONE_DASH.iter();
        names.find(|(theirs, _)| text == theirs)
    };
    let mut is_value = false;
    for argument in arguments.iter_mut().skip(first) {
        let found = ours(argument).filter(|_| !is_value);
        is_value = found.is_some_and(|(theirs, _)| *theirs != WITHOUT_VALUE);
        if let Some((_, ours)) = found {
            *argument = OsString::from(ours);
        }
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: &str) {
        let words = line.split(' ').map(OsString::from);
        let found = with_two_dashes(words);
        let expected: Vec<OsString> = expected.split(' ').map(OsString::from).collect();
        assert_eq!(found, expected, "{line}");
    }

    #[test]
    fn options_with_one_dash_are_those_of_katago() {
        check(
            "wakari analysis -config a -model -model -quit-without-waiting -model b",
            "wakari analysis --katago-config a --model -model --quit-without-waiting --model b",
        );
        check(
            "wakari gtp -override-config a=1 --config b",
            "wakari gtp --override-config a=1 --config b",
        );
        check(
            "wakari -model a -config b",
            "wakari --model a --katago-config b",
        );
        for unchanged in [
            "wakari",
            "wakari score -config",
            "wakari gtp --size 9 model",
        ] {
            check(unchanged, unchanged);
        }
    }
}
