//! Files that users name, read and written with a limit and without surprises.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The longest file that is read, in bytes.
pub const LONGEST_FILE: u64 = 16 << 20;

/// Reads a file as a whole.
///
/// # Errors
///
/// That of the system; also where there is no plain file, which could keep a reader waiting, or one
/// that is longer than [`LONGEST_FILE`].
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

/// Reads whatever comes to its end.
///
/// # Errors
///
/// That of the system; also where there is more than [`LONGEST_FILE`].
pub fn read_from(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(LONGEST_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST_FILE {
        let message = format!("is longer than {} MiB", LONGEST_FILE >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// Writes a file, over what may have been there.
///
/// # Errors
///
/// That of the system.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    fs::write(path, text)
}

/// Makes a folder, and those it is in, where they are not there yet.
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
