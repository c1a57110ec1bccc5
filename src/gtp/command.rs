//! Commands: one table says what each is called, what it takes and how that is read.

pub(super) mod arguments;

use super::analysis::{Analysis, Dialect, Purpose};
use super::gogui::Show;
use crate::board::Play;
use crate::color::Color;
use crate::ending::Decision;
use crate::point::Point;
use crate::search::clock::TimeControl;
use arguments::{
    analyze, color, decision, fischer, kgs_time_settings, load_sgf, nothing, number, parameter,
    play, point, search, side, signed, status_name, stones, text, time_left, time_settings,
    width_height, word,
};
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, digit1};
use nom::combinator::{all_consuming, map_opt, opt, rest, value};
use nom::multi::separated_list0;
use nom::sequence::{separated_pair, terminated};
use nom::{IResult, Parser};

/// A command with its arguments, which may still be impossible on the board at hand.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Which protocol is spoken.
    ProtocolVersion,
    /// What the engine is called.
    Name,
    /// Which one it is, and which rules are in force.
    Version,
    /// Whether there is a command of this name.
    KnownCommand(String),
    /// All names of commands.
    ListCommands,
    /// Ends the session.
    Quit,
    /// An empty board of so many columns and rows.
    BoardSize {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// An empty board of the same size.
    ClearBoard,
    /// Sets the komi.
    Komi(f64),
    /// Asks for the komi.
    GetKomi,
    /// Plays a move.
    Play(Play),
    /// Plays several, or none of them.
    PlaySequence(Vec<Play>),
    /// Finds a move and plays it.
    GenMove(Color),
    /// Finds a move and leaves it at that.
    RegGenMove(Color),
    /// Finds a move and plays it, no pass while dead stones of the opponent stand.
    GenMoveCleanup(Color),
    /// Searches and tells what is found.
    Analyze(Analysis),
    /// Finds a move and leaves it at that; nothing more if another line comes in.
    Search {
        /// Whose move; that of the side to play if it is not said.
        color: Option<Color>,
        /// Whether another line ends the search.
        cancellable: bool,
    },
    /// Ends an analysis, as any line does.
    Stop,
    /// Forgets what has been found.
    ClearCache,
    /// Takes back so many moves.
    Undo(u32),
    /// Puts handicap stones where the client says.
    SetFreeHandicap(Vec<Point>),
    /// Puts so many handicap stones where the engine likes.
    PlaceFreeHandicap(u32),
    /// Puts so many handicap stones on the star points.
    FixedHandicap(u32),
    /// The result.
    FinalScore,
    /// The lead that playouts see.
    EstimateScore,
    /// The points where a side may play.
    AllLegal(Color),
    /// Whether a move is legal.
    IsLegal(Play),
    /// How many stones a side has captured.
    Captures(Color),
    /// The stones of a side.
    ListStones(Color),
    /// The stones of a status.
    FinalStatusList(StatusName),
    /// The status of a stone.
    FinalStatus(Point),
    /// Which clock the game is played with.
    TimeSettings(TimeControl),
    /// What a player's clock shows.
    TimeLeft {
        /// Whose clock it is.
        color: Color,
        /// Seconds, which may be below nothing.
        seconds: f64,
        /// Stones or periods they are for; none in main time.
        stones: u32,
    },
    /// The kinds of clock for `kata-time_settings`.
    ListTimeSettings,
    /// The board as a picture.
    ShowBoard,
    /// Reads a game, as far as the position before a move.
    LoadSgf {
        /// Where the game is.
        path: String,
        /// The number of the move before which to stop.
        before: Option<u32>,
    },
    /// The game as SGF, into a file if one is named.
    PrintSgf(Option<String>),
    /// Seconds of processor time used.
    CpuTime,
    /// Chooses rules by name or by KataGo's JSON.
    SetRules(String),
    /// The rules as KataGo's JSON.
    GetRules,
    /// Changes one of KataGo's keys.
    SetRule {
        /// The key.
        key: String,
        /// Its new value.
        value: String,
    },
    /// Chooses rules by the name that KGS has for them.
    KgsRules(String),
    /// The game is over.
    GameOver,
    /// What a server says of the opponent or of the result.
    Notice,
    /// Says that the comment `# interrupt` is understood.
    Interrupt,
    /// The version of GoGui.
    GoguiVersion,
    /// The title of GoGui's window.
    Title,
    /// What GoGui's Analyze dialog can show.
    AnalyzeCommands,
    /// A picture of the position or of what is thought of it.
    Show(Show),
    /// The rules as parameters, or a change of one.
    RulesParameter(Option<(String, String)>),
    /// The search as parameters, or a change of one.
    SearchParameter(Option<(String, String)>),
    /// An empty board with stones put on it.
    SetPosition(Vec<(Color, Point)>),
    /// Puts stones on the board outside the course of the game.
    Setup(Vec<(Color, Point)>),
    /// Says who moves first.
    SetupPlayer(Color),
    /// The rules in force in full.
    DescribeRules,
    /// The status of a stone and how it is known.
    DescribeStatus(Point),
    /// Why a chain has its status, with the play that shows it.
    Explain(Point),
    /// The same as a drawing on GoGui's board.
    DrawExplanation(Point),
    /// The plays that a side still owes its own position.
    Reinforcements(Color),
    /// How the phased ending stands, after what a player decides.
    Ending(Option<Decision>),
    /// What the result is made of.
    DescribeScore,
    /// The moves that break a rule.
    DescribeBreaches,
}

