//! Process groups: a program and its children end together, at the latest on an interrupt.
//!
//! On systems without process groups, only the program itself is ended.

pub(super) use system::{end, end_on_interrupt, leader_runs, start, uninterrupted};

#[cfg(unix)]
mod system {
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    use std::fs;
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};
    use std::sync::{Mutex, MutexGuard, PoisonError};
    use std::thread::Builder;
    use std::time::{Duration, Instant};

    /// Time for groups to exit after an interrupt before they are killed.
    const GRACE: Duration = Duration::from_millis(500);

    /// Leaders of the running groups.
    ///
    /// Holding the lock delays an interrupt. The interrupt handler never releases it.
    static LEADERS: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

    fn leaders() -> MutexGuard<'static, Vec<Pid>> {
        LEADERS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes SIGINT, SIGTERM and SIGHUP end all groups before their default action.
    ///
    /// Signals that were ignored at start, for instance under `nohup`, stay ignored.
    pub(in crate::ui::matches) fn end_on_interrupt() -> io::Result<()> {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let is_heard = |&signal: &i32| !is_ignored(&status, signal);
        let signals = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(is_heard);
        let mut signals = Signals::new(signals)?;
        let wait = move || {
            for signal in &mut signals {
                end_all(&leaders());
                // The default action ends the program.
                _ = emulate_default_handler(signal);
            }
        };
        Builder::new().spawn(wait).map(drop)
    }

    /// Returns true if `/proc/self/status` lists a signal as ignored; false on other systems.
    fn is_ignored(status: &str, signal: i32) -> bool {
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        ignored.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
    }

    /// Terminates all groups, and kills those that do not exit in time.
    fn end_all(leaders: &[Pid]) {
        let signal = |signal: Signal| {
            for &leader in leaders.iter().filter(|&&leader| is_ours(leader)) {
                // The group may have exited already.
                _ = kill_process_group(leader, signal);
            }
        };
        signal(Signal::TERM);
        let deadline = Instant::now() + GRACE;
        while Instant::now() < deadline && leaders.iter().any(|&leader| runs(leader)) {
            std::thread::sleep(Duration::from_millis(5));
        }
        signal(Signal::KILL);
    }

    /// Runs `work` with interrupts delayed; never returns if one has arrived.
    pub(in crate::ui::matches) fn uninterrupted<T>(work: impl FnOnce() -> T) -> T {
        let _held = leaders();
        work()
    }

    /// Starts a program as the leader of a group.
    pub(in crate::ui::matches) fn start(program: &mut Command) -> io::Result<Child> {
        program.process_group(0);
        let mut leaders = leaders();
        let child = program.spawn()?;
        leaders.extend(leader(&child));
        Ok(child)
    }

    /// Returns true if the leader has not exited. The process is not reaped, so its id stays taken.
    pub(in crate::ui::matches) fn leader_runs(child: &mut Child) -> bool {
        leader(child).is_some_and(runs)
    }

    /// Kills the rest of the group.
    pub(in crate::ui::matches) fn end(child: &mut Child) {
        if let Some(leader) = leader(child) {
            if is_ours(leader) {
                _ = kill_process_group(leader, Signal::KILL);
            }
            leaders().retain(|&other| other != leader);
        }
        _ = child.wait();
    }

    fn leader(child: &Child) -> Option<Pid> {
        Pid::from_raw(i32::try_from(child.id()).ok()?)
    }

    const LOOK: WaitIdOptions = WaitIdOptions::EXITED
        .union(WaitIdOptions::NOHANG)
        .union(WaitIdOptions::NOWAIT);

    fn runs(leader: Pid) -> bool {
        matches!(waitid(WaitId::Pid(leader), LOOK), Ok(None))
    }

    /// Returns true if the leader has not been reaped; otherwise its id may have been reused.
    fn is_ours(leader: Pid) -> bool {
        waitid(WaitId::Pid(leader), LOOK).is_ok()
    }
}

#[cfg(not(unix))]
mod system {
    use std::io;
    use std::process::{Child, Command};

    /// Console programs are ended together by the system.
    pub(in crate::ui::matches) fn end_on_interrupt() -> io::Result<()> {
        Ok(())
    }

    pub(in crate::ui::matches) fn uninterrupted<T>(work: impl FnOnce() -> T) -> T {
        work()
    }

    pub(in crate::ui::matches) fn start(program: &mut Command) -> io::Result<Child> {
        program.spawn()
    }

    pub(in crate::ui::matches) fn leader_runs(child: &mut Child) -> bool {
        matches!(child.try_wait(), Ok(None))
    }

    pub(in crate::ui::matches) fn end(child: &mut Child) {
        _ = child.kill();
        _ = child.wait();
    }
}
