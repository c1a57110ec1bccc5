//! Atomic writes with protection against overwriting.

use std::collections::HashSet;
use std::fs::{self, File, Metadata};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

/// The prefix and suffix of the names of incomplete files.
const BESIDE: (&str, &str) = (".wakari-", ".tmp");

/// An atomic file writer that knows which files it must not overwrite.
///
/// A file is written to a temporary one in its folder, which replaces it when complete. A full disk
/// or the end of this program leaves the old file intact. Links, pipes and devices are refused, and
/// so are inputs.
#[derive(Debug, Default)]
pub struct Outputs {
    /// True if existing files may be overwritten.
    overwrites: bool,
    inputs: HashSet<FileId>,
    /// Files as they were when written. Later changes by others protect a file again.
    written: Mutex<HashSet<FileState>>,
}

/// Identifies a file regardless of its name.
#[cfg(unix)]
type FileId = (u64, u64);
/// Identifies a file, except for hard links.
#[cfg(not(unix))]
type FileId = PathBuf;

/// A file with its modification time and length.
type FileState = (FileId, SystemTime, u64);

impl Outputs {
    /// A writer of new files, which may also rewrite the files it has written.
    #[must_use]
    pub fn new() -> Outputs {
        Outputs::default()
    }

    /// A writer that may overwrite existing files.
    #[must_use]
    pub fn overwriting() -> Outputs {
        Outputs {
            overwrites: true,
            ..Outputs::default()
        }
    }

    /// Protects some files from being overwritten.
    #[must_use]
    pub fn keeping<'a>(mut self, inputs: impl IntoIterator<Item = &'a Path>) -> Outputs {
        let known = inputs.into_iter().filter_map(|path| {
            let data = fs::metadata(path).ok()?;
            id(path, &data)
        });
        self.inputs.extend(known);
        self
    }

    /// Checks that a file can be written, before there is anything to write.
    ///
    /// # Errors
    ///
    /// The reason: the path is `-`, a link, not a plain file, an input, read-only, or an existing
    /// file not written by this writer; or no file can be created in its folder. A missing file is
    /// not an error.
    pub fn check(&self, path: &Path) -> io::Result<()> {
        self.replaced(path)?;
        let (beside, _) = beside(path)?;
        fs::remove_file(beside)
    }

    /// Returns the metadata of a file that may be replaced; `None` if there is no file.
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

    /// Writes a whole file.
    ///
    /// # Errors
    ///
    /// An I/O error, or one of [`check`](Outputs::check). The old file is intact then.
    pub fn write(&self, path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
        let replaced = self.replaced(path)?;
        let (beside, mut file) = beside(path)?;
        let written = fill(&mut file, contents.as_ref(), replaced.as_ref());
        let done = written.and_then(|()| {
            faults::step()?;
            fs::rename(&beside, path)
        });
        if done.is_err() {
            // The first error is the one to report.
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

    /// Opens a file for appending lines: a new one, or one to continue if `is_ours` accepts its
    /// first bytes.
    ///
    /// # Errors
    ///
    /// As for [`write`](Outputs::write).
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

/// Checks that something is a plain file, not a folder, pipe or device.
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

/// The number of bytes that identify the origin of a file.
const FIRST: u64 = 256;

/// Removes incomplete files from a folder. No other process may be writing there.
///
/// # Errors
///
/// An I/O error.
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

/// Creates a temporary file in the folder of another file.
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

/// Writes everything and syncs it to disk, with the permissions of the replaced file.
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

/// Fault injection for tests: no faults.
#[cfg(not(test))]
mod faults {
    pub(super) fn step() -> std::io::Result<()> {
        Ok(())
    }
}

/// Fault injection for tests.
#[cfg(test)]
mod faults {
    use std::cell::Cell;
    use std::io;

    thread_local! {
        static LEFT: Cell<Option<(u32, io::ErrorKind)>> = const { Cell::new(None) };
    }

    /// Lets this thread take a number of steps before one fails.
    pub(super) fn after(steps: u32, kind: io::ErrorKind) {
        LEFT.set(Some((steps, kind)));
    }

    /// Returns true if the fault has occurred, and disables it.
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
        // Files changed by others since are protected.
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

    /// Each step of writing fails once for each reason. The old file is intact, no temporary file
    /// is left, and the next attempt succeeds.
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
