//! A GTP program running as a child process, asked one question at a time.
//!
//! Knows the protocol's framing and nothing of the game.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// How long a program may take to end after `quit` before it is ended.
const FAREWELL: Duration = Duration::from_secs(3);
/// The longest answer that is read, in bytes: a program that writes without end is broken, not slow.
const LONGEST_ANSWER: usize = 1 << 20;

/// Why a command line starts no program.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// There is no word in it, or a quote is not closed.
    #[error("'{0}' is no command line")]
    CommandLine(String),
    /// The operating system does not run it.
    #[error("cannot start '{command}': {source}")]
    Refused {
        /// The command line.
        command: String,
        /// What the operating system says.
        source: std::io::Error,
    },
}

/// What a program can do instead of answering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// It has ended, or closed its output.
    #[error("ended")]
    Ended,
    /// No answer came in time.
    #[error("gave no answer in time")]
    Silent,
    /// What came is no GTP answer.
    #[error("gave no GTP answer")]
    Garbled,
}

/// An answer in the sense of the protocol: the text after `=`, or after `?`.
pub type Answer = Result<String, String>;

/// A running GTP program.
#[derive(Debug)]
pub struct Program {
    child: Child,
    input: Option<ChildStdin>,
    answers: Receiver<Result<Answer, Failure>>,
    commands: Vec<String>,
}

impl Program {
    /// Starts a program; the command line is split into words as a shell does, without anything else
    /// that shells do. What it says on its standard error goes to `complaints`, or nowhere.
    ///
    /// # Errors
    ///
    /// A [`StartError`] if nothing runs.
    pub fn start(command: &str, complaints: Option<File>) -> Result<Program, StartError> {
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
            .stderr(complaints.map_or_else(Stdio::null, Stdio::from))
            .spawn()
            .map_err(refused)?;
        let output = child
            .stdout
            .take()
            .expect("the output was asked for as a pipe");
        // One answer may wait unread: a program that writes more without being asked has to wait.
        let (sender, answers) = sync_channel(1);
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let answer = read_answer(&mut output);
                let is_last = answer.is_err();
                if sender.send(answer).is_err() || is_last {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Ok(Program {
            child,
            input,
            answers,
            commands: Vec::new(),
        })
    }

    /// Sends a command and waits for its answer; says how long that took.
    ///
    /// # Errors
    ///
    /// A [`Failure`] if there is no answer within `limit`.
    pub fn ask(&mut self, command: &str, limit: Duration) -> Result<(Answer, Duration), Failure> {
        let asked = Instant::now();
        let input = self.input.as_mut().ok_or(Failure::Ended)?;
        writeln!(input, "{command}")
            .and_then(|()| input.flush())
            .map_err(|_| Failure::Ended)?;
        let answer = self
            .answers
            .recv_timeout(limit)
            .map_err(|error| match error {
                RecvTimeoutError::Timeout => Failure::Silent,
                RecvTimeoutError::Disconnected => Failure::Ended,
            })??;
        Ok((answer, asked.elapsed()))
    }

    /// Asks the program to quit and waits for its end.
    ///
    /// # Errors
    ///
    /// A [`Failure`] if it does not answer, or does not end within `limit`, or ends with an error.
    pub fn quit(mut self, limit: Duration) -> Result<(), Failure> {
        self.ask("quit", limit)?.0.map_err(|_| Failure::Garbled)?;
        let deadline = Instant::now() + limit;
        while Instant::now() < deadline {
            match self.child.try_wait() {
                Ok(None) => std::thread::sleep(Duration::from_millis(5)),
                Ok(Some(status)) if status.success() => return Ok(()),
                _ => return Err(Failure::Ended),
            }
        }
        Err(Failure::Silent)
    }

    /// Asks which commands the program knows, for [`knows`](Program::knows).
    ///
    /// # Errors
    ///
    /// A [`Failure`] if it does not answer.
    pub fn learn_commands(&mut self, limit: Duration) -> Result<(), Failure> {
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
impl Drop for Program {
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

/// Reads one answer: lines up to a blank one, the first beginning with `=` or `?` and perhaps an id.
fn read_answer(output: &mut BufReader<ChildStdout>) -> Result<Answer, Failure> {
    let mut text = String::new();
    loop {
        let mut line = Vec::new();
        let room = LONGEST_ANSWER.saturating_sub(text.len()) as u64;
        let read = output.take(room).read_until(b'\n', &mut line);
        if room == 0 {
            return Err(Failure::Garbled);
        }
        if !read.is_ok_and(|bytes| bytes > 0) {
            return Err(Failure::Ended);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        match (line.is_empty(), text.is_empty()) {
            (true, true) => {}
            (true, false) => return parse_answer(&text).ok_or(Failure::Garbled),
            (false, first) => {
                if !first {
                    text.push('\n');
                }
                text.push_str(line);
            }
        }
    }
}

/// Splits an answer into its verdict and its text.
fn parse_answer(text: &str) -> Option<Answer> {
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
    fn answers_have_a_verdict_an_id_and_a_text() {
        assert_eq!(parse_answer("= D4"), Some(Ok("D4".into())));
        assert_eq!(parse_answer("=12 D4\nE5"), Some(Ok("D4\nE5".into())));
        assert_eq!(
            parse_answer("?3 illegal move"),
            Some(Err("illegal move".into()))
        );
        assert_eq!(parse_answer("="), Some(Ok(String::new())));
        assert_eq!(parse_answer("hello"), None);
        assert_eq!(parse_answer("\u{e9}"), None);
    }

    #[test]
    fn command_lines_without_words_start_nothing() {
        for line in ["", "   ", "'open"] {
            assert!(
                matches!(Program::start(line, None), Err(StartError::CommandLine(_))),
                "{line:?}"
            );
        }
        let missing = Program::start("./no-such-program-here", None);
        assert!(matches!(missing, Err(StartError::Refused { .. })));
    }

    /// Programs made of a shell's few words, where there is a shell.
    #[cfg(unix)]
    mod with_a_shell {
        use super::*;

        #[track_caller]
        fn ask(script: &str, limit: Duration) -> Result<Answer, Failure> {
            let mut program =
                Program::start(&format!("sh -c '{script}'"), None).expect("there is a shell");
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
            assert_eq!(ask("read x", SOON), Err(Failure::Ended));
            assert_eq!(
                ask(r#"read x; printf "hello\n\n""#, SOON),
                Err(Failure::Garbled)
            );
            assert_eq!(ask("read x; yes", SOON), Err(Failure::Garbled));
            let asked = Instant::now();
            assert_eq!(
                ask("read x; read y", Duration::from_millis(50)),
                Err(Failure::Silent)
            );
            assert!(asked.elapsed() < FAREWELL + SOON);
        }
    }
}
