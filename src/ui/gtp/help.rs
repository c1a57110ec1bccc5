//! A line of help for each command, for users of a terminal.

use super::parse;
use std::fmt::Write;

/// A group of related commands with their help.
struct HelpTopic {
    heading: &'static str,
    commands: &'static [(&'static str, &'static str)],
}

static SUBJECTS: &[HelpTopic] = &[
    HelpTopic {
        heading: "A game",
        commands: &[
            ("boardsize", "begins a game on an empty board of this size"),
            (
                "rectangular_boardsize",
                "begins a game on an empty board with two sides",
            ),
            ("clear_board", "begins a game on an empty board"),
            ("komi", "sets White's compensation"),
            ("get_komi", "prints the komi"),
            ("play", "plays a move for a side, or has it resign"),
            ("undo", "takes back a move or a resignation"),
            ("gg-undo", "takes back moves"),
            ("showboard", "draws the board"),
            ("fixed_handicap", "puts handicap stones on star points"),
            (
                "place_free_handicap",
                "lets the engine choose where handicap stones go",
            ),
            ("set_free_handicap", "puts handicap stones on these points"),
            ("set_position", "sets up these stones on an empty board"),
            ("loadsgf", "loads a game, up to a move"),
            ("printsgf", "writes the game as SGF"),
        ],
    },
    HelpTopic {
        heading: "The engine's moves",
        commands: &[
            ("genmove", "finds a move and plays it"),
            ("reg_genmove", "finds a move without playing it"),
            (
                "kgs-genmove_cleanup",
                "finds and plays a move; passes only when dead stones are captured",
            ),
            ("kata-search", "finds a move without playing it"),
            (
                "kata-search_cancellable",
                "finds a move, or stops at the next line of input",
            ),
            ("kata-search_analyze", "finds a move, with reports"),
            (
                "kata-search_analyze_cancellable",
                "finds a move, with reports, or stops at the next line of input",
            ),
            (
                "kata-genmove_analyze",
                "finds and plays a move, with reports in KataGo's format",
            ),
            (
                "lz-genmove_analyze",
                "finds and plays a move, with reports in Leela Zero's format",
            ),
            (
                "cgos-genmove_analyze",
                "finds and plays a move, with reports in the format of CGOS",
            ),
            ("kata-analyze", "analyzes until the next line of input"),
            (
                "lz-analyze",
                "analyzes, with reports in Leela Zero's format",
            ),
            (
                "kata-raw-nn",
                "prints the output of the network (--network or built-in)",
            ),
            ("kata-get-models", "lists the network in use, as JSON"),
            (
                "kata-list-params",
                "lists the parameters that KataGo has, too",
            ),
            ("kata-get-param", "prints the value of a parameter"),
            ("kata-get-params", "prints all parameters as JSON"),
            ("kata-set-param", "sets a parameter"),
            ("kata-set-params", "sets the parameters in a JSON object"),
            ("stop", "ends an analysis"),
            ("clear_cache", "clears the search tree"),
            ("set_random_seed", "sets the random seed of every game"),
            ("get_random_seed", "prints the seed"),
        ],
    },
    HelpTopic {
        heading: "Clocks",
        commands: &[
            ("time_settings", "sets the clock, Canadian or absolute"),
            ("time_left", "sets the remaining time of a side"),
            ("kgs-time_settings", "sets the clock, in the format of KGS"),
            ("kata-time_settings", "sets the clock, also Fischer"),
            ("kata-list_time_settings", "lists the kinds of clocks"),
        ],
    },
    HelpTopic {
        heading: "The score",
        commands: &[
            ("final_score", "prints the result"),
            (
                "final_status_list",
                "lists the stones that are alive, dead or in seki",
            ),
            (
                "final_status",
                "prints the status of a stone, or the owner of a point",
            ),
            ("estimate_score", "estimates the lead by a short search"),
            ("wakari-score", "prints the parts of the result"),
            (
                "wakari-status",
                "prints the status of a stone, and how sure it is",
            ),
            (
                "wakari-explain",
                "explains why a group lives or dies, or why a point counts",
            ),
            (
                "wakari-solve",
                "solves a fight: who lives with either side first",
            ),
            ("wakari-unsettled", "lists what a stopped game leaves open"),
            (
                "wakari-reinforcements",
                "lists the protective moves that a side still owes",
            ),
            ("wakari-agreed", "counts with these stones as dead"),
            ("wakari-prisoners", "sets the prisoners of each side"),
            (
                "wakari-ending",
                "shows or advances the end of the game: offers, dead stones, confirmation",
            ),
            ("wakari-breaches", "lists the moves that violated a rule"),
        ],
    },
    HelpTopic {
        heading: "Rules",
        commands: &[
            ("wakari-rules", "describes the rules"),
            (
                "kata-set-rules",
                "sets the rules by name or by KataGo's JSON",
            ),
            ("kata-get-rules", "prints the rules as KataGo's JSON"),
            ("kata-set-rule", "changes one key of KataGo's JSON"),
            ("kgs-rules", "sets the rules by the name that KGS uses"),
            ("all_legal", "lists the points where a side may play"),
            ("is_legal", "prints 1 if a move is legal, 0 if not"),
            (
                "captures",
                "prints the number of stones that a side has captured",
            ),
            ("list_stones", "lists the stones of a side"),
        ],
    },
    HelpTopic {
        heading: "The protocol",
        commands: &[
            ("help", "describes the commands"),
            ("quit", "ends the session"),
            ("name", "prints the name of the engine"),
            ("version", "prints the version and the rules"),
            ("protocol_version", "prints the version of the protocol"),
            ("known_command", "prints whether a command exists"),
            ("list_commands", "lists the commands"),
            ("cputime", "prints the processor time used, in seconds"),
            (
                "gomill-cpu_time",
                "prints the processor time used, in seconds",
            ),
        ],
    },
    HelpTopic {
        heading: "For GoGui and servers",
        commands: &[
            (
                "gogui-analyze_commands",
                "lists the analyze commands of GoGui",
            ),
            (
                "gogui-interrupt",
                "tells GoGui that searches can be interrupted",
            ),
            ("gogui-play_sequence", "plays several moves, or none"),
            ("gogui-setup", "adds stones to an empty board"),
            ("gogui-setup_player", "sets the side to move"),
            ("gogui-title", "prints a title for the window"),
            ("gogui-version", "receives the version of GoGui"),
            ("wakari-statuses", "draws the status of the stones"),
            ("wakari-territory", "draws the territory"),
            (
                "wakari-ownership",
                "prints the expected owner of each point",
            ),
            ("wakari-candidates", "draws the moves of the last search"),
            ("wakari-variation", "draws the expected play"),
            ("wakari-priors", "draws the moves that patterns suggest"),
            ("wakari-dame", "draws neutral points"),
            (
                "wakari-gfx-explain",
                "draws why a group lives or dies, or why a point counts",
            ),
            (
                "wakari-gfx-zones",
                "draws the areas that keep a side's stones alive",
            ),
            (
                "wakari-gfx-answer",
                "draws the answers to attacks on safe or solved groups",
            ),
            (
                "wakari-param_rules",
                "lists parameters of the rules, or sets one",
            ),
            (
                "wakari-param_search",
                "lists parameters of the search, or sets one",
            ),
            ("kgs-game_over", "receives the end of a game"),
            ("cgos-gameover", "receives the result of a game"),
            ("cgos-opponent_name", "receives the name of the opponent"),
            (
                "cgos-opponent_rating",
                "receives the rating of the opponent",
            ),
        ],
    },
];

