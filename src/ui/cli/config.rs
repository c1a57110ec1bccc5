//! The settings file: default values of the command line's options, in TOML.
//!
//! A table for each command has its options by their names. They become arguments before those of
//! the command line, so the definitions, the parsers and the checks are those of the command line.

use super::options::about;
use crate::util::files;
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, Command};
use etcetera::{BaseStrategy, choose_base_strategy};
use std::ffi::OsString;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The option that names the file.
const OPTION: &str = "--config";
/// The name that stands for no file.
const NONE: &str = "none";
/// The command that runs without a name.
const UNNAMED: &str = "gtp";

/// Inserts the options of the settings file into a command line.
///
/// Options that the command line has, and those that exclude one of them, are left out.
///
/// # Errors
///
/// Returns the reason, with the file and the line, if the file cannot be read, has an unknown key,
/// or a value that its option refuses.
pub(super) fn with_file(
    program: Command,
    arguments: Vec<OsString>,
) -> Result<Vec<OsString>, String> {
    let first = arguments.get(1).and_then(|name| name.to_str());
    let (name, begin) = match first {
        Some(name) if program.find_subcommand(name).is_some() => (name, 2),
        _ => (UNNAMED, 1),
    };
    let given = &arguments[begin.min(arguments.len())..];
    let is_question = |text: &OsString| {
        ["-h", "--help", "-V", "--version"]
            .iter()
            .any(|one| text == one)
    };
    let command = program.find_subcommand(name);
    let Some(command) = command.filter(|command| has_settings(command)) else {
        return Ok(arguments);
    };
    if given.iter().any(is_question) {
        return Ok(arguments);
    }
    let Some(path) = named(given).or_else(usual) else {
        return Ok(arguments);
    };
    let file = SettingsFile::read(&path)?;
    let wanted = file.options(&program, name)?;
    let given_options: Vec<&Arg> = command
        .get_arguments()
        .filter(|option| is_given(option, given))
        .collect();
    // A conflict is declared with one of its two options.
    let excludes = |one: &Arg, other: &Arg| {
        let excluded = command.get_arg_conflicts_with(one);
        excluded
            .iter()
            .any(|found| found.get_id() == other.get_id())
    };
    let is_left_out = |option: &Arg| {
        given_options.iter().any(|given| {
            given.get_id() == option.get_id() || excludes(given, option) || excludes(option, given)
        })
    };
    let mut line: Vec<OsString> = arguments[..begin.min(arguments.len())].to_vec();
    for FileSetting { option, words, at } in wanted {
        if is_left_out(option) {
            continue;
        }
        line.extend(words);
        let whole = line.iter().chain(given).cloned();
        match program.clone().try_get_matches_from(whole) {
            Err(error) if error.kind() != ErrorKind::MissingRequiredArgument => {
                let told = error.render().to_string();
                let told = told.lines().next().unwrap_or_default();
                return Err(file.wrong(at, told.trim_start_matches("error: ")));
            }
            _ => {}
        }
    }
    line.extend(given.iter().cloned());
    Ok(line)
}

/// Returns the file that a command line names.
fn named(given: &[OsString]) -> Option<PathBuf> {
    let mut given = given.iter();
    while let Some(word) = given.next() {
        if word == OPTION {
            return given.next().map(PathBuf::from);
        }
        if let Some(text) = word.to_str()
            && let Some(path) = text
                .strip_prefix(OPTION)
                .and_then(|rest| rest.strip_prefix('='))
        {
            return Some(path.into());
        }
    }
    None
}

/// Returns the settings file at the usual place, if there is one.
fn usual() -> Option<PathBuf> {
    usual_place().filter(|path| path.exists())
}

/// Returns the usual place of the settings file on this system.
fn usual_place() -> Option<PathBuf> {
    let folder = choose_base_strategy().ok()?.config_dir();
    Some(folder.join("wakari").join("config.toml"))
}

