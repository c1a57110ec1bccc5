//! Files and folders named by users: reading with a limit, atomic writing, searching.

mod names;
mod outputs;

use crate::util::memory;
pub use names::safe_name;
use outputs::plain;
pub use outputs::{Outputs, clear_unfinished};

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// The longest file that is read, in bytes.
pub const LONGEST_FILE: u64 = 16 << 20;

/// The memory needed per byte of a file read as a whole, including what is built from it. A move
/// takes little more than three bytes in a record.
const MEMORY: usize = 24;

/// Reads a whole file.
///
/// # Errors
///
/// An I/O error. Also if it is not a plain file, which could block the reader, or longer than
/// [`LONGEST_FILE`].
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let (file, _) = open(path)?;
    read_from(file).map_err(|error| match error.kind() {
        io::ErrorKind::WouldBlock => {
            io::Error::new(io::ErrorKind::InvalidInput, "has no end, like a pipe")
        }
        _ => error,
    })
}

/// Opens a plain file of any length for reading. Also returns its length in bytes.
///
/// # Errors
///
/// An I/O error. Also if it is not a plain file.
pub fn open(path: &Path) -> io::Result<(File, u64)> {
    plain(fs::metadata(path)?.file_type())?;
    let file = open_at_once(path)?;
    let length = file.metadata()?.len();
    Ok((file, length))
}

/// Opens a file whose reading never waits.
///
/// Some files of Linux, such as `/proc/kmsg`, look plain, but wait for more at their end.
#[cfg(unix)]
fn open_at_once(path: &Path) -> io::Result<File> {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt;
    let flags = OFlags::NONBLOCK.bits().cast_signed();
    File::options().read(true).custom_flags(flags).open(path)
}

#[cfg(not(unix))]
fn open_at_once(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Reads a source to its end.
///
/// # Errors
///
/// An I/O error. Also if there is more than [`LONGEST_FILE`] or than memory allows.
pub fn read_from(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(LONGEST_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST_FILE {
        let message = format!("is longer than {} MiB", LONGEST_FILE >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    if !memory::has_room(MEMORY * bytes.len()) {
        let message = "is too long for the memory that the system gives";
        return Err(io::Error::new(io::ErrorKind::OutOfMemory, message));
    }
    Ok(bytes)
}

/// Returns true if there is a folder at this path.
pub fn is_folder(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| data.is_dir())
}

/// Returns the files below a folder with an extension in any case, ordered by name. Unreadable
/// entries are returned as their path and the reason.
///
/// Links are followed. A link to a folder that contains it is an error.
pub fn below(folder: &Path, extension: &str) -> Vec<Result<PathBuf, (PathBuf, io::Error)>> {
    let is_wanted = |path: &Path| {
        let found = path.extension();
        found.is_some_and(|found| found.eq_ignore_ascii_case(extension))
    };
    let entries = WalkDir::new(folder).follow_links(true).sort_by_file_name();
    let found = entries.into_iter().filter_map(|entry| match entry {
        Ok(entry) => {
            let is_file = !entry.file_type().is_dir() && is_wanted(entry.path());
            is_file.then(|| Ok(entry.into_path()))
        }
        Err(error) => {
            let path = error.path().unwrap_or(folder).to_owned();
            let circle = || io::Error::other("is a link to a folder that it is in");
            let reason = error.into_io_error().unwrap_or_else(circle);
            Some(Err((path, reason)))
        }
    });
    found.collect()
}

/// Creates a folder and its missing parents.
///
/// # Errors
///
/// An I/O error.
pub fn make_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// Creates missing folders inside a folder, by a path of plain names.
///
/// # Errors
///
/// An I/O error. Also if the path leads out of the folder, by its names or by a link.
pub fn make_folders_in(folder: &Path, inside: &Path) -> io::Result<()> {
    let mut path = folder.to_owned();
    for part in inside.components() {
        let std::path::Component::Normal(name) = part else {
            return Err(io::Error::other("leads out of its folder"));
        };
        path.push(name);
        match fs::symlink_metadata(&path) {
            Ok(data) if data.is_dir() => {}
            Ok(_) => {
                let message = format!("{} is no folder", crate::util::visible::path(&path));
                return Err(io::Error::new(io::ErrorKind::NotADirectory, message));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                make_folder(&path)?;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_files_of_some_length_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let kind = |path: &Path| read(path).map_err(|error| error.kind());
        let path = folder.path().join("a file");
        assert_eq!(kind(&path), Err(io::ErrorKind::NotFound));
        assert_eq!(kind(folder.path()), Err(io::ErrorKind::IsADirectory));
        fs::write(&path, "text").unwrap();
        assert_eq!(kind(&path), Ok(b"text".to_vec()));
        File::create(&path).unwrap().set_len(1 << 30).unwrap();
        assert_eq!(kind(&path), Err(io::ErrorKind::FileTooLarge));
        #[cfg(unix)]
        for endless in ["/dev/zero", "/proc/kmsg"] {
            // The log of the kernel may be missing, or readable for few only.
            let found = kind(Path::new(endless));
            let is_there = fs::File::open(endless).is_ok();
            assert!(
                !is_there || found == Err(io::ErrorKind::InvalidInput),
                "{endless}: {found:?}"
            );
        }
    }

    #[test]
    fn folders_are_made_inside_their_folder_only() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("pictures");
        make_folder(&inside).unwrap();
        make_folders_in(&inside, Path::new("a/b")).unwrap();
        make_folders_in(&inside, Path::new("a/b")).unwrap();
        assert!(is_folder(&inside.join("a/b")));
        for out in ["..", "a/../../b", "/tmp"] {
            assert!(make_folders_in(&inside, Path::new(out)).is_err(), "{out}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(folder.path(), inside.join("link")).unwrap();
            assert!(make_folders_in(&inside, Path::new("link/c")).is_err());
            assert!(!is_folder(&folder.path().join("c")));
        }
    }
}
