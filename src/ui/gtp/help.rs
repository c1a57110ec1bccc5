//! A line of help for each command, for users of a terminal.

use super::parse;
use std::fmt::Write;

/// A group of related commands with their help.
struct Subject {
    heading: &'static str,
    commands: &'static [(&'static str, &'static str)],
}

static SUBJECTS: &[Subject] = &[
    Subject {
        heading: "A game",
        commands: &[
            ("boardsize", "begins a game on an empty board of this size"),
            (
                "rectangular_boardsize",
                "begins a game on an empty board with two sides",
            ),
            ("clear_board", "begins a game on an empty board"),
            ("komi", "sets White's compensation"),
            ("get_komi", "tells the komi"),
            ("play", "plays a move for a side, or has it resign"),
            ("undo", "takes back a move or a resignation"),
            ("gg-undo", "takes back moves"),
            ("showboard", "draws the board"),
            ("fixed_handicap", "puts handicap stones on star points"),
            (
                "place_free_handicap",
                "puts handicap stones where the engine likes",
            ),
            ("set_free_handicap", "puts handicap stones where you like"),
            ("set_position", "an empty board with these stones"),
            ("loadsgf", "loads a game, up to a move"),
            ("printsgf", "writes the game as SGF"),
        ],
    },
    Subject {
        heading: "The engine's moves",
        commands: &[
            ("genmove", "finds a move and plays it"),
            ("reg_genmove", "finds a move only"),
            (
                "kgs-genmove_cleanup",
                "finds a move, no pass while dead stones stand",
            ),
            ("kata-search", "finds a move only"),
            (
                "kata-search_cancellable",
                "finds a move unless another line comes in",
            ),
            ("kata-search_analyze", "finds a move, with reports"),
            (
                "kata-search_analyze_cancellable",
                "finds a move, with reports, unless another line comes in",
            ),
            (
                "kata-genmove_analyze",
                "finds and plays a move, with reports as KataGo gives them",
            ),
            (
                "lz-genmove_analyze",
                "finds and plays a move, with reports as Leela Zero gives them",
            ),
            (
                "cgos-genmove_analyze",
                "finds and plays a move, with reports as CGOS wants them",
            ),
            (
                "kata-analyze",
                "reports on moves until another line comes in",
            ),
            ("lz-analyze", "reports on moves as Leela Zero does"),
            (
                "kata-raw-nn",
                "tells what the network says (--network or built in)",
            ),
            ("stop", "ends an analysis"),
            ("clear_cache", "forgets what was searched"),
            (
                "set_random_seed",
                "sets the seed of searches, the same for each game",
            ),
            ("get_random_seed", "tells the seed"),
        ],
    },
    Subject {
        heading: "Clocks",
        commands: &[
            ("time_settings", "sets the clock, Canadian or absolute"),
            ("time_left", "tells what a clock shows"),
            ("kgs-time_settings", "sets a clock as KGS has it"),
            ("kata-time_settings", "sets a clock, Fischer too"),
            ("kata-list_time_settings", "lists the kinds of clocks"),
        ],
    },
    Subject {
        heading: "The score",
        commands: &[
            ("final_score", "tells the result"),
            (
                "final_status_list",
                "lists the stones that are alive, dead or in seki",
            ),
            (
                "final_status",
                "tells the status of a stone, or whose a point is",
            ),
            ("estimate_score", "estimates the lead by playouts"),
            ("wakari-score", "tells what the result consists of"),
            ("wakari-status", "tells how the status of a stone is known"),
            (
                "wakari-explain",
                "explains why a chain lives or dies, or why a point counts",
            ),
            ("wakari-unsettled", "tells what a stopped game leaves open"),
            (
                "wakari-reinforcements",
                "lists what a side still owes its own position",
            ),
            (
                "wakari-agreed",
                "counts with these stones dead by agreement",
            ),
            (
                "wakari-prisoners",
                "sets how many prisoners each side holds",
            ),
            (
                "wakari-ending",
                "tells where the game stands on its way to the end, or takes it further",
            ),
            ("wakari-breaches", "lists the moves that broke a rule"),
        ],
    },
    Subject {
        heading: "Rules",
        commands: &[
            ("wakari-rules", "tells the rules in words"),
            (
                "kata-set-rules",
                "sets the rules by name or by KataGo's JSON",
            ),
            ("kata-get-rules", "tells the rules as KataGo's JSON"),
            ("kata-set-rule", "changes one of KataGo's keys"),
            (
                "kgs-rules",
                "sets the rules by the name that KGS has for them",
            ),
            ("all_legal", "lists the points where a side may play"),
            ("is_legal", "tells 1 if a move is legal, 0 if not"),
            ("captures", "tells how many stones a side has captured"),
            ("list_stones", "lists the stones of a side"),
        ],
    },
    Subject {
        heading: "The protocol",
        commands: &[
            ("help", "tells what commands do"),
            ("quit", "ends the session"),
            ("name", "tells the engine's name"),
            ("version", "tells the version and the rules"),
            ("protocol_version", "tells the version of the protocol"),
            ("known_command", "tells whether there is a command"),
            ("list_commands", "lists the commands"),
            ("cputime", "tells the processor time used, in seconds"),
            (
                "gomill-cpu_time",
                "tells the processor time used, in seconds",
            ),
        ],
    },
    Subject {
        heading: "For GoGui and servers",
        commands: &[
            (
                "gogui-analyze_commands",
                "lists what GoGui offers beside the game",
            ),
            ("gogui-interrupt", "tells that a search can be interrupted"),
            ("gogui-play_sequence", "plays several moves, or none"),
            ("gogui-setup", "adds stones to an empty board"),
            ("gogui-setup_player", "sets who moves next"),
            ("gogui-title", "tells a title for the window"),
            ("gogui-version", "hears that GoGui looks on, and draws"),
            ("wakari-statuses", "draws which stones live"),
            ("wakari-territory", "draws the territory"),
            ("wakari-ownership", "tells whose each point will be"),
            ("wakari-candidates", "draws the moves of the last search"),
            ("wakari-variation", "draws the play that it expects"),
            ("wakari-priors", "draws the moves that patterns suggest"),
            ("wakari-dame", "draws neutral points"),
            (
                "wakari-gfx-explain",
                "draws why a chain lives or dies, or why a point counts",
            ),
            (
                "wakari-gfx-zones",
                "draws the zones that keep a side's stones",
            ),
            (
                "wakari-gfx-answer",
                "draws the answers to attacks on safe stones or on a chain that was read",
            ),
            (
                "wakari-param_rules",
                "lists parameters of the rules, or sets one",
            ),
            (
                "wakari-param_search",
                "lists parameters of the search, or sets one",
            ),
            ("kgs-game_over", "hears that a game has ended"),
            ("cgos-gameover", "hears how a game has ended"),
            ("cgos-opponent_name", "hears who plays"),
            ("cgos-opponent_rating", "hears how strong the opponent is"),
        ],
    },
];

/// Help for all commands, a line each, by subject.
pub(super) fn all() -> String {
    let mut text = String::from("Points are D4, colors b and w; a line is a command\n");
    for Subject { heading, commands } in SUBJECTS {
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
        "without arguments it tells the phase; in each of them a player may do this:",
        "  play      pass (b pass, w pass); under some rules b yes and w yes end the game at any time",
        "  offer     yes or no: whether to go on towards the end; a move plays on",
        "  fill      fill dame and reinforce in turn, and pass twice when done (improved-2009);",
        "            resume goes back to play, and the side that was asked may take-back what was filled",
        "  confirm   claim D4 E5 seki C3: the dead stones, then those in seki; claim alone if there are none;",
        "            claims that agree end the game; resume plays on where the rules allow it",
        "  play out  the dispute is played; under improved-2009 a pass hands over a prisoner",
        "  ruling    ruling D4 seki C3: what a judge finds",
        "  over      final_score tells the result; under japanese-1989 yes confirms it, after which no foul",
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
