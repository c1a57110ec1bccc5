//! Checks the documents against the program, and the package: licenses, size, archives.

mod imports;
mod type_names;

use flate2::Compression;
use flate2::write::GzEncoder;
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("the file is part of the repository")
}

/// Runs the program in the repository root. Returns its output, and whether it succeeded.
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

/// The engine's response to a line, without its status.
fn ask(line: &str) -> String {
    let (text, _) = run(&[], &format!("{line}\n"));
    text.trim_start_matches("= ").trim_end().to_owned()
}

/// The documents for users.
fn documents() -> BTreeSet<String> {
    let mut documents = files("docs", "md");
    let others = [
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "examples/README.md",
        "gtp-tests/README.md",
        "gtp-tests/external_clients/README.md",
    ];
    documents.extend(others.map(str::to_owned));
    documents
}

/// Sessions in the documents: document, command line and output.
fn sessions() -> Vec<(String, String, String)> {
    let mut sessions = Vec::new();
    for document in documents() {
        for rest in read(&document).split("```console\n$ ").skip(1) {
            let (block, _) = rest.split_once("```").expect("a block ends");
            // A command line may continue after a pipe.
            let block = block.replace("|\n    ", "| ");
            let (command, printed) = block.split_once('\n').expect("a line ends");
            sessions.push((document.clone(), command.to_owned(), printed.to_owned()));
        }
    }
    sessions
}

/// The words in backquotes in the first column of the Markdown tables below a heading.
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
fn the_reference_lists_the_commands_that_the_engine_lists() {
    let engine: BTreeSet<String> = ask("list_commands").lines().map(str::to_owned).collect();
    assert_eq!(table(&read("docs/reference.md"), "## GTP commands"), engine);
}

/// Options of each command in the reference: those of the tables whose heads name it.
fn documented_options() -> BTreeMap<String, BTreeSet<String>> {
    let quoted = Regex::new(r"`([^` ]+)[^`]*`").expect("the pattern is one");
    let mut options: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut commands = Vec::new();
    for line in read("docs/reference.md").lines() {
        let cell = line.split('|').nth(1).unwrap_or_default();
        let words = quoted.captures_iter(cell).map(|word| word[1].to_owned());
        if !line.starts_with('|') {
            commands.clear();
        } else if cell.starts_with(" Option of ") {
            commands = words.collect();
        } else {
            let found: Vec<String> = words.filter(|word| word.starts_with("--")).collect();
            for command in &commands {
                let known = options.entry(command.clone()).or_default();
                known.extend(found.iter().cloned());
            }
        }
    }
    options
}

#[test]
fn the_reference_lists_the_options_of_every_command() {
    let option = Regex::new(r"(?m)^ +(?:-\w, )?(--[a-z-]+)").expect("the pattern is one");
    let documented = documented_options();
    let (help, _) = run(&["--help"], "");
    let (_, list) = help
        .split_once("Commands:\n")
        .expect("the help lists the commands");
    let (list, _) = list.split_once("\n\n").expect("the list ends");
    let commands = list
        .lines()
        .filter_map(|line| line.split_whitespace().next());
    for command in commands.filter(|&command| command != "help") {
        let (help, _) = run(&[command, "--help"], "");
        let (_, options) = help.split_once("\nOptions:\n").expect("it lists options");
        let found: BTreeSet<String> = option
            .captures_iter(options)
            .map(|found| found[1].to_owned())
            .filter(|name| name != "--help")
            .collect();
        let expected = documented.get(command).cloned().unwrap_or_default();
        assert_eq!(expected, found, "of wakari {command}");
    }
}

/// Every GTP command has a test of its success and one of its failure.
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