/// Returns true if an option is among the arguments.
fn is_given(option: &Arg, given: &[OsString]) -> bool {
    let long = option.get_long().map(|name| format!("--{name}"));
    let short = option.get_short().map(|letter| format!("-{letter}"));
    let is_named = |word: &OsString| {
        let text = word.to_string_lossy();
        let is_long = |name: &String| {
            let rest = text.strip_prefix(name.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
        };
        let is_short = |name: &String| text.starts_with(name.as_str());
        long.as_ref().is_some_and(is_long) || short.as_ref().is_some_and(is_short)
    };
    given.iter().take_while(|word| *word != "--").any(is_named)
}

/// Returns true if a command's options can be set in the file.
fn has_settings(command: &Command) -> bool {
    !command.is_hide_set() && !["config", "help"].contains(&command.get_name())
}

/// Returns the options of a command that can be set in the file.
fn options(command: &Command) -> impl Iterator<Item = &Arg> {
    let is_ours = |option: &&Arg| {
        let name = option.get_long();
        name.is_some_and(|name| !["config", "help", "version"].contains(&name))
            && !option.is_hide_set()
    };
    command.get_arguments().filter(is_ours)
}

/// Returns true if an option takes no value.
fn is_switch(option: &Arg) -> bool {
    matches!(option.get_action(), ArgAction::SetTrue)
}

/// The text of a settings file.
struct SettingsFile {
    path: PathBuf,
    text: String,
}

/// An option set in the file, with its arguments and its place in the text.
struct FileSetting<'a> {
    option: &'a Arg,
    words: Vec<OsString>,
    at: Range<usize>,
}

impl SettingsFile {
    fn read(path: &Path) -> Result<SettingsFile, String> {
        let text = if path == Path::new(NONE) {
            String::new()
        } else {
            let bytes = files::read(path).map_err(|error| about(path, &error))?;
            String::from_utf8(bytes).map_err(|_| about(path, &"is not UTF-8"))?
        };
        Ok(SettingsFile {
            path: path.to_owned(),
            text,
        })
    }

    /// Returns a message about a place in the file.
    fn wrong(&self, at: Range<usize>, told: &str) -> String {
        let before = self.text.get(..at.start).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let told = format!("line {line}: {told}");
        about(&self.path, &told)
    }

    /// Returns the settings of a command. Every table and key of the file must be known.
    fn options<'a>(
        &self,
        program: &'a Command,
        name: &str,
    ) -> Result<Vec<FileSetting<'a>>, String> {
        let tables = DeTable::parse(&self.text).map_err(|error| {
            let at = error.span().unwrap_or_default();
            self.wrong(at, error.message())
        })?;
        let mut found = Vec::new();
        for (table, content) in tables.get_ref() {
            let command = program.find_subcommand(&**table.get_ref());
            let Some(command) = command.filter(|command| has_settings(command)) else {
                let told = format!("unknown table {}: it must be a command", table.get_ref());
                return Err(self.wrong(table.span(), &told));
            };
            let DeValue::Table(content) = content.get_ref() else {
                let told = format!("{} must be a table: [{0}]", table.get_ref());
                return Err(self.wrong(table.span(), &told));
            };
            for (key, value) in content {
                let mut known = options(command);
                let option = known.find(|option| option.get_long() == Some(key.get_ref()));
                let option = option.ok_or_else(|| {
                    let told = format!(
                        "unknown key {} of wakari {}",
                        key.get_ref(),
                        table.get_ref()
                    );
                    self.wrong(key.span(), &told)
                })?;
                let words = words(option, value).map_err(|told| self.wrong(value.span(), &told))?;
                if command.get_name() == name {
                    let at = key.span();
                    found.push(FileSetting { option, words, at });
                }
            }
        }
        Ok(found)
    }
}

