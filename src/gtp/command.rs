//! Commands and their parsers: one table says what each is called, what it takes and how that is read.

use super::analysis::{Analysis, Dialect, Purpose, analysis};
use super::gogui::Show;
use crate::color::Color;
use crate::point::{Move, Play, Point};
use crate::search::clock::Control;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_while1};
use nom::character::complete::{char, digit1, one_of, satisfy};
use nom::combinator::{all_consuming, map_opt, opt, rest, success, value, verify};
use nom::multi::separated_list0;
use nom::sequence::{pair, preceded, separated_pair, terminated};
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
    TimeSettings(Control),
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
    usage: &'static str,
    arguments: fn(&str) -> IResult<&str, Command>,
}

const fn form(
    name: &'static str,
    usage: &'static str,
    arguments: fn(&str) -> IResult<&str, Command>,
) -> Form {
    Form {
        name,
        usage,
        arguments,
    }
}

const ANALYSIS: &str = "[COLOR] [INTERVAL] and any of: interval HUNDREDTHS, minmoves N, maxmoves N, \
                        avoid COLOR VERTEX,VERTEX,... N, allow COLOR VERTEX,VERTEX,... N, rootInfo true|false, \
                        ownership true|false, ownershipStdev true|false, pvVisits true|false";

static TABLE: &[Form] = &[
    form("protocol_version", "", |i| {
        value(Command::ProtocolVersion, nothing).parse(i)
    }),
    form("name", "", |i| value(Command::Name, nothing).parse(i)),
    form("version", "", |i| value(Command::Version, nothing).parse(i)),
    form("known_command", "NAME", |i| {
        word.map(Command::KnownCommand).parse(i)
    }),
    form("list_commands", "", |i| {
        value(Command::ListCommands, nothing).parse(i)
    }),
    form("quit", "", |i| value(Command::Quit, nothing).parse(i)),
    form("boardsize", "SIZE or WIDTH HEIGHT", |i| {
        alt((width_height, side)).parse(i)
    }),
    form("rectangular_boardsize", "WIDTH HEIGHT", width_height),
    form("clear_board", "", |i| {
        value(Command::ClearBoard, nothing).parse(i)
    }),
    form("komi", "NUMBER", |i| signed.map(Command::Komi).parse(i)),
    form("get_komi", "", |i| {
        value(Command::GetKomi, nothing).parse(i)
    }),
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
    form("stop", "", |i| value(Command::Stop, nothing).parse(i)),
    form("clear_cache", "", |i| {
        value(Command::ClearCache, nothing).parse(i)
    }),
    form("undo", "", |i| value(Command::Undo(1), nothing).parse(i)),
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
    form("final_score", "", |i| {
        value(Command::FinalScore, nothing).parse(i)
    }),
    form("estimate_score", "", |i| {
        value(Command::EstimateScore, nothing).parse(i)
    }),
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
    form("showboard", "", |i| {
        value(Command::ShowBoard, nothing).parse(i)
    }),
    form("loadsgf", "FILE [MOVE]", load_sgf),
    form("printsgf", "[FILE]", |i| {
        alt((value(None, nothing), text.map(Some)))
            .map(Command::PrintSgf)
            .parse(i)
    }),
    form("cputime", "", |i| value(Command::CpuTime, nothing).parse(i)),
    form("gomill-cpu_time", "", |i| {
        value(Command::CpuTime, nothing).parse(i)
    }),
    form("kata-set-rules", "NAME or JSON", |i| {
        text.map(Command::SetRules).parse(i)
    }),
    form("kata-get-rules", "", |i| {
        value(Command::GetRules, nothing).parse(i)
    }),
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
    form("kata-list_time_settings", "", |i| {
        value(Command::ListTimeSettings, nothing).parse(i)
    }),
    form("kgs-genmove_cleanup", "COLOR", |i| {
        color.map(Command::GenMoveCleanup).parse(i)
    }),
    form("kgs-game_over", "", |i| {
        value(Command::GameOver, nothing).parse(i)
    }),
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
    form("gogui-analyze_commands", "", |i| {
        value(Command::AnalyzeCommands, nothing).parse(i)
    }),
    form("gogui-title", "", |i| {
        value(Command::Title, nothing).parse(i)
    }),
    form("gogui-interrupt", "", |i| {
        value(Command::Interrupt, nothing).parse(i)
    }),
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
    form("wakari-rules", "", |i| {
        value(Command::DescribeRules, nothing).parse(i)
    }),
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
    form("wakari-score", "", |i| {
        value(Command::DescribeScore, nothing).parse(i)
    }),
    form("wakari-breaches", "", |i| {
        value(Command::DescribeBreaches, nothing).parse(i)
    }),
    form("wakari-statuses", "", |i| show(Show::Statuses, i)),
    form("wakari-territory", "", |i| show(Show::Territory, i)),
    form("wakari-ownership", "", |i| show(Show::Ownership, i)),
    form("wakari-candidates", "", |i| show(Show::Candidates, i)),
    form("wakari-variation", "", |i| show(Show::Variation, i)),
    form("wakari-priors", "", |i| show(Show::Priors, i)),
    form("wakari-dame", "", |i| show(Show::Dame, i)),
    form("wakari-unsettled", "", |i| show(Show::Unsettled, i)),
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
    match all_consuming(form.arguments).parse(arguments) {
        Ok((_, command)) => Ok(command),
        Err(_) if form.usage.is_empty() => {
            Err(Unreadable::Syntax(format!("{name} without arguments")))
        }
        Err(_) => Err(Unreadable::Syntax(format!("{name} {}", form.usage))),
    }
}

