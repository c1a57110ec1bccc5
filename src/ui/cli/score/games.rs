//! Games in files, folders and standard input, read one after the other.

use super::super::input::{GameError, is_standard_stream};
use crate::formats::sgf::{Collection, Record};
use crate::util::files::{self, safe_name};
use crate::util::visible;
use std::collections::{HashSet, VecDeque};
use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A game, or the error of reading it.
pub(super) struct InputGame {
    /// Path of the file, with `#` and the number of the game if there are several.
    pub(super) id: String,
    /// Path of its picture below the folder of pictures.
    pub(super) picture: PathBuf,
    pub(super) record: Result<Record, GameError>,
}

/// A file with games.
struct InputFile {
    path: PathBuf,
    /// Path relative to the folder given on the command line.
    name: PathBuf,
}

impl InputFile {
    /// A file given without a folder.
    fn alone(path: PathBuf) -> InputFile {
        let name = PathBuf::from(path.file_name().unwrap_or_default());
        InputFile { path, name }
    }
}

/// Iterates over the games of files, and of folders recursively in the order of names.
///
/// Each file is read when its turn comes.
pub(super) struct InputGames<I> {
    files: VecDeque<Result<InputFile, (PathBuf, GameError)>>,
    input: Option<I>,
    found: VecDeque<InputGame>,
    pictures: HashSet<String>,
}

impl<I: Read> InputGames<I> {
    pub(super) fn new(paths: &[PathBuf], input: I) -> InputGames<I> {
        InputGames {
            files: paths.iter().flat_map(|path| files_at(path)).collect(),
            input: Some(input),
            found: VecDeque::new(),
            pictures: HashSet::new(),
        }
    }

    /// Paths of the files to be read.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        let files = self.files.iter().flatten();
        files.map(|file| &*file.path)
    }

    /// Lower bound of the remaining games: those found, and one per unread file.
    pub(super) fn at_least(&self) -> usize {
        self.found.len() + self.files.len()
    }

    fn open(&mut self, file: Result<InputFile, (PathBuf, GameError)>) {
        let read = file.and_then(|file| match self.read(&file.path) {
            Ok(bytes) => Ok((records(&bytes), file)),
            Err(error) => Err((file.path, error.into())),
        });
        let (records, file) =
            read.unwrap_or_else(|(path, error)| (vec![Err(error)], InputFile::alone(path)));
        let several = records.len() > 1;
        for (number, record) in (1..).zip(records) {
            let mut id = visible::path(&file.path);
            let mut stem = file.name.file_stem().unwrap_or_default().to_owned();
            if several {
                id += &format!("#{number}");
                stem.push(format!("-{number}"));
            }
            let folder = file.name.parent().unwrap_or("".as_ref());
            let picture = self.picture(folder, &stem);
            self.found.push_back(InputGame {
                id,
                picture,
                record,
            });
        }
    }

    fn read(&mut self, path: &Path) -> io::Result<Vec<u8>> {
        if !is_standard_stream(path) {
            return files::read(path);
        }
        let again = || io::Error::other("the standard input has been read already");
        files::read_from(self.input.take().ok_or_else(again)?)
    }

    /// Returns a unique path for a picture, on file systems that ignore case too.
    fn picture(&mut self, folder: &Path, stem: &OsStr) -> PathBuf {
        let safe = |name: &OsStr| safe_name(&name.to_string_lossy());
        let (folder, stem) = (folder.iter().map(safe).collect::<PathBuf>(), safe(stem));
        let mut names = (1..).map(|count| match count {
            1 => folder.join(format!("{stem}.svg")),
            count => folder.join(format!("{stem}.{count}.svg")),
        });
        let is_new = |picture: &PathBuf| {
            let plain = picture.to_string_lossy().to_lowercase();
            self.pictures.insert(plain)
        };
        names.find(is_new).expect("there are names without end")
    }
}

impl<I: Read> Iterator for InputGames<I> {
    type Item = InputGame;

    fn next(&mut self) -> Option<InputGame> {
        while self.found.is_empty() {
            let file = self.files.pop_front()?;
            self.open(file);
        }
        self.found.pop_front()
    }
}

/// Returns the file itself, or all `.sgf` files of a folder, recursively.
fn files_at(path: &Path) -> Vec<Result<InputFile, (PathBuf, GameError)>> {
    if is_standard_stream(path) {
        return vec![Ok(InputFile {
            path: path.to_owned(),
            name: "standard-input".into(),
        })];
    }
    if !files::is_folder(path) {
        let name = path.file_name().unwrap_or("standard-input".as_ref());
        return vec![Ok(InputFile {
            path: path.to_owned(),
            name: name.into(),
        })];
    }
    let found = files::below(path, "sgf").into_iter();
    let found: Vec<_> = found
        .map(|found| match found {
            Ok(file) => Ok(InputFile {
                name: file.strip_prefix(path).unwrap_or(&file).to_owned(),
                path: file,
            }),
            Err((place, error)) => Err((place, error.into())),
        })
        .collect();
    if found.is_empty() {
        return vec![Err((path.to_owned(), GameError::EmptyFolder))];
    }
    found
}

/// Reads the games of one file, or one error without games.
fn records(bytes: &[u8]) -> Vec<Result<Record, GameError>> {
    let collection = match Collection::from_bytes(bytes) {
        Ok(collection) => collection,
        Err(error) => return vec![Err(error.into())],
    };
    let mut records: Vec<Result<Record, GameError>> = collection
        .records()
        .map(|record| record.map_err(GameError::from))
        .collect();
    if records.is_empty() {
        let error = collection.first().err();
        records.extend(error.map(|error| Err(error.into())));
    }
    records
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::fs;

    fn ids(paths: &[PathBuf], input: &str) -> Vec<(String, String, Result<usize, String>)> {
        let games = InputGames::new(paths, input.as_bytes());
        games
            .map(|game| {
                let moves = game.record.map(|record| record.moves().count());
                let moves = moves.map_err(|error| error.to_string());
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

    /// Pictures stay in their folder, and none overwrites another.
    #[test]
    fn pictures_have_names_of_their_own_whatever_the_games_are_called() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("games");
        fs::create_dir_all(root.join("..d")).unwrap();
        for name in [
            "..sgf",
            "...sgf",
            ".x.sgf",
            "_x.sgf",
            "..d/a.sgf",
            "a.sgf",
            "A.SGF",
        ] {
            fs::write(root.join(name), "(;SZ[9])").unwrap();
        }
        let found = ids(&[root, folder.path().join("games/a.sgf")], "");
        let pictures: HashSet<String> = found
            .iter()
            .map(|(_, picture, _)| picture.to_lowercase())
            .collect();
        assert_eq!(pictures.len(), found.len());
        for picture in &pictures {
            let path = Path::new(picture);
            let is_plain = |part| matches!(part, std::path::Component::Normal(_));
            assert!(path.components().all(is_plain), "{picture}");
            assert!(
                picture.ends_with(".svg") && !picture.starts_with('.'),
                "{picture}"
            );
        }
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
