//! Imports between source files: without cycles, and only from lower rooms.
//!
//! Imports of unit tests are ignored: tests may use any module to check a result.

use super::{read, sources};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree, token_stream};
use std::collections::{BTreeMap, BTreeSet};
use std::iter::Peekable;

/// The rooms of the source, lowest first, as the table in `src/lib.rs` lists them.
pub(super) const ROOMS: [&str; 8] = [
    "util", "go", "formats", "life", "mcts", "referee", "engine", "ui",
];

/// A module as the names of its path; empty for the crate.
type Module = Vec<String>;
pub(super) type Tokens = Peekable<token_stream::IntoIter>;

/// A path in the code of a module.
struct Path {
    module: Module,
    words: Vec<String>,
}

/// Imported files by file. Files are named by their modules, with slashes (`life/benson`).
struct Imports(BTreeMap<String, BTreeSet<String>>);

impl Imports {
    /// Imports of all source files except tests and `lib.rs`.
    fn of_sources() -> Imports {
        let is_test = |path: &String| path.ends_with("/tests.rs") || path.contains("/tests/");
        let names = sources("src").into_iter().filter(|path| !is_test(path));
        let names = names.map(|path| path["src/".len()..path.len() - ".rs".len()].to_owned());
        let names: BTreeSet<String> = names.filter(|name| name != "lib").collect();
        let files: BTreeSet<&str> = names.iter().map(String::as_str).collect();
        let imports = files.iter().map(|name| {
            let code = read(&format!("src/{name}.rs"));
            ((*name).to_owned(), imported(name, &code, &files))
        });
        Imports(imports.collect())
    }

    /// All direct and indirect dependencies of a file.
    fn reach(&self, file: &str) -> BTreeSet<&str> {
        let mut reached = BTreeSet::new();
        let mut open = vec![file];
        while let Some(file) = open.pop() {
            for imported in self.0.get(file).into_iter().flatten() {
                if reached.insert(imported.as_str()) {
                    open.push(imported);
                }
            }
        }
        reached
    }

    /// Groups of files that depend on each other.
    fn circles(&self) -> BTreeSet<Vec<&str>> {
        let files = self.0.keys().map(String::as_str);
        let reach: BTreeMap<&str, BTreeSet<&str>> =
            files.map(|file| (file, self.reach(file))).collect();
        let mut circles = BTreeSet::new();
        for (file, reached) in &reach {
            let needs_file = |other: &&str| reach[other].contains(file);
            let circle: Vec<&str> = reached.iter().copied().filter(needs_file).collect();
            if !circle.is_empty() {
                circles.insert(circle);
            }
        }
        circles
    }
}

/// The files that a file imports, except itself.
fn imported(file: &str, code: &str, files: &BTreeSet<&str>) -> BTreeSet<String> {
    let module = match file {
        "main" => Module::new(),
        _ => file.split('/').map(str::to_owned).collect(),
    };
    let paths = paths(&module, code);
    let imported = paths.iter().filter_map(|path| path.file(files));
    imported.filter(|other| other != file).collect()
}

/// The height of the room of a file: its place in [`ROOMS`], or above all of them for `main`.
fn height(file: &str) -> usize {
    let room = file.split('/').next().unwrap_or(file);
    let place = ROOMS.iter().position(|name| *name == room);
    place.unwrap_or_else(|| {
        assert_eq!(file, "main", "src/{file}.rs is in no room");
        ROOMS.len()
    })
}

impl Path {
    /// The file that the path leads to: the deepest module on it that is a file.
    fn file(&self, files: &BTreeSet<&str>) -> Option<String> {
        let way = self.way()?;
        let modules = (1..=way.len()).map(|length| way[..length].join("/"));
        modules
            .take_while(|module| files.contains(module.as_str()))
            .last()
            .filter(|file| self.begins_in_crate() || file.len() > self.module.join("/").len())
    }

    /// The path from the crate root. A single word refers to no other file.
    fn way(&self) -> Option<Module> {
        let (first, rest) = self
            .words
            .split_first()
            .filter(|(_, rest)| !rest.is_empty())?;
        Some(match first.as_str() {
            "crate" | "wakari" => rest.to_vec(),
            "self" => [&self.module[..], rest].concat(),
            "super" => {
                let up = self
                    .words
                    .iter()
                    .take_while(|word| *word == "super")
                    .count();
                let above = self.module.len().checked_sub(up)?;
                [&self.module[..above], &self.words[up..]].concat()
            }
            _ => [&self.module[..], &self.words].concat(),
        })
    }

    fn begins_in_crate(&self) -> bool {
        matches!(
            self.words[0].as_str(),
            "crate" | "wakari" | "self" | "super"
        )
    }
}

/// All paths in the code of a module.
fn paths(module: &Module, code: &str) -> Vec<Path> {
    let tokens: TokenStream = code.parse().expect("a source file is made of tokens");
    let mut found = Vec::new();
    collect(module, tokens, &mut found);
    found
}

