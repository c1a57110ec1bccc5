//! Files and folders that users name: read with a limit, written, searched.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// The longest file that is read, in bytes.
pub const LONGEST_FILE: u64 = 16 << 20;

/// Reads a file as a whole.
///
/// # Errors
///
/// That of the system. Also if it is no plain file, which could keep a reader waiting, or longer than
/// [`LONGEST_FILE`].
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let kind = fs::metadata(path)?.file_type();
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
    read_from(File::open(path)?)
}

/// Reads a source to its end.
///
/// # Errors
///
/// That of the system. Also if there is more than [`LONGEST_FILE`].
pub fn read_from(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(LONGEST_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST_FILE {
        let message = format!("is longer than {} MiB", LONGEST_FILE >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// Writes a file, over what was there before.
///
/// # Errors
///
/// That of the system.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    fs::write(path, text)
}

/// Makes a file, or empties the one that is there, to write to it little by little.
///
/// # Errors
///
/// That of the system.
pub fn create(path: &Path) -> io::Result<File> {
    File::create(path)
}

/// Whether there is a folder of this name.
pub fn is_folder(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| data.is_dir())
}

/// The files in a folder, and in the folders in it, that have an extension, in any case of its letters; ordered by
/// name. Where one cannot be looked into, its path and the reason stand instead.
///
/// Links are followed; one that leads back to a folder it is in is an error.
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

/// Makes a folder, and the folders it is in, if they are not there yet.
///
/// # Errors
///
/// That of the system.
pub fn make_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
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
        write(&path, "text").unwrap();
        assert_eq!(kind(&path), Ok(b"text".to_vec()));
        File::create(&path).unwrap().set_len(1 << 30).unwrap();
        assert_eq!(kind(&path), Err(io::ErrorKind::FileTooLarge));
    }
}
