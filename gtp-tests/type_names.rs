//! Names of types: each has one meaning in the crate, in private modules as well.
//!
//! Types of unit tests are ignored.

use super::imports::{is_for_tests, skip_item};
use super::{read, sources};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};

/// The modules that define a type of each name.
///
/// Two definitions in one module are alternatives for different platforms: the compiler allows no
/// others.
#[derive(Default)]
struct TypeNames(BTreeMap<String, BTreeSet<String>>);

impl TypeNames {
    /// Adds the types of a module, except associated types and test code.
    fn add(&mut self, module: &str, code: TokenStream) {
        self.add_items(module, code, false);
    }

    /// Adds the types in a part of a module. Types in the body of a trait or an implementation are
    /// associated types.
    fn add_items(&mut self, module: &str, code: TokenStream, are_associated: bool) {
        let mut tokens = code.into_iter().peekable();
        // The keyword that begins the present item.
        let mut item = None;
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Punct(mark) if mark.as_char() == '#' => {
                    if tokens.next_if(is_for_tests).is_some() {
                        skip_item(&mut tokens);
                    }
                }
                TokenTree::Punct(mark) if mark.as_char() == ';' => item = None,
                TokenTree::Ident(word) => {
                    let word = word.to_string();
                    let name = match tokens.peek() {
                        Some(TokenTree::Ident(name)) => name.to_string(),
                        _ => String::new(),
                    };
                    let is_type = match word.as_str() {
                        "struct" | "enum" | "trait" => true,
                        "type" => !are_associated,
                        _ => false,
                    };
                    if is_type && !name.is_empty() {
                        let modules = self.0.entry(name.clone()).or_default();
                        modules.insert(module.to_owned());
                    }
                    if matches!(word.as_str(), "fn" | "impl" | "trait" | "mod") {
                        item.get_or_insert((word, name));
                    }
                }
                TokenTree::Group(group) => match (&item, group.delimiter()) {
                    (Some((word, name)), Delimiter::Brace) => {
                        let inner = format!("{module}::{name}");
                        let module = if word == "mod" { &inner } else { module };
                        let are_associated = matches!(word.as_str(), "impl" | "trait");
                        self.add_items(module, group.stream(), are_associated);
                        item = None;
                    }
                    _ => self.add_items(module, group.stream(), false),
                },
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }

    /// The names with several meanings, each with the modules that define it.
    fn ambiguous(self) -> BTreeMap<String, BTreeSet<String>> {
        let names = self.0.into_iter();
        names.filter(|(_, modules)| modules.len() > 1).collect()
    }
}

#[test]
fn a_type_name_has_one_meaning() {
    let mut names = TypeNames::default();
    for path in sources("src") {
        if path.ends_with("/tests.rs") || path.contains("/tests/") {
            continue;
        }
        let code = read(&path);
        names.add(
            &path,
            code.parse().expect("a source file is made of tokens"),
        );
    }
    assert!(names.0.contains_key("Position"), "the sources are found");
    let ambiguous = names.ambiguous();
    assert!(
        ambiguous.is_empty(),
        "type names with several definitions: {ambiguous:#?}"
    );
}

/// Covers every syntax that defines a type, and what only looks like it.
#[test]
fn definitions_are_found() {
    let mut names = TypeNames::default();
    let code = "
        #[derive(Debug)] pub struct Unit; struct Tuple(u8);
        pub(in crate::go) enum Choice { One(Unit), Two }
        pub trait Shape<T> { type Output; fn area(&self) -> u32 { struct Local; 0 } }
        impl Shape<u8> for Unit { type Output = u8; fn area(&self) -> u32 { type Short = u8; 0 } }
        fn shape(shape: impl Shape<u8>) { enum Inner {} }
        #[cfg(unix)] type Id = u64;
        #[cfg(not(unix))] type Id = u32;
        mod inner { pub(super) type Id = u8; }
        #[cfg(test)] mod tests { struct Tuple; }
        #[cfg(test)] struct Choice;
        macro_rules! define { ($name:ident) => { struct $name; } }
        // struct Comment;
    ";
    let file: TokenStream = code.parse().expect("tokens");
    names.add("a", file);
    let found: Vec<&str> = names.0.keys().map(String::as_str).collect();
    let expected = [
        "Choice", "Id", "Inner", "Local", "Shape", "Short", "Tuple", "Unit",
    ];
    assert_eq!(found, expected);
    names.add("b", "struct Unit { side: u8 }".parse().expect("tokens"));
    let expected = [("Id", ["a", "a::inner"]), ("Unit", ["a", "b"])];
    let expected = expected.map(|(name, modules)| {
        let modules = modules.map(str::to_owned);
        (name.to_owned(), BTreeSet::from(modules))
    });
    assert_eq!(names.ambiguous(), BTreeMap::from(expected));
}
