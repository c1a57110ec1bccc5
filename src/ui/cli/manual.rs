//! `wakari man` and `wakari completions`: manual pages and shell completions for an installation.

use clap::{Args, Command, ValueEnum};
use clap_complete::Shell;
use std::io::{self, Write};

#[derive(Args, Debug)]
pub(super) struct ManualOptions {
    /// The command whose page to write; without one, that of the program
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

#[derive(Args, Debug)]
pub(super) struct CompletionOptions {
    /// The shell
    #[arg(value_name = "SHELL", value_enum)]
    shell: ShellName,
}

/// Shells with completions.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum ShellName {
    Bash,
    Elvish,
    Fish,
    Powershell,
    Zsh,
}

/// Writes a manual page of the program or of a command; returns false for an unknown command.
pub(super) fn write_page(
    mut program: Command,
    options: &ManualOptions,
    output: &mut impl Write,
    errors: &mut impl Write,
) -> io::Result<bool> {
    program.build();
    let page = match &options.command {
        None => program,
        Some(name) => match program.find_subcommand(name) {
            Some(command) => command.clone(),
            None => {
                writeln!(errors, "wakari: no command {name:?}")?;
                return Ok(false);
            }
        },
    };
    clap_mangen::Man::new(page).render(output)?;
    Ok(true)
}

/// Writes a completion script.
pub(super) fn write_completions(
    mut program: Command,
    options: &CompletionOptions,
    output: &mut impl Write,
) -> io::Result<()> {
    let shell = match options.shell {
        ShellName::Bash => Shell::Bash,
        ShellName::Elvish => Shell::Elvish,
        ShellName::Fish => Shell::Fish,
        ShellName::Powershell => Shell::PowerShell,
        ShellName::Zsh => Shell::Zsh,
    };
    // The generator would panic on a write error.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut program, "wakari", &mut script);
    output.write_all(&script)?;
    output.flush()
}
