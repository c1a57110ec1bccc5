//! Outputs: files written whole or not at all, never over what is not to be lost.

use std::collections::HashSet;
use std::fs::{self, File, Metadata};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

/// The beginning of the names of files that are not complete yet, and their end.
const BESIDE: (&str, &str) = (".wakari-", ".tmp");

/// What writes files, and knows which it must not write over.
///
/// A file is written beside the old one, in the same folder, and takes its place when it is complete: a full disk or the
/// end of this program leaves the old one whole. A link, a pipe or a device is refused, and so are files that are read
/// from.
#[derive(Debug, Default)]
pub struct Outputs {
    /// Whether files may be lost that were there before.
    overwrites: bool,
    inputs: HashSet<FileId>,
    /// As they were then: what others have changed since is not ours.
    written: Mutex<HashSet<FileState>>,
}

/// What tells files apart, whatever they are called.
#[cfg(unix)]
type FileId = (u64, u64);
/// What tells files apart, but for hard links.
#[cfg(not(unix))]
type FileId = PathBuf;

/// Which file, when it was changed last, and its length.
type FileState = (FileId, SystemTime, u64);

impl Outputs {
    /// Writes new files, and again those that it has written.
    #[must_use]
    pub fn new() -> Outputs {
        Outputs::default()
    }

    /// Writes over old files too.
    #[must_use]
    pub fn overwriting() -> Outputs {
        Outputs {
            overwrites: true,
            ..Outputs::default()
        }
    }

    /// Never writes over these files.
    #[must_use]
    pub fn keeping<'a>(mut self, inputs: impl IntoIterator<Item = &'a Path>) -> Outputs {
        let known = inputs.into_iter().filter_map(|path| {
            let data = fs::metadata(path).ok()?;
            id(path, &data)
        });
        self.inputs.extend(known);
        self
    }

    /// That a file may be written, before there is anything to write.
    ///
    /// # Errors
    ///
    /// [`NotFound`](io::ErrorKind::NotFound) is none. That it is `-`, a link, no plain file, an input, not to be written, or
    /// there already and not written by this.
    pub fn check(&self, path: &Path) -> io::Result<()> {
        self.replaced(path).map(drop)
    }

    /// What stands in the place of a file that may be written; `None` if nothing does.
    fn replaced(&self, path: &Path) -> io::Result<Option<Metadata>> {
        let refused = |kind, reason| Err(io::Error::new(kind, reason));
        if path.as_os_str() == "-" {
            return refused(
                io::ErrorKind::InvalidInput,
                "is the standard output, which has something else; ./- is a file",
            );
        }
        let data = match fs::symlink_metadata(path) {
            Ok(data) => data,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        if data.is_symlink() {
            return refused(io::ErrorKind::InvalidInput, "is a link");
        }
        plain(data.file_type())?;
        if id(path, &data).is_some_and(|id| self.inputs.contains(&id)) {
            return refused(
                io::ErrorKind::InvalidInput,
                "is read from, and is not written over",
            );
        }
        if !(self.overwrites || data.len() == 0 || self.has_written(path, &data)) {
            return refused(io::ErrorKind::AlreadyExists, "is there already");
        }
        if data.permissions().readonly() {
            return refused(io::ErrorKind::PermissionDenied, "is not to be written to");
        }
        Ok(Some(data))
    }

    fn has_written(&self, path: &Path, data: &Metadata) -> bool {
        let written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let now = state(path, data);
        now.is_some_and(|now| written.contains(&now))
    }

    /// Writes a file as a whole.
    ///
    /// # Errors
    ///
    /// That of the system, or of [`check`](Outputs::check). What was there before is there still.
    pub fn write(&self, path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
        let replaced = self.replaced(path)?;
        let (beside, mut file) = beside(path)?;
        let written = fill(&mut file, contents.as_ref(), replaced.as_ref());
        let done = written.and_then(|()| {
            faults::step()?;
            fs::rename(&beside, path)
        });
        if done.is_err() {
            // What matters is the error that came first.
            _ = fs::remove_file(&beside);
            return done;
        }
        let now = fs::metadata(path).ok();
        if let Some(now) = now.and_then(|data| state(path, &data)) {
            let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
            written.insert(now);
        }
        Ok(())
    }

    /// Opens a file to add to it line by line: a new one, or one of which `is_ours` says by its first bytes that it is
    /// to be continued.
    ///
    /// # Errors
    ///
    /// As those of [`write`](Outputs::write).
    pub fn append(&self, path: &Path, is_ours: impl Fn(&[u8]) -> bool) -> io::Result<File> {
        let is_continued = || -> io::Result<bool> {
            let mut first = Vec::new();
            File::open(path)?.take(FIRST).read_to_end(&mut first)?;
            Ok(is_ours(&first))
        };
        match self.replaced(path) {
            Ok(Some(_)) if is_continued()? => {}
            Ok(_) => self.write(path, "")?,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && is_continued()? => {}
            Err(error) => return Err(error),
        }
        File::options().append(true).open(path)
    }
}