/// Collects the paths in a part of a module, except test code.
fn collect(module: &Module, tokens: TokenStream, found: &mut Vec<Path>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(mark) if mark.as_char() == '#' => {
                if tokens.next_if(is_for_tests).is_some() {
                    skip_item(&mut tokens);
                }
            }
            // The path in `pub(in path)` is no import.
            TokenTree::Ident(word) if word == "pub" => {
                tokens.next_if(|token| matches!(token, TokenTree::Group(_)));
            }
            TokenTree::Ident(word) if word == "mod" => {
                let name = tokens.next().map(|name| name.to_string());
                if let Some(TokenTree::Group(body)) = tokens.peek() {
                    let inner = module.iter().cloned().chain(name).collect();
                    collect(&inner, body.stream(), found);
                    tokens.next();
                }
            }
            TokenTree::Ident(word) => {
                let named = path(vec![word.to_string()], &mut tokens);
                found.extend(named.into_iter().map(|words| Path {
                    module: module.clone(),
                    words,
                }));
            }
            TokenTree::Group(group) => collect(module, group.stream(), found),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// Returns true for the brackets of `#[cfg(test)]`.
pub(super) fn is_for_tests(token: &TokenTree) -> bool {
    token.to_string().replace(' ', "") == "[cfg(test)]"
}

/// Skips an item, up to the first `;` or block.
pub(super) fn skip_item(tokens: &mut Tokens) {
    for token in tokens {
        match token {
            TokenTree::Punct(mark) if mark.as_char() == ';' => return,
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => return,
            _ => {}
        }
    }
}

/// Reads the rest of a path. A list in braces yields several paths.
fn path(mut words: Vec<String>, tokens: &mut Tokens) -> Vec<Vec<String>> {
    while tokens.next_if(is_colon).is_some() {
        // A single colon precedes a type.
        if tokens.next_if(is_colon).is_none() {
            break;
        }
        match tokens.next_if(|token| matches!(token, TokenTree::Ident(_) | TokenTree::Group(_))) {
            Some(TokenTree::Group(list)) => return listed(&words, list),
            Some(word) => words.push(word.to_string()),
            None => break,
        }
    }
    vec![words]
}

fn is_colon(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(mark) if mark.as_char() == ':')
}

/// The paths of a list that continues a path.
fn listed(path_so_far: &[String], list: Group) -> Vec<Vec<String>> {
    let mut tokens = list.stream().into_iter().peekable();
    let mut found = Vec::new();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(word) if word == "as" => _ = tokens.next(),
            TokenTree::Ident(word) if word == "self" => found.push(path_so_far.to_vec()),
            TokenTree::Ident(word) => {
                let words = [path_so_far, &[word.to_string()]].concat();
                found.extend(path(words, &mut tokens));
            }
            _ => {}
        }
    }
    found
}

#[test]
fn the_library_lists_the_rooms() {
    let text = read("src/lib.rs");
    let rows = text
        .lines()
        .filter_map(|line| line.strip_prefix("//! | [`"));
    let names: Vec<&str> = rows.filter_map(|row| row.split('`').next()).collect();
    assert_eq!(names, ROOMS);
}

#[test]
fn rooms_import_from_lower_rooms_only() {
    for (file, imported) in Imports::of_sources().0 {
        for other in imported {
            assert!(
                height(&other) <= height(&file),
                "src/{file}.rs imports {other}"
            );
        }
    }
}

/// The modules that `lib.rs` re-exports at the root are for users of the library: an import by such a
/// path would hide the room it comes from.
#[test]
fn paths_from_the_root_begin_with_a_room() {
    for path in sources("src") {
        let name = &path["src/".len()..path.len() - ".rs".len()];
        if name == "lib" {
            continue;
        }
        let module: Module = name.split('/').map(str::to_owned).collect();
        for found in paths(&module, &read(&path)) {
            if let [first, second, ..] = &found.words[..]
                && first == "crate"
            {
                assert!(ROOMS.contains(&second.as_str()), "{path}: crate::{second}");
            }
        }
    }
}

#[test]
fn no_files_import_each_other() {
    let imports = Imports::of_sources();
    assert_eq!(imports.circles(), BTreeSet::new());
}

/// Covers every syntax for naming another file.
#[test]
fn imports_are_found() {
    let code = "
        use crate::board::{self, Board as Picture, diagram::board};
        pub(in crate::judge) use super::chain::{Chain, *};
        mod inner { use super::region::Region; }
        #[cfg(test)] mod tests { use crate::rules::Rules; }
        #[cfg(test)] use crate::rules::Rules;
        pub(super) fn play(at: crate::point::Point) { local::go(Vec::<u8>::new()); debug!(self::safety::of(at)) }
        // crate::color::Color
    ";
    let files = [
        "board",
        "board/diagram",
        "color",
        "judge",
        "life",
        "life/benson",
        "life/benson/local",
        "life/benson/safety",
        "life/chain",
        "life/benson/region",
        "point",
        "rules",
    ];
    let expected = [
        "board",
        "board/diagram",
        "life/benson/local",
        "life/benson/region",
        "life/benson/safety",
        "life/chain",
        "point",
    ];
    let found = imported("life/benson", code, &BTreeSet::from(files));
    assert_eq!(found, expected.map(str::to_owned).into());
}
