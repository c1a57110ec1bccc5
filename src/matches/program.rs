//! A GTP program running as a child process, asked one question at a time.
//!
//! Knows the protocol's framing and nothing of the game.

use super::{command_line, group};
use crate::visible;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// How long a program may take to end after `quit` before it is killed.
const FAREWELL: Duration = Duration::from_secs(3);
/// How long its last words are waited for then.
const LAST_WORDS: Duration = Duration::from_millis(500);
/// How often it is tried to start a program, and how long is waited in between, at first.
const ATTEMPTS: u32 = 5;
const BETWEEN_ATTEMPTS: Duration = Duration::from_millis(50);
/// The most that is kept of what a program writes to its standard error, in bytes.
const LONGEST_LOG: usize = 1 << 20;
/// The most characters of a program's name and version that are kept.
const LONGEST_TITLE: usize = 120;
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

/// A response with the number before it, which is that of the command if the program repeats it.
type Numbered = (Option<u32>, Response);

/// A response, or why there is none.
type Answer = Result<Numbered, ProgramError>;

/// The number of the first command.
const FIRST: u32 = 1;

/// A running GTP program.
#[derive(Debug)]
pub struct GtpProgram {
    child: Child,
    input: Option<ChildStdin>,
    responses: Receiver<Answer>,
    /// The number of the last command, where commands are numbered.
    last_number: Option<u32>,
    /// Disconnected when all of the standard error has been read.
    has_logged: Receiver<()>,
    commands: Vec<String>,
    title: Option<String>,
}

/// Checks that a command line names a program. Where no file of that name is found the system is asked to start it, which
/// knows where else to look, and why it does not start.
///
/// # Errors
///
/// A [`StartError`] if nothing would run.
pub(super) fn check(command: &str) -> Result<(), StartError> {
    let (name, _) = words(command)?;
    let is_path = Path::new(&name).components().count() > 1;
    let is_found = match std::env::var_os("PATH").filter(|_| !is_path) {
        Some(path) => std::env::split_paths(&path).any(|folder| folder.join(&name).is_file()),
        None => Path::new(&name).is_file(),
    };
    match is_found {
        true => Ok(()),
        false => GtpProgram::start(command, None).map(drop),
    }
}

/// The name of a program and its arguments.
fn words(command: &str) -> Result<(String, Vec<String>), StartError> {
    let words = command_line::words(command).unwrap_or_default();
    let mut words = words.into_iter();
    let name = words.next();
    let name = name.ok_or_else(|| StartError::CommandLine(command.to_owned()))?;
    Ok((name, words.collect()))
}

impl GtpProgram {
    /// Starts a program. The command line is split into words as a shell splits it, but nothing in it is expanded.
    /// The standard error of the program goes to `log`, as far as there is room for it, or nowhere.
    ///
    /// # Errors
    ///
    /// A [`StartError`] if nothing runs.
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
        // One response may wait unread; a program that writes more without being asked is blocked.
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
        // If there are no threads for it, the program is ended again.
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

    /// Sends a command and waits for the response; returns how long that took. Where commands are numbered, whatever else the
    /// program says meanwhile is passed over.
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

    /// Asks which commands the program knows, for [`knows`](GtpProgram::knows). If it repeats the number before this command, all
    /// others have one from here on; else it is asked again without, as scripts take a number for a command.
    ///
    /// # Errors
    ///
    /// A [`ProgramError`] if it does not answer.
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

    /// Asks for the name and the version of the program, for [`title`](GtpProgram::title), if it lists these questions.
    ///
    /// # Errors
    ///
    /// A [`ProgramError`] if it does not answer.
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

    /// What the program calls itself, with its version.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Whether the program has listed the command.
    pub fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }
}

/// Asks the program to quit, waits a little, and ends it if it is still there, with all programs that it has started.
impl Drop for GtpProgram {
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take() {
            // Neither matters to a program that has ended already.
            let _ = writeln!(input, "quit").and_then(|()| input.flush());
        }
        let deadline = Instant::now() + FAREWELL;
        while Instant::now() < deadline && group::leader_runs(&mut self.child) {
            std::thread::sleep(Duration::from_millis(5));
        }
        group::end(&mut self.child);
        // What it has written is in the log then, unless a program that has left its group still holds the pipe.
        let _ = self.has_logged.recv_timeout(LAST_WORDS);
    }
}

/// Starts a program. A system that has no room for it just now is asked again.
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

/// Reads the responses of a program until it ends or nobody wants them.
fn answers(output: Option<BufReader<ChildStdout>>, sender: &SyncSender<Answer>) {
    let Some(mut output) = output else { return };
    loop {
        let answer = read_response(&mut output);
        let is_last = answer.is_err();
        if sender.send(answer).is_err() || is_last {
            return;
        }
    }
}

/// Keeps what a program writes to its standard error, but for what is beyond [`LONGEST_LOG`], and says so.
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
        // The program must not wait for a log that is full, or that cannot be written.
        let kept = length.min(left);
        let _ = log.write_all(&buffer[..kept]);
        if left > 0 && length >= left {
            let _ = writeln!(log, "\n[wakari keeps no more than {LONGEST_LOG} bytes]");
        }
        left -= kept;
    }
}

/// Where no program may start, for tests.
#[cfg(not(test))]
mod faults {
    pub(super) fn step() -> std::io::Result<()> {
        Ok(())
    }
}

/// Where no program starts when a test says so.
#[cfg(test)]
mod faults {
    use std::cell::Cell;

    thread_local! {
        static LEFT: Cell<u32> = const { Cell::new(0) };
    }

    /// Fails this thread's next attempts.
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
fn read_response(output: &mut BufReader<ChildStdout>) -> Answer {
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

/// Parses a response: `=` or `?`, the number of the command if it had one, the text.
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

        /// What was not asked for is no answer, wherever it comes; a script that knows no numbers is asked without.
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

        /// What has started without a game that needs it goes with the program.
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
