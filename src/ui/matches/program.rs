//! GtpProgram: a GTP engine as a child process, sent one command at a time.
//!
//! Knows the framing of the protocol, but nothing about the game.

use super::{command_line, group};
use crate::util::visible;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// Time for a program to exit after `quit` before it is killed.
const FAREWELL: Duration = Duration::from_secs(3);
/// Time to wait for the rest of its standard error after that.
const LAST_WORDS: Duration = Duration::from_millis(500);
/// Attempts to start a program, and the initial delay between them.
const ATTEMPTS: u32 = 5;
const BETWEEN_ATTEMPTS: Duration = Duration::from_millis(50);
/// Maximum size of the log of standard error, in bytes.
const LONGEST_LOG: usize = 1 << 20;
/// Maximum length of a program's name and version, in characters.
const LONGEST_TITLE: usize = 120;
/// Maximum length of a response, in bytes; a longer one counts as garbled.
const LONGEST_RESPONSE: usize = 1 << 20;

/// Why a program cannot be started.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The command line is empty or has an unclosed quote.
    #[error("'{}' is no command line", visible::line(_0))]
    CommandLine(String),
    /// The operating system does not run it.
    #[error("cannot start '{}': {source}", visible::line(.command))]
    Refused {
        /// The command line.
        command: String,
        /// The error of the operating system.
        source: std::io::Error,
    },
}

/// Why there is no response to a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProgramError {
    /// The program has exited or closed its output.
    #[error("ended")]
    Ended,
    /// No response in time.
    #[error("gave no answer in time")]
    Silent,
    /// Not a GTP response.
    #[error("gave no GTP answer")]
    Garbled,
}

/// A GTP response: the text after `=`, or as an error the text after `?`.
pub type Response = Result<String, String>;

/// A response with its id, if it has one.
type Numbered = (Option<u32>, Response);

/// A response or an error.
type ProgramReply = Result<Numbered, ProgramError>;

/// The id of the first command.
const FIRST: u32 = 1;

/// A running GTP program.
#[derive(Debug)]
pub struct GtpProgram {
    child: Child,
    input: Option<ChildStdin>,
    responses: Receiver<ProgramReply>,
    /// Id of the last command; `None` if the program does not echo ids.
    last_number: Option<u32>,
    /// Disconnected once all of standard error has been read.
    has_logged: Receiver<()>,
    commands: Vec<String>,
    title: Option<String>,
}

/// Checks that a command line names a program.
///
/// If no file of that name is found, the program is started once, since the system may search other
/// places and gives the reason for a failure.
///
/// # Errors
///
/// Returns a [`StartError`] if the program cannot be started.
pub(super) fn check(command: &str) -> Result<(), StartError> {
    let (name, _) = words(command)?;
    let is_path = Path::new(&name).components().count() > 1;
    let is_found = match std::env::var_os("PATH").filter(|_| !is_path) {
        Some(path) => std::env::split_paths(&path).any(|folder| folder.join(&name).is_file()),
        None => Path::new(&name).is_file(),
    };
    if is_found {
        Ok(())
    } else {
        GtpProgram::start(command, None).map(drop)
    }
}

/// Splits a command line into the program and its arguments.
fn words(command: &str) -> Result<(String, Vec<String>), StartError> {
    let words = command_line::words(command).unwrap_or_default();
    let mut words = words.into_iter();
    let name = words.next();
    let name = name.ok_or_else(|| StartError::CommandLine(command.to_owned()))?;
    Ok((name, words.collect()))
}

