//! The games in files, folders and the standard input, one after the other.

use crate::files;
use crate::language::Language;
use crate::sgf::{Collection, Record};
use std::collections::{HashSet, VecDeque};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// What stands for the standard input.
const STANDARD_INPUT: &str = "-";

/// One game, or why it cannot be read.
pub(super) struct Game {
    /// The path of its file, with `#` and its number where the file has several.
    pub(super) id: String,
    /// Where its picture goes below a folder for pictures.
    pub(super) picture: PathBuf,
    pub(super) record: Result<Record, String>,
}

/// A file to be read, and its name below the folder that was asked for.
struct Source {
    path: PathBuf,
    name: PathBuf,
}

/// The games of some files, in their order; those of a folder by name, the files of its folders included.
///
/// Files are read only when it is their turn.
pub(super) struct Games<I> {
    sources: VecDeque<Result<Source, (PathBuf, String)>>,
    input: Option<I>,
    /// In which complaints are.
    language: Language,
    found: VecDeque<Game>,
    pictures: HashSet<String>,
}

impl<I: Read> Games<I> {
    pub(super) fn new(paths: &[PathBuf], input: I, language: Language) -> Games<I> {
        Games {
            sources: paths.iter().flat_map(|path| sources(path)).collect(),
            input: Some(input),
            language,
            found: VecDeque::new(),
            pictures: HashSet::new(),
        }
    }

    /// How many games are left at least: those found, and one for each file not yet read.
    pub(super) fn at_least(&self) -> usize {
        self.found.len() + self.sources.len()
    }

    fn open(&mut self, source: Result<Source, (PathBuf, String)>) {
        let read = source.and_then(|source| {
            let fail = |error: io::Error| (source.path.clone(), error.to_string());
            let bytes = if is_standard_input(&source.path) {
                self.read_input()
            } else {
                files::read(&source.path)
            };
            Ok((bytes.map_err(fail)?, source))
        });
        let (records, source) = match read {
            Ok((bytes, source)) => (records(&bytes, self.language), source),
            Err((path, complaint)) => {
                let name = PathBuf::from(path.file_name().unwrap_or_default());
                (vec![Err(complaint)], Source { path, name })
            }
        };
        let several = records.len() > 1;
        for (number, record) in (1..).zip(records) {
            let mut id = source.path.display().to_string();
            let mut name = source.name.with_extension("");
            if several {
                id += &format!("#{number}");
                let mut stem = name.file_name().unwrap_or_default().to_owned();
                stem.push(format!("-{number}"));
                name.set_file_name(stem);
            }
            let picture = self.picture(&name);
            self.found.push_back(Game {
                id,
                picture,
                record,
            });
        }
    }

    fn read_input(&mut self) -> io::Result<Vec<u8>> {
        let again = || io::Error::other("the standard input has been read already");
        files::read_from(self.input.take().ok_or_else(again)?)
    }

    /// A name that no other picture has, whatever the case of its letters.
    fn picture(&mut self, name: &Path) -> PathBuf {
        let mut names = (1..).map(|count| {
            let mut file = name.file_name().unwrap_or_default().to_owned();
            if count > 1 {
                file.push(format!(".{count}"));
            }
            file.push(".svg");
            name.with_file_name(file)
        });
        let is_new = |picture: &PathBuf| {
            let plain = picture.to_string_lossy().to_lowercase();
            self.pictures.insert(plain)
        };
        names.find(is_new).expect("there are names without end")
    }
}

impl<I: Read> Iterator for Games<I> {
    type Item = Game;

    fn next(&mut self) -> Option<Game> {
        while self.found.is_empty() {
            let source = self.sources.pop_front()?;
            self.open(source);
        }
        self.found.pop_front()
    }
}

fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == STANDARD_INPUT
}

