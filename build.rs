//! Finds the commit that the program is built from, for `wakari --version`.
//!
//! It comes from the variable `WAKARI_COMMIT`, from the file that Cargo adds to a crate's archive,
//! or from Git. Without any of them the program names no commit.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// Digits of a commit that are named.
const DIGITS: usize = 10;

fn main() {
    for path in ["build.rs", "Cargo.toml", "src"] {
        println!("cargo:rerun-if-changed={path}");
    }
    println!("cargo:rerun-if-env-changed=WAKARI_COMMIT");
    let given = env::var("WAKARI_COMMIT").ok();
    let given = given.filter(|text| !text.is_empty() && text.chars().all(is_plain));
    if let Some(commit) = given.or_else(of_archive).or_else(of_checkout) {
        println!("cargo:rustc-env=WAKARI_COMMIT={commit}");
    }
}

fn is_plain(character: char) -> bool {
    character.is_ascii_alphanumeric() || "-+. ".contains(character)
}

/// Returns the first digits of a commit.
fn abbreviated(commit: &str) -> Option<String> {
    let is_hash = commit.len() >= DIGITS && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash.then(|| commit[..DIGITS].to_owned())
}

/// Reads the commit from the file that `cargo package` adds to an archive.
fn of_archive() -> Option<String> {
    let text = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = text.split_once("\"sha1\"")?;
    abbreviated(rest.split('"').nth(1)?)
}

/// Asks Git, if this folder is the top of a checkout and not part of another project.
///
/// The sources may have changes that the commit lacks; the text says so.
fn of_checkout() -> Option<String> {
    Path::new(".git").exists().then_some(())?;
    let commit = abbreviated(&git(&["rev-parse", "HEAD"])?)?;
    let changes = git(&[
        "status",
        "--porcelain",
        "--",
        "src",
        "Cargo.toml",
        "Cargo.lock",
    ])?;
    Some(if changes.is_empty() {
        commit
    } else {
        format!("{commit} with changes")
    })
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