impl GtpProgram {
    /// Starts a program.
    ///
    /// The command line is split like a shell does, without expansions. Standard error goes to
    /// `log`, up to a size limit, or is discarded.
    ///
    /// # Errors
    ///
    /// Returns a [`StartError`] if the program cannot be started.
    pub fn start(command: &str, log: Option<File>) -> Result<GtpProgram, StartError> {
        let (name, arguments) = words(command)?;
        let refused = |source| StartError::Refused {
            command: command.to_owned(),
            source,
        };
        let mut program = Command::new(name);
        program
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(log.as_ref().map_or_else(Stdio::null, |_| Stdio::piped()));
        let mut child = spawn(&mut program).map_err(refused)?;
        // One response may wait unread; a program that writes more without being asked blocks.
        let (sender, responses) = sync_channel(1);
        let output = child.stdout.take().map(BufReader::new);
        let (logged, has_logged) = sync_channel::<()>(0);
        let errors = child.stderr.take().zip(log);
        let input = child.stdin.take();
        let program = GtpProgram {
            child,
            input,
            responses,
            last_number: None,
            has_logged,
            commands: Vec::new(),
            title: None,
        };
        // If no thread can be started, dropping `program` ends it.
        let read = move || answers(output, &sender);
        Builder::new().spawn(read).map_err(refused)?;
        let log = move || {
            if let Some((errors, log)) = errors {
                keep_log(errors, log);
            }
            drop(logged);
        };
        Builder::new().spawn(log).map_err(refused)?;
        Ok(program)
    }

    /// Sends a command and waits for the response; returns it with the time taken.
    ///
    /// If the program echoes ids, other output in the meantime is ignored.
    ///
    /// # Errors
    ///
    /// Returns a [`ProgramError`] if there is no response within `limit`.
    pub fn ask(
        &mut self,
        command: &str,
        limit: Duration,
    ) -> Result<(Response, Duration), ProgramError> {
        let asked = Instant::now();
        self.last_number = self.last_number.map(|number| number + 1);
        match self.last_number {
            Some(number) => self.send(&format!("{number} {command}"))?,
            None => self.send(command)?,
        }
        loop {
            let left = limit.checked_sub(asked.elapsed());
            let (number, response) = self.receive(left.ok_or(ProgramError::Silent)?)?;
            if self.last_number.is_none() || number == self.last_number {
                return Ok((response, asked.elapsed()));
            }
        }
    }

    fn send(&mut self, line: &str) -> Result<(), ProgramError> {
        let input = self.input.as_mut().ok_or(ProgramError::Ended)?;
        writeln!(input, "{line}")
            .and_then(|()| input.flush())
            .map_err(|_| ProgramError::Ended)
    }

    fn receive(&self, limit: Duration) -> Result<Numbered, ProgramError> {
        let received = self.responses.recv_timeout(limit);
        received.map_err(|error| match error {
            RecvTimeoutError::Timeout => ProgramError::Silent,
            RecvTimeoutError::Disconnected => ProgramError::Ended,
        })?
    }

    /// Sends `quit` and waits for the program to exit.
    ///
    /// # Errors
    ///
    /// Returns a [`ProgramError`] if it does not respond, does not exit within `limit`, or exits
    /// with an error.
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

    /// Asks for the list of commands, for [`knows`](GtpProgram::knows).
    ///
    /// If the program echoes the id of this command, all later commands get one. If not, it is
    /// asked again without an id, since simple scripts take an id for the command.
    ///
    /// # Errors
    ///
    /// Returns a [`ProgramError`] if it does not respond.
    pub fn learn_commands(&mut self, limit: Duration) -> Result<(), ProgramError> {
        self.send(&format!("{FIRST} list_commands"))?;
        let (mut number, mut answer) = self.receive(limit)?;
        if number != Some(FIRST) {
            self.send("list_commands")?;
            (number, answer) = self.receive(limit)?;
        }
        self.last_number = number.filter(|&number| number == FIRST);
        let list = answer.unwrap_or_default();
        self.commands = list.lines().map(|line| line.trim().to_owned()).collect();
        Ok(())
    }

    /// Asks for the name and version, for [`title`](GtpProgram::title), if these commands are
    /// listed.
    ///
    /// # Errors
    ///
    /// Returns a [`ProgramError`] if it does not respond.
    pub fn learn_title(&mut self, limit: Duration) -> Result<(), ProgramError> {
        let mut told = Vec::new();
        for question in ["name", "version"] {
            if self.knows(question) {
                let (answer, _) = self.ask(question, limit)?;
                let answer = answer.unwrap_or_default();
                told.extend(
                    answer
                        .lines()
                        .next()
                        .map(|line| visible::line(line.trim()).into_owned()),
                );
            }
        }
        told.retain(|text| !text.is_empty());
        let title: String = told.join(" ").chars().take(LONGEST_TITLE).collect();
        self.title = Some(title).filter(|title| !title.is_empty());
        Ok(())
    }