/// Reads an id: decimal digits up to a blank or the end, less than 2³².
fn id(input: &str) -> IResult<&str, u32> {
    let end = alt((tag(" "), nothing));
    map_opt(terminated(digit1, end), |digits: &str| digits.parse().ok()).parse(input)
}

/// Reads the end of the input.
fn nothing(input: &str) -> IResult<&str, &str> {
    all_consuming(success("")).parse(input)
}

/// Reads what goes up to the next blank.
fn word(input: &str) -> IResult<&str, String> {
    take_while1(|c| c != ' ').map(str::to_owned).parse(input)
}

/// Reads all that is left, at least one character.
fn text(input: &str) -> IResult<&str, String> {
    verify(rest, |text: &str| !text.is_empty())
        .map(str::to_owned)
        .parse(input)
}

/// Reads decimal digits; what is beyond 32 bits is as good as the largest number.
pub(super) fn number(input: &str) -> IResult<&str, u32> {
    digit1
        .map(|digits: &str| digits.parse().unwrap_or(u32::MAX))
        .parse(input)
}

/// Reads digits, a point and digits; the digits on one side of the point may be missing, or the point.
pub(super) fn unsigned(input: &str) -> IResult<&str, f64> {
    let digits = take_while1(|c: char| c.is_ascii_digit() || c == '.');
    map_opt(digits, |digits: &str| {
        digits
            .parse()
            .ok()
            .filter(|number: &f64| number.is_finite())
    })
    .parse(input)
}

/// Reads a number with or without a sign.
fn signed(input: &str) -> IResult<&str, f64> {
    let apply =
        |(sign, number): (Option<char>, f64)| if sign == Some('-') { -number } else { number };
    pair(opt(one_of("+-")), unsigned).map(apply).parse(input)
}

/// Reads seconds: at most a billion, so that sums of them stay far from any limit.
fn seconds(input: &str) -> IResult<&str, f64> {
    verify(unsigned, |&seconds| seconds <= 1e9).parse(input)
}

/// Reads a color: `b`, `w`, `black`, `white`, in upper or lower case.
pub(super) fn color(input: &str) -> IResult<&str, Color> {
    let black = alt((tag_no_case("black"), tag_no_case("b")));
    let white = alt((tag_no_case("white"), tag_no_case("w")));
    alt((value(Color::Black, black), value(Color::White, white))).parse(input)
}

/// Reads a point: a column letter (never `i`) and a row number.
fn point(input: &str) -> IResult<&str, Point> {
    let column = map_opt(satisfy(|c| c.is_ascii_alphabetic()), |letter| {
        let index = "abcdefghjklmnopqrstuvwxyz".find(letter.to_ascii_lowercase())?;
        u8::try_from(index + 1).ok()
    });
    map_opt(pair(column, number), |(column, row)| {
        Point::new(column, row.try_into().ok()?)
    })
    .parse(input)
}

/// Reads a vertex: `pass` or a point.
pub(super) fn vertex(input: &str) -> IResult<&str, Move> {
    alt((value(Move::Pass, tag_no_case("pass")), point.map(Move::At))).parse(input)
}

/// Reads a color and a vertex.
fn play(input: &str) -> IResult<&str, Play> {
    separated_pair(color, char(' '), vertex).parse(input)
}

/// Reads colors and points in turn.
fn stones(input: &str) -> IResult<&str, Vec<(Color, Point)>> {
    separated_list0(char(' '), separated_pair(color, char(' '), point)).parse(input)
}

/// Reads the arguments of an analysis.
fn analyze(dialect: Dialect, purpose: Purpose, input: &str) -> IResult<&str, Command> {
    analysis(dialect, purpose)
        .map(Command::Analyze)
        .parse(input)
}

/// Reads a color or nothing.
fn search(cancellable: bool, input: &str) -> IResult<&str, Command> {
    opt(color)
        .map(|color| Command::Search { color, cancellable })
        .parse(input)
}

/// Reads the end of a command that shows a picture.
fn show(picture: Show, input: &str) -> IResult<&str, Command> {
    value(Command::Show(picture), nothing).parse(input)
}

/// Reads a key and a value, or nothing.
fn parameter(input: &str) -> IResult<&str, Option<(String, String)>> {
    opt(separated_pair(word, char(' '), word)).parse(input)
}

