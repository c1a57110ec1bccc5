//! What the documents say of the program is compared with the program.

use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("the file is part of the repository")
}

/// What the program prints when it is run in the root with these arguments and this input, and whether it succeeds.
fn run(arguments: &[&str], input: &str) -> (String, bool) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_wakari"))
        .args(arguments)
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut pipe = program.stdin.take().expect("the input is a pipe");
    pipe.write_all(input.as_bytes()).expect("the program reads");
    drop(pipe);
    let output = program.wait_with_output().expect("the program ends");
    let text = String::from_utf8(output.stdout).expect("what it prints is text");
    (text, output.status.success())
}

/// What the engine answers to a line, without the verdict.
fn ask(line: &str) -> String {
    let (text, _) = run(&[], &format!("{line}\n"));
    text.trim_start_matches("= ").trim_end().to_owned()
}

/// The arguments with which the guide shows a command of the program, and what it says the program prints.
fn shown(command: &str) -> (String, String) {
    let text = read("README.md");
    let (_, rest) = text
        .split_once(&format!("$ target/release/wakari {command}"))
        .expect("the guide shows the command");
    let (arguments, rest) = rest.split_once('\n').expect("a line ends");
    let (expected, _) = rest.split_once("```").expect("a block ends");
    (format!("{command}{arguments}"), expected.to_owned())
}

/// The words between backquotes in the first cells of a Markdown table below a heading.
fn table(text: &str, heading: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let below = text.lines().skip_while(|line| *line != heading).skip(1);
    for line in below.take_while(|line| !line.starts_with('#')) {
        let Some(cell) = line.strip_prefix('|').and_then(|row| row.split('|').next()) else {
            continue;
        };
        found.extend(
            cell.split('`')
                .skip(1)
                .step_by(2)
                .map(|name| name.to_owned()),
        );
    }
    found
}

#[test]
fn the_readme_lists_the_commands_that_the_engine_lists() {
    let engine: BTreeSet<String> = ask("list_commands").lines().map(str::to_owned).collect();
    assert_eq!(table(&read("README.md"), "### GTP commands"), engine);
}

/// Every command is tried in a way that it takes and in one that it refuses.
#[test]
fn every_command_has_a_good_and_a_bad_case() {
    let (mut good, mut bad) = (BTreeSet::new(), BTreeSet::new());
    for path in files("gtp-tests", "tst") {
        let text = read(&path);
        let lines: Vec<&str> = text.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            let mut words = line
                .split_whitespace()
                .filter(|word| word.parse::<u32>().is_err());
            let Some(command) = words.next().filter(|word| !word.starts_with('#')) else {
                continue;
            };
            let expected = lines
                .get(index + 1)
                .and_then(|next| next.strip_prefix("#? "));
            let refused = expected.is_some_and(|expected| expected.starts_with("[? "));
            let cases = if refused { &mut bad } else { &mut good };
            cases.insert(command.to_owned());
        }
    }
    let listed = ask("list_commands");
    let without = |cases: &BTreeSet<String>| -> Vec<&str> {
        listed
            .lines()
            .filter(|&command| !cases.contains(command))
            .collect()
    };
    assert_eq!(without(&good), [""; 0], "have no good case");
    assert_eq!(without(&bad), [""; 0], "have no bad case");
}

#[test]
fn the_readme_lists_the_rule_sets() {
    let rules: BTreeSet<String> = wakari::rules::Rules::names().map(str::to_owned).collect();
    assert_eq!(table(&read("README.md"), "## Rule sets"), rules);
}

/// The examples of the guide: a line that begins with `$ printf '` pipes commands into the engine, and the
/// lines after it are what comes back.
#[test]
fn the_sessions_in_the_readme_are_true() {
    let text = read("README.md");
    let blocks = text
        .split("```console\n")
        .skip(1)
        .filter_map(|rest| rest.split_once("```"));
    let mut checked = 0;
    for (block, _) in blocks {
        let (command, expected) = block.split_once('\n').expect("a session has an answer");
        let Some((script, program)) = command
            .strip_prefix("$ printf '")
            .and_then(|rest| rest.split_once("' | "))
        else {
            continue;
        };
        let arguments: Vec<&str> = program.split_whitespace().skip(1).collect();
        let (found, _) = run(&arguments, &script.replace("\\n", "\n"));
        assert_eq!(found.trim_end(), expected.trim_end(), "{command}");
        checked += 1;
    }
    assert!(checked > 0, "the guide shows a session");
}

/// `wakari explain` says of a chain what the guide shows, but for the moves, of which there are others as good.
#[test]
fn the_explanation_in_the_readme_is_true() {
    let (arguments, expected) = shown("explain");
    let (found, _) = run(&arguments.split_whitespace().collect::<Vec<_>>(), "");
    let judged = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| {
            ["White A7", "rule: ", "White moves", "then "]
                .iter()
                .any(|start| line.starts_with(start))
        });
        lines.map(str::to_owned).collect()
    };
    assert_eq!(judged(&found), judged(&expected));
    assert_eq!(judged(&found).len(), 4);
}