/// That something is a plain file: not a folder, a pipe, a device or the like.
pub(super) fn plain(kind: fs::FileType) -> io::Result<()> {
    if kind.is_dir() {
        return Err(io::Error::new(
            io::ErrorKind::IsADirectory,
            "is a directory",
        ));
    }
    if !kind.is_file() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "is no plain file",
        ));
    }
    Ok(())
}

/// How many bytes of a file tell whose it is.
const FIRST: u64 = 256;

/// Removes the files in a folder that were never completed. Nobody else may be writing there.
///
/// # Errors
///
/// That of the system.
pub fn clear_unfinished(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(BESIDE.0) && name.ends_with(BESIDE.1) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// A new file in the folder of another.
fn beside(path: &Path) -> io::Result<(PathBuf, File)> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    if path.file_name().is_none() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "is no name of a file",
        ));
    }
    loop {
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}{}-{count}{}", BESIDE.0, std::process::id(), BESIDE.1);
        let beside = path.with_file_name(name);
        faults::step()?;
        match File::options().write(true).create_new(true).open(&beside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            opened => return opened.map(|file| (beside, file)),
        }
    }
}

/// Writes everything, down to the disk, with the permissions of what it replaces.
fn fill(file: &mut File, contents: &[u8], replaced: Option<&Metadata>) -> io::Result<()> {
    let (first, rest) = contents.split_at(contents.len() / 2);
    file.write_all(first)?;
    faults::step()?;
    file.write_all(rest)?;
    if let Some(replaced) = replaced {
        file.set_permissions(replaced.permissions())?;
    }
    faults::step()?;
    file.sync_all()
}

fn state(path: &Path, data: &Metadata) -> Option<FileState> {
    Some((id(path, data)?, data.modified().ok()?, data.len()))
}

#[cfg(unix)]
fn id(_: &Path, data: &Metadata) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt;
    Some((data.dev(), data.ino()))
}

#[cfg(not(unix))]
fn id(path: &Path, _: &Metadata) -> Option<FileId> {
    fs::canonicalize(path).ok()
}

/// Where something can go wrong, for tests that let it.
#[cfg(not(test))]
mod faults {
    pub(super) fn step() -> std::io::Result<()> {
        Ok(())
    }
}

/// Where something can go wrong, and does when a test says so.
#[cfg(test)]
mod faults {
    use std::cell::Cell;
    use std::io;

    thread_local! {
        static LEFT: Cell<Option<(u32, io::ErrorKind)>> = const { Cell::new(None) };
    }

    /// Lets this thread take so many steps before one fails.
    pub(super) fn after(steps: u32, kind: io::ErrorKind) {
        LEFT.set(Some((steps, kind)));
    }

    /// Whether the fault has come; none comes from now on.
    pub(super) fn over() -> bool {
        LEFT.take().is_none()
    }

