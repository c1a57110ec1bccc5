//! A GTP program running as a child process, asked one question at a time.
//!
//! Knows the protocol's framing and nothing of the game.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// How long a program may take to end after `quit` before it is killed.
const FAREWELL: Duration = Duration::from_secs(3);
/// The longest response that is read, in bytes: a program that writes without end is broken.
const LONGEST_RESPONSE: usize = 1 << 20;

/// Why a command line starts no program.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// It has no word, or a quote that is not closed.
    #[error("'{0}' is no command line")]
    CommandLine(String),
    /// The operating system does not run it.
    #[error("cannot start '{command}': {source}")]
    Refused {
        /// The command line.
        command: String,
        /// The operating system's error.
        source: std::io::Error,
    },
}

/// Why there is no response to a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProgramError {
    /// The program has ended, or closed its output.
    #[error("ended")]
    Ended,
    /// No answer came in time.
    #[error("gave no answer in time")]
    Silent,
    /// What came is no GTP answer.
    #[error("gave no GTP answer")]
    Garbled,
}

/// A response in the sense of the protocol: the text of a success after `=`, or of a failure after `?`.
pub type Response = Result<String, String>;

/// A running GTP program.
#[derive(Debug)]
pub struct GtpProgram {
    child: Child,
    input: Option<ChildStdin>,
    responses: Receiver<Result<Response, ProgramError>>,
    commands: Vec<String>,
}

impl GtpProgram {
    /// Starts a program. The command line is split into words as a shell splits it, but nothing in it is expanded.
    /// The standard error of the program goes to `log`, or nowhere.
    ///
    /// # Errors
    ///
    /// A [`StartError`] if nothing runs.
    pub fn start(command: &str, log: Option<File>) -> Result<GtpProgram, StartError> {
        let no_words = || StartError::CommandLine(command.to_owned());
        let words = shlex::split(command).ok_or_else(no_words)?;
        let (name, arguments) = words.split_first().ok_or_else(no_words)?;
        let refused = |source| StartError::Refused {
            command: command.to_owned(),
            source,
        };
        let mut child = Command::new(name)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(log.map_or_else(Stdio::null, Stdio::from))
            .spawn()
            .map_err(refused)?;
        let output = child
            .stdout
            .take()
            .expect("the output was asked for as a pipe");
        // One response may wait unread; a program that writes more without being asked is blocked.
        let (sender, responses) = sync_channel(1);
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let answer = read_response(&mut output);
                let is_last = answer.is_err();
                if sender.send(answer).is_err() || is_last {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Ok(GtpProgram {
            child,
            input,
            responses,
            commands: Vec::new(),
        })
    }

    /// Sends a command and waits for the response; returns how long that took.
    ///
    /// # Errors
    ///
    /// A [`ProgramError`] if there is no answer within `limit`.
    pub fn ask(
        &mut self,
        command: &str,
        limit: Duration,
    ) -> Result<(Response, Duration), ProgramError> {
        let asked = Instant::now();
        let input = self.input.as_mut().ok_or(ProgramError::Ended)?;
        writeln!(input, "{command}")
            .and_then(|()| input.flush())
            .map_err(|_| ProgramError::Ended)?;
        let answer = self
            .responses
            .recv_timeout(limit)
            .map_err(|error| match error {
                RecvTimeoutError::Timeout => ProgramError::Silent,
                RecvTimeoutError::Disconnected => ProgramError::Ended,
            })??;
        Ok((answer, asked.elapsed()))
    }

    /// Asks the program to quit and waits for its end.
    ///
    /// # Errors
    ///
    /// A [`ProgramError`] if it does not answer, or does not end within `limit`, or ends with an error.
    pub fn quit(mut self, limit: Duration) -> Result<(), ProgramError> {
        self.ask("quit", limit)?
            .0
            .map_err(|_| ProgramError::Garbled)?;
        let deadline = Instant::now() + limit;
        while Instant::now() < deadline {
            match self.child.try_wait() {
                Ok(None) => std::thread::sleep(Duration::from_millis(5)),
                Ok(Some(status)) if status.success() => return Ok(()),
                _ => return Err(ProgramError::Ended),
            }
        }
        Err(ProgramError::Silent)
    }

    /// Asks which commands the program knows, for [`knows`](GtpProgram::knows).
    ///
    /// # Errors
    ///
    /// A [`ProgramError`] if it does not answer.
    pub fn learn_commands(&mut self, limit: Duration) -> Result<(), ProgramError> {
        let (answer, _) = self.ask("list_commands", limit)?;
        let list = answer.unwrap_or_default();
        self.commands = list.lines().map(|line| line.trim().to_owned()).collect();
        Ok(())
    }

    /// Whether the program has listed the command.
    pub fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }
}