/// What `final_status_list` can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusName {
    /// Stones that stay.
    Alive,
    /// Stones that are taken off at the end.
    Dead,
    /// Stones that stay, in seki.
    Seki,
}

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// No command has this name.
    #[error("unknown command")]
    Unknown,
    /// The arguments are not what the command takes.
    #[error("syntax error: expected {0}")]
    Syntax(String),
}

/// A line: the id it may begin with, and the command or why it is none.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The number that the answer is to repeat.
    pub id: Option<u32>,
    /// What is asked for.
    pub command: Result<Command, Unreadable>,
}

impl Request {
    /// Reads a line whose words are parted by single blanks: an id or none, a name, arguments.
    pub fn parse(line: &str) -> Request {
        let (line, id) = opt(id).parse(line).unwrap_or((line, None));
        Request {
            id,
            command: command(line),
        }
    }
}

/// The names of all commands, in the order of the table.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|form| form.name)
}

/// How a command is written.
struct Form {
    name: &'static str,
    arguments: Arguments,
}

/// What comes after the name of a command.
enum Arguments {
    /// Nothing.
    Nothing(Command),
    /// Words, as the text says, that are read so.
    Words(&'static str, fn(&str) -> IResult<&str, Command>),
}

const fn plain(name: &'static str, command: Command) -> Form {
    Form {
        name,
        arguments: Arguments::Nothing(command),
    }
}

const fn form(
    name: &'static str,
    usage: &'static str,
    read: fn(&str) -> IResult<&str, Command>,
) -> Form {
    Form {
        name,
        arguments: Arguments::Words(usage, read),
    }
}

const ANALYSIS: &str = "[COLOR] [INTERVAL] and any of: interval HUNDREDTHS, minmoves N, maxmoves N, \
                        avoid COLOR VERTEX,VERTEX,... N, allow COLOR VERTEX,VERTEX,... N, rootInfo true|false, \
                        ownership true|false, ownershipStdev true|false, pvVisits true|false";

static TABLE: &[Form] = &[
    plain("protocol_version", Command::ProtocolVersion),
    plain("name", Command::Name),
    plain("version", Command::Version),
    form("known_command", "NAME", |i| {
        word.map(Command::KnownCommand).parse(i)
    }),
    plain("list_commands", Command::ListCommands),
    plain("quit", Command::Quit),
    form("boardsize", "SIZE or WIDTH HEIGHT", |i| {
        alt((width_height, side)).parse(i)
    }),
    form("rectangular_boardsize", "WIDTH HEIGHT", width_height),
    plain("clear_board", Command::ClearBoard),
    form("komi", "NUMBER", |i| signed.map(Command::Komi).parse(i)),
    plain("get_komi", Command::GetKomi),
    form("play", "COLOR VERTEX", |i| play.map(Command::Play).parse(i)),
    form("genmove", "COLOR", |i| color.map(Command::GenMove).parse(i)),
    form("reg_genmove", "COLOR", |i| {
        color.map(Command::RegGenMove).parse(i)
    }),
    form("lz-analyze", ANALYSIS, |i| {
        analyze(Dialect::Leela, Purpose::Watching, i)
    }),
    form("kata-analyze", ANALYSIS, |i| {
        analyze(Dialect::Kata, Purpose::Watching, i)
    }),
    form("lz-genmove_analyze", ANALYSIS, |i| {
        analyze(Dialect::Leela, Purpose::Playing, i)
    }),
    form("kata-genmove_analyze", ANALYSIS, |i| {
        analyze(Dialect::Kata, Purpose::Playing, i)
    }),
    form("cgos-genmove_analyze", ANALYSIS, |i| {
        analyze(Dialect::Cgos, Purpose::Playing, i)
    }),
    form("kata-search", "[COLOR]", |i| search(false, i)),
    form("kata-search_cancellable", "[COLOR]", |i| search(true, i)),
    form("kata-search_analyze", ANALYSIS, |i| {
        analyze(Dialect::Kata, Purpose::Finding, i)
    }),
    form("kata-search_analyze_cancellable", ANALYSIS, |i| {
        analyze(Dialect::Kata, Purpose::FindingUnlessCancelled, i)
    }),
    plain("stop", Command::Stop),
    plain("clear_cache", Command::ClearCache),
    plain("undo", Command::Undo(1)),
    form("gg-undo", "[MOVES]", |i| {
        alt((number, value(1, nothing))).map(Command::Undo).parse(i)
    }),
    form("set_free_handicap", "POINT POINT ...", |i| {
        separated_list0(char(' '), point)
            .map(Command::SetFreeHandicap)
            .parse(i)
    }),
    form("place_free_handicap", "STONES", |i| {
        number.map(Command::PlaceFreeHandicap).parse(i)
    }),
    form("fixed_handicap", "STONES", |i| {
        number.map(Command::FixedHandicap).parse(i)
    }),
    plain("final_score", Command::FinalScore),
    plain("estimate_score", Command::EstimateScore),
    form("all_legal", "COLOR", |i| {
        color.map(Command::AllLegal).parse(i)
    }),
    form("is_legal", "COLOR VERTEX", |i| {
        play.map(Command::IsLegal).parse(i)
    }),
    form("captures", "COLOR", |i| {
        color.map(Command::Captures).parse(i)
    }),
    form("list_stones", "COLOR", |i| {
        color.map(Command::ListStones).parse(i)
    }),
    form("final_status_list", "alive|dead|seki", |i| {
        status_name.map(Command::FinalStatusList).parse(i)
    }),
    form("final_status", "POINT", |i| {
        point.map(Command::FinalStatus).parse(i)
    }),
    form("time_settings", "MAIN OVERTIME STONES", |i| {
        time_settings.map(Command::TimeSettings).parse(i)
    }),
    form("time_left", "COLOR SECONDS STONES", time_left),
    plain("showboard", Command::ShowBoard),
    form("loadsgf", "FILE [MOVE]", load_sgf),
    form("printsgf", "[FILE]", |i| {
        alt((value(None, nothing), text.map(Some)))
            .map(Command::PrintSgf)
            .parse(i)
    }),
    plain("cputime", Command::CpuTime),
    plain("gomill-cpu_time", Command::CpuTime),
    form("kata-set-rules", "NAME or JSON", |i| {
        text.map(Command::SetRules).parse(i)
    }),
    plain("kata-get-rules", Command::GetRules),
    form("kata-set-rule", "KEY VALUE", |i| {
        let set_rule = |(key, value)| Command::SetRule { key, value };
        separated_pair(word, char(' '), word).map(set_rule).parse(i)
    }),
    form("kgs-rules", "NAME", |i| {
        terminated(word, rest).map(Command::KgsRules).parse(i)
    }),
    form(
        "kgs-time_settings",
        "none, absolute MAIN, byoyomi MAIN PERIOD PERIODS or canadian MAIN OVERTIME STONES",
        |i| kgs_time_settings.map(Command::TimeSettings).parse(i),
    ),
    form(
        "kata-time_settings",
        "none, absolute MAIN, byoyomi MAIN PERIOD PERIODS, canadian MAIN OVERTIME STONES, fischer MAIN INCREMENT \
         or fischer-capped MAIN INCREMENT LIMIT LIMIT-PER-MOVE",
        |i| {
            alt((kgs_time_settings, fischer))
                .map(Command::TimeSettings)
                .parse(i)
        },
    ),
    plain("kata-list_time_settings", Command::ListTimeSettings),
    form("kgs-genmove_cleanup", "COLOR", |i| {
        color.map(Command::GenMoveCleanup).parse(i)
    }),
    plain("kgs-game_over", Command::GameOver),
    form("cgos-opponent_name", "NAME", |i| {
        value(Command::Notice, text).parse(i)
    }),
    form("cgos-opponent_rating", "RATING", |i| {
        value(Command::Notice, text).parse(i)
    }),
    form("cgos-gameover", "RESULT", |i| {
        value(Command::GameOver, text).parse(i)
    }),
    form("set_position", "COLOR POINT COLOR POINT ...", |i| {
        stones.map(Command::SetPosition).parse(i)
    }),
    plain("gogui-analyze_commands", Command::AnalyzeCommands),
    plain("gogui-title", Command::Title),
    plain("gogui-interrupt", Command::Interrupt),
    form("gogui-version", "VERSION", |i| {
        value(Command::GoguiVersion, text).parse(i)
    }),
    form(
        "gogui-play_sequence",
        "COLOR VERTEX COLOR VERTEX ...",
        |i| {
            separated_list0(char(' '), play)
                .map(Command::PlaySequence)
                .parse(i)
        },
    ),
    form("gogui-setup", "COLOR POINT COLOR POINT ...", |i| {
        stones.map(Command::Setup).parse(i)
    }),
    form("gogui-setup_player", "COLOR", |i| {
        color.map(Command::SetupPlayer).parse(i)
    }),
    plain("wakari-rules", Command::DescribeRules),
    form("wakari-status", "POINT", |i| {
        point.map(Command::DescribeStatus).parse(i)
    }),
    form("wakari-explain", "POINT", |i| {
        point.map(Command::Explain).parse(i)
    }),
    form("wakari-gfx-explain", "POINT", |i| {
        point.map(Command::DrawExplanation).parse(i)
    }),
    form("wakari-reinforcements", "COLOR", |i| {
        color.map(Command::Reinforcements).parse(i)
    }),
    form(
        "wakari-ending",
        "[COLOR yes, no, resume, or claim [POINT ...] [seki POINT ...]]",
        |i| opt(decision).map(Command::Ending).parse(i),
    ),
    plain("wakari-score", Command::DescribeScore),
    plain("wakari-breaches", Command::DescribeBreaches),
    plain("wakari-statuses", Command::Show(Show::Statuses)),
    plain("wakari-territory", Command::Show(Show::Territory)),
    plain("wakari-ownership", Command::Show(Show::Ownership)),
    plain("wakari-candidates", Command::Show(Show::Candidates)),
    plain("wakari-variation", Command::Show(Show::Variation)),
    plain("wakari-priors", Command::Show(Show::Priors)),
    plain("wakari-dame", Command::Show(Show::Dame)),
    plain("wakari-unsettled", Command::Show(Show::Unsettled)),
    form("wakari-param_rules", "[KEY VALUE]", |i| {
        parameter.map(Command::RulesParameter).parse(i)
    }),
    form("wakari-param_search", "[KEY VALUE]", |i| {
        parameter.map(Command::SearchParameter).parse(i)
    }),
];

/// Reads a name and the arguments that the table has for it, up to the end.
fn command(line: &str) -> Result<Command, Unreadable> {
    let (name, arguments) = line.split_once(' ').unwrap_or((line, ""));
    let form = TABLE
        .iter()
        .find(|form| form.name == name)
        .ok_or(Unreadable::Unknown)?;
    let (found, usage) = match &form.arguments {
        Arguments::Nothing(command) => (
            arguments.is_empty().then(|| command.clone()),
            "without arguments",
        ),
        Arguments::Words(usage, read) => {
            let read = all_consuming(read).parse(arguments);
            (read.ok().map(|(_, command)| command), *usage)
        }
    };
    found.ok_or_else(|| Unreadable::Syntax(format!("{name} {usage}")))
}

/// Reads an id: decimal digits up to a blank or the end, less than 2³².
fn id(input: &str) -> IResult<&str, u32> {
    let end = alt((tag(" "), nothing));
    map_opt(terminated(digit1, end), |digits: &str| digits.parse().ok()).parse(input)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::point::Move;
    use rand::RngExt;
    use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

    #[track_caller]
    fn check(line: &str, expected: Command) {
        assert_eq!(command(line), Ok(expected), "{line}");
    }

    #[track_caller]
    fn refuse(lines: &[&str]) {
        for line in lines {
            assert!(
                matches!(command(line), Err(Unreadable::Syntax(_))),
                "{line}: {:?}",
                command(line)
            );
        }
    }

    fn at(column: u8, row: u8) -> Point {
        Point::new(column, row).unwrap()
    }

    #[test]
    fn ids_are_numbers_of_their_own() {
        let id = |line| Request::parse(line).id;
        assert_eq!(id("1 name"), Some(1));
        assert_eq!(id("0 name"), Some(0));
        assert_eq!(id("999999999 nosuch"), Some(999_999_999));
        assert_eq!(id("5"), Some(5));
        for line in [
            "name 1",
            "1name",
            "-1 name",
            "1.5 name",
            "4294967296 name",
            "99999999999999999999 name",
        ] {
            assert_eq!(id(line), None, "{line}");
        }
        assert_eq!(Request::parse("7 name").command, Ok(Command::Name));
        assert_eq!(Request::parse("5").command, Err(Unreadable::Unknown));
    }

    #[test]
    fn commands_are_read_with_their_arguments() {
        use Color::{Black, White};
        check("name", Command::Name);
        check(
            "boardsize 9",
            Command::BoardSize {
                width: 9,
                height: 9,
            },
        );
        check(
            "boardsize 9 13",
            Command::BoardSize {
                width: 9,
                height: 13,
            },
        );
        check(
            "boardsize 99999999999999999999",
            Command::BoardSize {
                width: u32::MAX,
                height: u32::MAX,
            },
        );
        check("komi -7.5", Command::Komi(-7.5));
        check("komi .5", Command::Komi(0.5));
        check("play bLaCk d4", Command::Play((Black, Move::At(at(4, 4)))));
        check("play W PASS", Command::Play((White, Move::Pass)));
        check("play b Z25", Command::Play((Black, Move::At(at(25, 25)))));
        check("gg-undo", Command::Undo(1));
        check("gg-undo 12", Command::Undo(12));
        check(
            "set_free_handicap d4 j9",
            Command::SetFreeHandicap(vec![at(4, 4), at(9, 9)]),
        );
        let left = |seconds, stones| Command::TimeLeft {
            color: White,
            seconds,
            stones,
        };
        check("time_left w 12.5 3", left(12.5, 3));
        check("time_left w -5 0", left(-5.0, 0));
        check(
            "loadsgf my games/a b.sgf 12",
            Command::LoadSgf {
                path: "my games/a b.sgf".into(),
                before: Some(12),
            },
        );
        check(
            "loadsgf 12",
            Command::LoadSgf {
                path: "12".into(),
                before: None,
            },
        );
        check(
            "loadsgf a b",
            Command::LoadSgf {
                path: "a b".into(),
                before: None,
            },
        );
        check("printsgf", Command::PrintSgf(None));
        check(
            "kgs-rules japanese and more",
            Command::KgsRules("japanese".into()),
        );
        check(
            "kata-set-rules {\"ko\": \"SIMPLE\"}",
            Command::SetRules("{\"ko\": \"SIMPLE\"}".into()),
        );
        check("gogui-setup", Command::Setup(vec![]));
        check(
            "gogui-setup b a1 W C3",
            Command::Setup(vec![(Black, at(1, 1)), (White, at(3, 3))]),
        );
        check(
            "gogui-play_sequence B a1 W pass",
            Command::PlaySequence(vec![(Black, Move::At(at(1, 1))), (White, Move::Pass)]),
        );
    }

    #[test]
    fn clocks_are_read() {
        let settings = |line, control| check(line, Command::TimeSettings(control));
        settings("time_settings 60 0 0", TimeControl::Absolute { main: 60.0 });
        settings("time_settings 60 10 0", TimeControl::None);
        settings(
            "time_settings 60 10 5",
            TimeControl::Canadian {
                main: 60.0,
                overtime: 10.0,
                stones: 5,
            },
        );
        settings("kgs-time_settings none", TimeControl::None);
        settings(
            "kgs-time_settings byoyomi 60 10 5",
            TimeControl::Byoyomi {
                main: 60.0,
                period: 10.0,
                periods: 5,
            },
        );
        settings(
            "kata-time_settings absolute 0.5",
            TimeControl::Absolute { main: 0.5 },
        );
        let fischer = |most, most_per_move| TimeControl::Fischer {
            main: 60.0,
            increment: 10.0,
            most,
            most_per_move,
        };
        settings("kata-time_settings fischer 60 10", fischer(None, None));
        settings(
            "kata-time_settings fischer-capped 60 10 120 -1",
            fischer(Some(120.0), None),
        );
        refuse(&[
            "time_settings -1 0 0",
            "time_settings a b c",
            "time_settings 1 2",
            "kgs-time_settings fischer 1 2",
        ]);
        refuse(&[
            "time_settings 99999999999999999999 0 0",
            "time_left b abc 0",
            "time_left b",
            "time_left x 1 1",
        ]);
        refuse(&[
            "kgs-time_settings",
            "kgs-time_settings byoyomi 1 1",
            "kata-time_settings fischer-capped 1 1 1",
        ]);
    }

    #[test]
    fn bad_arguments_are_refused() {
        refuse(&[
            "boardsize",
            "boardsize -1",
            "boardsize abc",
            "boardsize 9.5",
            "boardsize 0x13",
            "boardsize 1e1",
        ]);
        refuse(&[
            "boardsize 9 9 9",
            "name x",
            "clear_board now",
            "undo 1",
            "genmove b b",
            "final_score 1",
        ]);
        refuse(&[
            "komi",
            "komi nan",
            "komi inf",
            "komi -inf",
            "komi 1e999",
            "komi 6,5",
            "komi 6.5x",
            "komi --1",
            "komi .",
        ]);
        refuse(&[
            "play",
            "play b",
            "play d4",
            "play x d4",
            "play d4 b",
            "play bl d4",
            "play blackwhite d4",
            "play 1 d4",
        ]);
        refuse(&[
            "play b i5",
            "play b a0",
            "play b a26",
            "play b aa",
            "play b 1",
            "play b a",
            "play b a-1",
            "play b a1a",
        ]);
        refuse(&[
            "play b a99999999999999999999",
            "play b a257",
            "play b é4",
            "play b d４",
            "play b (3,3)",
            "play b passed",
        ]);
        refuse(&[
            "set_free_handicap d4 pass",
            "final_status_list DEAD?",
            "final_status_list",
            "final_status_list nosuch",
        ]);
        refuse(&[
            "genmove",
            "genmove 1",
            "fixed_handicap -1",
            "fixed_handicap abc",
            "loadsgf",
            "kata-set-rules",
        ]);
        refuse(&[
            "gogui-play_sequence b",
            "gogui-play_sequence b a1 w",
            "gogui-setup b pass",
            "kata-set-rule ko",
        ]);
        for line in [
            "",
            "nosuch",
            "NAME",
            "!",
            "=",
            "= 1",
            "play1 b a1",
            "\u{a0}name",
        ] {
            assert_eq!(command(line), Err(Unreadable::Unknown), "{line}");
        }
    }

    #[test]
    fn names_are_told_apart() {
        let mut all: Vec<&str> = names().collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), TABLE.len());
        assert!(all.iter().all(|name| !name.contains(' ')));
    }

    #[test]
    fn any_text_is_read_or_refused() {
        let seed = 2;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let pieces = [
            "play",
            "b",
            "w",
            "d4",
            "pass",
            " ",
            "  ",
            "1",
            "99999999999",
            "-",
            ".",
            "é",
            "\u{0}",
            "{",
            "boardsize",
            "fischer",
        ];
        for _ in 0..20_000 {
            let form = &TABLE[rng.random_range(0..TABLE.len())];
            let mut line = if rng.random_bool(0.8) {
                format!("{} ", form.name)
            } else {
                String::new()
            };
            for _ in 0..rng.random_range(0..6) {
                line += pieces[rng.random_range(0..pieces.len())];
                if rng.random_bool(0.5) {
                    line.push(' ');
                }
                if rng.random_bool(0.1) {
                    line.push(rng.random_range('\u{0}'..'\u{3000}'));
                }
            }
            _ = Request::parse(&line);
        }
    }
}