/// Reads the length of the sides of a square board.
fn side(input: &str) -> IResult<&str, Command> {
    number
        .map(|side| Command::BoardSize {
            width: side,
            height: side,
        })
        .parse(input)
}

/// Reads the width and the height of a board.
fn width_height(input: &str) -> IResult<&str, Command> {
    let board_size = |(width, height)| Command::BoardSize { width, height };
    separated_pair(number, char(' '), number)
        .map(board_size)
        .parse(input)
}

/// Reads the name of a status.
fn status_name(input: &str) -> IResult<&str, StatusName> {
    alt((
        value(StatusName::Alive, tag("alive")),
        value(StatusName::Dead, tag("dead")),
        value(StatusName::Seki, tag("seki")),
    ))
    .parse(input)
}

/// Reads main time, overtime and stones. Overtime for no stones means that there is no clock, no
/// overtime that the main time is all there is.
fn time_settings(input: &str) -> IResult<&str, Control> {
    let control = |(main, overtime, stones)| match (overtime, stones) {
        (0.0, _) => Control::Absolute { main },
        (_, 0) => Control::None,
        (overtime, stones) => Control::Canadian {
            main,
            overtime,
            stones,
        },
    };
    main_overtime_count.map(control).parse(input)
}

/// Reads two times and a number.
fn main_overtime_count(input: &str) -> IResult<&str, (f64, f64, u32)> {
    (
        seconds,
        preceded(char(' '), seconds),
        preceded(char(' '), number),
    )
        .parse(input)
}

/// Reads a kind of clock that KGS has, by name, with its numbers.
fn kgs_time_settings(input: &str) -> IResult<&str, Control> {
    let absolute = seconds.map(|main| Control::Absolute { main });
    let byoyomi = main_overtime_count.map(|(main, period, periods)| Control::Byoyomi {
        main,
        period,
        periods,
    });
    let canadian = main_overtime_count.map(|(main, overtime, stones)| match stones {
        0 => Control::Absolute { main },
        stones => Control::Canadian {
            main,
            overtime,
            stones,
        },
    });
    alt((
        value(Control::None, tag("none")),
        preceded(tag("absolute "), absolute),
        preceded(tag("byoyomi "), byoyomi),
        preceded(tag("canadian "), canadian),
    ))
    .parse(input)
}

/// Reads a clock that gains time with each move; a limit below nothing is none.
fn fischer(input: &str) -> IResult<&str, Control> {
    let main_increment = |i| separated_pair(seconds, char(' '), seconds).parse(i);
    let limit = |i| {
        preceded(
            char(' '),
            signed.map(|limit| (limit >= 0.0).then_some(limit)),
        )
        .parse(i)
    };
    let plain =
        preceded(tag("fischer "), main_increment).map(|(main, increment)| Control::Fischer {
            main,
            increment,
            most: None,
            most_per_move: None,
        });
    let capped = (
        preceded(tag("fischer-capped "), main_increment),
        limit,
        limit,
    );
    let capped = capped.map(
        |((main, increment), most, most_per_move)| Control::Fischer {
            main,
            increment,
            most,
            most_per_move,
        },
    );
    alt((plain, capped)).parse(input)
}

/// Reads what a clock shows.
fn time_left(input: &str) -> IResult<&str, Command> {
    let shown = verify(signed, |seconds| seconds.abs() <= 1e9);
    (
        color,
        preceded(char(' '), shown),
        preceded(char(' '), number),
    )
        .map(|(color, seconds, stones)| Command::TimeLeft {
            color,
            seconds,
            stones,
        })
        .parse(input)
}

/// Reads a path, which may contain blanks, and a move number if the last of several words is one.
fn load_sgf(input: &str) -> IResult<&str, Command> {
    text.map(|text| {
        let parts = text.rsplit_once(' ').and_then(|(path, last)| {
            let (_, before) = all_consuming(number).parse(last).ok()?;
            Some((path.to_owned(), before))
        });
        match parts {
            Some((path, before)) => Command::LoadSgf {
                path,
                before: Some(before),
            },
            None => Command::LoadSgf {
                path: text,
                before: None,
            },
        }
    })
    .parse(input)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
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
        settings("time_settings 60 0 0", Control::Absolute { main: 60.0 });
        settings("time_settings 60 10 0", Control::None);
        settings(
            "time_settings 60 10 5",
            Control::Canadian {
                main: 60.0,
                overtime: 10.0,
                stones: 5,
            },
        );
        settings("kgs-time_settings none", Control::None);
        settings(
            "kgs-time_settings byoyomi 60 10 5",
            Control::Byoyomi {
                main: 60.0,
                period: 10.0,
                periods: 5,
            },
        );
        settings(
            "kata-time_settings absolute 0.5",
            Control::Absolute { main: 0.5 },
        );
        let fischer = |most, most_per_move| Control::Fischer {
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