/// Returns the arguments for an option with this value.
fn words(option: &Arg, value: &Spanned<DeValue>) -> Result<Vec<OsString>, String> {
    let name = option.get_long().unwrap_or_default();
    let takes_many = matches!(option.get_action(), ArgAction::Append);
    let plain = |value: &DeValue| match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.to_string()),
        DeValue::Float(number) => Some(number.to_string()),
        _ => None,
    };
    let with_value = |text: String| OsString::from(format!("--{name}={text}"));
    let may_be_empty = option
        .get_num_args()
        .is_some_and(|range| range.min_values() == 0);
    match value.get_ref() {
        DeValue::Boolean(is_on) if is_switch(option) || may_be_empty => Ok(is_on
            .then(|| format!("--{name}").into())
            .into_iter()
            .collect()),
        _ if is_switch(option) => Err(format!("{name} must be true or false")),
        DeValue::Array(values) if takes_many => {
            let texts: Option<Vec<String>> =
                values.iter().map(|one| plain(one.get_ref())).collect();
            let texts =
                texts.ok_or_else(|| format!("{name} must be a list of texts or numbers"))?;
            Ok(texts.into_iter().map(with_value).collect())
        }
        value => match plain(value) {
            Some(text) => Ok(vec![with_value(text)]),
            None => Err(format!("{name} must be a text or a number")),
        },
    }
}

/// Writes a settings file in which every option is commented out.
pub(super) fn write(mut program: Command, output: &mut impl Write) -> io::Result<()> {
    program.build();
    writeln!(
        output,
        "# Settings of Wakari: default values of the command line's options."
    )?;
    writeln!(
        output,
        "# Remove the # before a line to set an option. The command line comes first."
    )?;
    writeln!(
        output,
        "# wakari --config FILE reads a file, --config none reads none. Without it this file is read:"
    )?;
    match usual_place() {
        Some(path) => writeln!(output, "# {}", crate::util::visible::path(&path))?,
        None => writeln!(
            output,
            "# none, since the system names no folder for settings"
        )?,
    }
    for command in program
        .get_subcommands()
        .filter(|command| has_settings(command))
    {
        let name = command.get_name();
        writeln!(output, "\n[{name}]")?;
        for option in options(command) {
            let help = option
                .get_help()
                .map(ToString::to_string)
                .unwrap_or_default();
            writeln!(output, "\n# {help}")?;
            writeln!(
                output,
                "#{} = {}",
                option.get_long().unwrap_or_default(),
                example(option)
            )?;
        }
    }
    output.flush()
}

