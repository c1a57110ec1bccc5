//! The engine in a child process, for all tests that talk to it.
// No test uses all of it.
#![allow(dead_code)]

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_wakari");

pub(crate) struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Lines of an incomplete response.
    begun: Vec<String>,
}

impl Engine {
    /// Starts the engine with `folder` as its working directory.
    pub(crate) fn start(
        options: impl IntoIterator<Item = impl AsRef<OsStr>>,
        folder: &Path,
    ) -> Engine {
        let mut child = Command::new(PROGRAM)
            .args(options)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the engine starts");
        let output = BufReader::new(child.stdout.take().expect("the output is a pipe"));
        let (speak, lines) = channel();
        std::thread::spawn(move || {
            // Splits at line feeds only, so that carriage returns, which must not occur, are seen.
            for line in output.split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8_lossy(&line).into_owned();
                if speak.send(line).is_err() {
                    return;
                }
            }
        });
        Engine {
            input: child.stdin.take(),
            child,
            lines,
            begun: Vec::new(),
        }
    }

    /// Sends text; returns false if the engine no longer reads.
    pub(crate) fn say(&mut self, text: &str) -> bool {
        let input = self.input.as_mut().expect("the input is still open");
        let said = input.write_all(text.as_bytes());
        said.and_then(|()| input.flush()).is_ok()
    }

    /// The next line, empty or not.
    pub(crate) fn line(&mut self, patience: Duration) -> Result<String, RecvTimeoutError> {
        self.lines.recv_timeout(patience)
    }

    /// Returns the lines up to the next empty one. After a timeout, the next call continues.
    pub(crate) fn answer(&mut self, patience: Duration) -> Result<Vec<String>, RecvTimeoutError> {
        let end = Instant::now() + patience;
        loop {
            let line = self.line(end.saturating_duration_since(Instant::now()))?;
            if line.is_empty() {
                return Ok(std::mem::take(&mut self.begun));
            }
            self.begun.push(line);
        }
    }

    /// Closes the input and waits for the process. Returns the remaining lines and the exit status,
    /// or `None` if it had to be killed.
    pub(crate) fn close(mut self, patience: Duration) -> (Vec<String>, Option<ExitStatus>) {
        drop(self.input.take());
        let begun = Instant::now();
        let ended = loop {
            match self.child.try_wait().expect("it is our child") {
                Some(status) => break Some(status),
                None if begun.elapsed() < patience => {
                    std::thread::sleep(Duration::from_millis(10));
                }
                None => break None,
            }
        };
        if ended.is_none() {
            // It may have ended meanwhile.
            _ = self.child.kill();
            _ = self.child.wait();
        }
        (self.lines.iter().collect(), ended)
    }

    /// Id of the process.
    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }
}
