//! The engine in a process of its own, for all tests that talk with it.
// Not every test says all of this.
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
    /// Lines of an answer that is not whole yet.
    begun: Vec<String>,
}

impl Engine {
    /// Starts the engine in a folder.
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
            // Without splitting at carriage returns: there are to be none.
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

    /// Says something; tells whether the engine still reads.
    pub(crate) fn say(&mut self, text: &str) -> bool {
        let input = self.input.as_mut().expect("the input is still open");
        let said = input.write_all(text.as_bytes());
        said.and_then(|()| input.flush()).is_ok()
    }

    /// The next line, empty or not.
    pub(crate) fn line(&mut self, patience: Duration) -> Result<String, RecvTimeoutError> {
        self.lines.recv_timeout(patience)
    }

    /// The lines up to the next empty one. What has come of them when patience is over is not lost.
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

    /// Closes the input and waits for the end; the lines that come until then, and how the process ended, or
    /// `None` if it had to be killed.
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
            // If it has ended meanwhile, so much the better.
            _ = self.child.kill();
            _ = self.child.wait();
        }
        (self.lines.iter().collect(), ended)
    }

    /// The number of the process.
    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }
}