/// Returns the value of an option in the file: the default, or the name of what it takes.
fn example(option: &Arg) -> String {
    if is_switch(option) {
        return "true".to_owned();
    }
    let default = option
        .get_default_values()
        .first()
        .and_then(|value| value.to_str());
    let named = || {
        let names = option.get_value_names().unwrap_or_default();
        names
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let text = default.map_or_else(named, str::to_owned);
    if text.parse::<f64>().is_ok() {
        return text;
    }
    let quoted = format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    match option.get_action() {
        ArgAction::Append => format!("[{quoted}]"),
        _ => quoted,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::ui::cli::CommandLine;
    use clap::CommandFactory;

    fn program() -> Command {
        let mut program = CommandLine::command();
        program.build();
        program
    }

    /// The command line with a settings file of this text, or the message.
    fn lined(text: &str, arguments: &str) -> Result<String, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        std::fs::write(&path, text).unwrap();
        let mut words: Vec<OsString> = arguments.split_whitespace().map(OsString::from).collect();
        words.push(OPTION.into());
        words.push(path.clone().into());
        let line = with_file(program(), words);
        let place = path.display().to_string();
        let line = line.map_err(|told| told.replace(&place, "a.toml"))?;
        let texts: Vec<String> = line.iter().map(|word| word.display().to_string()).collect();
        Ok(texts.join(" ").replace(&place, "a.toml"))
    }

    /// The options of the file come first, and those of the command line win.
    #[test]
    fn a_file_has_the_defaults_of_the_options() {
        let file = "[gtp]\nsize = 9\nreferee = true\nno-files = false\nrules = 'japanese'\n\
                    [match]\nalso = ['a b', 'c']\n[score]\nas-game = true\n";
        for (arguments, expected) in [
            ("wakari", "wakari --referee --rules=japanese --size=9"),
            (
                "wakari gtp --size 13",
                "wakari gtp --referee --rules=japanese --size 13",
            ),
            (
                "wakari --rules=aga",
                "wakari --referee --size=9 --rules=aga",
            ),
            ("wakari match", "wakari match --also=a b --also=c"),
            ("wakari score a.sgf", "wakari score --as-game a.sgf"),
            (
                "wakari score --as-diagram a.sgf",
                "wakari score --as-diagram a.sgf",
            ),
            ("wakari bench", "wakari bench"),
            ("wakari gtp --help", "wakari gtp --help"),
        ] {
            let expected = format!("{expected} --config a.toml");
            assert_eq!(
                lined(file, arguments).as_deref(),
                Ok(&*expected),
                "{arguments}"
            );
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (text, told) in [
            (
                "[gtp]\n\nsizes = 9",
                "a.toml: line 3: unknown key sizes of wakari gtp",
            ),
            (
                "[score]\nthreads = 2",
                "a.toml: line 2: unknown key threads of wakari score",
            ),
            (
                "[gpt]",
                "a.toml: line 1: unknown table gpt: it must be a command",
            ),
            ("gtp = 3", "a.toml: line 1: gtp must be a table: [gtp]"),
            (
                "[gtp]\nreferee = 1",
                "a.toml: line 2: referee must be true or false",
            ),
            (
                "[gtp]\nsize = [9]",
                "a.toml: line 2: size must be a text or a number",
            ),
            (
                "[gtp]\nconfig = 'b'",
                "a.toml: line 2: unknown key config of wakari gtp",
            ),
        ] {
            assert_eq!(lined(text, "wakari"), Err(told.to_owned()), "{text}");
        }
        for (text, begin) in [
            (
                "[gtp]\nseed = 1\nsize = 99",
                "a.toml: line 3: invalid value '99' for '--size <SIZE>'",
            ),
            ("[gtp\n", "a.toml: line 1: "),
            ("[gtp]\nsize = 9\nsize = 9", "a.toml: line 3: "),
        ] {
            let told = lined(text, "wakari").unwrap_err();
            assert!(told.starts_with(begin), "{told}");
        }
        let missing = with_file(
            program(),
            ["wakari", "--config", "/none/a.toml"]
                .map(OsString::from)
                .to_vec(),
        );
        assert!(missing.unwrap_err().starts_with("/none/a.toml: "));
    }

    /// Every option of every command is in the file that `wakari config` writes, and is known.
    #[test]
    fn the_file_that_is_written_has_every_option() {
        let mut written = Vec::new();
        write(CommandLine::command(), &mut written).unwrap();
        let text = String::from_utf8(written).unwrap();
        let program = program();
        let commands: Vec<&Command> = program
            .get_subcommands()
            .filter(|command| has_settings(command))
            .collect();
        assert!(commands.len() >= 12);
        for command in commands {
            let head = format!("\n[{}]\n", command.get_name());
            let (_, part) = text.split_once(&head).unwrap();
            let part = part.split("\n[").next().unwrap();
            for option in command.get_arguments() {
                let Some(name) = option.get_long() else {
                    continue;
                };
                let is_there = part.contains(&format!("\n#{name} = "));
                assert_eq!(is_there, !["config", "help"].contains(&name), "{name}");
            }
        }
        let is_key = |line: &&str| {
            line.starts_with('[')
                || line.starts_with('#') && line.contains(" = ") && !line.starts_with("# ")
        };
        let all: Vec<&str> = text
            .lines()
            .filter(is_key)
            .map(|line| line.trim_start_matches('#'))
            .collect();
        let file = SettingsFile {
            path: "a.toml".into(),
            text: all.join("\n"),
        };
        let settings = file.options(&program, "gtp").unwrap();
        assert!(settings.len() > 20);
    }

    #[test]
    fn no_file_is_read_if_none_is_named() {
        let words = ["wakari", "gtp", "--config", "none"]
            .map(OsString::from)
            .to_vec();
        assert_eq!(with_file(program(), words.clone()), Ok(words));
        let named = |words: &[&str]| named(&words.iter().map(OsString::from).collect::<Vec<_>>());
        assert_eq!(named(&["--config=a", "--config", "b"]), Some("a".into()));
        assert_eq!(named(&["--configs", "a"]), None);
    }
}