/// Licenses that dependencies of a program under MIT or Apache-2.0 may have; `deny.toml` has them
/// too.
const LICENSES: [&str; 11] = [
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Returns true if a license, such as `(MIT OR GPL-2.0) AND ISC`, is satisfied by allowed ones.
fn is_allowed(license: &str) -> bool {
    let license = license.replace('/', " OR ").replace(['(', ')'], "");
    let parts = license.split(" AND ");
    parts.into_iter().all(|part| {
        let mut choices = part.split(" OR ").map(str::trim);
        choices.any(|choice| LICENSES.contains(&choice))
    })
}

/// Package metadata from cargo, without network access.
fn metadata(more: &[&str]) -> Output {
    Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1"])
        .args(["--offline", "--all-features"])
        .args(more)
        .current_dir(root())
        .output()
        .expect("cargo runs")
}

/// Target triple of the host.
fn host() -> String {
    let told = Command::new("rustc").arg("-vV").output();
    let told = String::from_utf8(told.expect("rustc runs").stdout).expect("names are text");
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("rustc says for what it compiles").to_owned()
}

#[test]
fn the_licenses_of_what_is_used_allow_it() {
    for (license, allowed) in [
        ("MIT OR GPL-3.0", true),
        ("GPL-3.0", false),
        ("MIT AND GPL-3.0", false),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
        ("Unlicense/MIT", true),
    ] {
        assert_eq!(is_allowed(license), allowed, "{license}");
    }
    // Dependencies of other platforms may not have been downloaded.
    let everything = metadata(&[]);
    let output = if everything.status.success() {
        everything
    } else {
        metadata(&["--filter-platform", &host()])
    };
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let data: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = data["packages"].as_array().expect("a list");
    assert!(packages.len() > 20);
    for package in packages {
        let license = package["license"].as_str().unwrap_or_default();
        assert!(is_allowed(license), "{}: {license}", package["name"]);
    }
    let deny = read("deny.toml");
    for license in LICENSES {
        assert!(deny.contains(&format!("\"{license}\"")), "{license}");
    }
}

/// Size of the published package without archive headers.
#[test]
fn the_crate_is_small() {
    let output = Command::new(env!("CARGO"))
        .args(["package", "--list", "--allow-dirty", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    let listed = String::from_utf8(output.stdout).expect("names are text");
    assert!(listed.contains("src/lib.rs") && listed.contains("LICENSE-MIT"));
    let length = |name: &str| fs::read(root().join(name)).expect("it is there").len();
    let is_weights = |name: &&str| name.ends_with(".bin") || name.ends_with(".bin.gz");
    let weights: usize = listed.lines().filter(is_weights).map(length).sum();
    assert!((2_000_000..3_000_000).contains(&weights), "{weights} bytes");
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    for name in listed.lines() {
        // Cargo generates some of the files.
        let text = fs::read(root().join(name)).unwrap_or_default();
        packed.write_all(&text).expect("there is memory");
    }
    let size = packed.finish().expect("there is memory").len();
    // docs/install.md says 3.7 MB.
    assert!((3_500_000..3_900_000).contains(&size), "{size} bytes");
}

/// `cargo binstall` looks for programs where `.ci/package` puts them, for each release target.
#[test]
fn programs_are_found_where_they_are_packed() {
    let value = |text: &str, key: &str| {
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix(&format!("{key} = ")));
        line.unwrap_or_default().trim_matches('"').to_owned()
    };
    let manifest = read("Cargo.toml");
    let (_, looked_for) = manifest
        .split_once("[package.metadata.binstall]")
        .expect("it says where");
    let (general, windows) = looked_for
        .split_once("[package.metadata.binstall.overrides.x86_64-pc-windows-msvc]")
        .expect("Windows has archives of another kind");
    let script = read(".ci/package");
    let release = read(".github/workflows/release.yml");
    let targets = Regex::new(r"target: ([\w-]+)").expect("the pattern is one");
    let version = env!("CARGO_PKG_VERSION");
    let mut seen = 0;
    for found in targets.captures_iter(&release) {
        let target = &found[1];
        let is_windows = target.contains("windows");
        let format = value(if is_windows { windows } else { general }, "pkg-fmt");
        let fill = |template: String| {
            template
                .replace("{ repo }", &value(&manifest, "repository"))
                .replace("{ version }", version)
                .replace("{ target }", target)
                .replace("{ archive-suffix }", &format!(".{format}"))
                .replace("{ bin }", "wakari")
                .replace("{ binary-ext }", if is_windows { ".exe" } else { "" })
        };
        let pack = |template: &str| {
            template
                .replace("$version", version)
                .replace("$target", target)
                .replace("$suffix", if is_windows { ".exe" } else { "" })
        };
        // In the script: name=wakari-$version-$target, archive=$name.zip or .tgz, program
        // wakari$suffix.
        let name = script
            .lines()
            .find_map(|line| line.strip_prefix("name="))
            .map(pack)
            .expect("archives have names");
        assert!(
            script.contains(&format!("archive=$name.{format}")),
            "{target}"
        );
        assert!(
            fill(value(general, "pkg-url")).ends_with(&format!("/v{version}/{name}.{format}")),
            "{target}"
        );
        assert!(script.contains("/release/wakari$suffix"));
        let program = pack("wakari$suffix");
        assert_eq!(fill(value(general, "bin-dir")), format!("{name}/{program}"));
        seen += 1;
    }
    assert!(seen >= 6, "{seen} targets");
}

#[test]
fn the_readme_lists_the_rule_sets() {
    let rules: BTreeSet<String> = wakari::rules::Rules::names().map(str::to_owned).collect();
    assert_eq!(table(&read("README.md"), "## Rule sets"), rules);
}

/// The lines of an explanation that are unique. Its moves have equivalent alternatives.
fn judged(explanation: &str) -> String {
    let starts = if explanation.contains("Rule: ") {
        ["White A7", "Rule: ", "White moves", "Now "]
    } else {
        ["白A7", "規約：", "白が先着", "以後、"]
    };
    let lines = explanation
        .lines()
        .filter(|line| starts.iter().any(|start| line.starts_with(start)));
    let lines: Vec<&str> = lines.collect();
    assert_eq!(lines.len(), starts.len(), "{explanation}");
    lines.join("\n")
}

/// A command line either pipes GTP into the engine, `printf '…' | target/release/wakari …`, or runs
/// a command.
#[test]
fn the_sessions_in_the_documents_are_true() {
    let mut shown = BTreeSet::new();
    for (document, command, printed) in sessions() {
        let (input, call) = match command.strip_prefix("printf '") {
            Some(rest) => rest.split_once("' | ").expect("it is a pipe"),
            None => ("", command.as_str()),
        };
        let arguments = call
            .strip_prefix("target/release/wakari ")
            .unwrap_or_else(|| panic!("{document} runs another program: {command}"));
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        let (found, succeeds) = run(&arguments, &input.replace("\\n", "\n"));
        assert!(succeeds, "{command} in {document}");
        if arguments[0] == "explain" {
            assert_eq!(judged(&found), judged(&printed), "{command} in {document}");
        } else {
            assert_eq!(
                found.trim_end(),
                printed.trim_end(),
                "{command} in {document}"
            );
        }
        shown.insert(arguments[0].trim_start_matches("--").to_owned());
    }
    for kind in ["check", "explain", "score", "size"] {
        assert!(shown.contains(kind), "no document shows {kind}");
    }
}

/// The text of a document without its code blocks.
fn prose(document: &str) -> String {
    read(document).split("```").step_by(2).collect()
}

/// Structure that a page shares with its translation: heading levels, table rows, pictures, text in
/// backquotes, and code blocks without comments. Of a session, only the command counts, without its
/// language.
fn bones(document: &str) -> Vec<String> {
    let prose = prose(document);
    let shape = |line: &str| {
        let depth = line.chars().take_while(|&c| c == '#').count();
        let is_row = line.starts_with('|');
        (depth > 0 || is_row).then(|| format!("{} {is_row}", "#".repeat(depth)))
    };
    let mut bones: Vec<String> = prose.lines().filter_map(shape).collect();
    let picture = Regex::new(r"!\[[^]]*\]\([^)]*?([\w-]+\.\w+)\)").expect("the pattern is one");
    bones.extend(picture.captures_iter(&prose).map(|name| name[1].to_owned()));
    let quoted: BTreeSet<&str> = prose.split('`').skip(1).step_by(2).collect();
    bones.extend(quoted.into_iter().map(str::to_owned));
    for block in read(document).split("```").skip(1).step_by(2) {
        let lines = if block.starts_with("console") {
            2
        } else {
            usize::MAX
        };
        let code = block.lines().take(lines).map(|line| {
            let code = line.split(" #").next().unwrap_or_default();
            code.replace(" --lang ja", "").trim_end().to_owned()
        });
        bones.extend(code);
    }
    bones
}

/// Tests that translations are complete. Their wording needs a reader.
#[test]
fn translations_follow_the_originals() {
    let pages = files("docs/ja", "md");
    assert!(pages.len() >= 10, "{pages:?}");
    for page in pages {
        let name = page.trim_start_matches("docs/ja/");
        let original = match name {
            "README.md" => name.to_owned(),
            _ => format!("docs/{name}"),
        };
        assert_eq!(bones(&original), bones(&page), "{original} and {page}");
        for (from, to) in [(&original, &page), (&page, &original)] {
            let is_linked = links(from).iter().any(|(path, _)| path == to);
            assert!(is_linked, "{from} does not lead to {to}");
        }
    }
}

/// Anchors of the headings, as forges generate them: lowercase words joined by hyphens.
fn anchors(document: &str) -> BTreeSet<String> {
    let prose = prose(document);
    let headings = prose.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|heading| {
            let words = heading.trim_start_matches('#').trim().to_lowercase();
            let kept = words
                .chars()
                .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            kept.map(|c| if c == ' ' { '-' } else { c }).collect()
        })
        .collect()
}

/// Links of a document into the repository: path from the root, and anchor or empty string.
fn links(document: &str) -> Vec<(String, String)> {
    let link = Regex::new(r"\]\(([^)\s]+)\)").expect("the pattern is one");
    let mut links = Vec::new();
    for found in link.captures_iter(&prose(document)) {
        if found[1].contains("://") {
            continue;
        }
        let (path, anchor) = found[1].split_once('#').unwrap_or((&found[1], ""));
        let mut place: Vec<&str> = document.split('/').collect();
        if !path.is_empty() {
            place.pop();
        }
        for step in path.split('/').filter(|step| !step.is_empty()) {
            if step == ".." {
                assert!(
                    place.pop().is_some(),
                    "{document} leaves the repository: {path}"
                );
            } else {
                place.push(step);
            }
        }
        links.push((place.join("/"), anchor.to_owned()));
    }
    links
}

#[test]
fn links_in_the_documents_lead_somewhere() {
    for document in documents() {
        for (path, anchor) in links(&document) {
            assert!(root().join(&path).exists(), "{document} links to {path}");
            assert!(
                anchor.is_empty() || anchors(&path).contains(&anchor),
                "{document} links to #{anchor} in {path}"
            );
        }
    }
}

#[test]
fn pictures_are_small_and_told_in_words() {
    for picture in files("docs/pictures", "png") {
        let size = fs::metadata(root().join(&picture))
            .expect("it is there")
            .len();
        assert!(size < 150_000, "{picture} has {size} bytes");
    }
    let picture = Regex::new(r"!\[([^]]*)\]\(").expect("the pattern is one");
    let mut seen = 0;
    for document in documents() {
        for found in picture.captures_iter(&prose(&document)) {
            assert!(found[1].chars().count() > 10, "{document}: {:?}", &found[0]);
            seen += 1;
        }
    }
    assert!(seen > 10, "{seen} pictures");
}

#[test]
fn every_document_can_be_reached_from_the_first_page() {
    let mut reached = BTreeSet::from(["README.md".to_owned()]);
    let mut open = vec!["README.md".to_owned()];
    while let Some(document) = open.pop() {
        for (path, _) in links(&document) {
            if reached.insert(path.clone()) && documents().contains(&path) {
                open.push(path);
            }
        }
    }
    for file in files("docs", "").union(&documents()) {
        assert!(reached.contains(file), "nothing leads to {file}");
    }
}

#[test]
fn the_architecture_names_every_room() {
    let rooms = table(&read("docs/architecture.md"), "## The rooms");
    assert_eq!(rooms, imports::ROOMS.map(str::to_owned).into());
}

/// Arguments of the calls of the program in a document's code.
fn calls(document: &str) -> Vec<Vec<String>> {
    fn collect(line: &str, calls: &mut Vec<Vec<String>>) {
        // Other code may have unpaired quotes.
        let words = shlex::split(line).unwrap_or_default();
        for (index, word) in words.iter().enumerate() {
            if word == "wakari" || word.ends_with("release/wakari") {
                let arguments = words[index + 1..].iter().cloned();
                calls.push(arguments.take_while(|word| word != "|").collect());
            } else if word.contains(' ') {
                collect(word, calls);
            }
        }
    }
    let mut calls = Vec::new();
    let text = read(document).replace("\\\n", " ");
    for (index, part) in text.split("```").enumerate() {
        let lines: Vec<&str> = if index % 2 == 1 {
            part.lines().collect()
        } else {
            part.split('`').skip(1).step_by(2).collect()
        };
        for line in lines {
            collect(line, &mut calls);
        }
    }
    calls
}

#[test]
fn calls_in_the_documents_have_options_that_exist() {
    let options = documented_options();
    let mut checked = 0;
    for document in documents() {
        for call in calls(&document) {
            let command = call.first().filter(|word| !word.starts_with('-'));
            let command = command.map_or("gtp", String::as_str);
            for option in call.iter().filter(|word| word.starts_with("--")) {
                let known = options.get(command);
                assert!(
                    ["--help", "--version"].contains(&option.as_str())
                        || known.is_some_and(|known| known.contains(option)),
                    "{document} calls wakari {command} with {option}"
                );
                checked += 1;
            }
        }
    }
    assert!(checked > 50, "only {checked} options were found");
}

#[test]
fn tests_that_the_documents_name_exist() {
    let call =
        Regex::new(r"cargo test [^`\n]*--(lib|test) (\w[\w-]*)").expect("the pattern is one");
    let functions: String = sources("src").iter().map(|path| read(path)).collect();
    for document in documents() {
        for found in call.captures_iter(&read(&document)) {
            let defined = match &found[1] {
                "lib" => Regex::new(&format!(r"fn \w*{}\w*\(", &found[2])),
                _ => Regex::new(&format!(r#"(?m)^name = "{}"$"#, &found[2])),
            };
            let defined = defined.expect("the pattern is one");
            assert!(
                defined.is_match(&functions) || defined.is_match(&read("Cargo.toml")),
                "{document} names {}",
                &found[0]
            );
        }
    }
}

/// The index of tests lists every target, and its table of variables every one that code reads.
#[test]
fn the_index_of_tests_is_complete() {
    let index = read("gtp-tests/README.md");
    let names = |pattern: &str, text: &str| -> BTreeSet<String> {
        let pattern = Regex::new(pattern).expect("the pattern is one");
        let names = pattern.captures_iter(text).map(|name| name[1].to_owned());
        names.collect()
    };
    let mut targets = names(r#"\[\[test\]\]\r?\nname = "([\w-]+)""#, &read("Cargo.toml"));
    targets.extend(["--lib", "--doc"].map(str::to_owned));
    assert_eq!(table(&index, "## Index"), targets);
    let folders = ["src", "gtp-tests", "benches"].map(sources);
    let code: String = folders.iter().flatten().map(|path| read(path)).collect();
    let mut variables = names(r#""(WAKARI_[A-Z_]+)""#, &code);
    // Set by a test for its own child, and by the build.
    variables.remove("WAKARI_SPINNER");
    variables.remove("WAKARI_COMMIT");
    assert_eq!(table(&index, "## The long form"), variables);
}

#[test]
fn tests_of_graphical_programs_exist() {
    let text = read("docs/clients.md");
    let (_, tried) = text.split_once("## Tested programs").expect("a table");
    let code: String = sources("src")
        .union(&sources("gtp-tests"))
        .map(|path| read(path))
        .collect();
    let names: BTreeSet<&str> = tried.split('`').skip(1).step_by(2).collect();
    let tests: Vec<&&str> = names.iter().filter(|name| name.contains('_')).collect();
    assert!(tests.len() > 12, "{tests:?}");
    for test in tests {
        assert!(code.contains(&format!("fn {test}()")), "{test}");
    }
}

/// Rows of the tables of articles: article, implementing files, tests.
fn articles() -> Vec<(String, Vec<String>, Vec<String>)> {
    let quoted = Regex::new(r"`([^`]+)`").expect("the pattern is one");
    let names = |cell: &str| -> Vec<String> {
        let names = quoted.captures_iter(cell);
        names.map(|name| name[1].to_owned()).collect()
    };
    let text = read("docs/articles.md");
    let rows = text
        .lines()
        .filter(|line| line.starts_with("| "))
        .map(|line| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            assert_eq!(cells.len(), 6, "{line}");
            let article = format!("{} {}", cells[1], cells[2]);
            (article, names(cells[3]), names(cells[4]))
        });
    rows.filter(|(article, ..)| article != "Article Subject")
        .collect()
}

#[test]
fn each_article_names_a_file_and_tests_that_exist() {
    let cases: BTreeSet<String> = files("gtp-tests/cases", "case")
        .iter()
        .filter_map(|path| Some(Path::new(path).file_stem()?.to_str()?.to_owned()))
        .collect();
    let exists = |test: &str| match test.split_once("::") {
        Some((path, name)) => read(path).contains(&format!("fn {name}()")),
        None if test.ends_with(".tst") => root().join(test).exists(),
        None => cases.contains(test),
    };
    let articles = articles();
    assert!(articles.len() > 60, "{} articles", articles.len());
    for (article, rooms, tests) in articles {
        assert!(!rooms.is_empty() && !tests.is_empty(), "{article}");
        for room in rooms {
            assert!(root().join(&room).is_file(), "{article}: {room}");
        }
        for test in tests {
            assert!(exists(&test), "{article}: {test}");
        }
    }
}

/// Rust files below a directory, as paths from the root.
fn sources(directory: &str) -> BTreeSet<String> {
    files(directory, "rs")
}

/// Files with an extension (all, if it is empty) below a directory, as paths from the root.
fn files(directory: &str, kind: &str) -> BTreeSet<String> {
    fn collect(directory: &Path, kind: &str, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(directory).expect("the directory can be read") {
            let path = entry.expect("its entries can be read").path();
            if path.is_dir() {
                collect(&path, kind, found);
            } else if kind.is_empty() || path.extension().is_some_and(|extension| extension == kind)
            {
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