/// Asks the program to quit, waits a little, and ends it if it is still there.
impl Drop for GtpProgram {
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take() {
            // Neither matters to a program that has ended already.
            let _ = writeln!(input, "quit").and_then(|()| input.flush());
        }
        let deadline = Instant::now() + FAREWELL;
        while Instant::now() < deadline {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads one response: lines up to a blank one.
fn read_response(output: &mut BufReader<ChildStdout>) -> Result<Response, ProgramError> {
    let mut text = String::new();
    loop {
        let mut line = Vec::new();
        let room = LONGEST_RESPONSE.saturating_sub(text.len()) as u64;
        let read = output.take(room).read_until(b'\n', &mut line);
        if room == 0 {
            return Err(ProgramError::Garbled);
        }
        if !read.is_ok_and(|bytes| bytes > 0) {
            return Err(ProgramError::Ended);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        match (line.is_empty(), text.is_empty()) {
            (true, true) => {}
            (true, false) => return parse_response(&text).ok_or(ProgramError::Garbled),
            (false, first) => {
                if !first {
                    text.push('\n');
                }
                text.push_str(line);
            }
        }
    }
}

/// Parses a response: `=` or `?`, an optional id, the text.
fn parse_response(text: &str) -> Option<Response> {
    let body = |rest: &str| {
        rest.trim_start_matches(|c: char| c.is_ascii_digit())
            .trim()
            .to_owned()
    };
    match text.split_at_checked(1)? {
        ("=", rest) => Some(Ok(body(rest))),
        ("?", rest) => Some(Err(body(rest))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOON: Duration = Duration::from_secs(10);

    #[test]
    fn responses_have_a_status_an_id_and_a_text() {
        assert_eq!(parse_response("= D4"), Some(Ok("D4".into())));
        assert_eq!(parse_response("=12 D4\nE5"), Some(Ok("D4\nE5".into())));
        assert_eq!(
            parse_response("?3 illegal move"),
            Some(Err("illegal move".into()))
        );
        assert_eq!(parse_response("="), Some(Ok(String::new())));
        assert_eq!(parse_response("hello"), None);
        assert_eq!(parse_response("\u{e9}"), None);
    }

    #[test]
    fn command_lines_without_words_start_nothing() {
        for line in ["", "   ", "'open"] {
            assert!(
                matches!(
                    GtpProgram::start(line, None),
                    Err(StartError::CommandLine(_))
                ),
                "{line:?}"
            );
        }
        let missing = GtpProgram::start("./no-such-program-here", None);
        assert!(matches!(missing, Err(StartError::Refused { .. })));
    }

    /// Programs made of a shell's few words, where there is a shell.
    #[cfg(unix)]
    mod with_a_shell {
        use super::*;

        #[track_caller]
        fn ask(script: &str, limit: Duration) -> Result<Response, ProgramError> {
            let mut program =
                GtpProgram::start(&format!("sh -c '{script}'"), None).expect("there is a shell");
            program.ask("name", limit).map(|(answer, _)| answer)
        }

        #[test]
        fn a_program_answers() {
            assert_eq!(
                ask(r#"read x; printf "= %s\n\n" $x"#, SOON),
                Ok(Ok("name".into()))
            );
            assert_eq!(
                ask(r#"read x; printf "?1 no\r\n\r\n""#, SOON),
                Ok(Err("no".into()))
            );
        }

        #[test]
        fn a_program_that_ends_or_says_nothing_or_nonsense_fails() {
            assert_eq!(ask("read x", SOON), Err(ProgramError::Ended));
            assert_eq!(
                ask(r#"read x; printf "hello\n\n""#, SOON),
                Err(ProgramError::Garbled)
            );
            assert_eq!(ask("read x; yes", SOON), Err(ProgramError::Garbled));
            let asked = Instant::now();
            assert_eq!(
                ask("read x; read y", Duration::from_millis(50)),
                Err(ProgramError::Silent)
            );
            assert!(asked.elapsed() < FAREWELL + SOON);
        }
    }
}