    /// Name and version of the program.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Returns true if the program lists the command.
    pub fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }
}

/// Sends `quit`, waits a little, and kills the program and its children if they still run.
impl Drop for GtpProgram {
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take() {
            // Errors do not matter if the program has already exited.
            let _ = writeln!(input, "quit").and_then(|()| input.flush());
        }
        let deadline = Instant::now() + FAREWELL;
        while Instant::now() < deadline && group::leader_runs(&mut self.child) {
            std::thread::sleep(Duration::from_millis(5));
        }
        group::end(&mut self.child);
        // The log is complete, unless a process that left the group still holds the pipe.
        let _ = self.has_logged.recv_timeout(LAST_WORDS);
    }
}

/// Starts a program, retrying if the system is temporarily out of resources.
fn spawn(program: &mut Command) -> io::Result<Child> {
    let mut attempts = 1;
    loop {
        match faults::step().and_then(|()| group::start(program)) {
            Err(error) if attempts < ATTEMPTS && has_no_room(&error) => {
                std::thread::sleep(attempts * BETWEEN_ATTEMPTS);
                attempts += 1;
            }
            spawned => return spawned,
        }
    }
}

fn has_no_room(error: &io::Error) -> bool {
    use io::ErrorKind::{Interrupted, OutOfMemory, ResourceBusy, WouldBlock};
    matches!(
        error.kind(),
        WouldBlock | OutOfMemory | ResourceBusy | Interrupted
    )
}

/// Reads responses until the program exits or the receiver is dropped.
fn answers(output: Option<BufReader<ChildStdout>>, sender: &SyncSender<ProgramReply>) {
    let Some(mut output) = output else { return };
    loop {
        let answer = read_response(&mut output);
        let is_last = answer.is_err();
        if sender.send(answer).is_err() || is_last {
            return;
        }
    }
}

/// Copies standard error to the log, up to [`LONGEST_LOG`] bytes.
fn keep_log(mut errors: impl Read, mut log: impl Write) {
    let mut left = LONGEST_LOG;
    let mut buffer = [0; 1 << 13];
    loop {
        let length = match errors.read(&mut buffer) {
            Ok(0) => return,
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        // Keep reading if the log is full or fails, so that the program does not block.
        let kept = length.min(left);
        let _ = log.write_all(&buffer[..kept]);
        if left > 0 && length >= left {
            let _ = writeln!(log, "\n[wakari keeps no more than {LONGEST_LOG} bytes]");
        }
        left -= kept;
    }
}

/// Fault injection for tests; does nothing here.
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

    thread_local! {
        static LEFT: Cell<u32> = const { Cell::new(0) };
    }

    /// Fails the next attempts of this thread.
    pub(super) fn fail(attempts: u32) {
        LEFT.set(attempts);
    }

    pub(super) fn step() -> std::io::Result<()> {
        match LEFT.get() {
            0 => Ok(()),
            left => {
                LEFT.set(left - 1);
                Err(std::io::ErrorKind::WouldBlock.into())
            }
        }
    }
}