/// `wakari score` prints for a file what the guide shows.
#[test]
fn the_score_in_the_readme_is_true() {
    let (arguments, expected) = shown("score");
    let (found, _) = run(&arguments.split_whitespace().collect::<Vec<_>>(), "");
    assert_eq!(found.trim_end(), expected.trim_end());
}

/// `wakari check` finds that everything works, in the words of the guide.
#[test]
fn the_check_in_the_readme_is_true() {
    let (_, expected) = shown("check");
    assert_eq!(run(&["check"], ""), (expected, true));
}

/// Every source file below a directory, as a path from the root.
fn sources(directory: &str) -> BTreeSet<String> {
    files(directory, "rs")
}

/// Every file of a kind below a directory, as a path from the root.
fn files(directory: &str, kind: &str) -> BTreeSet<String> {
    fn collect(directory: &Path, kind: &str, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(directory).expect("the directory can be read") {
            let path = entry.expect("its entries can be read").path();
            if path.is_dir() {
                collect(&path, kind, found);
            } else if path.extension().is_some_and(|extension| extension == kind) {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    collect(&root().join(directory), kind, &mut found);
    let relative = |path: &PathBuf| {
        path.strip_prefix(root())
            .expect("it is below the root")
            .to_owned()
    };
    found
        .iter()
        .map(|path| relative(path).to_string_lossy().replace('\\', "/"))
        .collect()
}

/// The documentation of the library, without the comment signs.
fn library_map() -> String {
    let text = read("src/lib.rs");
    let lines = text.lines().map_while(|line| line.strip_prefix("//!"));
    lines
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .collect::<Vec<&str>>()
        .join("\n")
}

#[test]
fn the_map_names_every_source_file() {
    let map = library_map();
    let named: BTreeSet<String> = map
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .filter(|word| word.starts_with("src/") && word.ends_with(".rs"))
        .map(str::to_owned)
        .collect();
    assert_eq!(named, sources("src"));
}

/// Which modules a module may name, from the table of imports: all that are above it in the table of its
/// own row, and what those may name.
fn allowed(map: &str) -> BTreeMap<String, BTreeSet<String>> {
    let names = |cell: &str| -> Vec<String> {
        cell.split('`')
            .skip(1)
            .step_by(2)
            .map(|name| name.to_owned())
            .collect()
    };
    let mut allowed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let rows = map
        .lines()
        .filter_map(|line| line.strip_prefix('|')?.strip_suffix('|'));
    for (modules, uses) in rows.filter_map(|row| row.split_once('|')) {
        let mut reach: BTreeSet<String> = names(uses).into_iter().collect();
        for module in names(uses) {
            let below = allowed
                .get(&module)
                .unwrap_or_else(|| panic!("`{module}` is used above its row"));
            reach.extend(below.iter().cloned());
        }
        for module in names(modules) {
            let others = names(modules).into_iter().filter(|other| *other != module);
            allowed.insert(
                module.clone(),
                reach.iter().cloned().chain(others).collect(),
            );
        }
    }
    allowed
}

#[test]
fn imports_point_downwards() {
    let allowed = allowed(&library_map());
    let tests =
        Regex::new(r"#\[cfg\(test\)\]\n(#.*\n)*.*mod tests \{").expect("the pattern is one");
    let mut checked = 0;
    for path in sources("src") {
        let inner = path.trim_start_matches("src/").trim_end_matches(".rs");
        let module = inner.split('/').next().expect("splitting gives a part");
        if matches!(module, "lib" | "main")
            || path.ends_with("/tests.rs")
            || path.contains("/tests/")
        {
            continue;
        }
        let may = allowed
            .get(module)
            .unwrap_or_else(|| panic!("{module} is not in the table of imports"));
        let text = read(&path);
        // Tests may reach for what they need to check an answer in another way.
        let text = tests.split(&text).next().expect("splitting gives a part");
        let code = text
            .lines()
            .map(str::trim_start)
            .filter(|line| !line.starts_with("//"));
        for line in code {
            for used in imported(line) {
                assert!(
                    used == module || may.contains(used),
                    "{path} imports {used}: {line}"
                );
                checked += 1;
            }
        }
    }
    assert!(checked > 20, "only {checked} imports were found");
}

/// The modules of ours that a line names after `crate::`.
fn imported(line: &str) -> impl Iterator<Item = &str> {
    line.split("crate::")
        .skip(1)
        .flat_map(|rest| {
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            match rest.strip_prefix('{') {
                None => vec![rest.split(|c| !is_name(c)).next().unwrap_or_default()],
                Some(list) => list
                    .split(',')
                    .filter_map(|item| item.trim().split(|c| !is_name(c)).next())
                    .collect(),
            }
        })
        .filter(|name| name.starts_with(|c: char| c.is_ascii_lowercase()))
}