/// The files that a path stands for: itself, or those of a folder and its folders that end in `.sgf`.
fn sources(path: &Path) -> Vec<Result<Source, (PathBuf, String)>> {
    if is_standard_input(path) || !fs::metadata(path).is_ok_and(|data| data.is_dir()) {
        let name = match path.file_name() {
            Some(name) if !is_standard_input(path) => name.into(),
            _ => "standard-input".into(),
        };
        return vec![Ok(Source {
            path: path.to_owned(),
            name,
        })];
    }
    let mut found = Vec::new();
    // Links are followed; one that leads back into itself is an error.
    for entry in WalkDir::new(path).follow_links(true).sort_by_file_name() {
        match entry {
            Ok(entry) => {
                let is_sgf = |path: &Path| {
                    path.extension()
                        .is_some_and(|extension| extension.eq_ignore_ascii_case("sgf"))
                };
                if entry.file_type().is_dir() || !is_sgf(entry.path()) {
                    continue;
                }
                let below = entry.path().strip_prefix(path);
                found.push(Ok(Source {
                    name: below.unwrap_or(entry.path()).to_owned(),
                    path: entry.into_path(),
                }));
            }
            Err(error) => {
                let place = error.path().unwrap_or(path).to_owned();
                let why = error.io_error().map(io::Error::to_string);
                let why = why.unwrap_or_else(|| "is a link to a folder that it is in".to_owned());
                found.push(Err((place, why)));
            }
        }
    }
    if found.is_empty() {
        found.push(Err((
            path.to_owned(),
            "has no file that ends in .sgf".to_owned(),
        )));
    }
    found
}

/// The games of one file; one complaint if there is none.
fn records(bytes: &[u8], language: Language) -> Vec<Result<Record, String>> {
    let collection = match Collection::from_bytes(bytes) {
        Ok(collection) => collection,
        Err(error) => return vec![Err(language.unreadable(&error))],
    };
    let mut records: Vec<Result<Record, String>> = collection
        .records()
        .map(|record| record.map_err(|error| language.unreadable(&error)))
        .collect();
    if records.is_empty() {
        let error = collection.first().err();
        records.extend(error.map(|error| Err(language.unreadable(&error))));
    }
    records
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn ids(paths: &[PathBuf], input: &str) -> Vec<(String, String, Result<usize, String>)> {
        let games = Games::new(paths, input.as_bytes(), Language::English);
        games
            .map(|game| {
                let moves = game.record.map(|record| record.moves().count());
                (game.id, game.picture.display().to_string(), moves)
            })
            .collect()
    }

    #[test]
    fn folders_are_searched_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
        };
        write("b.sgf", "(;SZ[9];B[aa])");
        write("A/x.SGF", "(;SZ[9];B[aa];W[bb])(;SZ[99])(;SZ[5])");
        write("A/notes.txt", "no game");
        write("c/b.sgf", "nothing");
        let root = folder.path().to_owned();
        let path = |name: &str| root.join(name).display().to_string();
        let found = ids(&[root.clone(), root.join("b.sgf")], "");
        let ids: Vec<&str> = found.iter().map(|(id, ..)| &**id).collect();
        let expected = [
            "A/x.SGF#1",
            "A/x.SGF#2",
            "A/x.SGF#3",
            "b.sgf",
            "c/b.sgf",
            "b.sgf",
        ];
        assert_eq!(ids, expected.map(path));
        let pictures: Vec<&str> = found.iter().map(|(_, picture, _)| &**picture).collect();
        let expected = [
            "A/x-1.svg",
            "A/x-2.svg",
            "A/x-3.svg",
            "b.svg",
            "c/b.svg",
            "b.2.svg",
        ];
        assert_eq!(pictures, expected);
        let moves: Vec<Option<usize>> =
            found.iter().map(|(.., moves)| moves.clone().ok()).collect();
        assert_eq!(moves, [Some(2), None, Some(0), Some(1), None, Some(1)]);
        assert!(
            found[1]
                .2
                .as_ref()
                .unwrap_err()
                .starts_with("line 1, column ")
        );
    }

    #[test]
    fn the_standard_input_is_read_once() {
        let path = PathBuf::from("-");
        let found = ids(&[path.clone(), path], "(;SZ[9];B[aa])");
        assert_eq!(found[0], ("-".into(), "standard-input.svg".into(), Ok(1)));
        assert!(
            found[1]
                .2
                .as_ref()
                .is_err_and(|error| error.contains("already"))
        );
    }

    #[test]
    fn what_is_not_there_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let none = folder.path().join("none.sgf");
        let found = ids(&[folder.path().to_owned(), none.clone()], "");
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].2, Err("has no file that ends in .sgf".to_owned()));
        assert_eq!(found[1].0, none.display().to_string());
        assert!(found[1].2.is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_in_a_circle_come_to_an_end() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.sgf"), "(;SZ[9])").unwrap();
        std::os::unix::fs::symlink(folder.path(), folder.path().join("b")).unwrap();
        let found = ids(&[folder.path().to_owned()], "");
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].2.is_ok() && found[1].2.is_err());
    }
}