/// Reads one response: lines up to a blank one.
fn read_response(output: &mut BufReader<ChildStdout>) -> ProgramReply {
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
fn parse_response(text: &str) -> Option<Numbered> {
    let (status, rest) = text.split_at_checked(1)?;
    let body = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = rest[..rest.len() - body.len()].parse().ok();
    let body = body.trim().to_owned();
    match status {
        "=" => Some((number, Ok(body))),
        "?" => Some((number, Err(body))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOON: Duration = Duration::from_secs(10);

    #[test]
    fn responses_have_a_status_a_number_and_a_text() {
        assert_eq!(parse_response("= D4"), Some((None, Ok("D4".into()))));
        assert_eq!(
            parse_response("=12 D4\nE5"),
            Some((Some(12), Ok("D4\nE5".into())))
        );
        assert_eq!(
            parse_response("?3 illegal move"),
            Some((Some(3), Err("illegal move".into())))
        );
        assert_eq!(parse_response("="), Some((None, Ok(String::new()))));
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

    /// Programs written as short shell scripts.
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

        /// Unsolicited output is ignored; a script that does not know ids gets none.
        #[test]
        fn only_the_answer_to_a_command_is_taken_for_it() {
            let numbers = "read -r number command";
            let script = |read: &str, answer: &str, more: &str| {
                format!(
                    r#"while {read}; do case $command in list_commands) text=name;; *) text=$command;; esac; printf "{answer}{more}" "$number" "$text"; done"#
                )
            };
            let answer = r"=%s %s\n\n";
            for script in [
                script(numbers, answer, r"= unasked\n\n"),
                script(numbers, r"= unasked\n\n=%s %s\n\n", ""),
                script(numbers, answer, r"=1 late\n\n? 0\n\n"),
                format!(r#"printf "= hello\n\n"; {}"#, script(numbers, answer, "")),
                script("read -r command", answer, ""),
            ] {
                let mut program = GtpProgram::start(&format!("sh -c '{script}'"), None)
                    .expect("there is a shell");
                program.learn_commands(SOON).expect("it answers");
                assert!(program.knows("name"), "{script}");
                for command in ["name", "version", "name"] {
                    let (answer, _) = program.ask(command, SOON).expect("it answers");
                    assert_eq!(answer.as_deref(), Ok(command), "{script}");
                }
            }
        }

        /// Children of a program end with it.
        #[test]
        fn what_a_program_has_started_ends_with_it() {
            for last in ["wait", "exit"] {
                let folder = tempfile::tempdir().expect("a folder");
                let mark = folder.path().join("alive");
                let script = format!(
                    r#"(while :; do echo >> {}; sleep 0.02; done) & read x; printf "= 1\n\n"; read x; {last}"#,
                    mark.display()
                );
                let mut program = GtpProgram::start(&format!("sh -c '{script}'"), None)
                    .expect("there is a shell");
                program
                    .ask("name", SOON)
                    .expect("it answers")
                    .0
                    .expect("well");
                drop(program);
                let length = || std::fs::metadata(&mark).map_or(0, |data| data.len());
                let then = length();
                std::thread::sleep(Duration::from_millis(200));
                assert_eq!(length(), then, "{last}");
            }
        }

        #[test]
        fn what_a_program_complains_of_is_kept_to_some_length() {
            for (script, most) in [("echo once >&2", 5), ("yes >&2", LONGEST_LOG + 60)] {
                let file = tempfile::NamedTempFile::new().expect("a file");
                let log = file.reopen().expect("a file");
                let command = format!(r#"sh -c 'read x; {script} & printf "= 1\n\n"; read x'"#);
                let mut program = GtpProgram::start(&command, Some(log)).expect("there is a shell");
                program
                    .ask("name", SOON)
                    .expect("it answers")
                    .0
                    .expect("well");
                std::thread::sleep(Duration::from_millis(300));
                drop(program);
                let kept = std::fs::read(file.path()).expect("a file");
                assert!((5..=most).contains(&kept.len()), "{script}: {}", kept.len());
                let told = String::from_utf8_lossy(&kept).contains("[wakari keeps no more");
                assert_eq!(told, most > LONGEST_LOG, "{script}");
            }
        }

        #[test]
        fn a_system_without_room_is_asked_again() {
            faults::fail(2);
            assert_eq!(ask(r#"read x; printf "= 1\n\n""#, SOON), Ok(Ok("1".into())));
            faults::fail(u32::MAX);
            let refused = GtpProgram::start("sh -c true", None);
            faults::fail(0);
            let told = refused
                .err()
                .map(|error| error.to_string())
                .unwrap_or_default();
            assert!(told.starts_with("cannot start 'sh -c true': "), "{told}");
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