    pub(super) fn step() -> io::Result<()> {
        match LEFT.get() {
            Some((0, kind)) => {
                LEFT.set(None);
                Err(kind.into())
            }
            Some((steps, kind)) => {
                LEFT.set(Some((steps - 1, kind)));
                Ok(())
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use io::ErrorKind;

    fn kind(result: io::Result<()>) -> Option<ErrorKind> {
        result.err().map(|error| error.kind())
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name();
        let mut names: Vec<String> = entries
            .map(|entry| name(entry).to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn only_what_it_has_written_is_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let outputs = Outputs::new();
        for text in ["once", "again"] {
            outputs.write(&path("new"), text).unwrap();
            assert_eq!(fs::read_to_string(path("new")).unwrap(), text);
        }
        fs::write(path("old"), "old").unwrap();
        assert_eq!(
            kind(outputs.write(&path("old"), "new")),
            Some(ErrorKind::AlreadyExists)
        );
        // What others have changed since is not ours.
        File::options()
            .append(true)
            .open(path("new"))
            .unwrap()
            .write_all(b"!")
            .unwrap();
        assert_eq!(
            kind(outputs.write(&path("new"), "newer")),
            Some(ErrorKind::AlreadyExists)
        );
        fs::write(path("empty"), "").unwrap();
        outputs.write(&path("empty"), "full").unwrap();
        let overwriting = Outputs::overwriting();
        overwriting.write(&path("old"), "new").unwrap();
        assert_eq!(fs::read_to_string(path("old")).unwrap(), "new");
        assert_eq!(names(folder.path()), ["empty", "new", "old"]);
    }

    #[test]
    fn inputs_links_pipes_and_folders_are_never_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("game"), "a game").unwrap();
        fs::hard_link(path("game"), path("same")).unwrap();
        fs::create_dir(path("folder")).unwrap();
        let outputs = Outputs::overwriting().keeping([&*path("game"), &*path("none")]);
        for name in ["game", "same", "folder/../game", "folder"] {
            assert!(outputs.check(&path(name)).is_err(), "{name}");
            assert!(outputs.write(&path(name), "lost").is_err(), "{name}");
        }
        assert!(outputs.write(&path("no/folder"), "lost").is_err());
        assert!(outputs.write(Path::new(""), "lost").is_err());
        #[cfg(unix)]
        {
            fs::write(path("far"), "far").unwrap();
            std::os::unix::fs::symlink(path("far"), path("link")).unwrap();
            std::os::unix::fs::symlink(path("nothing"), path("dangling")).unwrap();
            for name in ["link", "dangling"] {
                let refused = outputs.write(&path(name), "lost");
                assert_eq!(kind(refused), Some(ErrorKind::InvalidInput), "{name}");
            }
            assert_eq!(fs::read_to_string(path("far")).unwrap(), "far");
            assert!(!path("nothing").exists());
            let device = outputs.write(Path::new("/dev/null"), "lost");
            assert_eq!(kind(device), Some(ErrorKind::InvalidInput));
        }
        assert_eq!(fs::read_to_string(path("game")).unwrap(), "a game");
    }

    /// Each step of writing fails once, for each reason: the old file is whole, nothing is left beside it, and the next
    /// attempt succeeds.
    #[test]
    fn a_fault_at_any_step_loses_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        for old in [None, Some("the old game")] {
            for reason in [
                ErrorKind::StorageFull,
                ErrorKind::PermissionDenied,
                ErrorKind::WriteZero,
            ] {
                let mut faults = 0;
                loop {
                    match old {
                        Some(old) => fs::write(&path, old).unwrap(),
                        None => _ = fs::remove_file(&path),
                    }
                    let outputs = Outputs::overwriting();
                    faults::after(faults, reason);
                    let written = outputs.write(&path, "the new game");
                    let is_over = faults::over();
                    if !is_over {
                        written.unwrap();
                        break;
                    }
                    assert_eq!(kind(written), Some(reason));
                    assert_eq!(fs::read_to_string(&path).ok().as_deref(), old);
                    let expected = usize::from(old.is_some());
                    assert_eq!(names(folder.path()).len(), expected, "after {faults} steps");
                    outputs.write(&path, "the new game").unwrap();
                    assert_eq!(fs::read_to_string(&path).unwrap(), "the new game");
                    faults += 1;
                }
                assert_eq!(faults, 4, "places where it can go wrong");
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn permissions_are_kept() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "old").unwrap();
        let mode = |mode| fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        mode(0o640);
        let outputs = Outputs::overwriting();
        outputs.write(&path, "new").unwrap();
        let found = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(found & 0o777, 0o640);
        mode(0o440);
        let refused = outputs.write(&path, "newer");
        assert_eq!(kind(refused), Some(ErrorKind::PermissionDenied));
    }

    #[test]
    fn a_log_is_continued_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let is_log = |first: &[u8]| first.starts_with(b"log");
        let append = |outputs: Outputs, name: &str| {
            let mut file = outputs.append(&path(name), is_log)?;
            file.write_all(b"log\n")
        };
        append(Outputs::new(), "a").unwrap();
        append(Outputs::new(), "a").unwrap();
        append(Outputs::overwriting(), "a").unwrap();
        assert_eq!(fs::read_to_string(path("a")).unwrap(), "log\n".repeat(3));
        fs::write(path("b"), "a letter").unwrap();
        assert_eq!(
            kind(append(Outputs::new(), "b")),
            Some(ErrorKind::AlreadyExists)
        );
        append(Outputs::overwriting(), "b").unwrap();
        assert_eq!(fs::read_to_string(path("b")).unwrap(), "log\n");
    }

    #[test]
    fn what_was_never_completed_is_cleared_away() {
        let folder = tempfile::tempdir().unwrap();
        for name in [".wakari-1-0.tmp", ".wakari-note", "a.tmp"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        clear_unfinished(folder.path()).unwrap();
        assert_eq!(names(folder.path()), [".wakari-note", "a.tmp"]);
    }
}