/// Help for all commands, a line each, by subject.
pub(super) fn all() -> String {
    let mut text = String::from("One command per line. Points look like D4; colors are b and w\n");
    for HelpTopic { heading, commands } in SUBJECTS {
        writeln!(text, "{heading}:").expect("a string takes all");
        for (name, does) in *commands {
            let written = written(name);
            writeln!(text, "  {written:<34} {does}").expect("a string takes all");
        }
    }
    text
}

/// Guides to commands that a line does not explain.
static GUIDES: &[(&str, &[&str])] = &[(
    "wakari-ending",
    &[
        "without arguments it prints the phase; in each phase a player may do this:",
        "  play      pass (b pass, w pass); under some rules b yes and w yes end the game at any time",
        "  offer     yes or no: whether to go on towards the end; a move plays on",
        "  fill      fill dame and reinforce in turn, and pass twice when done (improved-2009);",
        "            resume goes back to play, and the side that was asked may take-back what was filled",
        "  confirm   claim D4 E5 seki C3: the dead stones, then those in seki; claim alone if there are none;",
        "            claims that agree end the game; resume plays on where the rules allow it",
        "  play out  the dispute is played; under improved-2009 a pass hands over a prisoner",
        "  ruling    ruling D4 seki C3: the decision of a judge",
        "  over      final_score prints the result; under japanese-1989 yes confirms it, after which no foul",
        "            decides the game",
        "resign ends the game in every phase; undo takes back a resignation like a move",
    ],
)];

/// Help for one command: its arguments, its effect, and its guide.
///
/// The line does not begin with the name: graphical programs take lines that begin with `play` or
/// `info` for something else.
pub(super) fn of(name: &str) -> Option<String> {
    let mut commands = SUBJECTS.iter().flat_map(|subject| subject.commands);
    let (name, does) = commands.find(|(known, _)| *known == name)?;
    let usage = parse::usage(name).unwrap_or_default();
    let mut told = format!("usage: {name} {usage}").trim_end().to_owned() + "\n  " + does;
    let guide = GUIDES.iter().find(|(guided, _)| guided == name);
    for line in guide.into_iter().flat_map(|(_, lines)| *lines) {
        write!(told, "\n  {line}").expect("a string takes all");
    }
    Some(told)
}

/// Returns a command with its arguments, if these are short.
fn written(name: &str) -> String {
    const SHORT: usize = 16;
    match parse::usage(name) {
        Some(usage) if usage.len() <= SHORT => format!("{name} {usage}"),
        Some(_) => format!("{name} ..."),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_command_is_told_of_once() {
        let known: BTreeSet<&str> = parse::names().collect();
        let told: Vec<&str> = SUBJECTS
            .iter()
            .flat_map(|subject| subject.commands)
            .map(|(name, _)| *name)
            .collect();
        assert_eq!(told.len(), known.len(), "{told:?}");
        assert_eq!(told.into_iter().collect::<BTreeSet<_>>(), known);
    }

    #[test]
    fn a_line_is_short_and_cannot_be_mistaken() {
        for line in all().lines() {
            assert!(line.len() <= 110, "{line}");
            assert!(
                !line.starts_with("play") && !line.starts_with("info"),
                "{line}"
            );
        }
        for name in parse::names() {
            let told = of(name).expect("it is known");
            let is_guide = GUIDES.iter().any(|(guided, _)| *guided == name);
            let lines = told.lines().count();
            assert!(
                told.starts_with("usage: ") && (lines == 2 || is_guide && lines > 2),
                "{told}"
            );
            assert!(
                told.lines()
                    .skip(1)
                    .all(|line| line.starts_with("  ") && line.len() <= 110)
            );
        }
        assert_eq!(of("nosuch"), None);
    }
}
